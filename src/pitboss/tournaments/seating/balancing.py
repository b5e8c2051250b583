"""Tables of even size: who is to move where, and why. Advice only; the director moves (`seating.MovePlayer`).

The mover is the player who is next to be the big blind at the largest table, and goes to the worst open seat of the
smallest: a single big blind before any other, the small blind only where nothing else is open. Positions are those of
the coming hand, by the rule that the hand itself is dealt by.
"""

from collections.abc import Mapping
from functools import cache
from typing import Generic, NamedTuple, TypeVar

from pitboss.games.frozen import Frozen
from pitboss.games.holdem import HoldemSettings
from pitboss.games.holdem.seats.dead_button import Positions, positions
from pitboss.games.holdem.settings import TOURNAMENT
from pitboss.games.holdem.state import PLAYING, WAITING, Chair, Room, clockwise
from pitboss.tournaments.event.state import Hand, Player, Table, Tournament
from pitboss.tournaments.seating.draw import Pairs
from pitboss.tournaments.seating.seating import seats_fixed

T = TypeVar("T", int, str)

BIG_BLIND, SMALL_BLIND, UNDER_THE_GUN, BUTTON = "big_blind", "small_blind", "under_the_gun", "button"
CUTOFF, HIJACK, MIDDLE, WAITS = "cutoff", "hijack", "middle", "waits"
# Section 7: a table that is so many short of the largest had better wait.
SHORT_BY = 3
LEAST_FOR_A_HAND = 2


class Seats(NamedTuple):
    """What balancing looks at of a table: who sits where with chips, and the positions of the last hand."""

    size: int
    players: Mapping[int, Player]
    button: int | None = None
    small: int | None = None
    big: int | None = None
    concluded: bool = True
    arrived: frozenset[int] = frozenset()
    # Seats that nobody may be sent to, and seats whose players are not sent away.
    closed: frozenset[int] = frozenset()
    fixed: frozenset[int] = frozenset()
    # T-30: the dead button; otherwise the button goes to the next player, and the blinds follow it.
    dead_button: bool = True


class MoveAdvice(NamedTuple, Generic[T]):
    """One move, in the order in which they are made; `next_position` is that of the coming hand at the new table."""

    from_table: T
    seat: int
    to_table: T
    to_seat: int
    player: Player
    next_position: str
    reason: str

    @property
    def sentence(self) -> str:
        """What the dealer is told."""
        there = f"Table {self.from_table} seat {self.seat} to table {self.to_table} seat {self.to_seat}"
        return f"{there}, before the next hand, {_DUTIES.get(self.next_position, 'is dealt in')}"


_DUTIES = {
    BIG_BLIND: "posts the big blind",
    SMALL_BLIND: "posts the small blind",
    UNDER_THE_GUN: "is under the gun",
    BUTTON: "has the button",
    WAITS: "waits until the button has passed",
}
# Where nobody is sent while another seat is open.
_LAST_RESORT = (SMALL_BLIND, WAITS)


class Arrival(NamedTuple):
    """An open seat as it would be in the coming hand; the lowest rank is the worst seat."""

    rank: int
    seat: int
    position: str


def advice(state: Tournament) -> tuple[MoveAdvice[int], ...]:
    """STAR 7.22, STAR D-Balancing: the moves that make the tables even, as far as the event's document allows moves.

    PON 20.7, HLD 20.7, CAN 17.7[s2], T-06: none inside a session where seats are fixed for it.
    """
    most = state.conditions.readings.max_difference
    counts = [count for count in _counts(state).values() if count]
    if not counts or max(counts) - min(counts) <= most or seats_fixed(state, "moves"):
        return ()
    seen = {number: seats_of(state, table) for number, table in sorted(state.tables.items())}
    return balancing_moves(seen, most, state.connected)


def _counts(state: Tournament) -> dict[int, int]:
    entrants = state.entrants
    return {
        number: sum(1 for name in table.seats.values() if entrants[name].stack)
        for number, table in state.tables.items()
    }


def seats_of(state: Tournament, table: Table) -> Seats:
    """A table of the event as balancing sees it; a seat without chips is nobody's, and not open either.

    While a hand is being dealt the coming one is the next, so that button and blinds are those of the present hand.
    """
    players = {seat: name for seat, name in table.seats.items() if state.entrants[name].stack}
    seats = Seats(
        table.size,
        Frozen(players),
        table.button,
        table.small,
        table.big,
        table.concluded,
        table.arrived,
        table.locked | (table.seats.keys() - players.keys()),
        frozenset(seat for seat, name in players.items() if name in state.fixed),
        state.conditions.readings.button_rule == "dead",
    )
    return seats if table.hand is None else _during(seats, table.hand)


def _during(seats: Seats, hand: Hand) -> Seats:
    """The table after the hand that is being dealt, as far as positions go."""
    dealt = {seat: name for seat, name in seats.players.items() if name in hand.stacks}
    if len(dealt) < LEAST_FOR_A_HAND:
        return seats
    line = coming(seats._replace(players=dealt))
    arrived = seats.arrived - line.dealt
    return seats._replace(button=line.button, small=line.small, big=line.big, concluded=True, arrived=arrived)


def balancing_moves(
    tables: Mapping[T, Seats], max_difference: int = 1, connected: Pairs = frozenset()
) -> tuple[MoveAdvice[T], ...]:
    """STAR D-Balancing: moves, one after the other, until no two tables differ by more than is left alone.

    Tables without players are not in use, and nobody is sent there.
    """
    now = {name: seats for name, seats in tables.items() if seats.players}
    moves: list[MoveAdvice[T]] = []
    while move := _next_move(now, max(max_difference, 1), connected):
        moves.append(move)
        now[move.from_table], now[move.to_table] = _after_move(now[move.from_table], now[move.to_table], move)
    return tuple(moves)


