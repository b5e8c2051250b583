"""What the sheet is told: wagers, decisions, charts, findings and tables."""

from dataclasses import replace
from fractions import Fraction

import pytest

from pitboss.cards.card import Card
from pitboss.games.canberra.layout import CanberraSettings, JackpotSettings
from pitboss.odds.canberra.analysis import analyse
from pitboss.odds.canberra.charts import charts
from pitboss.odds.canberra.plan import plan
from pitboss.odds.canberra.rules import CanberraRules
from pitboss.odds.canberra.solver import solve
from pitboss.odds.canberra.strategies import solution_of
from pitboss.odds.worth import Analysis, Chart
from pitboss.rulebook.book import rulebook
from tests.odds.canberra.rows import paying

RULES = CanberraRules()


@pytest.fixture(scope="module")
def analysis() -> Analysis:
    return analyse(RULES)


def test_wagers_and_decisions(analysis: Analysis) -> None:
    assert analysis.game == "canberra"
    assert set(analysis.wagers) == {"main", "jackpot"}
    assert analysis.wagers["main"] == solve(RULES).worth
    assert analysis.decisions["fold"] == solve(RULES).outcomes.folds
    assert sum(analysis.decisions.values()) == 1


def test_progress_is_told() -> None:
    told: list[float] = []
    analyse(RULES, progress=told.append)
    assert told == sorted(told)
    assert (told[0], told[-1]) == (0, 1)


def cell(chart: Chart, row: str, column: str) -> str:
    return chart.cells[chart.rows.index(row)][chart.columns.index(column)]


def test_charts_are_whole(analysis: Analysis) -> None:
    for chart in analysis.charts:
        assert len(chart.cells) == len(chart.rows) == len(chart.texts or ())
        assert all(len(row) == len(chart.columns) == 13 for row in chart.cells)
        assert {mark for row in chart.cells for mark in row} == set(chart.legend)
        said = {text for row in chart.texts or () for text in row}
        assert {text if not text.endswith("%") else "%" for text in said} == set(chart.legend)
        assert ("percentage" in chart.note) == ("%" in chart.legend and chart.title != "Bet or fold")
    assert sum(len(chart.rows) for chart in analysis.charts[1:]) == 45


def test_charts_say_what_best_play_does(analysis: Analysis) -> None:
    """Each cell of the ace-king charts against the decisions for hands of many suits."""
    decisions = plan(RULES, "best")
    ranks = "23456789TJQKA"
    checked = 0
    for chart in analysis.charts[1:]:
        for row in chart.rows:
            _, _, third, fourth = (ranks.index(rank.replace("10", "T")) for rank in row.split())
            fifth = (third + fourth) % fourth
            for upcard, column in enumerate(chart.columns):
                bets = set()
                for suits in ((0, 1, 2, 3, 0), (0, 0, 0, 1, 1), (3, 2, 2, 2, 2)):
                    hand = [
                        Card(13 * suit + rank) for suit, rank in zip(suits, (12, 11, third, fourth, fifth), strict=True)
                    ]
                    ups = [Card(13 * suit + upcard) for suit in range(4)]
                    bets |= {decisions.bets(hand, up) for up in ups if up not in hand}
                mark = cell(chart, row, column)
                allowed = {"bet": {True}, "fold": {False}, "5th": {fifth == upcard}, "%": {True, False}}[mark]
                assert bets <= allowed, (row, column)
                checked += 1
    assert checked == 45 * 13


def test_the_overview(analysis: Analysis) -> None:
    overview = analysis.charts[0]
    assert set(overview.cells[0]) == {"fold"}
    assert set(overview.cells[-1]) == set(overview.cells[-2]) == {"bet"}
    assert cell(overview, "ace-king with a jack", "A") == "bet"
    assert cell(overview, "ace-king with a jack", "Q") == "fold"
    assert cell(overview, "ace-king without queen and jack", "K") == "fold"


def test_charts_follow_the_decisions() -> None:
    first, *_ = charts(solution_of(RULES, "always").bets)
    assert {mark for row in first.cells for mark in row} == {"bet"}


def test_findings(analysis: Analysis) -> None:
    said = " ".join(analysis.findings)
    assert "against no upcard is anything else better" in said
    assert "It costs 0.00022% of the ante" in said
    assert "A-K-J-8-3 or better" in said
    assert "breaks even from $501,777.45 on" in said
    assert all(finding.endswith(".") for finding in analysis.findings)


def test_findings_follow_the_rules() -> None:
    settings = CanberraSettings(jackpot=JackpotSettings(pool=60_000_000, wager=500))
    said = " ".join(analyse(CanberraRules(settings)).findings)
    assert "$5 returns 45.74% with $600,000 on the meter" in said
    assert "breaks even from $1,527,680.47 on" in said


def test_a_rule_that_does_not_hold_is_not_told() -> None:
    """Where a pair is paid half, low pairs are folded against many upcards."""
    there = analyse(paying(one_pair=(1, 2)))
    assert "but for 0 bets and 1,439,340 folds" in there.findings[0]
    assert "%" in there.charts[0].cells[there.charts[0].rows.index("one pair")]


def test_tables_add_up(analysis: Analysis) -> None:
    endings, ways_to_play, prizes, meters, _ = analysis.tables
    *rows, total = endings.rows
    for column in range(2, 8):
        assert sum(row[column] for row in rows) == total[column]  # type: ignore[misc]
    assert total[-1] == 19_933_230_517_200
    assert ways_to_play.rows[0][1:3] == (analysis.wagers["main"].edge, 0)
    assert sum(row[3] for row in prizes.rows[:-1]) == prizes.rows[-1][3]  # type: ignore[misc]
    assert prizes.rows[-1][3] == 1 - analysis.wagers["jackpot"].edge
    paid_back = [row[1] for row in meters.rows if isinstance(row[1], Fraction)]
    assert len(paid_back) == len(meters.rows) == 12
    assert paid_back == sorted(paid_back)


def test_tables_cite_clauses_that_exist(analysis: Analysis) -> None:
    for table in analysis.tables:
        assert all(rulebook().find_cited(clause) for clause in table.clauses)
        assert all(len(row) == len(table.columns) == len(table.kinds) for row in table.rows)


def test_a_cut_royal_flush_costs(analysis: Analysis) -> None:
    there = analyse(replace(RULES, stake=20_000))
    assert there.wagers["main"].edge > analysis.wagers["main"].edge
    assert there.decisions == analysis.decisions
    [royal] = (row for row in there.tables[0].rows if row[0] == "royal flush")
    assert royal == next(row for row in analysis.tables[0].rows if row[0] == "royal flush")
