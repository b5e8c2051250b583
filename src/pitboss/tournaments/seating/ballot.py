"""The ballot before play: as many tables as it takes, everybody to a table and a seat by lot, a stack at every seat."""

from collections.abc import Sequence
from typing import NamedTuple

from pitboss.cards.shuffle import Bits
from pitboss.games.frozen import Frozen
from pitboss.tournaments.event.contract import Events
from pitboss.tournaments.event.events import Ruled, SeatChanged, SeatTaken, StatusChanged
from pitboss.tournaments.event.state import Moment, Player, Status, Table, Tournament
from pitboss.tournaments.seating.draw import Draw, Pairs, draw_order, draw_seats, entropy
from pitboss.tournaments.seating.tables import TableClosed, TableOpened, free_seats


class SeatsDrawn(NamedTuple):
    """STAR 7.5: a draw was made from this seed; with it anybody can draw again and compare."""

    seed: int
    method: str
    players: tuple[Player, ...]
    clause: str


class _Kept(NamedTuple):
    """What stands of an earlier draw: the tables with those who keep their seats, and who must change to even them."""

    tables: dict[int, Table]
    changing: dict[Player, tuple[int, int]]


def ballot(state: Tournament, players: Sequence[Player], seed: int, at: Moment) -> Events:
    """STAR 7.5, UTH 16.8, PON 20.7, HLD 20.7, CAN 17.7[s1]: these players are drawn to tables and seats.

    STAR 1-f[s1]: on as many tables as hold them, evenly; who was drawn before keeps the seat, unless a table has more
    than its share now. STAR 1-f[s2]: where all seats of the room are taken, the last to enter are alternates. STAR 7.9,
    STAR 1-g[s1]: everybody drawn gets a starting stack at the seat; chips kept from the last session count instead.
    """
    bits, ballot_clause = entropy(seed), state.clause("ballot")
    opened = _tables_for(state, len(players))
    tables = {**state.tables, **{event.table: Table(event.table, event.size) for event in opened}}
    room = sum(len(free_seats(table)) for table in tables.values())
    seated, alternates = players[:room], players[room:]
    kept = _keep_seats(tables, len(seated), state.fixed, bits)
    draw = _draw(kept, (*seated, *kept.changing), state.connected, bits)
    takes: list[SeatTaken | SeatChanged] = []
    for player, (table, seat) in draw.places.items():
        if player in kept.changing:
            takes.append(SeatChanged(player, *kept.changing[player], table, seat, False, "even tables", ballot_clause))
        else:
            stack = 0 if state.entrants[player].stack else state.conditions.stack
            takes.append(SeatTaken(player, table, seat, stack, at, False, False, ballot_clause))
    left_over = state.rules.clauses.get("alternates", ballot_clause)
    record = (SeatsDrawn(seed, "even tables, uniform seats", tuple(draw.places), ballot_clause),) if takes else ()
    return (
        *opened,
        *record,
        *takes,
        *(StatusChanged(each, Status.ALTERNATE, at, left_over) for each in alternates if each not in state.alternates),
        *not_kept_apart(state, draw),
    )


def not_kept_apart(state: Tournament, draw: Draw) -> Events:
    """STAR 7.6: where connected people cannot be separated, the director is told and decides."""
    clause = apart_clause(state)
    return tuple(
        Ruled(f"No draw kept {' and '.join(sorted(pair))} apart: the director decides.", None, clause)
        for pair in draw.together
    )


def apart_clause(state: Tournament) -> str:
    """STAR 7.6: only the Star's document separates people; elsewhere it is part of the ballot."""
    return state.rules.clauses.get("apart", state.clause("ballot"))


def surplus_tables(state: Tournament, players: int) -> Events:
    """Empty tables that a new session does not need, the last ones first; the first table is always needed."""
    room, closed = 0, []
    for number, table in sorted(state.tables.items()):
        if room >= players and not table.seats:
            closed.append(TableClosed(number, min(state.tables), state.clause("seats")))
        room += len(free_seats(table))
    return tuple(reversed(closed))


def _tables_for(state: Tournament, players: int) -> tuple[TableOpened, ...]:
    """STAR 1-f[s1]: the tables that must be opened so that everybody has a seat, as far as the room has them."""
    size, most = state.conditions.seats, state.conditions.tables
    short = players - sum(len(free_seats(table)) for table in state.tables.values())
    needed = max(-(-short // size), 0)
    if most is not None:
        needed = max(min(needed, most - len(state.tables)), 0)
    first = max(state.tables, default=0) + 1
    clause = state.rules.clauses.get("even_tables", state.clause("seats"))
    return tuple(TableOpened(number, size, clause) for number in range(first, first + needed))


def _keep_seats(tables: dict[int, Table], newcomers: int, fixed: frozenset[Player], bits: Bits) -> _Kept:
    """STAR 1-f[s1]: numbers are adjusted so that tables are even; who must change is drawn.

    STAR 7.22: who needs the seat keeps it, even where a table stays larger by it.
    """
    quotas = _quotas(tables, newcomers + sum(len(table.seats) for table in tables.values()))
    kept, changing = {}, {}
    for number, table in tables.items():
        over = len(table.seats) - quotas[number]
        movable = sorted(seat for seat, player in table.seats.items() if player not in fixed)
        going = draw_order(movable, bits)[:over] if over > 0 else []
        changing.update({table.seats[seat]: (number, seat) for seat in going})
        stays = {seat: player for seat, player in table.seats.items() if seat not in going}
        kept[number] = table._replace(seats=Frozen(stays))
    return _Kept(kept, changing)


def _quotas(tables: dict[int, Table], players: int) -> dict[int, int]:
    """How many each table has when all are even; the larger share to tables that have more already.

    There are seats for all of these players.
    """
    most = {number: len(table.seats) + len(free_seats(table)) for number, table in tables.items()}
    quotas = dict.fromkeys(tables, 0)
    order = sorted(tables, key=lambda number: -len(tables[number].seats))
    while players:
        level = min(quotas[number] for number in order if quotas[number] < most[number])
        lowest = [number for number in order if quotas[number] == level < most[number]][:players]
        for number in lowest:
            quotas[number] += 1
        players -= len(lowest)
    return quotas


def _draw(kept: _Kept, players: Sequence[Player], connected: Pairs, bits: Bits) -> Draw:
    """A table that gives somebody up takes nobody in, so that it ends with its share."""
    gives = {number for number, _ in kept.changing.values()}
    free = {number: () if number in gives else free_seats(table) for number, table in kept.tables.items()}
    sitting = {player: number for number, table in kept.tables.items() for player in table.seats.values()}
    return draw_seats(players, free, bits, connected=connected, sitting=sitting)
