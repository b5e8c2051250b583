"""Who sits where: the ballot before play, seats from the queue, moves, tables added, people kept apart or in place."""

from typing import NamedTuple

from pitboss.cards.shuffle import Bits
from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.clock.clock import registration_left
from pitboss.tournaments.event import events
from pitboss.tournaments.event.contract import Appliers, Command, Decision, Events, Role, Verb, Verbs
from pitboss.tournaments.event.events import SeatChanged, SeatTaken
from pitboss.tournaments.event.state import (
    Moment,
    Player,
    Stage,
    Status,
    Table,
    Tournament,
    in_hand,
    players_of,
    seat_of,
)
from pitboss.tournaments.prizes.standings import awaiting_place
from pitboss.tournaments.seating import tables
from pitboss.tournaments.seating.ballot import SeatsDrawn, apart_clause, ballot, surplus_tables
from pitboss.tournaments.seating.draw import entropy, pick
from pitboss.tournaments.seating.tables import TableOpened, free_seats, has_begun, not_so_many, seat_at


class DrawSeats(Command):
    """Everybody who has no seat yet is drawn one: before the start, or before a later session."""

    seed: int


class SeatFromQueue(Command):
    """Whoever waits gets an open seat, as far as there are seats."""

    seed: int


class MovePlayer(Command):
    """The director moves a player to an open seat, with the stack."""

    player: str
    table: int
    seat: int
    reason: str


class AddTable(Command):
    """One more table; with a seed it is filled from the queue at once."""

    size: int | None = None
    seed: int | None = None


class Connect(Command):
    """Two entrants are known to be connected, by family or otherwise."""

    player: str
    other: str


class Disconnect(Command):
    """Two entrants need not be kept apart after all."""

    player: str
    other: str


class FixPlayer(Command):
    """A player stays in this seat, for instance because of a wheelchair."""

    player: str


class FreePlayer(Command):
    """A player may be moved again."""

    player: str


class ConnectionSet(NamedTuple):
    """STAR 7.6: two people are kept apart from now on, or no longer."""

    players: frozenset[Player]
    apart: bool
    clause: str


class PlayerFixed(NamedTuple):
    """A player is not to be moved, or may be again."""

    player: Player
    fixed: bool
    clause: str


def open_seats(state: Tournament) -> tuple[tuple[int, int], ...]:
    """Seats where somebody could sit down: empty and not locked, by table and seat."""
    return tuple((number, seat) for number in sorted(state.tables) for seat in free_seats(state.tables[number]))


def connected_at(state: Tournament, player: Player, table: Table) -> tuple[Player, ...]:
    """STAR 7.6: who at this table is connected with a player."""
    if not state.connected:
        return ()
    return tuple(
        other
        for _, other in sorted(table.seats.items())
        if other != player and frozenset((player, other)) in state.connected
    )


def seat_events(state: Tournament, player: Player, seed: int, at: Moment, *, from_queue: bool) -> Events:
    """STAR 1-g[s1], STAR 1-g[s2]: a seat with a full starting stack, at the emptiest table, drawn among its open seats.

    Nothing follows where no seat is open.
    """
    return _seat_player(state, player, entropy(seed), at, from_queue=from_queue)


def _seat_player(
    state: Tournament, player: Player, bits: Bits, at: Moment, *, from_queue: bool
) -> tuple[SeatTaken, ...]:
    free = {number: seats for number, table in sorted(state.tables.items()) if (seats := free_seats(table))}
    if not free:
        return ()
    # STAR 7.6: not at the table of somebody connected, where there is another.
    apart = {number: seats for number, seats in free.items() if not connected_at(state, player, state.tables[number])}
    choice = apart or free
    least = min(len(state.tables[number].seats) for number in choice)
    number = pick([each for each in choice if len(state.tables[each].seats) == least], bits)
    seat = pick(choice[number], bits)
    clause = _seat_clause(state, player, from_queue=from_queue)
    arrives = has_begun(state.tables[number])
    return (SeatTaken(player, number, seat, state.conditions.stack, at, arrives, from_queue, clause),)


def _seat_clause(state: Tournament, player: Player, *, from_queue: bool) -> str:
    """By what a late seat is given: a first entry, an alternate, or somebody who comes back (STAR 7.21[s2])."""
    clauses, before = state.rules.clauses, state.entrants.get(player)
    comes_back = player in state.reentries or (before is not None and before.status is Status.OUT)
    subject = "back_in" if comes_back else "from_queue" if from_queue else "stake"
    return clauses.get(subject, clauses["ballot"])


def to_be_drawn(state: Tournament) -> tuple[Player, ...]:
    """Who has no seat yet and is due one in the ballot, in order of entry: paid entrants, or those who have gone on.

    Before the start nobody is an alternate for good: a seat that has become free since is drawn for.
    """
    due = (Status.REGISTERED, Status.ALTERNATE) if state.started is None else (Status.ADVANCED,)
    waiting = {player for player, entrant in state.entrants.items() if entrant.status in due}
    in_order = dict.fromkeys(
        entry.player for entry in sorted(state.entries, key=lambda entry: entry.number) if entry.player in waiting
    )
    return (*in_order, *sorted(waiting - set(in_order)))


