"""Pontoon card by card from a few cards: slow, plain, and with nothing but the hands of the rules engine."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import NamedTuple

import numpy as np

from pitboss.cards.card import ACE, Card, rank_of
from pitboss.games.pontoon.hands import SEVEN, VALUES, is_pontoon, is_splittable, is_suited_sevens, row_of_21, total
from pitboss.games.pontoon.layout import PontoonSettings
from pitboss.odds.pontoon.against import Decks
from pitboss.odds.pontoon.cells import KIND_COUNT, KIND_OF_CARD, VALUE_COUNT, value_of

Cards = tuple[Card, ...]
Left = tuple[tuple[Card, int], ...]
PONTOON, BUST = 100, 0


def left_of(cards: Cards) -> Left:
    return tuple(sorted(Counter(cards).items()))


def decks_of(cards: Cards) -> Decks:
    """Decks of exactly these cards, as the solver has them."""
    kinds = np.bincount([KIND_OF_CARD[card] for card in cards], minlength=KIND_COUNT).astype(np.float64)
    values = np.bincount([value_of(card) for card in cards], minlength=VALUE_COUNT).astype(np.float64)
    return Decks(kinds, values)


def draws(left: Left) -> Iterator[tuple[Card, Fraction, Left]]:
    """Each card that may come next with its chance, and what is left then."""
    count = sum(number for _, number in left)
    for place, (card, number) in enumerate(left):
        rest = ((card, number - 1),) if number > 1 else ()
        yield card, Fraction(number, count), (*left[:place], *rest, *left[place + 1 :])


def by_value(left: Left) -> Left:
    """The same with one card standing for all of its value, where suits do not matter."""
    counts: Counter[Card] = Counter()
    first: dict[int, Card] = {}
    for card, number in left:
        counts[first.setdefault(VALUES[card], card)] += number
    return tuple(sorted(counts.items()))


@cache
def dealer_ends(dealer: Cards, left: Left) -> Mapping[int, Fraction]:
    """The chance of each total of the dealer; BUST and PONTOON are two of them."""
    points, soft = total(dealer)
    if is_pontoon(dealer):
        return {PONTOON: Fraction(1)}
    if points > 17 or (points == 17 and not soft):
        return {points if points <= 21 else BUST: Fraction(1)}
    ends: dict[int, Fraction] = {}
    for card, chance, rest in draws(left):
        for end, part in dealer_ends((*dealer, card), rest).items():
            ends[end] = ends.get(end, Fraction(0)) + chance * part
    return ends


class Game(NamedTuple):
    """A hand against the dealer's card by the settings of a table."""

    settings: PontoonSettings
    stake: int
    dealer: Card

    def against(self, points: int, stake: int, left: Left) -> Fraction:
        """A hand that stands; the dealer's Pontoon takes one wager of it (P-09)."""
        net = Fraction(0)
        for end, chance in dealer_ends((self.dealer,), by_value(left)).items():
            if end == PONTOON:
                net -= chance
            elif points != end:
                net += chance * (stake if points > end else -stake)
        return net

    def paid(self, hand: Cards) -> Fraction:
        """A 21 that was not doubled, on a box that was not split."""
        odds = self.settings.table_1[row_of_21(hand)]
        net = Fraction(odds.to, odds.for_each)
        if is_suited_sevens(hand) and len(hand) == 3 and rank_of(self.dealer) == SEVEN:
            net += Fraction(self.settings.super_bonus.on(self.stake), self.stake)
        return net

    def stand(self, hand: Cards, left: Left) -> Fraction | None:
        points, soft = total(hand)
        return self.against(points, 1, left) if soft or points >= 12 else None

    def draw(self, hand: Cards, left: Left) -> Fraction:
        net = Fraction(0)
        for card, chance, rest in draws(left):
            after = (*hand, card)
            points = total(after).points
            if points > 21:
                net -= chance
            else:
                net += chance * (self.paid(after) if points == 21 else self.best(after, rest))
        return net

    def double(self, hand: Cards, left: Left) -> Fraction:
        net = Fraction(0)
        fixed = {"first_two_one": 2, "all_held_one": len(hand), "all_one": len(hand) + 1, "soft": 0}
        for card, chance, rest in draws(left):
            points = total((*hand, card), fixed[self.settings.double_aces]).points
            if points >= 21:
                net += chance * (2 if points == 21 else -2)
            else:
                net += chance * max(self.against(points, 2, rest), Fraction(-1))
        return net

    def best(self, hand: Cards, left: Left) -> Fraction:
        choices = (self.stand(hand, left), self.draw(hand, left), self.double(hand, left))
        return max(choice for choice in choices if choice is not None)


