"""The printed charts of Pontoon: what they say of hands that people know, and what they are worth if played."""

import numpy as np
import pytest

from pitboss.cards.card import cards
from pitboss.odds.pontoon import charts as drawn
from pitboss.odds.pontoon.cells import CELLS, value_of
from pitboss.odds.pontoon.chart_play import action_of, table_of
from pitboss.odds.pontoon.charts import charts
from pitboss.odds.pontoon.rules import PontoonRules
from pitboss.odds.pontoon.simulation import simulate
from pitboss.odds.pontoon.solver import Solution, solve
from pitboss.odds.pontoon.solver import value_of as value_of_table
from pitboss.odds.pontoon.strategies import STRATEGIES, way_to_play
from pitboss.odds.pontoon.strategy_table import DOUBLE, DRAW, SPLIT, STAND, StrategyTable
from pitboss.odds.rules import read_rules
from pitboss.odds.worth import Chart

RULES = PontoonRules()
EVEN_MONEY_AFTER_SPLIT = ("split_bonus=off", "dealer_pontoon_collects=original_only")
SIX = value_of(*cards("6c"))


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solve(RULES)


@pytest.fixture(scope="module")
def found(solution: Solution) -> dict[str, Chart]:
    return {chart.title: chart for chart in charts(solution)}


@pytest.fixture(scope="module")
def table(found: dict[str, Chart]) -> StrategyTable:
    return table_of(tuple(found.values()), RULES.settings.double_aces)


def cell_of(text: str) -> int:
    return CELLS.number(cards(text))


@pytest.mark.parametrize("hand", ["Kc 3d", "9c 4d", "8c 5d"])
def test_hard_13_of_two_cards_stands_against_a_six(hand: str, solution: Solution, table: StrategyTable) -> None:
    """6-7 draws and has a table of its own, so it has no say in the row of the others."""
    assert solution.table.actions[cell_of(hand), SIX] == STAND
    assert table.actions[cell_of(hand), SIX] == STAND
    assert table.actions[cell_of("6c 7d"), SIX] == solution.table.actions[cell_of("6c 7d"), SIX] == DRAW


def test_two_cards_are_played_as_is_best_for_them(solution: Solution, table: StrategyTable) -> None:
    """Whichever chart has them: what they are is known but for the ranks that a total is made of, and those agree."""
    dealt = (solution.chances > 0) & (CELLS.points < 21)[:, None]
    differs = dealt & (table.actions != solution.table.actions)
    assert [(str(CELLS.cells[cell]), up) for cell, up in np.argwhere(differs)] == []


def test_a_total_leaves_out_what_has_a_table_of_its_own(monkeypatch: pytest.MonkeyPatch, solution: Solution) -> None:
    """With them in it, the row is another: that is what the charts were wrong by."""
    monkeypatch.setattr(drawn, "OF_THEIR_OWN", CELLS.pair >= 0)
    hard = charts(solution)[0]
    assert action_of(hard.cells[hard.rows.index("13")][hard.columns.index("6")], 2) == DRAW


@pytest.mark.parametrize(
    ("mark", "actions"),
    [("S", "SSSSS"), ("S4", "SSHHH"), ("H S3 H4", "HSHHH"), ("D5 S6", "DDDHS"), ("R H3", "RHHHH")],
)
def test_a_mark_is_read_by_the_number_of_cards(mark: str, actions: str) -> None:
    assert "".join(drawn.MARKS[action_of(mark, size)] for size in range(2, 7)) == actions


def test_the_charts_cost_next_to_nothing(solution: Solution, table: StrategyTable) -> None:
    """Played as they are printed: less than a thousandth of a percent, and never better than best play."""
    cost = solution.value - value_of_table(RULES, table)
    assert 0 < cost < 1e-5


def test_a_table_is_worth_what_it_was_solved_for(solution: Solution) -> None:
    assert value_of_table(RULES, solution.table) == pytest.approx(solution.value, abs=1e-14)


@pytest.mark.parametrize("strategy", ["charts", "by_chance", "basic"])
@pytest.mark.parametrize("sets", [(), EVEN_MONEY_AFTER_SPLIT])
def test_what_a_way_is_worth_is_what_rounds_of_it_bring(strategy: str, sets: tuple[str, ...]) -> None:
    rules = read_rules("pontoon", sets=sets)
    assert isinstance(rules, PontoonRules)
    tally = simulate(rules, strategy, 1_500_000, 7)
    brings = (tally.mean("main") + tally.mean("super_bonus")) / rules.stake
    # The bonus is so rare that a sample of it tells nothing of its own error.
    error = tally.standard_error("main") / rules.stake + 5e-5
    assert abs(value_of_table(rules, way_to_play(rules, strategy).table) - brings) < 4 * error


def test_a_split_box_has_its_own_pairs(found: dict[str, Chart], table: StrategyTable) -> None:
    """4-4 against a six is not split at first, and is split again once other fours have been."""
    again, four = found[drawn.SPLIT_AGAIN], found[drawn.FOUR_HANDS]
    assert "A-A" not in again.rows
    assert "P" not in {mark for row in four.cells for mark in row}
    fours = cell_of("4c 4d")
    assert (table.actions[fours, 4], table.resplit[fours, 4]) == (DRAW, solve(RULES).table.resplit[fours, 4])
    assert np.array_equal(table.resplit, solve(RULES).table.resplit)
    pairs = CELLS.pair > 0
    assert np.array_equal(table.after_split[pairs], solve(RULES).table.after_split[pairs])


def test_split_hands_have_their_totals_where_they_differ() -> None:
    """By even money for split hands 6-7 has no 6-7-8 to draw for."""
    usual = {chart.title for chart in charts(solve(RULES))}
    rules = read_rules("pontoon", sets=EVEN_MONEY_AFTER_SPLIT)
    assert isinstance(rules, PontoonRules)
    titles = [chart.title for chart in charts(solve(rules))]
    more = [title for title in titles if title not in usual]
    assert more == [drawn.SPLIT_BOX + title.lower() for title in drawn.TOTALS] + [drawn.SPLIT_BOX + drawn.TOWARDS_678]
    table = way_to_play(rules, "charts").table
    assert (table.actions[cell_of("6c 7d"), SIX], table.after_split[cell_of("6c 7d"), SIX]) == (DRAW, STAND)
    assert 0 < solve(rules).value - value_of_table(rules, table) < 2e-5


def test_all_that_a_chart_can_say_is_played(table: StrategyTable) -> None:
    assert {*np.unique(table.actions).tolist()} == {STAND, DRAW, DOUBLE, SPLIT}
    assert "charts" in STRATEGIES
