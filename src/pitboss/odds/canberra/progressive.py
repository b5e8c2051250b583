"""The progressive jackpot of one player alone: what its wager is worth at any meter, and where it breaks even.

A prize hangs on the player's five cards only: CAN 10.5, whatever the dealer has, and CAN 10.7[2], on top of ante and
bet. A folded hand has none (C-A27), and nobody folds a flush. The wager itself is never given back (C-A26). Shares of
the pool are taken as they are here; a table pays them in whole cents (C-A14).
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from types import MappingProxyType

import numpy as np

from pitboss.cards.order import Category
from pitboss.games.canberra.jackpot import contributions_of, royal_flush_shares, straight_flush_shares
from pitboss.games.canberra.layout import JACKPOT, TO_POOL, JackpotSettings
from pitboss.games.play import Cents, Wager
from pitboss.odds.canberra.hands import HANDS, ranked_hands
from pitboss.odds.canberra.rules import CanberraRules
from pitboss.odds.worth import Results, Worth

# A pool that every share of it divides without a rest.
_WHOLE = 1000
SHARES: Mapping[Category, Fraction] = MappingProxyType(
    {
        Category.ROYAL_FLUSH: Fraction(royal_flush_shares(_WHOLE, 1, TO_POOL)[0], _WHOLE),
        Category.STRAIGHT_FLUSH: Fraction(straight_flush_shares(_WHOLE, 1, TO_POOL)[0], _WHOLE),
    }
)


def jackpot_settings(rules: CanberraRules) -> JackpotSettings:
    """Those of the table, or where it offers no jackpot the usual ones (C-A5)."""
    return rules.settings.jackpot or JackpotSettings()


@cache
def ways() -> Mapping[Category, int]:
    """How many of the 2,598,960 hands are of each class."""
    player = ranked_hands().player
    found = np.bincount(player.categories, weights=player.weights.astype(np.float64))
    # Each sum of a few thousand whole numbers is far below 2^53, so that the floats are exact.
    return {Category(number): int(count) for number, count in enumerate(found) if count}


def to_pool(rules: CanberraRules, wager: Cents) -> Cents:
    """CAN 10.6[s1]: what one wager adds to the pool."""
    chip = Wager(1, "", JACKPOT, wager, wager)
    return contributions_of((chip,), jackpot_settings(rules))[0].to_pool


def prize(rules: CanberraRules, category: Category, pool: Fraction) -> Fraction:
    """CAN 11.1: what a class of hand is paid out of a pool that has this round's wager in it, in cents."""
    row = rules.settings.prizes.get(category)
    return Fraction(0) if row is None else max(Fraction(row.least), SHARES.get(category, 0) * pool)


def expected_prize(rules: CanberraRules, pool: Fraction) -> Fraction:
    """The mean prize in cents, of a pool that has this round's wager in it."""
    total = sum((prize(rules, category, pool) * count for category, count in ways().items()), Fraction(0))
    return total / HANDS


def jackpot_value(rules: CanberraRules, pool: Cents | Fraction) -> Fraction:
    """What the wager wins or loses on average, per unit of it, with this much on the meter before it is made.

    The wager joins the pool before any prize is paid (C-A9).
    """
    wager = jackpot_settings(rules).wager
    return expected_prize(rules, pool + Fraction(to_pool(rules, wager))) / wager - 1


def break_even(rules: CanberraRules, wager: Cents) -> Fraction:
    """The least meter before the wager, in cents, at which a wager of this size loses nothing on average.

    The mean prize grows with the pool along straight lines, which bend where a share outgrows the least prize.
    """
    added = to_pool(rules, wager)
    bends = sorted(
        Fraction(rules.settings.prizes[category].least) / share
        for category, share in SHARES.items()
        if rules.settings.prizes[category].least > added * share
    )
    pool = Fraction(added)
    for bend in (*bends, None):
        missing = wager - expected_prize(rules, pool)
        if missing <= 0:
            break
        growth = sum(
            (
                share * ways()[category]
                for category, share in SHARES.items()
                if share * pool >= rules.settings.prizes[category].least
            ),
            Fraction(0),
        )
        if growth and (bend is None or pool + missing * HANDS / growth <= bend):
            pool += missing * HANDS / growth
            break
        assert bend is not None, "past the last bend every share grows"
        pool = bend
    return pool - added


def jackpot_results(rules: CanberraRules, pool: Cents) -> Results:
    """Every net result of the wager per unit, at this meter before it is made."""
    wager = jackpot_settings(rules).wager
    filled = Fraction(pool + to_pool(rules, wager))
    chances: dict[Fraction, Fraction] = {}
    for category, count in ways().items():
        net = prize(rules, category, filled) / wager - 1
        chances[net] = chances.get(net, Fraction(0)) + Fraction(count, HANDS)
    return dict(sorted(chances.items()))


def jackpot_worth(rules: CanberraRules) -> Worth:
    """The jackpot wager at the pool of the settings."""
    pool = jackpot_settings(rules).pool
    return Worth("jackpot", -jackpot_value(rules, pool), Fraction(1), jackpot_results(rules, pool))
