"""The process that computes for the house: started when it is first asked, gone when the house is.

Asking never waits. The same question is one question, however many ask it, and its answer is kept for a while.
"""

import atexit
import logging
import pickle
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from contextlib import suppress
from functools import cache
from itertools import count
from threading import Lock, Thread
from typing import Any, Generic, TypeVar, TypeVarTuple

LOG = logging.getLogger("pitboss.maths")
# Questions of which the answers are kept: a decision at a table is some two thousand bytes.
MOST_KEPT = 2000
# Questions that wait at the same time: whoever asks more waits for their turn to ask. Those of visitors are counted by
# themselves, in all and from one place, so that they do not keep anybody's at a table from being asked.
MOST_WAITING = 40
MOST_OF_VISITORS, MOST_OF_ONE_PLACE = 6, 2
About = TypeVarTuple("About")
T = TypeVar("T")


class NotComputed(Exception):
    """A question that has no answer, because its computation broke off: one sentence."""


BROKEN_OFF = "The computation broke off; ask once more."
TOO_MANY = "Too much is being computed at once; ask again in a moment."


class PendingAnswer(Generic[T]):
    """The answer to a question, once it is there."""

    def __init__(self) -> None:
        self._future: Future[T] = Future()

    @property
    def is_there(self) -> bool:
        return self._future.done()

    def wait(self, seconds: float = 0.0) -> T | None:
        """The answer, or None where it takes longer than this. NotComputed where there will be none."""
        try:
            return self._future.result(seconds)
        except NotYet:
            return None

    def tell(self, found: T) -> None:
        self._future.set_result(found)

    def give_up(self, reason: str = BROKEN_OFF) -> None:
        self._future.set_exception(NotComputed(reason))


class Worker:
    """Asks the process and keeps its answers. Any number of threads may ask."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._answers: OrderedDict[Hashable, PendingAnswer[Any]] = OrderedDict()
        self._process: _Process | None = None

    def ask(self, job: Callable[[*About], T], *about: *About, place: str = "") -> PendingAnswer[T]:
        """The answer of one of `jobs`, which is computed from here on if nobody has asked for it before.

        `place` says where a visitor asks from, whom the house does not know.
        """
        question = job, about
        with self._lock:
            known = self._answers.get(question)
            if known is not None:
                self._answers.move_to_end(question)
                return known
            answer: PendingAnswer[T] = PendingAnswer()
            if self._process is not None and self._process.is_full_for(place):
                answer.give_up(TOO_MANY)
                return answer
            self._keep(question, answer)
            if self._process is None or not self._process.ask(answer, question, place):
                # The first question, or the process has ended since the last one.
                self._process = _Process(self._forget)
                if not self._process.ask(answer, question, place):
                    answer.give_up()
                    del self._answers[question]
        return answer

    def close(self) -> None:
        """Ends the process, whatever it is computing; the next question would start another one."""
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            process.close()

    @property
    def pid(self) -> int | None:
        """The process, where one has been started."""
        return None if self._process is None else self._process.pid

    def _keep(self, question: Hashable, answer: PendingAnswer[Any]) -> None:
        self._answers[question] = answer
        while len(self._answers) > MOST_KEPT:
            self._answers.popitem(last=False)

    def _forget(self, question: Hashable) -> None:
        """Drop a failed answer, so that it is computed anew when it is asked for again."""
        with self._lock:
            self._answers.pop(question, None)


def start_process() -> subprocess.Popen[bytes]:
    """In a session of its own: Ctrl-C is for the house, which then ends this process as well."""
    words = [sys.executable, "-m", "pitboss.screens.common.computing.working"]
    return subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)


class _Process:
    """One run of `working`, the questions it has not answered yet, and the thread that listens to it."""

    def __init__(self, forget: Callable[[Hashable], None]) -> None:
        self._forget = forget
        self._waiting: dict[int, tuple[PendingAnswer[Any], Hashable, str]] = {}
        self._numbers, self._lock, self._is_over = count(), Lock(), False
        self._running = start_process()
        self._thread = Thread(target=self._listen, name="maths", daemon=True)
        self._thread.start()

    @property
    def pid(self) -> int:
        return self._running.pid

    def is_full_for(self, place: str) -> bool:
        """Whether as many questions wait as may: of all whom the house knows, or of visitors and their place."""
        with self._lock:
            places = [waiting[2] for waiting in self._waiting.values()]
        if not place:
            return places.count("") >= MOST_WAITING
        return len(places) - places.count("") >= MOST_OF_VISITORS or places.count(place) >= MOST_OF_ONE_PLACE

    def ask(self, answer: PendingAnswer[Any], question: tuple[Callable[..., Any], tuple[Any, ...]], place: str) -> bool:
        """Whether the question has been put; a process that has ended takes none."""
        assert self._running.stdin is not None
        number = next(self._numbers)
        with self._lock:
            if self._is_over:
                return False
            self._waiting[number] = answer, question, place
            try:
                self._running.stdin.write(pickle.dumps((number, *question, bool(place))))
                self._running.stdin.flush()
            except OSError:
                del self._waiting[number]
                return False
        return True

    def _listen(self) -> None:
        """Until the process ends; then nobody who still waits is left waiting."""
        assert self._running.stdout is not None
        with self._running.stdout as said:
            while True:
                try:
                    number, found, fault = pickle.load(said)
                except (EOFError, pickle.UnpicklingError):
                    break
                with self._lock:
                    answer, question, _ = self._waiting.pop(number)
                if fault:
                    LOG.error("a computation broke off", extra={"told": {"fault": fault}})
                    self._give_up(answer, question)
                else:
                    answer.tell(found)
        self._end()
        self._running.wait()
        for answer, question, _ in self._waiting.values():
            self._give_up(answer, question)

    def _give_up(self, answer: PendingAnswer[Any], question: Hashable) -> None:
        self._forget(question)
        answer.give_up()

    def _end(self) -> None:
        """Nothing more is asked; the process ends by itself when there is nobody left to ask it."""
        assert self._running.stdin is not None
        with self._lock, suppress(OSError):
            self._is_over = True
            self._running.stdin.close()

    def close(self) -> None:
        self._end()
        self._thread.join()


@cache
def worker() -> Worker:
    """The one of this process of the house."""
    made = Worker()
    atexit.register(made.close)
    return made
