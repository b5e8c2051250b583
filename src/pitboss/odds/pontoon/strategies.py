"""Ways to play Pontoon by name: best play, and what people do who do not carry its tables in their heads.

Each is arrays over cells and the dealer's card, which the kernel and the player at a table both read.
"""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from pitboss.games.pontoon.actions import MUST_DRAW_BELOW
from pitboss.odds.pontoon.against import full_decks
from pitboss.odds.pontoon.cells import ACE, CELLS, TEN, VALUE_COUNT, Bools, Int8s, doubled_points
from pitboss.odds.pontoon.chart_play import table_of
from pitboss.odds.pontoon.charts import charts
from pitboss.odds.pontoon.rules import PontoonRules
from pitboss.odds.pontoon.solver import solve
from pitboss.odds.pontoon.strategy_table import ACTION_NAMES, DOUBLE, DRAW, SPLIT, STAND, SURRENDER, StrategyTable
from pitboss.odds.rules import BadRules, Strategy
from pitboss.odds.simulation.wagers import unit


class Way(NamedTuple):
    """A way to play: its decisions, and with which dealt cells it insures against an ace."""

    table: StrategyTable
    insures: Bools


_SHAPE = (CELLS.total, VALUE_COUNT)
_NEVER: Bools = np.zeros(CELLS.total, np.bool_)
_NO_SPLITS: Bools = np.zeros(_SHAPE, np.bool_)
_NO_RESCUE: Bools = np.zeros((CELLS.total, VALUE_COUNT, VALUE_COUNT), np.bool_)

# Basic play against A 2 3 4 5 6 7 8 9 and ten-value: d doubles, s stands, a dot draws. Lower totals draw and higher
# ones stand, and a total counts alike with any number of cards.
_HARD = {
    9: ".....d....",
    10: ".dddddd...",
    11: "dddddddddd",
    12: "..........",
    13: ".....s....",
    14: "...sss....",
    15: ".sssss....",
    16: ".sssss....",
    17: ".sssssssss",
}
_SOFT = {18: ".sssssss.."}
# Pairs by the value of one card: x splits, what is not split is played by its total.
_PAIRS = {
    0: ".xxxxxxxxx",
    1: ".xxxxxxx..",
    2: ".xxxxxxx..",
    5: "...xxx....",
    6: ".xxxxxx...",
    7: ".xxxxxxxxx",
    8: "..xxxx.xx.",
}
# The highest total after a double that is given up.
_RESCUED_TO = (17, 0, 0, 0, 0, 0, 0, 16, 16, 16)
_MARKS = {".": DRAW, "s": STAND, "d": DOUBLE}


def _best(rules: PontoonRules) -> Way:
    return Way(solve(rules).table, _worth_insuring(rules))


def _by_charts(rules: PontoonRules) -> Way:
    return Way(table_of(charts(solve(rules)), rules.settings.double_aces), _worth_insuring(rules))


def _worth_insuring(rules: PontoonRules) -> Bools:
    """PON 7.4: the cells with which insurance brings more than nothing, on the own cards and the dealer's ace; none
    at 2:1. It has nothing to do with how the hand is played."""
    laid = unit(rules, "insurance")
    paid = rules.settings.insurance_pays.on(laid)
    decks = full_decks(rules.settings.decks).without(ACE).values
    tens, cards = decks[TEN] - CELLS.held[:, TEN], decks.sum() - CELLS.size
    good: Bools = (CELLS.size == 2) & (tens * paid > (cards - tens) * laid)
    return good


def _row(cell: int) -> list[int]:
    """What basic play does with a hand that is not split, against each card of the dealer."""
    points, chart = int(CELLS.points[cell]), _SOFT if CELLS.soft[cell] else _HARD
    if points in chart:
        return [_MARKS[mark] for mark in chart[points]]
    return [DRAW if points < min(chart) else STAND] * VALUE_COUNT


