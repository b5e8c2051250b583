"""The start of play: enough entrants, everybody drawn a seat, stacks placed, the clock set going."""

from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.event.contract import Appliers, Command, Decision, Events, Verb, Verbs
from pitboss.tournaments.event.events import ClockTurned, StageChanged
from pitboss.tournaments.event.state import Running, Stage, Status, Tournament, Turn
from pitboss.tournaments.seating.ballot import ballot
from pitboss.tournaments.seating.seating import to_be_drawn


class StartEvent(Command):
    """Play begins at this moment, the first second of level 1."""

    seed: int


def may_start(state: Tournament) -> Refusal | None:
    """STAR 1-e[s1], UTH 16.3(a)(v), PON 20.4(e), HLD 20.4(e), CAN 17.3(a)(v): the fewest entrants that may start."""
    least = state.conditions.least_entrants
    there = sum(1 for each in state.entrants.values() if each.status in (Status.REGISTERED, Status.SEATED))
    if there >= least:
        return None
    return Refusal(
        state.clause("fewest"), f"The event starts with {least} entrants at least, and has {there}.", "too_few"
    )


def start_event(state: Tournament, command: StartEvent) -> Decision:
    """STAR 1-f[s1], STAR 7.5: everybody who has paid has a seat now; seats that were drawn before are kept.

    STAR 7.9, STAR 1-g[s1]: a stack lies at every seat, whoever is there or not. STAR 1-f[s2]: who finds all seats taken
    is an alternate.
    """
    refusal = may_start(state)
    if refusal:
        return refusal
    # STAR 1-f[s1]: also with nobody left to draw, for cancellations may have left the tables uneven.
    seats = ballot(state, to_be_drawn(state), command.seed, command.at)
    clock: Events = ()
    if state.conditions.levels and state.conditions.sessions is None:
        turn = Turn(command.at, 0, Running.RUNNING)
        clock = (ClockTurned(turn, False, "The event starts.", state.clause("procedures")),)
    return *seats, StageChanged(Stage.RUNNING, command.at, "The event starts.", state.clause("ballot")), *clock


VERBS: Verbs = {StartEvent: Verb(start_event, stages=(Stage.OPEN,), subject="ballot")}
APPLIERS: Appliers = {}
