"""Every order equally likely: proved for small decks, tested for 52 cards, with shuffles that must fail the test."""

import secrets
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import permutations, product
from math import factorial, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards.card import Card
from pitboss.cards.deck import ULTIMATE_DECK, holdem_deck, pontoon_decks
from pitboss.cards.shuffle import Shuffle, below, permute, shuffle

Shuffler = Callable[[Sequence[Card]], Sequence[Card]]


class Script:
    """Entropy that says what it is told, and remembers how many bits it was asked for."""

    def __init__(self, *numbers: int) -> None:
        self.numbers = iter(numbers)
        self.asked: list[int] = []

    def __call__(self, width: int) -> int:
        self.asked.append(width)
        return next(self.numbers)


@pytest.mark.parametrize("limit", range(1, 65))
def test_below_takes_every_number_once_and_throws_the_others_away(limit: int) -> None:
    """Over all answers of the source: each number below the limit has one, and the rest lead to another draw."""
    width = (limit - 1).bit_length()
    for answer in range(2**width):
        source = Script(answer, 0)
        number = below(limit, source)
        if answer < limit:
            assert (number, source.asked) == (answer, [width])
        else:
            assert (number, source.asked) == (0, [width, width])


def test_below_nothing_there_is_no_number() -> None:
    with pytest.raises(ValueError, match="no number"):
        below(0)


@pytest.mark.parametrize("count", range(1, 8))
def test_every_order_of_a_small_deck_comes_from_just_one_sequence_of_draws(count: int) -> None:
    """The draws are independent and each is uniform, so every order has the same chance, 1 in count!."""
    deck = [Card(number) for number in range(count)]
    draws = product(*(range(limit) for limit in range(count, 1, -1)))
    orders = Counter(permute(deck, Script(*numbers)) for numbers in draws)
    assert orders == dict.fromkeys(permutations(deck), 1)
    assert len(orders) == factorial(count)


SHUFFLES = 20_000


def chi_square(shuffler: Shuffler) -> float:
    """Of the table card x position over many shuffles, against equal chances."""
    deck = ULTIMATE_DECK.cards
    counts = np.zeros((52, 52))
    for _ in range(SHUFFLES):
        counts[np.array(shuffler(deck)), np.arange(52)] += 1
    expected = SHUFFLES / 52
    # All row and column sums are fixed, which leaves 51 x 51 degrees of freedom and this factor.
    return float(((counts - expected) ** 2 / expected).sum()) * 51 / 52


# 51 x 51 degrees of freedom; six standard deviations above the mean are met by chance once in a thousand million.
DEGREES = 51 * 51
BOUND = DEGREES + 6 * sqrt(2 * DEGREES)


def test_every_card_is_equally_likely_in_every_position() -> None:
    statistic = chi_square(permute)
    assert DEGREES - 6 * sqrt(2 * DEGREES) < statistic < BOUND


def swap_with_any(cards: Sequence[Card]) -> Sequence[Card]:
    """The common mistake: each place swaps with any place."""
    order = list(cards)
    for place in range(len(order)):
        other = below(len(order))
        order[place], order[other] = order[other], order[place]
    return order


def fold_back(cards: Sequence[Card]) -> Sequence[Card]:
    """The other common mistake: a byte, modulo the number wanted."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        chosen = secrets.randbits(8) % (last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return order


@pytest.mark.parametrize("biased", [swap_with_any, fold_back])
def test_the_same_test_rejects_a_biased_shuffle(biased: Shuffler) -> None:
    assert chi_square(biased) > BOUND


def test_a_shuffle_keeps_every_card_and_is_fresh_each_time() -> None:
    deck = pontoon_decks(8)
    first, second = shuffle(deck.cards), shuffle(deck.cards)
    assert Counter(first.order) == Counter(second.order) == Counter(deck.cards)
    assert first.order != second.order
    assert first.nonce != second.nonce


def test_an_opened_shuffle_accounts_for_the_cards_dealt_from_it() -> None:
    done = replace(shuffle(holdem_deck().cards), cut_at=20)
    dealt = done.cards[:9]
    assert done.accounts_for(dealt, done.commitment)
    assert not done.accounts_for(dealt[::-1], done.commitment)
    assert not replace(done, cut_at=21).accounts_for(dealt, done.commitment)


def test_a_commitment_fits_its_own_order_and_nonce_only() -> None:
    done = shuffle(holdem_deck().cards)
    swapped = replace(done, order=(done.order[1], done.order[0], *done.order[2:]))
    assert done.accounts_for([], done.commitment)
    assert not swapped.accounts_for([], done.commitment)
    assert not replace(done, nonce=bytes(32)).accounts_for([], done.commitment)
    assert replace(done, cut_at=20).commitment == done.commitment


def test_a_commitment_is_the_hash_that_the_documents_promise() -> None:
    """Fixed for ever: recorded commitments must open in later versions."""
    known = Shuffle((Card(0), Card(51), Card(52)), bytes(range(32)))
    assert known.commitment == "085119b968e67c343791ea0cb671d56c81bfcc21e354f5d4e035cd025a442c0e"


@pytest.mark.clause("PON 5.3[s2]")
@given(position=st.integers(2, 50))
def test_a_cut_puts_the_cards_before_it_to_the_back(position: int) -> None:
    uncut = shuffle(holdem_deck().cards)
    assert replace(uncut, cut_at=position).cards == uncut.cards[position:] + uncut.cards[:position]
