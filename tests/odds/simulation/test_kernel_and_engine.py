"""The fast kernels against the rules engine, deal by deal: equal cards bring equal money, wager by wager.

Every strategy of every game plays decks of all kinds: shuffled ones, and ones in which a few ranks or one suit come
first, so that pairs, splits, flushes and bonuses are not left to chance.
"""

from collections.abc import Iterator
from importlib import import_module
from math import sqrt
from random import Random
from typing import Any

import numpy as np
import pytest

from pitboss.cards.card import Card, faces, rank_of, suit_of
from pitboss.games.play import Cents
from pitboss.games.table import StackedShoe
from pitboss.kits import game_named
from pitboss.odds.rules import Rules, read_rules
from pitboss.odds.simulation import engine
from pitboss.odds.simulation.engine import net_by_wager, open_table, play_round, player_of
from pitboss.odds.simulation.run import strategies

DEALS = 240
JACKPOT = ("jackpot.pool=25000", "jackpot.reserve=5000")
CAPPED = ("max_payout=400", "cap_includes_trips=yes", "blind_pays.flush=4:3", "trips=50/40/30/9/7/4/3")
READINGS = (
    *("double_aces=all_one", "double_odds_scope=box", "split_bonus=off", "super_bonus_after_mixed_split=lost"),
    *("dealer_pontoon_collects=all_live", "rounding=down_to_chip", "perfect_pairs=off", "burn_on_new_shoe=1"),
)

TABLES: dict[str, Rules] = {
    "ultimate": read_rules("ultimate"),
    "ultimate at $125 with a low cap": read_rules("ultimate", sets=CAPPED, stake=12_500),
    "canberra": read_rules("canberra"),
    "canberra with a jackpot": read_rules("canberra", sets=JACKPOT),
    "pontoon": read_rules("pontoon"),
    "pontoon at $25 with other readings": read_rules("pontoon", sets=READINGS, decks=6, stake=2500),
}


def cases() -> Iterator[tuple[str, str]]:
    """Every strategy at the approved rules; at others those that need not be solved anew."""
    for table, rules in TABLES.items():
        for strategy in strategies(rules):
            if table == rules.game or not strategy.startswith("best"):
                yield table, strategy


def decks_of(rules: Rules, random: Random) -> list[list[Card]]:
    """Orders of the whole deck: by chance, with some ranks in front, or with a suit in front."""
    every = game_named(rules.game).opened(rules.settings)
    cards = list(game_named(rules.game).deck(every).cards)
    decks = []
    for number in range(DEALS):
        random.shuffle(cards)
        ranks, suit = random.sample(range(13), 4), random.randrange(4)
        in_front = (
            lambda card: False,
            lambda card, ranks=ranks: rank_of(card) in ranks,
            lambda card, suit=suit, ranks=ranks: suit_of(card) == suit and rank_of(card) > min(ranks),
        )[number % 3]
        decks.append(sorted(cards, key=lambda card: not in_front(card)))
    return decks


def kernel_of(rules: Rules) -> Any:
    return import_module(f"pitboss.odds.{rules.game}.simulation")


@pytest.mark.parametrize(("table", "strategy"), list(cases()))
def test_equal_cards_bring_equal_money(table: str, strategy: str) -> None:
    rules = TABLES[table]
    decks = decks_of(rules, Random(f"{table}/{strategy}"))
    by_kernel = kernel_of(rules).play_deals(rules, strategy, np.array(decks, np.uint8))
    player = player_of(rules, strategy)
    for number, deck in enumerate(decks):
        at_table = open_table(rules, StackedShoe(deck))
        play_round(at_table, rules, player)
        at_engine = net_by_wager(at_table)
        kernel: dict[str, Cents] = {wager: int(nets[number]) for wager, nets in by_kernel.items()}
        assert kernel == {wager: at_engine.get(wager, 0) for wager in kernel}, faces(deck[:20])
        assert at_engine.keys() <= kernel.keys()


@pytest.mark.parametrize(
    ("game", "strategy"), [("ultimate", "cautious"), ("canberra", "ace_king"), ("pontoon", "by_chance")]
)
def test_decisions_are_counted_by_the_same_words_and_as_often(game: str, strategy: str) -> None:
    # A device that shuffles every round, because the kernel does.
    rules, few, many = read_rules(game, sets=("shoe=automated",)), 1000, 200_000
    at_table = engine.simulate(rules, strategy, few, 3)
    by_kernel = kernel_of(rules).simulate(rules, strategy, many, 3)
    assert at_table.decisions.keys() <= by_kernel.decisions.keys()
    for name, count in by_kernel.decisions.items():
        # Some happen more than once in a round; Poisson's variance is then near enough.
        chance = count / many
        assert abs(at_table.decisions[name] / few - chance) < 5 * sqrt(chance / few) + 1 / few, name
