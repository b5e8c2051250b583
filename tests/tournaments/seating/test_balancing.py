"""Tables of even size: who moves where, before which hand, and why."""

from collections.abc import Iterable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.tournaments.event.conditions import Readings
from pitboss.tournaments.event.state import Bust, Hand, Tournament, with_entrant, with_table
from pitboss.tournaments.seating.balancing import (
    MoveAdvice,
    Seats,
    advice,
    balancing_moves,
    coming,
    position_in,
    seats_of,
    tables_to_halt,
    worst_seats,
)
from pitboss.tournaments.seating.seating import Connect, FixPlayer, MovePlayer
from pitboss.tournaments.seating.tables import LockSeat
from tests.tournaments.scene import after
from tests.tournaments.seating.scene import LATE, playing, sizes, with_last_hand

FULL = tuple(range(1, 10))


def _table(occupied: Iterable[int], button: int, small: int, big: int, name: str = "p") -> Seats:
    return Seats(9, {seat: f"{name}{seat}" for seat in occupied}, button, small, big)


# The tables of case TRN-26.
X = _table([1, 2, 3, 4, 5, 6, 7, 9], 3, 4, 5, "x")
Y = _table([1, 2, 4, 5, 7, 8], 8, 1, 2, "y")
Z = _table([1, 2, 3, 5, 7, 8], 8, 1, 2, "z")
W = _table([1, 2, 3, 4, 5, 7, 9], 1, 2, 3, "w")


@pytest.mark.clause("STAR D-Balancing", "STAR 7.22")
def test_the_next_big_blind_moves_to_a_single_big_blind() -> None:
    (move,) = balancing_moves({"X": X, "Y": Y})
    assert (move.from_table, move.seat, move.player) == ("X", 6, "x6")
    assert (move.to_table, move.to_seat, move.next_position) == ("Y", 3, "big_blind")
    assert move.sentence == "Table X seat 6 to table Y seat 3, before the next hand, posts the big blind"
    assert move.reason == "table X has 8 and table Y 6; next to be the big blind, to the worst seat open"


@pytest.mark.clause("STAR D-Balancing")
def test_without_a_big_blind_seat_it_is_the_first_behind_it() -> None:
    (move,) = balancing_moves({"X": X, "Z": Z})
    assert (move.seat, move.to_seat, move.next_position) == (6, 4, "under_the_gun")
    assert move.sentence.endswith("is under the gun")


@pytest.mark.clause("STAR D-Balancing")
def test_of_two_small_tables_the_worse_seat_is_taken() -> None:
    assert [(move.to_table, move.to_seat) for move in balancing_moves({"Z": Z, "X": X, "Y": Y})] == [("Y", 3)]


def test_a_difference_of_one_is_left_alone() -> None:
    assert balancing_moves({"X": X, "W": W}) == ()
    assert balancing_moves({"X": X, "Y": Y}, 2) == ()
    assert len(balancing_moves({"X": X, "Y": Y}, 0)) == 1


@pytest.mark.clause("STAR 7.23[s2]")
def test_never_the_small_blind_nor_beside_it_while_another_seat_is_open() -> None:
    # The big blind of the last hand, seat 2, is out: seat 2 is the coming small blind, and nobody posts it.
    gone = _table([1, 4, 5, 7, 8], 8, 1, 2)
    assert worst_seats(gone)[-1][1:] == (2, "small_blind")
    # The coming button is seat 1 and the small blind seat 4: whoever sits down between them would wait.
    between = _table([1, 4, 5, 7, 8], 8, 1, 4)
    assert [(each.seat, each.position) for each in worst_seats(between)][-2:] == [(2, "waits"), (3, "waits")]
    (move,) = balancing_moves({"X": X, "Y": replaced_closed(between, (6, 9))})
    assert (move.to_seat, move.next_position) == (2, "waits")
    assert move.reason.endswith("to the only kind of seat that is open")
    assert move.sentence.endswith("waits until the button has passed")


