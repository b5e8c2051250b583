"""When an event is likely to end, without playing it: about when the big blind has reached a twentieth of all chips.

A working rule of directors. What a simulation with bots makes of it is in `pitboss.odds.forecast`.
"""

from typing import NamedTuple

from pitboss.tournaments.clock.clock import LEVEL, schedule
from pitboss.tournaments.event.conditions import Chips, Conditions, Seconds

# Big blinds in play when an event ends.
_BLINDS_AT_THE_END = 20


class LikelyEnd(NamedTuple):
    """The first level whose big blind is that large, and the second at which it begins; None: past the last level."""

    level: int | None
    second: Seconds | None
    exceeds_twelve_hours: bool


def likely_end(conditions: Conditions, chips: Chips) -> LikelyEnd:
    """T-21, T-24: the level and the second at which play with so many chips in all is likely to end."""
    segments = schedule(conditions.levels, conditions.breaks)
    limit = conditions.readings.suspend_after
    for each in segments:
        if each.kind == LEVEL and each.blinds is not None and each.blinds.big * _BLINDS_AT_THE_END >= chips:
            return LikelyEnd(each.level, each.begins, each.ends > limit)
    return LikelyEnd(None, None, segments[-1].ends > limit)
