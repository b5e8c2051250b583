"""The director at the clock: pauses, levels, breaks, hand for hand, and an event that is suspended and goes on."""

from dataclasses import replace

import pytest

from pitboss.tournaments.clock.clock import BREAK, LEVEL, next_level, registration_left
from pitboss.tournaments.clock.desk import (
    AddLevels,
    AdjustClock,
    BeginHandForHand,
    CallBreak,
    EndHandForHand,
    NextLevel,
    PauseClock,
    PreviousLevel,
    RunClock,
    hand_for_hand_advice,
    hand_for_hand_over,
    hand_used,
)
from pitboss.tournaments.clock.suspension import (
    AfterStartDecision,
    AgreeReturn,
    DelayStart,
    Resume,
    Suspend,
    return_sheet,
)
from pitboss.tournaments.entries.entries import registration_open
from pitboss.tournaments.entries.time_limits import twelve_hours
from pitboss.tournaments.event.conditions import DAY, HOUR, Level, Readings
from pitboss.tournaments.event.contract import Role
from pitboss.tournaments.event.engine import VERBS
from pitboss.tournaments.event.events import ClockTurned, Ruled
from pitboss.tournaments.event.rulesets import RULESETS
from pitboss.tournaments.event.state import Bust, Running, Stage, Tournament, Turn, seat_of, with_table
from tests.tournaments.clock.scene import TWO_TABLES, Seats, in_hand, playing, seated, shown_at, with_events
from tests.tournaments.scene import NOON, after, done, planned, refuses


def at_second(state: Tournament, second: int, running: Running = Running.RUNNING) -> Tournament:
    """The same with so many seconds of the schedule used up at noon."""
    return with_events(state, ClockTurned(Turn(NOON, second, running), False, "", "STAR 6.18"))


class TestPausing:
    @pytest.mark.clause("HLD 20.16", "UTH 16.19", "PON 20.18", "CAN 17.19")
    @pytest.mark.parametrize("document", ["HLD", "UTH", "PON", "CAN"])
    def test_the_director_sets_the_pace_under_every_document(self, document: str) -> None:
        state = playing()
        under = state._replace(conditions=replace(state.conditions, ruleset=document))
        stopped, events = done(under, PauseClock(at=NOON + 100))
        assert shown_at(stopped, NOON + 5000).remaining == 1100
        assert events[-1].clause.startswith(f"{document} ")

    def test_the_clock_stands_and_goes_on(self) -> None:
        state = after(playing(), PauseClock(at=NOON + 100), RunClock(at=NOON + 400))
        assert shown_at(state, NOON + 399).remaining == 1100
        assert shown_at(state, NOON + 500).remaining == 1000

    def test_what_it_does_already_is_refused(self) -> None:
        state = playing()
        assert refuses(state, RunClock(at=NOON)).word == "running"
        assert refuses(after(state, PauseClock(at=NOON)), PauseClock(at=NOON + 1)).word == "paused"

    def test_a_break_keeps_what_is_left_of_it(self) -> None:
        state = after(playing(), CallBreak(at=NOON, seconds=600), PauseClock(at=NOON + 100), RunClock(at=NOON + 1000))
        assert (shown_at(state, NOON + 1499).kind, shown_at(state, NOON + 1499).remaining) == (BREAK, 1)
        assert (shown_at(state, NOON + 1500).kind, shown_at(state, NOON + 1500).remaining) == (LEVEL, 1200)

    def test_not_before_the_start(self) -> None:
        assert refuses(seated(), PauseClock(at=NOON)).word == "is_open"


