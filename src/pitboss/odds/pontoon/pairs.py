"""Perfect Pairs and insurance of Pontoon: exact fractions, by counting cards and what is paid in whole cents."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

from pitboss.cards.deck import pontoon_decks
from pitboss.games.pontoon.hands import Pair, pair_of
from pitboss.odds.pontoon.cells import ACE, TEN, value_of
from pitboss.odds.pontoon.rules import PontoonRules
from pitboss.odds.simulation.wagers import unit
from pitboss.odds.worth import Worth

# PON 2.1[s1]: what a table may play with.
DECKS = range(3, 9)


@cache
def pair_ways(decks: int) -> Counter[Pair | None]:
    """PON 18.4, PON 18.12: in how many orders two cards of the decks are each pair, and none at all."""
    each = sorted(set(pontoon_decks(decks).cards))
    ways: Counter[Pair | None] = Counter()
    for first, second in product(each, repeat=2):
        ways[pair_of((first, second))] += decks * (decks - (first == second))
    return ways


def perfect_pairs_worth(rules: PontoonRules, decks: int | None = None) -> Worth:
    """PON 18.11, PON 18.14: the box's first two cards decide."""
    ways = pair_ways(rules.settings.decks if decks is None else decks)
    laid = unit(rules, "perfect_pairs")
    total = sum(ways.values())
    results: dict[Fraction, Fraction] = {Fraction(-1): Fraction(ways[None], total)}
    for pair, odds in rules.settings.pairs_pay.items():
        net = Fraction(odds.on(laid), laid)
        results[net] = results.get(net, Fraction(0)) + Fraction(ways[pair], total)
    return _worth("perfect_pairs", results)


def insurance_worth(rules: PontoonRules, decks: int | None = None) -> Worth:
    """PON 7.1[s1], PON 7.4, PON 7.5: the dealer has an ace and nothing else is known of the cards."""
    values = [value_of(card) for card in pontoon_decks(rules.settings.decks if decks is None else decks).cards]
    values.remove(ACE)
    wins = Fraction(values.count(TEN), len(values))
    # Where nothing can be laid at this stake it is told of as much as the stake.
    laid = unit(rules, "insurance") or rules.stake
    paid = Fraction(rules.settings.insurance_pays.on(laid), laid)
    return _worth("insurance", {paid: wins, Fraction(-1): 1 - wins})


def _worth(wager: str, results: dict[Fraction, Fraction]) -> Worth:
    mean = sum((net * chance for net, chance in results.items()), Fraction(0))
    return Worth(wager, edge=-mean, mean_stake=Fraction(1), results=dict(sorted(results.items())))
