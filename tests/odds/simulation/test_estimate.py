"""What is read from a tally: means, intervals and the distance from the exact value."""

from collections import Counter
from fractions import Fraction
from math import sqrt

import pytest

from pitboss.odds.pontoon.rules import PontoonRules
from pitboss.odds.simulation.estimate import estimate, estimates
from pitboss.odds.tally import Tally
from pitboss.odds.worth import Worth

RULES = PontoonRules(stake=2000)
TALLY = Tally(
    100,
    {
        "perfect_pairs": Counter({-2000: 95, 12_000: 5}),
        "main": Counter({-2000: 40, 0: 20, 2000: 40}),
        "insurance": Counter({-1000: 3, 2000: 1}),
    },
)


def worth(edge: Fraction, error: float | None = None) -> Worth:
    return Worth("main", edge, Fraction(1), {}, error)


def test_the_main_wager_comes_first_and_everything_is_per_unit() -> None:
    main, insurance, pairs = estimates(TALLY, RULES)
    assert [row.wager for row in (main, insurance, pairs)] == ["main", "insurance", "perfect_pairs"]
    assert (main.mean, main.hit_frequency, main.made) == (0, 0.4, 100)
    assert main.sd == pytest.approx(sqrt(0.8))
    assert pairs.mean == pytest.approx((-95 + 5 * 6) / 100)
    assert (pairs.exact, pairs.standard_errors) == (None, None)


def test_a_wager_that_is_not_always_made_is_told_over_the_rounds_where_it_was() -> None:
    insurance = estimate(TALLY, RULES, "insurance")
    assert (insurance.unit, insurance.made) == (1000, 4)
    assert (insurance.mean, insurance.hit_frequency) == (-0.25, 0.25)


def test_the_interval_and_the_distance_from_the_exact_value() -> None:
    main = estimate(TALLY, RULES, "main", worth(Fraction(1, 10)))
    assert main.standard_error == pytest.approx(sqrt(0.8) / 10)
    low, high = main.interval
    assert (low + high) / 2 == pytest.approx(main.mean)
    assert high - low == pytest.approx(2 * 1.96 * sqrt(0.8) / 10, rel=1e-4)
    assert main.exact == Fraction(-1, 10)
    assert main.standard_errors == pytest.approx(0.1 / (sqrt(0.8) / 10))


def test_an_error_of_the_solver_counts_too() -> None:
    main = estimate(TALLY, RULES, "main", worth(Fraction(1, 10), error=1.959964 * sqrt(0.8) / 10))
    assert main.standard_errors == pytest.approx(0.1 / (sqrt(1.6) / 10))


def test_rounds_that_are_all_alike_have_no_distance() -> None:
    alike = estimate(Tally(3, {"main": Counter({-2000: 3})}), RULES, "main", worth(Fraction(1, 10)))
    assert (alike.mean, alike.sd, alike.standard_errors) == (-1, 0, None)


def test_nothing_is_lost_in_sums_of_many_rounds() -> None:
    many = 10**15
    tally = Tally(2 * many, {"main": Counter({-2000: many, 2000: many})})
    assert estimate(tally, RULES, "main").mean == 0
    assert estimate(tally, RULES, "main").sd == pytest.approx(1)
