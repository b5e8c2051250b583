"""Where cards come from: a card shoe in a fixed order, a device that shuffles itself, or a dealer's hands.

A shoe is a value: drawing gives the card and the shoe without it, so that a round can be stored and resumed.
"""

from collections import Counter
from dataclasses import dataclass, replace

from pitboss.cards.card import Card, face
from pitboss.cards.deck import Deck
from pitboss.cards.shuffle import Shuffle, shuffle
from pitboss.rulebook.refusal import Refusal


class ShoeEmpty(IndexError):
    """A card was drawn from an empty shoe: whoever deals must ask `is_empty` first."""


@dataclass(frozen=True, slots=True)
class CardShoe:
    """Cards in a fixed order, shuffled or stacked, with a cutting card or without."""

    cards: tuple[Card, ...]
    drawn: int = 0
    burnt: tuple[int, ...] = ()
    cutting_card_after: int | None = None

    @property
    def cards_left(self) -> tuple[Card, ...]:
        return self.cards[self.drawn :]

    @property
    def is_empty(self) -> bool:
        return self.drawn == len(self.cards)

    @property
    def cutting_card_is_next(self) -> bool:
        """Whether the cutting card is what would come out now."""
        return self.drawn == self.cutting_card_after

    @property
    def cutting_card_is_out(self) -> bool:
        """Whether a card from behind the cutting card has been drawn, and so the cutting card too."""
        return self.cutting_card_after is not None and self.drawn > self.cutting_card_after

    def draw(self) -> tuple[Card, "CardShoe"]:
        (card,), after = self.draw_many(1)
        return card, after

    def draw_many(self, count: int) -> tuple[tuple[Card, ...], "CardShoe"]:
        if not 0 <= count <= len(self.cards_left):
            raise ShoeEmpty(f"The shoe holds {len(self.cards_left)} cards, not {count}.")
        after = self.drawn + count
        return self.cards[self.drawn : after], replace(self, drawn=after)

    def burn(self) -> "CardShoe":
        """PON D-Burn: the next card leaves the shoe and nobody sees it."""
        _, after = self.draw()
        return replace(after, burnt=(*self.burnt, self.drawn))

    @property
    def burnt_cards(self) -> tuple[Card, ...]:
        """For the check after the round only: no player may look at them."""
        return tuple(self.cards[position] for position in self.burnt)

    def throw_out_cutting_card(self) -> "CardShoe":
        """Dealing goes on to the end of the shoe, as in the last rounds of Pontoon."""
        return replace(self, cutting_card_after=None)


def place_cutting_card(shoe: CardShoe, cards_behind: int, deck: Deck) -> CardShoe | Refusal:
    """PON 5.3[s3]: put in from the back, one deck at least and half the decks at most behind it."""
    least, most = len(deck) // deck.copies, len(deck) // 2
    if not least <= cards_behind <= most:
        reason = f"The cutting card goes in with {least} to {most} cards behind it, not {cards_behind}."
        return Refusal("PON 5.3[s3]", reason)
    return replace(shoe, cutting_card_after=len(shoe.cards) - cards_behind)


@dataclass(frozen=True, slots=True)
class AutomatedShoe:
    """A device that shuffles for every round, without a cut: made by `automated_shoe`.

    With two decks one is dealt while the other is shuffled, in turn. In Pontoon all decks are in it and the discards go
    back between rounds, so that there too each round is dealt from a fresh order.
    """

    deck: Deck
    colours: tuple[str, ...]
    rounds: int = 0

    @property
    def colour(self) -> str:
        """Of the deck that the next round is dealt from (CAN 12.2[s4])."""
        return self.colours[self.rounds % len(self.colours)]

    def next_round(self) -> tuple[Shuffle, "AutomatedShoe"]:
        """The order of the coming round, to be committed and then dealt from a CardShoe."""
        return shuffle(self.deck.cards), replace(self, rounds=self.rounds + 1)


@dataclass(frozen=True, slots=True)
class DeviceRule:
    """How many packs of cards a game's device may hold, by which clause, and the clause on their colours."""

    packs: tuple[int, ...]
    clause: str
    colour_clause: str


ULTIMATE_DEVICE = DeviceRule((1, 2), clause="UTH 6.2(a)", colour_clause="UTH 6.2(b)")
CANBERRA_DEVICE = DeviceRule((2,), clause="CAN 12.2[s1]", colour_clause="CAN 12.2[s2]")
# All the decks of a Pontoon game are one pack, with the same backs.
PONTOON_DEVICE = DeviceRule((1,), clause="PON 2.1[s2]", colour_clause="PON 2.1[s2]")


def automated_shoe(deck: Deck, colours: tuple[str, ...], rule: DeviceRule) -> AutomatedShoe | Refusal:
    """A device loaded with one pack of the deck for each colour of backs."""
    if len(colours) not in rule.packs:
        allowed = " or ".join(map(str, rule.packs))
        return Refusal(rule.clause, f"The shuffling shoe holds {allowed} packs of {deck}, not {len(colours)}.")
    if len(set(colours)) < len(colours):
        return Refusal(
            rule.colour_clause, f"The packs in the shuffling shoe must differ in colour, not all be {colours[0]}."
        )
    return AutomatedShoe(deck, colours)


@dataclass(frozen=True, slots=True)
class EnteredShoe:
    """Real cards that a dealer types or scans: each is checked against the deck and the cards seen before."""

    deck: Deck
    seen: tuple[Card, ...] = ()
    unseen_burns: int = 0
    cutting_card_is_out: bool = False

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
            return self._nothing_left()
        return replace(self, seen=(*self.seen, card))

    def burn(self) -> "EnteredShoe | Refusal":
        """A burn is counted but not read."""
        return self._nothing_left() if self.cards_left == 0 else replace(self, unseen_burns=self.unseen_burns + 1)

    def show_cutting_card(self) -> "EnteredShoe":
        return replace(self, cutting_card_is_out=True)

    def _nothing_left(self) -> Refusal:
        return Refusal(self.deck.clause, f"All {len(self.deck)} cards have been dealt.")
