"""A tournament as its stream: steps of the desk, undone and done again, folded to the record of `tournaments` itself.

A step is announced with the number of its events, and those follow it.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import dropwhile
from typing import Any, NamedTuple

from pitboss.floor.kernel import accounts
from pitboss.games.money import Move, moves
from pitboss.tournaments.entries import absence, penalties
from pitboss.tournaments.entries.absence import PresenceMarked
from pitboss.tournaments.entries.penalties import PenaltySet
from pitboss.tournaments.event import rulings, story
from pitboss.tournaments.event.conditions import Conditions
from pitboss.tournaments.event.contract import Event, Events, Role, name_of
from pitboss.tournaments.event.engine import apply as happened
from pitboss.tournaments.event.log import (
    UNDONE,
    Line,
    Record,
    Run,
    Step,
    replay,
    with_last_redone,
    with_last_undone,
    with_standing,
    with_step,
)
from pitboss.tournaments.event.state import Moment, Player, Tournament
from pitboss.tournaments.prizes.paying import MOVERS


def stream_of(tournament: str) -> str:
    """`tournament:saturday`."""
    return f"tournament:{tournament}"


class TournamentAdded(NamedTuple):
    """The house will hold a tournament; its conditions stand here whole, so that no file is needed to fold it.

    `utc_offset` are the seconds by which the clock on the wall is ahead of UTC. It is that of the start and holds for
    the whole event: its clock must not jump by an hour where summer time begins or ends in the night.
    """

    tournament: str
    conditions: Conditions
    utc_offset: int
    by: str


class StepTaken(NamedTuple):
    """The desk was given a command, by its name; the next `events` events are what followed from it."""

    do: str
    at: Moment
    by: Role
    who: str
    events: int


class StepUndone(NamedTuple):
    """STAR 6.18: the last step that stands is taken back."""

    at: Moment
    who: str


class StepWithdrawn(NamedTuple):
    """STAR 6.18: a step before the last, by its number, is taken back alone: nothing that came after rests on it."""

    step: int
    at: Moment
    who: str


class StepRedone(NamedTuple):
    """The step that was undone last is done again."""

    at: Moment
    who: str


KINDS = (TournamentAdded, StepTaken, StepUndone, StepWithdrawn, StepRedone)
# What is told, counted for nothing and asked for by nobody at the desk: nothing can rest on it but the like of it.
_TOLD = frozenset(
    map(name_of, (rulings.RecordRuling, rulings.ShowMessage, penalties.NoteConcern, penalties.Warn)),
)
# What is known of one person: later steps that name them may rest on it.
_OF_A_PERSON = frozenset(
    map(name_of, (penalties.Penalise, penalties.LiftPenalty, absence.MarkAbsent, absence.MarkPresent)),
)


def apply(record: Record | None, event: Any, _at: int) -> Record:
    """The tournament after an event of its stream."""
    if isinstance(event, TournamentAdded):
        state = Tournament(event.conditions)
        return Record(event.tournament, event.utc_offset, state, (Run(state),))
    if record is None:
        raise TypeError(f"{type(event).__name__} cannot happen before there is a tournament.")
    match event:
        case StepTaken():
            step = Step(len(record.log) + 1, event.do, event.at, event.by, event.who, ())
            return _apply_step(record._replace(awaited=event.events, coming=step))
        case StepUndone():
            return with_last_undone(record, event.at, event.who)
        case StepWithdrawn():
            return _apply_withdrawn(record, event)
        case StepRedone():
            return with_last_redone(record, event.at, event.who)
    return _went_on(record, event)


def _went_on(record: Record, event: Event) -> Record:
    assert record.coming is not None, "an event of the desk belongs to a step"
    step = record.coming._replace(events=(*record.coming.events, event))
    state = happened(record.state, event)
    return _apply_step(record._replace(state=state, awaited=record.awaited - 1, coming=step))


def _apply_step(record: Record) -> Record:
    """Once all events of a step are there, it stands, and what was undone before cannot be redone after it."""
    step = record.coming
    if record.awaited or step is None:
        return record
    step = step._replace(told=story.tell_story(record.state, step.events, step.at))
    return with_step(record, step)


def standing_events(record: Record, *kinds: type[Any]) -> Iterator[Any]:
    """Yield the events of some kinds that followed from the standing steps, in order."""
    return (each for run in record.runs for step in run.steps for each in step.events if isinstance(each, kinds))


def standing(record: Record, line: int) -> Step | None:
    """The step that a line of the log tells of, if it stands."""
    if not 1 <= line <= len(record.log):
        return None
    number = record.log[line - 1].step.number
    return next((step for run in reversed(record.runs) for step in run.steps if step.number == number), None)


def stands_alone(record: Record, step: Step) -> bool:
    """Whether a step can be taken back though others came after it.

    It can where it is of a kind that leads to nothing by itself, where nothing that was done since is about the same
    person, a hand they were dealt in to included, and where taking it after all the others would have come to the same.
    """
    if step.do not in _TOLD | _OF_A_PERSON:
        return False
    if step.do in _OF_A_PERSON and any(map(_about(step), _since(record, step))):
        return False
    return replay(_without(record, step).state, step.events) == record.state


def _since(record: Record, step: Step) -> Iterator[Step]:
    """The steps that were taken after one and stand, without those that nothing rests on and that rest on nothing."""
    later = (each for run in record.runs[_run_of(record, step) :] for each in run.steps)
    for each in dropwhile(lambda each: each.number != step.number, later):
        if each.number != step.number and each.do not in _TOLD:
            yield each


def _about(step: Step) -> Callable[[Step], bool]:
    """Whether another step names anybody whom this one is about."""
    people = [event.player for event in step.events if isinstance(event, PenaltySet | PresenceMarked)]
    return lambda other: any(_names(other.events, player) for player in people)


def _names(value: Any, player: Player) -> bool:
    """Whether somebody is named anywhere in what happened: as a holder of chips, at a seat, in a list."""
    if isinstance(value, str):
        return value == player
    if isinstance(value, Mapping):
        return any(_names(key, player) or _names(each, player) for key, each in value.items())
    return isinstance(value, tuple | frozenset) and any(_names(each, player) for each in value)


def _run_of(record: Record, step: Step) -> int:
    return next(place for place, run in enumerate(record.runs) if any(each.number == step.number for each in run.steps))


def _without(record: Record, step: Step) -> Record:
    """The event as if a step had never been taken, with all that came after it."""
    at = _run_of(record, step)
    began = record.runs[at].began
    changed = record._replace(state=began, runs=(*record.runs[:at], Run(began)))
    for run in record.runs[at:]:
        for each in run.steps:
            if each.number != step.number:
                changed = with_standing(changed._replace(state=replay(changed.state, each.events)), each)
    return changed


def _apply_withdrawn(record: Record, event: StepWithdrawn) -> Record:
    step = standing(record, event.step)
    assert step is not None, "only what stands is taken back"
    line = Line(UNDONE, event.at, event.who, step)
    return _without(record, step)._replace(undone=(*record.undone, step), log=(*record.log, line))


def money_moves(record: Record | None, event: Any) -> Iterator[Move]:
    """The money that an event moves; what a step moved goes back the other way when it is undone."""
    if record is None:
        return
    local: tuple[Move, ...]
    match event:
        case StepUndone() | StepWithdrawn():
            step = record.last if isinstance(event, StepUndone) else standing(record, event.step)
            assert step is not None, "only what stands is taken back"
            local = tuple(Move(target, source, cents) for source, target, cents in moves_of(step.events))
        case StepRedone():
            local = moves_of(record.undone[-1].events)
        case _:
            local = moves(event, MOVERS)
    yield from accounts.moves_at(record.id, local)


def moves_of(events: Events) -> tuple[Move, ...]:
    """The money that the events of a step move, by the names that the rules have for accounts."""
    return tuple(move for event in events for move in moves(event, MOVERS))
