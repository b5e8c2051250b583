"""The start of play: enough entrants, even tables, stacks at every seat, the clock."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.tournaments.clock.clock import reading
from pitboss.tournaments.event.conditions import Sessions
from pitboss.tournaments.event.contract import Role
from pitboss.tournaments.event.engine import apply
from pitboss.tournaments.event.events import ChipsRemoved, Ruled, SeatLeft, SeatTaken, StatusChanged
from pitboss.tournaments.event.starting import StartEvent
from pitboss.tournaments.event.state import Stage, Status, Tournament
from pitboss.tournaments.seating.seating import AddTable, Connect, DrawSeats, FixPlayer
from pitboss.tournaments.seating.tables import LockSeat
from tests.tournaments.scene import NOON, after, done, refuses
from tests.tournaments.seating.scene import entered, field, names, places, sizes


def _start(seed: int = 1) -> StartEvent:
    return StartEvent(at=NOON, seed=seed)


@pytest.mark.clause("STAR 1-f[s1]", "STAR 7.5")
def test_everybody_has_a_seat_at_even_tables() -> None:
    state = after(field(50), _start())
    assert sizes(state) == [9, 9, 8, 8, 8, 8]
    assert places(state).keys() == set(names(50))
    assert state.break_order == (6, 5, 4, 3, 2, 1)
    assert state.stage is Stage.RUNNING
    assert (state.started, state.resumed) == (NOON, NOON)


@pytest.mark.clause("STAR 7.9", "STAR 1-g[s1]")
def test_a_stack_lies_at_every_seat() -> None:
    state = after(field(12), _start())
    assert {entrant.stack for entrant in state.entrants.values()} == {25_000}
    assert state.chips.issued == 12 * 25_000
    assert {entrant.since for entrant in state.entrants.values()} == {NOON}


@pytest.mark.clause("STAR 4-Saturday")
def test_the_clock_runs_from_the_first_second_of_level_1() -> None:
    state = after(field(12), _start())
    now = reading(state, NOON)
    assert now is not None
    assert (now.level, now.remaining, now.runs) == (1, 1200, True)


@pytest.mark.clause("STAR 1-e[s1]")
def test_two_are_needed() -> None:
    refuses(field(1), _start(), clause="STAR 1-e[s1]", word="too_few")
    assert after(field(2), _start()).stage is Stage.RUNNING


@pytest.mark.clause("PON 20.4(e)", "HLD 20.4(e)", "CAN 17.3(a)(v)", "UTH 16.3(a)(v)")
@pytest.mark.parametrize(
    ("ruleset", "clause"),
    [("PON", "PON 20.4(e)"), ("HLD", "HLD 20.4(e)"), ("CAN", "CAN 17.3(a)(v)"), ("UTH", "UTH 16.3(a)(v)")],
)
def test_the_fewest_entrants_are_those_of_the_conditions(ruleset: str, clause: str) -> None:
    assert refuses(field(5, ruleset=ruleset, least_entrants=6), _start()).clause == clause
    assert after(field(6, ruleset=ruleset, least_entrants=6), _start()).stage is Stage.RUNNING


@pytest.mark.clause("STAR 6.3[s1]")
def test_who_has_not_paid_gets_no_seat_and_does_not_count() -> None:
    state = entered(field(1), ["owing"], Status.UNPAID)
    assert refuses(state, _start()).word == "too_few"
    state = after(entered(state, ["more"]), _start())
    assert places(state).keys() == {"P1", "more"}


@pytest.mark.clause("STAR 1-f[s2]")
def test_who_finds_all_seats_taken_is_an_alternate() -> None:
    state, events = done(field(21, tables=2), _start())
    assert sizes(state) == [9, 9]
    assert state.alternates == ("P19", "P20", "P21")
    assert [event.clause for event in events if isinstance(event, StatusChanged)] == ["STAR 1-f[s2]"] * 3


@pytest.mark.clause("STAR 7.5")
def test_seats_that_were_drawn_before_are_kept() -> None:
    state = after(field(10), DrawSeats(at=NOON - 60, seed=5))
    before = places(state)
    state = after(entered(state, ["late1", "late2"]), _start(seed=6))
    assert sizes(state) == [6, 6]
    assert places(state).items() >= before.items()


@pytest.mark.clause("STAR 1-f[s1]")
def test_numbers_are_adjusted_where_an_earlier_draw_would_leave_tables_uneven() -> None:
    state = after(field(9), DrawSeats(at=NOON - 60, seed=5))
    assert sizes(state) == [9]
    before = places(state)
    state = after(entered(state, ["late"]), _start(seed=6))
    assert sizes(state) == [5, 5]
    assert sum(1 for player, place in before.items() if places(state)[player] == place) == 5


@pytest.mark.clause("STAR 7.22")
def test_who_needs_the_seat_is_not_moved_when_tables_are_evened() -> None:
    for seed in range(20):
        state = after(field(9), DrawSeats(at=NOON - 60, seed=seed), FixPlayer(at=NOON - 60, player="P1"))
        seat = places(state)["P1"]
        state = after(entered(state, ["late"]), _start(seed))
        assert places(state)["P1"] == seat
        assert sizes(state) == [5, 5]
    fixed = (FixPlayer(at=NOON - 60, player=player) for player in names(9))
    state = after(field(9), DrawSeats(at=NOON - 60, seed=1), *fixed)
    assert sizes(after(entered(state, ["late"]), _start())) == [9, 1]


@pytest.mark.clause("STAR 1-f[s1]")
def test_tables_are_evened_after_cancellations_with_nobody_new() -> None:
    state = after(field(10), DrawSeats(at=NOON - 60, seed=5))
    state = _cancelled(state, sorted(state.tables[2].seats.values())[:3])
    assert sizes(state) == [5, 2]
    assert sizes(after(state, _start(seed=6))) == [4, 3]


@pytest.mark.clause("STAR 1-f[s1]")
def test_tables_of_different_sizes_are_even_as_far_as_their_seats_go() -> None:
    state = after(field(11), AddTable(at=NOON - 60, size=4), AddTable(at=NOON - 60, size=9))
    state = after(state, _start(seed=6))
    assert (len(state.tables[1].seats), len(state.tables[2].seats)) == (4, 7)


@pytest.mark.clause("STAR 1-f[s1]")
def test_tables_that_the_director_has_added_are_used() -> None:
    state = after(field(18), *(AddTable(at=NOON - 60) for _ in range(3)), LockSeat(at=NOON - 60, table=1, seat=4))
    state = after(state, _start())
    assert sizes(state) == [6, 6, 6]
    assert (1, 4) not in places(state).values()


@pytest.mark.clause("STAR 7.6")
def test_connected_people_start_apart_or_the_director_is_told() -> None:
    for seed in range(20):
        state = after(field(12), Connect(at=NOON - 60, player="P1", other="P2"), _start(seed))
        assert places(state)["P1"][0] != places(state)["P2"][0]
    _, events = done(after(field(6), Connect(at=NOON - 60, player="P1", other="P2")), _start())
    told = [event for event in events if isinstance(event, Ruled)]
    assert [event.clause for event in told] == ["STAR 7.6"]
    assert "P1 and P2" in told[0].what


def test_a_house_game_event_has_no_clock() -> None:
    state = after(field(6, ruleset="PON", sessions=Sessions()), _start())
    assert state.clock.turns == ()
    assert state.stage is Stage.RUNNING


@pytest.mark.clause("STAR D-Tournament Director")
def test_the_director_starts_once() -> None:
    assert refuses(field(6), StartEvent(at=NOON, by=Role.DESK, seed=1)).word == "role"
    assert refuses(after(field(6), _start()), _start()).word == "is_running"


def test_the_seed_decides() -> None:
    one, other = after(field(30), _start(1)), after(field(30), _start(2))
    assert places(one) == places(after(field(30), _start(1)))
    assert places(one) != places(other)


@settings(max_examples=40, deadline=None)
@given(
    drawn=st.integers(0, 40),
    gone=st.sets(st.integers(1, 40), max_size=12),
    late=st.integers(2, 30),
    tables=st.one_of(st.none(), st.integers(1, 6)),
    seed=st.integers(0, 2**32),
)
def test_whatever_was_drawn_before_nobody_sits_twice_and_tables_are_even(
    drawn: int, gone: set[int], late: int, tables: int | None, seed: int
) -> None:
    state = field(drawn, tables=tables)
    if drawn:
        state = after(state, DrawSeats(at=NOON - 60, seed=seed))
    state = _cancelled(state, [f"P{number}" for number in sorted(gone)])
    state = entered(state, [f"L{number}" for number in range(late)])
    state, events = done(state, _start(seed + 1))
    sat = len(places(state))
    assert tables is None or len(state.tables) <= tables
    assert max(sizes(state)) - min(sizes(state)) <= 1
    assert sat + len(state.alternates) == sum(1 for each in state.entrants.values() if each.status != "deregistered")
    assert not state.alternates or sat == 9 * len(state.tables)
    assert all(event.issued == 25_000 for event in events if isinstance(event, SeatTaken))


def _cancelled(state: Tournament, players: list[str]) -> Tournament:
    """Some have cancelled after the draw."""
    for player in players:
        if player in state.entrants:
            place = places(state).get(player)
            if place:
                state = apply(state, ChipsRemoved(player, 25_000, "cancelled", "STAR 6.10"))
                state = apply(state, SeatLeft(player, *place, "STAR 6.10"))
            state = apply(state, StatusChanged(player, Status.DEREGISTERED, NOON - 50, "STAR 6.10"))
    return state
