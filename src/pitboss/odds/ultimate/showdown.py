"""What every two cards do against the dealer on every class of boards: how many dealer hands they beat and tie.

The two cards are told by their kinds (see `boards`), 351 pairs of kinds at most. Per class the pairs are sorted by
strength and swept from the weakest up. Of the dealer's two cards none may be one of the player's: from all dealer hands
below, those with the first and those with the second card are taken away; the one hand with both is the player's own,
which is equal and never below.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.cards.batch import BatchRanker
from pitboss.cards.compiled import compile_kernel
from pitboss.cards.keys import RANK_KEYS
from pitboss.cards.ranking import ULTIMATE
from pitboss.cards.tables import COLUMN_BITS, tables
from pitboss.odds.ultimate.boards import CLASSES, FIRST_OF_THREE, KINDS, SUITED_ONLY, board_classes

PAIRS = KINDS * (KINDS + 1) // 2
DEALER_HANDS = 990
THREADS = 2
PARTS = 16

_KEYS = np.array(RANK_KEYS)
_COLUMN = (1 << COLUMN_BITS) - 1


@dataclass(frozen=True, slots=True)
class Showdowns:
    """By class and pair of kinds, of 990 dealer hands: those beaten, those equal, and those that do not qualify."""

    wins: npt.NDArray[np.int16]
    ties: npt.NDArray[np.int16]
    unqualified: npt.NDArray[np.int16]
    category: npt.NDArray[np.uint8]

    def arrays(self) -> tuple[npt.NDArray[Any], ...]:
        return self.wins, self.ties, self.unqualified, self.category


def _room(classes: int) -> Showdowns:
    shape = (classes, PAIRS)
    return Showdowns(
        np.zeros(shape, np.int16), np.zeros(shape, np.int16), np.zeros(shape, np.int16), np.zeros(shape, np.uint8)
    )


NONE_SHOWN = _room(0)


@compile_kernel
def pair_of(one: Any, other: Any) -> Any:
    """The number of a pair of kinds, in either order."""
    low, high = min(one, other), max(one, other)
    return high * (high + 1) // 2 + low


@cache
def ranker_tables() -> tuple[npt.NDArray[Any], ...]:
    """What compiled code needs to rank seven cards: places by ranks, places by suited ranks, and their categories."""
    found = tables(ULTIMATE, 7)
    return found.offsets, found.places, found.flush_places, BatchRanker(ULTIMATE, 7).category


@cache
def showdowns() -> Showdowns:
    """All of them, on two threads: a fifth of a second, which all that is computed needs, and a hundred megabytes."""
    shown = _room(CLASSES)
    classes, ranker = board_classes(), ranker_tables()
    in_parts(CLASSES, lambda part: _show_all(part, classes.suited, classes.others, ranker, shown.arrays()))
    return shown


def in_parts(size: int, work: Callable[[npt.NDArray[np.int64]], None]) -> None:
    """Compiled work on the numbers below `size`, in parts on two threads. Parts must not write to the same places."""
    # Compiles, or loads, before two threads would do it at once.
    work(np.arange(0))
    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(work, np.array_split(np.arange(size), PARTS)))


@compile_kernel
def _show_all(part: Any, suited: Any, others: Any, ranker: Any, out: Any) -> None:
    left = np.empty(KINDS, np.int64)
    place = np.empty(PAIRS, np.int64)
    order = np.empty(PAIRS, np.int64)
    spare = np.empty(PAIRS, np.int64)
    firsts = np.empty(PAIRS, np.int64)
    seconds = np.empty(PAIRS, np.int64)
    for high in range(KINDS):
        for low in range(high + 1):
            firsts[pair_of(low, high)], seconds[pair_of(low, high)] = low, high
    for number in part:
        count_left(number, suited[number], others[number], left)
        pairs = _rank_pairs(suited[number], others[number], left, ranker, place, order)
        _sort(order, spare, place, pairs)
        _sweep(number, order[:pairs], place, left, (firsts, seconds), ranker[3], out)


@compile_kernel
def count_left(number: Any, suited: Any, others: Any, left: Any) -> None:
    """How many cards of each kind the board leaves."""
    of_a_rank = 3 if number >= FIRST_OF_THREE else 4
    for rank in range(13):
        left[rank] = 1 - (suited >> rank & 1) if number >= FIRST_OF_THREE else 0
        # A rank five times over is no board; nothing is left of it.
        left[SUITED_ONLY + rank] = max(of_a_rank - others[rank], 0)


@compile_kernel
def ranks_key(suited: Any, others: Any) -> Any:
    """The sum of rank keys of a board, and how many of its cards are of the flush suit."""
    key, on_board = 0, 0
    for rank in range(13):
        on_board += suited >> rank & 1
        key += ((suited >> rank & 1) + others[rank]) * _KEYS[rank]
    return key, on_board


@compile_kernel
def pair_place(board: Any, suited: Any, low: Any, high: Any, ranker: Any) -> Any:
    """The strength of a board with cards of two kinds, as a place among all strengths."""
    key, on_board = board
    offsets, places, flush_places, _ = ranker
    both = key + _KEYS[low % 13] + _KEYS[high % 13]
    place = np.int64(places[offsets[both >> COLUMN_BITS] + (both & _COLUMN)])
    lane = suited
    if low < SUITED_ONLY:
        lane |= 1 << low
        on_board += 1
    if high < SUITED_ONLY:
        lane |= 1 << high
        on_board += 1
    if on_board >= 5:
        place = max(place, np.int64(flush_places[lane]))
    return place


@compile_kernel
def _rank_pairs(suited: Any, others: Any, left: Any, ranker: Any, place: Any, order: Any) -> Any:
    """The place of every pair of kinds that can be held, and a list of those pairs."""
    board = ranks_key(suited, others)
    pairs = 0
    for high in range(KINDS):
        for low in range(high + 1):
            if left[low] == 0 or left[high] == 0 or (low == high and left[low] < 2):
                continue
            pair = high * (high + 1) // 2 + low
            place[pair] = pair_place(board, suited, low, high, ranker)
            order[pairs] = pair
            pairs += 1
    return pairs


@compile_kernel
def _sort(order: Any, spare: Any, place: Any, pairs: Any) -> None:
    """By place, in two passes over seven bits each: places are below 2 to the 13th.

    Each pass goes from one array into the other, so that after both all is where it was.
    """
    counts = np.empty(129, np.int64)
    for shift in (0, 7):
        counts[:] = 0
        for at in range(pairs):
            counts[(place[order[at]] >> shift & 127) + 1] += 1
        for digit in range(128):
            counts[digit + 1] += counts[digit]
        for at in range(pairs):
            digit = place[order[at]] >> shift & 127
            spare[counts[digit]] = order[at]
            counts[digit] += 1
        order, spare = spare, order


@compile_kernel
def _sweep(number: Any, order: Any, place: Any, left: Any, kinds: Any, category: Any, out: Any) -> None:
    """From the weakest pairs to the strongest, one strength at a time."""
    firsts, seconds = kinds
    wins, ties, unqualified, categories = out
    below, equal, high_card = np.zeros(KINDS, np.int64), np.zeros(KINDS, np.int64), np.zeros(KINDS, np.int64)
    below_all, high_card_all = 0, 0
    start = 0
    while start < len(order):
        strength = place[order[start]]
        end, equal_all = start, 0
        equal[:] = 0
        while end < len(order) and place[order[end]] == strength:
            low, high = firsts[order[end]], seconds[order[end]]
            equal_all += _hold(low, high, left, equal)
            end += 1
        for at in range(start, end):
            pair = order[at]
            low, high = firsts[pair], seconds[pair]
            wins[number, pair] = below_all - below[low] - below[high]
            ties[number, pair] = equal_all - equal[low] - equal[high] + 1
            categories[number, pair] = category[strength]
        below_all += equal_all
        for kind in range(KINDS):
            below[kind] += equal[kind]
        if category[strength] == 0:
            high_card_all = below_all
            for kind in range(KINDS):
                high_card[kind] = below[kind]
        start = end
    for pair in order:
        low, high = firsts[pair], seconds[pair]
        own = 1 if categories[number, pair] == 0 else 0
        unqualified[number, pair] = high_card_all - high_card[low] - high_card[high] + own


@compile_kernel
def _hold(low: Any, high: Any, left: Any, with_card: Any) -> Any:
    """Adds the hands of a pair of kinds to those that hold one certain card of a kind; answers how many there are."""
    if low == high:
        with_card[low] += left[low] - 1
        return left[low] * (left[low] - 1) // 2
    with_card[low] += left[high]
    with_card[high] += left[low]
    return left[low] * left[high]
