"""How many deals stand behind a class of boards and a pair of kinds: boards times hands, suited hands apart."""

from functools import cache
from itertools import combinations, product
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.cards.compiled import compile_kernel
from pitboss.odds.ultimate.boards import (
    CLASSES,
    FIRST_OF_FIVE,
    FIRST_OF_FOUR,
    FIRST_OF_THREE,
    SUITED_ONLY,
    board_classes,
)

# Families of classes: cards of the flush suit, and how often the ranks of the other cards come. The first is empty: a
# rank five times over has a class number but is no board.
_FAMILIES = (
    (0, (5,)),
    *((0, shape) for shape in ((1, 1, 1, 1, 1), (2, 1, 1, 1), (2, 2, 1), (3, 1, 1), (3, 2), (4, 1))),
    *((3, (1, 1)), (3, (2,)), (4, (1,)), (5, ())),
)


@cache
def families() -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The family of every class; of every family the boards of a class, and `suited[family, m, n]`.

    That is, for two ranks of which m and n cards lie there besides the flush suit, how many boards there are and suits
    in which neither lies: what a suited hand of two kinds can be.
    """
    boards = np.zeros(len(_FAMILIES), np.int64)
    suited = np.zeros((len(_FAMILIES), 5, 5), np.int64)
    for family, (flush, shape) in enumerate(_FAMILIES):
        suits = range(3) if flush else range(4)
        for lying in product(*(list(combinations(suits, count)) for count in shape)):
            every = [suit for rank in lying for suit in rank]
            if not flush and max(map(every.count, suits)) >= 3:
                continue
            boards[family] += 4 if flush else 1
            _add_free(suited[family], lying, suits, 4 if flush else 1)
    return _family_of_classes(), boards, suited


def _add_free(table: npt.NDArray[np.int64], lying: tuple[tuple[int, ...], ...], suits: range, times: int) -> None:
    """Adds one board to the table, for one choice of two ranks of each two sizes: all such choices count alike."""
    seen: set[tuple[int, int]] = set()
    ranks: list[tuple[int, ...]] = [(), (), *lying]
    for first, second in product(range(len(ranks)), repeat=2):
        sizes = len(ranks[first]), len(ranks[second])
        if first != second and sizes not in seen:
            seen.add(sizes)
            table[sizes] += times * (len(suits) - len({*ranks[first], *ranks[second]}))


def _family_of_classes() -> npt.NDArray[np.int8]:
    flush = np.zeros(CLASSES, np.int64)
    for size, first in ((3, FIRST_OF_THREE), (4, FIRST_OF_FOUR), (5, FIRST_OF_FIVE)):
        flush[first:] = size
    shapes = -np.sort(-board_classes().others, axis=1)
    family = np.zeros(CLASSES, np.int8)
    for number, (size, shape) in enumerate(_FAMILIES):
        padded = np.array([*shape, *[0] * (13 - len(shape))])
        family[(flush == size) & (shapes == padded).all(axis=1)] = number
    return family


@compile_kernel
def ways_of(boards: Any, suited: Any, others: Any, left: Any, low: Any, high: Any) -> Any:
    """Of a class and a pair of kinds: how many boards with suited hands there are, and with hands of two suits.

    `boards` and `suited` are those of the family of the class, `left` the cards left of each kind.
    """
    if low == high:
        return 0, boards * (left[low] * (left[low] - 1) // 2)
    together = boards * left[low] * left[high]
    if high < SUITED_ONLY:
        return together, 0
    if low < SUITED_ONLY or together == 0:
        return 0, together
    same = suited[others[low - SUITED_ONLY], others[high - SUITED_ONLY]]
    return same, together - same
