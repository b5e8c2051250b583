"""Everything that was done at the desk, undone and done again: the state follows from it, and nothing is forgotten.

Section 6 of the requirements: the director can undo anything, and the log keeps both.
"""

from collections.abc import Iterable
from typing import NamedTuple

from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.event import story
from pitboss.tournaments.event.contract import Command, Event, Events, Role, name_of
from pitboss.tournaments.event.engine import act, apply
from pitboss.tournaments.event.state import Moment, Tournament

DONE, UNDONE, REDONE = "done", "undone", "redone"
# A state is kept every so many steps; those between are computed again when something is undone.
KEPT_EVERY = 32
_MICROSECONDS = 1_000_000


class Step(NamedTuple):
    """A command that was given, and what followed from it, in events and told in sentences.

    Its number is that of the line of the log that tells of it first.
    """

    number: int
    do: str
    at: Moment
    by: Role
    who: str
    events: Events
    told: tuple[story.StoryLine, ...] = ()


class Line(NamedTuple):
    """A line of the log: a step that was done, undone or done again, when and by whom."""

    how: str
    at: Moment
    who: str
    step: Step


class Run(NamedTuple):
    """Steps that were taken one after the other, and the state they began with."""

    began: Tournament
    steps: tuple[Step, ...] = ()


class Record(NamedTuple):
    """A tournament with its log.

    `runs` are all steps that stand, and `undone` those that can be done again. Of the step that is `coming` so many
    events are still `awaited`.
    """

    id: str
    utc_offset: int
    state: Tournament
    runs: tuple[Run, ...]
    undone: tuple[Step, ...] = ()
    log: tuple[Line, ...] = ()
    awaited: int = 0
    coming: Step | None = None

    def moment(self, at: int) -> Moment:
        """A moment as the tournament counts it, from microseconds since 1970, UTC."""
        return at // _MICROSECONDS + self.utc_offset

    @property
    def last(self) -> Step | None:
        """The last step that stands."""
        return next((run.steps[-1] for run in reversed(self.runs) if run.steps), None)

    @property
    def steps(self) -> int:
        """How many steps stand."""
        return (len(self.runs) - 1) * KEPT_EVERY + len(self.runs[-1].steps)


def replay(began: Tournament, events: Iterable[Event]) -> Tournament:
    """The event after all of these, without asking a rule again."""
    state = began
    for event in events:
        state = apply(state, event)
    return state


def with_step(record: Record, step: Step) -> Record:
    """The log with a step whose events have happened; what was undone before cannot be redone after it."""
    line = Line(DONE, step.at, step.who, step)
    return with_standing(record, step)._replace(undone=(), log=(*record.log, line), coming=None)


def with_standing(record: Record, step: Step) -> Record:
    """One more step that stands."""
    run = record.runs[-1]
    run = run._replace(steps=(*run.steps, step))
    runs = (*record.runs[:-1], run)
    if len(run.steps) == KEPT_EVERY:
        runs = (*runs, Run(record.state))
    return record._replace(runs=runs)


def with_last_undone(record: Record, at: Moment, who: str) -> Record:
    """STAR 6.18: the last step is taken back; the log keeps it, and that it was taken back."""
    runs = record.runs if record.runs[-1].steps else record.runs[:-1]
    *before, run = runs
    *left, step = run.steps
    run = run._replace(steps=tuple(left))
    return record._replace(
        state=replay(run.began, (each for kept in left for each in kept.events)),
        runs=(*before, run),
        undone=(*record.undone, step),
        log=(*record.log, Line(UNDONE, at, who, step)),
    )


def with_last_redone(record: Record, at: Moment, who: str) -> Record:
    """What was undone last is done again."""
    step = record.undone[-1]
    record = record._replace(state=replay(record.state, step.events), undone=record.undone[:-1])
    return with_standing(record, step)._replace(log=(*record.log, Line(REDONE, at, who, step)))


class Desk:
    """A tournament one can run: `do` is the only way anything happens in it; `undo` and `redo` go back and forth."""

    def __init__(self, began: Tournament) -> None:
        self.record = Record("", 0, began, (Run(began),))

    @property
    def state(self) -> Tournament:
        return self.record.state

    @property
    def log(self) -> tuple[Line, ...]:
        return self.record.log

    def do(self, command: Command) -> Events | Refusal:
        """Gives a command; a refusal changes nothing. What was undone before cannot be redone after it."""
        done = act(self.state, command)
        if isinstance(done, Refusal):
            return done
        state, events = done
        step = Step(len(self.log) + 1, name_of(command), command.at, command.by, command.who, events)
        self.record = with_step(self.record._replace(state=state), step)
        return events

    def undo(self, at: Moment, who: str = "") -> Step | Refusal:
        """STAR 6.18: takes back the last step."""
        if self.record.last is None:
            return Refusal(self.state.clause("procedures"), "There is nothing to undo.")
        self.record = with_last_undone(self.record, at, who)
        return self.log[-1].step

    def redo(self, at: Moment, who: str = "") -> Step | Refusal:
        """Does again what was undone last."""
        if not self.record.undone:
            return Refusal(self.state.clause("procedures"), "There is nothing to do again.")
        self.record = with_last_redone(self.record, at, who)
        return self.log[-1].step
