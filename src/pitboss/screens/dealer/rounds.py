"""The steps of a round in the order of the rules, and how far a table has come with them."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from pitboss.floor.tables.record import TableRecord
from pitboss.games.play import Stage

DONE, NOW, COMING = "done", "now", "coming"


class Step(NamedTuple):
    """A step on the dealer's list, with its number in the game's document, done, now or still to come."""

    title: str
    number: str
    standing: str = COMING


_ULTIMATE = (
    Step("Wagers", "4.2"),
    Step("Shuffle", "6.1(a)"),
    Step("“No more bets”, deal", "7.1"),
    Step("Before the flop", "8.1"),
    Step("Flop", "8.2"),
    Step("After the flop", "8.3"),
    Step("Turn and river", "8.4"),
    Step("On the river", "8.5"),
    Step("Dealer declares", "8.8"),
    Step("Last call to concede", "9.1"),
    Step("Settle from the right", "9.3"),
    Step("Round over", "D-Round of Play"),
)
_CANBERRA = (
    Step("Wagers", "4.1"),
    Step("Shuffle", "5.1"),
    Step("Deal", "6.1"),
    Step("“Bet or fold”", "7.1"),
    Step("Dealer's hand", "9.1"),
    Step("Settle from the right", "9.4"),
    Step("Jackpot", "9.8"),
    Step("Round over", "D-Round of Play"),
)
_PONTOON = (
    Step("Wagers", "4.1"),
    Step("Initial deal", "6.2"),
    Step("Perfect Pairs", "18.13"),
    Step("Pay the Pontoons", "8.1"),
    Step("Insurance, surrender", "9.1"),
    Step("Players draw", "10.1"),
    Step("Dealer draws", "13.1"),
    Step("Settle from the right", "14.1"),
    Step("Round over", "D-Round of play"),
)
_HOLDEM = (
    Step("Blinds", "8.5"),
    Step("Shuffle and cut", "7.1"),
    Step("Two cards each", "9.2"),
    Step("Before the flop", "10.1"),
    Step("Flop", "9.4"),
    Step("Turn", "9.4"),
    Step("River", "9.4"),
    Step("Showdown", "13.1"),
    Step("Hand over", "13.1[s3]"),
)
# The place of the deal in each of them.
_DEAL = {"ultimate": 2, "canberra": 2, "pontoon": 1, "holdem": 2}
_ORDER: Mapping[str, tuple[Step, ...]] = {
    "ultimate": _ULTIMATE,
    "canberra": _CANBERRA,
    "pontoon": _PONTOON,
    "holdem": _HOLDEM,
}


def steps_of(record: TableRecord, view: Mapping[str, Any], *, is_closed: bool = False) -> list[Step]:
    """The list with its ticks; between rounds the steps of the last one are all done, and none before the first.

    With the betting closed the deal is the step, although its first card is still to come.
    """
    order, stage = _ORDER[record.game], record.state.felt.stage
    if stage is Stage.IDLE:
        return list(order)
    if stage is Stage.OVER and view["result"] != "settled":
        return [*order[:-1], order[-1]._replace(title=f"Round {view['result']}", standing=DONE)]
    reached = len(order) if stage is Stage.OVER else _REACHED[record.game](record, view)
    if is_closed and stage is Stage.BETTING:
        reached = _DEAL[record.game]
    return [
        step._replace(standing=DONE if place < reached else NOW if place == reached else COMING)
        for place, step in enumerate(order)
    ]


def _before_play(record: TableRecord, *, shuffles: bool) -> int | None:
    """Where the wagers, the shuffle and the deal have got to; None once all cards are out."""
    felt = record.state.felt
    if felt.stage is Stage.BETTING:
        return 1 if shuffles and not felt.shuffled and felt.wagers else 0
    return 1 + shuffles if felt.stage is Stage.DEALING else None


def _ultimate(record: TableRecord, view: Mapping[str, Any]) -> int:
    before = _before_play(record, shuffles=True)
    if before is not None:
        return before
    awaited = bool(record.rules.due(record.state))
    phase = {"before_flop": 3, "after_flop": 5, "river": 7, "declared": 9, "settling": 10}[view["phase"]]
    return phase if awaited or phase > 7 else phase + 1


def _canberra(record: TableRecord, view: Mapping[str, Any]) -> int:
    before = _before_play(record, shuffles=True)
    if before is not None:
        return before
    step = record.rules.routine(record.state)
    by_step = {"call_bet_or_fold": 3, "reveal": 4, "settle": 5, "declare_jackpot": 6, "collect": 7}
    return by_step.get(step.do, 3) if step else 3


def _pontoon(record: TableRecord, view: Mapping[str, Any]) -> int:
    before = _before_play(record, shuffles=False)
    if before is not None:
        return before
    step = record.rules.routine(record.state)
    if step is not None and step.do in ("settle", "collect"):
        return 7 if step.do == "settle" else 8
    draws = 6 if step is not None and step.to is None else 5
    phases = {"perfect_pairs": 2, "interim": 3, "surrender": 4, "subsequent_deal": draws, "dealer": 6}
    return phases[view["phase"]]


def _holdem(record: TableRecord, view: Mapping[str, Any]) -> int:
    felt = record.state.felt
    if felt.stage is Stage.BETTING:
        return 2 if felt.shuffled else 1
    if felt.stage is Stage.DEALING:
        return 2
    step = record.rules.routine(record.state)
    street = {"hole": 3, "flop": 4, "turn": 5, "river": 6}[view["street"]]
    return 7 if step is not None and step.do == "settle" else street + bool(step)


_REACHED: Mapping[str, Callable[[TableRecord, Mapping[str, Any]], int]] = {
    "ultimate": _ultimate,
    "canberra": _canberra,
    "pontoon": _pontoon,
    "holdem": _holdem,
}
