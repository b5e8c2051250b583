"""The place of a hand in the order of hands, for compiled code: the greater wins, and equal hands share one place."""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.cards.compiled import compile_kernel
from pitboss.cards.keys import CARD_KEYS, FLUSH_BITS, RANK_FIELD, START
from pitboss.cards.order import Category
from pitboss.cards.ranking import CANBERRA
from pitboss.cards.tables import COLUMN_BITS, tables
from pitboss.cards.tables import categories as categories_of
from pitboss.games.canberra.layout import HAND_SIZE, LEAST_ACE_KING

_COLUMN = (1 << COLUMN_BITS) - 1


class Places(NamedTuple):
    """The evaluator's tables for five cards of a full deck, as `place_of` takes them."""

    keys: npt.NDArray[np.int64]
    offsets: npt.NDArray[np.int64]
    by_ranks: npt.NDArray[np.uint16]
    of_flushes: npt.NDArray[np.uint16]


@cache
def places() -> Places:
    """CAN 2.5, CAN 2.6: five cards, all of which count, by the order of hands of the game."""
    made = tables(CANBERRA, HAND_SIZE)
    return Places(np.array(CARD_KEYS[:52], np.int64), made.offsets.astype(np.int64), made.places, made.flush_places)


@cache
def categories() -> npt.NDArray[np.uint8]:
    """The class of the hands at each place."""
    return categories_of(CANBERRA)


@cache
def place_of_strength(strength: int) -> int:
    """The place of what `Ranking.strength` gives."""
    return int(np.searchsorted(tables(CANBERRA, HAND_SIZE).strengths, strength))


def least_in() -> int:
    """CAN 9.2: the least place that lets the dealer take part (C-A19)."""
    return place_of_strength(LEAST_ACE_KING)


def least_pair() -> int:
    """The least place of a hand with a pair: all above it have one or better."""
    return int(np.searchsorted(categories() > Category.HIGH_CARD, True))


def deciding_ranks(place: int) -> tuple[int, ...]:
    """The ranks that tell the hands at a place from others of their class, the most important first."""
    return CANBERRA.unpack(int(tables(CANBERRA, HAND_SIZE).strengths[place]))[1]


@compile_kernel
def place_of(a: Any, b: Any, c: Any, d: Any, e: Any, lookup: Any) -> Any:
    """Of five different cards in any order."""
    keys, offsets, by_ranks, of_flushes = lookup
    total = START + keys[a] + keys[b] + keys[c] + keys[d] + keys[e]
    if total & FLUSH_BITS:
        lane = 1 << a % 13 | 1 << b % 13 | 1 << c % 13 | 1 << d % 13 | 1 << e % 13
        return np.int64(of_flushes[lane])
    key = total & RANK_FIELD
    return np.int64(by_ranks[offsets[key >> COLUMN_BITS] + (key & _COLUMN)])
