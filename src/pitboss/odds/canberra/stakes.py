"""What a round of Canberra Poker can bring by the rules of a table: the same settings that the table pays by."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from pitboss.cards.order import Category
from pitboss.games.canberra.layout import ANTE_PAYS, BET, BET_TO_ANTE
from pitboss.games.play import Cents
from pitboss.odds.canberra.rules import CanberraRules

FOLDED = Fraction(-1)


@dataclass(frozen=True, slots=True)
class Stakes:
    """Net results per unit of the ante, when the hand is played with a bet of `bet` units.

    CAN 9.3: `not_in` when the dealer takes no part, where the bet only goes back (C-A1). CAN 9.4: `wins` by the class
    of the player's hand. CAN 9.5: `lost`. Equal hands bring nothing, CAN 9.6, and a fold costs one, CAN 7.3.
    """

    bet: Fraction
    not_in: Fraction
    lost: Fraction
    wins: Mapping[Category, Fraction]


def bet_at_risk(rules: CanberraRules) -> Cents:
    """CAN 7.2[s1]: twice the ante, unless the sign has a maximum for bets (C-A34)."""
    twice, limit = BET_TO_ANTE * rules.stake, rules.settings.limits.get(BET)
    return twice if limit is None else min(twice, limit.most)


@lru_cache(maxsize=64)
def stakes(rules: CanberraRules) -> Stakes:
    """CAN 8.1, CAN 8.2: what the table pays at this stake, in whole cents and none above the maximum payout (C-A4)."""
    stake, at_risk = rules.stake, bet_at_risk(rules)
    bet, ante = Fraction(at_risk, stake), ANTE_PAYS.on(stake)
    wins = {
        Category(category): Fraction(ante + min(odds.on(at_risk), rules.settings.max_payout), stake)
        for category, odds in rules.settings.bet_pays.items()
    }
    return Stakes(bet, Fraction(ante, stake), -1 - bet, wins)
