"""The clock as a function of time: levels and breaks to the second, what is ahead, and the last level that holds."""

import pytest

from pitboss.tournaments.clock.clock import (
    BREAK,
    LEVEL,
    closing_second,
    level_beginnings,
    level_has_ended,
    next_break,
    next_level,
    reading,
    registration_left,
    second_of_level,
    used_up,
)
from pitboss.tournaments.event.conditions import Level, Readings
from pitboss.tournaments.event.events import ClockTurned
from pitboss.tournaments.event.state import Running, Tournament, Turn
from tests.known import known
from tests.tournaments.clock.scene import playing, seated, shown_at, with_events
from tests.tournaments.scene import NOON, conditions


def turn(state: Tournament, gone: int, running: Running, until: int | None = None, at: int = NOON) -> Tournament:
    return with_events(state, ClockTurned(Turn(at, gone, running, until), False, "", "STAR 6.18"))


@pytest.mark.parametrize(
    ("second", "kind", "level", "blinds", "remaining"),
    [
        (0, LEVEL, 1, (100, 100, 100), 900),
        (899, LEVEL, 1, (100, 100, 100), 1),
        (900, LEVEL, 2, (100, 200, 200), 900),
        (7199, LEVEL, 8, (600, 1200, 1200), 1),
        (7200, BREAK, 8, None, 1800),
        (8999, BREAK, 8, None, 1),
        (9000, LEVEL, 9, (800, 1600, 1600), 900),
        (26_999, LEVEL, 26, (60_000, 120_000, 120_000), 1),
    ],
)
def test_a_boundary_second_belongs_to_the_later_segment(
    second: int, kind: str, level: int, blinds: tuple[int, int, int] | None, remaining: int
) -> None:
    shown = shown_at(playing("monday_triple_shot"), NOON + second)
    assert (shown.kind, shown.level, shown.remaining, shown.runs, shown.overrun) == (
        kind,
        level,
        remaining,
        True,
        False,
    )
    assert (None if shown.blinds is None else shown.blinds[:3]) == blinds


@pytest.mark.parametrize("name", ["friday_freezeout", "saturday_special"])
def test_level_five_of_friday_and_saturday_is_300_500(name: str) -> None:
    shown = shown_at(playing(name), NOON + 4800)
    assert shown.blinds == Level(300, 500, 500, 1200)
    assert (shown.level, shown.remaining) == (5, 1200)


def test_past_the_last_level_it_holds() -> None:
    state = playing("monday_triple_shot")
    for second in (27_000, 90_000):
        shown = shown_at(state, NOON + second)
        assert (shown.kind, shown.level, shown.remaining, shown.overrun) == (LEVEL, 26, None, True)
        assert shown.blinds == Level(60_000, 120_000, 120_000, 900)
    assert next_level(state, NOON + 27_000) is None


def test_before_the_start_there_is_nothing_to_read() -> None:
    state = seated()
    assert reading(state, NOON) is None
    assert used_up(state, NOON) == 0
    assert not level_has_ended(state, 4, NOON + 100_000)


def test_a_paused_clock_stands() -> None:
    state = turn(playing(), 500, Running.PAUSED, at=NOON + 500)
    shown = shown_at(state, NOON + 10_000)
    assert (shown.level, shown.remaining, shown.runs) == (1, 700, False)
    assert shown_at(state, NOON + 400).remaining == 800


def test_a_called_break_stands_too_while_the_clock_is_paused() -> None:
    state = turn(playing(), 500, Running.PAUSED, NOON + 600, at=NOON + 500)
    shown = shown_at(state, NOON + 5000)
    assert (shown.kind, shown.remaining, shown.gone) == (BREAK, 100, 500)


def test_hand_for_hand_the_clock_stands_but_a_break_passes() -> None:
    state = turn(playing(), 7200, Running.HAND_FOR_HAND)
    assert shown_at(state, NOON + 1799) == (BREAK, 6, None, 1, 8999, True, False)
    after = shown_at(state, NOON + 5000)
    assert (after.kind, after.level, after.remaining, after.runs) == (LEVEL, 7, 1200, False)


def test_what_is_ahead() -> None:
    state = playing()
    level, pause = next_level(state, NOON + 7000), next_break(state, NOON + 7000)
    assert level is not None
    assert (level.segment.level, level.seconds) == (7, 2000)
    assert pause is not None
    assert (pause.segment.level, pause.seconds) == (6, 200)
    later = known(next_break(state, NOON + 7200))
    assert (later.segment.level, later.seconds) == (12, 9000)
    assert next_break(state, NOON + 34_000) is None


def test_a_called_break_puts_off_what_is_ahead() -> None:
    state = turn(playing(), 0, Running.RUNNING, NOON + 600)
    level = known(next_level(state, NOON + 100))
    assert level.seconds == 500 + 1200
    assert registration_left(state, NOON + 100) == 500 + 9000


def test_registration_is_open_through_the_break_before_its_level() -> None:
    state = playing()
    assert closing_second(state.conditions) == 9000
    assert registration_left(state, NOON + 8999) == 1
    assert registration_left(state, NOON + 9000) == 0


def test_registration_may_shut_when_the_level_before_ends() -> None:
    earlier = conditions(readings=Readings(close_at="end_of_previous"))
    assert closing_second(earlier) == 7200
    assert closing_second(conditions(closes_at_level=None)) is None
    assert registration_left(playing(closes_at_level=None), NOON) == 0


def test_the_second_of_a_level() -> None:
    assert [second_of_level(conditions(), level) for level in (1, 7, 26)] == [0, 9000, 34_500]


def test_a_level_has_ended_with_its_last_second() -> None:
    state = playing("friday_freezeout")
    assert not level_has_ended(state, 4, NOON + 4799)
    assert level_has_ended(state, 4, NOON + 4800)
    assert not level_has_ended(state, 27, NOON + 100_000)


def test_when_levels_and_breaks_began_by_the_clock_on_the_wall() -> None:
    """Two minutes of a pause, the next level called early, and a level taken back."""
    state = playing("monday_triple_shot")
    state = turn(state, 300, Running.PAUSED, at=NOON + 300)
    state = turn(state, 300, Running.RUNNING, at=NOON + 420)
    assert level_beginnings(state, NOON + 1019)[:2] == (NOON, None)
    assert level_beginnings(state, NOON + 1020)[:3] == (NOON, NOON + 1020, None)
    called = turn(state, 1800, Running.RUNNING, at=NOON + 1100)
    assert level_beginnings(called, NOON + 1100)[:4] == (NOON, NOON + 1020, NOON + 1100, None)
    back = turn(called, 900, Running.RUNNING, at=NOON + 1200)
    assert level_beginnings(back, NOON + 2099)[1:3] == (NOON + 1020, None)
    assert level_beginnings(back, NOON + 2100)[1:3] == (NOON + 1020, NOON + 2100)
    in_break = turn(playing("monday_triple_shot"), 890, Running.RUNNING, until=NOON + 600)
    assert level_beginnings(in_break, NOON + 609)[1] is None
    assert level_beginnings(in_break, NOON + 610)[1] == NOON + 610
