"""The solver's arrays by hand and upcard: the row that stands for a hand, what a bet is worth there, and other odds."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

import numpy as np

from pitboss.cards.card import Card, card_at, mask_of, rank_of, suit_of
from pitboss.cards.order import Category
from pitboss.games.canberra.layout import BET_PAYS, CanberraSettings
from pitboss.games.frozen import Frozen
from pitboss.games.pays import Odds
from pitboss.odds.canberra.counts import OTHER_FOURS, counts
from pitboss.odds.canberra.rules import CanberraRules
from pitboss.odds.canberra.solver import bet_value_of, weights_of
from pitboss.odds.canberra.stakes import stakes

_LANE = (1 << 13) - 1


@cache
def _rows() -> dict[int, int]:
    """The row of each of the player's hands by its set of cards."""
    masks = (np.uint64(1) << counts().player.hands.cards.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    return {mask: row for row, mask in enumerate(masks.tolist())}


def row_of(hand: Sequence[Card], upcard: Card) -> tuple[int, Card]:
    """The row that stands for a hand, and the upcard after the same change of suits."""
    mask = mask_of(hand)
    lanes = sorted(((mask >> 13 * suit & _LANE, suit) for suit in range(4)), reverse=True)
    suits = {suit: new for new, (_, suit) in enumerate(lanes)}
    row = _rows()[sum(lane << 13 * new for new, (lane, _) in enumerate(lanes))]
    return row, card_at(rank_of(upcard), suits[suit_of(upcard)])


def bet_value(rules: CanberraRules, hand: Sequence[Card], upcard: Card) -> Fraction:
    """What a bet with these five cards against this upcard is worth per unit of the ante, the ante included."""
    found, weights = counts(), weights_of(stakes(rules))
    row, shown = row_of(hand, upcard)
    tables = (found.takes_part, found.beaten, found.equal, found.player.categories)
    return Fraction(int(bet_value_of(*tables, weights, row, shown)), weights.unit * OTHER_FOURS)


def paying(stake: int = 1000, **rows: tuple[int, int]) -> CanberraRules:
    """The approved rules with other odds for some hands."""
    pays = dict(BET_PAYS)
    for name, odds in rows.items():
        pays[Category[name.upper()]] = Odds(*odds, "CAN 8.1")
    return CanberraRules(CanberraSettings(bet_pays=Frozen(pays)), stake)
