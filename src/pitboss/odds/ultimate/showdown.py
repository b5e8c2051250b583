"""What every two cards do against the dealer on every class of boards: how many dealer hands they beat and tie.

The two cards are told by their kinds (see `boards`), 351 pairs of kinds at most. Per class they are swept from the
weakest up. Hands that count by their ranks stand in the same order on all boards of these ranks, and flushes on all
boards with these cards of the suit, so each order is found once. Of the dealer's two cards none may be one of the
player's: from all dealer hands below, those with the first and those with the second card are taken away; the one hand
with both is the player's own, which is equal and never below.
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
from pitboss.odds.ultimate.boards import (
    CLASSES,
    FIRST_OF_THREE,
    KINDS,
    KINDS_OF,
    PAIRS,
    SUITED_ONLY,
    board_classes,
    pair_of,
    plain_class,
)

DEALER_HANDS = 990
THREADS = 2
PARTS = 16

# Pairs of ranks, whatever their suits; they are the first pairs of kinds.
RANK_PAIRS = 91
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


@cache
def ranker_tables() -> tuple[npt.NDArray[Any], ...]:
    """What compiled code needs to rank seven cards: places by ranks, places by suited ranks, and their categories."""
    found = tables(ULTIMATE, 7)
    return found.offsets, found.places, found.flush_places, BatchRanker(ULTIMATE, 7).category


@cache
def showdowns() -> Showdowns:
    """All of them, on two threads: a tenth of a second, which all that is computed needs, and a hundred megabytes."""
    shown = _room(CLASSES)
    classes, ranker = board_classes(), ranker_tables()
    by_ranks = np.empty((FIRST_OF_THREE, RANK_PAIRS), np.uint16), np.empty((FIRST_OF_THREE, RANK_PAIRS), np.uint16)
    in_parts(FIRST_OF_THREE, lambda part: _sort_ranks(part, classes.others, ranker, by_ranks))
    cards = classes.suited, classes.others, by_ranks
    in_parts(CLASSES, lambda part: _show_all(part, cards, ranker, shown.arrays()))
    return shown


def in_parts(size: int, work: Callable[[npt.NDArray[np.int64]], None]) -> None:
    """Compiled work on the numbers below `size`, in parts on two threads. Parts must not write to the same places."""
    # Compiles, or loads, before two threads would do it at once.
    work(np.arange(0))
    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(work, np.array_split(np.arange(size), PARTS)))


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
def _sort(order: Any, place: Any, pairs: Any) -> None:
    """The first so many pairs with their places, by place, in two passes over seven bits each: places are below 2 to
    the 13th."""
    counts = np.empty(129, np.int64)
    order_there, place_there = np.empty(pairs, np.uint16), np.empty(pairs, np.uint16)
    for shift in (0, 7):
        counts[:] = 0
        for at in range(pairs):
            counts[(place[at] >> shift & 127) + 1] += 1
        for digit in range(128):
            counts[digit + 1] += counts[digit]
        for at in range(pairs):
            digit = place[at] >> shift & 127
            order_there[counts[digit]], place_there[counts[digit]] = order[at], place[at]
            counts[digit] += 1
        for at in range(pairs):
            order[at], place[at] = order_there[at], place_there[at]


@compile_kernel
def _sort_ranks(part: Any, others: Any, ranker: Any, out: Any) -> None:
    """For every five ranks: the numbers of all pairs of ranks from the weakest up, and their places."""
    order, place = np.empty(RANK_PAIRS, np.uint16), np.empty(RANK_PAIRS, np.uint16)
    for number in part:
        board = ranks_key(0, others[number])
        for pair in range(RANK_PAIRS):
            low, high = KINDS_OF[pair, 0] + SUITED_ONLY, KINDS_OF[pair, 1] + SUITED_ONLY
            order[pair], place[pair] = pair, pair_place(board, 0, low, high, ranker)
        _sort(order, place, RANK_PAIRS)
        for at in range(RANK_PAIRS):
            out[0][number, at], out[1][number, at] = order[at], place[at]


@compile_kernel
def _sort_flushes(suited: Any, on_board: Any, flush_places: Any, order: Any, place: Any) -> Any:
    """The pairs of kinds that make a flush with these cards of the suit, from the weakest up; how many they are."""
    pairs = 0
    for high in range(KINDS):
        for low in range(high + 1):
            lane = suited | (1 << low if low < SUITED_ONLY else 0) | (1 << high if high < SUITED_ONLY else 0)
            held = np.int64(low < SUITED_ONLY) + np.int64(high < SUITED_ONLY)
            if on_board + held >= 5:
                order[pairs], place[pairs] = pair_of(low, high), flush_places[lane]
                pairs += 1
    _sort(order, place, pairs)
    return pairs


@compile_kernel
def _show_all(part: Any, cards: Any, ranker: Any, out: Any) -> None:
    suited, others, by_ranks = cards
    left, unsuited = np.empty(KINDS, np.int64), np.empty(KINDS, np.int64)
    order, place = np.empty(PAIRS, np.uint16), np.empty(PAIRS, np.uint16)
    lane, flushes = 0, 0
    for number in part:
        count_left(number, suited[number], others[number], left)
        ranks, on_board = plain_class(suited[number], others[number])
        if suited[number] != lane:
            lane = suited[number]
            flushes = _sort_flushes(lane, on_board, ranker[2], order, place)
        # With four of the suit on the board one card makes a flush, and with five every hand is one.
        for kind in range(KINDS):
            unsuited[kind] = left[kind] if kind >= SUITED_ONLY or on_board == 3 else 0
        row = (by_ranks[0][ranks, : 0 if on_board == 5 else RANK_PAIRS], by_ranks[1][ranks], unsuited)
        _sweep(number, row, (order[:flushes], place, left), ranker[3], out)


@compile_kernel
def _sweep(number: Any, ranks: Any, flushes: Any, category: Any, out: Any) -> None:
    """From the weakest hands to the strongest, one strength at a time: those that count by their ranks, and flushes."""
    row = (out[0][number], out[1][number], out[3][number])
    # Dealer hands by a card they hold, and at the end all of them: below this strength, up to it, and without a pair.
    below, upto, high_card = np.zeros(KINDS + 1, np.int64), np.zeros(KINDS + 1, np.int64), np.zeros(KINDS + 1, np.int64)
    at, flush, unpaired = 0, 0, True
    while at < len(ranks[0]) or flush < len(flushes[0]):
        is_flush = at == len(ranks[0]) or (flush < len(flushes[0]) and flushes[1][flush] < ranks[1][at])
        made = category[flushes[1][flush] if is_flush else ranks[1][at]]
        if unpaired and made > 0:
            unpaired = False
            for kind in range(KINDS + 1):
                high_card[kind] = below[kind]
        if is_flush:
            flush = _pass_flushes(flushes, flush, made, (below, upto), row)
        else:
            at = _pass_ranks(ranks, at, made, (below, upto), row)
    for pair in range(PAIRS):
        low, high = KINDS_OF[pair, 0], KINDS_OF[pair, 1]
        own = 1 if row[2][pair] == 0 else 0
        out[2][number, pair] = high_card[KINDS] - high_card[low] - high_card[high] + own


@compile_kernel
def _show(pair: Any, low: Any, high: Any, made: Any, counted: Any, row: Any) -> None:
    """What two cards of these kinds do against all dealer hands without a card of theirs."""
    below, upto = counted
    wins = below[KINDS] - below[low] - below[high]
    row[0][pair] = wins
    row[1][pair] = upto[KINDS] - upto[low] - upto[high] + 1 - wins
    row[2][pair] = made


@compile_kernel
def _pass_ranks(ranks: Any, start: Any, made: Any, counted: Any, row: Any) -> Any:
    """The pairs of ranks of one strength, each with one card of the flush suit or with none; where the next begin."""
    order, place, left = ranks
    below, upto = counted
    end = start
    while end < len(order) and place[end] == place[start]:
        low, high = KINDS_OF[order[end], 0], KINDS_OF[order[end], 1]
        end += 1
        few, many, suited_low, suited_high = left[low + 13], left[high + 13], left[low], left[high]
        if low == high:
            upto[KINDS] += few * (few - 1) // 2 + suited_low * few
            upto[low] += suited_low * few
            upto[low + 13] += few - 1 + suited_low
        else:
            upto[KINDS] += few * many + suited_low * many + few * suited_high
            upto[low] += suited_low * many
            upto[high] += suited_high * few
            upto[low + 13] += many + suited_high
            upto[high + 13] += few + suited_low
    for at in range(start, end):
        low, high = KINDS_OF[order[at], 0], KINDS_OF[order[at], 1]
        few, many = left[low + 13], left[high + 13]
        if many > (1 if low == high else 0) and few > 0:
            _show(pair_of(low + 13, high + 13), low + 13, high + 13, made, counted, row)
        if left[low] > 0 and many > 0:
            _show(pair_of(low, high + 13), low, high + 13, made, counted, row)
        if left[high] > 0 and few > 0:
            _show(pair_of(low + 13, high), low + 13, high, made, counted, row)
    below[KINDS] = upto[KINDS]
    for at in range(start, end):
        low, high = KINDS_OF[order[at], 0], KINDS_OF[order[at], 1]
        below[low], below[high] = upto[low], upto[high]
        below[low + 13], below[high + 13] = upto[low + 13], upto[high + 13]
    return end


@compile_kernel
def _pass_flushes(flushes: Any, start: Any, made: Any, counted: Any, row: Any) -> Any:
    """The flushes of one strength; where the next begin."""
    order, place, left = flushes
    below, upto = counted
    end = start
    while end < len(order) and place[end] == place[start]:
        low, high = KINDS_OF[order[end], 0], KINDS_OF[order[end], 1]
        end += 1
        if low == high:
            upto[KINDS] += left[low] * (left[low] - 1) // 2
            upto[low] += left[low] - 1
        else:
            upto[KINDS] += left[low] * left[high]
            upto[low] += left[high]
            upto[high] += left[low]
    for at in range(start, end):
        low, high = KINDS_OF[order[at], 0], KINDS_OF[order[at], 1]
        if left[low] > 0 and left[high] > (1 if low == high else 0):
            _show(order[at], low, high, made, counted, row)
    below[KINDS] = upto[KINDS]
    for at in range(start, end):
        low, high = KINDS_OF[order[at], 0], KINDS_OF[order[at], 1]
        below[low], below[high] = upto[low], upto[high]
    return end
