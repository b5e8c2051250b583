"""The figures that follow from results and their chances."""

from collections import Counter
from fractions import Fraction
from math import isclose, sqrt

from pitboss.odds.tally import Tally, merge_tallies
from pitboss.odds.worth import Worth

F = Fraction


def test_a_wager_by_its_results() -> None:
    worth = Worth("main", F(1, 10), F(2), {F(-1): F(1, 2), F(0): F(1, 10), F(1): F(2, 5)})
    assert (worth.wins, worth.pushes, worth.loses) == (F(2, 5), F(1, 10), F(1, 2))
    assert worth.element_of_risk == F(1, 20)
    assert isclose(worth.sd, sqrt(0.9 - 0.01))


def test_tallies_add_up() -> None:
    first = Tally(3, {"main": Counter({-100: 2, 100: 1})}, Counter({"fold": 2}))
    second = Tally(1, {"main": Counter({100: 1}), "trips": Counter({500: 1})}, Counter({"fold": 1}))
    both = merge_tallies((first, second))
    assert (both.rounds, both.decisions["fold"], both.results["trips"]) == (4, 3, Counter({500: 1}))
    assert both.mean("main") == 0
    assert isclose(both.sd("main"), 100)
    assert isclose(both.standard_error("main"), 50)
    assert first.rounds == 3
