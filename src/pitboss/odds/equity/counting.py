"""The compiled loops put to work: a question as arrays, its boards in chunks, the chunks shared by threads."""

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations, islice, product
from math import gcd, lcm, prod
from typing import Any

import numpy as np

from pitboss.cards.card import CardError, mask_of
from pitboss.cards.keys import CARD_KEYS, START
from pitboss.cards.tables import tables
from pitboss.odds.equity.boards import Boards
from pitboss.odds.equity.duel_kernel import count_duels, count_one_against
from pitboss.odds.equity.kernels import CARDS, count_hands, count_omaha_hands
from pitboss.odds.equity.question import Question
from pitboss.odds.equity.range_kernel import HALF, count_ranges
from pitboss.odds.equity.ranges import Hole, Range

Progress = Callable[[float], None]
# By player, in how much of everything the player is one of 1, 2, 3 ... winners.
Counts = list[list[int]]

# The counts of one board are below this, so that they cannot overflow.
_MOST_WEIGHT = 1 << 62
# Boards of one call of a compiled loop: enough to be quick, few enough to show progress.
_CHUNK = 1 << 12
# Where there are few boards, each may take long: at least so many calls, so that all threads have something to do.
_LEAST_CHUNKS = 64
# Tasks in the hands of each thread: one to work at and one to go on with.
_AHEAD = 2


def count_boards(asked: Question, boards: Boards, progress: Progress | None) -> Counts:
    """Everything that can happen on these boards."""
    if asked.hole_cards == 4:
        return _omaha(asked, boards, progress)
    if asked.is_of_single_hands:
        return _single_hands(asked, boards, progress)
    return _ranges(asked, boards, progress)


def _single_hands(asked: Question, boards: Boards, progress: Progress | None) -> Counts:
    hands = np.array([mask_of(each.cards) for each in asked.ranges], np.uint64)
    keys = np.array([key_of(each.cards) for each in asked.ranges], np.uint64)
    arrays = rank_arrays(asked)

    def count(chunk: Boards) -> Any:
        return count_hands(chunk.masks, chunk.keys, chunk.times, hands, keys, *arrays)

    return numbers(in_threads(count, list(_chunks(boards)), progress))


def _omaha(asked: Question, boards: Boards, progress: Progress | None) -> Counts:
    """Every choice of hands on its own, on the boards that hold none of their cards."""
    hands = [whole_weights(each) for each in asked.ranges]
    choices = [choice for choice in product(*hands) if _are_apart([hole for hole, _ in choice])]
    card_keys, ranking = np.array(CARD_KEYS, np.uint64), rank_arrays(asked)

    def count(task: tuple[tuple[tuple[Hole, int], ...], Boards]) -> Any:
        choice, chunk = task
        holes = [hole for hole, _ in choice]
        free = chunk.masks & np.uint64(mask_of(card for hole in holes for card in hole)) == 0
        pairs, keys = pairs_of(holes)
        masks, times = chunk.masks[free], chunk.times[free]
        found = count_omaha_hands(masks, times, pairs, keys, np.uint64(START), card_keys, ranking)
        return found.astype(object) * prod(weight for _, weight in choice)

    return numbers(in_threads(count, list(product(choices, _chunks(boards))), progress))


def _ranges(asked: Question, boards: Boards, progress: Progress | None) -> Counts:
    """The largest range goes last, because the loop meets it as a whole."""
    order = sorted(range(len(asked.ranges)), key=lambda player: asked.ranges[player].count)
    ranges = [asked.ranges[player] for player in order]
    arrays, ranking, loop = range_arrays(ranges), rank_arrays(asked), _loop_for(ranges)

    def count(chunk: Boards) -> Any:
        return loop((chunk.masks, chunk.keys, chunk.times), arrays, ranking)

    halves = in_threads(count, list(_chunks(boards)), progress)
    found = numbers(halves[:, :, 0].astype(object) + halves[:, :, 1].astype(object) * (1 << HALF))
    return [found[order.index(player)] for player in range(len(order))]


