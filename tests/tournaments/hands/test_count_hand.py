"""Hands that others have dealt: penalties are counted down, the button moves on, and hand for hand the tables wait."""

from dataclasses import replace

import pytest

from pitboss.games.frozen import Frozen
from pitboss.tournaments.clock.clock import reading
from pitboss.tournaments.clock.desk import BeginHandForHand, CallBreak, PauseClock
from pitboss.tournaments.clock.suspension import Suspend
from pitboss.tournaments.entries.penalties import Penalise, remaining_hands
from pitboss.tournaments.event.conditions import Chips
from pitboss.tournaments.event.contract import Role
from pitboss.tournaments.event.events import Exited
from pitboss.tournaments.event.state import Clock, Player, Running, Stage, Table, Tournament, Turn
from pitboss.tournaments.hands.hand_for_hand import RoundFinished
from pitboss.tournaments.hands.hands import CountHand, HandOver, StartHand
from pitboss.tournaments.prizes.placing import BustOut
from pitboss.tournaments.prizes.standings import places
from pitboss.tournaments.seating.balancing import coming, seats_of
from pitboss.tournaments.seating.seating import MovePlayer
from pitboss.tournaments.seating.tables import HoldTable
from tests.known import known
from tests.tournaments.clock import scene as clock_scene
from tests.tournaments.clock.scene import Seats
from tests.tournaments.scene import NOON, after, conditions, done, refuses

SIX = {1: {seat: f"P{seat}" for seat in range(1, 7)}}
TWO_TABLES = {1: {seat: f"A{seat}" for seat in range(1, 6)}, 2: {seat: f"B{seat}" for seat in range(1, 5)}}
PAST_ENTRIES = NOON + 3 * 3600


def playing(seats: Seats) -> Tournament:
    return clock_scene.playing(seats=seats)


def counted(state: Tournament, table: int = 1, button: int | None = None, at: int = NOON) -> Tournament:
    return done(state, CountHand(at=at, table=table, button=button))[0]


def stacks(state: Tournament) -> dict[Player, Chips]:
    return {player: entrant.stack for player, entrant in state.entrants.items()}


def line_of(table: Table) -> tuple[int | None, int | None, int | None]:
    return table.button, table.small, table.big


@pytest.mark.clause("STAR 7.39[s2]", "STAR D-Orbit")
def test_an_orbit_is_over_when_so_many_hands_have_been_counted() -> None:
    """One orbit at a table of six: six hands, whoever deals them; stacks stay as they were last counted."""
    state = after(playing(SIX), Penalise(at=NOON, player="P3", orbits=1))
    before = stacks(state)
    for left in (5, 4, 3, 2, 1, 0):
        state = counted(state)
        assert remaining_hands(state.entrants["P3"]) == left
    assert state.entrants["P3"].penalty is None
    assert stacks(state) == before
    assert state.tables[1].hands == 6
    assert state.tables[1].hand is None


@pytest.mark.clause("STAR 7.39[s2]")
def test_hands_at_another_table_do_not_count() -> None:
    state = after(playing(TWO_TABLES), Penalise(at=NOON, player="A1", hands=2))
    assert remaining_hands(counted(state, table=2).entrants["A1"]) == 2
    assert remaining_hands(counted(state, table=1).entrants["A1"]) == 1


@pytest.mark.clause("STAR 7.39[s2]", "STAR 7.23[s2]")
def test_a_hand_that_one_waits_out_behind_the_button_does_not_count_for_a_penalty() -> None:
    state = playing({1: {1: "P1", 3: "P3", 4: "P4", 5: "P5"}, 2: {1: "Q1", 2: "Q2", 3: "Q3", 4: "Q4", 5: "Q5"}})
    state = counted(state, button=5)
    assert line_of(state.tables[1]) == (5, 1, 3)
    move = MovePlayer(at=NOON, player="Q1", table=1, seat=2, reason="balance")
    state = after(state, move, Penalise(at=NOON, player="Q1", hands=2))
    state = counted(state)
    assert line_of(state.tables[1]) == (1, 3, 4)
    assert (state.tables[1].arrived, remaining_hands(state.entrants["Q1"])) == (frozenset((2,)), 2)
    state = counted(state)
    assert remaining_hands(state.entrants["Q1"]) == 1


