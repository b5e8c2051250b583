"""An event that stops and goes on: time called until another day, a start that is put off, force majeure."""

from dataclasses import replace
from typing import NamedTuple

from pitboss.rulebook.refusal import Refusal, one_of
from pitboss.tournaments.clock.clock import ClockReading, Segment, next_level, reading, segments_of, turn_clock, used_up
from pitboss.tournaments.event.conditions import Chips, Level
from pitboss.tournaments.event.contract import Appliers, Command, Decision, Role, Verb, Verbs
from pitboss.tournaments.event.events import Ruled, StageChanged
from pitboss.tournaments.event.state import Moment, Player, Running, Stage, Tournament

# STAR 6.22(c): what the director may decide for an event that was stopped after its start.
CHOICES = ("resume_later", "icm", "chips", "refund")


class Suspend(Command):
    """Time is called: the players come back later, at the moment agreed on if there is one already."""

    reason: str
    returns_at: int | None = None
    force_majeure: bool = False


class AgreeReturn(Command):
    """When the players of a suspended event come back."""

    returns_at: int


class Resume(Command):
    """The players are back: play goes on where it stopped."""


class DelayStart(Command):
    """The event starts later; without a moment it is not known when."""

    reason: str
    starts_at: int | None = None


class AfterStartDecision(Command):
    """What the director decides for an event that cannot go on; nothing follows from it by itself."""

    choice: str
    reason: str


class ReturnAgreed(NamedTuple):
    """STAR 1-b[s2]: when the players come back."""

    returns_at: Moment | None
    clause: str


class StartMoved(NamedTuple):
    """STAR 6.22(b): the start is put off."""

    starts_at: Moment | None
    why: str
    clause: str


def suspend(state: Tournament, command: Suspend) -> Decision:
    """STAR 1-b[s1], STAR D-Session: the director calls time, because of the twelve hours or for safer gambling.

    STAR 6.21, STAR 6.21(c): the operator may, where force majeure keeps the event from going on. Hands are played to
    their end first, so that everybody returns with the stack that is written down.
    """
    clause = state.rules.clause_for("STAR 6.21(c)" if command.force_majeure else "STAR 1-b[s1]")
    if not command.reason:
        return Refusal(clause, "A suspension is recorded with its reason.", "no_reason")
    if command.by is Role.OPERATOR and not command.force_majeure:
        return Refusal(state.clause("director"), "Time is called by the director.", "role")
    if state.pending or any(table.hand is not None for table in state.tables.values()):
        return Refusal(clause, "Time is called when the hands at all tables are over.", "mid_hand")
    refusal = _no_return(state, command.returns_at, command.at)
    if refusal:
        return refusal
    return (
        turn_clock(state, command.at, Running.SUSPENDED, command.reason, clause),
        StageChanged(Stage.SUSPENDED, command.at, command.reason, clause),
        ReturnAgreed(command.returns_at, state.rules.clause_for("STAR 1-b[s2]")),
    )


def agree_return(state: Tournament, command: AgreeReturn) -> Decision:
    """STAR 1-b[s2]: the players come back at an agreed time."""
    refusal = _no_return(state, command.returns_at, command.at)
    return refusal or (ReturnAgreed(command.returns_at, state.rules.clause_for("STAR 1-b[s2]")),)


def _no_return(state: Tournament, returns_at: Moment | None, at: Moment) -> Refusal | None:
    if returns_at is None or returns_at > at:
        return None
    return Refusal(state.rules.clause_for("STAR 1-b[s2]"), "The players come back after they have left.", "in_the_past")


def resume(state: Tournament, command: Resume) -> Decision:
    """STAR 1-b[s3], STAR D-Session(a): the same table, seat and stack for everybody, level and seconds as they were.

    Nothing is drawn again. Not before the time that was agreed on: it can be agreed on anew.
    """
    clause = state.rules.clause_for("STAR 1-b[s3]")
    if state.returns is not None and command.at < state.returns:
        return Refusal(
            state.rules.clause_for("STAR 1-b[s2]"), "The players return at the time agreed on.", "before_return"
        )
    running = Running.HAND_FOR_HAND if state.clock.hand_for_hand else Running.RUNNING
    return (
        turn_clock(state, command.at, running, "resumed", clause),
        StageChanged(Stage.RUNNING, command.at, "resumed", clause),
        ReturnAgreed(None, clause),
    )


class ReturnSeat(NamedTuple):
    """Where somebody sits on return, and with what."""

    table: int
    seat: int
    player: Player
    stack: Chips


class ReturnSheet(NamedTuple):
    """What returning players are told."""

    returns_at: Moment | None
    clock: ClockReading | None
    next_blinds: Level | None
    schedule: tuple[Segment, ...]
    seats: tuple[ReturnSeat, ...]


def return_sheet(state: Tournament, at: Moment) -> ReturnSheet:
    """STAR 1-b[s2], STAR 1-b[s4]: level, time left and next blinds, the schedule from there, and everybody's seat."""
    coming = next_level(state, at)
    gone = used_up(state, at)
    seats = tuple(
        ReturnSeat(number, seat, player, state.entrants[player].stack)
        for number, table in sorted(state.tables.items())
        for seat, player in sorted(table.seats.items())
    )
    ahead = tuple(each for each in segments_of(state) if each.ends > gone)
    blinds = None if coming is None else coming.segment.blinds
    return ReturnSheet(state.returns, reading(state, at), blinds, ahead, seats)


def delay_start(state: Tournament, command: DelayStart) -> Decision:
    """STAR 6.21(c), STAR 6.22(b): the start is put off, and the operator tries to begin later; else it is cancelled."""
    clause, start = state.rules.clause_for("STAR 6.22(b)"), state.conditions.start
    if not command.reason:
        return Refusal(clause, "A delay is recorded with its reason.", "no_reason")
    later = command.starts_at
    if later is not None and (later <= command.at or (start is not None and later <= start)):
        return Refusal(clause, "A start that is put off lies later than before.", "not_later")
    return (StartMoved(later, command.reason, clause),)


def decide_after_start(state: Tournament, command: AfterStartDecision) -> Decision:
    """STAR 6.22(c): stopped after the start, the director decides what is fitting; it is recorded, nothing more."""
    clause = state.rules.clause_for("STAR 6.22(c)")
    if command.choice not in CHOICES:
        return Refusal(clause, f"The decision is one of these: {one_of(CHOICES)}.", "no_choice")
    if not command.reason:
        return Refusal(clause, "A decision is recorded with its reason.", "no_reason")
    return (Ruled(f"{command.choice}: {command.reason}", None, clause),)


_OPERATOR = (Role.DIRECTOR, Role.OPERATOR)
VERBS: Verbs = {
    Suspend: Verb(suspend, _OPERATOR, (Stage.RUNNING,)),
    AgreeReturn: Verb(agree_return, stages=(Stage.SUSPENDED,)),
    Resume: Verb(resume, stages=(Stage.SUSPENDED,)),
    DelayStart: Verb(delay_start, _OPERATOR, (Stage.PLANNED, Stage.OPEN)),
    AfterStartDecision: Verb(decide_after_start, stages=(Stage.SUSPENDED, Stage.CANCELLED)),
}
APPLIERS: Appliers = {
    ReturnAgreed: lambda state, event: state._replace(returns=event.returns_at),
    StartMoved: lambda state, event: state._replace(conditions=replace(state.conditions, start=event.starts_at)),
}
