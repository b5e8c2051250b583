"""Twelve hours: of gaming for a person in any 24 hours, and of play for an event."""

import random

import pytest

from pitboss.games.frozen import Frozen
from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.clock.clock import BREAK, doing
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
)
from pitboss.tournaments.clock.suspension import Resume, Suspend
from pitboss.tournaments.entries.absence import MarkAbsent, MarkPresent
from pitboss.tournaments.entries.penalties import Penalise
from pitboss.tournaments.entries.time_limits import (
    RemoveForTime,
    gaming_seconds,
    not_gaming,
    play_time,
    structure_ends,
    time_warnings,
    twelve_hours,
)
from pitboss.tournaments.event.conditions import DAY, HOUR, Level
from pitboss.tournaments.event.contract import Role
from pitboss.tournaments.event.engine import act
from pitboss.tournaments.event.events import Refunded
from pitboss.tournaments.event.state import Period, Running, Status, Tournament, chips_in_play, seat_of
from pitboss.tournaments.prizes.standings import places
from tests.tournaments.clock.scene import in_hand, playing, seated, shown_at, with_stacks
from tests.tournaments.scene import NOON, after, done, refuses


def with_gaming(state: Tournament, player: str, *periods: Period) -> Tournament:
    """The same with other gaming the house knows of."""
    person = state.people[player]._replace(gaming=periods)
    return state._replace(people=Frozen({**state.people, player: person}))


def jam() -> Tournament:
    """The worked case: four hours of other gaming before the Jam, which begins at noon."""
    state = with_stacks(playing("midweek_jam"), E=64_000)
    state = with_gaming(state, "E", Period(NOON - 5 * HOUR, NOON - HOUR))
    return with_gaming(state, "D", Period(NOON - 16 * HOUR, NOON - 12 * HOUR))


def at_random(chance: random.Random) -> tuple[Tournament, int]:
    """An event after the director has done this and that at the clock, and the moment after."""
    state, at = playing(), NOON
    for _ in range(25):
        at += chance.choice((0, 37, 300, 1200, 3600))
        command = chance.choice(
            (
                PauseClock(at=at),
                RunClock(at=at),
                NextLevel(at=at),
                PreviousLevel(at=at),
                CallBreak(at=at, seconds=900),
                AdjustClock(at=at, take=60),
                AdjustClock(at=at, add=600),
                BeginHandForHand(at=at),
                EndHandForHand(at=at),
                Suspend(at=at, reason="time"),
                Resume(at=at),
            )
        )
        answer = act(state, command)
        if not isinstance(answer, Refusal):
            state = answer[0]
    return state, at + 500


class TestGaming:
    @pytest.mark.clause("STAR 6.13[s2]")
    def test_all_gaming_of_a_rolling_day_without_the_breaks(self) -> None:
        state = jam()
        assert gaming_seconds(state, "E", NOON + 9 * HOUR - 1) == 43_199
        assert gaming_seconds(state, "E", NOON + 9 * HOUR + 1) == 43_201
        assert not play_time(state, "E", NOON + 9 * HOUR).exceeded
        assert play_time(state, "E", NOON + 9 * HOUR + 1).exceeded

    @pytest.mark.clause("STAR 6.13[s2]")
    def test_what_lies_a_day_back_is_gone(self) -> None:
        state = jam()
        # Four hours until midnight: at 21:00 the first of them is out of the window.
        assert gaming_seconds(state, "D", NOON + 8 * HOUR) == 4 * HOUR + 7 * HOUR
        assert gaming_seconds(state, "D", NOON + 9 * HOUR) == 3 * HOUR + 8 * HOUR

    def test_nothing_counts_twice_or_before_the_start(self) -> None:
        state = with_gaming(playing(), "A", Period(NOON - HOUR, NOON + HOUR), Period(NOON - HOUR))
        assert gaming_seconds(state, "A", NOON + 1800) == HOUR + 1800
        assert gaming_seconds(seated(), "A", NOON + HOUR) == 0
        assert gaming_seconds(playing(), "nobody", NOON + HOUR) == 0

    @pytest.mark.clause("STAR 6.13[s2]")
    def test_called_breaks_and_suspensions_are_no_gaming_and_pauses_are(self) -> None:
        called = after(playing(), CallBreak(at=NOON + 600, seconds=900))
        assert gaming_seconds(called, "A", NOON + 1000) == 600
        assert gaming_seconds(called, "A", NOON + 1600) == 700
        paused = after(playing(), PauseClock(at=NOON + 600))
        assert gaming_seconds(paused, "A", NOON + 1600) == 1600
        in_break = after(called, PauseClock(at=NOON + 700))
        assert gaming_seconds(in_break, "A", NOON + 1600) == 600
        assert gaming_seconds(after(in_break, RunClock(at=NOON + 1600)), "A", NOON + 2500) == 700
        stopped = after(playing(), Suspend(at=NOON + 600, reason="time"), Resume(at=NOON + 7200))
        assert gaming_seconds(stopped, "A", NOON + 7300) == 700

    def test_hand_for_hand_is_gaming_and_its_break_is_none(self) -> None:
        state = after(playing(), BeginHandForHand(at=NOON + 600))
        assert gaming_seconds(state, "A", NOON + 2 * HOUR) == 2 * HOUR

    def test_a_break_of_the_schedule_in_which_the_clock_is_paused_stays_a_break(self) -> None:
        state = after(playing(), PauseClock(at=NOON + 7300))
        assert gaming_seconds(state, "A", NOON + 20_000) == 7200

    def test_time_that_was_added_belongs_to_the_level_or_to_the_break(self) -> None:
        longer = after(playing(), AdjustClock(at=NOON, add=600))
        assert gaming_seconds(longer, "A", NOON + 10_000) == 7800 + 400
        pause = after(playing(), AdjustClock(at=NOON + 7200, add=300))
        assert gaming_seconds(pause, "A", NOON + 9400) == 7200 + 100

    def test_who_is_away_is_not_gaming(self) -> None:
        state = after(playing(), MarkAbsent(at=NOON + 600, player="A"), MarkPresent(at=NOON + 1600, player="A"))
        assert gaming_seconds(state, "A", NOON + 1700) == 700

    def test_in_an_event_without_levels(self) -> None:
        state = playing(levels=(), breaks=())
        state = state._replace(clock=state.clock._replace(turns=()))
        assert gaming_seconds(state, "A", NOON + 700) == 700
        state = after(state, CallBreak(at=NOON + 700, seconds=300))
        assert gaming_seconds(state, "A", NOON + 1100) == 800

    @pytest.mark.clause("STAR 6.13[s2]")
    @pytest.mark.parametrize("seed", range(12))
    def test_time_without_gaming_is_what_the_clock_showed_as_a_break(self, seed: int) -> None:
        state, at = at_random(random.Random(seed))
        breaks = not_gaming(state, at)
        for moment in range(NOON, at, 61):
            known = any(each.since <= moment < (each.until or at) for each in breaks)
            shown = shown_at(state, moment).kind == BREAK or doing(state, moment) is Running.SUSPENDED
            assert known == shown, moment - NOON

    @pytest.mark.clause("STAR 6.13[s1]")
    def test_warnings_at_ten_eleven_and_eleven_and_three_quarter_hours(self) -> None:
        state = with_gaming(playing(), "A", Period(NOON - 10 * HOUR + 600, NOON))
        assert play_time(state, "A", NOON + 599).warning is None
        marks = [play_time(state, "A", NOON + second).warning for second in (600, 600 + HOUR, 600 + 6300)]
        assert marks == [10 * HOUR, 11 * HOUR, 11 * HOUR + 2700]
        assert [each.player for each in time_warnings(state, NOON + 600)] == ["A"]
        assert play_time(state, "A", NOON + 600).left == 2 * HOUR


