"""The compiled rounds: deal by deal as the rules engine settles them, and on average as the solver says."""

from collections import Counter
from random import Random

import numpy as np
import numpy.typing as npt
import pytest

from pitboss.cards.card import cards
from pitboss.games.canberra.layout import CanberraSettings, JackpotSettings
from pitboss.games.table import StackedShoe
from pitboss.odds.canberra.progressive import jackpot_value, ways
from pitboss.odds.canberra.rules import CanberraRules
from pitboss.odds.canberra.simulation import play_deals, simulate
from pitboss.odds.canberra.strategies import solution_of
from pitboss.odds.simulation import engine
from tests.odds.canberra.oracle import CLASSES

PLAIN = CanberraRules()
WITH_JACKPOT = CanberraRules(CanberraSettings(jackpot=JackpotSettings(pool=2_345_678, reserve=300_000)))
TABLES = {
    "card shoe": (WITH_JACKPOT, "best"),
    "no jackpot": (PLAIN, "three_rules"),
    "cut payouts": (CanberraRules(CanberraSettings(max_payout=123_457), stake=2500), "always"),
    "device": (CanberraRules(CanberraSettings(shoe="automated", jackpot=JackpotSettings())), "best"),
    "device, first card up": (CanberraRules(CanberraSettings(shoe="automated", up_card="first")), "best"),
    "claimed jackpot": (
        CanberraRules(
            CanberraSettings(jackpot_claim="player_must_declare", jackpot=JackpotSettings(pool=40_000_009, wager=500))
        ),
        "least_hand",
    ),
}


def decks(random: Random, count: int, rules: CanberraRules) -> npt.NDArray[np.uint8]:
    """Shuffled decks. In every other one the player gets a hand of a class that seldom comes, or ace-king.

    In some of those the dealer has the same ranks in other suits, so that hands are equal.
    """
    dealt = np.empty((count, 52), np.uint8)
    for number in range(count):
        first: list[int] = []
        if number % 2:
            first = [int(card) for card in cards(random.choice(CLASSES))]
            other_suits = [(card + 26) % 52 for card in first]
            if number % 10 == 1 and not set(first) & set(other_suits):
                first += other_suits
        first += random.sample([card for card in range(52) if card not in first], 52 - len(first))
        if rules.settings.shoe != "automated":
            first[:10] = [card for pair in zip(first[:5], first[5:10], strict=True) for card in pair]
        dealt[number] = first
    return dealt


@pytest.mark.parametrize("table", TABLES)
def test_kernel_and_engine_agree_deal_by_deal(table: str) -> None:
    rules, strategy = TABLES[table]
    dealt, player, done = decks(Random(table), 700, rules), engine.player_of(rules, strategy), Counter[str]()
    nets = play_deals(rules, strategy, dealt)
    for number, deck in enumerate(dealt.tolist()):
        played = engine.open_table(rules, StackedShoe(deck))
        done.update(command.do for command in engine.play_round(played, rules, player))
        assert engine.net_by_wager(played) == {wager: int(net[number]) for wager, net in nets.items()}, deck
    assert done["bet"] > 0
    assert (done["fold"] > 0) is (strategy != "always")
    assert (done["claim_jackpot"] > 0) is (table == "claimed jackpot")
    # The stacked hands reach nearly every row of the pay table, and equal hands.
    assert len(set(nets["main"].tolist())) >= 8
    assert 0 in nets["main"]
    assert set(nets) == ({"main", "jackpot"} if rules.settings.jackpot else {"main"})


@pytest.mark.parametrize("strategy", ["best", "pair", "always"])
def test_the_kernel_is_near_the_exact_value(strategy: str) -> None:
    tally = simulate(WITH_JACKPOT, strategy, 2_000_000, seed=20)
    exact = solution_of(WITH_JACKPOT, strategy)
    jackpot = WITH_JACKPOT.settings.jackpot
    assert jackpot is not None
    assert abs(tally.mean("main") / 1000 + exact.worth.edge) < 3 * tally.standard_error("main") / 1000
    value = float(jackpot_value(WITH_JACKPOT, jackpot.pool))
    assert abs(tally.mean("jackpot") / jackpot.wager - value) < 3 * tally.standard_error("jackpot") / jackpot.wager
    folds = float(exact.outcomes.folds)
    assert abs(tally.decisions["fold"] / tally.rounds - folds) <= 3 * (folds * (1 - folds) / tally.rounds) ** 0.5
    assert tally.decisions["bet"] + tally.decisions["fold"] == tally.rounds == 2_000_000


def test_every_result_comes_as_often_as_it_should() -> None:
    """A chi-squared of eleven results, the rarest of which are put together."""
    tally = simulate(PLAIN, "best", 3_000_000, seed=21)
    worth = solution_of(PLAIN, "best").worth
    expected = {int(1000 * net): float(chance) * tally.rounds for net, chance in worth.results.items()}
    assert set(tally.results["main"]) <= set(expected)
    rare = [net for net, count in expected.items() if count < 30]
    terms = [(tally.results["main"][net], count) for net, count in expected.items() if net not in rare]
    terms.append((sum(tally.results["main"][net] for net in rare), sum(expected[net] for net in rare)))
    # For ten degrees of freedom 29.6 is exceeded once in a thousand times.
    assert sum((count - mean) ** 2 / mean for count, mean in terms) < 29.6


def test_the_engine_is_near_the_exact_value() -> None:
    tally = engine.simulate(PLAIN, "best", 5000, 22)
    edge = float(solution_of(PLAIN, "best").worth.edge)
    assert abs(tally.mean("main") / 1000 + edge) < 3 * tally.standard_error("main") / 1000
    assert tally.decisions["bet"] + tally.decisions["fold"] == 5000


def test_a_seed_is_a_simulation() -> None:
    first, again, other = (simulate(WITH_JACKPOT, "best", 20_000, seed) for seed in (23, 23, 24))
    assert first == again != other
    assert simulate(PLAIN, "best", 0, 1).rounds == 0


def test_hands_of_all_classes() -> None:
    assert {category.name: count for category, count in ways().items()} == {
        "HIGH_CARD": 1_302_540,
        "ONE_PAIR": 1_098_240,
        "TWO_PAIRS": 123_552,
        "THREE_OF_A_KIND": 54_912,
        "STRAIGHT": 10_200,
        "FLUSH": 5_108,
        "FULL_HOUSE": 3_744,
        "FOUR_OF_A_KIND": 624,
        "STRAIGHT_FLUSH": 36,
        "ROYAL_FLUSH": 4,
    }
