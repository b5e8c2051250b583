"""Draws by lot: even tables, every seat equally likely for everybody, connected people apart."""

from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.tournaments.seating.draw import (
    are_neighbours,
    draw_final,
    draw_new,
    draw_open,
    draw_seats,
    entropy,
    spread_newcomers,
    table_sizes,
)
from tests.tournaments.seating.scene import names


def _within_five_sigma(counts: Counter[object], draws: int, chances: int) -> bool:
    """Whether every figure of a uniform draw is where it would be all but 6 times in ten million."""
    mean = draws / chances
    sigma = (mean * (1 - 1 / chances)) ** 0.5
    return len(counts) == chances and all(abs(count - mean) <= 5 * sigma for count in counts.values())


@pytest.mark.clause("STAR 1-f[s1]")
@pytest.mark.parametrize(
    ("entrants", "seats", "sizes"),
    [
        (50, 9, (9, 9, 8, 8, 8, 8)),
        (47, 9, (8, 8, 8, 8, 8, 7)),
        (63, 9, (9,) * 7),
        (10, 9, (5, 5)),
        (2, 9, (2,)),
        (0, 9, ()),
    ],
)
def test_tables_are_even(entrants: int, seats: int, sizes: tuple[int, ...]) -> None:
    assert table_sizes(entrants, seats) == sizes


@pytest.mark.clause("STAR 1-f[s1]")
@given(st.integers(0, 250), st.integers(2, 10))
def test_table_sizes_hold_everybody(entrants: int, seats: int) -> None:
    sizes = table_sizes(entrants, seats)
    assert sum(sizes) == entrants
    assert all(0 < size <= seats for size in sizes)
    assert not sizes or sizes[0] - sizes[-1] <= 1
    assert seats * (len(sizes) - 1) < entrants or not sizes


@pytest.mark.clause("STAR 7.5")
def test_every_seat_is_equally_likely() -> None:
    bits, players, draws = entropy(2025), names(63), 4000
    seats: Counter[object] = Counter()
    for _ in range(draws):
        seats[draw_new(players, 9, bits).places["P1"]] += 1
    assert _within_five_sigma(seats, draws, 63)


@pytest.mark.clause("STAR 7.5", "STAR 1-f[s1]")
def test_which_table_is_short_and_which_seat_stays_empty_is_drawn_too() -> None:
    bits, players, draws = entropy(7), names(16), 4000
    seats: Counter[object] = Counter()
    short: Counter[object] = Counter()
    for _ in range(draws):
        draw = draw_new(players, 6, bits)
        seats[draw.places["P9"]] += 1
        at_table = Counter(table for table, _ in draw.places.values())
        assert sorted(at_table.values()) == [5, 5, 6]
        short[max(at_table, key=at_table.__getitem__)] += 1
    assert _within_five_sigma(seats, draws, 18)
    assert _within_five_sigma(short, draws, 3)


@pytest.mark.clause("STAR 7.5")
def test_a_draw_can_be_drawn_again_from_its_seed() -> None:
    players = names(20)
    assert draw_new(players, 9, entropy(11)) == draw_new(players, 9, entropy(11))
    assert draw_new(players, 9, entropy(11)) != draw_new(players, 9, entropy(12))


@pytest.mark.clause("STAR 7.6")
def test_connected_people_are_not_at_one_table() -> None:
    bits, pair = entropy(5), frozenset({frozenset({"P1", "P2"}), frozenset({"P2", "P3"})})
    tables: Counter[object] = Counter()
    for _ in range(1500):
        draw = draw_new(names(20), 9, bits, connected=pair)
        where = {player: table for player, (table, _) in draw.places.items()}
        assert where["P1"] != where["P2"] != where["P3"]
        assert not draw.together
        tables[where["P2"]] += 1
    assert _within_five_sigma(tables, 1500, 3)