class TestRemoval:
    @pytest.mark.clause("STAR 6.13[s2]", "STAR 6.13[s3]", "STAR 6.13[s4]")
    def test_over_the_limit_an_entrant_is_eliminated_without_a_refund(self) -> None:
        state = jam()
        assert refuses(state, RemoveForTime(at=NOON + 9 * HOUR, player="E")).word == "within_limit"
        gone, events = done(state, RemoveForTime(at=NOON + 9 * HOUR + 1, player="E"))
        assert gone.entrants["E"].status is Status.REMOVED
        assert chips_in_play(state) - chips_in_play(gone) == 64_000
        assert seat_of(gone, "E") is None
        assert places(gone)["E"] == (5,)
        assert gone.entries == state.entries
        assert not [event for event in events if isinstance(event, Refunded)]

    @pytest.mark.clause("STAR 6.13[s2]")
    def test_at_the_end_of_the_hand(self) -> None:
        late = NOON + 10 * HOUR
        assert refuses(in_hand(jam(), 2), RemoveForTime(at=late, player="E")).word == "mid_hand"
        assert refuses(jam(), RemoveForTime(at=late, player="Z")).word == "not_in_play"
        assert refuses(jam(), RemoveForTime(at=late, by=Role.DEALER, player="E")).word == "role"

    def test_a_penalty_keeps_nobody(self) -> None:
        state = after(jam(), Penalise(at=NOON, player="E", orbits=1))
        assert after(state, RemoveForTime(at=NOON + 10 * HOUR, player="E")).entrants["E"].stack == 0


class TestTwelveHours:
    @pytest.mark.clause("STAR 1-b[s1]")
    def test_the_jam_ends_after_more_than_twelve_hours(self) -> None:
        state = playing("midweek_jam")
        assert structure_ends(state) == 44_400
        forecast = twelve_hours(state, NOON + 34_500)
        assert (forecast.elapsed, forecast.ends, forecast.exceeds, forecast.alarm) == (34_500, 44_400, True, False)
        assert twelve_hours(playing("friday_freezeout"), NOON).exceeds is False
        assert twelve_hours(seated("midweek_jam"), NOON).exceeds is True

    @pytest.mark.clause("STAR 1-b[s1]")
    def test_the_alarm_comes_at_eleven_hours(self) -> None:
        state = playing("midweek_jam")
        shown = [twelve_hours(state, NOON + second) for second in (11 * HOUR - 1, 11 * HOUR, 12 * HOUR)]
        assert [(each.alarm, each.over, each.left) for each in shown] == [
            (False, False, HOUR + 1),
            (True, False, HOUR),
            (True, True, 0),
        ]

    def test_pauses_and_breaks_make_it_later_and_a_new_day_begins_anew(self) -> None:
        state = after(playing("friday_freezeout"), CallBreak(at=NOON, seconds=3 * HOUR))
        assert twelve_hours(state, NOON + 60).ends == 35_700 + 3 * HOUR
        assert twelve_hours(state, NOON + 60).exceeds
        stopped = after(playing("midweek_jam"), Suspend(at=NOON + 43_080, reason="time"))
        assert twelve_hours(stopped, NOON + DAY).elapsed == 43_080
        resumed = after(stopped, Resume(at=NOON + DAY))
        assert twelve_hours(resumed, NOON + DAY + 60)[:1] == (60,)
        assert not twelve_hours(resumed, NOON + DAY + 60).exceeds

    def test_added_levels_are_part_of_it(self) -> None:
        state = after(playing(), AddLevels(at=NOON, levels=(Level(60_000, 120_000, 120_000, 1200),)))
        assert structure_ends(state) == 36_900
        assert structure_ends(playing(levels=(), breaks=())) == 0
