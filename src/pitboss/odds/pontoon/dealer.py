"""The dealer's hand in Pontoon: every way it can end, and how likely each is from given cards.

The dealer has one card and draws the others when all players have finished (PON 13.1). A hand ends with a set of drawn
cards whose order does not matter for its total, only for whether the dealer would have stopped before; so each set is
listed once with the number of its orders. Without replacement a set has the chance

    orders x product over values of n (n-1) (n-2) ..  /  N (N-1) (N-2) ..

The sets are kept as a tree in which a node adds one card to its parent, so that a chance costs one step a node. All
terms are positive and a node is at most 17 steps deep, each of which rounds three times: in float64 no chance is off by
more than 60 parts in 2^53, which is less than 1e-14.
"""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from pitboss.cards.compiled import compile_kernel
from pitboss.games.pontoon.hands import BEST
from pitboss.odds.pontoon.cells import ACE, VALUE_COUNT, Int8s, Ints
from pitboss.odds.pontoon.payouts import Floats

# How the dealer's hand can end: a total of 17 to 21 as 0 to 4, over 21, or Pontoon.
STANDS_FROM = 17
BUST_RESULT, PONTOON_RESULT = 5, 6
NOT_AN_END = -1

Held = tuple[int, ...]


class DealerTree(NamedTuple):
    """Sets of cards that the dealer can draw, for all ten first cards one after another.

    `first[dealer]` to `first[dealer + 1]` are the nodes of a first card; the first of them is the empty set. `parent`
    counts within these. `value` is the card a node adds, `before` how many of that value its parent has, `size` and
    `held[node, value]` its cards. `orders` of them end a hand with `result`.
    """

    first: Ints
    parent: Ints
    value: Int8s
    before: Int8s
    size: Int8s
    held: Int8s
    orders: Floats
    result: Int8s


def result_of(dealer: int, held: Held, *, stands_on_soft_17: bool) -> int:
    """How a hand of this first card and these cards has ended, if it has: PON 13.1(a), P-01, PON D-Pontoon."""
    hard = dealer + 1 + sum((value + 1) * count for value, count in enumerate(held))
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


def _prefixes(held: Held) -> list[tuple[int, ...]]:
    """The cards of a set from the highest down, and every beginning of that row."""
    cards = tuple(value for value in reversed(range(VALUE_COUNT)) for _ in range(held[value]))
    return [cards[:size] for size in range(1, len(cards) + 1)]


@lru_cache(maxsize=2)
def dealer_tree(*, stands_on_soft_17: bool = False) -> DealerTree:
    """The tree of all first cards, by PON 13.1(a), or standing on soft 17 for study (P-01)."""
    columns: list[tuple[int, int, int, int, Held, int, int]] = []
    first = [0]
    for dealer in range(VALUE_COUNT):
        endings = _endings(dealer, stands_on_soft_17=stands_on_soft_17)
        rows = sorted({(), *(prefix for held in endings for prefix in _prefixes(held))})
        places = {row: place for place, row in enumerate(rows)}
        for row in rows:
            held = tuple(row.count(value) for value in range(VALUE_COUNT))
            orders, result = endings.get(held, (0, NOT_AN_END))
            card = row[-1] if row else 0
            columns.append((places[row[:-1]], card, row[:-1].count(card), len(row), held, orders, result))
        first.append(len(columns))
    parent, value, before, size, held_rows, orders_column, result_column = zip(*columns, strict=True)
    return DealerTree(
        first=np.array(first, np.int64),
        parent=np.array(parent, np.int64),
        value=np.array(value, np.int8),
        before=np.array(before, np.int8),
        size=np.array(size, np.int8),
        held=np.array(held_rows, np.int8),
        orders=np.array(orders_column, np.float64),
        result=np.array(result_column, np.int8),
    )


@compile_kernel
def dealer_results(tree: Any, dealer: Any, counts: Any, chances: Any, results: Any) -> None:
    """Fill `results` with the chance of each end, drawing from `counts` cards of each value without replacement.

    `chances` is room for the nodes of one first card. A count may be zero, and then no set with that card is counted.
    """
    results[:] = 0.0
    left = counts.sum()
    shares = np.empty(20)
    for size in range(20):
        shares[size] = 1.0 / max(left - size, 1.0)
    start, end = tree.first[dealer], tree.first[dealer + 1]
    chances[0] = 1.0
    ended = 0.0
    for node in range(start + 1, end):
        chance = chances[tree.parent[node]] * (counts[tree.value[node]] - tree.before[node])
        chance *= shares[tree.size[node] - 1]
        chances[node - start] = chance
        if tree.orders[node] > 0.0:
            ending = chance * tree.orders[node]
            results[tree.result[node]] += ending
            ended += ending
    results[5] = 1.0 - ended