class TestAdjusting:
    def test_seconds_are_added_and_taken(self) -> None:
        state = after(playing(), AdjustClock(at=NOON + 300, add=60))
        assert shown_at(state, NOON + 300).remaining == 960
        assert shown_at(after(state, AdjustClock(at=NOON + 300, take=959)), NOON + 300).remaining == 1

    def test_a_level_does_not_end_by_it(self) -> None:
        state = playing()
        assert refuses(state, AdjustClock(at=NOON + 300, take=900)).word == "beyond_level"
        assert refuses(state, AdjustClock(at=NOON + 300, add=DAY)).word == "too_long"
        assert shown_at(after(state, AdjustClock(at=NOON + 300, add=300)), NOON + 300).remaining == 1200

    def test_a_minute_can_be_added_at_any_time(self) -> None:
        state = after(playing(), AdjustClock(at=NOON, add=60), AdjustClock(at=NOON + 10, add=60))
        now = shown_at(state, NOON + 10)
        assert (now.level, now.remaining, now.runs) == (1, 1310, True)
        # Everything after it is two minutes later.
        assert (shown_at(state, NOON + 1319).level, shown_at(state, NOON + 1319).remaining) == (1, 1)
        assert (shown_at(state, NOON + 1320).level, shown_at(state, NOON + 1320).remaining) == (2, 1200)
        coming = next_level(state, NOON + 10)
        assert coming is not None
        assert coming.seconds == 1310
        assert registration_left(state, NOON + 10) == 9000 + 110
        assert twelve_hours(state, NOON + 10).ends == 35_700 + 120

    def test_what_was_added_is_taken_again(self) -> None:
        state = after(playing(), AdjustClock(at=NOON, add=60), AdjustClock(at=NOON + 30, take=60))
        assert shown_at(state, NOON + 30).remaining == 1170
        assert shown_at(state, NOON + 1200).level == 2

    def test_added_time_survives_a_pause_and_a_called_break(self) -> None:
        state = after(playing(), AdjustClock(at=NOON, add=100), PauseClock(at=NOON + 40))
        assert shown_at(state, NOON + 500).remaining == 1260
        state = after(state, RunClock(at=NOON + 500), CallBreak(at=NOON + 510, seconds=60))
        assert (shown_at(state, NOON + 530).kind, shown_at(state, NOON + 530).remaining) == (BREAK, 40)
        assert (shown_at(state, NOON + 570).kind, shown_at(state, NOON + 570).remaining) == (LEVEL, 1250)
        assert shown_at(state, NOON + 580).remaining == 1240

    def test_a_break_of_the_schedule_is_made_longer(self) -> None:
        state = after(playing(), AdjustClock(at=NOON + 7200, add=300))
        assert (shown_at(state, NOON + 9299).kind, shown_at(state, NOON + 9299).remaining) == (BREAK, 1)
        assert shown_at(state, NOON + 9300).level == 7

    def test_added_time_is_used_up_by_synchronised_hands_first(self) -> None:
        state = after(playing(), AdjustClock(at=NOON, add=200), BeginHandForHand(at=NOON + 20))
        for at, left in ((NOON + 100, 1200), (NOON + 200, 1020)):
            state = with_events(state, *hand_used(state, at))
            assert shown_at(state, at).remaining == left

    def test_one_of_the_two(self) -> None:
        assert refuses(playing(), AdjustClock(at=NOON)).word == "add_or_take"
        assert refuses(playing(), AdjustClock(at=NOON, add=1, take=1)).word == "add_or_take"

    def test_a_called_break_is_made_longer_or_shorter(self) -> None:
        state = after(playing(), CallBreak(at=NOON, seconds=600))
        longer = after(state, AdjustClock(at=NOON + 100, add=900))
        assert (shown_at(longer, NOON + 100).remaining, shown_at(longer, NOON + 1500).kind) == (1400, LEVEL)
        assert shown_at(after(state, AdjustClock(at=NOON + 100, take=400)), NOON + 100).remaining == 100
        assert refuses(state, AdjustClock(at=NOON + 100, add=DAY)).word == "too_long"

    def test_past_the_last_level_there_is_no_end_to_move(self) -> None:
        assert refuses(playing(), AdjustClock(at=NOON + 40_000, take=60)).word == "no_end"

    def test_a_paused_clock_stays_paused(self) -> None:
        state = after(playing(), PauseClock(at=NOON + 300), AdjustClock(at=NOON + 400, add=60))
        assert (shown_at(state, NOON + 900).remaining, shown_at(state, NOON + 900).runs) == (960, False)