@pytest.mark.clause("STAR 7.14[s2]")
def test_the_button_moves_by_the_rule_and_is_dead_where_somebody_has_gone() -> None:
    state = counted(playing(SIX), button=1, at=PAST_ENTRIES)
    assert line_of(state.tables[1]) == (1, 2, 3)
    state = after(state, BustOut(at=PAST_ENTRIES, player="P2"))
    state = counted(state, at=PAST_ENTRIES)
    assert line_of(state.tables[1]) == (2, 3, 4)
    state = after(state, BustOut(at=PAST_ENTRIES, player="P4"))
    state = counted(state, at=PAST_ENTRIES)
    assert line_of(state.tables[1]) == (3, 4, 5)
    assert line_of(counted(state, at=PAST_ENTRIES).tables[1]) == (4, 5, 6)


def test_it_is_where_the_rule_says_for_every_table_that_the_program_deals_too() -> None:
    state = counted(playing(SIX))
    for _ in range(12):
        expected = coming(seats_of(state, state.tables[1]))
        state = counted(state)
        assert line_of(state.tables[1]) == (expected.button, expected.small, expected.big)


@pytest.mark.clause("STAR 7.14[s2]")
def test_where_it_is_told_to_have_been_it_was() -> None:
    state = counted(playing(SIX), button=4)
    assert line_of(state.tables[1]) == (4, 5, 6)
    assert line_of(counted(state, button=6).tables[1]) == (6, 1, 2)
    assert line_of(counted(counted(state, button=6)).tables[1]) == (1, 2, 3)


@pytest.mark.clause("STAR 7.14[s2]")
def test_telling_what_follows_anyway_keeps_a_dead_small_blind() -> None:
    state = counted(playing(SIX), button=1, at=PAST_ENTRIES)
    state = after(state, BustOut(at=PAST_ENTRIES, player="P3"))
    assert line_of(counted(state, button=2, at=PAST_ENTRIES).tables[1]) == (2, 3, 4)
    assert counted(state, button=2, at=PAST_ENTRIES) == counted(state, at=PAST_ENTRIES)


@pytest.mark.clause("STAR 7.14[s2]")
def test_told_to_be_on_an_empty_seat_it_is_dead() -> None:
    state = playing({1: {1: "P1", 3: "P3", 5: "P5", 6: "P6"}})
    state = counted(state, button=2)
    assert line_of(state.tables[1]) == (2, 3, 5)
    assert line_of(counted(state).tables[1]) == (3, 5, 6)


@pytest.mark.clause("STAR 7.14[s2]", "STAR 7.37")
def test_of_two_players_one_has_the_button_and_posts_the_small_blind() -> None:
    state = playing({1: {2: "P2", 7: "P7"}})
    refuses(state, CountHand(at=PAST_ENTRIES, table=1, button=4), word="empty_seat", clause=state.clause("seats"))
    state = counted(state, button=2, at=PAST_ENTRIES)
    assert line_of(state.tables[1]) == (2, 2, 7)
    assert line_of(counted(state, at=PAST_ENTRIES).tables[1]) == (7, 7, 2)


def test_without_the_dead_button_it_is_never_on_an_empty_seat() -> None:
    state = playing({1: {1: "P1", 3: "P3", 5: "P5", 6: "P6"}})
    readings = replace(conditions().readings, button_rule="moving")
    state = state._replace(conditions=conditions(readings=readings))
    assert refuses(state, CountHand(at=NOON, table=1, button=2)).word == "empty_seat"


@pytest.mark.parametrize("button", [0, 10, 2**70])
def test_there_is_no_such_seat(button: int) -> None:
    assert refuses(playing(SIX), CountHand(at=NOON, table=1, button=button)).word == "no_such_seat"


