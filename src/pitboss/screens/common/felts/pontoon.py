"""The felt of Pontoon: boxes on an arc, each with the wagers of up to three players and the hands of its splits."""

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

from pitboss.floor.reading.table_view import TableView
from pitboss.games.play import Choice, Settings
from pitboss.games.pontoon.hands import BEST, Row
from pitboss.games.pontoon.layout import (
    CLAUSES,
    INSURANCE,
    MAIN,
    PAIR_WINS,
    PERFECT_PAIRS,
    SUPER_BONUS,
    PontoonSettings,
)
from pitboss.games.pontoon.view import PontoonBox, PontoonView, TurnView
from pitboss.games.views import WagerView
from pitboss.screens.common.felts import ChipSpot, Felt
from pitboss.screens.common.felts.buttons import Words
from pitboss.screens.common.felts.common import (
    VOID,
    Badge,
    Notice,
    PayRow,
    badge_of,
    is_void,
    net_of,
    notices_of,
    tone_of,
    wagers_at,
)
from pitboss.screens.common.formatting import money, round_money
from pitboss.screens.common.pages import Context

View = TableView[PontoonView]
TITLES = {MAIN: "Wager", PERFECT_PAIRS: "Pairs", INSURANCE: "Insured", SUPER_BONUS: "Super Bonus"}
SPOTS = (ChipSpot(MAIN, "Wager"), ChipSpot(PERFECT_PAIRS, "Perfect Pairs"))
_STANDINGS = {"stood": "stands", "paid": "paid", "bust": "bust", "surrendered": "surrendered", "void": "void"}
# Wins whose clause is not that of a row of Table 1, with the row that paid them.
_PAID_BY = {"PON 8.1": Row.PONTOON, "PON 14.1(a)": Row.OTHER, "PON 14.1(b)": Row.OTHER, "PON 14.1(d)": Row.OTHER}
# The rows of Table 1 as there is room for them.
_ROWS = {
    Row.SEVEN_OR_MORE: "21 in seven or more",
    Row.MIXED_678: "6-7-8 mixed",
    Row.SUITED_678: "6-7-8 one suit",
    Row.SPADES_678: "6-7-8 spades",
    Row.MIXED_777: "7-7-7 mixed",
    Row.SUITED_777: "7-7-7 one suit",
    Row.SPADES_777: "7-7-7 spades",
    Row.OTHER: "Any other win",
}
# PON 10.1: drawing is a matter of turns from here on.
_DRAWING = "subsequent_deal"


class Stakes(NamedTuple):
    """What one player has on a box, and what came of it."""

    player: str
    is_me: bool
    stake: int
    pairs: int
    net: int | None
    tone: str


class HandDrawn(NamedTuple):
    cards: list[str]
    total: str | None
    is_turn: bool
    words: str
    bonus: bool
    badge: Badge | None


class BoxDrawn(NamedTuple):
    """A box on the arc; `lift` is how far it lies from the lowest."""

    seat: int
    player: str | None
    sits: str | None
    is_own: bool
    is_open: bool
    is_due: bool
    is_void: bool
    players: list[Stakes]
    hands: list[HandDrawn]
    net: int | None
    tone: str
    stake: int
    told: list[tuple[str, Badge | None, int]]
    marker: int | None
    may_bet: bool
    is_shown: bool = False
    lift: float = 0


def _box_at(view: View, seat: int | None) -> PontoonBox | None:
    return next((box for box in view.felt.boxes if box.seat == seat), None)


def _own_wager(view: View, choice: Choice, player: str) -> int:
    """Return the wager of the player on the hand of a choice."""
    mine = choice.seat, player, MAIN, choice.hand
    rows = (row for row in view.felt.wagers if (row.seat, row.player, row.wager, row.hand) == mine)
    return sum(row.at_risk for row in rows)


def _stays(view: View, choice: Choice, player: str) -> str:
    box = _box_at(view, choice.seat)
    return f"stays at {box.hands[choice.hand - 1].total}" if box else ""


def _half_lost(view: View, choice: Choice, player: str) -> str:
    return f"gives up {money(_own_wager(view, choice, player) // 2)}, half the wager"


def _insurance_words(view: View, choice: Choice, player: str) -> str:
    return f"against the dealer's Pontoon, up to {money(choice.most or 0)}"