class TestLevels:
    def test_next_is_the_level_or_the_break_that_comes_and_leaves_out_neither(self) -> None:
        state = after(playing(), NextLevel(at=NOON + 10))
        assert (shown_at(state, NOON + 10).level, shown_at(state, NOON + 10).remaining) == (2, 1200)
        pause = after(playing(), NextLevel(at=NOON + 7100))
        shown = shown_at(pause, NOON + 7100)
        assert (shown.kind, shown.level, shown.remaining) == (BREAK, 6, 1800)
        for state in (after(pause, NextLevel(at=NOON + 7300)), after(playing(), NextLevel(at=NOON + 7300))):
            shown = shown_at(state, NOON + 7300)
            assert (shown.kind, shown.level, shown.remaining) == (LEVEL, 7, 1200)

    @pytest.mark.clause("STAR 1-e[s2]")
    def test_entries_stay_open_through_the_break_that_next_begins(self) -> None:
        state = after(playing(), NextLevel(at=NOON + 7100))
        assert registration_open(state, NOON + 7100)
        assert not registration_open(after(state, NextLevel(at=NOON + 7200)), NOON + 7200)

    def test_the_previous_level_begins_again(self) -> None:
        shown = shown_at(after(playing(), PreviousLevel(at=NOON + 1300)), NOON + 1300)
        assert (shown.level, shown.remaining) == (1, 1200)
        in_break = shown_at(after(playing(), PreviousLevel(at=NOON + 7300)), NOON + 7300)
        assert (in_break.kind, in_break.level, in_break.remaining) == (LEVEL, 6, 1200)

    def test_before_the_first_and_after_the_last_there_is_none(self) -> None:
        assert refuses(playing(), PreviousLevel(at=NOON + 100)).word == "first_level"
        assert refuses(playing(), NextLevel(at=NOON + 34_600)).word == "last_level"

    def test_an_event_without_levels_has_none_to_go_to(self) -> None:
        state = playing(levels=(), breaks=())
        assert refuses(state, PreviousLevel(at=NOON)).word == "no_levels"
        assert refuses(state, NextLevel(at=NOON)).word == "last_level"

    def test_a_called_break_is_over_with_next_and_its_level_goes_on(self) -> None:
        state = after(playing(), CallBreak(at=NOON + 100, seconds=600), NextLevel(at=NOON + 160))
        shown = shown_at(state, NOON + 160)
        assert (shown.kind, shown.level, shown.remaining, shown.runs) == (LEVEL, 1, 1100, True)


class TestAddedLevels:
    FURTHER = (Level(75_000, 125_000, 125_000, 1200), Level(75_000, 150_000, 150_000, 1200))

    def test_they_follow_the_last_and_odd_small_blinds_are_legal(self) -> None:
        state = after(playing(), AddLevels(at=NOON + 35_000, levels=self.FURTHER))
        assert (shown_at(state, NOON + 35_699).level, shown_at(state, NOON + 35_700).level) == (26, 27)
        assert shown_at(state, NOON + 35_700).blinds == self.FURTHER[0]

    def test_when_the_last_has_run_out_the_first_new_one_begins_at_once(self) -> None:
        state = after(playing(), AddLevels(at=NOON + 40_000, levels=self.FURTHER))
        shown = shown_at(state, NOON + 40_000)
        assert (shown.level, shown.remaining, shown.overrun) == (27, 1200, False)

    @pytest.mark.parametrize(
        ("level", "word"),
        [
            (Level(50_000, 100_000, 100_000, 1200), "not_ascending"),
            (Level(40_000, 120_000, 120_000, 1200), "not_ascending"),
            (Level(60_000, 120_000, 90_000, 1200), "not_ascending"),
            (Level(130_000, 120_000, 120_000, 1200), "small_blind"),
            (Level(0, 120_000, 120_000, 1200), "small_blind"),
            (Level(60_000, 120_000, 120_000, 0), "no_length"),
            (Level(60_000, 10**40, 10**40, 1200), "no_length"),
        ],
    )
    def test_they_must_be_a_structure(self, level: Level, word: str) -> None:
        assert refuses(playing(), AddLevels(at=NOON, levels=(level,))).word == word

    def test_none_are_no_levels(self) -> None:
        assert refuses(playing(), AddLevels(at=NOON, levels=())).word == "no_levels"


