"""Theoretical against actual win: counted once more from the tables, the ledger and the committed sheets."""

import json
import subprocess
import sys
from datetime import date
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from pitboss.checkout import checkout
from pitboss.cli.docs import returns_figures
from pitboss.floor.cage.gaming_day import GamingClock
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.reading import reports
from pitboss.floor.reading import returns_figures as figures
from pitboss.floor.reading.returns import MOST_POINTS, Returns, WagerReturn, returns
from pitboss.floor.tables.setup import SetTable
from pitboss.games.play import Outcome, Result, Stage
from pitboss.games.pontoon.layout import TABLE_2
from tests.floor.house_scene import Clock
from tests.floor.tables import table_floor_scene
from tests.floor.tables.table_floor_scene import (
    JACKPOT,
    MANAGER,
    P1,
    P2,
    PLAYERS,
    SUPERVISOR,
    bet_and_deal,
    deal,
    done,
    give,
    open_table,
    play_round,
    record_of,
    rule,
    say,
    sit_down_to_holdem,
    wager,
)

TODAY = date(2025, 11, 15)


def line(found: Returns, game: str, kind: str) -> WagerReturn:
    (only,) = [each for each in found.lines if (each.game, each.wager) == (game, kind)]
    return only


def played(house: Floor, table: str, rounds: int) -> list[Outcome]:
    """So many rounds, and what became of every wager by the state of the table at the end of each."""
    seen: list[Outcome] = []
    for number in range(rounds):
        play_round(lambda: house, table, Random(number))
        seen += record_of(house, table).state.house.last_round
    return seen


def test_the_file_is_made_from_the_committed_sheets() -> None:
    assert figures.FILE.read_text("utf-8") == returns_figures()
    root = checkout()
    assert root is not None
    for game, wager_told, named in (
        ("ultimate", "main", "main"),
        ("ultimate", "trips", "trips_lost_on_fold"),
        ("canberra", "main", "main"),
        ("pontoon", "main", "main"),
        ("pontoon", "perfect_pairs", "perfect_pairs"),
        ("pontoon", "insurance", "insurance"),
    ):
        told = json.loads((root / "docs/par" / f"{game}.json").read_text())["wagers"][named]
        figure = figures.figure_of(game, wager_told)
        assert 100 * float(figure.edge) == pytest.approx(told["house_edge_percent"])
        assert float(figure.variance) ** 0.5 == pytest.approx(told["sd"])
    # At a wager of $10 a Super Bonus is a hundred wagers.
    bonus = json.loads((root / "docs/par/pontoon.json").read_text())["wagers"]["super_bonus"]["house_edge"]
    assert 100 * figures.figure_of("pontoon", "super_bonus").edge == Fraction(bonus["numerator"], bonus["denominator"])


def test_neither_the_sheets_nor_compiled_code_are_needed_for_it() -> None:
    program = (
        "import sys, pitboss.floor.reading.returns_figures as f; f.figure_of('ultimate', 'main'); print(*sys.modules)"
    )
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert not {"numba", "numpy", "pitboss.odds"} & set(loaded)


@pytest.mark.parametrize(
    ("game", "settings", "parts"),
    [
        ("ultimate", {}, {"main": ("ante", "blind", "play"), "trips": ("trips",)}),
        ("canberra", {"jackpot": JACKPOT}, {"main": ("ante", "bet")}),
        ("pontoon", {}, {"main": ("main",)}),
    ],
)
def test_wagers_are_added_up_as_the_tables_decided_them(
    house: Floor, game: str, settings: dict[str, Any], parts: dict[str, tuple[str, ...]]
) -> None:
    seen = played(house, open_table(house, game, **settings), 4)
    found = returns(house)
    for kind, spots in parts.items():
        rows = [row for row in seen if row.wager in spots and row.result in (Result.WIN, Result.LOSE, Result.PUSH)]
        told, figure = line(found, game, kind), figures.figure_of(game, kind)
        # Three players put down the same in each of four rounds.
        base = 500 if kind == "trips" else 1000
        assert (told.rounds, told.base) == (12, 12 * base)
        assert told.handle == sum(row.at_risk for row in rows)
        assert told.actual == -sum(row.net for row in rows)
        assert told.theoretical == 12 * base * figure.edge
        assert told.variance == 12 * base**2 * figure.variance
        low, high = told.band or (0, 0)
        assert high - low == pytest.approx(2 * 1.96 * float(told.variance) ** 0.5, abs=1)
        assert told.z == pytest.approx(float(told.actual - told.theoretical) / float(told.variance) ** 0.5)
    assert sum(each.actual for each in found.lines) == reports.table_day(f"{game}-1", TODAY, GamingClock()).win
    last = found.series[game][-1]
    counted = [each for each in found.lines if each.has_figure]
    assert (last.rounds, last.actual) == (12, sum(each.actual for each in counted))
    assert last.theoretical == round(sum(each.theoretical or 0 for each in counted))