def _double_words(view: View, choice: Choice, player: str) -> str:
    return f"one card and no more, up to {money(choice.most or 0)}"


WORDS: Mapping[str, Words] = {
    "hit": Words("Draw", "H", "one more card"),
    "stand": Words("Stand", "S", _stays),
    "double": Words("Double", "D", _double_words, at_once=True, field="amounts"),
    "split": Words("Split", "P", "as much on a second hand"),
    "surrender": Words("Surrender", "U", _half_lost),
    "insure": Words("Insure", "I", _insurance_words, at_once=True),
    "forfeit": Words("Withdraw the double", "W", "gives up the first wager, the rest comes back"),
}


def draw_felt(view: View, settings: Settings, player: str) -> Context:
    """Everything on the felt, as the player with this name sees it; without a name, as everybody does."""
    assert isinstance(settings, PontoonSettings)
    boxes = [_box(view, settings, seat, player) for seat in range(settings.boxes, 0, -1)]
    shown = {box.seat for box in boxes if box.is_own} or {_shown_first(boxes)}
    middle = (len(boxes) - 1) / 2
    lifts = [round((abs(place - middle) / middle) ** 2, 2) if middle else 0 for place in range(len(boxes))]
    boxes = [box._replace(is_shown=box.seat in shown, lift=lift) for box, lift in zip(boxes, lifts, strict=True)]
    return {
        "boxes": boxes,
        "back": "blue",
        "dealer_words": _dealer_words(view),
        "pays": _pays(view, settings, player),
        "insurance_pays": str(settings.insurance_pays),
        "is_insurance_open": any(choice.do == "insure" for choice in view.choices),
        "bet_seats": [box.seat for box in sorted(boxes, key=partial(_own_first, player)) if box.may_bet],
        "notices": [*notices_of(view, player, CLAUSES, TITLES), *_last_rounds(view)],
    }


def _own_first(player: str, box: BoxDrawn) -> tuple[bool, bool, int]:
    """Where somebody sits comes before the boxes that they have only wagered on."""
    return box.sits != player, not box.is_own, box.seat