class TestBreaks:
    @pytest.mark.clause("UTH 16.18", "PON 20.17", "HLD 20.15", "CAN 17.18")
    @pytest.mark.parametrize(
        ("prefix", "clause"),
        [("UTH", "UTH 16.18"), ("PON", "PON 20.17"), ("HLD", "HLD 20.15"), ("CAN", "CAN 17.18"), ("STAR", "STAR 6.11")],
    )
    def test_a_break_of_stated_length_ends_by_itself(self, prefix: str, clause: str) -> None:
        state, events = done(playing(ruleset=prefix), CallBreak(at=NOON + 100, seconds=600))
        assert events[-1].clause == clause
        assert shown_at(state, NOON + 100)[:4] == (BREAK, 1, Level(100, 100, 100, 1200), 600)
        assert shown_at(state, NOON + 699).remaining == 1
        assert shown_at(state, NOON + 700)[:4] == (LEVEL, 1, Level(100, 100, 100, 1200), 1100)
        assert shown_at(state, NOON + 800).remaining == 1000

    def test_also_in_an_event_without_levels(self) -> None:
        state = playing(ruleset="PON", levels=(), breaks=())
        state = after(state, CallBreak(at=NOON + 100, seconds=600))
        assert (shown_at(state, NOON + 100).kind, shown_at(state, NOON + 100).remaining) == (BREAK, 600)

    def test_its_length_is_stated(self) -> None:
        assert refuses(playing(), CallBreak(at=NOON, seconds=0)).word == "no_length"
        assert refuses(playing(), CallBreak(at=NOON, seconds=DAY + 1)).word == "no_length"

    def test_there_is_one_break_at_a_time(self) -> None:
        assert refuses(playing(), CallBreak(at=NOON + 7200, seconds=60)).word == "in_break"
        state = after(playing(), CallBreak(at=NOON, seconds=600))
        assert refuses(state, CallBreak(at=NOON + 599, seconds=60)).word == "in_break"
        after(state, CallBreak(at=NOON + 600, seconds=60))

    def test_hand_for_hand_goes_on_after_it(self) -> None:
        state = after(playing(), BeginHandForHand(at=NOON + 100), CallBreak(at=NOON + 200, seconds=600))
        assert shown_at(state, NOON + 300).kind == BREAK
        shown = shown_at(state, NOON + 5000)
        assert (shown.kind, shown.remaining, shown.runs) == (LEVEL, 1100, False)


