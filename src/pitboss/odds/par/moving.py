"""A progress report that goes on by itself while a solver has nothing to tell: who waits sees that work is done."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import exp
from threading import Event, Lock, Thread
from time import monotonic

BEAT_SECONDS = 0.2
# After so long without a word from the solver about two thirds of what is left are shown as done.
USUAL_SECONDS = 8.0


@contextmanager
def moving(report: Callable[[float], None]) -> Iterator[Callable[[float], None]]:
    """What to tell the parts to that are done; between them the report goes on, ever slower, and never back."""
    lock, over = Lock(), Event()
    told, since, shown = 0.0, monotonic(), 0.0

    def show(part: float) -> None:
        nonlocal shown
        shown = max(shown, part)
        report(shown)

    def tell(part: float) -> None:
        nonlocal told, since
        with lock:
            told, since = part, monotonic()
            show(part)

    def beat() -> None:
        while not over.wait(BEAT_SECONDS):
            with lock:
                show(told + (1 - told) * (1 - exp((since - monotonic()) / USUAL_SECONDS)))

    thread = Thread(target=beat, daemon=True)
    thread.start()
    try:
        yield tell
    finally:
        over.set()
        thread.join()
