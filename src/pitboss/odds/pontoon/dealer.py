"""The dealer's hand in Pontoon: every way it can end, and how likely each is from given cards.

The dealer has one card and draws the others when all players have finished (PON 13.1).
"""

from functools import lru_cache
from operator import mul

import numpy as np

from pitboss.games.pontoon.hands import BEST
from pitboss.odds.pontoon.card_sets import CardTree, Groups, drawn_ways, groups_of, tree_of, ways_to_end
from pitboss.odds.pontoon.cells import ACE, COUNTED, VALUE_COUNT
from pitboss.odds.pontoon.payouts import Floats

# How the dealer's hand can end: a total of 17 to 21 as 0 to 4, over 21, or Pontoon.
STANDS_FROM = 17
BUST_RESULT, PONTOON_RESULT, RESULTS = 5, 6, 7
NOT_AN_END = -1

Held = tuple[int, ...]


def result_of(dealer: int, held: Held, *, stands_on_soft_17: bool) -> int:
    """How a hand of this first card and these cards has ended, if it has: PON 13.1(a), P-01, PON D-Pontoon."""
    hard = dealer + 1 + sum(map(mul, COUNTED, held))
    soft = (dealer == ACE or held[ACE] > 0) and hard + 10 <= BEST
    points = hard + 10 if soft else hard
    if points > BEST:
        return BUST_RESULT
    if points == BEST and sum(held) == 1:
        return PONTOON_RESULT
    stands = points >= STANDS_FROM + (soft and not stands_on_soft_17)
    return points - STANDS_FROM if stands else NOT_AN_END


def _endings(dealer: int, *, stands_on_soft_17: bool) -> dict[Held, tuple[int, int]]:
    """Each set that ends the hand with a total up to 21: its orders and its result. Over 21 is all that is left."""
    endings: dict[Held, tuple[int, int]] = {}
    drawing: dict[Held, int] = {(0,) * VALUE_COUNT: 1}
    while drawing:
        after: dict[Held, int] = {}
        for held, orders in drawing.items():
            for value in range(VALUE_COUNT):
                more = (*held[:value], held[value] + 1, *held[value + 1 :])
                result = result_of(dealer, more, stands_on_soft_17=stands_on_soft_17)
                if result == NOT_AN_END:
                    after[more] = after.get(more, 0) + orders
                elif result != BUST_RESULT:
                    endings[more] = (endings.get(more, (0, result))[0] + orders, result)
        drawing = after
    return endings


@lru_cache(maxsize=2)
def dealer_trees(*, stands_on_soft_17: bool = False) -> tuple[CardTree, ...]:
    """What the dealer can draw to each first card, by PON 13.1(a), or standing on soft 17 for study (P-01)."""
    found = []
    for dealer in range(VALUE_COUNT):
        endings = _endings(dealer, stands_on_soft_17=stands_on_soft_17)
        orders, result = zip(*endings.values(), strict=True)
        found.append(tree_of(np.array([*endings], np.int8), np.array(orders, np.float64), np.array(result, np.int8)))
    return tuple(found)


@lru_cache(maxsize=2 * VALUE_COUNT * VALUE_COUNT)
def dealer_groups(dealer: int, known: int, *, stands_on_soft_17: bool = False) -> Groups:
    """The dealer's ends by how many cards of a value are in them."""
    return groups_of(dealer_trees(stands_on_soft_17=stands_on_soft_17)[dealer], known)


def dealer_results(tree: CardTree, counts: Floats) -> Floats:
    """The chance of each end for every row of `counts`, drawing from so many cards of each value without replacement.

    A count may be zero, and then no set with that card is counted.
    """
    groups = groups_of(tree)
    ways = ways_to_end(tree, groups, counts, RESULTS)
    results: Floats = np.einsum("grh,gh->hr", ways, 1.0 / drawn_ways(counts.sum(axis=1), groups.sizes))
    results[:, BUST_RESULT] = 1.0 - results.sum(axis=1)
    return results
