"""Hands of Pontoon: what they total, what they are called, and which row of Table 1 pays them."""

from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from pitboss.cards.card import ACE, RANKS, Card, rank_of, suit_of

BEST = 21
SIX, SEVEN, EIGHT = (RANKS.index(rank) for rank in "678")
FACES = frozenset(RANKS.index(rank) for rank in "JQK")
SPADES = 3
RED = frozenset((1, 2))


def _value(rank: int) -> int:
    """PON 2.5, PON 2.5(b), PON 2.5(c): a card's number, ten for a jack, queen or king, and one for an ace at first."""
    if rank == ACE:
        return 1
    return 10 if rank in FACES else rank + 2


VALUES = tuple(_value(card % len(RANKS)) for card in range(52))


class Total(NamedTuple):
    """The points of a hand; soft while an ace in it counts eleven."""

    points: int
    soft: bool

    def __str__(self) -> str:
        return f"soft {self.points}" if self.soft else str(self.points)


# The same few thousand hands come again and again, and each is asked for its total several times in a round.
@lru_cache(maxsize=1 << 14)
def total(cards: tuple[Card, ...], fixed: int = 0) -> Total:
    """PON 2.5(a), PON D-Hard total, PON D-Soft total: one ace counts eleven where that does not exceed 21.

    `fixed` says how many of the first cards hold only aces of one, which is so in a doubled hand (ruling P-02).
    """
    points = 0
    ace = False
    for place, card in enumerate(cards):
        points += VALUES[card]
        if card % 13 == ACE and place >= fixed:
            ace = True
    return Total(points + 10, True) if ace and points <= BEST - 10 else Total(points, False)


def is_pontoon(cards: tuple[Card, ...]) -> bool:
    """PON D-Pontoon: an ace with a jack, queen or king, as first two cards. A split hand has none (PON 11.7)."""
    return len(cards) == 2 and total(cards).points == BEST


def is_splittable(cards: Sequence[Card]) -> bool:
    """PON D-Split: two cards of equal value; jack and king are such a pair (ruling P-14)."""
    return len(cards) == 2 and VALUES[cards[0]] == VALUES[cards[1]]


def are_suited(cards: Sequence[Card]) -> bool:
    """PON D-Suit, PON D-Suited: all of one of the four suits."""
    return len({suit_of(card) for card in cards}) == 1


class Row(StrEnum):
    """The rows of Table 1. They cannot overlap: 6-7-8 and 7-7-7 are three cards, in any order of arrival."""

    PONTOON = "Pontoon"
    FIVE_CARDS = "21 in five cards"
    SIX_CARDS = "21 in six cards"
    SEVEN_OR_MORE = "21 in seven cards or more"
    MIXED_678 = "6-7-8 of mixed suits"
    SUITED_678 = "6-7-8 of one suit"
    SPADES_678 = "6-7-8 in spades"
    MIXED_777 = "7-7-7 of mixed suits"
    SUITED_777 = "7-7-7 of one suit"
    SPADES_777 = "7-7-7 in spades"
    OTHER = "21"


_BY_COUNT = {5: Row.FIVE_CARDS, 6: Row.SIX_CARDS}
_BY_SUITS: dict[tuple[int, ...], tuple[Row, Row, Row]] = {
    (SIX, SEVEN, EIGHT): (Row.MIXED_678, Row.SUITED_678, Row.SPADES_678),
    (SEVEN, SEVEN, SEVEN): (Row.MIXED_777, Row.SUITED_777, Row.SPADES_777),
}


def row_of_21(cards: Sequence[Card]) -> Row:
    """PON 14.2: the row of Table 1 that a 21 of more than two cards belongs to."""
    count = len(cards)
    if count == 3:
        mixed, suited, spades = _BY_SUITS.get(tuple(sorted(map(rank_of, cards))), (Row.OTHER,) * 3)
        if not are_suited(cards):
            return mixed
        return spades if suit_of(cards[0]) == SPADES else suited
    return Row.SEVEN_OR_MORE if count >= 7 else _BY_COUNT.get(count, Row.OTHER)


def is_suited_sevens(cards: Sequence[Card]) -> bool:
    """PON 14.3 Table 2 bonus, PON 11.10: sevens of one suit."""
    return all(rank_of(card) == SEVEN for card in cards) and are_suited(cards)


class Pair(StrEnum):
    """PON 18.5, PON 18.6, PON 18.7: the pairs of Perfect Pairs."""

    MIXED = "mixed pair"
    COLOURED = "coloured pair"
    PERFECT = "perfect pair"


def pair_of(cards: Sequence[Card]) -> Pair | None:
    """PON 18.3, PON 18.3(a), PON 18.3(b), PON 18.4: two cards of one face value, so that jack and king are none.

    PON 18.12: a pair is named once, by the best name it has: PON 18.7 of one suit, PON 18.6(a) both red or
    PON 18.6(b) both black, else PON 18.5 one of each colour.
    """
    first, second = cards[:2]
    if rank_of(first) != rank_of(second):
        return None
    if suit_of(first) == suit_of(second):
        return Pair.PERFECT
    same_colour = (suit_of(first) in RED) == (suit_of(second) in RED)
    return Pair.COLOURED if same_colour else Pair.MIXED
