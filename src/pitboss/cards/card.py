"""A card is a small integer: 13 x suit + rank, and 52 for the joker.

In this numbering a set of cards is a 53-bit mask in which each suit is a lane of thirteen bits, so that a
change of suits moves whole lanes.
"""

from collections.abc import Iterable
from typing import NewType

Card = NewType("Card", int)

RANKS = "23456789TJQKA"
SUITS = "cdhs"
JOKER = Card(52)
ACE = 12

RANK_NAMES = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine"),
    *("ten", "jack", "queen", "king", "ace"),
)

_FACES = (*(rank + suit for suit in SUITS for rank in RANKS), "JK")
_BY_FACE = {face: Card(number) for number, face in enumerate(_FACES)}
_SUIT_SIGNS = str.maketrans("♣♦♥♠", "cdhs")


class CardError(ValueError):
    """A card, a deck or a set of cards that cannot be: one sentence that names it."""


def rank_of(card: Card) -> int:
    """0 for a two up to 12 for an ace; the joker has no rank of its own."""
    return card % 13


def suit_of(card: Card) -> int:
    """0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card // 13


def card_at(rank: int, suit: int) -> Card:
    return Card(13 * suit + rank)


def face(card: Card) -> str:
    """`As`, `Td`, `7h`; `JK` is the joker."""
    if not 0 <= card <= JOKER:
        raise CardError(f"{card} is not a card.")
    return _FACES[card]


def faces(cards: Iterable[Card]) -> str:
    return " ".join(map(face, cards))


def card(text: str) -> Card:
    """One card from its face, as people write it: `As`, `10h`, `Q♦`, `jk`."""
    written = text.strip().translate(_SUIT_SIGNS)
    if written.upper() == "JK":
        return JOKER
    rank, suit = written[:-1].upper(), written[-1:].lower()
    found = _BY_FACE.get(("T" if rank == "10" else rank) + suit)
    if found is None:
        raise CardError(f"'{text}' is not a card: write rank and suit like As, Td, 7h, or JK for the joker.")
    return found


def cards(text: str) -> tuple[Card, ...]:
    """Cards from text, apart (`As Ks`, `As,Ks`) or run together (`AsKs`)."""
    found: list[Card] = []
    for word in text.replace(",", " ").split():
        found.extend(card(piece) for piece in _pieces(word))
    return tuple(found)


def _pieces(word: str) -> list[str]:
    """Splits a run of cards; a word that is no run stays whole, so that the refusal can show it."""
    pieces: list[str] = []
    rest = word
    while rest:
        width = 3 if rest.startswith("10") else 2
        pieces.append(rest[:width])
        rest = rest[width:]
    return pieces if all(len(piece) > 1 for piece in pieces) else [word]


def mask_of(cards: Iterable[Card]) -> int:
    """The set of cards as bits: bit n is card n."""
    mask = 0
    for each in cards:
        mask |= 1 << each
    return mask
