"""All commands and events of a tournament, gathered: `decide`, `apply`, and both in one."""

from types import ModuleType

from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.chips import counting, races
from pitboss.tournaments.clock import desk as clock_desk
from pitboss.tournaments.entries import (
    absence,
    coming_back,
    entries,
    penalties,
    refunds,
    reinstating,
    reserves,
    time_limits,
)
from pitboss.tournaments.event import events, opening, rulings, starting
from pitboss.tournaments.event.contract import Appliers, Command, Decision, Event, Events, TimeTold, Verb, Verbs, unfit
from pitboss.tournaments.event.state import Tournament
from pitboss.tournaments.hands import hands
from pitboss.tournaments.prizes import paying, placing
from pitboss.tournaments.seating import breaking, final_table, seating
from pitboss.tournaments.sessions import sessions

_MODULES: tuple[ModuleType, ...] = (
    opening,
    entries,
    coming_back,
    refunds,
    reserves,
    starting,
    seating,
    breaking,
    final_table,
    clock_desk,
    time_limits,
    penalties,
    rulings,
    absence,
    races,
    counting,
    placing,
    reinstating,
    paying,
    hands,
    sessions,
)

VERBS: Verbs = {kind: verb for module in _MODULES for kind, verb in module.VERBS.items()}
APPLIERS: Appliers = {
    # A step that is done again after later ones does not turn time back.
    TimeTold: lambda state, event: state._replace(now=max(event.at, state.now or event.at)),
    **events.APPLIERS,
    **{kind: applier for module in _MODULES for kind, applier in module.APPLIERS.items()},
}


def decide(state: Tournament, command: Command) -> Decision:
    """The events that follow from a command, or the refusal that says why there are none."""
    verb: Verb | None = VERBS.get(type(command))
    if verb is None:
        return Refusal(state.clause("procedures"), "There is no such command at the desk.")
    refusal = unfit(state, command, verb)
    if refusal:
        return refusal
    events = verb.decide(state, command)
    if isinstance(events, Refusal) or command.at == state.now:
        return events
    return TimeTold(command.at, state.clause("procedures")), *events


def apply(state: Tournament, event: Event) -> Tournament:
    """The event after something has happened; no rule is asked again."""
    return APPLIERS[type(event)](state, event)


def act(state: Tournament, command: Command) -> tuple[Tournament, Events] | Refusal:
    """Decides a command and applies what follows."""
    events = decide(state, command)
    if isinstance(events, Refusal):
        return events
    for event in events:
        state = apply(state, event)
    return state, events