def _loop_for(ranges: Sequence[Range]) -> Callable[..., Any]:
    if len(ranges) > 2:
        return count_ranges
    return count_one_against if ranges[0].count == 1 else count_duels


def range_arrays(ranges: Sequence[Range]) -> tuple[Any, ...]:
    """Where each range begins; of all hands the cards as a set, as a sum of keys and one by one, and the weight; and
    the number of each hand of the last range by its two cards."""
    hands = [whole_weights(each) for each in ranges]
    if prod(sum(weight for _, weight in each) for each in hands) >= _MOST_WEIGHT:
        raise CardError("The weights of these ranges have too many digits to be counted exactly.")
    starts = np.cumsum([0, *(len(each) for each in hands)])
    listed = [hand for each in hands for hand in each]
    number_of = np.full((CARDS, CARDS), -1, np.int64)
    for number in range(starts[-2], starts[-1]):
        one, other = listed[number][0]
        number_of[one, other] = number_of[other, one] = number
    return (
        starts,
        np.array([mask_of(hole) for hole, _ in listed], np.uint64),
        np.array([key_of(hole) for hole, _ in listed], np.uint64),
        np.array([hole for hole, _ in listed], np.int64),
        np.array([weight for _, weight in listed], np.int64),
        number_of,
    )


def pairs_of(holes: Sequence[Hole]) -> tuple[Any, Any]:
    """The six pairs of each hand of four cards, as sets and as sums of keys."""
    pairs = [list(combinations(hole, 2)) for hole in holes]
    masks = np.array([[mask_of(pair) for pair in each] for each in pairs], np.uint64)
    return masks, np.array([[key_of(pair) for pair in each] for each in pairs], np.uint64)


def rank_arrays(asked: Question) -> tuple[Any, Any, Any]:
    """The tables of the batch evaluator: for seven cards, or for the five that are ranked in Omaha."""
    found = tables(asked.ranking, 7 if asked.hole_cards == 2 else 5)
    return found.offsets, found.places, found.flush_places


def key_of(cards: Hole) -> int:
    return sum(CARD_KEYS[card] for card in cards)


def whole_weights(each: Range) -> list[tuple[Hole, int]]:
    """The hands with the smallest whole weights in the same proportion."""
    scale = lcm(*(weight.denominator for _, weight in each.hands))
    whole = [int(weight * scale) for _, weight in each.hands]
    common = gcd(*whole)
    return [(hole, weight // common) for (hole, _), weight in zip(each.hands, whole, strict=True)]


def _are_apart(holes: Sequence[Hole]) -> bool:
    cards = [card for hole in holes for card in hole]
    return len(set(cards)) == len(cards)


def _chunks(boards: Boards) -> Iterator[Boards]:
    size = max(1, min(_CHUNK, len(boards) // _LEAST_CHUNKS))
    for first in range(0, len(boards), size):
        here = slice(first, first + size)
        yield Boards(boards.masks[here], boards.keys[here], boards.times[here])


def in_threads(count: Callable[[Any], Any], tasks: Sequence[Any], progress: Progress | None) -> Any:
    """The sum of what every task counts. Compiled code lets go of the interpreter, so that threads share the work.

    Few tasks are handed out at a time, however many there are, and nobody who stops it waits for them.
    """
    total: Any = 0
    workers = os.cpu_count() or 1
    waiting = iter(tasks)
    threads = ThreadPoolExecutor(workers)
    try:
        out = deque(threads.submit(count, task) for task in islice(waiting, _AHEAD * workers))
        for done in range(1, len(tasks) + 1):
            total = total + out.popleft().result()
            out.extend(threads.submit(count, task) for task in islice(waiting, 1))
            if progress is not None:
                progress(done / len(tasks))
    finally:
        threads.shutdown(wait=False, cancel_futures=True)
    return total


def numbers(counts: Any) -> Counts:
    """As Python's numbers, which have no end; nobody is one of no winners."""
    if isinstance(counts, int):
        return []
    return [[int(count) for count in row[1:]] for row in counts]
