"""The tables of an event: opened, closed, held, played short, made larger or smaller, and seats that are kept free."""

from typing import NamedTuple

from pitboss.games.frozen import Frozen
from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.event.contract import Appliers, Command, Decision, Verb, Verbs
from pitboss.tournaments.event.state import Stage, Table, Tournament, in_play, with_table

# STAR 7.7[s2]: so many must have taken their seats before a table deals its first hand.
LEAST_TO_BEGIN = 4
# Seats a table can have at all.
LEAST_SEATS, MOST_SEATS = 2, 10
_BEFORE_THE_END = (Stage.OPEN, Stage.RUNNING)


class TableOpened(NamedTuple):
    """A table is taken into the event; it will be the first to be broken."""

    table: int
    size: int
    clause: str


class TableClosed(NamedTuple):
    """A table leaves the event; chips there without a known holder go to another, with those who had them."""

    table: int
    loose_to: int | None
    clause: str


class TableHeld(NamedTuple):
    """The director has a table wait, or lets it go on."""

    table: int
    held: bool
    reason: str
    clause: str


class ShortPlayAllowed(NamedTuple):
    """A table may deal its first hand with fewer than four."""

    table: int
    clause: str


class SeatLocked(NamedTuple):
    """A seat is kept free, or is so no longer."""

    table: int
    seat: int
    locked: bool
    clause: str


class TableSized(NamedTuple):
    """A table has so many seats from now on."""

    table: int
    size: int
    clause: str


class CloseEmptyTable(Command):
    """A table that nobody sits at goes back to the house."""

    table: int


class HoldTable(Command):
    """A table deals no hand until it is released."""

    table: int
    reason: str


class ReleaseTable(Command):
    """A table that was held goes on."""

    table: int


class LetPlayShort(Command):
    """A table begins with fewer than four."""

    table: int


class LockSeat(Command):
    """An empty seat is kept free."""

    table: int
    seat: int


class UnlockSeat(Command):
    """A seat that was kept free is open again."""

    table: int
    seat: int


class SetTableSize(Command):
    """How many seats a table has."""

    table: int
    size: int


def free_seats(table: Table) -> tuple[int, ...]:
    """The open seats of one table: empty and not locked."""
    return tuple(seat for seat in range(1, table.size + 1) if seat not in table.seats and seat not in table.locked)


def has_begun(table: Table) -> bool:
    """Whether a hand or a round has been dealt there."""
    return table.hands > 0 or table.rounds > 0 or table.button is not None or table.hand is not None


def may_play(state: Tournament, number: int) -> Refusal | None:
    """STAR 7.7[s2]: a table begins once four have taken their seats, unless the director says otherwise.

    A table that has begun goes on with fewer, and with fewer than four left in the event there is nothing to wait for.
    """
    table, clause = state.tables[number], state.rules.clauses.get("first_hand")
    if table.held:
        return Refusal(clause or state.clause("seats"), f"The director has table {number} wait.", "held")
    if clause is None or has_begun(table) or table.short_handed or len(in_play(state)) < LEAST_TO_BEGIN:
        return None
    there = sum(1 for player in table.seats.values() if not state.entrants[player].absent)
    if there >= LEAST_TO_BEGIN:
        return None
    return Refusal(clause, f"Table {number} begins once four have taken their seats, and {there} have.", "too_few")


def table_at(state: Tournament, number: int) -> Table | Refusal:
    """A table of the event by its number."""
    table = state.tables.get(number)
    return Refusal(state.clause("seats"), f"There is no table {number}.", "no_such_table") if table is None else table


def seat_at(state: Tournament, number: int, seat: int) -> Table | Refusal:
    """The table of a seat, where there is such a seat and nobody sits there."""
    table = table_at(state, number)
    if isinstance(table, Refusal):
        return table
    if not 1 <= seat <= table.size:
        return Refusal(state.clause("seats"), f"Table {number} has no seat {seat}.", "no_such_seat")
    if seat in table.seats:
        return Refusal(state.clause("seats"), f"{table.seats[seat]} sits at table {number}, seat {seat}.", "seat_taken")
    return table


def not_so_many(state: Tournament, size: int) -> Refusal | None:
    """STAR 7.7[s1], UTH 16.9[s1], PON 20.8, HLD 20.8, CAN 17.8: the director decides how many a table takes."""
    if LEAST_SEATS <= size <= MOST_SEATS:
        return None
    return Refusal(state.clause("seats"), f"A table has {LEAST_SEATS} to {MOST_SEATS} seats, not {size}.", "size")


def close_empty_table(state: Tournament, command: CloseEmptyTable) -> Decision:
    """STAR 7.22: a table without players is given back."""
    table = table_at(state, command.table)
    if isinstance(table, Refusal):
        return table
    if table.seats or table.loose:
        return Refusal(state.clause("breaking"), f"Table {command.table} is in use: break it.", "occupied")
    return (TableClosed(command.table, None, state.clause("breaking")),)


def hold_table(state: Tournament, command: HoldTable) -> Decision:
    """STAR 7.7[s2], STAR 7.22: the director has a table wait, after the hand that is being dealt."""
    return _hold_table(state, command.table, command.reason, held=True)


def release_table(state: Tournament, command: ReleaseTable) -> Decision:
    """STAR 7.7[s2]: a table that waited goes on."""
    return _hold_table(state, command.table, "", held=False)


