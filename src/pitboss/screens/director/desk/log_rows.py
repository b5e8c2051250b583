"""The log beside the map: a row for every step, with the lines that tell of its undoing folded into it."""

from typing import NamedTuple

from pitboss.floor.tournament_record import Record, Step
from pitboss.floor.tournament_views import LINES_SHOWN
from pitboss.tournaments.h4h import ActionFinished, AllInCalled
from pitboss.tournaments.hands import HandPlayed, HandStarted, HandStopped
from pitboss.tournaments.log import UNDONE
from pitboss.tournaments.state import Moment


class Row(NamedTuple):
    """A step: when it was taken, what it told, and whether it stands. `line` is its number, by which it is undone."""

    line: int
    at: Moment
    who: str
    told: tuple[str, ...]
    clauses: tuple[str, ...]
    stands: bool
    undone_at: Moment | None
    undone_by: str
    may_redo: bool


def rows_of(record: Record) -> list[Row]:
    """The steps that the last lines of the log tell of, the last step first."""
    last: dict[int, tuple[Step, str, Moment, str]] = {}
    for line in record.log[-LINES_SHOWN:]:
        last[line.step.number] = line.step, line.how, line.at, line.who
    again = record.undone[-1].number if record.undone else None
    return [
        _row(step, how, at, who, may_redo=number == again)
        for number, (step, how, at, who) in sorted(last.items(), reverse=True)
    ]


def _row(step: Step, how: str, at: Moment, who: str, *, may_redo: bool) -> Row:
    told = [(line.text, line.clause) for line in step.told] or _plainly(step)
    is_undone = how == UNDONE
    return Row(
        step.number,
        step.at,
        step.who,
        tuple(text for text, _ in told),
        tuple(dict.fromkeys(clause for _, clause in told if clause)),
        not is_undone,
        at if is_undone else None,
        who if is_undone else "",
        may_redo,
    )


def _plainly(step: Step) -> list[tuple[str, str]]:
    """A step that the story of the event leaves out: one hand after the other at a table."""
    said = [(_HANDS[type(event)].format(event), event.clause) for event in step.events if type(event) in _HANDS]
    return said[-1:] or [(f"{step.do.replace('_', ' ').capitalize()}.", "")]


_HANDS = {
    HandStarted: "Hand {0.hand.number} is cut at table {0.table}.",
    HandPlayed: "Hand {0.number} is over at table {0.table}.",
    HandStopped: "The hand at table {0.table} does not count.",
    AllInCalled: "An all-in is called at table {0.table}: the cards stay face down.",
    ActionFinished: "The action is finished at table {0.table}.",
}
