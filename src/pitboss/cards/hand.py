"""A ranked hand: which class, by which clause, with which five cards, and in words."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pitboss.cards.card import RANK_NAMES, Card
from pitboss.cards.order import Category

if TYPE_CHECKING:
    from pitboss.cards.ranking import Ranking


@dataclass(frozen=True, slots=True, eq=False)
class Hand:
    """The best five cards of a player. Of two hands the greater wins, low hands included; equal hands tie.

    Suits and the cards that do not play are no part of the comparison (HLD 3.1, UTH 2.3, CAN 2.9).
    """

    ranking: "Ranking"
    strength: int
    category: Category
    ranks: tuple[int, ...]
    cards: tuple[Card, ...]
    low: bool = False
    joker_as: Card | None = None

    @property
    def clause(self) -> str:
        """The clause that gives the hand its place in the order."""
        return "HLD 3.6" if self.low else self.ranking.order.clause(self.category)

    @property
    def name(self) -> str:
        """The hand in words, as a dealer announces it."""
        words = in_words(self.category, self.ranks)
        return f"low hand, {words}" if self.low else words

    def __str__(self) -> str:
        return self.name

    def _comparable(self, other: object) -> bool:
        return isinstance(other, Hand) and other.ranking == self.ranking and other.low == self.low

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Hand):
            return NotImplemented
        return self._comparable(other) and self.strength == other.strength

    def __hash__(self) -> int:
        return hash((self.strength, self.low))

    def __lt__(self, other: "Hand") -> bool:
        return self.strength < other.strength if self._comparable(other) else NotImplemented

    def __le__(self, other: "Hand") -> bool:
        return self.strength <= other.strength if self._comparable(other) else NotImplemented

    def __gt__(self, other: "Hand") -> bool:
        return self.strength > other.strength if self._comparable(other) else NotImplemented

    def __ge__(self, other: "Hand") -> bool:
        return self.strength >= other.strength if self._comparable(other) else NotImplemented


def in_words(category: Category, ranks: tuple[int, ...]) -> str:
    """A class of hands and the ranks that decide in it, as a dealer announces them."""
    return _WORDS[category](ranks)


def _one(rank: int) -> str:
    return RANK_NAMES[rank]


def _many(rank: int) -> str:
    return "sixes" if RANK_NAMES[rank] == "six" else RANK_NAMES[rank] + "s"


def _with_a(rank: int) -> str:
    return ("an " if RANK_NAMES[rank] in ("ace", "eight") else "a ") + RANK_NAMES[rank]


def _list(words: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def _side_cards(ranks: Sequence[int]) -> str:
    return "with " + _list([_with_a(rank) for rank in ranks])


def _high_first(ranks: Sequence[int]) -> str:
    return f"{_one(ranks[0])} high, then {_list([_one(rank) for rank in ranks[1:]])}"


_WORDS: dict[Category, Callable[[tuple[int, ...]], str]] = {
    Category.ROYAL_FLUSH: lambda ranks: "royal flush",
    Category.FIVE_OF_A_KIND: lambda ranks: f"five of a kind, {_many(ranks[0])}",
    Category.STRAIGHT_FLUSH: lambda ranks: f"straight flush, {_one(ranks[0])} high",
    Category.FOUR_OF_A_KIND: lambda ranks: f"four of a kind, {_many(ranks[0])}, {_side_cards(ranks[1:])}",
    Category.FULL_HOUSE: lambda ranks: f"full house, {_many(ranks[0])} over {_many(ranks[1])}",
    Category.FLUSH: lambda ranks: f"flush, {_high_first(ranks)}",
    Category.STRAIGHT: lambda ranks: f"straight, {_one(ranks[0])} high",
    Category.THREE_OF_A_KIND: lambda ranks: f"three of a kind, {_many(ranks[0])}, {_side_cards(ranks[1:])}",
    Category.TWO_PAIRS: lambda ranks: f"two pairs, {_many(ranks[0])} and {_many(ranks[1])}, {_side_cards(ranks[2:])}",
    Category.ONE_PAIR: lambda ranks: f"one pair, {_many(ranks[0])}, {_side_cards(ranks[1:])}",
    Category.HIGH_CARD: lambda ranks: f"no pair, {_high_first(ranks)}",
}
