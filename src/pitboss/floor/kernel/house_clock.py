"""The time of the house: the clock on the wall, as long as that does not go back.

Moments never go back. Where the clock on the wall is behind what the house has recorded, the time of the house goes on
from there as fast as time passes, by a clock that nobody sets: nothing is frozen, and nobody's time runs out early. It
goes a hundredth slower until the wall has caught up.
"""

import threading
import time
from collections.abc import Callable
from typing import NamedTuple

from pitboss.floor.kernel.days import MINUTE, SECOND

Clock = Callable[[], int]
# Clocks of several machines, and of one before and after a correction, differ by no more than this.
_EVEN = 2 * SECOND
# A machine that stood still for less than this is not said to have jumped.
_STOOD_STILL = MINUTE
# By this part of it the time of the house is slower until the wall has caught up.
_SLOWER_BY = 100


class Jump(NamedTuple):
    """A jump of the clock on the wall: the moment it should have shown, and the one it showed."""

    was: int
    now: int


class _Reading(NamedTuple):
    """A reading of both clocks, the time of the house made of it, and whether the wall is known to be behind."""

    wall: int
    steady: int
    moment: int
    is_behind: bool = False


def wall_clock() -> int:
    """Microseconds since 1970, UTC."""
    return time.time_ns() // 1000


def steady_clock() -> int:
    """Microseconds since some moment, by a clock that nobody sets."""
    return time.monotonic_ns() // 1000


class HouseClock:
    """The clock of one process: `wall` may be set by anybody, `steady` only passes.

    `recorded` is asked once for the last moment that the house has recorded. `jump` is one that nobody has noted yet.
    Since `even_since` the time of the house has passed evenly: what passed at once before was nobody's to use.
    """

    def __init__(self, wall: Clock, steady: Clock, recorded: Clock) -> None:
        self.wall, self._steady, self._recorded = wall, steady, recorded
        self._last: _Reading | None = None
        self._is_begun = False
        self._lock = threading.Lock()
        self.jump: Jump | None = None
        self.even_since = 0

    def __call__(self) -> int:
        """The moment it is now: never before one that was told, or learned, earlier."""
        if not self._is_begun:
            self.learn(self._recorded())
            self._is_begun = True
        return self.learn(0)

    def learn(self, recorded: int) -> int:
        """The moment it is now, which is not before one that the house has recorded."""
        with self._lock:
            wall, steady = self.wall(), self._steady()
            last = self._last or _Reading(wall, steady, wall)
            elapsed = max(steady - last.steady, 0)
            moment = max(wall, recorded, last.moment + elapsed - elapsed // _SLOWER_BY)
            is_behind = wall < moment and (last.is_behind or wall < moment - _EVEN)
            if is_behind and not last.is_behind:
                self.jump = Jump(moment, wall)
            elif wall > last.wall + elapsed + _STOOD_STILL:
                self.jump = Jump(last.wall + elapsed, wall)
            if moment > last.moment + elapsed + _EVEN:
                self.even_since = moment
            self._last = _Reading(wall, steady, moment, is_behind)
            return moment
