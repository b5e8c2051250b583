"""Floods: what was turned away because more came than the house takes, counted until security is told of it."""

import threading
import time
from collections import Counter
from collections.abc import Callable
from functools import cache

from pitboss.floor.kernel.floor import Done, Floor
from pitboss.floor.kernel.roles import CROUPIER
from pitboss.floor.people.security import NoteFlood

CONNECTIONS, ENDLESS, REQUESTS = "connections", "requests without end", "requests"
SIGN_INS, STREAMS, QUESTIONS = "sign-ins", "live streams", "questions about changed rules"
# Fewer are no flood; and however many, they are told together after so long.
FEWEST = 20
EVERY_SECONDS = 60.0


class Floods:
    """What this process has turned away, by its kind. Any thread may add to it; one tells of it."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._lock = clock, threading.Lock()
        self._counts: Counter[str] = Counter()
        self._tried: dict[str, float] = {}

    def add(self, what: str) -> None:
        with self._lock:
            self._counts[what] += 1

    def tell(self, floor: Floor) -> None:
        """Records what is a flood by now, each kind at most once a minute; the rest is counted on."""
        now = self._clock()
        with self._lock:
            due = {
                what: count
                for what, count in self._counts.items()
                if count >= FEWEST and now >= self._tried.get(what, now - EVERY_SECONDS) + EVERY_SECONDS
            }
            self._tried.update(dict.fromkeys(due, now))
        for what, count in due.items():
            # Where another process has told of it within the minute, this one waits for the next.
            if isinstance(floor.execute(CROUPIER, NoteFlood(what=what, times=count)), Done):
                with self._lock:
                    self._counts[what] -= count


@cache
def floods() -> Floods:
    """The floods of this process."""
    return Floods()
