"""The dealer's payments and collections, box by box from the right, with the chips for them."""

from collections.abc import Iterable
from typing import NamedTuple

from pitboss.floor.cage.record import float_of
from pitboss.floor.tables.record import TableRecord
from pitboss.games.views import HandView, WagerView
from pitboss.ledger import books
from pitboss.screens.common.drawing.chips import CASH
from pitboss.screens.common.formatting import round_money
from pitboss.screens.dealer.consoles import View
from pitboss.screens.dealer.hands import hand_words
from pitboss.screens.dealer.words import wager_words

DONE, NOW, COMING, GIVEN_UP = "done", "now", "coming", "given-up"
_STANDINGS = {"folded": "folded", "conceded": "conceded", "void": "void", "in_play": "to come", "deciding": "decides"}
# A jackpot is paid from its own pool and not from the float.
_NOT_OF_FLOAT = ("jackpot",)


class WagerSettlement(NamedTuple):
    """One wager: what is done with it, in a word and an amount."""

    wager: str
    player: str
    stake: int
    action: str
    amount: int
    result: str
    clause: str
    why: str


class Settled(NamedTuple):
    """A box, what became of its wagers, and what goes over the felt for it."""

    seat: int
    players: tuple[str, ...]
    words: str
    standing: str
    lines: tuple[WagerSettlement, ...]
    stakes: str
    pays: int
    takes: int
    gives_back: int

    @property
    def net(self) -> int:
        return self.pays - self.takes


def boxes_settled(view: View) -> list[Settled]:
    """The boxes with wagers: settled ones in their order, then those that are to come, then those that gave up."""
    seats = sorted({row.seat for row in view.felt.wagers}, reverse=True)
    now = _just_settled(view)
    boxes = [_box(view, seat, is_now=seat == now) for seat in seats]
    return sorted(boxes, key=lambda box: (DONE, NOW, COMING, GIVEN_UP).index(box.standing))


def _just_settled(view: View) -> int | None:
    """The box whose hand was turned up last: the dealer works from the right, so the one furthest left."""
    return min((box.seat for box in view.felt.places if box.standing == "settled"), default=None)


def _box(view: View, seat: int, *, is_now: bool) -> Settled:
    rows = [row for row in view.felt.wagers if row.seat == seat]
    lines = tuple(_line(row) for row in rows if row.result is not None)
    is_open = len(lines) < len(rows)
    return Settled(
        seat=seat,
        players=tuple(dict.fromkeys(row.player for row in rows)),
        words=_words(view, seat),
        standing=NOW if is_now else COMING if is_open else GIVEN_UP if _has_given_up(view, seat) else DONE,
        lines=lines,
        stakes=", ".join(f"{wager_words(row.wager).lower()} {round_money(row.stake)}" for row in rows),
        pays=sum(line.amount for line in lines if line.action == "pay"),
        takes=sum(line.amount for line in lines if line.action == "take"),
        gives_back=sum(line.amount for line in lines if line.action == "give back"),
    )


def _has_given_up(view: View, seat: int) -> bool:
    gone = ("folded", "conceded")
    return any(box.seat == seat and box.standing in gone for box in view.felt.places)


def _line(row: WagerView) -> WagerSettlement:
    net, result = row.net or 0, row.result or ""
    if row.wager in _NOT_OF_FLOAT and net:
        action = "jackpot pays" if net > 0 else "in the pool"
    else:
        action = "pay" if net > 0 else "take" if net < 0 else "push" if result == "push" else "give back"
    amount = abs(net) or row.stake
    hand = f" {row.hand}" if (row.hand or 1) > 1 else ""
    said = wager_words(row.wager) + hand
    return WagerSettlement(said, row.player, row.stake, action, amount, result, row.clause or "", row.why or "")


def _words(view: View, seat: int) -> str:
    """The hand in words once it lies open, before that how it stands."""
    box = next((each for each in view.felt.places if each.seat == seat), None)
    if box is None:
        return ""
    if is_void(row for row in view.felt.wagers if row.seat == seat):
        return "void"
    totals = " · ".join(_total(hand) for hand in box.hands if hand.total)
    return totals or hand_words(view, box.cards or ()) or _STANDINGS.get(box.standing, "")


def is_void(rows: Iterable[WagerView]) -> bool:
    """Whether nothing of these wagers counts."""
    results = [row.result for row in rows]
    return bool(results) and all(result in ("void", "returned") for result in results)


def _total(hand: HandView) -> str:
    standing = "" if hand.standing in ("open", "stood") else f", {hand.standing}"
    return f"{hand.total}{standing}"


def in_chips(cents: int) -> str:
    """`4 × $25`, the largest chips first; what no chip is small enough for is left to the written amount."""
    found = []
    for worth, _ in CASH:
        count, cents = divmod(cents, worth)
        if count:
            found.append(f"{count} × {round_money(worth)}")
    return ", ".join(found)


class Floats(NamedTuple):
    """The chips of the house at a table before the round, and what lies on the felt now."""

    before: int
    felt: int


def floats_of(record: TableRecord, view: View) -> Floats | None:
    """None where there is no float: in practice, and where players play against each other."""
    if record.is_practice or record.kit.card_room is not None:
        return None
    rows: list[WagerView] = view.felt.wagers
    return Floats(books.balance(float_of(record.id)) + _from_float(rows), _open_stakes(rows))


def _from_float(rows: Iterable[WagerView]) -> int:
    """Return the amount that the wagers decided so far have taken out of the float."""
    return sum(row.net or 0 for row in rows if row.wager not in _NOT_OF_FLOAT)


def _open_stakes(rows: Iterable[WagerView]) -> int:
    return sum(row.stake for row in rows if row.result is None)


class Award(NamedTuple):
    """The share of one seat in a pot of hold'em."""

    seat: int
    words: str
    amount: int
    clause: str


def awards_of(view: View) -> list[Award]:
    """The pots of a hand that is over, pot by pot."""
    done = view.felt.settlement
    if done is None:
        return []
    hands = {hand.seat: hand.words for hand in done.hands}
    pots = ("Main pot", *(f"Side pot {number}" for number in range(1, len(done.pots))))
    told = [
        Award(each.seat, f"{pots[each.pot]}: {hands.get(each.seat, 'uncontested')}", each.amount, each.clause)
        for each in done.awards
    ]
    back = [Award(seat, "Uncalled, goes back", cents, "") for seat, cents in done.returned.items() if cents]
    return [*back, *told]
