"""Runs of rounds: the transform against plain convolution, and what a bell curve would get wrong."""

from fractions import Fraction
from itertools import product
from math import comb, sqrt

import numpy as np
import pytest

from pitboss.odds.par.volatility import MOST_SUMS, OUTSIDE, QUANTILES, RUNS, Lattice, fan, runs
from pitboss.odds.worth import Results
from tests.odds.par.sample import RESULTS

COIN: Results = {Fraction(-1): Fraction(1, 2), Fraction(1): Fraction(1, 2)}
# Rare and large, in thirds, and far from symmetric: nothing a bell curve could follow.
SKEWED: Results = {
    Fraction(-1): Fraction(9, 10),
    Fraction(2, 3): Fraction(1, 10) - Fraction(1, 500),
    Fraction(40): Fraction(1, 500),
}


def convolved(results: Results, rounds: int) -> dict[Fraction, Fraction]:
    """By the definition, in fractions."""
    sums = {Fraction(0): Fraction(1)}
    for _ in range(rounds):
        longer: dict[Fraction, Fraction] = {}
        for (total, chance), (net, one) in product(sums.items(), results.items()):
            longer[total + net] = longer.get(total + net, Fraction(0)) + chance * one
        sums = longer
    return sums


@pytest.mark.parametrize("results", [COIN, SKEWED, RESULTS])
def test_the_transform_is_the_convolution(results: Results) -> None:
    expected = convolved(results, 6)
    sums, chances = Lattice(results).run(6)
    found = {
        Fraction(float(total)).limit_denominator(6): float(chance) for total, chance in zip(sums, chances, strict=True)
    }
    for total, chance in expected.items():
        assert found.get(total, 0.0) == pytest.approx(float(chance), abs=2e-12)
    assert sum(found.values()) == pytest.approx(1, abs=1e-11)


def test_a_hundred_coins_are_binomial() -> None:
    [run] = runs(COIN, [100])
    ahead = sum(comb(100, heads) for heads in range(51, 101)) / 2**100
    assert run.ahead == pytest.approx(ahead, abs=1e-12)
    assert (run.mean, run.sd) == (0, 10)
    reached, least = 0, 0
    while reached / 2**100 < 0.05:
        reached += comb(100, least)
        least += 1
    assert run.quantiles[0] == 2 * (least - 1) - 100


def test_the_window_leaves_out_next_to_nothing() -> None:
    """Against a transform over every sum there is."""
    lattice, rounds = Lattice(SKEWED), 300
    low, high = lattice.window(rounds)
    assert high < int(lattice.steps.max()) * rounds, "the window is no narrower than everything, so this shows nothing"
    length = 1 << (int(lattice.steps.max() - lattice.steps.min()) * rounds).bit_length()
    one = np.zeros(length)
    one[lattice.steps - lattice.steps.min()] = lattice.chances
    everything = np.fft.irfft(np.fft.rfft(one) ** rounds, length)
    totals = np.arange(length) + int(lattice.steps.min()) * rounds
    # The transform itself rounds at about 1e-16 of each of its many thousand sums.
    assert everything[(totals < low) | (totals > high)].sum() < OUTSIDE + 1e-11


def test_mean_and_deviation_grow_with_the_rounds() -> None:
    mean = float(sum((net * chance for net, chance in RESULTS.items()), Fraction(0)))
    [hundred, thousand] = runs(RESULTS, [100, 1_000])
    assert hundred.mean == pytest.approx(100 * mean)
    assert thousand.sd == pytest.approx(hundred.sd * sqrt(10))
    assert list(hundred.quantiles) == sorted(hundred.quantiles)


def test_bins_above_nothing_are_the_runs_that_won() -> None:
    [run] = runs(COIN, [100])
    assert any(each.low == 0 for each in run.bins)
    green = sum(each.chance for each in run.bins if each.low >= 0)
    shown = sum(each.chance for each in run.bins)
    assert 0.985 < shown <= 1
    # Half a percent at most is left out at the top.
    assert run.ahead - 0.006 < green <= run.ahead + 1e-9


def test_bins_do_not_beat_with_the_lattice() -> None:
    """Sums of a coin are all even: a bin of odd width would be higher and lower by turns."""
    [run] = runs(COIN, [1_000])
    heights = [each.chance for each in run.bins]
    top = heights.index(max(heights))
    assert heights[: top + 1] == sorted(heights[: top + 1])
    assert heights[top:] == sorted(heights[top:], reverse=True)


def test_a_fan_begins_at_nothing_and_opens() -> None:
    points = fan(RESULTS, [0, 10, 100])
    assert points[0].quantiles == (0.0,) * len(QUANTILES)
    assert points[1].quantiles[4] < points[2].quantiles[4]
    assert points[1].quantiles[0] > points[2].quantiles[0]


# As a flush paid 1 to 999,983, or a payment cut at an odd stake: every sum is a whole multiple of next to nothing.
ODD: Results = {net + Fraction(net == 5, 999_983): chance for net, chance in RESULTS.items()}


def test_too_many_sums_are_rounded() -> None:
    """The step is coarse enough for any rules, and fine beside the deviation of a round."""
    lattice = Lattice(ODD)
    low, high = lattice.window(max(RUNS))
    assert high - low <= MOST_SUMS
    assert lattice.is_rounded
    assert lattice.step < lattice.variance**0.5 / 100
    assert not Lattice(RESULTS).is_rounded


def test_rounding_keeps_mean_and_deviation() -> None:
    lattice = Lattice(ODD)
    nets = lattice.steps * float(lattice.step)
    mean = np.dot(nets, lattice.chances)
    assert mean == pytest.approx(lattice.mean, abs=1e-12)
    assert np.dot(nets**2, lattice.chances) - mean**2 == pytest.approx(lattice.variance, rel=1e-6)


def test_a_rounded_run_is_that_of_its_neighbour() -> None:
    """A millionth of a wager more for one result moves no quantile by more than a step."""
    for rounded, exact in zip(runs(ODD), runs(RESULTS), strict=True):
        assert rounded.rounded_to == float(Lattice(ODD).step)
        assert exact.rounded_to is None
        assert rounded.quantiles == pytest.approx(exact.quantiles, abs=rounded.rounded_to)
        # What is 0 exactly is a little more or less here, and 0 is one of thousands of sums.
        assert rounded.ahead == pytest.approx(exact.ahead, abs=0.002)


def test_a_huge_payment_needs_no_more_room() -> None:
    huge = {**COIN, Fraction(1): Fraction(1, 2) - Fraction(1, 10**6), Fraction(10**12): Fraction(1, 10**6)}
    [run] = runs(huge, [10_000])
    assert run.rounded_to is not None
    assert run.rounded_to > 1
    assert run.bins