@pytest.mark.clause("STAR 7.6")
def test_a_field_of_teams_is_kept_apart() -> None:
    """Hardly any draw does it by chance: 8 in a million with twelve teams of three at four tables."""
    teams = [names(36)[first : first + 3] for first in range(0, 36, 3)]
    connected = frozenset(frozenset(pair) for team in teams for pair in combinations(team, 2))
    seen = set()
    for seed in range(5):
        draw = draw_new(names(36), 9, entropy(seed), connected=connected)
        assert not draw.together
        assert all(len({draw.places[player][0] for player in team}) == 3 for team in teams)
        assert sorted(Counter(table for table, _ in draw.places.values()).values()) == [9, 9, 9, 9]
        assert len(set(draw.places.values())) == 36
        assert draw == draw_new(names(36), 9, entropy(seed), connected=connected)
        seen.add(draw.places[names(36)[0]])
    assert len(seen) > 2


@pytest.mark.clause("STAR 7.6")
def test_where_they_cannot_be_kept_apart_it_says_so() -> None:
    family = frozenset({frozenset({"P1", "P2"})})
    draw = draw_new(names(8), 9, entropy(1), connected=family)
    assert draw.together == (frozenset({"P1", "P2"}),)
    assert len(set(draw.places.values())) == 8


@pytest.mark.clause("STAR 7.6")
def test_nobody_is_drawn_to_the_table_of_somebody_connected() -> None:
    pair = frozenset({frozenset({"new", "old"})})
    for seed in range(60):
        free = {1: [1, 2], 2: [5, 6]}
        draw = draw_seats(["new"], free, entropy(seed), connected=pair, sitting={"old": 1, "else": 2})
        assert draw.places["new"] in ((2, 5), (2, 6))


@pytest.mark.clause("STAR 7.22")
def test_open_seats_are_equally_likely_wherever_they_are() -> None:
    bits, free, draws = entropy(3), ((1, 8), (1, 9), (2, 3), (2, 6), (2, 7)), 3000
    seats: Counter[object] = Counter()
    for _ in range(draws):
        draw = draw_open(["a", "b", "c"], free, bits)
        assert len(set(draw.places.values())) == 3
        seats[draw.places["b"]] += 1
    assert _within_five_sigma(seats, draws, 5)


@pytest.mark.clause("STAR 7.24", "STAR 7.6")
def test_seats_of_the_final_table() -> None:
    bits, players, pair = entropy(4), names(9), frozenset({frozenset({"P1", "P2"})})
    seats: Counter[object] = Counter()
    for _ in range(3000):
        draw = draw_final(players, 9, bits, connected=pair)
        seat = {player: seat for player, (_, seat) in draw.places.items()}
        assert sorted(seat.values()) == list(range(1, 10))
        assert not are_neighbours(seat["P1"], seat["P2"], 9)
        seats[seat["P5"]] += 1
    assert _within_five_sigma(seats, 3000, 9)


@pytest.mark.clause("STAR 7.6")
def test_the_last_seat_is_beside_the_first() -> None:
    assert all(are_neighbours(one, other, 9) for one, other in pairwise(range(1, 10)))
    assert are_neighbours(9, 1, 9)
    assert are_neighbours(1, 9, 9)
    assert not are_neighbours(1, 8, 9)
    assert draw_final(["a", "b"], 2, entropy(1), connected=frozenset({frozenset({"a", "b"})})).together


@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=8),
    st.integers(0, 60),
    st.integers(0, 99),
)
def test_newcomers_make_tables_more_even(tables: list[tuple[int, int]], newcomers: int, seed: int) -> None:
    counts = {number: count for number, (count, _) in enumerate(tables)}
    room = {number: seats for number, (_, seats) in enumerate(tables)}
    shares = spread_newcomers(newcomers, counts, room, entropy(seed))
    assert sum(shares.values()) == min(newcomers, sum(room.values()))
    assert all(0 <= shares[number] <= room[number] for number in counts)
    for one in counts:
        for other in counts:
            if shares[one] and shares[other] < room[other]:
                assert counts[one] + shares[one] <= counts[other] + shares[other] + 1
