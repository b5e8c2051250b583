"""Boards by what they are worth: the ranks of the five cards, and the cards of the suit in which a flush is possible.

Two boards of one class give every two cards the same strength, once a card is told by its rank and by whether it is of
the flush suit: 42,783 classes stand for 2,598,960 boards. Class numbers run without a flush first (by the five ranks),
then with three, four and five cards of a suit (by those cards, then by the ranks of the others). Thirteen more numbers
are no board: those of one rank five times over.
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.cards.compiled import compile_kernel

SUITED_ONLY = 13
# A card beside a board is one of 26 kinds: its rank if it is of the flush suit, and 13 more if it is not.
KINDS = 26
NO_FLUSH = 4

_TWO_OTHERS = comb(14, 2)
FIRST_OF_THREE = comb(17, 5)
FIRST_OF_FOUR = FIRST_OF_THREE + comb(13, 3) * _TWO_OTHERS
FIRST_OF_FIVE = FIRST_OF_FOUR + comb(13, 4) * 13
CLASSES = FIRST_OF_FIVE + comb(13, 5)

# Pairs of kinds, the lower one first, by the number of `pair_of`. Numbers that others are found by are unsigned, as
# elsewhere: compiled code need not ask whether they are below zero.
PAIRS = KINDS * (KINDS + 1) // 2
KINDS_OF = np.array([(low, high) for high in range(KINDS) for low in range(high + 1)], np.uint8)


def _mask_numbers() -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """For every set of ranks how many they are, and its number among the sets of as many."""
    sizes = np.array([mask.bit_count() for mask in range(1 << 13)])
    numbers = np.zeros(1 << 13, np.int64)
    for size in range(14):
        same = np.flatnonzero(sizes == size)
        numbers[same] = np.arange(len(same))
    return sizes, numbers


_SIZES, _NUMBERS = _mask_numbers()
_CHOOSE = np.array([[comb(n, k) for k in range(6)] for n in range(64)])


@compile_kernel
def board_class(board: Any) -> Any:
    """The class of a board of five cards, and the suit in which a flush is possible or `NO_FLUSH`."""
    cards = np.uint64(0)
    for card in board:
        cards |= np.uint64(1) << np.uint64(card)
    for suit in range(4):
        lane = np.int64(cards >> np.uint64(13 * suit) & np.uint64(0x1FFF))
        if _SIZES[lane] >= 3:
            return flush_class(board, suit, lane), suit
    return ranks_class(board), NO_FLUSH


@compile_kernel
def flush_class(board: Any, suit: Any, lane: Any) -> Any:
    """The class of a board with a flush suit, of which it has these ranks."""
    low = high = np.int64(-1)
    for card in board:
        if card // 13 != suit:
            low, high = high, np.int64(card % 13)
    if low > high:
        low, high = high, low
    if _SIZES[lane] == 3:
        return FIRST_OF_THREE + _NUMBERS[lane] * _TWO_OTHERS + low + high * (high + 1) // 2
    if _SIZES[lane] == 4:
        return FIRST_OF_FOUR + _NUMBERS[lane] * 13 + high
    return FIRST_OF_FIVE + _NUMBERS[lane]


@compile_kernel
def ranks_class(board: Any) -> Any:
    """The number of five ranks among all choices of five with repetition."""
    a, b = _in_order(board[0] % 13, board[1] % 13)
    c, d = _in_order(board[2] % 13, board[3] % 13)
    e = np.int64(board[4] % 13)
    # A sorting network for five: nine comparisons.
    a, c = _in_order(a, c)
    b, d = _in_order(b, d)
    b, c = _in_order(b, c)
    d, e = _in_order(d, e)
    c, d = _in_order(c, d)
    b, c = _in_order(b, c)
    a, b = _in_order(a, b)
    return a + _CHOOSE[b + 1, 2] + _CHOOSE[c + 2, 3] + _CHOOSE[d + 3, 4] + _CHOOSE[e + 4, 5]


@compile_kernel
def plain_class(suited: Any, others: Any) -> Any:
    """The class of the same ranks without a flush, and how many of the cards are of the flush suit."""
    number, place, on_board = 0, 0, 0
    for rank in range(13):
        on_board += suited >> rank & 1
        for _ in range((suited >> rank & 1) + others[rank]):
            number += _CHOOSE[rank + place, place + 1]
            place += 1
    return number, on_board


@compile_kernel
def _in_order(one: Any, other: Any) -> Any:
    return np.int64(min(one, other)), np.int64(max(one, other))


@compile_kernel
def kind_of(card: Any, suit: Any) -> Any:
    """What a card is beside a board whose flush suit is given."""
    rank = card % 13
    return rank if card // 13 == suit else rank + SUITED_ONLY


@compile_kernel
def pair_of(one: Any, other: Any) -> Any:
    """The number of a pair of kinds, in either order."""
    low, high = min(one, other), max(one, other)
    return high * (high + 1) // 2 + low


@dataclass(frozen=True, slots=True)
class BoardClasses:
    """All classes: the ranks of the flush suit as a mask, and how many of each rank are of other suits."""

    suited: npt.NDArray[np.int64]
    others: npt.NDArray[np.int8]


@cache
def board_classes() -> BoardClasses:
    """Every class in the order of its number; a rank five times over stands in its place but is no board."""
    suited = np.zeros(CLASSES, np.int64)
    others = np.zeros((CLASSES, 13), np.int8)
    for ranks in combinations_with_replacement(range(13), 5):
        number = sum(comb(rank + place, place + 1) for place, rank in enumerate(ranks))
        for rank in ranks:
            others[number, rank] += 1
    three, four, five = (np.flatnonzero(np.equal(_SIZES, size)) for size in (3, 4, 5))
    suited[FIRST_OF_THREE:FIRST_OF_FOUR] = np.repeat(three, _TWO_OTHERS)
    suited[FIRST_OF_FOUR:FIRST_OF_FIVE] = np.repeat(four, 13)
    suited[FIRST_OF_FIVE:] = five
    pairs = np.zeros((_TWO_OTHERS, 13), np.int8)
    for high in range(13):
        for low in range(high + 1):
            pairs[low + high * (high + 1) // 2, low] += 1
            pairs[low + high * (high + 1) // 2, high] += 1
    others[FIRST_OF_THREE:FIRST_OF_FOUR] = np.tile(pairs, (len(three), 1))
    others[FIRST_OF_FOUR:FIRST_OF_FIVE] = np.tile(np.eye(13, dtype=np.int8), (len(four), 1))
    return BoardClasses(suited, others)
