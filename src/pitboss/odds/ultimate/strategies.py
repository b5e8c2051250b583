"""Named ways to play Ultimate Texas Hold-em, each as a plan for the kernel, the engine's table and the exact counts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.cards.card import RANKS
from pitboss.cards.compiled import compiled
from pitboss.odds.rules import UltimateRules
from pitboss.odds.ultimate.boards import CLASSES, FLOPS, KINDS, board_classes, flops
from pitboss.odds.ultimate.money import money_of
from pitboss.odds.ultimate.outcomes import Ends, count_outcomes
from pitboss.odds.ultimate.pictures import (
    HIGH_FLUSH_DRAW,
    LOWEST,
    POCKET_PAIR,
    board_categories,
    flop_picture,
    outs_against,
    single_card_places,
    six_card_tables,
)
from pitboss.odds.ultimate.plan import HAND_CLASSES, Plan
from pitboss.odds.ultimate.showdown import in_parts, pair_place, ranker_tables, ranks_key, showdowns
from pitboss.odds.ultimate.solver import best_play

BEST, BEST_WITH_TRIPS = "best", "best_with_trips"


@dataclass(frozen=True, slots=True)
class Strategy:
    """A way to play: its title, in words, and as a plan for the rules of a table."""

    title: str
    words: str
    plan: Callable[[UltimateRules], Plan]


def plan_of(rules: UltimateRules, strategy: str) -> Plan:
    return STRATEGIES[strategy].plan(rules)


def counts_of(rules: UltimateRules, strategy: str) -> Ends:
    """How all deals end if they are played by a named strategy: see `Outcomes.counts`."""
    if strategy in (BEST, BEST_WITH_TRIPS):
        return best_play(money_of(rules).stakes(with_trips=strategy == BEST_WITH_TRIPS)).outcomes.counts
    return _counts_of_others()[strategy]


@cache
def _counts_of_others() -> dict[str, Ends]:
    """Of those who play alike whatever the pay tables."""
    shown, rules = showdowns(), UltimateRules()
    names = [name for name in STRATEGIES if name not in (BEST, BEST_WITH_TRIPS)]
    return {name: count_outcomes(shown, plan_of(rules, name)).counts for name in names}


def _best(rules: UltimateRules) -> Plan:
    return best_play(money_of(rules).stakes(with_trips=False)).plan


def _with_trips(rules: UltimateRules) -> Plan:
    return best_play(money_of(rules).stakes(with_trips=True)).plan


@cache
def _rule_of_thumb() -> Plan:
    return Plan(_before_flop(_strong_enough), _after_flop(pocket_twos=False, draws=True), _river(outs_to_fold=21))


@cache
def _cautious() -> Plan:
    return Plan(_before_flop(lambda *hand: False), _after_flop(pocket_twos=True, draws=False), _river(outs_to_fold=0))


@cache
def _bold() -> Plan:
    return Plan(_before_flop(lambda *hand: True), _after_flop(pocket_twos=True, draws=True), _river(outs_to_fold=21))


STRATEGIES: Mapping[str, Strategy] = {
    BEST: Strategy("Best play", "The best play of ante, blind and play, for themselves.", _best),
    BEST_WITH_TRIPS: Strategy(
        "Best play with trips", "The best play of all wagers together, when trips is staked too.", _with_trips
    ),
    "rule_of_thumb": Strategy(
        "Rule of thumb",
        "Four times the ante with an ace, a pair above twos, K5, any suited king, Q8, suited Q6, JT or suited J8; "
        "twice with a pair or better of one's own but not with pocket twos, or four to a flush with a ten or better "
        "in the hole; on the river a pair or better of one's own, or fewer than 21 dealer cards that win.",
        lambda rules: _rule_of_thumb(),
    ),
    "cautious": Strategy(
        "Cautious",
        "Never before the flop; afterwards with a pair or better of one's own, and else folds on the river.",
        lambda rules: _cautious(),
    ),
    "bold": Strategy("Bold", "Four times the ante with any two cards.", lambda rules: _bold()),
}

_KING, _QUEEN, _JACK = RANKS.index("K"), RANKS.index("Q"), RANKS.index("J")
# With a king, queen or jack: the least other card of another suit, and of the same suit.
_LEAST = {_KING: ("5", "2"), _QUEEN: ("8", "6"), _JACK: ("T", "8")}


def _strong_enough(low: int, high: int, suited: bool) -> bool:
    """The hands that a person learns to play before the flop."""
    if low == high:
        return low > 0
    if high > _KING:
        return True
    return high in _LEAST and low >= RANKS.index(_LEAST[high][suited])


def _before_flop(plays: Callable[[int, int, bool], bool]) -> npt.NDArray[np.int8]:
    table = np.zeros(HAND_CLASSES, np.int8)
    for row in range(13):
        for column in range(13):
            if plays(min(row, column), max(row, column), row > column):
                table[row * 13 + column] = 4
    return table


def _after_flop(*, pocket_twos: bool, draws: bool) -> npt.NDArray[np.uint64]:
    table = np.zeros((FLOPS, 52), np.uint64)
    cards = flops().cards
    in_parts(FLOPS, lambda part: _fill_after_flop(part, cards, pocket_twos, draws, table))
    return table


@compiled
def _fill_after_flop(part: Any, flops: Any, pocket_twos: Any, draws: Any, table: Any) -> None:
    for number in part:
        for one in range(52):
            for other in range(one):
                picture = flop_picture(flops[number], one, other)
                plays = picture <= LOWEST or (draws and picture == HIGH_FLUSH_DRAW)
                if picture == POCKET_PAIR and one % 13 == 0:
                    plays = pocket_twos
                if plays:
                    table[number, one] |= np.uint64(1) << np.uint64(other)
                    table[number, other] |= np.uint64(1) << np.uint64(one)


def _river(*, outs_to_fold: int) -> npt.NDArray[np.uint32]:
    table = np.zeros((CLASSES, KINDS), np.uint32)
    classes = (board_classes().suited, board_classes().others)
    ranker, six, board_category = ranker_tables(), six_card_tables(), board_categories()
    in_parts(CLASSES, lambda part: _fill_river(part, classes, ranker, six, board_category, outs_to_fold, table))
    return table


@compiled
def _fill_river(
    part: Any, classes: Any, ranker: Any, six: Any, board_category: Any, outs_to_fold: Any, table: Any
) -> None:
    suited, others = classes
    left, places = np.empty(KINDS, np.int64), np.empty(KINDS, np.int64)
    for number in part:
        single_card_places(number, suited[number], others[number], six, left, places)
        board = ranks_key(suited[number], others[number])
        for high in range(KINDS):
            for low in range(high + 1):
                if left[low] == 0 or left[high] == 0:
                    continue
                place = pair_place(board, suited[number], low, high, ranker)
                own = ranker[3][place] > board_category[number]
                if not own and outs_against(place, low, high, left, places) >= outs_to_fold:
                    table[number, low] |= np.uint32(1) << np.uint32(high)
                    table[number, high] |= np.uint32(1) << np.uint32(low)
