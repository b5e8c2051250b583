"""The panel beside a practice table: the value of each choice, and the player's score."""

from fractions import Fraction
from typing import Any, NamedTuple

from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.roles import Actor
from pitboss.floor.tables.record import TableRecord
from pitboss.games.house.felt import wager_at
from pitboss.games.play import State
from pitboss.odds.par.figures import fraction, percent
from pitboss.screens.common.computing.worker import NotComputed, Worker
from pitboss.screens.common.formatting import money
from pitboss.screens.maths import worth
from pitboss.screens.maths.score import Score, score_of
from pitboss.screens.maths.worth import Option

_WORDS = {"hit": "Draw", "claim_jackpot": "Declare the jackpot hand", "rescue": "Take the double back"}
_PASSED = "Go on without it"


class ChoiceLine(NamedTuple):
    """A choice in words, what it is worth in cents and exactly in dollars, and whether nothing is worth more."""

    words: str
    cents: int
    exactly: str
    clause: str
    is_best: bool


class DecisionPlace(NamedTuple):
    """A place of the player where something can be decided; no lines while that is being computed."""

    seat: int
    lines: tuple[ChoiceLine, ...] = ()
    fault: str = ""


class Pot(NamedTuple):
    """A hand of hold'em; no share while that is being computed."""

    odds: worth.PotOdds
    needed: str
    share: str = ""
    error: str = ""
    fault: str = ""


class Shown(NamedTuple):
    """All of it. `is_waiting` while something is being computed that was asked for here."""

    places: tuple[DecisionPlace, ...]
    pot: Pot | None
    score: Score | None
    is_waiting: bool


def panel_of(worker: Worker, floor: Floor, record: TableRecord, actor: Actor, patience: float) -> Shown:
    """Return the panel with what is known by now, or a moment later."""
    decisions = worth.decisions(worker, record, actor)
    places = [_place(record, decision, patience) for decision in decisions]
    odds = worth.pot_odds(worker, record, actor)
    pot = None if odds is None else _pot(odds, patience)
    score = score_of(worker, floor, record.id, actor)
    is_waiting = (
        any(not decision.answer.is_there for decision in decisions)
        or (odds is not None and not odds.answer.is_there)
        or bool(score and score.to_come)
    )
    with_something = (place for place in places if place is not None)
    return Shown(tuple(with_something), pot, score, is_waiting)


def _place(record: TableRecord, decision: worth.Decision, patience: float) -> DecisionPlace | None:
    """None where there is nothing to decide after all."""
    try:
        found = decision.answer.wait(patience)
    except NotComputed as broken:
        return DecisionPlace(decision.seat, fault=str(broken))
    if found is None:
        return DecisionPlace(decision.seat)
    options = worth.options(found)
    if not options:
        return None
    best = worth.best(options)
    several = len({option.hand for option in options}) > 1
    lines = (
        ChoiceLine(
            option_words(record.state, decision.seat, option, several=several),
            round(option.value),
            fraction(option.value / 100),
            option.clause,
            option.value == best,
        )
        for option in options
    )
    return DecisionPlace(decision.seat, tuple(lines))


def option_words(state: State[Any], seat: int, option: Option, *, several: bool = False) -> str:
    """A choice as a player reads it."""
    if option.do == worth.PASS:
        return _PASSED
    words = _WORDS.get(option.do, option.do.replace("_", " ").capitalize())
    ante = wager_at(state.felt.wagers, seat, "ante")
    if option.do == "play" and option.amount and ante is not None:
        words = f"{words} {option.amount // ante.stake}×"
    amount = "" if option.amount is None else f" {money(option.amount)}"
    return f"{words}{f' hand {option.hand}' if several else ''}{amount}"


def _pot(odds: worth.PotOdds, patience: float) -> Pot:
    needed = percent(odds.share_needed, 1) if odds.call else ""
    try:
        found = odds.answer.wait(patience)
    except NotComputed as broken:
        return Pot(odds, needed, fault=str(broken))
    if found is None:
        return Pot(odds, needed)
    return Pot(odds, needed, percent(found.part, 1), percent(Fraction(found.error), 2) if found.error else "")
