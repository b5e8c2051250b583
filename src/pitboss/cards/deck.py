"""Which cards a game is played with, and whether they are all there."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache

from pitboss.cards.card import ACE, JOKER, RANKS, SUITS, Card, CardError, card_at, face, faces
from pitboss.rulebook.refusal import Refusal

TEN = RANKS.index("T")
ALL_RANKS = tuple(range(len(RANKS)))

# HLD 2.2: the six decks, each with its paragraph and its lowest rank.
_HOLDEM_DECKS = {
    52: ("HLD 2.2(a)", "2"),
    48: ("HLD 2.2(b)", "3"),
    44: ("HLD 2.2(c)", "4"),
    40: ("HLD 2.2(d)", "5"),
    36: ("HLD 2.2(e)", "6"),
    32: ("HLD 2.2(f)", "7"),
}
HOLDEM_SIZES = tuple(_HOLDEM_DECKS)


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards in use: some ranks in four suits, one or several times, with or without a joker."""

    ranks: tuple[int, ...]
    clause: str
    copies: int = 1
    joker: bool = False
    cards: tuple[Card, ...] = field(init=False, repr=False, compare=False)
    _different: frozenset[Card] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        one = tuple(card_at(rank, suit) for suit in range(len(SUITS)) for rank in self.ranks)
        object.__setattr__(self, "cards", one * self.copies + ((JOKER,) if self.joker else ()))
        object.__setattr__(self, "_different", frozenset(self.cards))

    def __len__(self) -> int:
        return len(self.cards)

    def __contains__(self, card: Card) -> bool:
        return card in self._different

    def holds_all(self, cards: Iterable[Card]) -> bool:
        """Whether every one of these cards is in the deck."""
        return self._different.issuperset(cards)

    @property
    def is_full(self) -> bool:
        """HLD D-Full Deck, HLD D-Reduced Deck: fewer than 52 cards is a reduced deck, a joker counted too."""
        return len(self) >= 52

    def cannot_come(self, card: Card, seen: Sequence[Card]) -> Refusal | None:
        """Why a card that a dealer enters is wrong: not in the deck, or seen as often as the deck holds it."""
        holds = self.cards.count(card)
        if holds == 0:
            return Refusal(self.clause, f"{face(card)} is not among the {self} in play.")
        if seen.count(card) >= holds:
            copies = "once" if holds == 1 else f"{holds} times"
            return Refusal(self.clause, f"{face(card)} has already been dealt; it is in the deck {copies}.")
        return Refusal(self.clause, f"All {len(self)} cards have been dealt.") if len(seen) == len(self) else None

    def __str__(self) -> str:
        in_one = 4 * len(self.ranks)
        cards = f"{self.copies} decks of {in_one} cards" if self.copies > 1 else f"{in_one} cards"
        return cards + (" and a joker" if self.joker else "")


@cache
def holdem_deck(size: int = 52, *, joker: bool = False) -> Deck:
    """HLD 2.1[s1], HLD 2.3: one deck of 52 down to 32 cards from the ace down, a joker added or not."""
    if size not in _HOLDEM_DECKS:
        raise no_such_deck(size)
    clause, lowest = _HOLDEM_DECKS[size]
    return Deck(ranks=tuple(range(RANKS.index(lowest), ACE + 1)), clause=clause, joker=joker)


def no_such_deck(size: int | str) -> CardError:
    """The refusal of a size that is not in the list, or is not even a number."""
    return CardError(f"There is no deck of {size} cards: HLD 2.2 allows 52, 48, 44, 40, 36 and 32.")


@cache
def pontoon_decks(count: int) -> Deck:
    """PON 2.1[s1], PON 2.1[s2]: three to eight Spanish decks of 48, no tens, no jokers, and all backs alike."""
    if not 3 <= count <= 8:
        raise CardError(f"Pontoon is not played with {count} decks: PON 2.1[s1] allows 3 to 8.")
    return Deck(ranks=tuple(rank for rank in ALL_RANKS if rank != TEN), clause="PON 2.1[s1]", copies=count)


ULTIMATE_DECK = Deck(ranks=ALL_RANKS, clause="UTH 2.1")
CANBERRA_DECK = Deck(ranks=ALL_RANKS, clause="CAN 2.1[s1]")


@dataclass(frozen=True, slots=True)
class CardCheck:
    """The result of counting the cards: nothing amiss, or what is missing, foreign or there too often."""

    deck: Deck
    missing: tuple[Card, ...]
    foreign: tuple[Card, ...]
    duplicate: tuple[Card, ...]

    @property
    def is_complete(self) -> bool:
        return not (self.missing or self.foreign or self.duplicate)

    def __str__(self) -> str:
        if self.is_complete:
            return f"All {len(self.deck)} cards are there."
        found = {"missing": self.missing, "foreign": self.foreign, "duplicate": self.duplicate}
        return "; ".join(f"{what}: {faces(cards)}" for what, cards in found.items() if cards) + "."


def check_cards(found: Iterable[Card], deck: Deck) -> CardCheck:
    """Compares the cards counted one by one, as before and after gaming, with the deck they should be."""
    counted = sorted(found)
    if counted == sorted(deck.cards):
        return CardCheck(deck, (), (), ())
    have, should = Counter(counted), Counter(deck.cards)
    surplus = have - should
    return CardCheck(
        deck=deck,
        missing=_in_order(should - have),
        foreign=_in_order(Counter({card: count for card, count in surplus.items() if card not in should})),
        duplicate=_in_order(Counter({card: count for card, count in surplus.items() if card in should})),
    )


def _in_order(cards: Counter[Card]) -> tuple[Card, ...]:
    return tuple(sorted(cards.elements()))
