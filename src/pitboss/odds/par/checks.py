"""The simulation check: rounds with best play, and how far their mean lies from the solved value.

Of the approved rules they are those that are kept with the program (`simulation.record`), of others a few million.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from pitboss import __version__
from pitboss.odds.rules import Rules, digest
from pitboss.odds.simulation import batches
from pitboss.odds.simulation.record import SEED, STRATEGY, SimulationRecord
from pitboss.odds.simulation.wagers import solved_as, unit
from pitboss.odds.tally import Tally, merge_tallies
from pitboss.odds.worth import Analysis

ROUNDS = 4_000_000
BATCH = 250_000


@dataclass(frozen=True, slots=True)
class SimulationCheck:
    """One wager simulated, in units of itself: the mean result beside the solved one, and the distance of the two.

    It can be played again from its seed, in batches of this size, by this version of the program.
    """

    wager: str
    rounds: int
    seed: int
    batch: int
    version: str
    mean: float
    exact: float
    standard_error: float

    @property
    def standard_errors(self) -> float:
        """How many standard errors the mean lies above the exact value, or below it."""
        return (self.mean - self.exact) / self.standard_error if self.standard_error else 0.0


def play_rounds(rules: Rules, rounds: int, report: Callable[[float], None]) -> SimulationRecord:
    """The rounds in batches of a seed each, on two threads; what they bring does not depend on the threads."""
    pool = ThreadPoolExecutor(2)
    tallies: list[Tally] = []
    try:
        pieces = batches.batches(rules, STRATEGY, rounds, SEED, by="kernel", size=BATCH)
        for tally in pool.map(batches.play_batch, pieces):
            tallies.append(tally)
            report(sum(each.rounds for each in tallies) / rounds)
    finally:
        pool.shutdown(cancel_futures=True)
    return SimulationRecord(digest(rules), SEED, BATCH, __version__, tallies[0], merge_tallies(tallies))


def checks(analysis: Analysis, rules: Rules, record: SimulationRecord) -> tuple[SimulationCheck, ...]:
    """Each wager that was both solved and made, over the rounds in which it was made."""
    found = []
    for name, counts in record.whole.results.items():
        worth = analysis.wagers.get(solved_as(rules, name))
        if worth is not None:
            alone = Tally(counts.total(), {name: counts})
            one = unit(rules, name)
            mean, error = alone.mean(name) / one, alone.standard_error(name) / one
            seed = record.seed, record.batch, record.version
            found.append(SimulationCheck(worth.wager, alone.rounds, *seed, mean, float(-worth.edge), error))
    return tuple(found)