class Table(NamedTuple):
    """A way to play split hands: by the cards of a hand, and by those of a doubled one with its last card."""

    action: Callable[[Cards], str]
    resplit: Callable[[Cards], bool]
    rescue: Callable[[Cards, Card], bool]


class Place(NamedTuple):
    """Where a split box is: hands still to be finished, how many it has, what stands with which stake, and if the
    Super Bonus is lost."""

    hands: tuple[Cards, ...]
    formed: int
    standing: tuple[tuple[int, int], ...]
    lost: bool

    def done(self, *standing: tuple[int, int]) -> "Place":
        """With the first hand finished."""
        return self._replace(hands=self.hands[1:], standing=tuple(sorted((*self.standing, *standing))))


class SplitRound:
    """A box that is split and played by a table, card after card in the order of the rules (PON 11.4)."""

    def __init__(self, game: Game, table: Table) -> None:
        self.game, self.table = game, table
        self.play = cache(self._play)

    def value(self, pair: Cards, left: Left) -> Fraction:
        return self.play(Place((pair[:1], pair[1:]), 2, (), is_suited_sevens(pair)), left)

    def _play(self, place: Place, left: Left) -> Fraction:
        if not place.hands:
            return self._settle(place.standing, left)
        hand = place.hands[0]
        aces = rank_of(hand[0]) == ACE
        if len(hand) == 2 and is_splittable(hand) and place.formed < 4 and not aces and self.table.resplit(hand):
            hands = (hand[:1], hand[1:], *place.hands[1:])
            lost = place.lost or is_suited_sevens(hand)
            return self.play(place._replace(hands=hands, formed=place.formed + 1, lost=lost), left)
        action = "draw" if len(hand) == 1 else "stand" if aces else self.table.action(hand)
        if action == "stand":
            return self.play(place.done((total(hand).points, 1)), left)
        return sum((chance * self._card(place, card, rest, action) for card, chance, rest in draws(left)), Fraction(0))

    def _card(self, place: Place, card: Card, left: Left, action: str) -> Fraction:
        hand = place.hands[0]
        after = (*hand, card)
        points = total(after, 2 if action == "double" else 0).points
        stake = 2 if action == "double" else 1
        if points > 21:
            return self.play(place.done(), left) - stake
        if points == 21:
            return self.play(place.done(), left) + (2 if action == "double" else self._paid(after, place.lost))
        if action == "draw":
            return self.play(place._replace(hands=(after, *place.hands[1:])), left)
        if self.table.rescue(hand, card):
            return self.play(place.done(), left) - 1
        return self.play(place.done((points, 2)), left)

    def _paid(self, hand: Cards, lost: bool) -> Fraction:
        """PON 11.10: without the Super Bonus once suited sevens were split; any dealer's card but a seven does that."""
        return self.game._replace(dealer=Card(0)).paid(hand) if lost else self.game.paid(hand)

    def _settle(self, standing: tuple[tuple[int, int], ...], left: Left) -> Fraction:
        """PON 11.9, P-09: a dealer's Pontoon takes one wager of all that stand."""
        net = Fraction(0)
        if not standing:
            return net
        for end, chance in dealer_ends((self.game.dealer,), by_value(left)).items():
            if end == PONTOON:
                net -= chance
                continue
            for points, stake in standing:
                if points != end:
                    net += chance * (stake if points > end else -stake)
        return net
