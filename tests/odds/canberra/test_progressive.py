"""The progressive jackpot by its meter."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from pitboss.cards.order import Category
from pitboss.games.canberra.layout import PRIZES, CanberraSettings, JackpotSettings
from pitboss.games.frozen import Frozen
from pitboss.odds.canberra.progressive import break_even, jackpot_results, jackpot_value, jackpot_worth
from pitboss.odds.canberra.rules import CanberraRules
from pitboss.odds.canberra.simulation import prize_alone
from pitboss.odds.canberra.solver import solve

HANDS = 2_598_960
USUAL = CanberraRules()


def table(**jackpot: Any) -> CanberraRules:
    return CanberraRules(CanberraSettings(jackpot=JackpotSettings(**jackpot)))


def by_hand(pool: Fraction, wager: int = 200) -> Fraction:
    """CAN 11.1 in cents, with the pool as it is after the wager."""
    fixed = 624 * 50_000 + 3744 * 15_000 + 5108 * 10_000
    shared = 36 * max(Fraction(100_000), pool / 10) + 4 * max(Fraction(1_000_000), pool)
    return (fixed + shared) / HANDS / wager - 1


@pytest.mark.parametrize("pool", [0, 1, 999_849, 999_850, 999_851, 5_000_003, 50_177_744, 10**9])
def test_the_value_by_the_meter(pool: int) -> None:
    assert jackpot_value(USUAL, pool) == by_hand(Fraction(pool + 150))


def test_break_even_of_the_usual_wager() -> None:
    meter = break_even(USUAL, 200)
    assert meter == Fraction(953_377_150, 19)
    assert jackpot_value(USUAL, meter) == 0
    assert jackpot_value(USUAL, meter - 1) < 0 < jackpot_value(USUAL, meter + 1)


@pytest.mark.parametrize("wager", [57, 60, 100, 250, 500, 12_345])
def test_break_even_of_any_wager(wager: int) -> None:
    rules = table(wager=wager)
    meter = break_even(rules, wager)
    assert meter > 0
    assert jackpot_value(rules, meter) == 0


def test_a_wager_below_the_fixed_prizes_is_always_worth_it() -> None:
    """56 cents a hand come back whatever the meter says."""
    assert jackpot_value(table(wager=56), 0) > 0
    assert break_even(USUAL, 56) == 0
    assert jackpot_value(table(wager=57), 0) < 0 < break_even(USUAL, 57)


def test_break_even_between_the_bends() -> None:
    """Where a straight flush is promised little, its tenth of the pool grows before the royal flush does."""
    prizes = dict(PRIZES)
    prizes[Category.STRAIGHT_FLUSH] = PRIZES[Category.STRAIGHT_FLUSH]._replace(least=100)
    settings = CanberraSettings(prizes=Frozen(prizes), jackpot=JackpotSettings(wager=56))
    rules = CanberraRules(settings)
    meter = break_even(rules, 56)
    assert 1000 < meter < 1_000_000
    assert jackpot_value(rules, meter) == 0


def test_another_split_of_the_wager() -> None:
    """CAN 10.6[s1]: a wager that all goes to the reserve does not move the meter."""
    rules = table(to_pool_pct=0, to_reserve_pct=100)
    assert break_even(rules, 200) - break_even(USUAL, 200) == 150
    assert jackpot_value(rules, 2_000_000) == by_hand(Fraction(2_000_000))


@pytest.mark.parametrize("pool", [0, 123_450, 40_000_050])
def test_results_add_up_and_are_what_the_table_pays(pool: int) -> None:
    rules = table(pool=pool)
    worth = jackpot_worth(rules)
    assert sum(worth.results.values()) == 1
    assert sum(net * chance for net, chance in worth.results.items()) == -worth.edge == jackpot_value(rules, pool)
    paid = {Fraction(prize_alone(rules, Category(category)), 200) - 1 for category in PRIZES}
    assert set(jackpot_results(rules, pool)) == {*paid, Fraction(-1)}
    assert worth.wins == Fraction(9516, HANDS)


def test_a_table_without_jackpot_is_told_of_the_usual_one() -> None:
    assert jackpot_worth(USUAL).edge == jackpot_worth(table()).edge == -by_hand(Fraction(150))


def test_a_flush_is_never_folded() -> None:
    """C-A27 takes the prize of a folded hand, so the value above needs this."""
    for rules in (USUAL, replace(USUAL, stake=20_000)):
        folded = solve(rules).outcomes.folded
        assert [folded[category] for category in PRIZES if isinstance(category, Category)] == [0] * 5
