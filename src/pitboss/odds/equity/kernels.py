"""The compiled loops over boards: who wins, and with how many others.

Every loop fills counts[player, winners]: how often a player was one of so many winners. There are fewer than 2^22
boards of five cards, so that no count overflows.
"""

from typing import Any

import numpy as np

from pitboss.cards.compiled import compile_kernel
from pitboss.cards.keys import FLUSH_BITS, RANK_FIELD, SUIT_SHIFT
from pitboss.cards.tables import COLUMN_BITS

_u64 = np.uint64
_ONE = np.uint64(1)
_FLUSH = np.uint64(FLUSH_BITS)
_FIRST_FLUSH_BIT = SUIT_SHIFT + 3
_RANKS = np.uint64(RANK_FIELD)
_ROW = np.uint64(COLUMN_BITS)
_COLUMN = np.uint64((1 << COLUMN_BITS) - 1)
CARDS = 53


@compile_kernel
def place_of(key: Any, cards: Any, offsets: Any, places: Any, flush_places: Any) -> Any:
    """The place of a hand among all strengths, from the sum of its keys and the set of its cards."""
    ranks = key & _RANKS
    place = places[offsets[ranks >> _ROW] + (ranks & _COLUMN)]
    if key & _FLUSH:
        for suit in range(4):
            if key >> _u64(_FIRST_FLUSH_BIT + 4 * suit) & _ONE:
                lane = (cards >> _u64(13 * suit) & _u64(0x1FFF)) | (cards >> _u64(52)) << _u64(13)
                place = max(place, flush_places[lane])
    return place


@compile_kernel
def omaha_place_of(
    pairs: Any, pair_keys: Any, triples: Any, triple_keys: Any, offsets: Any, places: Any, flush_places: Any
) -> int:
    """The best of two of the four hole cards with three of the board (STAR 7.29)."""
    best = 0
    for pair in range(6):
        for triple in range(10):
            cards = pairs[pair] | triples[triple]
            best = max(best, place_of(pair_keys[pair] + triple_keys[triple], cards, offsets, places, flush_places))
    return best


@compile_kernel
def bits(word: Any) -> int:
    """How many bits are set."""
    word = word - (word >> _ONE & _u64(0x5555555555555555))
    word = (word & _u64(0x3333333333333333)) + (word >> _u64(2) & _u64(0x3333333333333333))
    word = (word + (word >> _u64(4))) & _u64(0x0F0F0F0F0F0F0F0F)
    return int(word * _u64(0x0101010101010101) >> _u64(56))


@compile_kernel
def _list_cards(cards: Any, found: Any) -> None:
    """The cards of a set one by one."""
    count = 0
    while cards:
        rest = cards & (cards - _ONE)
        found[count] = bits((cards ^ rest) - _ONE)
        count += 1
        cards = rest


@compile_kernel
def key_of_set(cards: Any, card_keys: Any) -> Any:
    """The sum of the keys of a set of cards."""
    key = _u64(0)
    while cards:
        rest = cards & (cards - _ONE)
        key += card_keys[bits((cards ^ rest) - _ONE)]
        cards = rest
    return key


@compile_kernel
def split_board(cards: Any, start: Any, card_keys: Any, triples: Any, triple_keys: Any) -> None:
    """The ten choices of three cards of a board, as sets and as sums of keys."""
    found = np.empty(5, np.int64)
    _list_cards(cards, found)
    triple = 0
    for a in range(5):
        for b in range(a + 1, 5):
            for c in range(b + 1, 5):
                triples[triple] = _ONE << _u64(found[a]) | _ONE << _u64(found[b]) | _ONE << _u64(found[c])
                triple_keys[triple] = start + card_keys[found[a]] + card_keys[found[b]] + card_keys[found[c]]
                triple += 1


@compile_kernel
def split_hole(cards: Any, card_keys: Any, pairs: Any, pair_keys: Any) -> None:
    """The six choices of two cards of four, as sets and as sums of keys."""
    found = np.empty(4, np.int64)
    _list_cards(cards, found)
    pair = 0
    for a in range(4):
        for b in range(a + 1, 4):
            pairs[pair] = _ONE << _u64(found[a]) | _ONE << _u64(found[b])
            pair_keys[pair] = card_keys[found[a]] + card_keys[found[b]]
            pair += 1


@compile_kernel
def award(held: Any, times: Any, counts: Any) -> None:
    """The best of the places held wins, alone or with its equals."""
    players = held.shape[0]
    best = held[0]
    winners = 0
    for player in range(players):
        if held[player] > best:
            best = held[player]
            winners = 0
        winners += held[player] == best
    for player in range(players):
        if held[player] == best:
            counts[player, winners] += times


@compile_kernel
def count_hands(
    masks: Any, keys: Any, times: Any, hands: Any, hand_keys: Any, offsets: Any, places: Any, flush_places: Any
) -> Any:
    """One hand of two cards each, over these boards."""
    players = hands.shape[0]
    counts = np.zeros((players, players + 1), np.int64)
    held = np.empty(players, np.int64)
    for board in range(masks.shape[0]):
        for player in range(players):
            cards = masks[board] | hands[player]
            held[player] = place_of(keys[board] + hand_keys[player], cards, offsets, places, flush_places)
        award(held, times[board], counts)
    return counts


@compile_kernel
def count_omaha_hands(
    masks: Any, times: Any, pairs: Any, pair_keys: Any, start: Any, card_keys: Any, ranking: Any
) -> Any:
    """One hand of four cards each, given as its six pairs, over these boards."""
    offsets, places, flush = ranking
    players = pairs.shape[0]
    counts = np.zeros((players, players + 1), np.int64)
    held = np.empty(players, np.int64)
    triples = np.empty(10, np.uint64)
    triple_keys = np.empty(10, np.uint64)
    for board in range(masks.shape[0]):
        split_board(masks[board], start, card_keys, triples, triple_keys)
        for player in range(players):
            held[player] = omaha_place_of(
                pairs[player], pair_keys[player], triples, triple_keys, offsets, places, flush
            )
        award(held, times[board], counts)
    return counts
