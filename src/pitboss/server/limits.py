"""How much the house takes: from everybody together, from one place, and from those whom it does not know."""

import resource
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

# Files that are no connections: the database, the log, and whatever else is open.
OTHER_FILES = 256


class Pace(NamedTuple):
    """So many at once, and then so many a second."""

    at_once: int
    a_second: float


class Limits(NamedTuple):
    """The bounds of one process. A place is an address, or of the long ones the network that one house has.

    A stranger is whoever has not shown yet who they are; behind one address there may be many.
    """

    connections: int = 4000
    strangers: int = 600
    of_one: int = 200
    streams: int = 300
    streams_of_one: int = 100
    requests: Pace = Pace(150, 30.0)
    sign_ins: Pace = Pace(30, 1 / 3)
    sign_ins_in_all: Pace = Pace(60, 5.0)
    unchecked_tokens: Pace = Pace(500, 50.0)
    health: Pace = Pace(20, 5.0)
    # Until a request is there whole, and how long a connection is kept for the next one.
    receiving_seconds: float = 15.0
    idle_seconds: float = 5.0
    idle_seconds_of_people: float = 60.0
    # A reader who takes nothing for so long is gone.
    unread_seconds: float = 30.0
    # The request line and all headers.
    head_bytes: int = 16 * 1024


class Allowance:
    """What each place may still do, at a pace. The places that were heard of last are remembered."""

    def __init__(self, pace: Pace, places: int = 10_000, clock: Callable[[], float] = time.monotonic) -> None:
        self._pace, self._places, self._clock = pace, places, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, place: str) -> bool:
        """Whether there was one left, which is taken."""
        now = self._clock()
        left, since = self._left.pop(place, (self._pace.at_once, now))
        left = min(self._pace.at_once, left + (now - since) * self._pace.a_second)
        is_left = left >= 1
        self._left[place] = left - is_left, now
        if len(self._left) > self._places:
            self._left.popitem(last=False)
        return is_left


def limits_of_this_machine() -> Limits:
    """The limits, with as many connections as the system lets a process have; it is asked for all that it gives."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    usual, (files, _) = Limits(), resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY or files >= usual.connections + OTHER_FILES:
        return usual
    connections = max(files - OTHER_FILES, files // 2)
    strangers = min(usual.strangers, connections // 2)
    return usual._replace(
        connections=connections,
        strangers=strangers,
        of_one=min(usual.of_one, strangers // 2),
        streams=min(usual.streams, strangers // 2),
        streams_of_one=min(usual.streams_of_one, strangers // 4),
    )
