"""Random draws of tables and seats from recorded entropy: everybody equally likely everywhere, connected people apart.

All functions take a source of bits. `entropy` makes one of a seed, so that a draw can be checked and drawn again.
"""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple, TypeVar

from pitboss.cards.shuffle import Bits, below
from pitboss.tournaments.event.state import Player

T = TypeVar("T")
Place = tuple[int, int]
Pairs = frozenset[frozenset[Player]]
# Which connected pairs a draw has put together.
Together = Callable[[Mapping[Player, Place]], list[frozenset[Player]]]

# Draws that put connected people together are thrown away; after so many of them seats are exchanged, at most so often.
_MOST_DRAWS, _MOST_EXCHANGES = 1000, 4000


class Draw(NamedTuple):
    """Table and seat by player, and the connected pairs that no draw kept apart (STAR 7.6: the director is asked)."""

    places: Mapping[Player, Place]
    together: tuple[frozenset[Player], ...] = ()


def entropy(seed: int) -> Bits:
    """The bits that follow from a recorded seed, always the same ones."""
    return random.Random(seed).getrandbits


def draw_order(items: Iterable[T], bits: Bits) -> list[T]:
    """All of these in a random order, each order equally likely."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        width = last.bit_length()
        while (chosen := bits(width)) > last:
            pass
        order[last], order[chosen] = order[chosen], order[last]
    return order


def pick(options: Sequence[T], bits: Bits) -> T:
    """One of these, each equally likely."""
    return options[below(len(options), bits)]


@cache
def table_sizes(entrants: int, seats: int) -> tuple[int, ...]:
    """STAR 1-f[s1]: as few tables as hold everybody, no two of them more than one apart; the larger ones first.

    50 entrants at tables of nine are six tables of 9, 9, 8, 8, 8 and 8.
    """
    tables = -(-entrants // seats)
    if not tables:
        return ()
    least, larger = divmod(entrants, tables)
    return (least + 1,) * larger + (least,) * (tables - larger)


def spread_newcomers(newcomers: int, counts: Mapping[int, int], room: Mapping[int, int], bits: Bits) -> dict[int, int]:
    """STAR 1-f[s1]: how many go to each table so that sizes come out even: each to the emptiest table with room.

    Which tables get one more than the others is drawn. The count stops where all seats are taken.
    """
    totals, left = dict(counts), newcomers
    while left:
        lowest = _lowest(totals, counts, room)
        if not lowest:
            break
        if len(lowest) > left:
            lowest = draw_order(lowest, bits)[:left]
        for table in lowest:
            totals[table] += 1
        left -= len(lowest)
    return {table: totals[table] - counts[table] for table in counts}


def _lowest(totals: Mapping[int, int], counts: Mapping[int, int], room: Mapping[int, int]) -> list[int]:
    """The emptiest of the tables that still have a seat."""
    open_tables = [table for table in totals if totals[table] - counts[table] < room[table]]
    least = min((totals[table] for table in open_tables), default=0)
    return [table for table in open_tables if totals[table] == least]


def draw_seats(
    players: Sequence[Player],
    free: Mapping[int, Sequence[int]],
    bits: Bits,
    *,
    connected: Pairs = frozenset(),
    sitting: Mapping[Player, int] | None = None,
) -> Draw:
    """STAR 7.5, UTH 16.8, PON 20.7, HLD 20.7, CAN 17.7[s1]: everybody to a table and a seat by ballot.

    `free` are the open seats of each table and `sitting` those who have a seat already, by table. Tables come out even;
    which of them are one short, and which of their seats stay empty, is drawn like everything else, so that each player
    is equally likely in every open seat of tables that are alike.
    """
    at_table = sitting or {}
    counts = dict.fromkeys(free, 0)
    for table in at_table.values():
        counts[table] += 1
    room = {table: len(seats) for table, seats in free.items()}

    def once() -> dict[Player, Place]:
        shares = spread_newcomers(len(players), counts, room, bits)
        order, places, begin = draw_order(players, bits), {}, 0
        for table, share in shares.items():
            seats = free[table] if share == room[table] else draw_order(free[table], bits)[:share]
            for player, seat in zip(order[begin : begin + share], seats, strict=True):
                places[player] = (table, seat)
            begin += share
        return places

    return _kept_apart(once, _same_table(players, connected, at_table), bits)


def draw_open(
    players: Sequence[Player],
    free: Sequence[Place],
    bits: Bits,
    *,
    connected: Pairs = frozenset(),
    sitting: Mapping[Player, int] | None = None,
) -> Draw:
    """Each player one of the open seats, wherever it is, every seat equally likely for everybody."""

    def once() -> dict[Player, Place]:
        return dict(zip(players, draw_order(free, bits), strict=False))

    return _kept_apart(once, _same_table(players, connected, sitting or {}), bits)


def draw_new(players: Sequence[Player], seats: int, bits: Bits, *, connected: Pairs = frozenset()) -> Draw:
    """STAR 1-f[s1], STAR 7.5: a draw of a whole field to as many new tables as it takes, numbered from 1."""
    tables = len(table_sizes(len(players), seats))
    return draw_seats(players, dict.fromkeys(range(1, tables + 1), range(1, seats + 1)), bits, connected=connected)


def draw_final(
    players: Sequence[Player],
    size: int,
    bits: Bits,
    *,
    connected: Pairs = frozenset(),
    locked: frozenset[int] = frozenset(),
) -> Draw:
    """STAR 7.24, STAR 7.6: seats of the final table (table 1 of the answer), connected people not side by side.

    The last seat of the table is beside seat 1. Locked seats stay free.
    """
    pairs = [tuple(pair) for pair in connected if pair <= set(players)]
    free = [seat for seat in range(1, size + 1) if seat not in locked]

    def once() -> dict[Player, Place]:
        return {player: (1, seat) for player, seat in zip(players, draw_order(free, bits), strict=False)}

    def beside(places: Mapping[Player, Place]) -> list[frozenset[Player]]:
        return [frozenset(pair) for pair in pairs if are_neighbours(places[pair[0]][1], places[pair[1]][1], size)]

    return _kept_apart(once, beside, bits)


def are_neighbours(one: int, other: int, size: int) -> bool:
    """Whether two seats of a table are side by side."""
    return (one - other) % size in (1, size - 1)


def _same_table(players: Sequence[Player], connected: Pairs, sitting: Mapping[Player, int]) -> Together:
    """STAR 7.6: tells which connected pairs a draw has put at one table."""
    names = set(players)
    known = names | set(sitting)
    pairs = [tuple(pair) for pair in connected if pair <= known and not pair.isdisjoint(names)]

    def together(places: Mapping[Player, Place]) -> list[frozenset[Player]]:
        def table(player: Player) -> int:
            return places[player][0] if player in places else sitting.get(player, 0)

        return [frozenset(pair) for pair in pairs if table(pair[0]) == table(pair[1]) != 0]

    return together


def _kept_apart(once: Callable[[], dict[Player, Place]], together: Together, bits: Bits) -> Draw:
    """STAR 7.6: the first draw that keeps connected people apart, so that all such draws are equally likely.

    Where none does in so many, as with a field of teams, it is the one that came nearest, with seats exchanged.
    """
    best: Draw | None = None
    for _ in range(_MOST_DRAWS):
        places = once()
        wrong = together(places)
        if not wrong:
            return Draw(places)
        if best is None or len(wrong) < len(best.together):
            best = Draw(places, tuple(wrong))
    assert best is not None
    return _exchange_seats(best, together, bits)


def _exchange_seats(draw: Draw, together: Together, bits: Bits) -> Draw:
    """STAR 7.6: connected people exchange seats with others, drawn by lot, while it brings no more of them together.

    Who sat before the draw stays there. Those whom it does not separate are told.
    """
    players = list(draw.places)
    for _ in range(_MOST_EXCHANGES):
        if not draw.together:
            break
        pair = sorted(player for player in draw.together[0] if player in draw.places)
        one, other = pick(pair, bits), pick(players, bits)
        places = {**draw.places, one: draw.places[other], other: draw.places[one]}
        wrong = together(places)
        if len(wrong) <= len(draw.together):
            draw = Draw(places, tuple(draw_order(wrong, bits)))
    return draw
