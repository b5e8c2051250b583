"""Where cards come from: a card shoe in a fixed order, a device that shuffles itself, or a dealer's hands.

A shoe is a value: drawing gives the card and the shoe without it, so that a round can be stored and resumed.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pitboss.cards.card import Card, CardError, face
from pitboss.cards.deck import Deck
from pitboss.cards.shuffle import Shuffle, shuffle
from pitboss.rulebook.refusal import Refusal


class ShoeEmpty(IndexError):
    """A card was drawn from an empty shoe: whoever deals must ask `is_empty` first."""


@dataclass(frozen=True, slots=True)
class CardShoe:
    """Cards in a fixed order, shuffled or stacked, with a cutting card or without."""

    order: tuple[Card, ...]
    drawn: int = 0
    burnt: tuple[int, ...] = ()
    cutting_card_after: int | None = None

    @property
    def left(self) -> tuple[Card, ...]:
        return self.order[self.drawn :]

    @property
    def is_empty(self) -> bool:
        return self.drawn == len(self.order)

    @property
    def cutting_card_is_out(self) -> bool:
        """Whether the cutting card has come to the front; the rules of the game say when to shuffle then."""
        return self.cutting_card_after is not None and self.drawn >= self.cutting_card_after

    def draw(self) -> tuple[Card, "CardShoe"]:
        if self.is_empty:
            raise ShoeEmpty("The shoe is empty.")
        return self.order[self.drawn], replace(self, drawn=self.drawn + 1)

    def draw_many(self, count: int) -> tuple[tuple[Card, ...], "CardShoe"]:
        after = self.drawn + count
        if after > len(self.order):
            raise ShoeEmpty(f"The shoe holds {len(self.left)} cards, not {count}.")
        return self.order[self.drawn : after], replace(self, drawn=after)

    def burn(self) -> "CardShoe":
        """PON D-Burn: the next card leaves the shoe and nobody sees it."""
        _, after = self.draw()
        return replace(after, burnt=(*self.burnt, self.drawn))

    @property
    def burnt_cards(self) -> tuple[Card, ...]:
        """For the check after the round only: no player may look at them."""
        return tuple(self.order[position] for position in self.burnt)

    def throw_out_cutting_card(self) -> "CardShoe":
        """Dealing goes on to the end of the shoe, as in the last rounds of Pontoon."""
        return replace(self, cutting_card_after=None)


def place_cutting_card(shoe: CardShoe, cards_behind: int, deck: Deck) -> CardShoe | Refusal:
    """PON 5.3[s3]: put in from the back, one deck at least and half the decks at most behind it."""
    one_deck = len(deck) // deck.copies
    least, most = one_deck, len(deck) // 2
    if not least <= cards_behind <= most:
        reason = f"The cutting card goes in with {least} to {most} cards behind it, not {cards_behind}."
        return Refusal("PON 5.3[s3]", reason)
    return replace(shoe, cutting_card_after=len(shoe.order) - cards_behind)


@dataclass(frozen=True, slots=True)
class AutomatedShoe:
    """A device that shuffles for every round, without a cut; it may hold a second deck of another colour.

    UTH 6.2(a), UTH 6.2(b), CAN 12.2[s2]: one deck is dealt while the other is shuffled, in turn. In Pontoon all decks
    are in it and the discards go back between rounds, so that there too each round is dealt from a fresh order.
    """

    deck: Deck
    colours: tuple[str, ...]
    rounds: int = 0

    def __post_init__(self) -> None:
        decks, colours = len(self.colours), set(self.colours)
        if not 1 <= decks <= 2:
            raise CardError(f"An automated shuffling shoe holds one or two decks, not {decks} (UTH 6.2(a)).")
        if len(colours) != decks:
            colour = self.colours[0]
            raise CardError(f"The two decks in it differ in colour, not both {colour} (UTH 6.2(b), CAN 12.2[s2]).")

    @property
    def colour(self) -> str:
        """Of the deck that the next round is dealt from (CAN 12.2[s4])."""
        return self.colours[self.rounds % len(self.colours)]

    def next_round(self, shuffler: Callable[[Sequence[Card]], Shuffle] = shuffle) -> tuple[Shuffle, "AutomatedShoe"]:
        """The order of the coming round, to be committed and then dealt from a CardShoe."""
        return shuffler(self.deck.cards), replace(self, rounds=self.rounds + 1)


@dataclass(frozen=True, slots=True)
class EnteredShoe:
    """Real cards that a dealer types or scans: each is checked against the deck and the cards seen before."""

    deck: Deck
    seen: tuple[Card, ...] = ()
    unseen_burns: int = 0

    @property
    def cards_left(self) -> int:
        return len(self.deck) - len(self.seen) - self.unseen_burns

    def enter(self, card: Card) -> "EnteredShoe | Refusal":
        """A card that is not in the deck, or has come as often as the deck holds it, is refused."""
        holds = Counter(self.deck.cards)[card]
        if holds == 0:
            return Refusal(self.deck.clause, f"{face(card)} is not among the {self.deck} in play.")
        if self.seen.count(card) >= holds:
            copies = "once" if holds == 1 else f"{holds} times"
            return Refusal(self.deck.clause, f"{face(card)} has already been dealt; it is in the deck {copies}.")
        if self.cards_left == 0:
            return Refusal(self.deck.clause, f"All {len(self.deck)} cards have been dealt.")
        return replace(self, seen=(*self.seen, card))

    def burn(self) -> "EnteredShoe | Refusal":
        """A burn is counted but not read."""
        if self.cards_left == 0:
            return Refusal(self.deck.clause, f"All {len(self.deck)} cards have been dealt.")
        return replace(self, unseen_burns=self.unseen_burns + 1)
