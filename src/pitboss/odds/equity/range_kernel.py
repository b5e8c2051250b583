"""The compiled loop over boards where players may hold any hand of a range.

On each board every hand gets its place once. Then all ranges but the largest are gone through hand by hand, and the
largest is met as a whole: sums of its weights by place and by card tell how much of it is below, level and above, with
the cards in use taken off by inclusion-exclusion.

A count is a product of whole weights. It is kept in two halves of 32 bits, so that sums cannot overflow: the counts of
one board stay below 2^62 (the caller sees to that), and there are fewer than 2^22 boards of five cards.
"""

from typing import Any

import numpy as np

from pitboss.cards.compiled import compile_kernel
from pitboss.odds.equity.kernels import CARDS, bits, place_of

_u64 = np.uint64
_ZERO = np.uint64(0)
_ONE = np.uint64(1)
HALF = 32
LOW_HALF = (1 << HALF) - 1
# A set of places is a row of 64-bit words; there are fewer than 8192 places.
WORD = 6
IN_WORD = 63
WORDS = 128


@compile_kernel
def _row(place: Any, present: Any, before: Any) -> int:
    """How many of the places present are below this one."""
    word = place >> WORD
    below = present[word] & ((_ONE << _u64(place & IN_WORD)) - _ONE)
    return int(before[word] + bits(below))


@compile_kernel
def _lay_out(first: Any, end: Any, cards: Any, weights: Any, held: Any, layout: Any) -> None:
    """Sums of the weights of a range by place: below[row, card] of its hands under that place that hold the card.

    The last column is for all hands. A row for each place that occurs, and one for what is under all of them.
    """
    present, before, below = layout
    present[:] = _ZERO
    for hand in range(first, end):
        if held[hand] >= 0:
            present[held[hand] >> WORD] |= _ONE << _u64(held[hand] & IN_WORD)
    rows = 0
    for word in range(WORDS):
        before[word] = rows
        rows += bits(present[word])
    before[WORDS] = rows
    below[: rows + 1] = 0
    for hand in range(first, end):
        if held[hand] >= 0:
            row = _row(held[hand], present, before) + 1
            below[row, cards[hand, 0]] += weights[hand]
            below[row, cards[hand, 1]] += weights[hand]
            below[row, CARDS] += weights[hand]
    for row in range(1, rows + 1):
        for column in range(CARDS + 1):
            below[row, column] += below[row - 1, column]


@compile_kernel
def _add_up_to(table: Any, used: Any, count: Any, row: Any) -> Any:
    """All hands below a row less those that hold a used card; hands of two used cards are taken off twice here."""
    total = table[row, CARDS]
    for each in range(count):
        total -= table[row, used[each]]
    return total


@compile_kernel
def _meet_last(
    best: Any, used: Any, count: Any, held: Any, weights: Any, number_of: Any, present: Any, before: Any, below: Any
) -> Any:
    """The last range against a place: the weights of its hands below, level and above that use none of the cards."""
    row = _row(best, present, before)
    lower = _add_up_to(below, used, count, row)
    level = 0
    if present[best >> WORD] >> _u64(best & IN_WORD) & _ONE:
        level = _add_up_to(below, used, count, row + 1) - lower
    higher = _add_up_to(below, used, count, before[WORDS]) - lower - level
    for one in range(count):
        for other in range(one):
            hand = number_of[used[one], used[other]]
            if hand >= 0 and held[hand] >= 0:
                if held[hand] < best:
                    lower += weights[hand]
                elif held[hand] == best:
                    level += weights[hand]
                else:
                    higher += weights[hand]
    return lower, level, higher


@compile_kernel
def _settle(at: Any, held: Any, best: Any, weight: Any, lower: Any, level: Any, higher: Any, counts: Any) -> None:
    """One hand each for all but the last player, who is below, level or above with so much weight."""
    last = at.shape[0]
    winners = 0
    for player in range(last):
        winners += held[at[player]] == best
    for player in range(last):
        if held[at[player]] == best:
            counts[player, winners] += weight * lower
            counts[player, winners + 1] += weight * level
    counts[last, winners + 1] += weight * level
    counts[last, 1] += weight * higher


@compile_kernel
def _go_through(
    starts: Any, hands: Any, cards: Any, weights: Any, number_of: Any, held: Any, layout: Any, counts: Any
) -> None:
    """Every choice of hands for all players but the last, as deep as there are players."""
    present, before, below = layout
    last = starts.shape[0] - 2
    at = np.empty(last, np.int64)
    used = np.empty(2 * last, np.int64)
    taken = np.zeros(last + 1, np.uint64)
    weight = np.ones(last + 1, np.int64)
    best = np.full(last + 1, -1, np.int64)
    player = 0
    at[0] = starts[0] - 1
    while player >= 0:
        at[player] += 1
        hand = at[player]
        if hand == starts[player + 1]:
            player -= 1
            continue
        if held[hand] < 0 or taken[player] & hands[hand]:
            continue
        used[2 * player], used[2 * player + 1] = cards[hand, 0], cards[hand, 1]
        taken[player + 1] = taken[player] | hands[hand]
        weight[player + 1] = weight[player] * weights[hand]
        best[player + 1] = max(best[player], held[hand])
        player += 1
        if player < last:
            at[player] = starts[player] - 1
            continue
        met = _meet_last(best[last], used, 2 * last, held, weights, number_of, present, before, below)
        _settle(at, held, best[last], weight[last], met[0], met[1], met[2], counts)
        player -= 1


@compile_kernel
def count_ranges(boards: Any, ranges: Any, ranking: Any) -> Any:
    """Ranges one after the other in the arrays of hands, the largest last, over these boards."""
    masks, keys, times = boards
    starts, hands, hand_keys, cards, weights, number_of = ranges
    offsets, places, flush_places = ranking
    players = starts.shape[0] - 1
    counts = np.zeros((players, players + 1, 2), np.int64)
    here = np.empty((players, players + 1), np.int64)
    held = np.empty(hands.shape[0], np.int64)
    largest = starts[players] - starts[players - 1]
    layout = (
        np.empty(WORDS, np.uint64),
        np.empty(WORDS + 1, np.int64),
        np.empty((largest + 1, CARDS + 1), np.int64),
    )
    for board in range(masks.shape[0]):
        for hand in range(hands.shape[0]):
            held[hand] = -1
            if not hands[hand] & masks[board]:
                whole = masks[board] | hands[hand]
                held[hand] = place_of(keys[board] + hand_keys[hand], whole, offsets, places, flush_places)
        _lay_out(starts[players - 1], starts[players], cards, weights, held, layout)
        here[:] = 0
        _go_through(starts, hands, cards, weights, number_of, held, layout, here)
        for player in range(players):
            for winners in range(1, players + 1):
                counts[player, winners, 0] += (here[player, winners] & LOW_HALF) * times[board]
                counts[player, winners, 1] += (here[player, winners] >> HALF) * times[board]
    return counts