@pytest.mark.clause("STAR 6.11")
def test_no_hand_is_counted_when_none_can_have_been_dealt() -> None:
    state = playing(SIX)
    assert refuses(state, CountHand(at=NOON, table=9)).word == "no_table"
    assert refuses(state, CountHand(at=NOON + 120 * 60, table=1)).word == "break"
    assert refuses(after(state, CallBreak(at=NOON, seconds=300)), CountHand(at=NOON + 9, table=1)).word == "break"
    assert refuses(after(state, PauseClock(at=NOON)), CountHand(at=NOON + 9, table=1)).word == "paused"
    assert refuses(after(state, HoldTable(at=NOON, table=1, reason="x")), CountHand(at=NOON, table=1)).word == "held"
    suspended = after(state, Suspend(at=NOON, reason="late", returns_at=NOON + 86_400))
    assert refuses(suspended, CountHand(at=NOON, table=1)).word == "is_suspended"
    for stage in (Stage.PLANNED, Stage.OPEN, Stage.OVER, Stage.CANCELLED):
        assert refuses(state._replace(stage=stage), CountHand(at=NOON, table=1)).word == f"is_{stage}"
    assert refuses(state._replace(clock=Clock()), CountHand(at=NOON, table=1)).word == "not_started"
    assert refuses(playing({1: {1: "P1"}, 2: {1: "Q1"}}), CountHand(at=NOON, table=1)).word == "too_few"


def test_none_while_the_program_deals_one_there() -> None:
    state = after(playing(SIX), StartHand(at=NOON, table=1))
    assert refuses(state, CountHand(at=NOON, table=1)).word == "hand_on"
    over = after(state, HandOver(at=NOON, table=1, stacks=Frozen({}), button=1, small=2, big=3))
    assert line_of(counted(over).tables[1]) == (2, 3, 4)


def test_who_is_there_has_played() -> None:
    state = playing(SIX)
    absent = {**state.entrants, "P6": state.entrants["P6"]._replace(absent=True, has_played=False)}
    state = counted(state._replace(entrants=Frozen(absent)))
    assert {player for player, entrant in state.entrants.items() if entrant.has_played} == set(SIX[1].values()) - {"P6"}


def test_a_dealer_counts_and_the_desk_does_not() -> None:
    done(playing(SIX), CountHand(at=NOON, by=Role.DEALER, table=1))
    assert refuses(playing(SIX), CountHand(at=NOON, by=Role.DESK, table=1)).word == "role"


class TestHandForHand:
    def begun(self) -> Tournament:
        return after(playing(TWO_TABLES), BeginHandForHand(at=PAST_ENTRIES))

    @pytest.mark.clause("STAR 7.19", "STAR D-Hand For Hand[s1]")
    def test_a_round_takes_three_minutes_and_every_table_waits_for_the_others(self) -> None:
        state = self.begun()
        before = known(reading(state, PAST_ENTRIES))
        for number in (1, 2, 3):
            state = counted(state, 1, at=PAST_ENTRIES)
            assert refuses(state, CountHand(at=PAST_ENTRIES, table=1)).word == "done"
            state, events = done(state, CountHand(at=PAST_ENTRIES, table=2))
            assert any(isinstance(event, RoundFinished) for event in events)
            shown = known(reading(state, PAST_ENTRIES))
            assert shown.gone - before.gone == number * 180
        assert state.clock.hands == 3
        assert not any(table.done for table in state.tables.values())

    @pytest.mark.clause("STAR 7.18", "STAR 7.19")
    def test_who_was_out_before_it_was_counted_is_placed_with_the_round(self) -> None:
        """One at each table: both wait until the last table is counted, and then the larger stack is placed above."""
        state = after(self.begun(), BustOut(at=PAST_ENTRIES, player="A1", stack_before=9000))
        assert [bust.player for bust in state.pending] == ["A1"]
        state = counted(state, 1, at=PAST_ENTRIES + 60)
        assert [bust.player for bust in state.pending] == ["A1"]
        assert "A1" not in places(state)
        state, events = done(state, CountHand(at=PAST_ENTRIES + 90, table=2))
        assert [event.exit.player for event in events if isinstance(event, Exited)] == ["A1"]
        assert (state.pending, places(state)["A1"]) == ((), (9,))

    def test_a_table_that_is_held_keeps_nobody_waiting(self) -> None:
        state = after(self.begun(), HoldTable(at=PAST_ENTRIES, table=2, reason="x"))
        _, events = done(state, CountHand(at=PAST_ENTRIES, table=1))
        assert any(isinstance(event, RoundFinished) for event in events)


@pytest.mark.parametrize("name", ["pontoon_heats", "canberra_cup", "ultimate_challenge"])
def test_a_house_game_has_no_hands(name: str) -> None:
    state = playing(SIX)._replace(conditions=conditions(name), clock=Clock((Turn(NOON, 0, Running.RUNNING),)))
    for command in (CountHand(at=NOON, table=1), StartHand(at=NOON, table=1)):
        refuses(state, command)
