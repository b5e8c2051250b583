"""The compiled loops over boards for two ranges, which is the question most often asked, and for a hand and a range.

On each board the hands of both are chained by place and swept from the lowest place up. What the second player holds
below the sweep is summed by card, so that for each hand of the first the hands that share a card with it are taken off.

Counts are kept in halves as in `range_kernel`, for the same reason.
"""

from typing import Any

import numpy as np

from pitboss.cards.compiled import compile_kernel
from pitboss.odds.equity.kernels import CARDS, bits, place_of
from pitboss.odds.equity.range_kernel import HALF, IN_WORD, LOW_HALF, WORD, WORDS

_u64 = np.uint64
_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_NOBODY = -1


@compile_kernel
def _chain(
    first: Any, end: Any, mask: Any, key: Any, hands: Any, hand_keys: Any, ranking: Any, chains: Any, present: Any
) -> None:
    """The hands of one range on this board, those of the same place one behind the other."""
    head, following = chains
    offsets, places, flush_places = ranking
    for hand in range(first, end):
        if not hands[hand] & mask:
            place = np.int64(place_of(key + hand_keys[hand], mask | hands[hand], offsets, places, flush_places))
            following[hand] = head[place]
            head[place] = hand
            present[place >> WORD] |= _ONE << _u64(place & IN_WORD)


@compile_kernel
def _add(hand: Any, following: Any, cards: Any, weights: Any, sums: Any) -> None:
    """A chain of hands, summed by card; the last sum is of all hands."""
    while hand != _NOBODY:
        sums[cards[hand, 0]] += weights[hand]
        sums[cards[hand, 1]] += weights[hand]
        sums[CARDS] += weights[hand]
        hand = following[hand]


@compile_kernel
def _duel(place: Any, mine: Any, theirs: Any, cards: Any, weights: Any, twin: Any, sums: Any) -> Any:
    """All hands of one place: how much the first player wins and shares with them, and meets of the same cards."""
    head, following = mine
    their_head, their_following = theirs
    my_sums, lower, level = sums
    level[:] = 0
    _add(their_head[place], their_following, cards, weights, level)
    _add(head[place], following, cards, weights, my_sums)
    won = 0
    shared = 0
    same = 0
    hand = head[place]
    while hand != _NOBODY:
        one, other = cards[hand, 0], cards[hand, 1]
        won += weights[hand] * (lower[CARDS] - lower[one] - lower[other])
        # The same two cards in the other range, taken off once too often, are of this very place.
        beside = level[CARDS] - level[one] - level[other]
        if twin[hand] != _NOBODY:
            beside += weights[twin[hand]]
            same += weights[hand] * weights[twin[hand]]
        shared += weights[hand] * beside
        hand = following[hand]
    lower += level
    head[place] = _NOBODY
    their_head[place] = _NOBODY
    return won, shared, same


@compile_kernel
def _sweep(present: Any, mine: Any, theirs: Any, cards: Any, weights: Any, twin: Any, sums: Any) -> Any:
    """All places of a board from the lowest up: what the first player wins, what is shared, what the second wins."""
    my_sums, lower, _ = sums
    my_sums[:] = 0
    lower[:] = 0
    won = 0
    shared = 0
    same = 0
    for word in range(WORDS):
        left = present[word]
        present[word] = _ZERO
        while left:
            rest = left & (left - _ONE)
            place = (word << WORD) + bits((left ^ rest) - _ONE)
            left = rest
            here = _duel(place, mine, theirs, cards, weights, twin, sums)
            won += here[0]
            shared += here[1]
            same += here[2]
    # All choices of two hands, less those with a card in common; the same two cards are taken off once too often.
    everything = my_sums[CARDS] * lower[CARDS] + same
    for card in range(CARDS):
        everything -= my_sums[card] * lower[card]
    return won, shared, everything - won - shared


@compile_kernel
def _keep(counts: Any, times: Any, won: Any, shared: Any, lost: Any) -> None:
    for player, winners, here in ((0, 1, won), (0, 2, shared), (1, 1, lost), (1, 2, shared)):
        counts[player, winners, 0] += (here & LOW_HALF) * times
        counts[player, winners, 1] += (here >> HALF) * times


@compile_kernel
def count_duels(boards: Any, ranges: Any, ranking: Any) -> Any:
    """Two ranges one behind the other in the arrays of hands, over these boards."""
    masks, keys, times = boards
    starts, hands, hand_keys, cards, weights, number_of = ranges
    counts = np.zeros((2, 3, 2), np.int64)
    mine = (np.full(WORDS << WORD, _NOBODY, np.int32), np.empty(starts[2], np.int32))
    theirs = (np.full(WORDS << WORD, _NOBODY, np.int32), np.empty(starts[2], np.int32))
    sums = (np.empty(CARDS + 1, np.int64), np.empty(CARDS + 1, np.int64), np.empty(CARDS + 1, np.int64))
    present = np.zeros(WORDS, np.uint64)
    twin = np.empty(starts[1], np.int64)
    for hand in range(starts[1]):
        twin[hand] = number_of[cards[hand, 0], cards[hand, 1]]
    for board in range(masks.shape[0]):
        mask, key = masks[board], keys[board]
        _chain(0, starts[1], mask, key, hands, hand_keys, ranking, mine, present)
        _chain(starts[1], starts[2], mask, key, hands, hand_keys, ranking, theirs, present)
        won, shared, lost = _sweep(present, mine, theirs, cards, weights, twin, sums)
        _keep(counts, times[board], won, shared, lost)
    return counts


@compile_kernel
def count_one_against(boards: Any, ranges: Any, ranking: Any) -> Any:
    """One hand, the first in the arrays, against a range without any of its cards, over boards without them."""
    masks, keys, times = boards
    starts, hands, hand_keys, _cards, weights, _number_of = ranges
    offsets, places, flush_places = ranking
    counts = np.zeros((2, 3, 2), np.int64)
    for board in range(masks.shape[0]):
        mask, key = masks[board], keys[board]
        mine = place_of(key + hand_keys[0], mask | hands[0], offsets, places, flush_places)
        won = 0
        shared = 0
        lost = 0
        for hand in range(1, starts[2]):
            if hands[hand] & mask:
                continue
            place = place_of(key + hand_keys[hand], mask | hands[hand], offsets, places, flush_places)
            won += weights[hand] * (place < mine)
            shared += weights[hand] * (place == mine)
            lost += weights[hand] * (place > mine)
        _keep(counts, times[board], won, shared, lost)
    return counts
