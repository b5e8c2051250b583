"""Many hands at once, as numpy arrays, compiled: some hundred million seven-card hands a second on one core.

    ranker = BatchRanker(ULTIMATE, 7)
    places = ranker.rank(hands)           # uint8[n, 7] of cards -> uint16[n], the greater wins
    places = ranker.rank_masks(masks)     # uint64[n], bit c for card c
    categories = ranker.category[places]

Every answer is a place: the number of the hand's strength among all strengths of the ranking in ascending order, the
same for 5, 6 and 7 cards. `strengths[place]` is what `Ranking.strength` gives. With `all_cores` the hands are shared
out among all cores that the program may use.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba.extending import intrinsic

from pitboss.cards.card import Card, CardError, mask_of
from pitboss.cards.compiled import compile_kernel
from pitboss.cards.keys import CARD_KEYS, FLUSH_BITS, JOKER_BIT, RANK_FIELD, RANK_KEYS, START, SUIT_SHIFT
from pitboss.cards.ranking import Ranking
from pitboss.cards.tables import COLUMN_BITS, categories, tables

Places = npt.NDArray[np.uint16]


class BatchRanker:
    """Ranks hands of one size by one ranking."""

    def __init__(self, ranking: Ranking, size: int) -> None:
        if not 5 <= size <= 7:
            raise CardError(f"A hand is ranked from 5, 6 or 7 cards, not {size}.")
        self.ranking = ranking
        self.size = size
        found = tables(ranking, size)
        self._tables = found.offsets, found.places, found.flush_places
        self._cards = _card_table(ranking)
        self._lanes = _lane_keys()
        self._deck = np.uint64(mask_of(ranking.deck.cards))
        self.strengths = found.strengths
        self.category = categories(ranking)

    def rank(self, hands: npt.NDArray[Any], *, all_cores: bool = False) -> Places:
        """Places of hands given as cards, one row a hand."""
        if hands.ndim != 2 or hands.shape[1] != self.size or hands.dtype != np.uint8:
            raise CardError(f"Hands must be an array uint8[n, {self.size}], not {hands.dtype}{list(hands.shape)}.")
        kernel = _KERNELS[self.size]
        places, wrong = _rank_parts(
            np.ascontiguousarray(hands), lambda part, out: kernel(part, self._cards, self._tables, out), all_cores
        )
        if wrong >= 0:
            try:
                self.ranking.check([Card(card) for card in hands[wrong].tolist()])
            except CardError as error:
                raise CardError(f"Hand {wrong}: {error}") from None
            raise AssertionError(f"hand {wrong} was refused for no reason: {hands[wrong].tolist()}")
        return places

    def rank_masks(self, masks: npt.NDArray[Any], *, all_cores: bool = False) -> Places:
        """Places of hands given as sets of cards, one bit a card."""
        if masks.ndim != 1 or masks.dtype != np.uint64:
            raise CardError(f"Masks must be an array uint64[n], not {masks.dtype}{list(masks.shape)}.")
        deck, size = self._deck, np.uint64(self.size)
        places, wrong = _rank_parts(
            masks, lambda part, out: _rank_masks(part, deck, size, self._lanes, self._tables, out), all_cores
        )
        if wrong >= 0:
            raise CardError(f"Mask {wrong} is not {self.size} cards of the deck: {int(masks[wrong]):#x}.")
        return places


def _rank_parts(
    hands: npt.NDArray[Any], rank: Callable[[npt.NDArray[Any], Places], int], all_cores: bool
) -> tuple[Places, int]:
    """The places, and the first wrong hand or -1; with all cores each takes a part of the hands."""
    places = np.empty(len(hands), np.uint16)
    cores = (os.cpu_count() or 1) if all_cores else 1
    if cores == 1:
        return places, rank(hands, places)
    # Compiles, or loads, before several threads would do it at once.
    rank(hands[:0], places[:0])
    firsts = [len(hands) * core // cores for core in range(cores + 1)]
    parts = [slice(*ends) for ends in pairwise(firsts)]
    with ThreadPoolExecutor(cores) as pool:
        found = list(pool.map(lambda part: rank(hands[part], places[part]), parts))
    return places, next((part.start + wrong for part, wrong in zip(parts, found, strict=True) if wrong >= 0), -1)


def _card_table(ranking: Ranking) -> npt.NDArray[np.uint64]:
    """The key of every byte, with its ranks above its suits, and its bit. What is no card of the deck has none, and
    then the hand has too few bits."""
    table = np.zeros((256, 2), np.uint64)
    for card in ranking.deck.cards:
        ranks, suits = CARD_KEYS[card] & RANK_FIELD, CARD_KEYS[card] >> SUIT_SHIFT
        table[card] = ranks << _RANK_SHIFT | suits, 1 << card
    return table


def _lane_keys() -> npt.NDArray[np.uint32]:
    """The sum of rank keys of every set of ranks in one suit, and of the joker above them; what it is to a flush is 2
    for five cards, and 1 for four and for the joker."""
    lanes = np.arange(1 << 13)
    keys = sum((lanes >> rank & 1) * key for rank, key in enumerate(RANK_KEYS))
    count = np.bitwise_count(lanes).astype(np.int64)
    plain = keys + (np.clip(count - 3, 0, 2) << _SUITED_SHIFT)
    return np.concatenate([plain, plain + JOKER_BIT + (1 << _SUITED_SHIFT)]).astype(np.uint32)


# In the sum over a hand the rank keys stand at the very top, so that one shift leaves their row.
_RANK_SHIFT = 40
# In a lane key what it is to a flush stands above the sum of the rank keys and the joker's bit.
_SUITED_SHIFT = 24

_u64 = np.uint64
_ONE = np.uint64(1)
_START = np.uint64(START >> SUIT_SHIFT)
_FLUSH = np.uint64(FLUSH_BITS >> SUIT_SHIFT)
_RANKS = np.uint64(_RANK_SHIFT)
_ROW = np.uint64(COLUMN_BITS)
_COLUMN = np.uint64((1 << COLUMN_BITS) - 1)
_LANE = np.uint64(0x1FFF)
_RANK_BITS = np.uint64(RANK_FIELD)
_IS_FLUSH = np.uint64(_SUITED_SHIFT + 1)


def _popcount(typing_context: Any, number: Any) -> Any:
    """One machine instruction; numba knows no function for it."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return numba.uint64(numba.uint64), code


