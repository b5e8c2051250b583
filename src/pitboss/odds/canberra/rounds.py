"""One round after another in compiled code: the deal, the decision, and how it ends."""

from typing import Any

import numpy as np

from pitboss.cards.compiled import compile_kernel
from pitboss.odds.canberra.places import place_of
from pitboss.odds.canberra.plan import FOLD, LOOK, pattern_of

FOLDED, NOT_IN, WON, TIED, LOST = range(5)

_DECK = 52
_u64 = np.uint64
_HALF = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)


@compile_kernel
def _seed_state(seed: Any) -> Any:
    """Four words of state from one seed, by splitmix64."""
    state = np.empty(4, np.uint64)
    for word in range(4):
        seed += _GOLDEN
        mixed = (seed ^ (seed >> _u64(30))) * _u64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> _u64(27))) * _u64(0x94D049BB133111EB)
        state[word] = mixed ^ (mixed >> _u64(31))
    return state


@compile_kernel
def _rotate(word: Any, by: Any) -> Any:
    return (word << _u64(by)) | (word >> _u64(64 - by))


@compile_kernel
def _random(state: Any) -> Any:
    """The next 64 bits of xoshiro256**."""
    answer = _rotate(state[1] * _u64(5), 7) * _u64(9)
    shifted = state[1] << _u64(17)
    state[2] ^= state[0]
    state[3] ^= state[1]
    state[1] ^= state[2]
    state[0] ^= state[3]
    state[2] ^= shifted
    state[3] = _rotate(state[3], 45)
    return answer


@compile_kernel
def _below(state: Any, limit: Any) -> Any:
    """A number from 0 to limit - 1, each equally likely: the few draws that would favour some are thrown away."""
    many = _u64(limit)
    product = (_random(state) >> _HALF) * many
    if product & _LOW < many:
        unfair = (_u64(1 << 32) - many) % many
        while product & _LOW < unfair:
            product = (_random(state) >> _HALF) * many
    return np.int64(product >> _HALF)


@compile_kernel
def _draw(deck: Any, first: Any, stop: Any, state: Any) -> None:
    """These places of the deck by Fisher-Yates; whatever order the deck had before does not matter."""
    for place in range(first, stop):
        chosen = place + _below(state, _DECK - place)
        deck[place], deck[chosen] = deck[chosen], deck[place]


@compile_kernel
def _bets(place: Any, upcard: Any, a: Any, b: Any, c: Any, d: Any, e: Any, decisions: Any) -> Any:
    by_place, rows, upcards = decisions
    decision = by_place[place]
    if decision != LOOK:
        return decision != FOLD
    return (upcards[rows[place], pattern_of(a, b, c, d, e)] >> _u64(upcard)) & _u64(1) == _u64(1)


@compile_kernel
def _end(mine: Any, dealers: Any, least: Any) -> Any:
    """CAN 9.2 to CAN 9.6, for a hand that has bet."""
    if dealers < least:
        return NOT_IN
    if mine == dealers:
        return TIED
    return WON if mine > dealers else LOST


@compile_kernel
def play_many(rounds: Any, seed: Any, decisions: Any, lookup: Any, categories: Any, least: Any, ends: Any) -> None:
    """Counts the ends of so many rounds by the class of the player's hand.

    The dealer's last four cards are drawn only when the hand goes on.
    """
    state = _seed_state(seed)
    deck = np.arange(_DECK)
    for _ in range(rounds):
        _draw(deck, 0, 6, state)
        a, b, c, d, e, up = deck[0], deck[1], deck[2], deck[3], deck[4], deck[5]
        mine = place_of(a, b, c, d, e, lookup)
        if not _bets(mine, up, a, b, c, d, e, decisions):
            ends[FOLDED, categories[mine]] += 1
            continue
        _draw(deck, 6, 10, state)
        dealers = place_of(up, deck[6], deck[7], deck[8], deck[9], lookup)
        ends[_end(mine, dealers, least), categories[mine]] += 1


@compile_kernel
def play_each(
    decks: Any, hands: Any, up: Any, decisions: Any, lookup: Any, categories: Any, least: Any, ends: Any
) -> None:
    """How each of the given deals ends, and the class of the player's hand in it."""
    held = np.empty((2, 5), np.int64)
    for deal in range(decks.shape[0]):
        for whose in range(2):
            for number in range(5):
                held[whose, number] = decks[deal, hands[whose, number]]
        a, b, c, d, e = held[0, 0], held[0, 1], held[0, 2], held[0, 3], held[0, 4]
        mine = place_of(a, b, c, d, e, lookup)
        ends[1, deal] = categories[mine]
        if _bets(mine, held[1, up], a, b, c, d, e, decisions):
            a, b, c, d, e = held[1, 0], held[1, 1], held[1, 2], held[1, 3], held[1, 4]
            ends[0, deal] = _end(mine, place_of(a, b, c, d, e, lookup), least)
        else:
            ends[0, deal] = FOLDED
