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
# A card that lies face down at a live table and that nobody has read yet: in no deck and in no hand that is ranked.
UNSEEN = Card(-1)
ACE = 12

RANK_NAMES = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine"),
    *("ten", "jack", "queen", "king", "ace"),
)

_FACES = (*(rank + suit for suit in SUITS for rank in RANKS), "JK")
_BY_FACE = {face: Card(number) for number, face in enumerate(_FACES)}
_BACK = "??"
_SUIT_SIGNS = str.maketrans("♣♦♥♠", "cdhs")
_HOW_TO_WRITE = "write rank and suit like As, Td, 7h, or JK for the joker."


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
    """`As`, `Td`, `7h`; `JK` is the joker, `??` a card that nobody has read yet."""
    if card == UNSEEN:
        return _BACK
    if not 0 <= card <= JOKER:
        raise CardError(f"{card} is not a card.")
    return _FACES[card]


def faces(cards: Iterable[Card]) -> str:
    return " ".join(map(face, cards))


def card(text: str) -> Card:
    """One card from its face, as people write it: `As`, `10h`, `Q♦`, `jk`."""
    found = _read(text)
    if found is None:
        raise CardError(f"'{text}' is not a card: {_HOW_TO_WRITE}")
    return found


def card_or_back(text: str) -> Card:
    """The same where a card may also lie face down, `??`."""
    return UNSEEN if text == _BACK else card(text)


def cards(text: str) -> tuple[Card, ...]:
    """Cards from text, apart (`As Ks`, `As,Ks`) or run together (`AsKs`)."""
    return tuple(card for word in text.replace(",", " ").split() for card in _read_run(word))


def _read(text: str) -> Card | None:
    written = text.strip().translate(_SUIT_SIGNS)
    if written.upper() == "JK":
        return JOKER
    rank, suit = written[:-1].upper(), written[-1:].lower()
    return _BY_FACE.get(("T" if rank == "10" else rank) + suit)


def _read_run(word: str) -> list[Card]:
    found: list[Card] = []
    rest = word
    while rest:
        piece = rest[: 3 if rest.startswith("10") else 2]
        card = _read(piece)
        if card is None:
            where = "" if piece == word else f" in '{word}'"
            raise CardError(f"'{piece}'{where} is not a card: {_HOW_TO_WRITE}")
        found.append(card)
        rest = rest[len(piece) :]
    return found


def mask_of(cards: Iterable[Card]) -> int:
    """The set of cards as bits: bit n is card n."""
    mask = 0
    for each in cards:
        mask |= 1 << each
    return mask
