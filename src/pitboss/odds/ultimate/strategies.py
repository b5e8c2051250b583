"""Named ways to play Ultimate Texas Hold-em, each as a plan for the kernel, the engine's table and the exact counts."""

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.cards.card import RANKS
from pitboss.cards.compiled import compile_kernel
from pitboss.odds.rules import Strategy
from pitboss.odds.ultimate.boards import CLASSES, KINDS, board_classes
from pitboss.odds.ultimate.charts import flop_chart, river_chart, river_columns
from pitboss.odds.ultimate.flops import FLOPS, flops
from pitboss.odds.ultimate.money import money_of
from pitboss.odds.ultimate.outcomes import Ends, count_outcomes
from pitboss.odds.ultimate.pictures import (
    BETTER_THAN_BOARD,
    FLOP_PICTURES,
    FLOP_SUITS,
    HIGH_FLUSH_DRAW,
    LOWEST,
    MOST_OUTS,
    POCKET_PAIR,
    RIVER_PICTURES,
    board_categories,
    flop_picture,
    flop_suits,
    has_high_card,
    outs_against,
    river_picture,
    single_card_places,
    six_card_tables,
)
from pitboss.odds.ultimate.plan import HAND_CLASSES, Plan
from pitboss.odds.ultimate.rules import UltimateRules
from pitboss.odds.ultimate.showdown import in_parts, pair_place, ranker_tables, ranks_key
from pitboss.odds.ultimate.solver import Stakes, best_play

BEST, BEST_WITH_TRIPS, CHARTS = "best", "best_with_trips", "charts"

Bools = npt.NDArray[np.bool_]


def plan_of(rules: UltimateRules, strategy: str) -> Plan:
    return STRATEGIES[strategy].play(rules)


def counts_of(rules: UltimateRules, strategy: str) -> Ends:
    """How all deals end if they are played by a named strategy: see `Outcomes.counts`."""
    if strategy in (BEST, BEST_WITH_TRIPS):
        return best_play(money_of(rules).stakes(with_trips=strategy == BEST_WITH_TRIPS)).outcomes.counts
    if strategy == CHARTS:
        return _counts_by_charts(money_of(rules).stakes(with_trips=False))
    return _counts_of_others()[strategy]


@lru_cache(maxsize=8)
def _counts_by_charts(stakes: Stakes) -> Ends:
    return count_outcomes(_by_charts(stakes)).counts


@cache
def _counts_of_others() -> dict[str, Ends]:
    """Of those who play alike whatever the pay tables."""
    rules = UltimateRules()
    names = [name for name in STRATEGIES if name not in (BEST, BEST_WITH_TRIPS, CHARTS)]
    return {name: count_outcomes(plan_of(rules, name)).counts for name in names}


def _best(rules: UltimateRules) -> Plan:
    return best_play(money_of(rules).stakes(with_trips=False)).plan


def _with_trips(rules: UltimateRules) -> Plan:
    return best_play(money_of(rules).stakes(with_trips=True)).plan


@cache
def _rule_of_thumb() -> Plan:
    # Of pairs in the hole only twos have not been played yet, and those wait.
    plays = _pictures(LOWEST, HIGH_FLUSH_DRAW)
    plays[POCKET_PAIR] = False
    return Plan(_before_flop(_strong_enough), _after_flop(plays), _river(_folds_from(21)))


@cache
def _cautious() -> Plan:
    return Plan(_before_flop(lambda *hand: False), _after_flop(_pictures(LOWEST)), _river(_folds_from(0)))


@cache
def _bold() -> Plan:
    return Plan(
        _before_flop(lambda *hand: True), _after_flop(_pictures(LOWEST, HIGH_FLUSH_DRAW)), _river(_folds_from(21))
    )


@lru_cache(maxsize=8)
def _by_charts(stakes: Stakes) -> Plan:
    """Every hand by the mark that a person finds for it."""
    flop, river = (np.array(chart.cells) for chart in (flop_chart(stakes), river_chart(stakes)))
    folds = np.zeros((len(RIVER_PICTURES), MOST_OUTS + 1, 2), np.bool_)
    for marks, there in zip(river.T, river_columns().values(), strict=True):
        folds[:, there] = (marks == "fold")[:, None]
    return Plan(best_play(stakes).plan.before_flop, _after_flop(flop == "2x"), _river(folds))


STRATEGIES: Mapping[str, Strategy[UltimateRules, Plan]] = {
    BEST: Strategy("Best play", "The best play of ante, blind and play, for themselves.", _best),
    BEST_WITH_TRIPS: Strategy(
        "Best play with trips", "The best play of all wagers together, when trips is staked too.", _with_trips
    ),
    CHARTS: Strategy(
        "By the charts",
        "What the charts before the flop, after it and on the river say, and nothing else.",
        lambda rules: _by_charts(money_of(rules).stakes(with_trips=False)),
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


def _after_flop(plays: Bools) -> npt.NDArray[np.uint64]:
    """Twice the ante by picture and suits."""
    table = np.zeros((FLOPS, 52), np.uint64)
    cards = flops().cards
    in_parts(FLOPS, lambda part: _fill_after_flop(part, cards, plays, table))
    return table


def _pictures(last: int, *others: int) -> Bools:
    """The pictures up to one, and some others, whatever the suits."""
    plays = np.zeros((len(FLOP_PICTURES), len(FLOP_SUITS)), np.bool_)
    plays[[*range(last + 1), *others]] = True
    return plays


@compile_kernel
def _fill_after_flop(part: Any, flops: Any, plays: Any, table: Any) -> None:
    for number in part:
        for one in range(52):
            for other in range(one):
                if plays[flop_picture(flops[number], one, other), flop_suits(flops[number], one, other)]:
                    table[number, one] |= np.uint64(1) << np.uint64(other)
                    table[number, other] |= np.uint64(1) << np.uint64(one)


def _river(folds: Bools) -> npt.NDArray[np.uint32]:
    """A fold by picture, the single dealer cards that win, and whether there is a nine or better."""
    table = np.zeros((CLASSES, KINDS), np.uint32)
    classes = (board_classes().suited, board_classes().others)
    ranker, six, board_category = ranker_tables(), six_card_tables(), board_categories()
    in_parts(CLASSES, lambda part: _fill_river(part, classes, ranker, six, board_category, folds, table))
    return table


def _folds_from(outs: int) -> Bools:
    """With so many dealer cards that win or more, unless the hand is of a higher category than the board."""
    folds = np.zeros((len(RIVER_PICTURES), MOST_OUTS + 1, 2), np.bool_)
    folds[BETTER_THAN_BOARD:, outs:] = True
    return folds


@compile_kernel
def _fill_river(part: Any, classes: Any, ranker: Any, six: Any, board_category: Any, folds: Any, table: Any) -> None:
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
                own = 1 if ranker[3][place] > board_category[number] else 0
                picture = river_picture(number, own, board_category[number])
                outs = outs_against(place, low, high, left, places)
                if folds[picture, outs, has_high_card(low, high)]:
                    table[number, low] |= np.uint32(1) << np.uint32(high)
                    table[number, high] |= np.uint32(1) << np.uint32(low)
