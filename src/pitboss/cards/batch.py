"""Many hands at once, as numpy arrays, compiled: some hundred million seven-card hands a second on one core.

    ranker = BatchRanker(ULTIMATE, 7)
    places = ranker.rank(hands)           # uint8[n, 7] of cards -> uint16[n], the greater wins
    places = ranker.rank_masks(masks)     # uint64[n], bit c for card c
    categories = ranker.category[places]

Every answer is a place: the number of the hand's strength among all strengths of the ranking in ascending order, the
same for 5, 6 and 7 cards. `strengths[place]` is what `Ranking.strength` gives.
"""

from typing import Any

import numba
import numpy as np
import numpy.typing as npt
from numba.extending import intrinsic

from pitboss.cards.card import Card, CardError, mask_of
from pitboss.cards.compiled import compile_kernel
from pitboss.cards.keys import CARD_KEYS, FLUSH_BITS, JOKER_BIT, NO_CARD, RANK_FIELD, RANK_KEYS, START, SUIT_SHIFT
from pitboss.cards.ranking import Ranking
from pitboss.cards.tables import COLUMN_BITS, tables

Places = npt.NDArray[np.uint16]


class BatchRanker:
    """Ranks hands of one size by one ranking."""

    def __init__(self, ranking: Ranking, size: int) -> None:
        if not 5 <= size <= 7:
            raise CardError(f"A hand is ranked from 5, 6 or 7 cards, not {size}.")
        self.ranking = ranking
        self.size = size
        self._tables = tables(ranking, size)
        self._keys = _card_keys(ranking)
        self._lanes = _lane_keys()
        self._deck = np.uint64(mask_of(ranking.deck.cards))
        self.strengths = self._tables.strengths
        self.category = np.array([ranking.unpack(int(strength))[0] for strength in self.strengths], np.uint8)

    def rank(self, hands: npt.NDArray[Any]) -> Places:
        """Places of hands given as cards, one row a hand."""
        if hands.ndim != 2 or hands.shape[1] != self.size or hands.dtype != np.uint8:
            raise CardError(f"Hands must be an array uint8[n, {self.size}], not {hands.dtype}{list(hands.shape)}.")
        places = np.empty(len(hands), np.uint16)
        kernel = _KERNELS[self.size]
        table = self._tables
        wrong = kernel(np.ascontiguousarray(hands), self._keys, table.offsets, table.places, table.flush_places, places)
        if wrong >= 0:
            try:
                self.ranking.check([Card(card) for card in hands[wrong].tolist()])
            except CardError as error:
                raise CardError(f"Hand {wrong}: {error}") from None
            raise AssertionError(f"hand {wrong} was refused for no reason: {hands[wrong].tolist()}")
        return places

    def rank_masks(self, masks: npt.NDArray[Any]) -> Places:
        """Places of hands given as sets of cards, one bit a card."""
        if masks.ndim != 1 or masks.dtype != np.uint64:
            raise CardError(f"Masks must be an array uint64[n], not {masks.dtype}{list(masks.shape)}.")
        places = np.empty(len(masks), np.uint16)
        table = self._tables
        hand = (self._deck, np.uint64(self.size), self._lanes)
        wrong = _rank_masks(masks, *hand, table.offsets, table.places, table.flush_places, places)
        if wrong >= 0:
            raise CardError(f"Mask {wrong} is not {self.size} cards of the deck: {int(masks[wrong]):#x}.")
        return places


def _card_keys(ranking: Ranking) -> npt.NDArray[np.uint64]:
    """A key for every byte; those that are no card of the deck carry the mark that makes the sum invalid."""
    keys = np.full(256, NO_CARD, np.uint64)
    for card in ranking.deck.cards:
        keys[card] = CARD_KEYS[card]
    return keys


def _lane_keys() -> npt.NDArray[np.uint32]:
    """The sum of keys and the number of cards of every set of ranks in one suit."""
    lanes = np.zeros(1 << 13, np.uint32)
    for rank, key in enumerate(RANK_KEYS):
        lanes[np.arange(1 << 13) >> rank & 1 == 1] += np.uint32((1 << _COUNT_SHIFT) + key)
    return lanes


# In a lane key the number of cards stands above the sum of their rank keys and the joker's bit.
_COUNT_SHIFT = 24

_u32 = np.uint32
_u64 = np.uint64
_ONE = np.uint64(1)
_START = np.uint64(START)
_INVALID = np.uint64(15 * NO_CARD)
_FLUSH = np.uint64(FLUSH_BITS)
_FIRST_FLUSH_BIT = SUIT_SHIFT + 3
_RANKS = np.uint32(RANK_FIELD)
_ROW = np.uint32(COLUMN_BITS)
_COLUMN = np.uint32((1 << COLUMN_BITS) - 1)
_JOKER = np.uint32(JOKER_BIT)
_COUNT = np.uint32(_COUNT_SHIFT)


def _popcount(typing_context: Any, number: Any) -> Any:
    """One machine instruction; numba knows no function for it."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return numba.uint64(numba.uint64), code


_count_bits: Any = intrinsic(_popcount)


@compile_kernel
def _lane(cards: Any, suit: Any) -> Any:
    """The ranks of one suit in a mask of cards, with the joker above them: an index of the flush table."""
    return (cards >> (suit * _u64(13)) & _u64(0x1FFF)) | (cards >> _u64(52)) << _u64(13)


@compile_kernel
def _place(key: Any, offsets: Any, places: Any) -> Any:
    return places[offsets[key >> _ROW] + (key & _COLUMN)]


def _kernel_for(size: int) -> Any:
    """The loop for hands of one size, which the compiler unrolls. Answers with the first wrong hand, or -1."""

    @compile_kernel
    def kernel(hands: Any, keys: Any, offsets: Any, places: Any, flush_places: Any, out: Any) -> int:
        for hand in range(hands.shape[0]):
            total = _START
            cards = _u64(0)
            for position in range(size):
                card = _u64(hands[hand, position])
                total += keys[card]
                cards += _ONE << card
            # Equal cards carry into another bit, so that fewer bits are left than there are cards.
            if _count_bits(cards) != _u64(size) or total & _INVALID:
                return hand
            place = _place(_u32(total) & _RANKS, offsets, places)
            if total & _FLUSH:
                for suit in range(4):
                    if total >> _u64(_FIRST_FLUSH_BIT + 4 * suit) & _ONE:
                        place = max(place, flush_places[_lane(cards, _u64(suit))])
            out[hand] = place
        return -1

    return kernel


_KERNELS = {size: _kernel_for(size) for size in (5, 6, 7)}


@compile_kernel
def _rank_masks(
    masks: Any, deck: Any, size: Any, lanes: Any, offsets: Any, places: Any, flush_places: Any, out: Any
) -> int:
    """The loop for sets of cards. Answers with the first wrong set, or -1."""
    for hand in range(masks.shape[0]):
        cards = masks[hand]
        if cards & ~deck or _count_bits(cards) != size:
            return hand
        joker = _u32(cards >> _u64(52))
        total = joker * _JOKER
        flush = 4
        for suit in range(4):
            lane = lanes[cards >> _u64(13 * suit) & _u64(0x1FFF)]
            total += lane
            if (lane >> _COUNT) + joker >= 5:
                flush = suit
        place = _place(total & _RANKS, offsets, places)
        if flush < 4:
            place = max(place, flush_places[_lane(cards, _u64(flush))])
        out[hand] = place
    return -1
