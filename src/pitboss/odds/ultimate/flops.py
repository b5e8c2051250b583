"""Flops that differ by more than a change of suits, and the boards that each can lead to.

The 1,176 boards of a flop fall into some 300 groups: those of one class whose turn and river are of the same two kinds.
Whatever is summed over boards is summed over groups, as if no turn or river held a card of the hand; then those boards
are taken away that hold one of its cards, and the one that holds both, taken away twice, is added again.
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from math import comb
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.cards.compiled import compile_kernel
from pitboss.odds.ultimate.boards import (
    CLASSES,
    NO_FLUSH,
    PAIRS,
    SUITED_ONLY,
    flush_class,
    kind_of,
    pair_of,
    ranks_class,
)

FLOPS = 1755
FLOP_BOARDS = comb(49, 2)
# More groups than a flop has.
_MOST_GROUPS = 400
_CHOOSE = np.array([[comb(n, k) for k in range(4)] for n in range(64)])


@dataclass(frozen=True, slots=True)
class Flops:
    """The 1,755 flops that differ by more than a change of suits, and how every flop becomes one of them.

    `ways` is how many flops a canonical one stands for. The flop with cards a < b < c has the number
    C(a,1) + C(b,2) + C(c,3); `canonical` and `change` name its canonical flop and the change of suits that leads there,
    a row of `changed`, which says what becomes of every card.
    """

    cards: npt.NDArray[np.uint8]
    ways: npt.NDArray[np.int64]
    canonical: npt.NDArray[np.int16]
    change: npt.NDArray[np.uint8]
    changed: npt.NDArray[np.uint8]


@cache
def flops() -> Flops:
    every = np.array(list(combinations(range(52), 3)))
    masks = (1 << every[np.lexsort(every.T)]).sum(axis=1)
    lanes = np.stack([masks >> 13 * suit & 0x1FFF for suit in range(4)], axis=1)
    orders = list(permutations(range(4)))
    codes = np.stack([sum(lanes[:, order[suit]] << 13 * suit for suit in range(4)) for order in orders], axis=1)
    change = codes.argmin(axis=1)
    kept, canonical, ways = np.unique(codes.min(axis=1), return_inverse=True, return_counts=True)
    cards = np.nonzero(kept[:, None] >> np.arange(52) & 1)[1].reshape(-1, 3).astype(np.uint8)
    changed = np.array([[13 * order.index(card // 13) + card % 13 for card in range(52)] for order in orders], np.uint8)
    return Flops(cards, ways, canonical.astype(np.int16), change.astype(np.uint8), changed)


@compile_kernel
def flop_number(first: Any, second: Any, third: Any) -> Any:
    """The number of a flop given in any order."""
    low, high = min(first, second, third), max(first, second, third)
    middle = np.int64(first) + np.int64(second) + np.int64(third) - low - high
    return low + _CHOOSE[middle, 2] + _CHOOSE[high, 3]


class FlopBoards(NamedTuple):
    """The boards of every canonical flop, in the order of their turn and river, t < r among the 49 other cards of the
    flop, which are `live`; and their groups.

    `group[flop, board]` is the group of a board, `first[flop]` the first group of a flop. By group: the class and flush
    suit, the kinds of `turn` and `river`, the lower one first, and how many `times` there is such a board. Where there
    is a flush suit, `with_turn` of these hold one certain card of the turn's kind and `with_river` of the river's, 0
    for a river of the same kind as the turn. Where there is none that depends on the card: so many boards with a
    card and some rank beside it are `beside[flop, card, rank]`. `of_class[first_of_class[c]]` is the first group of a
    class, and so on.
    """

    live: npt.NDArray[np.uint8]
    group: npt.NDArray[np.uint32]
    first: npt.NDArray[np.uint32]
    flop: npt.NDArray[np.uint16]
    number: npt.NDArray[np.uint32]
    suit: npt.NDArray[np.uint8]
    turn: npt.NDArray[np.uint8]
    river: npt.NDArray[np.uint8]
    times: npt.NDArray[np.int32]
    with_turn: npt.NDArray[np.int32]
    with_river: npt.NDArray[np.int32]
    beside: npt.NDArray[np.int32]
    first_of_class: npt.NDArray[np.uint32]
    of_class: npt.NDArray[np.uint32]


@cache
def flop_boards() -> FlopBoards:
    cards = flops().cards
    there = np.ones((FLOPS, 52), np.bool_)
    there[np.arange(FLOPS)[:, None], cards] = False
    live = np.nonzero(there)[1].reshape(FLOPS, 49).astype(np.uint8)
    group, first = np.empty((FLOPS, FLOP_BOARDS), np.uint32), np.empty(FLOPS + 1, np.uint32)
    beside = np.zeros((FLOPS, 52, 13), np.int32)
    flop, number = np.empty(FLOPS * _MOST_GROUPS, np.uint16), np.empty(FLOPS * _MOST_GROUPS, np.uint32)
    suit, turn, river = np.empty((3, FLOPS * _MOST_GROUPS), np.uint8)
    times, with_turn, with_river = np.zeros((3, FLOPS * _MOST_GROUPS), np.int32)
    groups = _group_boards(
        cards, live, (group, first, beside), (flop, number, suit, turn, river, times, with_turn, with_river)
    )
    flop, number, suit, turn, river = flop[:groups], number[:groups], suit[:groups], turn[:groups], river[:groups]
    times, with_turn, with_river = times[:groups], with_turn[:groups], with_river[:groups]
    of_class = np.argsort(number, kind="stable").astype(np.uint32)
    first_of_class = np.searchsorted(number[of_class], np.arange(CLASSES + 1)).astype(np.uint32)
    return FlopBoards(
        *(live, group, first, flop, number, suit, turn, river),
        *(times, with_turn, with_river, beside, first_of_class, of_class),
    )


@compile_kernel
def _flush_suit(flop: Any, turn: Any, river: Any) -> Any:
    for suit in range(4):
        cards = np.int64(turn // 13 == suit) + np.int64(river // 13 == suit)
        for card in flop:
            cards += np.int64(card // 13 == suit)
        if cards >= 3:
            return suit
    return NO_FLUSH


@compile_kernel
def _group_boards(cards: Any, live: Any, boards: Any, groups: Any) -> Any:
    """Fill all that there is of boards and groups; how many groups there are."""
    group, first, beside = boards
    known, of_suits, of_ranks = (
        np.empty((NO_FLUSH + 1, PAIRS), np.int64),
        np.empty((4, 4), np.int64),
        np.empty((13, 13), np.int64),
    )
    board = np.empty(5, np.int64)
    count = 0
    for flop in range(cards.shape[0]):
        first[flop] = count
        known[:] = -1
        for card in range(3):
            board[card] = cards[flop, card]
        for one in range(13):
            for other in range(13):
                board[3], board[4] = one, other
                of_ranks[one, other] = ranks_class(board)
        for one in range(4):
            for other in range(4):
                of_suits[one, other] = _flush_suit(cards[flop], 13 * one, 13 * other)
        at = 0
        for turn in range(49):
            for river in range(turn + 1, 49):
                board[3], board[4] = live[flop, turn], live[flop, river]
                suit = of_suits[board[3] // 13, board[4] // 13]
                pair = pair_of(kind_of(board[3], suit), kind_of(board[4], suit))
                if known[suit, pair] < 0:
                    known[suit, pair] = count
                    _begin_group(flop, board, suit, of_ranks, groups, count)
                    count += 1
                group[flop, at] = known[suit, pair]
                groups[5][known[suit, pair]] += 1
                if suit == NO_FLUSH:
                    beside[flop, board[3], board[4] % 13] += 1
                    beside[flop, board[4], board[3] % 13] += 1
                at += 1
        _count_with_card(live[flop], first[flop], count, groups)
    first[cards.shape[0]] = count
    return count


@compile_kernel
def _begin_group(flop: Any, board: Any, suit: Any, of_ranks: Any, groups: Any, count: Any) -> None:
    flops, numbers, suits, turns, rivers, _, _, _ = groups
    number = of_ranks[board[3] % 13, board[4] % 13]
    if suit < NO_FLUSH:
        lane = 0
        for card in board:
            if card // 13 == suit:
                lane |= 1 << card % 13
        number = flush_class(board, suit, lane)
    one, other = kind_of(board[3], suit), kind_of(board[4], suit)
    flops[count], numbers[count], suits[count] = flop, number, suit
    turns[count], rivers[count] = min(one, other), max(one, other)


@compile_kernel
def _count_with_card(live: Any, first: Any, end: Any, groups: Any) -> None:
    """With a flush suit every card of a kind is like the others: the boards of a group share them out evenly."""
    _, _, suits, turns, rivers, times, with_turn, with_river = groups
    cards = np.zeros((NO_FLUSH + 1, 2 * SUITED_ONLY), np.int64)
    for card in live:
        for suit in range(NO_FLUSH):
            cards[suit, kind_of(card, suit)] += 1
    for group in range(first, end):
        suit, turn, river = suits[group], turns[group], rivers[group]
        if suit < NO_FLUSH:
            with_turn[group] = times[group] * (2 if turn == river else 1) // cards[suit, turn]
            with_river[group] = 0 if turn == river else times[group] // cards[suit, river]