def draw_seats(state: Tournament, command: DrawSeats) -> Decision:
    """STAR 7.5, UTH 16.8, PON 20.7, HLD 20.7, CAN 17.7[s1]: table and seat by ballot before play, and before a session.

    STAR 7.2 s18: nobody chooses a seat, as in a cash game; the draw, the director's moves and the redraw decide.
    """
    clause = state.clause("ballot")
    if state.stage is Stage.RUNNING and (state.conditions.sessions is None or state.session.playing):
        return Refusal(clause, "Seats are drawn before play; it has begun.", "is_running")
    players = to_be_drawn(state)
    if not players or (set(players) == set(state.alternates) and not open_seats(state)):
        return Refusal(clause, "Nobody waits for a draw.", "nobody_waits")
    closed = surplus_tables(state, len(players)) if state.started is not None else ()
    for event in closed:
        state = tables.APPLIERS[type(event)](state, event)
    return closed + ballot(state, players, command.seed, command.at)


def seat_from_queue(state: Tournament, command: SeatFromQueue) -> Decision:
    """STAR 1-g[s3], STAR D-Alternates, T-32: open seats to alternates first, then to re-entries, each in order."""
    clause = state.rules.clauses.get("from_queue", state.clause("reserve"))
    if not state.alternates and not state.reentries:
        return Refusal(clause, "Nobody waits for a seat.", "nobody_waits")
    if not open_seats(state):
        return Refusal(clause, "There is no open seat.", "no_seat")
    if state.conditions.readings.queue_after_close == "refund" and not registration_left(state, command.at):
        return Refusal(clause, "Entries are closed: whoever waits is refunded.", "closed")
    return _from_queue(state, entropy(command.seed), command.at)


def _from_queue(state: Tournament, bits: Bits, at: Moment) -> Events:
    """STAR 1-g[s2], STAR 7.21[s2]: each with a full starting stack, while there are seats."""
    found: list[SeatTaken] = []
    for player in state.alternates + state.reentries:
        for event in _seat_player(state, player, bits, at, from_queue=True):
            found.append(event)
            state = events.APPLIERS[SeatTaken](state, event)
    return tuple(found)


def seats_fixed(state: Tournament, subject: str) -> Refusal | None:
    """PON 20.7, HLD 20.7, CAN 17.7[s2], T-06: a seat is for the whole session, unless the conditions allow moves.

    STAR and UTH let the director move players at any time.
    """
    in_session = state.stage is Stage.RUNNING and _session_goes_on(state)
    if state.rules.moves_any_time or state.conditions.readings.moves_within_session or not in_session:
        return None
    return Refusal(state.clause(subject), "Everybody keeps the seat that was drawn until the session ends.", "fixed")


def _session_goes_on(state: Tournament) -> bool:
    """HLD D-Session: where the structure names no end of a session, it is over once no table can deal another hand."""
    if state.conditions.sessions is not None:
        return state.session.playing
    return any(table.hand is not None or len(players_of(table, state)) > 1 for table in state.tables.values())


def move_player(state: Tournament, command: MovePlayer) -> Decision:
    """STAR 7.22, STAR D-Balancing, UTH 16.9[s3]: only the director assigns another seat, for a reason, between hands.

    STAR 7.23[s1]: the stack goes along, and the new position with its rights and duties comes with the seat.
    """
    clause, place = state.clause("moves"), seat_of(state, command.player)
    if place is None:
        return Refusal(clause, f"{command.player} has no seat.", "no_seat")
    if not command.reason:
        return Refusal(clause, "A move is recorded with its reason.", "no_reason")
    player = command.player
    refusal = seats_fixed(state, "moves") or _stays(state, player) or _in_a_hand(state, player, place[0])
    if refusal:
        return refusal
    table = seat_at(state, command.table, command.seat)
    if isinstance(table, Refusal):
        return table
    if command.seat in table.locked:
        return Refusal(state.clause("seats"), f"Seat {command.seat} of table {command.table} is locked.", "seat_locked")
    arrives = has_begun(table) and state.stage is Stage.RUNNING
    return (SeatChanged(command.player, *place, command.table, command.seat, arrives, command.reason, clause),)


def _stays(state: Tournament, player: Player) -> Refusal | None:
    """STAR 7.18: who is out and waits for a place goes nowhere; nor does who cannot be moved."""
    if player in awaiting_place(state):
        return Refusal(state.clause("moves"), f"{player} is out and waits to be placed.", "already_out")
    if player not in state.fixed:
        return None
    return Refusal(state.clause("moves"), f"{player} has a fixed seat.", "fixed_player")


