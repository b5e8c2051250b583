"""What is wagered or won beside the main wager of Pontoon: Perfect Pairs, insurance, and the Super Bonus."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

from pitboss.cards.deck import pontoon_decks
from pitboss.games.play import Cents
from pitboss.games.pontoon.hands import Pair, pair_of
from pitboss.games.pontoon.layout import MAIN
from pitboss.odds.pontoon.against import full_decks, setup_of, worth_against
from pitboss.odds.pontoon.cells import ACE, SEVEN, TEN, value_of
from pitboss.odds.pontoon.rules import PontoonRules
from pitboss.odds.pontoon.solver import first_deals, solve
from pitboss.odds.pontoon.split.sevens import PAIRS, SPADES
from pitboss.odds.pontoon.strategy_table import StrategyTable
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


def without_bonus(rules: PontoonRules) -> PontoonRules:
    """The same game with nothing to be won but what Table 1 pays."""
    nothing = replace(rules.settings.super_bonus, below=0, from_threshold=0, others=0)
    return replace(rules, settings=replace(rules.settings, super_bonus=nothing))


def bonus_value(rules: PontoonRules, table: StrategyTable | None = None) -> float:
    """The mean of the bonus in a round, per unit of the wager: with best play, or by a given table.

    It is what the same play brings more than without the bonus, and it is won against a dealer's seven only.
    """
    if not rules.settings.super_bonus.on(rules.stake):
        return 0.0
    way = solve(rules).table if table is None else table
    decks = full_decks(rules.settings.decks)
    with_it, without = (
        worth_against(setup_of(each), decks.without(SEVEN), SEVEN, way) for each in (rules, without_bonus(rules))
    )
    chances, ways = first_deals(rules.settings.decks)
    return float((chances[:, SEVEN] / ways * (with_it - without)).sum())


class SevensAt(NamedTuple):
    """Wagers of a range, what the Super Bonus pays there, and whether two sevens of one suit draw against a seven."""

    least: Cents
    most: Cents
    paid: Cents
    draws: bool
    draws_in_spades: bool


def bonus_to_draw(rules: PontoonRules) -> tuple[float, float]:
    """From how many wagers of bonus on two sevens of one suit draw for it against a dealer's seven, and in spades.

    What drawing brings grows with the bonus in a straight line; splitting them loses it (PON 11.10).
    """
    plain, now = solve(without_bonus(rules)), solve(rules)
    paid = rules.settings.super_bonus.on(rules.stake) / rules.stake
    found = []
    for suit in (0, SPADES):
        at = PAIRS[suit, suit], SEVEN
        found.append(paid * (plain.split[at] - plain.draw[at]) / (now.draw[at] - plain.draw[at]))
    return float(found[0]), float(found[1])


def sevens_by_stake(rules: PontoonRules) -> Iterator[SevensAt]:
    """Every wager that the table takes, in ranges that play alike."""
    settings = rules.settings
    needed, step, limit = bonus_to_draw(rules), settings.wager_step, settings.limits[MAIN]
    first = None
    for stake in range(limit.least, limit.most + step, step):
        paid = settings.super_bonus.on(stake)
        draws = tuple(paid > least * stake for least in needed)
        if first is not None and (paid, *draws) == first[2:]:
            first = first._replace(most=stake)
            continue
        if first is not None:
            yield first
        first = SevensAt(stake, stake, paid, *draws)
    if first is not None:
        yield first