def _hold_table(state: Tournament, number: int, reason: str, *, held: bool) -> Decision:
    table, clause = table_at(state, number), state.rules.clauses.get("first_hand", state.clause("seats"))
    if isinstance(table, Refusal):
        return table
    if table.held == held:
        return Refusal(clause, f"Table {number} {'waits already' if held else 'does not wait'}.", "already")
    return (TableHeld(number, held, reason, clause),)


def let_play_short(state: Tournament, command: LetPlayShort) -> Decision:
    """STAR 7.7[s2]: the director lets a table begin with fewer than four."""
    table, clause = table_at(state, command.table), state.rules.clauses.get("first_hand", state.clause("seats"))
    if isinstance(table, Refusal):
        return table
    if table.short_handed:
        return Refusal(clause, f"Table {command.table} may begin already.", "already")
    return (ShortPlayAllowed(command.table, clause),)


def lock_seat(state: Tournament, command: LockSeat) -> Decision:
    """STAR 7.7[s1], STAR 7.22: an empty seat is kept free, for instance for somebody who needs it."""
    table = seat_at(state, command.table, command.seat)
    if isinstance(table, Refusal):
        return table
    if command.seat in table.locked:
        return Refusal(state.clause("seats"), f"Seat {command.seat} is locked already.", "already")
    return (SeatLocked(command.table, command.seat, True, state.clause("seats")),)


def unlock_seat(state: Tournament, command: UnlockSeat) -> Decision:
    """STAR 7.7[s1], STAR 7.22: a locked seat is open again."""
    table = table_at(state, command.table)
    if isinstance(table, Refusal):
        return table
    if command.seat not in table.locked:
        return Refusal(state.clause("seats"), f"Seat {command.seat} is not locked.", "not_locked")
    return (SeatLocked(command.table, command.seat, False, state.clause("seats")),)


def set_table_size(state: Tournament, command: SetTableSize) -> Decision:
    """STAR 7.7[s1], UTH 16.9[s1], PON 20.8, HLD 20.8, CAN 17.8: the director sets the seats of a table, also later."""
    table = table_at(state, command.table)
    if isinstance(table, Refusal):
        return table
    refusal = not_so_many(state, command.size)
    if refusal:
        return refusal
    clause = state.clause("seats")
    if table.hand is not None:
        return Refusal(clause, f"A hand is being dealt at table {command.table}.", "mid_hand")
    beyond = [player for seat, player in sorted(table.seats.items()) if seat > command.size]
    if beyond:
        return Refusal(clause, f"{', '.join(beyond)} would have no seat at table {command.table}.", "occupied")
    if any(seat is not None and seat > command.size for seat in (table.small, table.big)):
        # T-30: an empty seat of the last blinds stays dead in the next hands; another seat in its place would post.
        return Refusal(clause, "The last blinds were posted at a seat that would go: after the next hands.", "blinds")
    return (TableSized(command.table, command.size, clause),)


def _apply_opened(state: Tournament, event: TableOpened) -> Tournament:
    return with_table(state, Table(event.table, event.size))._replace(break_order=(event.table, *state.break_order))


def _apply_closed(state: Tournament, event: TableClosed) -> Tournament:
    loose = state.tables[event.table].loose
    if loose and event.loose_to is not None:
        other = state.tables[event.loose_to]
        state = with_table(state, other._replace(loose=other.loose + loose))
    tables = {number: table for number, table in state.tables.items() if number != event.table}
    order = tuple(number for number in state.break_order if number != event.table)
    return state._replace(tables=Frozen(tables), break_order=order)


def _apply_locked(state: Tournament, event: SeatLocked) -> Tournament:
    table = state.tables[event.table]
    locked = table.locked | {event.seat} if event.locked else table.locked - {event.seat}
    return with_table(state, table._replace(locked=locked))


def _apply_sized(state: Tournament, event: TableSized) -> Tournament:
    """Seats that are no longer there are not locked; a button there comes to the last seat, a marker to the first."""
    table = state.tables[event.table]
    locked = frozenset(seat for seat in table.locked if seat <= event.size)
    button = None if table.button is None else min(table.button, event.size)
    marker = 1 if table.marker is not None and table.marker > event.size else table.marker
    return with_table(state, table._replace(size=event.size, locked=locked, button=button, marker=marker))


APPLIERS: Appliers = {
    TableOpened: _apply_opened,
    TableClosed: _apply_closed,
    TableHeld: lambda state, event: with_table(state, state.tables[event.table]._replace(held=event.held)),
    ShortPlayAllowed: lambda state, event: with_table(state, state.tables[event.table]._replace(short_handed=True)),
    SeatLocked: _apply_locked,
    TableSized: _apply_sized,
}

VERBS: Verbs = {
    CloseEmptyTable: Verb(close_empty_table, stages=_BEFORE_THE_END, subject="breaking"),
    HoldTable: Verb(hold_table, stages=_BEFORE_THE_END, subject="seats"),
    ReleaseTable: Verb(release_table, stages=_BEFORE_THE_END, subject="seats"),
    LetPlayShort: Verb(let_play_short, stages=_BEFORE_THE_END, subject="seats"),
    LockSeat: Verb(lock_seat, stages=_BEFORE_THE_END, subject="seats"),
    UnlockSeat: Verb(unlock_seat, stages=_BEFORE_THE_END, subject="seats"),
    SetTableSize: Verb(set_table_size, stages=_BEFORE_THE_END, subject="seats"),
}
