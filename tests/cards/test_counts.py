"""Exact numbers of hands by class, counted two ways: by combinatorics, and by walking over every hand."""

from collections import Counter
from math import comb

import numpy as np
import numpy.typing as npt
import pytest

from pitboss.cards.batch import BatchRanker
from pitboss.cards.deck import HOLDEM_SIZES, holdem_deck
from pitboss.cards.order import Category
from pitboss.cards.ranking import CANBERRA, ULTIMATE, Ranking, holdem_ranking
from tests.cards.counting import category_counts
from tests.cards.walking import all_hands, tally

SEVEN_OF_52 = {
    Category.ROYAL_FLUSH: 4_324,
    Category.STRAIGHT_FLUSH: 37_260,
    Category.FOUR_OF_A_KIND: 224_848,
    Category.FULL_HOUSE: 3_473_184,
    Category.FLUSH: 4_047_644,
    Category.STRAIGHT: 6_180_020,
    Category.THREE_OF_A_KIND: 6_461_620,
    Category.TWO_PAIRS: 31_433_400,
    Category.ONE_PAIR: 58_627_800,
    Category.HIGH_CARD: 23_294_460,
}

FIVE_OF_52 = {
    Category.ROYAL_FLUSH: 4,
    Category.STRAIGHT_FLUSH: 36,
    Category.FOUR_OF_A_KIND: 624,
    Category.FULL_HOUSE: 3_744,
    Category.FLUSH: 5_108,
    Category.STRAIGHT: 10_200,
    Category.THREE_OF_A_KIND: 54_912,
    Category.TWO_PAIRS: 123_552,
    Category.ONE_PAIR: 1_098_240,
    Category.HIGH_CARD: 1_302_540,
}


def walk(size: int, *rankings: Ranking) -> list[Counter[Category]]:
    """What every hand of a deck is by each of the rankings."""
    rankers = [BatchRanker(ranking, size) for ranking in rankings]
    by_place = [np.zeros(len(ranker.strengths), np.int64) for ranker in rankers]
    for hands in all_hands(np.array(rankings[0].deck.cards, np.uint8), size):
        for ranker, counts in zip(rankers, by_place, strict=True):
            tally(ranker.rank(hands), counts)
    return [by_category(ranker, counts) for ranker, counts in zip(rankers, by_place, strict=True)]


def by_category(ranker: BatchRanker, by_place: npt.NDArray[np.int64]) -> Counter[Category]:
    counts: Counter[Category] = Counter()
    for category, count in zip(ranker.category, by_place, strict=True):
        counts[Category(category)] += int(count)
    return +counts


@pytest.mark.clause("UTH 3.1")
def test_all_seven_card_hands_of_ultimate() -> None:
    (counts,) = walk(7, ULTIMATE)
    assert counts == SEVEN_OF_52
    assert counts.total() == 133_784_560


@pytest.mark.clause("CAN 2.6")
def test_all_five_card_hands_of_canberra() -> None:
    assert walk(5, CANBERRA) == [FIVE_OF_52]


@pytest.mark.clause("HLD 3.3", "HLD 3.4", "HLD D-Full Deck", "HLD D-Reduced Deck", "HLD D-Wild Card")
@pytest.mark.parametrize("joker", [False, True], ids=["no joker", "joker"])
@pytest.mark.parametrize("cards", HOLDEM_SIZES)
@pytest.mark.parametrize("size", [5, 7])
def test_counting_and_walking_agree(size: int, cards: int, joker: bool) -> None:
    """Both where the ace is also low in a straight and where it is high only."""
    deck = holdem_deck(cards, joker=joker)
    readings = (True, False)
    by_reading = walk(size, *(holdem_ranking(deck, ace_low_straights=ace_low) for ace_low in readings))
    lowest = 13 - cards // 4
    for ace_low, walked in zip(readings, by_reading, strict=True):
        counted = category_counts(lowest, size, joker=joker, ace_low=ace_low, reduced=cards < 52)
        assert walked == +counted, f"{ace_low=}"
        assert walked.total() == comb(len(deck), size)


def test_counting_knows_the_published_figures() -> None:
    """The count by combinatorics stands on its own: it gives the figures everybody knows."""
    assert +category_counts(0, 5, joker=False, ace_low=True, reduced=False) == FIVE_OF_52
    assert +category_counts(0, 7, joker=False, ace_low=True, reduced=False) == SEVEN_OF_52
