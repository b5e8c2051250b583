"""What simulated rounds brought: how often each net result of each wager came, which is all one can know of them."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import sqrt

from pitboss.games.play import Cents


@dataclass(slots=True)
class Tally:
    """Counts of net results in cents by wager, and of decisions. Tallies of several batches add up to one."""

    rounds: int = 0
    results: dict[str, Counter[Cents]] = field(default_factory=dict)
    decisions: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Tally") -> None:
        self.rounds += other.rounds
        for wager, counts in other.results.items():
            self.results.setdefault(wager, Counter()).update(counts)
        self.decisions.update(other.decisions)

    def mean(self, wager: str) -> float:
        """The mean net result of a round, in cents."""
        return sum(net * count for net, count in self.results[wager].items()) / self.rounds

    def sd(self, wager: str) -> float:
        """The standard deviation of a round, in cents."""
        total = sum(net * count for net, count in self.results[wager].items())
        square = sum(net * net * count for net, count in self.results[wager].items())
        return sqrt(max(square * self.rounds - total * total, 0)) / self.rounds

    def standard_error(self, wager: str) -> float:
        """Of the mean."""
        return self.sd(wager) / sqrt(self.rounds)


def merge_tallies(tallies: Iterable[Tally]) -> Tally:
    """All of them as one."""
    everything = Tally()
    for each in tallies:
        everything.add(each)
    return everything
