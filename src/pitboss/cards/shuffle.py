"""Shuffling on kernel entropy, the promise made before the first card, and the cut."""

import hashlib
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pitboss.cards.card import Card

# A source of entropy: asked for n bits, it answers with a whole number below 2 to the n.
Bits = Callable[[int], int]

NONCE_BYTES = 32


def below(limit: int, bits: Bits = secrets.randbits) -> int:
    """A number from 0 to limit - 1, each equally likely: too large a draw is thrown away, never folded back."""
    if limit < 1:
        raise ValueError(f"there is no number from 0 to {limit - 1}")
    width = (limit - 1).bit_length()
    while (number := bits(width)) >= limit:
        pass
    return number


def permute(cards: Sequence[Card], bits: Bits = secrets.randbits) -> tuple[Card, ...]:
    """Fisher-Yates: each place from the last takes one of the cards still in front of it.

    The draw is that of `below`, written out because a poker table shuffles a deck for every round.
    """
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        width = last.bit_length()
        while (chosen := bits(width)) > last:
            pass
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


@dataclass(frozen=True, slots=True)
class Shuffle:
    """An order of cards, the nonce that hides it until it is opened, and where it was cut.

    The commitment is for publishing before the first card. When the shuffle is opened after the round, anybody can
    check that the cards were fixed beforehand; the cut comes after the commitment, so that the house cannot choose the
    order by it.
    """

    order: tuple[Card, ...]
    nonce: bytes
    cut_at: int = 0

    @property
    def commitment(self) -> str:
        return hashlib.sha256(b"pitboss-shuffle/1" + self.nonce + bytes(self.order)).hexdigest()

    @property
    def cards(self) -> tuple[Card, ...]:
        """As they go into the shoe: what lay in front of the cut is at the back (PON 5.3[s2])."""
        return self.order[self.cut_at :] + self.order[: self.cut_at]

    def accounts_for(self, dealt: Sequence[Card], commitment: str) -> bool:
        """Whether this is the shuffle that was promised, and the cards came out of the shoe in its order."""
        return self.commitment == commitment and self.cards[: len(dealt)] == tuple(dealt)


def shuffle(cards: Sequence[Card]) -> Shuffle:
    """A fresh order for a round or a shoe, from the kernel."""
    return Shuffle(order=permute(cards), nonce=secrets.token_bytes(NONCE_BYTES))


@dataclass(frozen=True, slots=True)
class CutLimit:
    """Where the cards may be cut: at least so many from either end."""

    clause: str
    from_each_end: int


HOLDEM_CUT = CutLimit("HLD 7.2[s2]", from_each_end=2)
CANBERRA_CUT = CutLimit("CAN 5.2[s2]", from_each_end=2)
# The place is the dealer's choice: any cut that parts the cards.
ULTIMATE_CUT = CutLimit("UTH 6.3", from_each_end=1)
# One deck from either end.
PONTOON_CUT = CutLimit("PON 5.3[s1]", from_each_end=48)
