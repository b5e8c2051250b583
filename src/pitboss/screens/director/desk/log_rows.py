"""The log beside the map: a row for every step, with the lines that tell of its undoing folded into it."""

from typing import NamedTuple

from pitboss.floor.reading.tournaments.papers import sentences_of
from pitboss.floor.reading.tournaments.views import LINES_SHOWN
from pitboss.tournaments.event.log import UNDONE, Record, Step
from pitboss.tournaments.event.state import Moment


class LogRow(NamedTuple):
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


def rows_of(record: Record) -> list[LogRow]:
    """The steps that the last lines of the log tell of, the last step first."""
    last: dict[int, tuple[Step, str, Moment, str]] = {}
    for line in record.log[-LINES_SHOWN:]:
        last[line.step.number] = line.step, line.how, line.at, line.who
    again = record.undone[-1].number if record.undone else None
    return [
        _row(step, how, at, who, may_redo=number == again)
        for number, (step, how, at, who) in sorted(last.items(), reverse=True)
    ]


def _row(step: Step, how: str, at: Moment, who: str, *, may_redo: bool) -> LogRow:
    told = sentences_of(step)
    is_undone = how == UNDONE
    return LogRow(
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
