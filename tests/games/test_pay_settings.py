"""Pay tables are settings: a table pays by its own, refuses what is no odds, and writes down what differs."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pitboss.cards.card import cards
from pitboss.cards.order import Category
from pitboss.conformance.format.document import MalformedCase, load
from pitboss.conformance.runner import run_case
from pitboss.games.canberra.layout import BET_PAYS, PRIZES, JackpotSettings
from pitboss.games.frozen import Frozen
from pitboss.games.pay_text import NotPaid, pay_from, pay_written
from pitboss.games.pays import Odds
from pitboss.games.play import Settings
from pitboss.games.pontoon.hands import Pair, Row
from pitboss.games.pontoon.layout import INSURANCE_PAYS, PAIRS_PAY, TABLE_1, TABLE_2
from pitboss.games.table import BadSettings, StackedShoe, Table
from pitboss.games.ultimate.layout import BLIND_PAYS, TRIPS_PAYS
from pitboss.games.writing.house_rounds import export_file, export_round
from pitboss.kits import game_named
from pitboss.rulebook.refusal import Refusal


def settings_of(game: str, **changes: Any) -> Settings:
    return replace(game_named(game).default_settings, **changes)


def played(game: str, shoe: str, wagers: dict[str, int], act: tuple[str, dict[str, int]], **changes: Any) -> Table[Any]:
    """One box, the cards as given, one decision, and the dealer's routine to the end."""
    table: Table[Any] = Table(game_named(game), settings_of(game, **changes), StackedShoe(cards(shoe))).open()
    table.new_round().place(1, "Ann", **wagers)
    table.deal()
    do, particulars = act
    if do:
        past_what_need_not_be_done(table)
        assert not isinstance(table.act(1, do, **particulars), Refusal)
    return table.finish()


def past_what_need_not_be_done(table: Table[Any]) -> None:
    """The dealer's routine until a decision is awaited."""
    while not table.game.due(table.state):
        step = table.game.routine(table.state)
        assert step is not None
        table.take(step)


def nets(table: Table[Any]) -> dict[str, int]:
    return {outcome.wager: outcome.net for outcome in table.outcomes}


FLUSH = "2h 5h 9h Js 3c Ah Kh 4c 4d"


@pytest.mark.clause("UTH 10.1")
def test_blind_and_trips_pay_by_the_tables_of_the_settings() -> None:
    changes = {
        "blind_pays": Frozen({**BLIND_PAYS, Category.FLUSH: Odds(4, 1, "UTH 10.1 blind flush")}),
        "trips_pays": Frozen({**TRIPS_PAYS, Category.FLUSH: Odds(6, 1, "UTH 10.1 trips flush")}),
    }
    wagers = {"ante": 1000, "blind": 1000, "trips": 500}
    usual = nets(played("ultimate", FLUSH, wagers, ("play", {"amount": 4000})))
    other = nets(played("ultimate", FLUSH, wagers, ("play", {"amount": 4000}), **changes))
    assert (usual["blind"], usual["trips"]) == (1500, 3500)
    assert (other["blind"], other["trips"]) == (4000, 3000)


@pytest.mark.clause("UTH 10.1", "UTH 9.7(b)")
def test_a_row_that_is_not_there_pushes_the_blind_and_loses_trips() -> None:
    without = {
        "blind_pays": Frozen({row: odds for row, odds in BLIND_PAYS.items() if row is not Category.FLUSH}),
        "trips_pays": Frozen({row: odds for row, odds in TRIPS_PAYS.items() if row is not Category.FLUSH}),
    }
    wagers = {"ante": 1000, "blind": 1000, "trips": 500}
    got = nets(played("ultimate", FLUSH, wagers, ("play", {"amount": 4000}), **without))
    assert (got["blind"], got["trips"]) == (0, -500)


@pytest.mark.clause("CAN 8.1", "CAN 11.1")
def test_bet_and_jackpot_pay_by_the_tables_of_the_settings() -> None:
    shoe = "Ah Ac Kh Kd 9h 8c 5h 4d 2h 3c"
    changes = {
        "bet_pays": Frozen({**BET_PAYS, Category.FLUSH: Odds(6, 1, "CAN 8.1 bet 5:1")}),
        "prizes": Frozen({**PRIZES, Category.FLUSH: PRIZES[Category.FLUSH]._replace(least=20_000)}),
        "jackpot": JackpotSettings(reserve=100_000),
    }
    got = nets(played("canberra", shoe, {"ante": 1000, "jackpot": 200}, ("bet", {"amount": 2000}), **changes))
    assert got == {"ante": 1000, "bet": 12_000, "jackpot": 19_800}


