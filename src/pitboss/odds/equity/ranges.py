"""The hands somebody may hold, written as players write them: `AhKh`, `AA`, `AKs`, `TT+`, `A2s+`, `76s-54s`, `random`.

| written            | means                                                                               |
| ------------------ | ----------------------------------------------------------------------------------- |
| `AhKh`, `Ah Kh`    | these cards                                                                         |
| `QQ`, `AK`         | every pair of queens; every ace with a king                                         |
| `AKs`, `AKo`       | of the same suit; of different suits                                                |
| `TT+`              | tens and every higher pair                                                          |
| `A2s+`, `KT+`      | the same first card with that second card or a higher one, below the first          |
| `55-22`, `A5s-A2s` | from the one to the other, in either order                                          |
| `76s-54s`          | both cards go down together                                                         |
| `random`           | any hand                                                                            |
| `QQ+, AKs@0.5`     | all of these, and suited aces with a king held half as often as each of the others  |
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise
from math import comb

from pitboss.cards.card import RANKS, Card, CardError, card_at, cards, face, faces, suit_of
from pitboss.cards.deck import Deck

Hole = tuple[Card, ...]

RANDOM = "random"
_CLASS = f"([{RANKS}])([{RANKS}])([so]?)"
_WRITTEN = re.compile(f"{_CLASS}(?:(\\+)|-{_CLASS})?", re.IGNORECASE)
# More digits than this mean nothing in a weight, and cannot be counted with.
_WEIGHT_DIGITS = 12
_WEIGHT = re.compile(rf"\d{{1,3}}(\.\d{{0,{_WEIGHT_DIGITS}}})?|\.\d{{1,{_WEIGHT_DIGITS}}}", re.ASCII)
_HOW_TO_WRITE = "write AhKh, QQ, AKs, AKo, TT+, A2s+ or 76s-54s with commas between, or random alone."
_MOST_QUOTED = 40


@dataclass(frozen=True, slots=True)
class Range:
    """Hands with weights from above nothing to one, each hand once and its cards in ascending order.

    `count` is the number of hands. A random hand of four cards is one of too many to list: then `hands` is empty.
    """

    text: str
    hands: tuple[tuple[Hole, Fraction], ...]
    count: int
    is_random: bool = False

    @property
    def cards(self) -> Hole:
        """The cards of a range that is one hand; other ranges hold none for certain."""
        return self.hands[0][0] if self.count == 1 else ()

    def without(self, known: Iterable[Card]) -> "Range":
        """The hands that are still possible when these cards lie elsewhere."""
        gone = frozenset(known)
        if not gone or not self.hands:
            return self
        left = tuple((hole, weight) for hole, weight in self.hands if gone.isdisjoint(hole))
        return Range(self.text, left, len(left), self.is_random)


def range_of(text: str, deck: Deck, hole_cards: int = 2) -> Range:
    """A range from its text, for hands of two cards or of four; in Omaha hands are written card by card."""
    if text.strip().lower() == RANDOM:
        return _random(deck, hole_cards)
    weights: dict[Hole, Fraction] = {}
    for holes, weight in _pieces(text, deck, hole_cards):
        for hole in holes:
            if weights.setdefault(hole, weight) != weight:
                raise CardError(f"{_quote(text)} gives {_run_of_hands(hole)} two weights.")
    if not weights:
        raise _no_hand(text)
    found = tuple(sorted(weights.items()))
    if len(found) == 1:
        # How often the only hand is held changes nothing.
        found = ((found[0][0], Fraction(1)),)
    return Range(text.strip(), found, len(found))


def _quote(text: str) -> str:
    return repr(text if len(text) <= _MOST_QUOTED else f"{text[:_MOST_QUOTED]}...")


def _no_hand(text: str) -> CardError:
    return CardError(f"{_quote(text)} is not a hand: {_HOW_TO_WRITE}")


def _run_of_hands(hole: Hole) -> str:
    return faces(hole).replace(" ", "")


@cache
def _random(deck: Deck, hole_cards: int) -> Range:
    in_order = sorted(deck.cards)
    hands = tuple((hole, Fraction(1)) for hole in combinations(in_order, 2)) if hole_cards == 2 else ()
    return Range(RANDOM, hands, comb(len(in_order), hole_cards), is_random=True)


def _pieces(text: str, deck: Deck, hole_cards: int) -> Iterator[tuple[list[Hole], Fraction]]:
    """What stands between commas, or between spaces: the hands it names, and their weight."""
    if _is_a_hand(text, hole_cards):
        yield [_hole(text, deck)], Fraction(1)
        return
    for part in text.split(","):
        name, _, weight = part.partition("@")
        words = [part.strip()] if _is_a_hand(name, hole_cards) else part.split()
        for word in words:
            name, at, weight = word.partition("@")
            yield _hands_named(name, deck, hole_cards), _weight(weight, word) if at else Fraction(1)


def _is_a_hand(text: str, hole_cards: int) -> bool:
    try:
        return len(cards(text)) == hole_cards
    except CardError:
        return False


def _hole(text: str, deck: Deck) -> Hole:
    hole = tuple(sorted(cards(text)))
    for card in hole:
        if card not in deck:
            raise CardError(f"{face(card)} is not in the deck of {deck} ({deck.clause}).")
    for card, following in pairwise(hole):
        if card == following:
            raise CardError(f"{face(card)} is there twice.")
    return hole


def _weight(text: str, word: str) -> Fraction:
    weight = Fraction(text) if _WEIGHT.fullmatch(text.strip()) else Fraction(0)
    if not 0 < weight <= 1:
        raise CardError(
            f"The weight in {_quote(word)} is not a decimal above 0 and at most 1, like AKs@0.5,"
            f" with at most {_WEIGHT_DIGITS} digits behind the point."
        )
    return weight


def _hands_named(text: str, deck: Deck, hole_cards: int) -> list[Hole]:
    """The hands of one piece of a range."""
    if _is_a_hand(text, hole_cards):
        return [_hole(text, deck)]
    if text.lower() == RANDOM:
        raise CardError("A random hand is any hand: write random alone, without other hands beside it.")
    found = _WRITTEN.fullmatch(text.replace("10", "T"))
    if hole_cards != 2:
        raise CardError(f"{_quote(text)} is not four cards: in Omaha a hand is written AsAhKdQd, or random alone.")
    if found is None:
        raise _no_hand(text)
    high, low, suits, plus, to_high, to_low, to_suits = found.groups()
    first = _ranks(high, low, text, deck)
    if to_high is None:
        ranks = _upwards(first) if plus else [first]
    else:
        if to_suits.lower() != suits.lower():
            raise CardError(f"'{text}' goes from one kind of suits to another.")
        ranks = _between(first, _ranks(to_high, to_low, text, deck), text)
    if suits and any(high == low for high, low in ranks):
        raise CardError(f"'{text}' is a pair, which is neither suited nor offsuit.")
    return [hole for each in ranks for hole in _holes(*each, suits.lower())]


def _ranks(one: str, other: str, text: str, deck: Deck) -> tuple[int, int]:
    """Two ranks of the deck, the higher first."""
    ranks = [RANKS.index(each.upper()) for each in (one, other)]
    for rank in ranks:
        if rank not in deck.ranks:
            raise CardError(f"'{text}' has a {RANKS[rank]}, and the deck of {deck} has none ({deck.clause}).")
    return max(ranks), min(ranks)


def _upwards(ranks: tuple[int, int]) -> list[tuple[int, int]]:
    high, low = ranks
    if high == low:
        return [(rank, rank) for rank in range(high, len(RANKS))]
    return [(high, rank) for rank in range(low, high)]


def _between(one: tuple[int, int], other: tuple[int, int], text: str) -> list[tuple[int, int]]:
    """From one to the other: along the second card, or along both where they keep their distance."""
    (low_end_high, low_end_low), (high_end_high, high_end_low) = sorted((one, other))
    steps = high_end_high - low_end_high
    if steps == high_end_low - low_end_low:
        return [(low_end_high + step, low_end_low + step) for step in range(steps + 1)]
    if steps == 0 and high_end_high != high_end_low:
        return [(high_end_high, low) for low in range(low_end_low, high_end_low + 1)]
    raise CardError(f"'{text}' does not go from one hand to another like 55-22, A5s-A2s or 76s-54s.")


def _holes(high: int, low: int, suits: str) -> Iterator[Hole]:
    """Every hand of two ranks: of the same suit, of different suits, or either."""
    for one in range(4):
        for other in range(4):
            hole = (card_at(high, one), card_at(low, other))
            if (high == low and one >= other) or (suits and (suit_of(hole[0]) == suit_of(hole[1])) != (suits == "s")):
                continue
            yield tuple(sorted(hole))
