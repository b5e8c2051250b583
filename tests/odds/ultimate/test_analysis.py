"""What the sheet is told: sums that must hold, and sentences that must be true."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from random import Random

import numpy as np
import pytest

from pitboss.cards.card import RANKS, Card, cards, rank_of, suit_of
from pitboss.cards.ranking import ULTIMATE
from pitboss.odds.ultimate.analysis import SEVENS, analyse, main_worth, trips_worth
from pitboss.odds.ultimate.charts import flop_chart, hand_values, river_chart
from pitboss.odds.ultimate.money import money_of
from pitboss.odds.ultimate.pictures import flop_picture
from pitboss.odds.ultimate.plan import fold_on_river, hand_class, play_after_flop
from pitboss.odds.ultimate.rules import UltimateRules
from pitboss.odds.ultimate.strategies import STRATEGIES, counts_of, plan_of
from pitboss.odds.worth import Analysis, Chart, FigureTable

RULES = UltimateRules()


@pytest.fixture(scope="module")
def analysis() -> Analysis:
    return analyse(RULES)


def _table(analysis: Analysis, title: str) -> FigureTable:
    return next(table for table in analysis.tables if table.title == title)


def test_every_result_has_its_chance(analysis: Analysis) -> None:
    for worth in analysis.wagers.values():
        assert sum(worth.results.values()) == 1
        assert -sum(net * chance for net, chance in worth.results.items()) == worth.edge
    main = analysis.wagers["main"]
    assert [round(float(chance), 3) for chance in (main.wins, main.loses, main.pushes)] == [0.466, 0.502, 0.032]
    assert min(main.results) == -6
    assert max(main.results) == 505


def test_decisions_add_up(analysis: Analysis) -> None:
    assert sum(analysis.decisions.values()) == 1
    assert analysis.decisions["play_3x"] == 0
    shares = [round(float(chance), 3) for chance in analysis.decisions.values()]
    assert shares == [0.377, 0, 0.213, 0.218, 0.192]


def test_the_grid_before_the_flop(analysis: Analysis) -> None:
    grid, *_, values = analysis.charts
    flat = {
        text: mark
        for texts, marks in zip(grid.texts or (), grid.cells, strict=True)
        for text, mark in zip(texts, marks, strict=True)
    }
    assert len(flat) == 169
    assert set(flat.values()) == set(grid.legend)
    played = {"A2o", "K5o", "K2s", "Q8o", "Q6s", "JTo", "J8s", "33", "AA"}
    checked = {"K4o", "Q7o", "Q5s", "J9o", "J7s", "T9s", "22"}
    assert {flat[hand] for hand in played} == {"4x"}
    assert {flat[hand] for hand in checked} == {"check"}
    assert values.texts is not None
    assert values.texts[0][0] == "+3.60"
    assert values.texts[12][11] == "\N{MINUS SIGN}0.93"


def test_values_of_a_hand_are_in_antes() -> None:
    money = money_of(RULES)
    aces = hand_values(money, int(hand_class(*cards("As Ad"))))
    assert aces["fold"] == -2
    assert max(aces, key=lambda choice: aces[choice]) == "4x"
    assert aces == hand_values(money_of(replace(RULES, stake=2000)), int(hand_class(*cards("As Ad"))))


def test_the_trips_table_is_that_of_all_sevens(analysis: Analysis) -> None:
    rows = {row[0]: row for row in _table(analysis, "Trips, a separate wager").rows}
    assert rows["Royal flush"][1:4] == (4_324, Fraction(4_324, SEVENS), "50 to 1")
    assert rows["Three of a kind"][1] == 6_461_620
    assert rows["Less"][1] == 113_355_660
    assert rows["Return"][4] == -analysis.wagers["trips"].edge
    assert analysis.wagers["trips"].edge == Fraction(4_679_700, SEVENS)
    names = list(rows)
    returns = [row[4] for row in rows.values()]
    assert all(isinstance(part, Fraction) for part in returns)
    at = names.index("Return")
    assert sum(returns[:at]) == returns[at]  # type: ignore[arg-type]
    assert returns[at] + returns[at + 1] == returns[-1] == -analysis.wagers["trips_lost_on_fold"].edge  # type: ignore[operator]
    study = analyse(replace(RULES, trips_lost_on_fold=False))
    assert "Forfeited by folds" in rows
    assert "Forfeited by folds" not in [row[0] for row in _table(study, "Trips, a separate wager").rows]
    assert set(study.wagers) == {"main", "trips"}


def test_flop_and_river_tables_lead_to_the_decisions(analysis: Analysis) -> None:
    flop = _table(analysis, "After the flop: when 2 x is best").rows
    river = _table(analysis, "On the river: play or fold").rows
    for rows, decision in ((flop, "play_2x"), (river, "play_1x")):
        parts = [(row[1], row[2]) for row in rows]
        assert all(isinstance(chance, Fraction) and isinstance(share, Fraction) for chance, share in parts)
        chances = [chance * share for chance, share in parts]  # type: ignore[operator]
        assert sum(chances[:-1]) == chances[-1] == analysis.decisions[decision]
    assert flop[-1][1] == 1 - analysis.decisions["play_4x"]
    assert river[-1][1] == analysis.decisions["play_1x"] + analysis.decisions["fold"]


def test_no_way_to_play_is_better_than_the_best() -> None:
    money = money_of(RULES)
    edges = {name: main_worth(money, counts_of(RULES, name)).edge for name in STRATEGIES}
    assert min(edges, key=lambda name: edges[name]) == "best"
    both = {name: edges[name] + trips_worth(money, counts_of(RULES, name)).edge for name in STRATEGIES}
    assert min(both, key=lambda name: both[name]) == "best_with_trips"
    # The rule of thumb is known to cost about a fifth of a percent.
    assert Fraction(1, 1000) < edges["rule_of_thumb"] - edges["best"] < Fraction(3, 1000)


def test_findings_say_what_is_worth_knowing(analysis: Analysis) -> None:
    said = " ".join(analysis.findings)
    for words in ("2.185%", "500 of the 1,326", "never the best", "5.250%", "3.498%", "5.873%"):
        assert words in said
    cut = " ".join(analyse(replace(RULES, stake=50_000)).findings)
    assert "maximum payout of $25,000 costs 1.385%" in cut


def test_progress_goes_from_nothing_to_all() -> None:
    parts: list[float] = []
    analyse(RULES, progress=parts.append)
    assert parts == sorted(parts)
    assert parts[-1] == 1.0


def test_the_charts_are_played_as_they_are_printed(analysis: Analysis) -> None:
    """Their edge is counted over all deals: worse than best play, and better than the rule of thumb."""
    titles = [chart.title for chart in analysis.charts]
    assert titles == ["Before the flop", "After the flop", "On the river", "What a hand is worth before the flop"]
    money = money_of(RULES)
    best, charts, thumb = (
        main_worth(money, counts_of(RULES, name)).edge for name in ("best", "charts", "rule_of_thumb")
    )
    assert best < charts < thumb
    assert any(f"cost {float(100 * (charts - best)):.3f}% of the ante" in said for said in analysis.findings)


def test_the_charts_of_flop_and_river_say_what_players_know(analysis: Analysis) -> None:
    _, flop, river, _ = analysis.charts

    def row(chart: Chart, name: str) -> list[str]:
        return [mark for mark in chart.cells[chart.rows.index(name)] if mark]

    assert {*row(flop, "Highest flop card paired"), *row(flop, "Straight or better")} == {"2x"}
    assert {*row(flop, "Nothing yet")} == {"check"}
    lowest = dict(zip(flop.columns, flop.cells[flop.rows.index("Lowest flop card paired")], strict=True))
    # A flop of one suit that the hand has none of.
    assert (lowest["1"], lowest["3 + 0"], lowest["3 + 1"]) == ("2x", "check", "2x")
    pair = dict(zip(river.columns, river.cells[river.rows.index("No better than a pair on the board")], strict=True))
    assert (pair["0 to 15"], pair["23 to 31"], pair["32 or more"]) == ("1x", "fold", "fold")
    assert (pair["19, 8 high or less"], pair["19, 9 high or more"]) == ("fold", "1x")


def test_a_hand_is_found_in_its_row_and_column() -> None:
    """The kernel plays by the charts what a person reads off them: random hands, looked up one by one."""
    random = Random(1)
    arrays = plan_of(RULES, "charts").arrays()
    stakes = money_of(RULES).stakes(with_trips=False)
    flop, river = flop_chart(stakes), river_chart(stakes)
    for _ in range(400):
        dealt = [Card(card) for card in random.sample(range(52), 7)]
        board, (one, other) = dealt[:5], dealt[5:]
        suit, most = Counter(map(suit_of, board[:3])).most_common(1)[0]
        held = [suit_of(one), suit_of(other)].count(suit)
        column = flop.columns.index("1" if most == 1 else f"{most} + {held}")
        mark = flop.cells[flop_picture(np.array(board[:3]), one, other)][column]
        assert play_after_flop(arrays, np.array(board[:3]), one, other) == (mark == "2x")
        assert fold_on_river(arrays, np.array(board), one, other) == (river_mark(river, board, dealt) == "fold")


def river_mark(chart: Chart, board: list[Card], dealt: list[Card]) -> str:
    """The board, what the hand is better by, and the single cards that would beat it, by the plain ranking."""
    hand = ULTIMATE.strength(dealt)
    wins = sum(ULTIMATE.strength([*board, Card(card)]) > hand for card in range(52) if card not in dealt)
    category, lies = (ULTIMATE.hand(each).category for each in (dealt, board))
    if category > lies:
        suited = max(Counter(map(suit_of, board)).values())
        row = suited - 2 if suited > 2 else 0
    else:
        row = 3 + min(int(lies), 4)
    high = max(map(rank_of, dealt[5:])) >= RANKS.index("9")
    if wins == 19:
        column = f"19, {'9 high or more' if high else '8 high or less'}"
    else:
        [column] = [name for name in chart.columns if "," not in name and wins in wins_said(name)]
    return chart.cells[row][chart.columns.index(column)]


def wins_said(column: str) -> range:
    """Such as 0 to 15, 20, or 32 or more."""
    numbers = [int(word) for word in column.replace("or more", "45").split() if word.isdecimal()]
    return range(numbers[0], numbers[-1] + 1)
