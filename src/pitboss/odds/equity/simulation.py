"""Equities from random deals, where there is too much to go through: with the standard error of each."""

from collections.abc import Sequence
from itertools import accumulate
from math import sqrt
from typing import Any

import numpy as np

from pitboss.cards.card import Card, CardError, mask_of
from pitboss.cards.compiled import compile_kernel
from pitboss.cards.keys import CARD_KEYS, START
from pitboss.games.holdem.settings import HoldemSettings
from pitboss.odds.equity.counting import Progress, in_threads, numbers, rank_arrays, whole_weights
from pitboss.odds.equity.kernels import award, key_of_set, omaha_place_of, place_of, split_board, split_hole
from pitboss.odds.equity.question import Hand, Question, question
from pitboss.odds.equity.result import Equities, Equity, shared_out

_u64 = np.uint64
_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_STEP = np.uint64(0x9E3779B97F4A7C15)
_SEED = (1 << 64) - 1
# Deals of one call of the compiled loop. Each has its own seed, so that threads change nothing.
_CHUNK = 1 << 16
# They are counted in 64 bits, and no machine deals more in a day.
MOST_DEALS = 10**12
# So many choices of hands with a card in common, one after the other, and there may be no other.
_MOST_TRIES = 1_000_000


def simulate(
    hands: Sequence[Hand],
    board: str | Sequence[Card] = (),
    dead: str | Sequence[Card] = (),
    *,
    deals: int,
    seed: int,
    settings: HoldemSettings | None = None,
    progress: Progress | None = None,
) -> Equities:
    """As `equities`, from so many random deals; the same seed gives the same answer."""
    if not 1 <= deals <= MOST_DEALS:
        raise CardError(f"From one deal to {MOST_DEALS:,} are simulated, not {deals:,}.")
    asked = question(hands, board, dead, settings)
    arrays, ranking = _arrays(asked), rank_arrays(asked)

    def play(chunk: int) -> Any:
        here = min(_CHUNK, deals - chunk * _CHUNK)
        return _deals(here, _u64(seed & _SEED), _u64(chunk), arrays, ranking)

    counts = numbers(in_threads(play, range(-(-deals // _CHUNK)), progress))
    if shared_out(counts) != deals:
        raise CardError("These hands cannot be held together, or hardly ever: they need the same cards.")
    found = (_simulated_equity(each.text, row, deals) for each, row in zip(asked.ranges, counts, strict=True))
    return Equities(tuple(found), deals, exact=False)


def _simulated_equity(text: str, counts: list[int], deals: int) -> Equity:
    mean = sum(count / winners for winners, count in enumerate(counts, start=1)) / deals
    square = sum(count / winners**2 for winners, count in enumerate(counts, start=1)) / deals
    return Equity(text, tuple(counts), deals, sqrt(max(square - mean * mean, 0) / deals))


def _arrays(asked: Question) -> tuple[Any, ...]:
    """The deck, the board, all that lies open, how many cards come to it and to a hand; the hands of
    every range with running sums of their weights. A random range has none."""
    listed = [[] if each.is_random else whole_weights(each) for each in asked.ranges]
    hands = [hole for each in listed for hole, _ in each]
    sums = [total for each in listed for total in accumulate(weight for _, weight in each)]
    if max(sums, default=0) >= 1 << 62:
        raise CardError("The weights of these ranges have too many digits.")
    lying = (mask_of(asked.board), mask_of((*asked.board, *asked.dead)))
    return (
        np.array(sorted(asked.ranking.deck.cards), np.uint64),
        np.array(CARD_KEYS, np.uint64),
        np.array([*lying, asked.to_come, asked.hole_cards], np.uint64),
        np.cumsum([0, *map(len, listed)]),
        np.array([mask_of(hole) for hole in hands], np.uint64),
        np.array(sums, np.uint64),
    )


@compile_kernel
def _next(state: Any) -> Any:
    """SplitMix64: 64 random bits, from a counter in the state."""
    state[0] += _STEP
    mixed = state[0]
    mixed = (mixed ^ (mixed >> _u64(30))) * _u64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> _u64(27))) * _u64(0x94D049BB133111EB)
    return mixed ^ (mixed >> _u64(31))


@compile_kernel
def _below(limit: Any, state: Any) -> Any:
    """A random number below a limit; what would favour small numbers is thrown away."""
    uneven = (_ZERO - limit) % limit
    while True:
        drawn = _next(state)
        if drawn >= uneven:
            return drawn % limit


@compile_kernel
def _start_generator(seed: Any, chunk: Any) -> Any:
    """The generator of one chunk: the seed and the number of the chunk, mixed."""
    state = np.empty(1, np.uint64)
    state[0] = seed
    state[0] = _next(state) + chunk * _u64(0xD1342543DE82EF95)
    state[0] = _next(state)
    return state


@compile_kernel
def _draw(count: Any, taken: Any, deck: Any, state: Any) -> Any:
    """So many cards that are not taken, as a set."""
    drawn = _ZERO
    while count > _ZERO:
        card = _ONE << deck[_below(_u64(deck.shape[0]), state)]
        if not card & (taken | drawn):
            drawn |= card
            count -= _ONE
    return drawn


@compile_kernel
def _choose(starts: Any, hands: Any, sums: Any, state: Any, taken: Any, held: Any) -> Any:
    """A hand for every range by its weights, all again while cards are there twice; whether that came about.

    Random hands come afterwards from what is left: as many of them are possible whatever the ranges hold.
    """
    for _ in range(_MOST_TRIES):
        used = taken
        player = 0
        while player < held.shape[0]:
            first, end = starts[player], starts[player + 1]
            if end > first:
                hand = first + np.searchsorted(sums[first:end], _below(sums[end - 1], state), side="right")
                if hands[hand] & used:
                    break
                held[player] = hands[hand]
                used |= hands[hand]
            player += 1
        if player == held.shape[0]:
            return True
    return False


@compile_kernel
def _fill(starts: Any, lying: Any, deck: Any, state: Any, held: Any) -> Any:
    """The random hands and the rest of the board, which is the answer."""
    used = lying[1]
    for player in range(held.shape[0]):
        if starts[player] < starts[player + 1]:
            used |= held[player]
    for player in range(held.shape[0]):
        if starts[player] == starts[player + 1]:
            held[player] = _draw(lying[3], used, deck, state)
            used |= held[player]
    return lying[0] | _draw(lying[2], used, deck, state)


@compile_kernel
def _place_hands(board: Any, held: Any, card_keys: Any, ranking: Any, found: Any) -> None:
    """The place of every hand of two cards with the board."""
    offsets, places, flush_places = ranking
    key = _u64(START) + key_of_set(board, card_keys)
    for player in range(held.shape[0]):
        cards = board | held[player]
        found[player] = place_of(key + key_of_set(held[player], card_keys), cards, offsets, places, flush_places)


@compile_kernel
def _place_omaha_hands(board: Any, held: Any, card_keys: Any, ranking: Any, choices: Any, found: Any) -> None:
    """The same for hands of four cards, of which two play with three of the board."""
    offsets, places, flush_places = ranking
    pairs, pair_keys, triples, triple_keys = choices
    split_board(board, _u64(START), card_keys, triples, triple_keys)
    for player in range(held.shape[0]):
        split_hole(held[player], card_keys, pairs, pair_keys)
        found[player] = omaha_place_of(pairs, pair_keys, triples, triple_keys, offsets, places, flush_places)


@compile_kernel
def _deals(deals: Any, seed: Any, chunk: Any, arrays: Any, ranking: Any) -> Any:
    """Who wins these deals. All counts are nothing if no deal came about."""
    deck, card_keys, lying, starts, hands, sums = arrays
    players = starts.shape[0] - 1
    counts = np.zeros((players, players + 1), np.int64)
    held = np.empty(players, np.uint64)
    found = np.empty(players, np.int64)
    choices = np.empty(6, np.uint64), np.empty(6, np.uint64), np.empty(10, np.uint64), np.empty(10, np.uint64)
    state = _start_generator(seed, chunk)
    for _ in range(deals):
        if not _choose(starts, hands, sums, state, lying[1], held):
            return np.zeros_like(counts)
        board = _fill(starts, lying, deck, state, held)
        if lying[3] == 2:
            _place_hands(board, held, card_keys, ranking, found)
        else:
            _place_omaha_hands(board, held, card_keys, ranking, choices, found)
        award(found, 1, counts)
    return counts
