"""The printed charts of Pontoon, played: every hand by the mark that a person finds for it, and nothing else."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

import numpy as np

from pitboss.games.pontoon.hands import BEST
from pitboss.odds.pontoon.cells import CELLS, VALUE_COUNT, Bools, Int8s, doubled_points
from pitboss.odds.pontoon.charts import (
    DEALERS,
    DOUBLED,
    DOUBLED_TOTALS,
    FOUR_HANDS,
    MARKS,
    OF_THEIR_OWN,
    PAIRS,
    SPLIT_AGAIN,
    SPLIT_BOX,
    TOTALS,
    TOWARDS_678,
    name_towards_678,
    pair_name,
)
from pitboss.odds.pontoon.strategy_table import DRAW, SPLIT, STAND, StrategyTable
from pitboss.odds.worth import Chart

_ACTIONS = {mark: action for action, mark in MARKS.items()}
OR_LESS = " or less"


def table_of(charts: Sequence[Chart], double_aces: str) -> StrategyTable:
    """The way to play that the charts say. Where there are none for split boxes, their hands go by the usual ones."""
    by_title = {chart.title: chart for chart in charts}
    actions = _actions(by_title, PAIRS, "")
    after_split = _actions(by_title, FOUR_HANDS, SPLIT_BOX)
    again = _actions(by_title, SPLIT_AGAIN, SPLIT_BOX)
    resplit = (again == SPLIT) & (CELLS.pair >= 0)[:, None]
    return StrategyTable(actions, after_split, resplit, _rescue(by_title[DOUBLED], double_aces))


def _actions(charts: Mapping[str, Chart], pairs: str, box: str) -> Int8s:
    actions: Int8s = np.full((CELLS.total, VALUE_COUNT), STAND, np.int8)
    for cell in range(CELLS.total):
        if CELLS.size[cell] >= 2 and CELLS.points[cell] < BEST:
            for dealer, mark in zip(DEALERS, _marks(charts, cell, pairs, box), strict=True):
                actions[cell, dealer] = action_of(mark, int(CELLS.size[cell]))
    return actions


def _marks(charts: Mapping[str, Chart], cell: int, pairs: str, box: str) -> tuple[str, ...]:
    """The row where a person finds this hand."""
    if OF_THEIR_OWN[cell]:
        if CELLS.pair[cell] < 0:
            towards = charts.get(box + TOWARDS_678, charts[TOWARDS_678])
            return towards.cells[towards.rows.index(name_towards_678(cell))]
        own = charts[pairs]
        if pair_name(cell) in own.rows:
            return own.cells[own.rows.index(pair_name(cell))]
    title = TOTALS[0] if not CELLS.soft[cell] else TOTALS[2 if CELLS.late_ace[cell] else 1]
    chart = charts.get(box + title.lower(), charts[title])
    return chart.cells[_row_of(chart.rows, int(CELLS.points[cell]))]


@cache
def _row_of(rows: tuple[str, ...], total: int) -> int:
    """The row of a total, which "8 or less" may be."""
    last = (int(row.removesuffix(OR_LESS)) for row in rows)
    return next(place for place, highest in enumerate(last) if total <= highest)


@cache
def action_of(mark: str, size: int) -> int:
    """What a mark says of a hand of so many cards: S4 draws from four cards on, H S3 stands from three on."""
    return [action for least, action in _changes(mark) if size >= least][-1]


def _changes(mark: str) -> Iterator[tuple[int, int]]:
    first, *later = mark.split()
    yield 2, _ACTIONS[first[0]]
    if first[1:]:
        yield int(first[1:]), DRAW
    for change in later:
        yield int(change[1:]), _ACTIONS[change[0]]


def _rescue(chart: Chart, double_aces: str) -> Bools:
    """PON 12.6: by the total after the card of a double."""
    points = doubled_points(double_aces)
    rescue = np.zeros((CELLS.total, VALUE_COUNT, VALUE_COUNT), np.bool_)
    for row, totals in zip(chart.cells, DOUBLED_TOTALS.values(), strict=True):
        for dealer, mark in zip(DEALERS, row, strict=True):
            rescue[..., dealer] |= np.isin(points, list(totals)) & (mark == "X")
    return rescue
