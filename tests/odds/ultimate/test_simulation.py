"""The kernel against the engine deal by deal, and both against the exact counts."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from pitboss.games.play import Role
from pitboss.games.table import StackedShoe
from pitboss.games.ultimate import UltimateSettings
from pitboss.odds.simulation.engine import net_by_wager, open_table, play_round
from pitboss.odds.ultimate.analysis import analyse, main_worth, trips_worth
from pitboss.odds.ultimate.money import money_of
from pitboss.odds.ultimate.player import player
from pitboss.odds.ultimate.rules import UltimateRules
from pitboss.odds.ultimate.simulation import DECISIONS, play_deals, simulate
from pitboss.odds.ultimate.strategies import STRATEGIES, counts_of
from tests.odds.ultimate.oracle import ANTE, decks, opened, others

RULES = UltimateRules()
# One small maximum for blind and trips of a round together, so that it often cuts.
SHARED_CAP = UltimateSettings(max_payout=4000, max_payout_scope="per_player_round", cap_includes_trips=True)
CAPPED = UltimateSettings(max_payout=2500, cap_includes_trips=True)


def _agrees(rules: UltimateRules, strategy: str, seed: int, rounds: int) -> dict[str, set[int]]:
    """Plays the same cards by the kernel and through the engine; answers with the results that came up."""
    dealt = decks(seed, rounds)
    quick = play_deals(rules, strategy, np.array(dealt, np.uint8))
    table, decide = open_table(rules, StackedShoe(())), player(rules, strategy)
    seen: dict[str, set[int]] = {"main": set(), "trips": set()}
    for row, deck in enumerate(dealt):
        table.shoe = StackedShoe(deck)
        play_round(table, rules, decide)
        nets = net_by_wager(table)
        assert nets == {wager: int(net[row]) for wager, net in quick.items()}, deck[:9]
        for wager, net in nets.items():
            seen[wager].add(net)
    return seen


def test_best_play_deal_by_deal() -> None:
    seen = _agrees(RULES, "best", 1, 2000)
    assert {-6000, -5000, -4000, -3000, -2000, 0, 1000, 2000, 3000, 3500, 4000, 4500, 5000, 6500, 8000} <= seen["main"]
    assert {-1000, 3000, 4000, 7000, 8000, 30_000} <= seen["trips"]


@pytest.mark.parametrize("strategy", ["best_with_trips", "rule_of_thumb", "cautious", "bold"])
def test_other_strategies_deal_by_deal(strategy: str) -> None:
    assert len(_agrees(RULES, strategy, 2, 500)["main"]) > 4


@pytest.mark.parametrize("settings", [SHARED_CAP, CAPPED])
def test_a_maximum_payout_deal_by_deal(settings: UltimateSettings) -> None:
    seen = _agrees(replace(RULES, settings=settings), "best", 3, 600)
    assert settings.max_payout in seen["trips"]


def test_what_trips_has_left_of_a_shared_maximum_deal_by_deal() -> None:
    """A flush that wins is paid 1,500 on the blind, so that 2,500 of 4,000 are left for trips."""
    assert 2500 in _agrees(replace(RULES, settings=SHARED_CAP), "best", 4, 600)["trips"]


def test_the_engine_brings_the_exact_return_within_three_standard_errors() -> None:
    random, rounds = Random(77), 2500
    table, decide = open_table(RULES, StackedShoe(())), player(RULES, "best")
    nets = []
    for _ in range(rounds):
        deck = others()
        random.shuffle(deck)
        table.shoe = StackedShoe(deck)
        play_round(table, RULES, decide)
        nets.append(net_by_wager(table))
    counts, money = counts_of(RULES, "best"), money_of(RULES)
    for wager, worth in (("main", main_worth(money, counts)), ("trips", trips_worth(money, counts))):
        mean = sum(net[wager] for net in nets) / rounds / ANTE
        assert abs(mean + float(worth.edge)) < 3 * worth.sd / rounds**0.5


@pytest.mark.parametrize("strategy", list(STRATEGIES))
def test_the_kernel_brings_the_exact_return_within_three_standard_errors(strategy: str) -> None:
    tally = simulate(RULES, strategy, 400_000, seed=9)
    counts, money = counts_of(RULES, strategy), money_of(RULES)
    for wager, worth in (("main", main_worth(money, counts)), ("trips", trips_worth(money, counts))):
        assert abs(tally.mean(wager) / ANTE + float(worth.edge)) < 3 * tally.standard_error(wager) / ANTE
        for net, chance in worth.results.items():
            expected = 400_000 * float(chance)
            # Some 150 results are looked at, so that one beyond four deviations would be a surprise.
            assert abs(tally.results[wager][int(net * ANTE)] - expected) < 4 * max(expected, 4) ** 0.5


def test_decisions_come_as_often_as_is_computed() -> None:
    rounds = 400_000
    tally, exact = simulate(RULES, "best", rounds, seed=4), analyse(RULES).decisions
    assert sum(tally.decisions.values()) == rounds
    assert set(exact) == set(DECISIONS.values())
    for decision, chance in exact.items():
        error = (float(chance) * (1 - float(chance)) / rounds) ** 0.5
        assert abs(tally.decisions[decision] / rounds - float(chance)) <= 3 * error


def test_a_seed_brings_the_same_rounds_and_another_seed_others() -> None:
    first, again, other = (simulate(RULES, "best", 5000, seed) for seed in (1, 1, 2))
    assert first.results == again.results
    assert first.results != other.results


def test_hands_come_as_often_as_all_sets_of_seven_cards_hold_them() -> None:
    tally = simulate(RULES, "bold", 300_000, seed=6)
    assert tally.decisions == {"play_4x": 300_000}
    exact = trips_worth(money_of(RULES), counts_of(RULES, "bold"))
    for net, chance in exact.results.items():
        expected = 300_000 * float(chance)
        assert abs(tally.results["trips"][int(net * ANTE)] - expected) <= 4 * expected**0.5 + 1


def test_the_player_speaks_for_box_one() -> None:
    table = opened()
    table.shoe.cards = decks(5, 1)[0][::-1]
    table.new_round()
    table.place(1, "P1", ante=ANTE, blind=ANTE)
    table.deal()
    command = player(RULES, "bold")(table)
    assert (command.by, command.do, command.seat, command.player, command.amount) == (
        Role.PLAYER,
        "play",
        1,
        "P1",
        4 * ANTE,
    )