def _shown_first(boxes: list[BoxDrawn]) -> int:
    """The box that is drawn in full where there is room for one, for somebody who has none: the one that plays."""
    due = next((box.seat for box in boxes if box.is_due), None)
    taken = next((box.seat for box in boxes if not box.is_open), None)
    return due or taken or boxes[len(boxes) // 2].seat


def _last_rounds(view: View) -> list[Notice]:
    left = view.felt.last_rounds
    if left is None:
        return []
    told = {0: "This was the last round.", 1: "One more round is played."}.get(left, f"{left} more rounds are played.")
    return [Notice(told, "PON 5.5 note")]


def _dealer_words(view: View) -> str:
    if view.felt.dealer_total is None:
        return ""
    if view.felt.dealer_pontoon:
        return "Pontoon"
    total = view.felt.dealer_total
    return f"{total}, bust" if int(total.split()[-1]) > BEST else str(total)


def _box(view: View, settings: PontoonSettings, seat: int, player: str) -> BoxDrawn:
    rows, box, sits = wagers_at(view, seat), _box_at(view, seat), view.seated.get(str(seat))
    names = list(dict.fromkeys([*(box.players if box else ()), *(row.player for row in rows)]))
    players = [_stakes(rows, name, player) for name in names]
    hands = [_hand(view, box, number, player) for number in range(1, len(box.hands) + 1)] if box else []
    net = net_of([row for row in rows if row.player == player] or rows)
    is_own = seat in view.your_seats
    return BoxDrawn(
        seat=seat,
        player=(box.player if box else None) or sits or (names[0] if names else None),
        sits=sits,
        is_own=is_own,
        is_open=not names and sits is None,
        is_due=any(hand.is_turn for hand in hands),
        is_void=bool(rows) and is_void(view, rows),
        players=players,
        hands=hands,
        net=net,
        tone=VOID if is_void(view, rows) else tone_of(net or 0),
        stake=sum(row.stake for row in rows),
        told=_own_wagers(rows, player) if is_own else [],
        marker=view.felt.sign.markers.get(seat),
        may_bet=_may_bet(view, settings, seat, player, len(names)),
    )


def _may_bet(view: View, settings: PontoonSettings, seat: int, player: str, there: int) -> bool:
    """PON 4.4[s1], PON 4.5[s1]: on so many boxes, one's own or somebody else's, as long as there is room."""
    if not player or view.felt.stage not in ("idle", "betting", "over"):
        return False
    if view.felt.stage != "betting":
        # The next wager begins a new round.
        return True
    mine = {row.seat for row in view.felt.wagers if row.player == player}
    return seat in mine or (len(mine) < settings.boxes_per_player and there < settings.wagers_per_box)


def _stakes(rows: list[WagerView], name: str, player: str) -> Stakes:
    mine = [row for row in rows if row.player == name]
    main, pairs = ([row for row in mine if row.wager == kind] for kind in (MAIN, PERFECT_PAIRS))
    net = net_of(mine)
    return Stakes(
        player=name,
        is_me=name == player,
        stake=sum(row.stake for row in main),
        pairs=sum(row.stake for row in pairs),
        net=net,
        tone=VOID if {row.result for row in mine} == {VOID} else tone_of(net or 0),
    )


def _hand(view: View, box: PontoonBox, number: int, player: str) -> HandDrawn:
    hand, turn = box.hands[number - 1], view.felt.turn
    plays = view.felt.stage == "playing" and view.felt.phase == _DRAWING and turn is not None
    is_turn = plays and turn == TurnView(box.seat, number)
    whose = player if player in box.players else box.player
    rows = (row for row in wagers_at(view, box.seat) if row.wager == MAIN and row.hand == number)
    row = next((row for row in rows if row.player == whose), None)
    words = "to act" if is_turn else _STANDINGS.get(hand.standing, "waits" if plays else "")
    if row and row.result is not None and words in ("stands", "paid"):
        # The result says as much.
        words = ""
    return HandDrawn(
        cards=hand.cards or [],
        total=hand.total,
        is_turn=is_turn,
        words=" · ".join(filter(None, ["doubled" if hand.doubled else "", words])),
        bonus=hand.super_bonus,
        badge=badge_of(row),
    )


def _own_wagers(rows: list[WagerView], player: str) -> list[tuple[str, Badge | None, int]]:
    """One's own wagers beside the hands: Perfect Pairs, insurance, the Super Bonus."""
    mine = [row for row in rows if row.player == player and row.wager != MAIN]
    return [(TITLES[row.wager], badge_of(row), row.stake) for row in mine]


class PontoonPays(NamedTuple):
    """What the felt says that is paid: Table 1 in two halves, Perfect Pairs, insurance and the Super Bonus."""

    table_1: tuple[tuple[PayRow, ...], tuple[PayRow, ...]]
    pairs: tuple[PayRow, ...]
    extra: tuple[PayRow, ...]
    bonus: tuple[PayRow, ...]
    is_bonus_won: bool


def _pays(view: View, settings: PontoonSettings, player: str) -> PontoonPays:
    """All pay tables; what has paid the player is marked."""
    won = [row for row in view.felt.wagers if row.player == player and row.result == "win"]
    clauses = {row.clause for row in won}
    kinds = {row.wager for row in won}
    by_clause = {odds.clause: row for row, odds in settings.table_1.items()} | _PAID_BY
    paid = {by_clause.get(clause or "") for clause in clauses}
    table_1 = tuple(PayRow(_ROWS.get(row, row.value), str(odds), row in paid) for row, odds in settings.table_1.items())
    pairs = tuple(
        PayRow(pair.value.capitalize(), str(odds), PAIR_WINS[pair] in clauses)
        for pair, odds in reversed(list(settings.pairs_pay.items()))
    )
    bonus = settings.super_bonus
    half = (len(table_1) + 1) // 2
    return PontoonPays(
        table_1=(table_1[:half], table_1[half:]),
        pairs=pairs if settings.perfect_pairs else (),
        extra=(
            PayRow("Insurance", str(settings.insurance_pays), INSURANCE in kinds),
            PayRow("Doubled hand", "1 to 1"),
        ),
        bonus=(
            PayRow(f"under {round_money(bonus.threshold)}", round_money(bonus.below)),
            PayRow(f"{round_money(bonus.threshold)} or more", round_money(bonus.from_threshold)),
            PayRow("all others", round_money(bonus.others)),
        ),
        is_bonus_won=SUPER_BONUS in kinds,
    )


FELT = Felt(name="pontoon", words=WORDS, spots=SPOTS, drawn=draw_felt)
