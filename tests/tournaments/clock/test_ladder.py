"""How a ladder of blinds goes on after its last level."""

from dataclasses import replace

import pytest

from pitboss.tournaments.clock.clock import proposed_levels, reading
from pitboss.tournaments.entries.time_limits import structure_ends
from pitboss.tournaments.event.conditions import Level, Readings
from pitboss.tournaments.event.library import event
from pitboss.tournaments.event.state import Clock, Running, Tournament, Turn
from tests.known import known
from tests.tournaments.scene import NOON

MONDAY = event("monday")


@pytest.mark.clause("T-24")
def test_a_ladder_repeats_itself_with_ten_times_the_blinds() -> None:
    """Level 17 of the Monday event is 6,000/12,000 and level 26 60,000/120,000: 27 is ten times level 18."""
    following = proposed_levels(MONDAY.levels, 3)
    assert [(level.small, level.big) for level in following] == [
        (100_000, 150_000),
        (100_000, 200_000),
        (150_000, 300_000),
    ]
    assert {(level.ante == level.big, level.seconds) for level in following} == {(True, 900)}


@pytest.mark.clause("T-24")
def test_other_ladders_double() -> None:
    assert proposed_levels((Level(25, 50, 0, 600),), 2) == (Level(50, 100, 0, 600), Level(100, 200, 0, 600))
    assert proposed_levels((), 2) == ()


@pytest.mark.clause("T-24", "STAR 4-Monday")
def test_the_last_level_holds_or_the_ladder_goes_on_by_itself() -> None:
    clock = Clock((Turn(NOON, 0, Running.RUNNING),))
    holds = Tournament(MONDAY, clock=clock)
    end = structure_ends(holds)
    held = known(reading(holds, NOON + end))
    assert (held.level, held.overrun, held.remaining) == (26, True, None)
    goes_on = Tournament(replace(MONDAY, readings=Readings(after_last_level="extend")), clock=clock)
    on = known(reading(goes_on, NOON + end))
    assert on.blinds is not None
    assert (on.level, on.blinds.big, on.overrun, on.remaining) == (27, 150_000, False, 900)
    assert structure_ends(goes_on) == end
