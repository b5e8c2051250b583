"""Tournaments for tests of seats: fields that wait for the draw, and tables with given players."""

from collections.abc import Iterable, Mapping
from typing import Any

from pitboss.games.frozen import Frozen
from pitboss.tournaments.event.engine import apply
from pitboss.tournaments.event.events import ChipsIssued, Entered, StageChanged
from pitboss.tournaments.event.state import (
    Chipbook,
    Clock,
    Entrant,
    Entry,
    Hand,
    Running,
    Stage,
    Status,
    Table,
    Tournament,
    Turn,
    seat_of,
    with_table,
)
from tests.tournaments.scene import NOON, member, planned

# Long after the last entry.
LATE = NOON + 9 * 3600


def names(count: int) -> tuple[str, ...]:
    return tuple(f"P{number}" for number in range(1, count + 1))


def entered(state: Tournament, players: Iterable[str], status: Status = Status.REGISTERED) -> Tournament:
    """More players have entered and paid."""
    for player in players:
        conditions, number = state.conditions, len(state.entries) + 1
        fees = conditions.entry_fee, conditions.admin_fee, conditions.commission
        entry = Entry(number, player, "entry", NOON - 3600, *fees, "cash", "player")
        state = apply(state, Entered(entry, member(player), status, "STAR 6.1"))
    return state


def field(count: int, **changed: Any) -> Tournament:
    """An event with so many entrants, before the draw."""
    state = apply(planned(**changed), StageChanged(Stage.OPEN, NOON - 7200, "", "STAR 6.1"))
    return entered(state, names(count))


def playing(tables: Mapping[int, Iterable[int]], **changed: Any) -> Tournament:
    """An event in play, registration over: tables with these seats taken. P32 sits at table 3, seat 2."""
    state = planned(**changed)
    stack, seated = state.conditions.stack, {number: sorted(seats) for number, seats in tables.items()}
    state = state._replace(
        stage=Stage.RUNNING,
        now=LATE,
        started=NOON,
        clock=Clock((Turn(NOON, 0, Running.RUNNING),)),
        tables=Frozen(
            {
                number: Table(number, state.conditions.seats, Frozen({seat: f"P{number}{seat}" for seat in seats}))
                for number, seats in seated.items()
            }
        ),
        break_order=tuple(sorted(tables, reverse=True)),
        entrants=Frozen(
            {
                f"P{number}{seat}": Entrant(f"P{number}{seat}", Status.SEATED, stack=stack, since=NOON)
                for number, seats in seated.items()
                for seat in seats
            }
        ),
    )
    return state._replace(chips=Chipbook(issued=stack * len(state.entrants)))


def waiting(state: Tournament, players: Iterable[str], status: Status = Status.ALTERNATE) -> Tournament:
    """More people in the queue."""
    return entered(state, players, status)


def richer(state: Tournament, **chips: int) -> Tournament:
    """Some have more chips than others."""
    for player, more in chips.items():
        state = apply(state, ChipsIssued(player, more, "STAR 7.9"))
    return state


def with_last_hand(state: Tournament, number: int, button: int, small: int, big: int) -> Tournament:
    """A table that has dealt hands, the last of them with these positions."""
    table = state.tables[number]._replace(button=button, small=small, big=big, hands=5)
    return state._replace(tables=Frozen({**state.tables, number: table}))


def sizes(state: Tournament) -> list[int]:
    """How many sit at each table, most first."""
    return sorted((len(table.seats) for table in state.tables.values()), reverse=True)


def places(state: Tournament) -> dict[str, tuple[int, int]]:
    """Everybody's table and seat; nobody sits twice."""
    all_seats = [player for table in state.tables.values() for player in table.seats.values()]
    assert len(all_seats) == len(set(all_seats))
    return {player: place for player in all_seats if (place := seat_of(state, player))}


def mid_hand(state: Tournament, number: int) -> Tournament:
    """A hand is being dealt at a table, to everybody there."""
    table = state.tables[number]
    stacks = {player: state.entrants[player].stack for player in table.seats.values()}
    level = state.conditions.levels[0]
    return with_table(state, table._replace(hand=Hand(1, 1, level, LATE, stacks)))
