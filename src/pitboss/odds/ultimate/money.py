"""What every end of a round brings, in cents: the rule data of the engine as small tables by category.

The index of all of them is the same: `[multiple played or 0 for a fold, category, end against the dealer]`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import gcd

import numpy as np
import numpy.typing as npt

from pitboss.cards.order import Category
from pitboss.games.pays import PER_WAGER, PayTable
from pitboss.games.play import Cents, Limit
from pitboss.games.ultimate.layout import BLIND, PLAY, TRIPS, UltimateSettings, cap_of
from pitboss.games.ultimate.round import STAGES
from pitboss.odds.ultimate.outcomes import (
    CATEGORIES,
    ENDS,
    FLOPS_OF_A_BOARD,
    LOST,
    LOST_UNQUALIFIED,
    WON,
    WON_UNQUALIFIED,
)
from pitboss.odds.ultimate.rules import UltimateRules
from pitboss.odds.ultimate.solver import Stakes, best_play

FOLD = 0
MULTIPLES = tuple(sorted({multiple for stage in STAGES.values() for multiple in stage.multiples}))
CHECK = max(MULTIPLES) + 1
# With these a hand is never folded on the river even if it is paid nothing, so what it is paid decides nothing. Four of
# a kind can lie on the board beside a low card; then a hand is better folded.
NEVER_FOLDED = (
    *(Category.STRAIGHT, Category.FLUSH, Category.FULL_HOUSE),
    *(Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH),
)

Nets = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Money:
    """What is at risk in a round, and what winning wagers are paid by category.

    `plays` are the play wagers by multiple, as the sign limits them (U-A23). `trips_shared` is what trips is paid where
    the same hand was paid on the blind: less only where one maximum payout covers both (U-A10).
    """

    ante: Cents
    blind: Cents
    trips: Cents
    plays: Mapping[int, Cents]
    blind_pays: tuple[Cents, ...]
    trips_pays: tuple[Cents | None, ...]
    trips_shared: tuple[Cents | None, ...]
    trips_lost_on_fold: bool

    def main(self) -> Nets:
        """UTH 9.5, UTH 9.6, UTH 9.8, UTH D-Fold: ante, blind and play together."""
        nets = np.zeros((max(MULTIPLES) + 1, CATEGORIES, ENDS), np.int64)
        nets[FOLD] = -self.ante - self.blind
        for multiple, play in self.plays.items():
            for category, paid in enumerate(self.blind_pays):
                nets[multiple, category, WON] = self.ante + paid + play
                nets[multiple, category, WON_UNQUALIFIED] = paid + play
            nets[multiple, :, LOST] = -self.ante - self.blind - play
            nets[multiple, :, LOST_UNQUALIFIED] = -self.blind - play
        return nets

    def side(self) -> Nets:
        """UTH 9.7: trips, by the player's hand alone unless a fold forfeits it (U-A2)."""
        nets = np.full((max(MULTIPLES) + 1, CATEGORIES, ENDS), -self.trips, np.int64)
        for category, (alone, shared) in enumerate(zip(self.trips_pays, self.trips_shared, strict=True)):
            if alone is None or shared is None:
                continue
            nets[:, category, :] = alone
            nets[1:, category, [WON, WON_UNQUALIFIED]] = shared
        if self.trips_lost_on_fold:
            nets[FOLD] = -self.trips
        return nets

    def net_stakes(self) -> Nets:
        """Ante, blind and play by the multiple played."""
        return np.array(
            [self.ante + self.blind + self.plays.get(multiple, 0) for multiple in range(max(MULTIPLES) + 1)]
        )

    def stakes(self, *, with_trips: bool) -> Stakes:
        """What decides on the river, in the largest unit that measures all of it; with trips as one of the wagers."""
        pays, kept = list(self.blind_pays), [0] * CATEGORIES
        if with_trips and self.trips_lost_on_fold:
            for category, (alone, shared) in enumerate(zip(self.trips_pays, self.trips_shared, strict=True)):
                if alone is not None and shared is not None:
                    # A hand that keeps as much as the play wager on the river costs is never folded.
                    kept[category] = min(self.trips + alone, self.plays[1])
                    pays[category] -= alone - shared
        for category in NEVER_FOLDED:
            pays[category] = kept[category] = 0
        plays = [self.plays[multiple] for multiple in MULTIPLES]
        unit = gcd(self.ante, self.blind, *pays, *kept, *plays)
        return Stakes(
            self.ante // unit,
            self.blind // unit,
            tuple(play // unit for play in plays),
            tuple(paid // unit for paid in pays),
            tuple(each // unit for each in kept),
        )


@lru_cache(maxsize=64)
def money_of(rules: UltimateRules) -> Money:
    """The stake as ante, as blind, and as trips as far as its sign goes."""
    settings = rules.settings
    trips = min(rules.stake, settings.limits[TRIPS].most)
    return money_at(
        settings,
        (rules.stake, rules.stake, trips),
        settings.limits,
        trips_lost_on_fold=rules.trips_lost_on_fold,
    )


def money_at(
    settings: UltimateSettings,
    staked: tuple[Cents, Cents, Cents],
    limits: Mapping[str, Limit],
    *,
    trips_lost_on_fold: bool,
) -> Money:
    """For the ante, blind and trips at risk. UTH 10.1 note **: the maximum payout cuts what a blind is paid."""
    ante, blind, trips = staked
    sign = limits.get(PLAY)
    plays = {multiple: multiple * ante if sign is None else min(multiple * ante, sign.most) for multiple in MULTIPLES}
    cap = cap_of(settings)
    most = dict.fromkeys(cap.kinds, cap.most)
    blind_pays = tuple(
        _pay(settings.blind_pays, category, blind, most.get(BLIND)) or 0 for category in range(CATEGORIES)
    )
    trips_pays = tuple(_pay(settings.trips_pays, category, trips, most.get(TRIPS)) for category in range(CATEGORIES))
    shared = trips_pays
    if TRIPS in most and cap.scope != PER_WAGER:
        shared = tuple(
            None if paid is None else min(paid, cap.most - blind_pays[category])
            for category, paid in enumerate(trips_pays)
        )
    return Money(ante, blind, trips, plays, blind_pays, trips_pays, shared, trips_lost_on_fold)


def _pay(table: PayTable, category: int, stake: Cents, most: Cents | None) -> Cents | None:
    odds = table.get(category)
    if odds is None:
        return None
    return odds.on(stake) if most is None else min(odds.on(stake), most)


def values_before_flop(money: Money, hand: int, *, with_trips: bool) -> dict[int, Fraction]:
    """The expected net cents of a hand class, by multiple played at once, for a fold, and for a check.

    Best play follows the check: of all wagers together, or of ante, blind and play alone.
    """
    stakes = money.stakes(with_trips=with_trips)
    best = best_play(stakes)
    counts, nets = best.outcomes.hands[hand], money.main()
    if with_trips:
        nets = nets + money.side()
    deals = int(counts.sum())
    values = {multiple: Fraction(total(counts, nets[multiple]), deals) for multiple in (FOLD, *MULTIPLES)}
    unit = money.ante // stakes.ante
    # Waiting is measured against twice the ante, whatever comes.
    values[CHECK] = values[2] + Fraction(unit * best.gains[hand], FLOPS_OF_A_BOARD * deals)
    return values


def total(counts: Nets, nets: Nets) -> int:
    """Counts times results, in whole numbers of any size."""
    return sum(count * net for count, net in zip(counts.ravel().tolist(), nets.ravel().tolist(), strict=True))
