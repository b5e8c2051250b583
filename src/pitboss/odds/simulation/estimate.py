"""What a tally says of each wager: the mean return with its confidence interval, and the exact value beside it."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import hypot, sqrt

from pitboss.games.play import Cents
from pitboss.odds.rules import Rules
from pitboss.odds.simulation.wagers import solved_as, unit
from pitboss.odds.tally import Tally
from pitboss.odds.worth import Worth

# Of a normal distribution 95% lie within so many standard deviations of the mean.
IN_95_PERCENT = 1.959964


@dataclass(frozen=True, slots=True)
class Estimate:
    """A wager over the rounds in which it was made, per unit of it; `mean` is below zero where the player loses.

    `exact` is what best play returns, with its `exact_error` where that had to be simulated too.
    """

    wager: str
    unit: Cents
    made: int
    mean: float
    sd: float
    hit_frequency: float
    exact: Fraction | None = None
    exact_error: float | None = None

    @property
    def standard_error(self) -> float:
        return self.sd / sqrt(self.made)

    @property
    def half_width(self) -> float:
        """Of the 95% confidence interval around the mean."""
        return IN_95_PERCENT * self.standard_error

    @property
    def interval(self) -> tuple[float, float]:
        return self.mean - self.half_width, self.mean + self.half_width

    @property
    def standard_errors(self) -> float | None:
        """How many standard errors the mean lies above the value of best play, or below it."""
        error = hypot(self.standard_error, (self.exact_error or 0.0) / IN_95_PERCENT)
        return None if self.exact is None or not error else (self.mean - float(self.exact)) / error


def estimates(tally: Tally, rules: Rules, exact: Mapping[str, Worth] | None = None) -> tuple[Estimate, ...]:
    """Every wager that was made, the main one first."""
    known = exact or {}
    return tuple(
        estimate(tally, rules, wager, known.get(solved_as(rules, wager)))
        for wager in sorted(tally.results, key=lambda wager: (wager != "main", wager))
    )


def estimate(tally: Tally, rules: Rules, wager: str, worth: Worth | None = None) -> Estimate:
    """One wager. Sums are of whole cents, so that nothing is lost in them however many rounds there are."""
    counts, cents = tally.results[wager], unit(rules, wager)
    made = counts.total()
    total = sum(net * count for net, count in counts.items())
    square = sum(net * net * count for net, count in counts.items())
    return Estimate(
        wager=wager,
        unit=cents,
        made=made,
        mean=total / (made * cents),
        sd=sqrt(square * made - total * total) / (made * cents),
        hit_frequency=sum(count for net, count in counts.items() if net > 0) / made,
        exact=None if worth is None else -worth.edge,
        exact_error=None if worth is None else worth.error,
    )
