"""Tables of an event: four to begin, held and released, added and closed, their seats."""

import pytest

from pitboss.tournaments.event.contract import Command
from pitboss.tournaments.event.state import Table, in_play, with_entrant, with_table
from pitboss.tournaments.seating.balancing import coming, seats_of
from pitboss.tournaments.seating.seating import AddTable
from pitboss.tournaments.seating.tables import (
    CloseEmptyTable,
    HoldTable,
    LetPlayShort,
    LockSeat,
    ReleaseTable,
    SetTableSize,
    UnlockSeat,
    may_play,
)
from pitboss.tournaments.sessions.house_tables import wager_order
from tests.refusals import refused
from tests.tournaments.scene import NOON, after, done, refuses
from tests.tournaments.seating.scene import LATE, field, mid_hand, playing, with_last_hand

FULL = tuple(range(1, 10))


@pytest.mark.clause("STAR 7.7[s2]")
def test_a_table_begins_with_four() -> None:
    state = playing({1: (1, 2, 3), 2: (1, 2, 3, 4)})
    refused(may_play(state, 1), clause="STAR 7.7[s2]", word="too_few")
    assert may_play(state, 2) is None
    assert may_play(after(state, LetPlayShort(at=LATE, table=1)), 1) is None
    assert may_play(with_last_hand(state, 1, 1, 2, 3), 1) is None
    table = state.tables[1]
    for begun in (table._replace(hands=1), table._replace(rounds=1), table._replace(button=1)):
        assert may_play(with_table(state, begun), 1) is None


@pytest.mark.clause("STAR 7.7[s2]")
def test_an_empty_chair_has_not_taken_its_seat() -> None:
    state = playing({1: (1, 2, 3, 4), 2: FULL})
    away = with_entrant(state, state.entrants["P14"]._replace(absent=True))
    assert may_play(state, 1) is None
    assert may_play(away, 1) is not None


@pytest.mark.clause("STAR 7.7[s2]")
def test_with_fewer_than_four_in_the_event_there_is_nothing_to_wait_for() -> None:
    state = playing({1: (1, 2, 3)})
    assert len(in_play(state)) == 3
    assert may_play(state, 1) is None


def test_the_other_documents_have_no_four() -> None:
    state = playing({1: (1, 2, 3), 2: (1, 2, 3)}, ruleset="HLD")
    assert may_play(state, 1) is None
    assert may_play(after(state, HoldTable(at=LATE, table=1, reason="spilt drink")), 1) is not None


@pytest.mark.clause("STAR 7.7[s2]")
def test_the_director_holds_a_table_and_lets_it_go() -> None:
    state = after(playing({1: FULL, 2: FULL}), HoldTable(at=LATE, table=1, reason="three short"))
    refused(may_play(state, 1), clause="STAR 7.7[s2]", word="held")
    assert may_play(state, 2) is None
    assert refuses(state, HoldTable(at=LATE, table=1, reason="again")).word == "already"
    assert refuses(state, ReleaseTable(at=LATE, table=2)).word == "already"
    assert may_play(after(state, ReleaseTable(at=LATE, table=1)), 1) is None


@pytest.mark.clause("STAR 7.7[s1]", "UTH 16.9[s1]", "PON 20.8", "HLD 20.8", "CAN 17.8")
@pytest.mark.parametrize(
    ("ruleset", "clause"),
    [
        ("STAR", "STAR 7.7[s1]"),
        ("UTH", "UTH 16.9[s1]"),
        ("PON", "PON 20.8"),
        ("HLD", "HLD 20.8"),
        ("CAN", "CAN 17.8"),
    ],
)
def test_the_director_sets_the_seats_of_a_table(ruleset: str, clause: str) -> None:
    state = playing({1: (1, 2, 6)}, ruleset=ruleset)
    state = after(with_last_hand(state, 1, 9, 1, 2), LockSeat(at=LATE, table=1, seat=8))
    state, events = done(state, SetTableSize(at=LATE, table=1, size=6))
    assert [event.clause for event in events] == [clause]
    assert (state.tables[1].size, state.tables[1].locked, state.tables[1].button) == (6, frozenset(), 6)
    refuses(state, SetTableSize(at=LATE, table=1, size=5), clause=clause, word="occupied")
    assert refuses(state, SetTableSize(at=LATE, table=1, size=11)).word == "size"
    assert refuses(state, SetTableSize(at=LATE, table=1, size=1)).word == "size"
    assert after(state, SetTableSize(at=LATE, table=1, size=10)).tables[1].size == 10
    assert after(playing({1: (1, 2)}), SetTableSize(at=LATE, table=1, size=2)).tables[1].size == 2
    last = after(playing({1: (1, 2)}), LockSeat(at=LATE, table=1, seat=6), SetTableSize(at=LATE, table=1, size=6))
    assert last.tables[1].locked == {6}
    assert refuses(mid_hand(state, 1), SetTableSize(at=LATE, table=1, size=9)).word == "mid_hand"