def replaced_closed(seats: Seats, closed: Iterable[int]) -> Seats:
    return seats._replace(closed=frozenset(closed), players={**seats.players, 3: "more"}, arrived=frozenset())


@pytest.mark.clause("STAR 7.6")
def test_connected_people_are_not_moved_together() -> None:
    pair = frozenset({frozenset({"x6", "y1"})})
    (move,) = balancing_moves({"X": X, "Y": Y}, connected=pair)
    assert move.player == "x7"
    assert "the first to be the big blind who can go" in move.reason
    (other,) = balancing_moves({"X": X, "Y": Y, "Z": Z}, connected=pair)
    assert (other.player, other.to_table) == ("x6", "Z")
    everybody = frozenset(frozenset({name, "y1"}) for name in X.players.values())
    (together,) = balancing_moves({"X": X, "Y": Y}, connected=everybody)
    assert together.player == "x6"
    assert together.reason.endswith("; no such move keeps x6 and y1 apart")
    assert "apart" not in move.reason + other.reason


def test_who_has_a_fixed_seat_is_passed_over() -> None:
    (move,) = balancing_moves({"X": X._replace(fixed=frozenset({6, 7})), "Y": Y})
    assert move.seat == 9
    assert balancing_moves({"X": X._replace(fixed=frozenset(X.players)), "Y": Y}) == ()
    # Seat 5 has just been the big blind, and is the last to whom it comes again.
    assert [
        move.seat for move in balancing_moves({"X": X._replace(fixed=frozenset(X.players.keys() - {5})), "Y": Y})
    ] == [5]


def test_nobody_is_sent_to_a_full_or_empty_table() -> None:
    small = Seats(6, {seat: f"s{seat}" for seat in range(1, 7)}, 1, 2, 3)
    assert balancing_moves({"X": X, "S": small}) == ()
    assert balancing_moves({"X": X, "E": Seats(9, {})}) == ()
    assert balancing_moves({"F": Seats(9, {seat: f"f{seat}" for seat in FULL}), "S": small}) == ()


@pytest.mark.clause("STAR D-Balancing")
def test_positions_have_names() -> None:
    named = {seat: position_in(X, seat) for seat in X.players}
    assert named == {
        4: "button",
        5: "small_blind",
        6: "big_blind",
        7: "under_the_gun",
        9: "middle",
        1: "middle",
        2: "hijack",
        3: "cutoff",
    }


@pytest.mark.clause("STAR D-Balancing")
def test_positions_are_those_of_the_hand_that_is_dealt() -> None:
    assert (coming(X).button, coming(X).small, coming(X).big) == (4, 5, 6)
    moving = X._replace(players={seat: name for seat, name in X.players.items() if seat != 4}, dead_button=False)
    assert (coming(moving).button, coming(moving).small, coming(moving).big) == (5, 6, 7)
    assert coming(moving._replace(dead_button=True)).button == 4
    again = X._replace(concluded=False)
    assert (coming(again).button, coming(again).big) == (3, 5)


# On the tables of an event.


def _four_short() -> Tournament:
    state = playing({1: FULL, 2: (1, 2, 4, 5, 7), 3: FULL[:8]})
    state = with_last_hand(state, 1, 3, 4, 5)
    return with_last_hand(with_last_hand(state, 2, 7, 1, 2), 3, 1, 2, 3)


@pytest.mark.clause("STAR D-Balancing", "STAR 7.22")
def test_advice_for_an_event() -> None:
    state = _four_short()
    moves = advice(state)
    assert [(move.player, move.to_table, move.to_seat) for move in moves] == [("P16", 2, 3), ("P17", 2, 6)]
    assert moves[0].sentence == "Table 1 seat 6 to table 2 seat 3, before the next hand, posts the big blind"
    assert sizes(_followed(state, moves)) == [8, 7, 7]


