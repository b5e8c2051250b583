"""All commands and events of a tournament, gathered: `decide`, `apply`, and both in one."""

from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments import events
from pitboss.tournaments.contract import Appliers, Command, Decision, Event, Events, TimeTold, Verb, Verbs, unfit
from pitboss.tournaments.state import Tournament

_MODULES = (events,)

VERBS: Verbs = {kind: verb for module in _MODULES for kind, verb in module.VERBS.items()}
APPLIERS: Appliers = {
    TimeTold: lambda state, event: state._replace(now=event.at),
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
