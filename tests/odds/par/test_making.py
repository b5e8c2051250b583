"""A sheet made from the real solver and the real simulation, with the least game there is to solve."""

from fractions import Fraction

import pytest

from pitboss.odds.canberra.analysis import WAGERS
from pitboss.odds.canberra.rules import CanberraRules
from pitboss.odds.par import cells
from pitboss.odds.par.sheet import Sheet, make_sheet
from pitboss.odds.rules import digest

REPORTS: list[tuple[str, float]] = []


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    return make_sheet(CanberraRules(), report=lambda words, part: REPORTS.append((words, part)), rounds=500_000)


def test_caribbean_stud_is_one_of_the_changes(sheet: Sheet) -> None:
    """The published loss of the royal flush at 100 to 1, over all deals."""
    [stud] = [each for each in sheet.variations if "Caribbean Stud" in each.change.label]
    assert stud.edge == Fraction(1_041_372_912_372, 19_933_230_517_200)
    assert stud.difference == stud.edge - sheet.main.edge


def test_what_costs_most_comes_first(sheet: Sheet) -> None:
    differences = [each.difference for each in sheet.variations]
    assert differences == sorted(differences, reverse=True)
    assert differences[0] > differences[-1]


def test_the_simulation_agrees(sheet: Sheet) -> None:
    [check] = sheet.checks
    assert (check.wager, check.rounds) == ("main", 500_000)
    assert check.exact == float(-sheet.main.edge)
    assert 0.002 < check.standard_error < 0.005
    assert abs(check.standard_errors) < 3


def test_runs_are_of_the_main_wager(sheet: Sheet) -> None:
    assert [run.rounds for run in sheet.runs] == [100, 1_000, 10_000]
    for run in sheet.runs:
        assert run.mean == pytest.approx(float(-sheet.main.edge) * run.rounds)
        assert run.sd == pytest.approx(sheet.main.sd * run.rounds**0.5)


def test_the_meter_crosses_nothing_at_its_break_even(sheet: Sheet) -> None:
    assert sheet.meter is not None
    even = dict(sheet.meter.break_even)[sheet.meter.wager]
    for pool, value in sheet.meter.points:
        assert (value >= 0) == (pool >= even)
    assert sheet.meter.points[0][1] < 0 < sheet.meter.points[-1][1]


def test_the_meter_has_every_wager_that_the_analysis_tells(sheet: Sheet) -> None:
    assert sheet.meter is not None
    assert {*WAGERS} <= {wager for wager, _ in sheet.meter.break_even}
    assert any("jackpot wager of $10 breaks even" in name for name, _, _ in cells.fractions(sheet).rows)


def test_it_says_which_rules(sheet: Sheet) -> None:
    assert sheet.digest == digest(CanberraRules())


def test_progress_only_grows(sheet: Sheet) -> None:
    parts = [part for _, part in REPORTS]
    assert parts == sorted(parts)
    assert parts[0] == 0
    assert parts[-1] == pytest.approx(1)
    assert any("Caribbean" in words for words, _ in REPORTS)
