"""Shared parts of the house games' felts: hands in words, pay tables, results, boxes, notices."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pitboss.cards.card import CardError, card, face
from pitboss.cards.hand import Hand
from pitboss.cards.order import Category
from pitboss.cards.ranking import Ranking
from pitboss.floor.reading.table_view import TableView
from pitboss.games.pays import PayTable
from pitboss.games.play import CommonClauses, HouseSettings
from pitboss.games.views import HIDDEN, HouseView, PlaceView, WagerView
from pitboss.screens.common.formatting import round_money, signed_money

# A table of a game against the house.
View = TableView[HouseView]
VOID = "void"
_WITHOUT_MONEY = {"returned": "goes back"}
_BACKS = ("oxblood", "blue")
# So many boxes fit under a pay table; where so many are taken, they are drawn smaller.
_MOST_AT_A_SIDE = 4
_SIZES = {3: "crowded", 4: "crowded packed"}


class PayRow(NamedTuple):
    hand: str
    pays: str
    is_paid: bool = False


class Pays(NamedTuple):
    """A pay table on the felt."""

    title: str
    rows: tuple[PayRow, ...]
    note: str
    clause: str


class Badge(NamedTuple):
    """The result of one or several wagers: its colour, its words, and its clause."""

    tone: str
    words: str
    clause: str = ""


class Notice(NamedTuple):
    """Something that must be known now."""

    words: str
    clause: str = ""


# Hands and cards.


def best_five(ranking: Ranking, faces: Sequence[str]) -> Hand | None:
    """The best hand of cards that all lie open; None where one does not, or they make no hand."""
    if HIDDEN in faces or not 5 <= len(faces) <= 7:
        return None
    try:
        return ranking.hand([card(each) for each in faces])
    except CardError:
        # A card that has come out twice at a live table is a supervisor's matter.
        return None


def five_of(hand: Hand | None) -> list[str]:
    return [face(each) for each in hand.cards] if hand else []


def in_short(hand: Hand | None) -> str:
    """A hand without its side cards, as there is room for on the felt: `one pair, kings`, `flush, ace high`."""
    return re.split(", (?:with|then) ", hand.name)[0] if hand else ""


def is_shown(view: View, box: PlaceView | None) -> bool:
    """Whether a hand is named: when it is settled, and not to somebody who still decides (UTH 15.6(a), CAN 16.6(a))."""
    return box is not None and (box.standing == "settled" or view.felt.stage == "over")


def back_of(view: TableView[Any]) -> str:
    """The backs of this round: the two decks of an automated shoe take turns and differ (UTH 6.2(b), CAN 12.2)."""
    return _BACKS[0] if view.felt.deck is not None and view.felt.deck == view.felt.decks[0] else _BACKS[1]


# Wagers and what came of them.


def pay_rows(table: PayTable, paid: Category | None = None) -> tuple[PayRow, ...]:
    """A pay table from the best hand down; the row that has paid is marked."""
    return tuple(
        PayRow(category_words(category), str(odds), category == paid)
        for category, odds in sorted(table.items(), reverse=True)
    )


def category_words(category: int) -> str:
    return Category(category).name.replace("_", " ").capitalize()


def wagers_at(view: View, seat: int | None) -> list[WagerView]:
    return [row for row in view.felt.wagers if row.seat == seat]


def wager_on(view: View, seat: int | None, kind: str) -> WagerView | None:
    """The wager on a spot that takes one."""
    return next((row for row in wagers_at(view, seat) if row.wager == kind), None)


def net_of(rows: Iterable[WagerView]) -> int | None:
    """Return the net of wagers; None while one is undecided."""
    nets = [row.net for row in rows]
    return None if not nets or None in nets else sum(net for net in nets if net is not None)


def tone_of(net: int) -> str:
    """The colour of an amount."""
    return "win" if net > 0 else "lose" if net < 0 else "push"


def badge_of(row: WagerView | None) -> Badge | None:
    """The result of one wager, once it has one."""
    if row is None or row.result is None:
        return None
    result, net = row.result, row.net
    tone = result if result in ("win", "lose", "push") else VOID
    return Badge(tone, signed_money(net) if net else _WITHOUT_MONEY.get(result, result), row.clause or "")


def is_void(view: View, rows: Iterable[WagerView] = ()) -> bool:
    """Whether a round, or all wagers of a box, have been made void."""
    results = [row.result for row in rows]
    return view.felt.result == VOID or (bool(results) and set(results) == {VOID})


# What must be told.


def notices_of(view: View, player: str, clauses: CommonClauses, spots: Mapping[str, str]) -> Iterator[Notice]:
    """Yield the notices for everybody and the advice for this player; `spots` are the titles of wagers."""
    if view.disabled:
        yield Notice(f"The table is stopped: {view.disabled}", clauses.closure)
    elif not view.open:
        yield Notice("The table is closed.", clauses.closure)
    if view.felt.result == VOID:
        yield Notice("The round is void: all stakes go back.", view.felt.clause or "")
    for row in view.felt.advised:
        if row.player == player:
            told = "A wager of yours was below the minimum. It counts this once; the next one goes back."
            yield Notice(told, clauses.below_minimum)
    coming = view.felt.sign.coming_limits
    if coming:
        limits = ", ".join(
            f"{spots.get(kind, kind).lower()} {round_money(limit.min)}–{round_money(limit.max)}"
            for kind, limit in coming.items()
        )
        yield Notice(f"From the next round: {limits}.", clauses.limits)


# The boxes of a poker table.


def own_seat_of(view: View) -> int | None:
    """Of somebody's boxes the one that decides, else one with a wager; where nothing goes on, the first."""
    played = {row.seat for row in view.felt.wagers}
    own = view.your_seats
    return min(own, key=lambda seat: (seat not in seats_due(view), seat not in played, own.index(seat)), default=None)


