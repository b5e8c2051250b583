"""The exact value of bet and fold for every hand and upcard, best play, and what any way to play is worth.

The counting is done once (`counts`); a pay table only weighs the counts, so that another one costs milliseconds.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.cards.compiled import compile_kernel
from pitboss.cards.order import Category
from pitboss.odds.canberra.counts import DEALS, OTHER_FOURS, counts
from pitboss.odds.canberra.rules import CanberraRules
from pitboss.odds.canberra.stakes import FOLDED, Stakes, stakes
from pitboss.odds.canberra.sweep import DECK
from pitboss.odds.rules import BadRules
from pitboss.odds.worth import Worth

# For each row of the player's hands the upcards against which it bets, bit u for card u.
Bets = npt.NDArray[np.uint64]

_CATEGORIES = max(Category) + 1


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Of all 19,933,230,517,200 deals, how many end in which way when the hands are played in a given manner.

    `won`, `tied` and `lost` are against a dealer who takes part. All are by the class of the player's hand.
    """

    folded: Mapping[Category, int]
    not_in: Mapping[Category, int]
    won: Mapping[Category, int]
    tied: Mapping[Category, int]
    lost: Mapping[Category, int]

    @property
    def folds(self) -> Fraction:
        """How often a hand is given up."""
        return Fraction(sum(self.folded.values()), DEALS)


class Weights(NamedTuple):
    """The results of a round in whole numbers, `unit` of which are one ante; `wins` by the class of the hand."""

    unit: int
    not_in: int
    lost: int
    wins: npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Solution:
    """A way to play, how its rounds end, and what they are worth."""

    bets: Bets
    outcomes: Outcomes
    worth: Worth


@lru_cache(maxsize=16)
def solve(rules: CanberraRules) -> Solution:
    """Best play by these rules."""
    return value_of_play(rules, best_bets(rules))


def value_of_play(rules: CanberraRules, bets: Bets) -> Solution:
    """What the wager is worth to somebody who bets against these upcards and folds against all others."""
    outcomes = outcomes_of(bets)
    return Solution(bets, outcomes, worth_of(stakes(rules), outcomes))


def best_bets(rules: CanberraRules) -> Bets:
    """For each hand the upcards against which a bet is worth more than a fold; where both are worth the same, none."""
    found = counts()
    bets = np.zeros(len(found.player.weights), np.uint64)
    weights = weights_of(stakes(rules))
    _find_bets(found.takes_part, found.beaten, found.equal, found.player.categories, weights, bets)
    return bets


def outcomes_of(bets: Bets) -> Outcomes:
    """How all deals end by these decisions."""
    ways = ways_by(counts().player.categories, _CATEGORIES, bets)
    return Outcomes(*({category: int(row[category]) for category in Category} for row in ways))


def ways_by(groups: npt.NDArray[Any], how_many: int, bets: Bets) -> npt.NDArray[np.int64]:
    """How deals end, folded, not in, won, tied or lost, for any grouping of the player's hands."""
    found = counts()
    ways = np.zeros((5, how_many), np.int64)
    _add_up(found.takes_part, found.beaten, found.equal, found.player.weights, groups, bets, ways)
    return ways


def worth_of(brings: Stakes, outcomes: Outcomes) -> Worth:
    """The main wager: the ante, and the bet that follows it."""
    ways: dict[Fraction, int] = {}
    for category, win in brings.wins.items():
        for net, count in (
            (FOLDED, outcomes.folded[category]),
            (brings.not_in, outcomes.not_in[category]),
            (win, outcomes.won[category]),
            (Fraction(0), outcomes.tied[category]),
            (brings.lost, outcomes.lost[category]),
        ):
            if count:
                ways[net] = ways.get(net, 0) + count
    results = {net: Fraction(count, DEALS) for net, count in sorted(ways.items())}
    mean = sum((net * count for net, count in ways.items()), Fraction(0)) / DEALS
    return Worth("main", -mean, 1 + brings.bet * (1 - outcomes.folds), results)


def weights_of(brings: Stakes) -> Weights:
    """The unit and the results as multiples of one small part, so that bet and fold compare in whole numbers."""
    unit = lcm(*(net.denominator for net in (brings.not_in, brings.lost, *brings.wins.values())))
    wins = [int(unit * brings.wins.get(Category(each), Fraction(0))) for each in range(_CATEGORIES)]
    if OTHER_FOURS * max(*wins, unit, -int(unit * brings.lost)) >= 2**62:
        raise BadRules("The bet pays too much to be computed exactly.")
    return Weights(unit, int(unit * brings.not_in), int(unit * brings.lost), np.array(wins, np.int64))


@compile_kernel
def bet_value_of(takes_part: Any, beaten: Any, equal: Any, categories: Any, weights: Any, row: Any, upcard: Any) -> Any:
    """What a bet is worth over all hands of the dealer, as multiples of a unit: `weights_of` keeps it below 2^62."""
    _, not_in, lost, wins = weights
    part = np.int64(takes_part[row, upcard])
    above = row - (takes_part.shape[0] - beaten.shape[0])
    if above < 0:
        return (OTHER_FOURS - part) * not_in + part * lost
    won = np.int64(beaten[above, upcard])
    beats_us = part - won - np.int64(equal[above, upcard])
    return (OTHER_FOURS - part) * not_in + won * wins[categories[row]] + beats_us * lost


@compile_kernel
def _find_bets(takes_part: Any, beaten: Any, equal: Any, categories: Any, weights: Any, bets: Any) -> None:
    """Against the cards of the hand itself, for which nothing was counted, it does not bet."""
    fold = -weights[0] * OTHER_FOURS
    for row in range(takes_part.shape[0]):
        chosen = np.uint64(0)
        for upcard in range(DECK):
            value = bet_value_of(takes_part, beaten, equal, categories, weights, row, upcard)
            if value > fold and takes_part[row, upcard]:
                chosen |= np.uint64(1) << np.uint64(upcard)
        bets[row] = chosen


@compile_kernel
def _add_up(takes_part: Any, beaten: Any, equal: Any, weights: Any, groups: Any, bets: Any, ways: Any) -> None:
    """No sum is above the number of all deals, which is below 2^45."""
    first = takes_part.shape[0] - beaten.shape[0]
    for row in range(takes_part.shape[0]):
        bet, part, won, tied = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
        for upcard in range(DECK):
            plays = np.int64(bets[row] >> np.uint64(upcard) & np.uint64(1))
            bet += plays
            part += plays * takes_part[row, upcard]
            if row >= first:
                won += plays * beaten[row - first, upcard]
                tied += plays * equal[row - first, upcard]
        weight, group = weights[row], groups[row]
        ways[0, group] += weight * (47 - bet) * OTHER_FOURS
        ways[1, group] += weight * (bet * OTHER_FOURS - part)
        ways[2, group] += weight * won
        ways[3, group] += weight * tied
        ways[4, group] += weight * (part - won - tied)
