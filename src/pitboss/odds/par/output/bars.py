"""The results of a round as bars, whoever draws them."""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from pitboss.odds.par import figures
from pitboss.odds.worth import Worth

# A tail of results rarer than this is drawn as one bar.
TAIL = Fraction(1, 200)


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: where it stands, what is written under it, and whether it stands for a whole number of wagers."""

    place: float
    label: str
    chance: float
    is_whole: bool


def result_bars(worth: Worth) -> tuple[Bar, ...]:
    """The results of a round from the worst to the best, rare ends gathered."""
    low, high = _bounds(worth)
    bars = [
        Bar(float(net), figures.net(net), float(chance), net.denominator == 1)
        for net, chance in sorted(worth.results.items())
        if low <= net <= high
    ]
    below = [(net, chance) for net, chance in worth.results.items() if net < low]
    above = [(net, chance) for net, chance in worth.results.items() if net > high]
    if below:
        worst = figures.net(max(net for net, _ in below))
        bars.insert(0, Bar(low - 1.5, f"{worst} down", float(sum(chance for _, chance in below)), True))
    if above:
        best = figures.net(min(net for net, _ in above))
        bars.append(Bar(high + 1.5, f"{best} up", float(sum(chance for _, chance in above)), True))
    return tuple(bars)


def _bounds(worth: Worth) -> tuple[int, int]:
    """Whole numbers between which nearly all results lie."""
    nets = sorted(worth.results)
    high = ceil(nets[-1])
    while high > 1 and sum((c for net, c in worth.results.items() if net > high - 1), Fraction(0)) < TAIL:
        high -= 1
    low = floor(nets[0])
    while low < -1 and sum((c for net, c in worth.results.items() if net < low + 1), Fraction(0)) < TAIL:
        low += 1
    return low, high