def test_what_jackpots_and_the_super_bonus_cost(house: Floor) -> None:
    played(house, open_table(house, "canberra", jackpot=JACKPOT), 1)
    played(house, open_table(house, "pontoon"), 1)
    found = returns(house)
    jackpot = line(found, "canberra", "jackpot")
    assert (jackpot.rounds, jackpot.handle, jackpot.actual, jackpot.theoretical) == (3, 600, 0, None)
    assert (jackpot.band, jackpot.z, jackpot.sd) == (None, None, None)
    bonus = line(found, "pontoon", "super_bonus")
    assert (bonus.rounds, bonus.handle, bonus.actual) == (3, 0, 0)
    cost = TABLE_2.below + 2 * TABLE_2.others
    assert bonus.theoretical == 3 * cost * figures.figure_of("pontoon", "super_bonus").edge < 0


def test_hold_em_has_the_commission_that_is_due(house: Floor) -> None:
    table = open_table(house, "holdem")
    sit_down_to_holdem(house, table)
    for number in range(3):
        play_round(lambda: house, table, Random(number))
    told = line(returns(house, game="holdem"), "holdem", "pot")
    assert told.actual == reports.table_day(table, TODAY, GamingClock()).commission > 0
    assert (told.theoretical, told.band, told.rounds) == (Fraction(told.actual), None, 3)
    assert returns(house).series == {}


def test_void_rounds_practice_and_rounds_that_run_do_not_count(house: Floor) -> None:
    table, practice = open_table(house, "ultimate"), open_table(house, "ultimate", "p-1", mode="practice")
    played(house, practice, 1)
    bet_and_deal(house, table, P1, P2)
    done(say(house, P1, table, "fold", seat=1))
    assert returns(house).lines == ()
    rule(house, SUPERVISOR, table, "void_round", reason="fraud")
    assert returns(house).lines == ()
    bet_and_deal(house, table, P1, P2)
    rule(house, SUPERVISOR, table, "void_wagers", player="p1", reason="marked cards")
    done(say(house, P2, table, "fold", seat=2))
    assert record_of(house, table).state.felt.stage is Stage.OVER
    assert [(each.wager, each.rounds, each.actual) for each in returns(house).lines] == [
        ("main", 1, 2000),
        ("trips", 1, 500),
    ]


def test_a_range_of_gaming_days_one_table_and_one_game(house: Floor, clock: Clock) -> None:
    one, two = open_table(house, "ultimate"), open_table(house, "pontoon")
    played(house, one, 1)
    # A round counts in the day it ends in.
    done(wager(house, one, P1, 1))
    deal(house, one, *PLAYERS)
    clock.pass_seconds(24 * 3600)
    done(say(house, P1, one, "fold", seat=1))
    played(house, two, 2)
    tomorrow = date(2025, 11, 16)
    assert line(returns(house, last=TODAY), "ultimate", "main").rounds == 3
    assert [each.wager for each in returns(house, last=TODAY).lines] == ["main", "trips"]
    second = returns(house, first=tomorrow, last=tomorrow)
    assert (line(second, "ultimate", "main").rounds, line(second, "ultimate", "main").actual) == (1, 2000)
    assert line(second, "pontoon", "main").rounds == 6
    assert {each.game for each in returns(house, table=two).lines} == {"pontoon"}
    assert {each.game for each in returns(house, game="ultimate").lines} == {"ultimate"}
    assert returns(house, first=date(2025, 11, 17)).lines == ()
    assert line(returns(house), "ultimate", "main").rounds == 4


def test_a_table_with_its_own_pay_table_is_listed_apart(house: Floor) -> None:
    table = open_table(house, "ultimate")
    played(house, table, 1)
    for seat in (1, 2, 3):
        done(say(house, table_floor_scene.DEALER, table, "leave", seat=seat))
    done(say(house, SUPERVISOR, table, "close_table", reason="for the day"))
    give(house, MANAGER, SetTable(table=table, title="Other pays", settings={"trips_pays": {"flush": "6:1"}}))
    done(say(house, SUPERVISOR, table, "open_table"))
    played(house, table, 1)
    found = [(each.wager, each.has_figure, each.rounds) for each in returns(house).lines]
    assert found == [("main", True, 6), ("trips", False, 3), ("trips", True, 3)]
    (own,) = [each for each in returns(house).lines if not each.has_figure]
    assert (own.theoretical, own.band) == (None, None)


def test_a_plot_has_few_points_and_ends_with_the_last_round(
    house: Floor, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = open_table(house, "pontoon")
    for number in range(7):
        play_round(lambda: house, table, Random(number))
        clock.pass_seconds(60)
    every = returns(house).series["pontoon"]
    assert [point.rounds for point in every] == [3, 6, 9, 12, 15, 18, 21]
    monkeypatch.setattr("pitboss.floor.reading.returns.MOST_POINTS", 4)
    few = returns(house).series["pontoon"]
    assert len(few) <= 4 < MOST_POINTS
    assert few[-1] == every[-1]
    assert set(few) <= set(every)
