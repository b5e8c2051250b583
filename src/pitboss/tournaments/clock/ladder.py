"""How a ladder of blinds goes on after its last level (T-24)."""

from functools import cache
from itertools import pairwise

from pitboss.tournaments.event.conditions import Level

# Ladders repeat themselves with ten times the blinds: 6,000/12,000 is followed by what follows 600/1,200.
_REPEATS = 10
_DOUBLE = 2


@cache
def proposed_levels(levels: tuple[Level, ...], count: int) -> tuple[Level, ...]:
    """T-24: so many levels to follow the last one, as the ladder itself would go on.

    Where an earlier level has a tenth of the blinds, what followed it follows with ten times the blinds; otherwise the
    blinds double. The length is that of the last level.
    """
    ladder = list(levels)
    for _ in range(count if levels else 0):
        ladder.append(_next(ladder))
    return tuple(ladder[len(levels) :])


def _next(ladder: list[Level]) -> Level:
    last = ladder[-1]
    for earlier, following in pairwise(ladder):
        if earlier.big * _REPEATS == last.big and following.big * _REPEATS > last.big:
            return _times(following, _REPEATS, last.seconds)
    return _times(last, _DOUBLE, last.seconds)


def _times(level: Level, factor: int, seconds: int) -> Level:
    return Level(level.small * factor, level.big * factor, level.ante * factor, seconds)
