"""Fewer tables: when one is broken, which, and that its players are seated elsewhere by lot."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.tournaments.event.conditions import Readings
from pitboss.tournaments.event.contract import Role
from pitboss.tournaments.event.events import Ruled, SeatChanged
from pitboss.tournaments.event.state import Bust, Hand, Tie, Tournament, with_table
from pitboss.tournaments.seating.breaking import BreakTable, ComingBreak, break_advice, break_draw, next_to_break
from pitboss.tournaments.seating.draw import entropy
from pitboss.tournaments.seating.seating import AddTable, Connect, DrawSeats, FixPlayer
from pitboss.tournaments.seating.tables import LockSeat
from tests.tournaments.scene import NOON, after, done, refuses
from tests.tournaments.seating.scene import LATE, field, places, playing, richer, sizes, waiting, with_last_hand

FULL = tuple(range(1, 10))


def _eighteen() -> Tournament:
    """The tables of case TRN-27 after the bust."""
    return playing({1: FULL[:7], 2: (1, 2, 4, 5, 8), 3: (2, 3, 4, 6, 7, 9)})


def _break(table: int, seed: int = 1) -> BreakTable:
    return BreakTable(at=LATE, table=table, seed=seed)


@pytest.mark.clause("STAR D-Breaking", "STAR 7.22")
def test_a_table_is_broken_once_the_others_take_its_players() -> None:
    assert break_advice(_eighteen()) == 3
    nineteen = playing({1: FULL[:7], 2: (1, 2, 4, 5, 8, 9), 3: (2, 3, 4, 6, 7, 9)})
    assert break_advice(nineteen) is None
    assert break_advice(_eighteen()._replace(break_order=(2, 3, 1))) == 2
    assert break_advice(_eighteen()._replace(break_order=())) == 3


@pytest.mark.clause("STAR D-Breaking", "STAR 7.22")
def test_it_is_known_beforehand_which_table_goes_and_with_how_many_left() -> None:
    nineteen = playing({1: FULL[:7], 2: (1, 2, 4, 5, 8, 9), 3: (2, 3, 4, 6, 7, 9)})
    assert next_to_break(nineteen) == ComingBreak(3, left=18, tables=2)
    assert next_to_break(_eighteen()) == ComingBreak(3, left=18, tables=2)
    assert break_advice(_eighteen()) == 3, "with so many left it goes"
    locked, _ = done(nineteen, LockSeat(at=LATE, table=1, seat=9))
    assert next_to_break(locked) == ComingBreak(3, left=17, tables=2)
    fixed, _ = done(nineteen, FixPlayer(at=LATE, player="P32"))
    assert next_to_break(fixed) == ComingBreak(2, left=18, tables=2)


@pytest.mark.clause("STAR 7.24", "STAR 7.22")
def test_the_last_two_tables_go_by_the_draw_of_the_final_table() -> None:
    assert next_to_break(playing({1: FULL[:5], 2: FULL[:5]})) is None
    assert next_to_break(playing({1: FULL})) is None
    longer = playing({1: FULL[:5], 2: FULL[:5]})
    longer = longer._replace(conditions=replace(longer.conditions, final_table=8))
    assert next_to_break(longer) == ComingBreak(2, left=9, tables=1)


@pytest.mark.clause("STAR D-Breaking", "STAR 7.22", "STAR 7.23[s1]")
def test_everybody_is_reseated_with_the_stack() -> None:
    state = richer(with_last_hand(_eighteen(), 1, 1, 2, 3), P33=4000)
    state, events = done(state, _break(3))
    assert sizes(state) == [9, 9]
    moves = [event for event in events if isinstance(event, SeatChanged)]
    assert {(move.to_table, move.to_seat) for move in moves} == {(1, 8), (1, 9), (2, 3), (2, 6), (2, 7), (2, 9)}
    assert len(places(state)) == 18
    assert all(move.arrives and move.reason == "table 3 is broken" for move in moves)
    assert state.tables[1].arrived == {8, 9}
    assert state.entrants["P33"].stack == 29_000
    assert (sorted(state.tables), state.break_order) == ([1, 2], (2, 1))


@pytest.mark.clause("STAR 7.22")
def test_every_player_is_equally_likely_in_every_open_seat() -> None:
    state, bits, draws = _eighteen(), entropy(27), 3000
    counts: Counter[tuple[str, tuple[int, int]]] = Counter()
    for _ in range(draws):
        counts.update(break_draw(state, 3, bits).places.items())
    assert len(counts) == 36
    # Five standard deviations of 3,000 draws at one in six.
    assert all(abs(count - 500) <= 102 for count in counts.values())


@pytest.mark.clause("STAR 7.6")
def test_connected_people_are_broken_apart() -> None:
    state = after(_eighteen(), Connect(at=LATE, player="P32", other="P11"))
    state = after(state, Connect(at=LATE, player="P33", other="P21"))
    for seed in range(30):
        where = places(after(state, _break(3, seed)))
        assert (where["P32"][0], where["P33"][0]) == (2, 1)
    _, events = done(after(state, Connect(at=LATE, player="P32", other="P21")), _break(3))
    assert [event.clause for event in events if isinstance(event, Ruled)] == ["STAR 7.6"]


def test_a_table_is_not_broken_in_mid_hand_nor_without_seats() -> None:
    state = _eighteen()
    hand = Hand(1, 1, state.conditions.levels[0], LATE, {"P32": 25_000})
    playing_on = with_table(state, state.tables[3]._replace(hand=hand))
    refuses(playing_on, _break(3), clause="STAR D-Breaking", word="mid_hand")
    # A hand at a table that takes somebody in does not matter.
    assert sizes(after(with_table(state, state.tables[1]._replace(hand=hand)), _break(3))) == [9, 9]
    assert refuses(after(state, LockSeat(at=LATE, table=1, seat=9)), _break(3)).word == "no_room"
    assert break_advice(after(state, LockSeat(at=LATE, table=1, seat=9))) == 1
    pending = state._replace(pending=(Bust("P32", 3, 2, 1, 1, LATE),))
    assert refuses(pending, _break(3)).word == "pending"
    # T-02: so it is while the director has not ruled on a tie, or on a round behind it.
    tie = Tie((Bust("P11", 1, 1, 1, 1, LATE),), ("tiered", "share_all"), ((Bust("P32", 3, 2, 1, 1, LATE),),))
    assert refuses(state._replace(tie=tie), _break(3)).word == "pending"
    assert refuses(state._replace(tie=tie._replace(busts=tie.behind[0], behind=())), _break(3)).word == "pending"
    assert sizes(after(state._replace(tie=tie._replace(behind=())), _break(3))) == [9, 9]
    assert refuses(state, _break(4)).word == "no_such_table"
    assert refuses(playing({1: FULL}), _break(1)).word == "last_table"
    assert refuses(state, BreakTable(at=LATE, table=3, seed=1, by=Role.DEALER)).word == "role"


@pytest.mark.clause("UTH 16.9[s2]", "PON 20.7", "HLD 20.7", "CAN 17.7[s2]")
def test_where_seats_are_fixed_no_table_is_broken_within_a_session() -> None:
    for ruleset in ("PON", "HLD", "CAN"):
        state = _eighteen()
        state = state._replace(conditions=replace(state.conditions, ruleset=ruleset))
        assert refuses(state, _break(3)).word == "fixed"
        assert break_advice(state) is None
        allowed = replace(state.conditions, readings=Readings(moves_within_session=True))
        assert break_advice(state._replace(conditions=allowed)) == 3
    state = _eighteen()
    state = state._replace(conditions=replace(state.conditions, ruleset="UTH"))
    assert break_advice(state) == 3
    _, events = done(state, _break(3))
    assert {event.clause for event in events} == {"UTH 16.9[s2]"}


def test_no_advice_while_somebody_waits_for_a_seat_or_the_final_table_is_due() -> None:
    assert break_advice(waiting(_eighteen(), ["A1"])) is None
    assert break_advice(playing({1: FULL[:4], 2: FULL[:5]})) is None
    assert break_advice(playing({1: FULL[:4], 2: FULL[:5]}, final_table=6)) == 2
    assert break_advice(playing({1: FULL})) is None


def test_a_table_with_a_fixed_player_is_broken_last() -> None:
    state = after(_eighteen(), FixPlayer(at=LATE, player="P32"))
    assert break_advice(state) == 2
    for player in ("P11", "P21"):
        state = after(state, FixPlayer(at=LATE, player=player))
    assert break_advice(state) == 3


@pytest.mark.clause("STAR D-Tournament Poker Table")
def test_nobody_is_sent_to_an_empty_table() -> None:
    state = after(playing({1: FULL, 2: FULL[:8]}), AddTable(at=LATE))
    assert break_advice(state) is None
    assert refuses(state, _break(2)).word == "no_room"
    assert sorted(after(state, _break(3)).tables) == [1, 2]


def test_chips_without_a_known_holder_go_along() -> None:
    state = _eighteen()
    state = with_table(state, state.tables[3]._replace(loose=700))
    state = state._replace(chips=state.chips._replace(issued=state.chips.issued + 700))
    assert sum(table.loose for table in after(state, _break(3)).tables.values()) == 700


def test_before_the_start_a_table_that_is_not_needed_is_broken_too() -> None:
    state = after(field(8), AddTable(at=NOON - 60), AddTable(at=NOON - 60), DrawSeats(at=NOON - 60, seed=3))
    assert sizes(state) == [4, 4]
    state = after(state, BreakTable(at=NOON - 60, table=2, seed=4))
    assert sizes(state) == [8]
    assert state.tables[1].arrived == frozenset()


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(1, 9), min_size=2, max_size=5), st.integers(0, 2**32))
def test_following_the_advice_nobody_sits_twice_and_nobody_is_lost(counts: list[int], seed: int) -> None:
    state = playing({number: FULL[:count] for number, count in enumerate(counts, start=1)}, final_table=1)
    everybody = set(places(state))
    while (table := break_advice(state)) is not None:
        before = set(state.tables)
        state = after(state, _break(table, seed))
        assert set(state.tables) == before - {table}
    assert places(state).keys() == everybody
    assert len(state.tables) == -(-len(everybody) // 9)