class TestHandForHand:
    @pytest.mark.clause("STAR 7.19 tail[s1]", "STAR 7.19 tail[s2]", "STAR 7.19 tail[s3]")
    def test_every_hand_takes_three_minutes_of_the_clock(self) -> None:
        # 450 seconds are left in level 15 of the Friday event: the worked case.
        state = after(at_second(playing("friday_freezeout"), 20_250), BeginHandForHand(at=NOON))
        assert (shown_at(state, NOON).level, shown_at(state, NOON).remaining) == (15, 450)
        shown = []
        now = NOON
        for real in (300, 70, 260, 120):
            now += real
            state = with_events(state, *hand_used(state, now))
            reading = shown_at(state, now)
            shown.append((reading.level, reading.remaining, reading.runs))
        assert shown == [(15, 270, False), (15, 90, False), (16, 1110, False), (16, 930, False)]
        assert state.clock.hands == 4
        assert shown_at(state, now + HOUR).remaining == 930

    @pytest.mark.clause("STAR 7.19 tail[s3]")
    def test_levels_are_reached_by_that_clock(self) -> None:
        state = after(at_second(playing(), 900), BeginHandForHand(at=NOON))
        for hand in range(3):
            state = with_events(state, *hand_used(state, NOON + hand))
        assert (shown_at(state, NOON + 3).level, shown_at(state, NOON + 3).remaining) == (2, 960)

    @pytest.mark.clause("STAR 7.19 tail[s1]")
    def test_before_a_break_the_rest_of_the_hand_is_dropped_and_the_break_is_full(self) -> None:
        state = after(at_second(playing(), 7100), BeginHandForHand(at=NOON))
        state = with_events(state, *hand_used(state, NOON + 400))
        shown = shown_at(state, NOON + 400)
        assert (shown.kind, shown.remaining, shown.runs) == (BREAK, 1800, True)
        assert shown_at(state, NOON + 2199).remaining == 1
        next_level = shown_at(state, NOON + 2200)
        assert (next_level.kind, next_level.level, next_level.remaining, next_level.runs) == (LEVEL, 7, 1200, False)

    def test_or_it_is_kept_where_the_conditions_say_so(self) -> None:
        state = playing(readings=Readings(h4h_overflow="keep"))
        state = after(at_second(state, 7100), BeginHandForHand(at=NOON))
        state = with_events(state, *hand_used(state, NOON + 400))
        assert (shown_at(state, NOON + 400).kind, shown_at(state, NOON + 400).remaining) == (BREAK, 1720)

    def test_a_hand_that_ends_with_the_level_begins_the_break(self) -> None:
        state = after(at_second(playing(), 7020), BeginHandForHand(at=NOON))
        state = with_events(state, *hand_used(state, NOON + 60))
        assert (shown_at(state, NOON + 60).kind, shown_at(state, NOON + 60).remaining) == (BREAK, 1800)

    def test_in_a_break_no_hand_takes_anything_from_it(self) -> None:
        state = after(at_second(playing(), 7100), BeginHandForHand(at=NOON))
        state = with_events(state, *hand_used(state, NOON + 400))
        again = with_events(state, *hand_used(state, NOON + 500))
        assert (shown_at(again, NOON + 500).kind, shown_at(again, NOON + 500).remaining) == (BREAK, 1700)

    def test_it_is_begun_at_several_tables_and_not_in_a_break(self) -> None:
        assert refuses(playing(seats={1: {1: "A", 2: "B"}}), BeginHandForHand(at=NOON)).word == "one_table"
        assert refuses(playing(), BeginHandForHand(at=NOON + 7200)).word == "in_break"
        called = after(playing(), CallBreak(at=NOON, seconds=60))
        assert refuses(called, BeginHandForHand(at=NOON + 30)).word == "in_break"
        assert refuses(after(playing(), BeginHandForHand(at=NOON)), BeginHandForHand(at=NOON)).word == "hand_for_hand"

    def test_the_clock_is_not_paused_or_run_by_hand_then(self) -> None:
        state = after(playing(), BeginHandForHand(at=NOON))
        assert refuses(state, PauseClock(at=NOON)).word == "hand_for_hand"
        assert refuses(state, RunClock(at=NOON)).word == "hand_for_hand"

    def test_it_ends_when_the_round_is_over_and_the_clock_runs(self) -> None:
        state = after(playing(), BeginHandForHand(at=NOON + 100))
        assert refuses(in_hand(state, 1), EndHandForHand(at=NOON + 200)).word == "mid_hand"
        one_done = with_table(state, state.tables[1]._replace(done=True))
        assert refuses(one_done, EndHandForHand(at=NOON + 200)).word == "mid_hand"
        waiting = state._replace(pending=(Bust("A", 1, 1, 100, 100, NOON),))
        assert refuses(waiting, EndHandForHand(at=NOON + 200)).word == "mid_hand"
        over = after(state, EndHandForHand(at=NOON + 200))
        assert not over.clock.hand_for_hand
        assert shown_at(over, NOON + 300).remaining == 1000
        assert refuses(over, EndHandForHand(at=NOON + 300)).word == "not_hand_for_hand"
        assert hand_for_hand_over(over, NOON + 300, "STAR 7.19") == ()

    def test_without_it_a_hand_takes_what_it_takes(self) -> None:
        state = playing()
        assert shown_at(with_events(state, *hand_used(state, NOON + 60)), NOON + 60).remaining == 1140


TEN: Seats = {1: {seat: f"F{seat}" for seat in range(1, 6)}, 2: {seat: f"F{seat + 5}" for seat in range(1, 6)}}


