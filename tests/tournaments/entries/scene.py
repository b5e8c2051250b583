"""Events at the entry desk for tests: open, with so many entrants, and started."""

from dataclasses import replace
from typing import Any

from pitboss.tournaments.entries.entries import Register
from pitboss.tournaments.event.conditions import DAY, Conditions
from pitboss.tournaments.event.contract import Command
from pitboss.tournaments.event.library import event
from pitboss.tournaments.event.opening import NotifyCommission, OpenEntries, PublishConditions, RecordApproval
from pitboss.tournaments.event.rulesets import ANNOUNCED, APPROVED
from pitboss.tournaments.event.starting import StartEvent
from pitboss.tournaments.event.state import Status, Tournament, with_entrant
from tests.tournaments.scene import NOON, after, conditions, member

# When entries open, and when most people enter.
OPENING, EARLY = NOON - 40 * DAY, NOON - 3 * DAY
# One event of each document but the Star's.
OTHERS = {"UTH": "ultimate_challenge", "PON": "pontoon_heats", "HLD": "canberra_holdem", "CAN": "canberra_cup"}


def gates(state: Tournament) -> tuple[Command, ...]:
    """What comes before entries in the event's document."""
    if state.rules.gate == ANNOUNCED:
        return ()
    if state.rules.gate == APPROVED:
        return (RecordApproval(at=OPENING, reference="A-17"),)
    return PublishConditions(at=OPENING), NotifyCommission(at=OPENING)


def opened(name: str = "saturday_special", **changed: Any) -> Tournament:
    state = Tournament(conditions(name, **changed))
    return after(state, *gates(state), OpenEntries(at=OPENING))


def of(document: str, **changed: Any) -> Tournament:
    """An event of another document with entries open: fee $100, no commission unless a test says so."""
    return opened(OTHERS[document], **{"entry_fee": 10_000, "commission": 0, **changed})


def conditions_of(document: str, **changed: Any) -> Conditions:
    return replace(event(OTHERS[document]), **{"start": NOON, **changed})


def enter(name: str, at: int = EARLY, **more: Any) -> Register:
    return Register(at=at, person=member(name), **more)


def with_entries(state: Tournament, count: int, first: int = 1, **more: Any) -> Tournament:
    """P1, P2 and so on enter."""
    return after(state, *(enter(f"P{number}", **more) for number in range(first, first + count)))


def started(count: int, name: str = "saturday_special", **changed: Any) -> Tournament:
    """So many have entered, and play has begun at noon."""
    return after(with_entries(opened(name, **changed), count), StartEvent(at=NOON, seed=7))


def out(state: Tournament, player: str, **facts: Any) -> Tournament:
    """Somebody with other facts than the desk has recorded: for the end of things that other parts do."""
    return with_entrant(state, state.entrants[player]._replace(**facts))


def status(state: Tournament, player: str) -> Status:
    return state.entrants[player].status
