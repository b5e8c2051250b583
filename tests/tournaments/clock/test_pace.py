"""When an event is likely to end: the table of section 10 of the requirements, row by row."""

from dataclasses import replace

import pytest

from pitboss.tournaments.clock.clock import LikelyEnd, likely_end
from pitboss.tournaments.event.conditions import HOUR
from pitboss.tournaments.event.library import event

MONDAY, JAM, FRIDAY, SATURDAY = "monday_triple_shot", "midweek_jam", "friday_freezeout", "saturday_special"
# The level and the minute by entries; None is past the last level.
TABLE = [
    (20, (20, 330), (20, 535), (21, 460)),
    (40, (23, 375), (22, 600), (23, 500)),
    (60, (25, 420), (24, 650), (25, 555)),
    (80, (26, 435), (25, 675), (26, 575)),
    (100, None, None, None),
    (200, None, None, None),
]
ROWS = [
    (name, entries, expected)
    for entries, monday, jam, weekend in TABLE
    for name, expected in ((MONDAY, monday), (JAM, jam), (FRIDAY, weekend), (SATURDAY, weekend))
]


def foretold(name: str, entries: int) -> LikelyEnd:
    conditions = event(name)
    return likely_end(conditions, entries * conditions.stack)


@pytest.mark.parametrize(("name", "entries", "expected"), ROWS)
def test_the_first_level_whose_big_blind_is_a_twentieth_of_all_chips(
    name: str, entries: int, expected: tuple[int, int] | None
) -> None:
    found = foretold(name, entries)
    if expected is None:
        assert (found.level, found.second) == (None, None)
    else:
        assert (found.level, found.second) == (expected[0], expected[1] * 60)


@pytest.mark.clause("STAR 1-b[s1]")
def test_of_the_four_only_the_jam_goes_beyond_twelve_hours_and_only_with_a_large_field() -> None:
    beyond = {(name, entries) for name, entries, _ in ROWS if foretold(name, entries).exceeds_twelve_hours}
    assert beyond == {(JAM, 100), (JAM, 200)}


@pytest.mark.clause("STAR 1-b[s1]")
def test_a_level_that_only_ends_after_twelve_hours_is_flagged() -> None:
    """The last level of the Jam begins five minutes before."""
    jam = event(JAM)
    found = likely_end(jam, jam.levels[-1].big * 20)
    assert found == LikelyEnd(26, 11 * HOUR + 55 * 60, exceeds_twelve_hours=True)


@pytest.mark.clause("STAR 1-b[s1]")
def test_the_twelve_hours_are_a_setting() -> None:
    saturday = event(SATURDAY)
    later = replace(saturday, readings=replace(saturday.readings, suspend_after=8 * HOUR))
    assert likely_end(later, 40 * saturday.stack).exceeds_twelve_hours
    assert not likely_end(saturday, 40 * saturday.stack).exceeds_twelve_hours


def test_a_chip_more_than_twenty_big_blinds_needs_the_next_level() -> None:
    saturday = event(SATURDAY)
    assert likely_end(saturday, 20 * saturday.levels[9].big).level == 10
    assert likely_end(saturday, 20 * saturday.levels[9].big + 1).level == 11
