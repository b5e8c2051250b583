"""Those who wait for the same: one of them does it for all who wait, and the others are answered by what comes of it.

It is the disk that commands wait for. A commit takes as long for many as for one, so that whoever comes while others
are being committed is committed with everybody else who came meanwhile.
"""

import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Generic, Protocol, TypeVar


class Waiter(Protocol):
    """Something that waits for its answer; it has none until then."""

    answer: Any


W = TypeVar("W", bound=Waiter)


class Together(Generic[W]):
    """A line before work that one of them does at a time; `work` answers all it is given, the first so many of them."""

    def __init__(self, work: Callable[[Sequence[W]], None], most: int) -> None:
        self._work, self._most = work, most
        self._line: deque[W] = deque()
        self._turn, self._is_at_work = threading.Condition(threading.Lock()), False

    def join(self, mine: Sequence[W]) -> None:
        """Stands in the line until all of these are answered."""
        with self._turn:
            self._line.extend(mine)
            while any(each.answer is None for each in mine):
                if self._is_at_work:
                    self._turn.wait()
                else:
                    self._work_for_all()

    def _work_for_all(self) -> None:
        """Does the work for those at the head of the line; others may stand in it meanwhile."""
        first = [self._line.popleft() for _ in range(min(len(self._line), self._most))]
        self._is_at_work = True
        self._turn.release()
        try:
            self._work(first)
        finally:
            self._turn.acquire()
            self._is_at_work = False
            self._turn.notify_all()
