"""Pontoon solved: the best decision on every hand a player can hold against every card of the dealer, and its worth.

A box that is not split is exact but for the rounding of float64; splits are computed as `splits` says. Everything is
counted on the player's own cards and the dealer's card alone, out of full decks.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.games.pontoon.layout import PontoonSettings
from pitboss.odds.pontoon.against import Against, full_decks, setup_of, solve_against, worth_against
from pitboss.odds.pontoon.cells import CELLS, KIND_COUNT, KIND_VALUE, VALUE_COUNT, Ints
from pitboss.odds.pontoon.payouts import Floats
from pitboss.odds.pontoon.rules import PontoonRules
from pitboss.odds.pontoon.split.worth import TIES_ERROR
from pitboss.odds.pontoon.strategy_table import ACTION_NAMES, StrategyTable

# What rounding can add up to over a whole game; see `dealer` and `decisions`.
ROUNDING_ERROR = 1e-12
# Where a double cuts the odds of its whole box (P-06), all of that is worth 3e-5, and hands are nearly independent.
BOX_SCOPE_ERROR = 3e-6


@dataclass(frozen=True, slots=True)
class Solution:
    """Every figure by cell and value of the dealer's card.

    `stand`, `draw`, `double`, `surrender` and `split` are what each choice is worth on a box not split yet, minus
    infinity where the rules refuse it; `best` is the best of them.
    `chances` are those of the first two cards with the dealer's, as whole numbers over `ways`. `value` is the mean of a
    round and `error` how far off it can be.
    """

    rules: PontoonRules
    table: StrategyTable
    stand: Floats
    draw: Floats
    double: Floats
    surrender: Floats
    split: Floats
    best: Floats
    chances: Ints
    ways: int
    value: float
    error: float

    @property
    def decisions(self) -> dict[str, Fraction]:
        """The chance of each first decision in a round; a Pontoon is paid before there is any."""
        found = dict.fromkeys((*ACTION_NAMES, "pontoon"), 0)
        for cell, dealer in zip(*np.nonzero(self.chances), strict=True):
            pontoon = CELLS.points[cell] == 21
            name = "pontoon" if pontoon else ACTION_NAMES[self.table.actions[cell, dealer]]
            found[name] += int(self.chances[cell, dealer])
        return {name: Fraction(ways, self.ways) for name, ways in found.items()}


def _columns(found: list[Against], name: str) -> npt.NDArray[Any]:
    return np.stack([getattr(each, name) for each in found], axis=-1)


# The settings that the Pontoon wager depends on; whatever else a table has set, it is the same computation.
THAT_MATTER = (
    *("decks", "double_aces", "double_odds_scope", "split_bonus", "super_bonus_after_mixed_split"),
    *("dealer_pontoon_collects", "rounding", "smallest_float_chip", "table_1", "super_bonus"),
)


def decisive(rules: PontoonRules) -> PontoonRules:
    """The rules without what the Pontoon wager does not depend on."""
    return replace(rules, settings=PontoonSettings(**{name: getattr(rules.settings, name) for name in THAT_MATTER}))


def solve(rules: PontoonRules) -> Solution:
    """The whole game by these rules."""
    return replace(_solve(decisive(rules)), rules=rules)


@lru_cache(maxsize=32)
def _solve(rules: PontoonRules) -> Solution:
    """Two threads share the ten cards of the dealer, and nothing depends on which takes which."""
    setup = setup_of(rules)
    decks = full_decks(rules.settings.decks)
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda dealer: solve_against(setup, decks.without(dealer), dealer), range(VALUE_COUNT)))
    chances, ways = first_deals(rules.settings.decks)
    best = _columns(found, "best")
    table = StrategyTable(
        actions=_columns(found, "action").astype(np.int8),
        after_split=_columns(found, "after_split").astype(np.int8),
        resplit=_columns(found, "resplit"),
        rescue=_columns(found, "rescue"),
    )
    return Solution(
        rules=rules,
        table=table,
        **{name: _columns(found, name) for name in ("stand", "draw", "double", "surrender", "split")},
        best=best,
        chances=chances,
        ways=ways,
        value=float((chances / ways * best).sum()),
        error=BOX_SCOPE_ERROR if rules.settings.double_odds_scope == "box" else TIES_ERROR + ROUNDING_ERROR,
    )


def value_of(rules: PontoonRules, table: StrategyTable) -> float:
    """The mean of a round that is played by this table, computed as that of the best one is and as sure."""
    setup, decks = setup_of(rules), full_decks(rules.settings.decks)
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda up: worth_against(setup, decks.without(up), up, table), range(VALUE_COUNT)))
    chances, ways = first_deals(rules.settings.decks)
    return float((chances / ways * np.stack(found, axis=-1)).sum())


@cache
def first_deals(decks: int) -> tuple[Ints, int]:
    """PON 6.2(a), PON 6.2(b), PON 6.2(c): in how many ways two cards and the dealer's make each cell, and all ways.

    Below 384 x 383 x 382 ways there are less than 2^26 of each, far from the end of 64 bits.
    """
    kinds = [int(count) for count in full_decks(decks).kinds]
    chances = np.zeros((CELLS.total, VALUE_COUNT), np.int64)
    for first, second, dealer in np.ndindex(KIND_COUNT, KIND_COUNT, KIND_COUNT):
        cell = CELLS.next_cell[CELLS.one_card[first], second]
        ways = (
            kinds[first]
            * (kinds[second] - (second == first))
            * (kinds[dealer] - (dealer == first) - (dealer == second))
        )
        chances[cell, KIND_VALUE[dealer]] += ways
    return chances, int(chances.sum())
