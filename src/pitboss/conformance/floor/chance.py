"""Chance as a case has it: shoes as they are written, and all that is not written the same in every run."""

from collections.abc import Mapping
from random import Random
from typing import Any

from pitboss.cards.card import card, face
from pitboss.cards.shuffle import Shuffle, permute
from pitboss.conformance.format.document import MalformedCase
from pitboss.games.play import RoutineStep

_SEED_BITS = 128


class WrittenChance:
    """`shoes` are those of each table in the order they are shuffled; each begins with the cards that are written."""

    def __init__(self, name: str, shoes: Mapping[str, list[Any]]) -> None:
        self._bits = Random(name).getrandbits
        self._shoes = {table: list(written) for table, written in shoes.items()}
        # The entropy of the next draw, where the step tells it.
        self.drawn: int | None = None

    def shoe(self, table: str, step: RoutineStep) -> tuple[Shuffle, int | None]:
        """See `floor.chance.Chance`: the cut is where it may be first, and moves none of the written cards."""
        written = self._shoes.get(table)
        told = written.pop(0) if written else []
        told = told if isinstance(told, dict) else {"cards": told}
        rest = list(step.shuffles)
        first = [card(each) for each in told["cards"]]
        for each in first:
            if each not in rest:
                raise MalformedCase(f"given.shoes.{table}: {face(each)} is in it more often than in its cards.")
            rest.remove(each)
        cards = (*first, *permute(rest, self._bits))
        cut = step.cut[0] if step.cut else 0
        depth = told.get("depth", step.depth[0] if step.depth else None)
        # What lies in front of the cut goes to the back.
        return Shuffle(cards[len(cards) - cut :] + cards[: len(cards) - cut], b"", cut), depth

    def seed(self) -> int:
        """See `floor.chance.Chance`."""
        drawn, self.drawn = self.drawn, None
        return self._bits(_SEED_BITS) if drawn is None else drawn