def _add_vector(typing_context: Any, sums: Any, table: Any, row: Any) -> Any:
    """Two sums that grow by the two numbers in a row of a table, in one machine instruction: two would take half as
    long again for a whole hand."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        vector = ir.VectorType(ir.IntType(64), 2)
        numbers = context.make_array(signature.args[1])(context, builder, arguments[1]).data
        here = builder.gep(builder.bitcast(numbers, vector.as_pointer()), [arguments[2]])
        added = builder.load(here, align=8)
        before: Any = ir.Constant(vector, ir.Undefined)
        for place in range(2):
            before = builder.insert_element(before, builder.extract_value(arguments[0], place), ir.IntType(32)(place))
        after, found = builder.add(before, added), arguments[0]
        for place in range(2):
            found = builder.insert_value(found, builder.extract_element(after, ir.IntType(32)(place)), place)
        return found

    return sums(sums, table, row), code


_count_bits: Any = intrinsic(_popcount)
_add_row: Any = intrinsic(_add_vector)


@compile_kernel
def _lane(cards: Any, suit: Any) -> Any:
    """The ranks of one suit in a mask of cards, with the joker above them: an index of the flush table."""
    return (cards >> (suit * _u64(13)) & _LANE) | (cards >> _u64(52)) << _u64(13)


@compile_kernel
def _place(key: Any, offsets: Any, places: Any) -> Any:
    return places[offsets[key >> _ROW] + (key & _COLUMN)]


def _kernel_for(size: int) -> Any:
    """The loop for hands of one size, which the compiler unrolls. Answers with the first wrong hand, or -1."""

    @compile_kernel
    def kernel(hands: Any, table: Any, ranker: Any, out: Any) -> int:
        offsets, places, flush_places = ranker
        for hand in range(hands.shape[0]):
            sums = (_START, _u64(0))
            for position in range(size):
                sums = _add_row(sums, table, _u64(hands[hand, position]))
            key, cards = sums
            # Equal cards carry into another bit, so that fewer bits are left than there are cards.
            if _count_bits(cards) != _u64(size):
                return hand
            place = _place(key >> _RANKS, offsets, places)
            flush = key & _FLUSH
            if flush:
                # No two suits can have one: the bits below that of the suit tell which it is.
                suit = _count_bits(~flush & (flush - _ONE)) >> _u64(2)
                place = max(place, flush_places[_lane(cards, suit)])
            out[hand] = place
        return -1

    return kernel


_KERNELS = {size: _kernel_for(size) for size in (5, 6, 7)}


@compile_kernel
def _rank_masks(masks: Any, deck: Any, size: Any, lanes: Any, ranker: Any, out: Any) -> int:
    """The loop for sets of cards. Answers with the first wrong set, or -1."""
    offsets, places, flush_places = ranker
    for hand in range(masks.shape[0]):
        cards = masks[hand]
        if cards & ~deck or _count_bits(cards) != size:
            return hand
        # The joker lies above the spades.
        total = lanes[cards & _LANE] + lanes[cards >> _u64(13) & _LANE]
        total += lanes[cards >> _u64(26) & _LANE] + lanes[cards >> _u64(39)]
        place = _place(total & _RANK_BITS, offsets, places)
        if total >> _IS_FLUSH:
            for suit in range(4):
                lane = _lane(cards, _u64(suit))
                if _count_bits(lane) >= _u64(5):
                    place = max(place, flush_places[lane])
        out[hand] = place
    return -1
