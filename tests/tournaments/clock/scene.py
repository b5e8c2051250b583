"""Events that are being played, for tests of clock, penalties, absence and time limits: everybody seated as told."""

from collections.abc import Mapping
from typing import Any

from pitboss.tournaments.clock.clock import ClockReading, reading
from pitboss.tournaments.event.contract import Event
from pitboss.tournaments.event.engine import apply
from pitboss.tournaments.event.events import ClockTurned, Entered, SeatTaken, StageChanged
from pitboss.tournaments.event.state import (
    Entry,
    Hand,
    Player,
    Running,
    Stage,
    Status,
    Table,
    Tournament,
    Turn,
    with_entrant,
    with_table,
)
from tests.tournaments.scene import NOON, member, planned

Seats = Mapping[int, Mapping[int, Player]]
TWO_TABLES: Seats = {1: {1: "A", 4: "B", 7: "C"}, 2: {2: "D", 9: "E"}}


def with_events(state: Tournament, *events: Event) -> Tournament:
    for event in events:
        state = apply(state, event)
    return state


def seated(name: str = "saturday_special", seats: Seats = TWO_TABLES, **changed: Any) -> Tournament:
    """An event whose entries are open, with everybody in a seat."""
    state = planned(name, **changed)._replace(stage=Stage.OPEN)
    conditions = state.conditions
    number = 0
    for table, sitting in seats.items():
        state = with_table(state, Table(table, conditions.seats))
        for seat, player in sitting.items():
            number += 1
            fees = conditions.entry_fee, conditions.admin_fee, conditions.commission
            entry = Entry(number, player, "entry", NOON, *fees, "cash", "player")
            state = with_events(
                state,
                Entered(entry, member(player), Status.REGISTERED, "STAR 6.1"),
                SeatTaken(player, table, seat, conditions.stack, NOON, False, False, "STAR 7.5"),
            )
    return state


def playing(name: str = "saturday_special", seats: Seats = TWO_TABLES, **changed: Any) -> Tournament:
    """An event that started at noon."""
    state = seated(name, seats, **changed)
    return with_events(
        state,
        StageChanged(Stage.RUNNING, NOON, "start", "STAR 7.5"),
        ClockTurned(Turn(NOON, 0, Running.RUNNING), False, "start", "STAR 6.18"),
    )


def in_hand(state: Tournament, table: int) -> Tournament:
    """The same with a hand being played at a table."""
    here = state.tables[table]
    stacks = {player: state.entrants[player].stack for player in here.seats.values()}
    shown = shown_at(state, NOON)
    assert shown.blinds is not None
    return with_table(state, here._replace(hand=Hand(here.hands + 1, shown.level, shown.blinds, NOON, stacks)))


def with_stacks(state: Tournament, **stacks: int) -> Tournament:
    """The same with other stacks; the chips are issued or removed for it."""
    for player, stack in stacks.items():
        entrant = state.entrants[player]
        chips = state.chips._replace(issued=state.chips.issued + stack - entrant.stack)
        state = with_entrant(state._replace(chips=chips), entrant._replace(stack=stack))
    return state


def shown_at(state: Tournament, at: int) -> ClockReading:
    """What the clock shows, where it shows something."""
    shown = reading(state, at)
    assert shown is not None
    return shown