def tables_to_halt(state: Tournament) -> tuple[int, ...]:
    """STAR 7.22, section 7: tables three or more short of the largest, which had better wait for players."""
    counts = {number: count for number, count in _counts(state).items() if count}
    return tuple(sorted(number for number, count in counts.items() if max(counts.values()) - count >= SHORT_BY))


def coming(seats: Seats) -> Positions:
    """T-30: button and blinds of the coming hand among two players at least, by the rule of the hold'em round."""
    room = Room(
        chairs={
            seat: Chair(name, 1, WAITING if seat in seats.arrived else PLAYING) for seat, name in seats.players.items()
        },
        button=seats.button,
        moves_on=seats.concluded,
        small=seats.small if seats.dead_button else None,
        big=seats.big if seats.dead_button else None,
    )
    return positions(_settings(seats.size), room, frozenset(seats.players))


@cache
def _settings(size: int) -> HoldemSettings:
    return HoldemSettings(boxes=size, mode=TOURNAMENT, blinds=(1, 2))


def position_in(seats: Seats, seat: int) -> str:
    """The name of a seat's position in the coming hand, e.g. big_blind, under_the_gun, cutoff."""
    return _position_name(seats.size, coming(seats), seat)


def _position_name(size: int, line: Positions, seat: int) -> str:
    if seat not in line.dealt:
        return WAITS
    posted = [each for each, _ in line.blinds]
    if seat in posted:
        return BIG_BLIND if seat == line.big else SMALL_BLIND
    if seat == line.button:
        return BUTTON
    assert line.big is not None
    taken = {line.button, *posted}
    behind = [each for each in clockwise(size, line.big) if each in line.dealt and each not in taken]
    place = behind.index(seat)
    return {1: CUTOFF, 2: HIJACK}.get(len(behind) - place, MIDDLE) if place else UNDER_THE_GUN


def worst_seats(seats: Seats) -> list[Arrival]:
    """STAR 7.23[s2]: open seats as they would be in the coming hand, the worst first.

    The soonest big blind is worst. The small blind, and a seat between it and the button, come after all others.
    """
    found = []
    for seat in range(1, seats.size + 1):
        if seat in seats.players or seat in seats.closed:
            continue
        line = coming(seats._replace(players={**seats.players, seat: ""}, arrived=seats.arrived | {seat}))
        assert line.big is not None
        position = _position_name(seats.size, line, seat)
        rank = clockwise(seats.size, line.big).index(seat) + 1
        if position == BIG_BLIND:
            rank = 0
        elif position in _LAST_RESORT:
            rank += seats.size
        found.append(Arrival(rank, seat, position))
    return sorted(found)


def _movers(seats: Seats) -> list[int]:
    """Seats in the order in which the big blind will come to them."""
    big = coming(seats).big
    assert big is not None
    return [seat for seat in (big, *clockwise(seats.size, big)[:-1]) if seat in seats.players]


def _next_move(now: Mapping[T, Seats], apart: int, connected: Pairs) -> MoveAdvice[T] | None:
    """The next move from the largest table to the smallest that has an open seat."""
    counts = {name: len(seats.players) for name, seats in now.items()}
    with_room = [name for name, seats in now.items() if len(seats.players.keys() | seats.closed) < seats.size]
    least = min((counts[name] for name in with_room), default=0)
    sources = [name for name in sorted(now, key=lambda name: -counts[name]) if counts[name] - least > apart]
    if not with_room or not sources:
        return None
    targets = {name: worst_seats(now[name])[0] for name in with_room if counts[name] == least}
    for source in sources:
        seats = now[source]
        movers = [seat for seat in _movers(seats) if seat not in seats.fixed]
        if movers:
            seat, target = _pair(now, source, movers, targets, connected)
            player, to = seats.players[seat], targets[target]
            why = f"table {source} has {counts[source]} and table {target} {least}; {_why(seats, seat, to)}"
            for other in _connected_players(player, now[target], connected):
                why += f"; no such move keeps {player} and {other} apart"
            return MoveAdvice(source, seat, target, to.seat, player, to.position, why)
    return None


def _pair(
    now: Mapping[T, Seats], source: T, movers: list[int], targets: Mapping[T, Arrival], connected: Pairs
) -> tuple[int, T]:
    """STAR 7.6: who goes to which table: the first to be big blind, to the worst seat, connected people apart.

    Where that cannot be, they are together, and the reason says so.
    """
    worst_first = sorted(targets, key=lambda name: targets[name].rank)
    pairs = [(seat, target) for seat in movers for target in worst_first]

    players = now[source].players
    apart = (pair for pair in pairs if not _connected_players(players[pair[0]], now[pair[1]], connected))
    return next(apart, pairs[0])


def _connected_players(player: Player, seats: Seats, connected: Pairs) -> list[Player]:
    """STAR 7.6: who at a table is connected with a player."""
    return [other for other in seats.players.values() if frozenset((player, other)) in connected]


def _why(seats: Seats, seat: int, to: Arrival) -> str:
    """STAR 7.22: why this player, and why this seat."""
    who = "next to be the big blind" if _movers(seats)[0] == seat else "the first to be the big blind who can go"
    return f"{who}, to {'the only kind of seat that is' if to.position in _LAST_RESORT else 'the worst seat'} open"


def _after_move(source: Seats, target: Seats, move: MoveAdvice[T]) -> tuple[Seats, Seats]:
    left = {seat: name for seat, name in source.players.items() if seat != move.seat}
    joined = {**target.players, move.to_seat: move.player}
    return (
        source._replace(players=left, arrived=source.arrived - {move.seat}),
        target._replace(players=joined, arrived=target.arrived | {move.to_seat}),
    )