class TestAdvice:
    @pytest.mark.clause("STAR 7.19(a)", "STAR 7.19(b)", "STAR D-Hand For Hand[s2]")
    def test_why_it_is_advised(self) -> None:
        state = playing(seats=TEN)
        assert hand_for_hand_advice(state, 3) == ("one_more_than_final_table",)
        small = state._replace(conditions=replace(state.conditions, final_table=6))
        assert hand_for_hand_advice(small, 9) == ("bubble",)
        assert hand_for_hand_advice(small, 3, jumps=(9,)) == ("pay_jump",)
        assert hand_for_hand_advice(small, 3, jumps=(8,)) == ()
        assert hand_for_hand_advice(small, 0) == ()

    def test_not_at_one_table_nor_when_it_is_on(self) -> None:
        assert hand_for_hand_advice(playing(seats={1: {1: "A", 2: "B", 3: "C"}}), 2) == ()
        assert hand_for_hand_advice(after(playing(seats=TEN), BeginHandForHand(at=NOON)), 3) == ()


class TestSuspension:
    @pytest.mark.clause("STAR 1-b[s1]", "STAR 1-b[s2]", "STAR 1-b[s3]")
    @pytest.mark.clause("STAR D-Session", "STAR D-Session(a)")
    def test_everybody_returns_to_the_same_seat_stack_and_clock(self) -> None:
        state = playing("midweek_jam")
        before = after(state, Suspend(at=NOON + 43_080, reason="twelve hours", returns_at=NOON + 25 * HOUR))
        assert before.stage is Stage.SUSPENDED
        assert shown_at(before, NOON + 80_000).remaining == 1320
        resumed = after(before, Resume(at=NOON + 25 * HOUR))
        assert resumed.stage is Stage.RUNNING
        assert (resumed.tables, resumed.entrants) == (state.tables, state.entrants)
        assert seat_of(resumed, "E") == (2, 9)
        shown = shown_at(resumed, NOON + 25 * HOUR)
        assert (shown.level, shown.remaining, shown.runs) == (26, 1320, True)
        assert (resumed.started, resumed.resumed, resumed.returns) == (NOON, NOON + 25 * HOUR, None)

    @pytest.mark.clause("STAR 1-b[s3]")
    def test_nobody_is_moved_or_drawn_again_meanwhile(self) -> None:
        moving = ("MovePlayer", "BreakTable", "RedrawFinal", "DrawSeats", "SeatFromQueue")
        verbs = {kind.__name__: verb for kind, verb in VERBS.items()}
        assert not [name for name in moving if name in verbs and Stage.SUSPENDED in verbs[name].stages]

    def test_hands_are_played_to_their_end_first(self) -> None:
        state = in_hand(playing(), 2)
        assert refuses(state, Suspend(at=NOON, reason="twelve hours")).word == "mid_hand"

    def test_with_a_reason_and_a_return_that_lies_ahead(self) -> None:
        assert refuses(playing(), Suspend(at=NOON, reason="")).word == "no_reason"
        assert refuses(playing(), Suspend(at=NOON + 5, reason="time", returns_at=NOON)).word == "in_the_past"

    @pytest.mark.clause("STAR 1-b[s2]")
    def test_the_return_is_agreed_on_and_kept(self) -> None:
        state = after(playing(), Suspend(at=NOON + 60, reason="time"), AgreeReturn(at=NOON + 60, returns_at=NOON + DAY))
        assert refuses(state, Resume(at=NOON + DAY - 1)).word == "before_return"
        after(state, Resume(at=NOON + DAY))
        earlier = after(state, AgreeReturn(at=NOON + 100, returns_at=NOON + HOUR))
        after(earlier, Resume(at=NOON + HOUR))
        assert refuses(state, AgreeReturn(at=NOON + 100, returns_at=NOON + 100)).word == "in_the_past"

    def test_hand_for_hand_and_a_called_break_go_on_as_they_were(self) -> None:
        by_hands = after(playing(), BeginHandForHand(at=NOON + 100), Suspend(at=NOON + 200, reason="time"))
        by_hands = after(by_hands, Resume(at=NOON + DAY))
        assert by_hands.clock.hand_for_hand
        assert (shown_at(by_hands, NOON + DAY + 60).remaining, shown_at(by_hands, NOON + DAY + 60).runs) == (
            1100,
            False,
        )
        called = after(playing(), CallBreak(at=NOON + 100, seconds=600), Suspend(at=NOON + 200, reason="time"))
        called = after(called, Resume(at=NOON + DAY))
        assert (shown_at(called, NOON + DAY).kind, shown_at(called, NOON + DAY).remaining) == (BREAK, 500)

    @pytest.mark.clause("STAR 6.21(c)")
    def test_the_operator_may_for_force_majeure_only(self) -> None:
        state = playing()
        assert refuses(state, Suspend(at=NOON, by=Role.OPERATOR, reason="time")).word == "role"
        _, events = done(state, Suspend(at=NOON, by=Role.OPERATOR, reason="flood", force_majeure=True))
        assert {event.clause for event in events[1:-1]} == {"STAR 6.21(c)"}

    @pytest.mark.clause("STAR 1-b[s4]")
    def test_the_return_sheet_tells_level_time_next_blinds_and_seats(self) -> None:
        state = after(playing(), Suspend(at=NOON + 7100, reason="time", returns_at=NOON + DAY))
        sheet = return_sheet(state, NOON + 9000)
        assert sheet.returns_at == NOON + DAY
        assert sheet.clock is not None
        assert (sheet.clock.level, sheet.clock.remaining) == (6, 100)
        assert sheet.next_blinds == Level(400, 800, 800, 1200)
        assert (sheet.schedule[0].level, sheet.schedule[1].kind) == (6, BREAK)
        assert [row[:3] for row in sheet.seats] == [
            (table, seat, player) for table, seats in TWO_TABLES.items() for seat, player in seats.items()
        ]
        assert {row.stack for row in sheet.seats} == {25_000}

    @pytest.mark.clause("STAR 6.22(c)")
    def test_what_the_director_decides_after_the_start_is_recorded_and_nothing_more(self) -> None:
        state = after(playing(), Suspend(at=NOON, reason="flood", force_majeure=True))
        decided, events = done(state, AfterStartDecision(at=NOON, choice="icm", reason="the room is closed"))
        assert events == (Ruled("icm: the room is closed", None, "STAR 6.22(c)"),)
        assert decided == state
        assert refuses(state, AfterStartDecision(at=NOON, choice="coin", reason="fair")).word == "no_choice"
        assert refuses(state, AfterStartDecision(at=NOON, choice="icm", reason="")).word == "no_reason"
        assert refuses(playing(), AfterStartDecision(at=NOON, choice="icm", reason="x")).word == "is_running"


