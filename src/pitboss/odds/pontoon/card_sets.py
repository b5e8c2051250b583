"""Sets of cards with which a hand ends, and the ways to draw them.

The order in which the cards of a hand came does not matter for its total, only for whether it would have ended before:
so each set is listed once with the number of its orders. Without replacement a set has the chance

    orders x product over values of n (n-1) (n-2) ..  /  N (N-1) (N-2) ..

The sets are kept as a tree in which a node adds one card to its parent, so that a chance costs one step a node. All
terms are positive and a node is at most 19 steps deep, each of which rounds three times: in float64 no chance is off by
more than 60 parts in 2^53, which is less than 1e-14.
"""

from typing import Any, NamedTuple

import numpy as np

from pitboss.cards.compiled import compile_kernel
from pitboss.odds.pontoon.cells import VALUE_COUNT, Int8s, Ints
from pitboss.odds.pontoon.payouts import Floats

NO_VALUE = -1
# More cards than a hand can draw.
MOST_DRAWN = 20
# Hands that are computed side by side.
LANES = 64


class CardTree(NamedTuple):
    """Sets of cards by node; the first is the empty set, and a parent comes before its children.

    `value` is the card that a node adds to its `parent`, `before` how many of that value the parent has, `size` how
    many cards the node has. `orders` of them end a hand with `result`; `held[node, value]` are the cards of an end.
    """

    parent: Ints
    value: Int8s
    before: Int8s
    size: Int8s
    held: Int8s
    orders: Floats
    result: Int8s


def tree_of(held: Int8s, orders: Floats, result: Int8s) -> CardTree:
    """The tree of these sets, each a row of `held`; of equal sets, which must have one result, the orders add up."""
    size = held.sum(axis=1, dtype=np.int64)
    row, place = np.repeat(np.arange(len(held)), size), np.arange(size.sum()) - np.repeat(np.cumsum(size) - size, size)
    # The cards of a set from the highest value down: sets that begin alike stand together, the shorter ones first.
    cards = np.full((len(held), size.max()), NO_VALUE, np.int8)
    cards[row, place] = np.repeat(np.tile(np.arange(VALUE_COUNT)[::-1], len(held)), held[:, ::-1].ravel())
    order = np.lexsort(cards.T[::-1])
    cards, size = cards[order], size[order]
    # A node wherever a set differs from the one above it, and in all that follows.
    new = np.ones(cards.shape, np.bool_)
    new[1:] = np.logical_or.accumulate(cards[1:] != cards[:-1], axis=1)
    new &= cards != NO_VALUE
    node = np.maximum.accumulate(np.where(new, np.cumsum(new).reshape(new.shape), 0), axis=0)
    parent = np.hstack([np.zeros((len(cards), 1), np.int64), node[:, :-1]])
    # Of one value the cards stand side by side.
    before = np.zeros(cards.shape, np.int8)
    for column in range(1, cards.shape[1]):
        same = cards[:, column] == cards[:, column - 1]
        before[same, column] = before[same, column - 1] + 1
    ends = node[np.arange(len(cards)), size - 1]
    every = np.cumsum(new)[-1] + 1
    held_there, results = np.zeros((every, VALUE_COUNT), np.int8), np.full(every, NO_VALUE, np.int8)
    held_there[ends], results[ends] = held[order], result[order]
    return CardTree(
        parent=np.append(0, parent[new]),
        value=np.append(np.int8(0), cards[new]),
        before=np.append(np.int8(0), before[new]),
        size=np.append(0, np.nonzero(new)[1] + 1).astype(np.int8),
        held=held_there,
        orders=np.bincount(ends, orders[order], every).astype(np.float64),
        result=results,
    )


class Groups(NamedTuple):
    """The ends of a tree in groups: each has `known` cards of a known value in `sizes` cards; `group` by node."""

    known: Ints
    sizes: Ints
    group: Ints


def groups_of(tree: CardTree, known: int = NO_VALUE) -> Groups:
    """By the number of cards alone, or of cards of a value as well."""
    of_known = tree.held[:, known].astype(np.int64) if known != NO_VALUE else np.zeros(1, np.int64)
    keys = of_known * MOST_DRAWN + tree.size
    ends = tree.orders > 0
    found, group = np.unique(np.where(ends, keys, keys[ends][0]), return_inverse=True)
    return Groups(found // MOST_DRAWN, found % MOST_DRAWN, group.astype(np.int64))


@compile_kernel
def sum_ways(tree: Any, group: Any, known: Any, left: Any, room: Any, ways: Any) -> None:
    """Fill `ways[group, result, hand]` with the orders of the ends, each times the ways to draw its cards one by one,
    but for those of the known value.

    `left[value, hand]` are the cards there are; `room` is for the ways of every node. The hands stand side by side, so
    that one instruction serves several.
    """
    hands = left.shape[1]
    ways[:] = 0.0
    for hand in range(hands):
        room[0, hand] = 1.0
    for node in range(1, tree.value.size):
        value, before, orders = tree.value[node], np.float64(tree.before[node]), tree.orders[node]
        parent, here, cards = room[tree.parent[node]], room[node], left[value]
        if value == known:
            for hand in range(hands):
                here[hand] = parent[hand]
        else:
            for hand in range(hands):
                here[hand] = parent[hand] * (cards[hand] - before)
        if orders > 0.0:
            total = ways[group[node], tree.result[node]]
            for hand in range(hands):
                total[hand] += orders * here[hand]


def blocks_of_ways(tree: CardTree, groups: Groups, counts: Floats, results: int, known: int = NO_VALUE) -> Floats:
    """`sum_ways` for every row of `counts`, which is how many cards there are of each value; in blocks of LANES rows,
    of which the last may have some that mean nothing."""
    blocks = -(-len(counts) // LANES)
    left = np.zeros((blocks * LANES, VALUE_COUNT))
    left[: len(counts)] = counts
    left = np.ascontiguousarray(left.reshape(blocks, LANES, VALUE_COUNT).swapaxes(1, 2))
    room, ways = np.empty((len(tree.value), LANES)), np.empty((blocks, len(groups.sizes), results, LANES))
    for block in range(blocks):
        sum_ways(tree, groups.group, known, left[block], room, ways[block])
    return ways


def ways_to_end(tree: CardTree, groups: Groups, counts: Floats, results: int) -> Floats:
    """By group, result and row of `counts`: the ways to draw the ends from so many cards of each value."""
    ways = blocks_of_ways(tree, groups, counts, results)
    return ways.transpose(1, 2, 0, 3).reshape(len(groups.sizes), results, -1)[..., : len(counts)]


def drawn_ways(totals: Floats, sizes: Ints) -> Floats:
    """By size and total: the ways to draw so many cards of so many, one by one, and no less than one."""
    cards = np.maximum(totals - np.arange(sizes.max())[:, None], 1.0)
    return np.cumprod(cards, axis=0).astype(np.float64)[sizes - 1]