def _followed(state: Tournament, moves: tuple[MoveAdvice[int], ...]) -> Tournament:
    for move in moves:
        command = MovePlayer(at=LATE, player=move.player, table=move.to_table, seat=move.to_seat, reason=move.reason)
        state = after(state, command)
    return state


def test_locked_fixed_and_connected_are_heeded() -> None:
    state = after(_four_short(), LockSeat(at=LATE, table=2, seat=3), FixPlayer(at=LATE, player="P16"))
    moves = advice(after(state, Connect(at=LATE, player="P17", other="P21")))
    assert [(move.player, move.to_seat) for move in moves] == [("P18", 6), ("P19", 8)]


@pytest.mark.clause("PON 20.7", "HLD 20.7", "CAN 17.7[s2]")
@pytest.mark.parametrize("ruleset", ["PON", "HLD", "CAN"])
def test_no_advice_where_seats_are_fixed(ruleset: str) -> None:
    state = _four_short()
    state = state._replace(conditions=replace(state.conditions, ruleset=ruleset))
    assert advice(state) == ()
    allowed = replace(state.conditions, readings=Readings(moves_within_session=True))
    assert len(advice(state._replace(conditions=allowed))) == 2


def test_a_table_three_short_had_better_wait() -> None:
    assert tables_to_halt(_four_short()) == (2,)
    assert tables_to_halt(playing({1: FULL, 2: FULL[:7]})) == ()
    assert tables_to_halt(playing({1: FULL, 2: FULL[:6]})) == (2,)
    assert tables_to_halt(playing({})) == ()


def test_where_the_button_moves_on_it_is_looked_for_there() -> None:
    state = _four_short()
    moving = replace(state.conditions, readings=Readings(button_rule="moving"))
    assert seats_of(state, state.tables[1]).dead_button
    assert not seats_of(state._replace(conditions=moving), state.tables[1]).dead_button


def test_during_a_hand_the_coming_one_is_the_next() -> None:
    state = _four_short()
    table = state.tables[1]
    stacks = dict.fromkeys(table.seats.values(), 25000)
    dealt = with_table(state, table._replace(hand=Hand(6, 1, state.conditions.levels[0], LATE, stacks)))
    assert seats_of(dealt, dealt.tables[1]).big == 6
    assert advice(dealt)[0].player == "P17"
    alone = with_table(state, table._replace(hand=Hand(6, 1, state.conditions.levels[0], LATE, {"P11": 25_000})))
    assert seats_of(alone, alone.tables[1]).big == 5
    two = {"P14": 25_000, "P15": 25_000}
    heads_up = with_table(state, table._replace(hand=Hand(6, 1, state.conditions.levels[0], LATE, two)))
    assert seats_of(heads_up, heads_up.tables[1]).big == 4


def test_a_seat_whose_chips_are_gone_is_neither_played_nor_open() -> None:
    state = _four_short()
    state = with_entrant(state, state.entrants["P24"]._replace(stack=0))
    state = state._replace(pending=(Bust("P24", 2, 4, 25_000, 25_000, LATE),))
    seen = seats_of(state, state.tables[2])
    assert 4 not in seen.players
    assert 4 in seen.closed


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(1, 9), min_size=2, max_size=6), st.integers(0, 2**32), st.booleans())
def test_following_all_advice_makes_tables_even(counts: list[int], seed: int, begun: bool) -> None:
    random = Random(seed)
    state = playing({number: random.sample(FULL, count) for number, count in enumerate(counts, start=1)})
    if begun:
        for number in state.tables:
            big = random.choice(FULL)
            state = with_last_hand(state, number, (big + 6) % 9 + 1, (big + 7) % 9 + 1, big)
    moves = advice(state)
    assert len({move.player for move in moves}) == len(moves)
    assert all(move.from_table != move.to_table for move in moves)
    assert len({(move.to_table, move.to_seat) for move in moves}) == len(moves)
    done = _followed(state, moves)
    assert max(sizes(done)) - min(sizes(done)) <= 1
    assert advice(done) == ()
