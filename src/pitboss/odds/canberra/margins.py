"""How near best play is to changing: the fold that a bet comes closest to, and the bet that a fold does."""

from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from pitboss.cards.card import Card
from pitboss.cards.compiled import compile_kernel
from pitboss.odds.canberra.counts import OTHER_FOURS, counts
from pitboss.odds.canberra.places import least_in, least_pair
from pitboss.odds.canberra.rules import CanberraRules
from pitboss.odds.canberra.solver import Weights, bet_value_of, weights_of
from pitboss.odds.canberra.stakes import stakes
from pitboss.odds.canberra.sweep import DECK


class Margin(NamedTuple):
    """A hand and an upcard, and what a bet is worth there in antes; a fold costs one."""

    hand: tuple[Card, ...]
    upcard: Card
    bet: Fraction


def best_below_ace_king(rules: CanberraRules) -> Margin:
    """The hand without ace-king and without a pair that a bet would cost the least."""
    return _find_margin(weights_of(stakes(rules)), 0, int(counts().player.hands.starts[least_in()]), best=True)


def worst_pair(rules: CanberraRules) -> Margin:
    """The hand with a pair or better that a bet brings the least."""
    first = int(counts().player.hands.starts[least_pair()])
    return _find_margin(weights_of(stakes(rules)), first, len(counts().player.weights), best=False)


def _find_margin(weights: Weights, first: int, stop: int, *, best: bool) -> Margin:
    found = counts()
    row, upcard, value = _extreme(
        found.takes_part, found.beaten, found.equal, found.player.categories, weights, first, stop, 1 if best else -1
    )
    hand = tuple(Card(int(card)) for card in found.player.hands.cards[row])
    return Margin(hand, Card(int(upcard)), Fraction(int(value), weights.unit * OTHER_FOURS))


@compile_kernel
def _extreme(
    takes_part: Any, beaten: Any, equal: Any, categories: Any, weights: Any, first: Any, stop: Any, sign: Any
) -> Any:
    """The greatest value of a bet among these rows, or with a negative sign the least."""
    at, shown, value = first, 0, np.int64(0)
    none_yet = True
    for row in range(first, stop):
        for upcard in range(DECK):
            # Against a card of the hand itself nothing was counted.
            if not takes_part[row, upcard]:
                continue
            here = bet_value_of(takes_part, beaten, equal, categories, weights, row, upcard)
            if none_yet or sign * here > sign * value:
                at, shown, value, none_yet = row, upcard, here, False
    return at, shown, value
