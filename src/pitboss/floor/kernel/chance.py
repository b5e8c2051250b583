"""Chance in the house comes from the kernel, unless a worked case has written down how it came."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol

from pitboss.cards.shuffle import Shuffle
from pitboss.games.play import RoutineStep


class Chance(Protocol):
    """How everything comes that nobody in the house chooses."""

    def shoe(self, table: str, step: RoutineStep) -> tuple[Shuffle, int | None]:
        """The cards that a step of the dealer shuffles, cut where they may be, and where the cutting card goes."""

    def seed(self) -> int:
        """The entropy of a draw."""


_written: ContextVar[Chance | None] = ContextVar("chance", default=None)


def written_down() -> Chance | None:
    """Return the chance that a worked case has written down; None in a house that is run for people."""
    return _written.get()


@contextmanager
def as_written(chance: Chance) -> Iterator[None]:
    """Within it everything comes as it was written down."""
    before = _written.set(chance)
    try:
        yield
    finally:
        _written.reset(before)