class TestDelay:
    @pytest.mark.clause("STAR 6.22(b)", "STAR 6.21(c)")
    def test_the_start_is_put_off(self) -> None:
        early = NOON - HOUR
        state = after(planned(), DelayStart(at=early, reason="storm", starts_at=NOON + HOUR))
        assert state.conditions.start == NOON + HOUR
        assert after(state, DelayStart(at=early, reason="flood")).conditions.start is None

    def test_to_a_later_moment_with_a_reason_and_not_once_it_runs(self) -> None:
        assert refuses(planned(), DelayStart(at=NOON - HOUR, reason="storm", starts_at=NOON)).word == "not_later"
        assert refuses(planned(start=None), DelayStart(at=NOON, reason="storm", starts_at=NOON)).word == "not_later"
        assert refuses(planned(), DelayStart(at=NOON - HOUR, reason="", starts_at=NOON + 1)).word == "no_reason"
        assert refuses(playing(), DelayStart(at=NOON, reason="storm", starts_at=NOON + 1)).word == "is_running"


@pytest.mark.clause(
    "STAR D-Tournament Director",
    "HLD D-Tournament Director/Assistant",
    "UTH D-Tournament Director/Assistant",
    "PON D-Tournament Director/Assistant",
    "CAN D-Tournament Director/Assistant",
)
@pytest.mark.parametrize("prefix", list(RULESETS))
@pytest.mark.parametrize("role", [Role.DESK, Role.DEALER])
def test_the_clock_is_the_directors(prefix: str, role: Role) -> None:
    state = playing(ruleset=prefix)
    for command in (
        PauseClock(at=NOON, by=role),
        CallBreak(at=NOON, by=role, seconds=60),
        BeginHandForHand(at=NOON, by=role),
        Suspend(at=NOON, by=role, reason="time"),
    ):
        refuses(state, command, word="role", clause=RULESETS[prefix].clause("director"))
    after(state, Suspend(at=NOON, by=Role.DIRECTOR, reason="time"))
