"""The simulation check: a few million rounds with best play, and how far their mean lies from the exact value."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from pitboss.odds.rules import Rules
from pitboss.odds.simulation import batches
from pitboss.odds.simulation.wagers import solved_as, unit
from pitboss.odds.tally import Tally, merged
from pitboss.odds.worth import Analysis

ROUNDS = 4_000_000
BATCH = 250_000
SEED = 20_250_718


@dataclass(frozen=True, slots=True)
class Check:
    """One wager simulated, in units of itself: the mean result beside the exact one, and the distance of the two."""

    wager: str
    rounds: int
    seed: int
    mean: float
    exact: float
    standard_error: float

    @property
    def standard_errors(self) -> float:
        """How many standard errors the mean lies above the exact value, or below it."""
        return (self.mean - self.exact) / self.standard_error if self.standard_error else 0.0


def played(rules: Rules, rounds: int = ROUNDS, seed: int = SEED) -> Iterator[Tally]:
    """The rounds in batches of a seed each, on two threads; what they bring does not depend on the threads."""
    pool = ThreadPoolExecutor(2)
    try:
        pieces = batches.batches(rules, "best", rounds, seed, by="kernel", size=BATCH)
        yield from pool.map(batches.played, pieces)
    finally:
        pool.shutdown(cancel_futures=True)


def checks(analysis: Analysis, rules: Rules, tallies: list[Tally], seed: int = SEED) -> tuple[Check, ...]:
    """Each wager that was both solved and made, over the rounds in which it was made."""
    everything = merged(tallies)
    found = []
    for name, counts in everything.results.items():
        worth = analysis.wagers.get(solved_as(rules, name))
        if worth is not None:
            alone = Tally(counts.total(), {name: counts})
            one = unit(rules, name)
            mean, error = alone.mean(name) / one, alone.standard_error(name) / one
            found.append(Check(worth.wager, alone.rounds, seed, mean, float(-worth.edge), error))
    return tuple(found)