def _in_a_hand(state: Tournament, player: Player, table: int) -> Refusal | None:
    """STAR 7.22: nothing changes in mid-hand for somebody who is in the hand."""
    if not in_hand(state, player):
        return None
    return Refusal(state.clause("moves"), f"{player} is in a hand at table {table}: after it.", "mid_hand")


def add_table(state: Tournament, command: AddTable) -> Decision:
    """STAR 7.7[s1], STAR D-Tournament Poker Table, STAR D-Alternates, T-32: one more table.

    Alternates fill it, then re-entries, up to its size.
    """
    size = state.conditions.seats if command.size is None else command.size
    refusal = not_so_many(state, size)
    if refusal:
        return refusal
    most = state.conditions.tables
    if most is not None and len(state.tables) >= most:
        return Refusal(state.clause("seats"), f"The event has all its tables: {most}.", "no_table")
    if state.final_table is not None:
        return Refusal(state.clause("seats"), "The final table is being played.", "final_table")
    opened = TableOpened(max(state.tables, default=0) + 1, size, state.clause("seats"))
    if command.seed is None or state.stage is not Stage.RUNNING:
        return (opened,)
    after = tables.APPLIERS[TableOpened](state, opened)
    return opened, *_from_queue(after, entropy(command.seed), command.at)


def connect(state: Tournament, command: Connect) -> Decision:
    """STAR 7.6: entrants known to be connected by family or association are kept apart in every draw and move."""
    pair, clause = frozenset((command.player, command.other)), apart_clause(state)
    refusal = _not_a_pair(state, pair, clause)
    if refusal:
        return refusal
    if pair in state.connected:
        return Refusal(clause, "These two are kept apart already.", "already")
    return (ConnectionSet(pair, True, clause),)


def disconnect(state: Tournament, command: Disconnect) -> Decision:
    """STAR 7.6: two who need not be kept apart."""
    pair, clause = frozenset((command.player, command.other)), apart_clause(state)
    if pair not in state.connected:
        return Refusal(clause, "These two are not kept apart.", "not_connected")
    return (ConnectionSet(pair, False, clause),)


def _not_a_pair(state: Tournament, pair: frozenset[Player], clause: str) -> Refusal | None:
    if len(pair) != 2:
        return Refusal(clause, "It takes two to be connected.", "same_player")
    unknown = [player for player in sorted(pair) if player not in state.entrants]
    return Refusal(clause, f"{unknown[0]} has not entered.", "unknown_player") if unknown else None


def fix_player(state: Tournament, command: FixPlayer) -> Decision:
    """STAR 7.22: somebody who needs this seat is not moved for balance."""
    clause = state.clause("moves")
    if seat_of(state, command.player) is None:
        return Refusal(clause, f"{command.player} has no seat.", "no_seat")
    if command.player in state.fixed:
        return Refusal(clause, f"{command.player} has a fixed seat already.", "already")
    return (PlayerFixed(command.player, True, clause),)


def free_player(state: Tournament, command: FreePlayer) -> Decision:
    """STAR 7.22: somebody who may be moved again."""
    if command.player not in state.fixed:
        return Refusal(state.clause("moves"), f"{command.player} may be moved.", "not_fixed")
    return (PlayerFixed(command.player, False, state.clause("moves")),)


def _connection_set(state: Tournament, event: ConnectionSet) -> Tournament:
    pairs = state.connected | {event.players} if event.apart else state.connected - {event.players}
    return state._replace(connected=pairs)


def _player_fixed(state: Tournament, event: PlayerFixed) -> Tournament:
    fixed = state.fixed | {event.player} if event.fixed else state.fixed - {event.player}
    return state._replace(fixed=fixed)


_BEFORE_THE_END = (Stage.OPEN, Stage.RUNNING)
VERBS: Verbs = {
    DrawSeats: Verb(draw_seats, (Role.DIRECTOR, Role.DESK), _BEFORE_THE_END, "ballot"),
    SeatFromQueue: Verb(seat_from_queue, (Role.DIRECTOR, Role.DESK), (Stage.RUNNING,), "reserve"),
    MovePlayer: Verb(move_player, stages=_BEFORE_THE_END, subject="moves"),
    AddTable: Verb(add_table, stages=_BEFORE_THE_END, subject="seats"),
    Connect: Verb(connect, (Role.DIRECTOR, Role.DESK), (Stage.PLANNED, *_BEFORE_THE_END, Stage.SUSPENDED)),
    Disconnect: Verb(disconnect, stages=(Stage.PLANNED, *_BEFORE_THE_END, Stage.SUSPENDED)),
    FixPlayer: Verb(fix_player, stages=_BEFORE_THE_END, subject="moves"),
    FreePlayer: Verb(free_player, stages=_BEFORE_THE_END, subject="moves"),
    **tables.VERBS,
}
APPLIERS: Appliers = {
    SeatsDrawn: lambda state, event: state,
    ConnectionSet: _connection_set,
    PlayerFixed: _player_fixed,
    **tables.APPLIERS,
}