def _basic(rules: PontoonRules) -> Way:
    later: Int8s = np.array([_row(cell) for cell in range(CELLS.total)], np.int8)
    splits = np.zeros(_SHAPE, np.bool_)
    for value, marks in _PAIRS.items():
        splits[CELLS.pair == value] = [mark == "x" for mark in marks]
    first = np.where(splits, SPLIT, later).astype(np.int8)
    rescue = doubled_points(rules.settings.double_aces)[:, :, None] <= np.array(_RESCUED_TO)
    return Way(StrategyTable(first, later, splits, rescue), _NEVER)


def _draws_below(hard: int, soft: int) -> Way:
    """Draws on less than these totals and does nothing else."""
    draws = np.where(CELLS.soft, CELLS.points < soft, CELLS.points < hard)
    actions: Int8s = np.repeat(np.where(draws, DRAW, STAND)[:, None], VALUE_COUNT, axis=1).astype(np.int8)
    return Way(StrategyTable(actions, actions, _NO_SPLITS, _NO_RESCUE), _NEVER)


def _mimic(rules: PontoonRules) -> Way:
    """PON 13.1(a): the dealer's own rule."""
    return _draws_below(17, 17 if rules.dealer_stands_on_soft_17 else 18)


def _by_chance(_: PontoonRules) -> Way:
    """All that the rules allow: PON 10.2(c) forbids to stand on a hard total under 12, and PON 9.1 offers surrender on
    two cards against an ace or a ten-value."""
    dice = np.random.default_rng(20050207)
    may = np.zeros((*_SHAPE, len(ACTION_NAMES)), np.bool_)
    may[..., DRAW] = may[..., DOUBLE] = True
    may[..., STAND] = (CELLS.soft | (CELLS.points >= MUST_DRAW_BELOW))[:, None]
    later = np.where(may, dice.random(may.shape), -1).argmax(axis=2).astype(np.int8)
    may[CELLS.pair >= 0, :, SPLIT] = True
    may[CELLS.size == 2, ACE, SURRENDER] = may[CELLS.size == 2, TEN, SURRENDER] = True
    first = np.where(may, dice.random(may.shape), -1).argmax(axis=2).astype(np.int8)
    resplit = (CELLS.pair >= 0)[:, None] & (dice.random(_SHAPE) < 0.7)
    rescue = dice.random(_NO_RESCUE.shape) < 0.3
    return Way(StrategyTable(first, later, resplit, rescue), dice.random(CELLS.total) < 0.5)


BY_CHANCE = "by_chance"
STRATEGIES: Mapping[str, Strategy[PontoonRules, Way]] = MappingProxyType(
    {
        "best": Strategy(
            "Best play",
            "The best table: by the hand's own cards, the dealer's card and whether the box is split.",
            _best,
        ),
        "charts": Strategy("By the charts", "What the charts of the sheet say, and nothing else.", _by_charts),
        "basic": Strategy(
            "Basic play", "Hard totals, soft totals and pairs by one chart, whatever the number of cards.", _basic
        ),
        "mimic": Strategy("As the dealer", "Draw as the dealer does; never double, split or surrender.", _mimic),
        "never_bust": Strategy(
            "Never bust",
            "Stand on hard 12 and soft 18 or more, and never double, split or surrender.",
            lambda _: _draws_below(MUST_DRAW_BELOW, 18),
        ),
        BY_CHANCE: Strategy(
            "By chance", "Do anything that the rules allow, the same with the same cards: for tests.", _by_chance
        ),
    }
)


@lru_cache(maxsize=32)
def way_to_play(rules: PontoonRules, strategy: str) -> Way:
    """A named way to play by these rules. Without rescue (P-10) nothing is rescued."""
    if strategy not in STRATEGIES:
        raise BadRules(f"There is no strategy {strategy!r} for pontoon: there are {', '.join(STRATEGIES)}.")
    way = STRATEGIES[strategy].play(rules)
    return way if rules.rescue else way._replace(table=way.table._replace(rescue=_NO_RESCUE))
