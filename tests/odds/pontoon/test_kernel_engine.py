"""What chance brings in the kernel: as much as at the engine's table, as the solver says, and as counting says."""

from dataclasses import replace
from functools import cache
from math import sqrt

import pytest

from pitboss.games.pontoon.layout import PontoonSettings
from pitboss.odds.pontoon.rules import PontoonRules
from pitboss.odds.pontoon.side_wagers import bonus_value
from pitboss.odds.pontoon.simulation import simulate
from pitboss.odds.pontoon.solver import solve
from pitboss.odds.simulation import engine
from pitboss.odds.tally import Tally

RULES = PontoonRules()


@cache
def ten_million(strategy: str) -> Tally:
    return simulate(RULES, strategy, 10_000_000, 3)


def apart(one: Tally, other: Tally, wager: str) -> float:
    """The distance of two means, in standard errors of their difference."""
    error = sqrt(one.standard_error(wager) ** 2 + other.standard_error(wager) ** 2)
    return abs(one.mean(wager) - other.mean(wager)) / error


@pytest.mark.parametrize(("strategy", "seed"), [("best", 1), ("by_chance", 2)])
def test_kernel_and_engine_agree_in_the_mean(strategy: str, seed: int) -> None:
    at_table = engine.simulate(RULES, strategy, 3000, seed)
    kernel = ten_million(strategy)
    assert apart(kernel, at_table, "main") < 3
    assert apart(kernel, at_table, "perfect_pairs") < 3
    for decision, seen in at_table.decisions.items():
        chance = kernel.decisions[decision] / kernel.rounds
        assert abs(seen - at_table.rounds * chance) < 4 * sqrt(at_table.rounds * chance), decision


def test_kernel_and_solver_agree_on_best_play() -> None:
    tally, solution = ten_million("best"), solve(RULES)
    bonus = bonus_value(RULES)
    assert abs(tally.mean("main") - RULES.stake * (solution.value - bonus)) < 3 * tally.standard_error("main")
    assert abs(tally.mean("super_bonus") - RULES.stake * bonus) < 3 * tally.standard_error("super_bonus")
    for decision, chance in solution.decisions.items():
        share, error = tally.decisions[decision] / tally.rounds, sqrt(float(chance) / tally.rounds)
        assert abs(share - chance) <= 4 * error, decision


@pytest.mark.parametrize("decks", [3, 8])
def test_pairs_and_pontoons_come_as_often_as_they_should(decks: int) -> None:
    """Each is found in a known share of all first two cards, so that a shuffle that is not fair would show."""
    tally = simulate(PontoonRules(replace(PontoonSettings(), decks=decks)), "mimic", 3_000_000, 4)
    others = 48 * decks - 1
    pairs = {25_000: decks - 1, 12_000: decks, 6000: 2 * decks}
    shares = {net: alike / others for net, alike in pairs.items()} | {-1000: (others + 1 - 4 * decks) / others}
    assert tally.results["perfect_pairs"].keys() == shares.keys()
    for net, share in shares.items():
        assert _is_near(tally.results["perfect_pairs"][net], share, tally.rounds)
    assert _is_near(tally.decisions["pontoon"], 2 * (1 / 12) * (12 * decks) / others, tally.rounds)


def _is_near(count: int, share: float, rounds: int) -> bool:
    return abs(count - share * rounds) < 4 * sqrt(rounds * share * (1 - share))


def test_a_seed_gives_the_same_rounds_again() -> None:
    one = simulate(RULES, "by_chance", 20_000, 7)
    assert simulate(RULES, "by_chance", 20_000, 7) == one
    assert simulate(RULES, "by_chance", 20_000, 8).results != one.results


def test_every_round_is_counted_once() -> None:
    tally = simulate(RULES, "by_chance", 20_000, 9)
    first = ("stand", "draw", "double", "split", "surrender", "pontoon")
    assert sum(tally.decisions[decision] for decision in first) == 20_000
    assert tally.results["main"].total() == tally.results["perfect_pairs"].total() == 20_000
    assert tally.results["insurance"].total() == tally.decisions["insurance"] > 0
    assert simulate(PontoonRules(replace(PontoonSettings(), perfect_pairs=False)), "mimic", 9, 9).results.keys() == {
        "main",
        "super_bonus",
    }