@pytest.mark.clause("PON 14.2", "PON 18.14", "PON 14.3")
def test_pontoon_pays_by_the_tables_of_the_settings() -> None:
    changes = {
        "table_1": Frozen({**TABLE_1, Row.PONTOON: Odds(6, 5, "PON 14.2 Table 1 Pontoon")}),
        "pairs_pay": Frozen({**PAIRS_PAY, Pair.PERFECT: Odds(30, 1, "PON 18.14(c)")}),
        "super_bonus": replace(TABLE_2, below=123_400),
    }
    pontoon = nets(played("pontoon", "Ah 9c Kh", {"main": 1000}, ("", {}), **changes))
    assert pontoon == {"main": 1200}
    sevens = nets(played("pontoon", "7h 7c 7h 7h 9c 9d", {"main": 1000, "perfect_pairs": 500}, ("hit", {}), **changes))
    assert sevens == {"main": 2000, "perfect_pairs": 15_000, "super_bonus": 123_400}


@pytest.mark.clause("PON 7.4")
def test_insurance_pays_by_the_settings() -> None:
    table: Table[Any] = Table(
        game_named("pontoon"),
        settings_of("pontoon", insurance_pays=Odds(5, 2, "PON 7.4")),
        StackedShoe(cards("9h As 9c Kd")),
    ).open()
    table.new_round().place(1, "Ann", main=1000)
    table.deal()
    table.act(1, "insure", player="Ann", amount=400)
    past_what_need_not_be_done(table)
    table.act(1, "stand")
    assert nets(table.finish()) == {"main": -1000, "insurance": 1000}


@pytest.mark.parametrize(
    ("game", "changes", "sentence"),
    [
        ("ultimate", {"blind_pays": Frozen({Category.FLUSH: 3})}, "must hold odds of whole numbers"),
        ("ultimate", {"trips_pays": Frozen({"flush": Odds(3, 1, "x")})}, "has no row 'flush'"),
        ("ultimate", {"trips_pays": Frozen({Category.FLUSH: Odds(3, 0, "x")})}, "not 3 to 0"),
        ("ultimate", {"trips_pays": Frozen({Category.FLUSH: Odds(-1, 1, "x")})}, "not -1 to 1"),
        ("canberra", {"bet_pays": Frozen({Category.FLUSH: Odds(3, 1, "x")})}, "must pay every row"),
        ("canberra", {"prizes": Frozen({Category.FLUSH: PRIZES[Category.FLUSH]})}, "has a prize"),
        ("pontoon", {"table_1": Frozen({})}, "must pay every row"),
        ("pontoon", {"insurance_pays": Odds(1, -1, "x")}, "not 1 to -1"),
        ("pontoon", {"super_bonus": replace(TABLE_2, below=-1)}, "The Super Bonus and its threshold are"),
    ],
)
def test_what_is_no_pay_table_opens_no_table(game: str, changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadSettings, match=sentence):
        Table(game_named(game), settings_of(game, **changes))


def test_a_round_with_another_pay_table_replays_to_the_same_outcome(tmp_path: Path) -> None:
    pays = Frozen({**BLIND_PAYS, Category.FLUSH: Odds(4, 1, "UTH 10.1 blind flush")})
    table = played("ultimate", FLUSH, {"ante": 1000, "blind": 1000}, ("play", {"amount": 4000}), blind_pays=pays)
    path = tmp_path / "round.json"
    path.write_text(json.dumps(export_file("ultimate", [export_round(table, "R-1", "A round")])), encoding="utf-8")
    (case,) = load(path).cases
    assert json.loads(path.read_text())["cases"][0]["table"]["blind_pays"] == {"flush": "4:1"}
    assert run_case("ultimate", case).passed
    text = path.read_text().replace('"4:1"', '"four"')
    path.write_text(text, encoding="utf-8")
    with pytest.raises(MalformedCase, match="'four' is not odds"):
        load(path)


@pytest.mark.parametrize(
    ("usual", "written"),
    [
        (TRIPS_PAYS, {"flush": "9:2", "three_of_a_kind": "none"}),
        (TRIPS_PAYS, {"two_pairs": "1:1"}),
        (PRIZES, {"flush": 12_300}),
        (TABLE_2, {"below": 1, "others": 0}),
        (INSURANCE_PAYS, "5:2"),
    ],
)
def test_what_is_paid_is_written_as_it_is_read(usual: Any, written: Any) -> None:
    assert pay_written(pay_from("it", usual, written), usual) == written


@pytest.mark.parametrize(
    ("usual", "written", "sentence"),
    [
        (TRIPS_PAYS, {"flush": "three"}, "'three' is not odds"),
        (TRIPS_PAYS, {"flushes": "3"}, "no row 'flushes'"),
        (TRIPS_PAYS, "3:2", "must be a table"),
        (PRIZES, {"flush": 1.5}, "needs an amount of"),
        (PRIZES, {"straight": 100}, "no row 'straight'"),
        (TABLE_2, {"below": -1}, "needs an amount of"),
    ],
)
def test_what_cannot_be_paid_is_told_in_a_sentence(usual: Any, written: Any, sentence: str) -> None:
    with pytest.raises(NotPaid, match=sentence):
        pay_from("it", usual, written)