def box_at(view: View, seat: int | None) -> PlaceView | None:
    return next((box for box in view.felt.places if box.seat == seat), None)


def seats_due(view: View) -> set[int]:
    """Whose decision is awaited, as far as can be seen: the clock tells, or one's own choices."""
    timed = {int(seat) for seat in view.clock.decisions_end}
    return timed | {choice.seat for choice in view.choices if choice.do == "fold" and choice.seat is not None}


class PokerBox(NamedTuple):
    """A box of a poker table: who is there, their cards as far as they are seen, and how the wagers stand."""

    seat: int
    player: str | None
    is_own: bool
    is_open: bool
    is_due: bool
    is_void: bool
    cards: list[str]
    standing: str
    is_out: bool
    stake: int
    wagers: list[tuple[str, str, Badge | None]]
    net: int | None
    tone: str
    rows: list[tuple[str, Badge]]
    marker: int | None


class Others(NamedTuple):
    """The boxes of a layout as a player sees them who faces the dealer: box 1 at the right, the own one between.

    At each side the box nearest the dealer comes first. `size` is how they are drawn.
    """

    left: list[PokerBox]
    right: list[PokerBox]
    all: list[PokerBox]
    size: str


def others_of(boxes: Iterable[PokerBox], settings: HouseSettings, own: int | None) -> Others:
    """Every box but the own one at its side; where one side is full, the nearest go to the other."""
    found = sorted(boxes, key=lambda box: -box.seat)
    middle = own if own is not None else settings.boxes // 2 + 1
    left = [box for box in found if box.seat >= middle and box.seat != own]
    right = [box for box in reversed(found) if box.seat < middle]
    while len(left) > _MOST_AT_A_SIDE and len(left) > len(right):
        right.append(left.pop())
    while len(right) > _MOST_AT_A_SIDE and len(right) > len(left):
        left.append(right.pop())
    taken = max(sum(not box.is_open for box in side) for side in (left, right))
    return Others(left, right, found, _SIZES.get(taken, ""))


def poker_box(view: View, seat: int, titles: Mapping[str, str], standings: Mapping[str, str]) -> PokerBox:
    box, rows = box_at(view, seat), wagers_at(view, seat)
    player = box.player if box else rows[0].player if rows else view.seated.get(str(seat))
    standing, net = box.standing if box else "", net_of(rows)
    return PokerBox(
        seat=seat,
        player=player,
        is_own=seat in view.your_seats,
        is_open=player is None,
        is_due=seat in seats_due(view),
        is_void=bool(rows) and is_void(view, rows),
        cards=(box and box.cards) or [],
        standing=standings.get(standing, ""),
        is_out=standing in ("folded", "conceded"),
        stake=sum(row.stake for row in rows),
        wagers=[(titles.get(row.wager, row.wager), round_money(row.stake), badge_of(row)) for row in rows],
        net=net,
        tone=VOID if is_void(view, rows) else tone_of(net or 0),
        rows=[(titles.get(row.wager, row.wager), _in_short(row)) for row in rows if row.result is not None],
        marker=view.felt.sign.markers.get(seat),
    )


def _in_short(row: WagerView) -> Badge:
    """A result in a narrow box: `+80`, `−10`, `push`."""
    badge = badge_of(row)
    assert badge is not None
    return badge._replace(words=badge.words.replace("$", "").removesuffix(".00"))


def pot_name(number: int, pots: int) -> str:
    """The main pot, the side pot, or where there are several the first, second and third of them."""
    if number == 0:
        return "Main pot"
    return "Side pot" if pots == 2 else f"Side pot {number}"