def test_seats_of_the_last_blinds_are_not_taken_away() -> None:
    """Whoever sat at 8 and 9 is out: the button comes to 8, nobody posts the small blind, seat 1 is the big blind."""
    state = with_last_hand(playing({1: (1, 2, 3, 7)}), 1, 7, 8, 9)
    assert refuses(state, SetTableSize(at=LATE, table=1, size=8)).word == "blinds"
    assert refuses(state, SetTableSize(at=LATE, table=1, size=7)).word == "blinds"
    line = coming(seats_of(state, state.tables[1]))
    assert (line.button, line.small, line.big, [seat for seat, _ in line.blinds]) == (8, 9, 1, [1])
    two_hands_later = with_last_hand(state, 1, 9, 1, 2)
    assert after(two_hands_later, SetTableSize(at=LATE, table=1, size=7)).tables[1].button == 7


def test_a_starting_marker_at_a_seat_that_goes_comes_to_the_first() -> None:
    state = playing({1: (1, 2, 5)}, ruleset="PON")
    state = with_table(state, state.tables[1]._replace(marker=7))
    sized = after(state, SetTableSize(at=LATE, table=1, size=5))
    assert wager_order(sized.tables[1].seats, sized.tables[1].marker or 0) == (1, 2, 5)
    assert after(state, SetTableSize(at=LATE, table=1, size=8)).tables[1].marker == 7


def test_tables_are_added_as_long_as_the_room_has_them() -> None:
    state = after(field(4, tables=2), AddTable(at=NOON - 60), AddTable(at=NOON - 60, size=8))
    assert {number: table.size for number, table in state.tables.items()} == {1: 9, 2: 8}
    assert refuses(state, AddTable(at=NOON - 60)).word == "no_table"
    assert refuses(state, AddTable(at=NOON - 60, size=1)).word == "size"


def test_an_empty_table_is_closed() -> None:
    state = after(playing({1: FULL}), AddTable(at=LATE))
    assert refuses(state, CloseEmptyTable(at=LATE, table=1)).word == "occupied"
    state = after(state, CloseEmptyTable(at=LATE, table=2))
    assert list(state.tables) == [1]
    assert state.break_order == (1,)
    loose = with_table(after(state, AddTable(at=LATE)), Table(2, 9, loose=500))
    assert refuses(loose, CloseEmptyTable(at=LATE, table=2)).word == "occupied"


def test_locked_seats() -> None:
    state = after(playing({1: (1, 2, 3)}), LockSeat(at=LATE, table=1, seat=5))
    assert refuses(state, LockSeat(at=LATE, table=1, seat=5)).word == "already"
    assert refuses(state, LockSeat(at=LATE, table=1, seat=2)).word == "seat_taken"
    assert refuses(state, UnlockSeat(at=LATE, table=1, seat=6)).word == "not_locked"
    assert after(state, UnlockSeat(at=LATE, table=1, seat=5)).tables[1].locked == frozenset()


@pytest.mark.parametrize(
    "command",
    [
        CloseEmptyTable(at=LATE, table=7),
        HoldTable(at=LATE, table=7, reason="x"),
        ReleaseTable(at=LATE, table=7),
        LetPlayShort(at=LATE, table=7),
        LockSeat(at=LATE, table=7, seat=1),
        UnlockSeat(at=LATE, table=7, seat=1),
        SetTableSize(at=LATE, table=7, size=9),
    ],
)
def test_tables_there_are_none_of(command: Command) -> None:
    assert refuses(playing({1: FULL}), command).word == "no_such_table"


def test_a_second_let_is_refused() -> None:
    state = after(playing({1: FULL}), LetPlayShort(at=LATE, table=1))
    assert refuses(state, LetPlayShort(at=LATE, table=1)).word == "already"
