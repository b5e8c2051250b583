"""Programs that take turns at the same work: each figure is its best turn, in CPU time, because machines are noisy."""

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass
class Contestant:
    """A program, how it is called, how many pieces of work a turn is, and the turn itself."""

    name: str
    how: str
    pieces: int
    play: Callable[[], object]
    ours: bool = False
    seconds: float = float("inf")

    def take_turn(self) -> None:
        start = time.process_time()
        self.play()
        self.seconds = min(self.seconds, time.process_time() - start)

    @property
    def per_second(self) -> float:
        return self.pieces / self.seconds
