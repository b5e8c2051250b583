"""The tables as a map seen from the dealer: seat 1 at the dealer's left hand, then up, across and down to the right."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pitboss.floor.reading.tournaments.room import ComingHand, RoomNow, TableNow
from pitboss.tournaments.event.state import Entrant, Table, Tournament
from pitboss.tournaments.seating.balancing import MoveAdvice

Move = MoveAdvice[int]


class MapSeat(NamedTuple):
    """A seat on the map: where it is, who has it, and what is to be said of it in a word or two."""

    seat: int
    column: int
    row: int
    player: str = ""
    chips: int = 0
    # D, S and B: button and blinds of the coming hand.
    marks: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    # Where the player is advised to move, and who is advised to come here.
    goes_to: tuple[int, int] | None = None
    comes: str = ""
    locked: bool = False
    first_move: bool = False


class TableDrawn(NamedTuple):
    """A table on the map: `rows` of seats, and the felt between them from one row to another."""

    number: int
    rows: int
    felt_from: int
    spots: tuple[MapSeat, ...]
    table: Table
    room: TableNow


def place_of(seat: int, size: int) -> tuple[int, int]:
    """Column and row of a seat: up the left side, one at the far end where the number is odd, and down the right."""
    side = size // 2
    rows = rows_of(size)
    if seat <= side:
        return 1, rows + 1 - seat
    if size % 2 and seat == side + 1:
        return 2, 1
    return 3, rows - (size - seat)


def rows_of(size: int) -> int:
    """Rows of seats; never so few that the felt has no place above the dealer."""
    return max(size // 2, 3 if size % 2 else 2)


def table_maps(state: Tournament, room: RoomNow, moves: Sequence[Move]) -> list[TableDrawn]:
    """Every table of the event, by its number."""
    going = {(move.from_table, move.seat): move for move in moves}
    coming = {(move.to_table, move.to_seat): move for move in moves}
    out = frozenset(room.awaiting)
    return [
        TableDrawn(
            number,
            rows_of(table.size),
            2 if table.size % 2 else 1,
            tuple(_spot(state, table, room.tables[number], seat, going, coming, out) for seat in _in_order(table)),
            table,
            room.tables[number],
        )
        for number, table in sorted(state.tables.items())
    ]


def _in_order(table: Table) -> range:
    return range(1, table.size + 1)


_Moves = Mapping[tuple[int, int], Move]


def _spot(
    state: Tournament,
    table: Table,
    room: TableNow,
    seat: int,
    going: _Moves,
    coming: _Moves,
    out: frozenset[str],
) -> MapSeat:
    column, row = place_of(seat, table.size)
    leaves, arrives = going.get((table.number, seat)), coming.get((table.number, seat))
    player = table.seats.get(seat, "")
    entrant = state.entrants.get(player)
    return MapSeat(
        seat,
        column,
        row,
        player,
        0 if entrant is None else entrant.stack,
        _marks(room.coming, seat),
        () if entrant is None else tuple(_words(entrant, table, seat, player in state.fixed, player in out)),
        None if leaves is None else (leaves.to_table, leaves.to_seat),
        "" if arrives is None else arrives.player,
        seat in table.locked,
        leaves is not None and leaves is next(iter(going.values())),
    )


def _marks(coming: ComingHand | None, seat: int) -> tuple[str, ...]:
    if coming is None:
        return ()
    named = (("D", coming.button), ("S", coming.small), ("B", coming.big))
    return tuple(letter for letter, at in named if at == seat)


def _words(entrant: Entrant, table: Table, seat: int, fixed: bool, out: bool) -> list[str]:
    """Return the marks that distinguish a player from the others at the table."""
    told = []
    if out:
        told.append("out")
    if entrant.set_aside:
        told.append("out of play")
    elif entrant.absent:
        told.append("absent")
    if entrant.penalty is not None:
        told.append(f"misses {entrant.penalty.hands}")
    if seat in table.arrived:
        told.append("new here")
    if fixed:
        told.append("fixed")
    return told
