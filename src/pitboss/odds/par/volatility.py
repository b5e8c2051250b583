"""What a run of rounds brings: the distribution of one round, convolved with itself as often as there are rounds.

The convolution is a power of the discrete Fourier transform; nothing is assumed to be normal. The window of the
transform is wide enough that what falls outside it is bounded by `OUTSIDE`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, floor, gcd, lcm, log, log2
from typing import Any

import numpy as np

from pitboss.odds.worth import Results

RUNS = (100, 1_000, 10_000)
FAN_RUNS = (0, 1, 3, 6, 12, *range(25, 1_001, 25))
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
# The probability that a run ends outside the window, at most: far below what a sheet prints.
OUTSIDE = 1e-12
# Sums of the longest run that are told apart: more would need seconds for each length and gigabytes for some rules.
MOST_SUMS = 1 << 20
MOST_BINS = 60
# Results rarer than this do not shape a histogram.
RARE = 0.005


@dataclass(frozen=True, slots=True)
class Bin:
    """The chance that a run ends above `low` and not above `high`, in units of the wager."""

    low: float
    high: float
    chance: float


@dataclass(frozen=True, slots=True)
class Volatility:
    """A run of rounds, in units of the wager. `quantiles` belong to QUANTILES; `ahead` is more than nothing won.

    `rounded_to` is the step that sums were rounded to where there were too many, and None where they are exact.
    """

    rounds: int
    mean: float
    sd: float
    quantiles: tuple[float, ...]
    ahead: float
    bins: tuple[Bin, ...] = ()
    rounded_to: float | None = None


class Lattice:
    """The results of one round as whole multiples of one step, ready to be convolved.

    The step is the greatest that divides every result. Where that is so small that the longest run would have more than
    `MOST_SUMS` sums, it is a power of two instead, and a result between two multiples is shared out between them: that
    keeps the mean, and adds less than a quarter of the squared step to the variance of a round.
    """

    def __init__(self, results: Results) -> None:
        mean = sum((net * chance for net, chance in results.items()), Fraction(0))
        square = sum((net * net * chance for net, chance in results.items()), Fraction(0))
        self.mean, self.variance = float(mean), float(square - mean * mean)
        self._nets: Any = np.array([float(net) for net in results])
        self._weights: Any = np.array([float(chance) for chance in results.values()])
        low, high = self._reach(max(RUNS))
        self.step = Fraction(1, lcm(*(net.denominator for net in results)))
        self.is_rounded = (high - low) / self.step > MOST_SUMS
        if self.is_rounded:
            self.step = Fraction(2) ** ceil(log2((high - low) / MOST_SUMS))
        shared = _share_out(results, self.step)
        self.steps: Any = np.array(sorted(shared), dtype=np.int64)
        self.chances: Any = np.array([float(shared[step]) for step in sorted(shared)])

    @cached_property
    def _slopes(self) -> list[tuple[float, float, float]]:
        """Trial values for the bound below, from very flat to steep enough for the greatest result, each with the
        logarithm of the mean of exp(t x) and of exp(-t x)."""
        slopes = np.geomspace(1e-9, 60, 240) / np.abs(self._nets).max()
        return [(t, self._log_moment(t), self._log_moment(-t)) for t in slopes]

    @property
    def grain(self) -> int:
        """Steps between the sums that are common: bins of another width would hold now more of them, now fewer."""
        common = self.steps[self.chances > RARE]
        return gcd(*(int(step - common[0]) for step in common)) if len(common) > 1 else 1

    def window(self, rounds: int) -> tuple[int, int]:
        """The least and the greatest sum that need to be told apart, in steps."""
        low, high = self._reach(rounds)
        return floor(low / float(self.step)), ceil(high / float(self.step))

    def _reach(self, rounds: int) -> tuple[float, float]:
        """All but next to nothing of a run lies between these, in units of the wager: Chernoff's bound on both tails.

        For every t > 0 the chance that the sum reaches a is at most exp(n log M(t) - t a); any t gives a true bound,
        and the best of the trial values is taken.
        """
        lowest, highest = float(self._nets.min()) * rounds, float(self._nets.max()) * rounds
        needed = log(2 / OUTSIDE)
        upper = min((needed + rounds * moment) / t for t, moment, _ in self._slopes)
        lower = max(-(needed + rounds * moment) / t for t, _, moment in self._slopes)
        return max(lowest, lower), min(highest, upper)

    def _log_moment(self, t: float) -> float:
        """The logarithm of the mean of exp(t x), without overflow."""
        powers = t * self._nets
        most = float(powers.max())
        return most + log(float(np.dot(self._weights, np.exp(powers - most))))

    def run(self, rounds: int) -> tuple[Any, Any]:
        """Every sum in the window, in units of the wager, and its chance."""
        low, high = self.window(rounds)
        length = 1 << (high - low).bit_length()
        one_round = np.zeros(length)
        np.add.at(one_round, self.steps % length, self.chances)
        spectrum = np.fft.rfft(one_round) ** rounds
        chances = np.roll(np.fft.irfft(spectrum, length), -(low % length))[: high - low + 1]
        return np.arange(low, high + 1) * self.step.numerator / self.step.denominator, np.clip(chances, 0, None)

    def volatility(self, rounds: int, *, bins: bool = False) -> Volatility:
        if rounds == 0:
            return Volatility(0, 0.0, 0.0, (0.0,) * len(QUANTILES), 0.0)
        sums, chances = self.run(rounds)
        reached = np.cumsum(chances)
        return Volatility(
            rounds=rounds,
            mean=self.mean * rounds,
            sd=(self.variance * rounds) ** 0.5,
            quantiles=tuple(float(sums[np.searchsorted(reached, q)]) for q in QUANTILES),
            ahead=float(chances[sums > 0].sum()),
            bins=self._bins(sums, chances, reached) if bins else (),
            rounded_to=float(self.step) if self.is_rounded else None,
        )

    def _bins(self, sums: Any, chances: Any, reached: Any) -> tuple[Bin, ...]:
        """A histogram of all but the outermost half percent on either side; one edge is at nothing won."""
        first, last = (float(sums[np.searchsorted(reached, q)]) for q in (0.005, 0.995))
        grain, step = self.grain, float(self.step)
        width = grain * max(ceil((last - first) / step / MOST_BINS / grain), 1) * step
        lows = np.arange(floor(first / width), ceil(last / width)) * width
        # A bin holds what is above its lower edge, so that the bins above nothing are exactly the runs that won.
        which = np.ceil(np.round(sums / width, 9)).astype(np.int64) - 1 - floor(first / width)
        inside = (which >= 0) & (which < len(lows))
        heights = np.bincount(which[inside], weights=chances[inside], minlength=len(lows))
        return tuple(
            Bin(float(low), float(low + width), float(height)) for low, height in zip(lows, heights, strict=True)
        )


def _share_out(results: Results, step: Fraction) -> dict[int, Fraction]:
    """The chances of whole multiples of a step, with the mean of the results."""
    found: dict[int, Fraction] = {}
    for net, chance in results.items():
        below, rest = divmod(net / step, 1)
        for place, part in ((below, 1 - rest), (below + 1, rest)):
            if part:
                found[place] = found.get(place, Fraction(0)) + chance * part
    return found


def runs(results: Results, lengths: Iterable[int] = RUNS) -> tuple[Volatility, ...]:
    """The runs that a sheet tells, with their histograms."""
    lattice = Lattice(results)
    return tuple(lattice.volatility(rounds, bins=True) for rounds in lengths)


def fan(results: Results, lengths: Iterable[int] = FAN_RUNS) -> tuple[Volatility, ...]:
    """How the quantiles open with the number of rounds."""
    lattice = Lattice(results)
    return tuple(lattice.volatility(rounds) for rounds in lengths)
