"""Fewer tables: when one is to be broken, which, and where its players go."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pitboss.cards.shuffle import Bits
from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.event.contract import Appliers, Command, Decision, Verb, Verbs
from pitboss.tournaments.event.events import SeatChanged
from pitboss.tournaments.event.state import Player, Stage, Table, Tournament
from pitboss.tournaments.prizes.standings import awaiting_place
from pitboss.tournaments.seating.ballot import SeatsDrawn, not_kept_apart
from pitboss.tournaments.seating.draw import Draw, Place, draw_open, draw_order, entropy
from pitboss.tournaments.seating.final_table import final_table_due
from pitboss.tournaments.seating.seating import seats_fixed
from pitboss.tournaments.seating.tables import TableClosed, free_seats, table_at


class BreakTable(Command):
    """A table is broken: its players draw among the open seats of the others."""

    table: int
    seed: int


class ComingBreak(NamedTuple):
    """The table that goes next: with so many left the other tables, so many of them, take everybody."""

    table: int
    left: int
    tables: int


def in_break_order(state: Tournament) -> tuple[int, ...]:
    """STAR 7.22: tables in the order in which they will be broken, announced in advance; new tables come first."""
    listed = tuple(number for number in state.break_order if number in state.tables)
    return (*sorted(state.tables.keys() - set(listed), reverse=True), *listed)


def break_advice(state: Tournament) -> int | None:
    """STAR D-Breaking, UTH 16.9[s2]: the table to be broken now, once the empty seats elsewhere take its players.

    Not while somebody waits for a seat, nor where the final table is due. A player with a fixed seat keeps it as long
    as another table can go.
    """
    if len(state.tables) < 2 or state.alternates or state.reentries or seats_fixed(state, "breaking"):
        return None
    elsewhere = seats_elsewhere(state)
    filled = [(number, len(state.tables[number].seats)) for number in in_break_order(state)]
    going = [number for number, players in filled if 0 < players <= elsewhere[number]]
    if not going or final_table_due(state):
        return None
    return _first_to_go(state, going)


def _first_to_go(state: Tournament, going: Sequence[int]) -> int:
    return next((number for number in going if state.fixed.isdisjoint(state.tables[number].seats.values())), going[0])


def next_to_break(state: Tournament) -> ComingBreak | None:
    """STAR 7.22, STAR D-Breaking: which table will be broken next, and how many may be left by then.

    None where the final table comes first, where one table is left, or where everybody keeps the seat.
    """
    going = [number for number in in_break_order(state) if state.tables[number].seats]
    if len(going) < 2 or seats_fixed(state, "breaking"):
        return None
    number = _first_to_go(state, going)
    left = sum(len(state.tables[other].seats) for other in going if other != number)
    left += len(open_elsewhere(state, number))
    is_final = state.conditions.sessions is None and left <= state.conditions.final_table
    return None if is_final else ComingBreak(number, left, len(going) - 1)


def seats_elsewhere(state: Tournament) -> Mapping[int, int]:
    """How many seats are open at the other tables, for every table."""
    own = {number: len(free_seats(table)) if table.seats else 0 for number, table in state.tables.items()}
    together = sum(own.values())
    return {number: together - count for number, count in own.items()}


def open_elsewhere(state: Tournament, number: int) -> tuple[Place, ...]:
    """Open seats at the other tables in play; nobody is sent to an empty table."""
    return tuple(
        (other, seat)
        for other, table in sorted(state.tables.items())
        if other != number and table.seats
        for seat in free_seats(table)
    )


def break_draw(state: Tournament, number: int, bits: Bits) -> Draw:
    """STAR 7.22, STAR 7.6: the order of the players is drawn, then for each of them one of the open seats."""
    players = draw_order([player for _, player in sorted(state.tables[number].seats.items())], bits)
    sitting: Mapping[Player, int] = {
        player: other
        for other, table in state.tables.items()
        if other != number and state.connected
        for player in table.seats.values()
    }
    return draw_open(players, open_elsewhere(state, number), bits, connected=state.connected, sitting=sitting)


def break_table(state: Tournament, command: BreakTable) -> Decision:
    """STAR D-Breaking, STAR 7.22, UTH 16.9[s2]: a table is broken, and its players are seated elsewhere by lot.

    STAR 7.23[s1]: each takes the stack along, and the new position with its rights and duties.
    """
    number, clause = command.table, state.clause("breaking")
    table = table_at(state, number)
    if isinstance(table, Refusal):
        return table
    refusal = seats_fixed(state, "breaking") or _not_now(state, table, clause)
    if refusal:
        return refusal
    draw = break_draw(state, number, entropy(command.seed))
    seat_by_player = {player: seat for seat, player in table.seats.items()}
    arrives = state.stage is Stage.RUNNING
    moves = tuple(
        SeatChanged(player, number, seat_by_player[player], *place, arrives, f"table {number} is broken", clause)
        for player, place in draw.places.items()
    )
    loose_to = moves[0].to_table if moves else min(each for each in state.tables if each != number)
    return (
        SeatsDrawn(command.seed, "order, then open seats", tuple(draw.places), clause),
        *moves,
        TableClosed(number, loose_to, clause),
        *not_kept_apart(state, draw),
    )


def _not_now(state: Tournament, table: Table, clause: str) -> Refusal | None:
    """STAR 7.22: not in mid-hand, not before the places of the last hand are known, not without seats for all."""
    number = table.number
    if table.hand is not None:
        return Refusal(clause, f"A hand is being dealt at table {number}: after it.", "mid_hand")
    if not awaiting_place(state).isdisjoint(table.seats.values()):
        return Refusal(clause, f"Places of players at table {number} are not decided yet.", "pending")
    if len(state.tables) == 1:
        return Refusal(clause, f"Table {number} is the only one.", "last_table")
    room = len(open_elsewhere(state, number))
    if len(table.seats) > room:
        return Refusal(clause, f"Table {number} has {len(table.seats)} players, and {room} seats are open.", "no_room")
    return None


VERBS: Verbs = {BreakTable: Verb(break_table, stages=(Stage.OPEN, Stage.RUNNING), subject="breaking")}
APPLIERS: Appliers = {}
