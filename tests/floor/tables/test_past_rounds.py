"""What stays to be done when rounds are past: those that are rebuilt or void are told so, and cards are checked."""

import pytest

from pitboss.floor.kernel.floor import Floor
from pitboss.floor.reading.returns import returns
from pitboss.floor.reading.sittings import last_rounds
from pitboss.games.state import Stage
from pitboss.ledger import books
from pitboss.screens.wizard.fields import fields_for
from pitboss.screens.wizard.matters import matters_at
from tests.floor.tables import table_floor_scene as scene

# 19 against 18, 20 against 18, and 20 against 17 of the dealer.
ROUNDS = ("Jh 9c 9s 9d", "Jd 9h Qd 9c", "Js 8h Qs 9d")
STAKES = (1000, 2000, 4000)


def _table(house: Floor, rounds: int) -> str:
    """A live table at which patron p1 has won so many rounds."""
    table = scene.open_live_table(house, "pontoon")
    for number in range(rounds):
        if number:
            scene.done(scene.say(house, scene.DEALER, table, "start_round"))
        _begun(house, table, STAKES[number])
        scene.deal_by_hand(house, table, ROUNDS[number].split())
    return table


def _begun(house: Floor, table: str, cents: int) -> None:
    wagers = {"main": cents}
    scene.done(scene.say(house, scene.DEALER, table, "place", seat=1, player="p1", wagers=wagers))


def _won(table: str) -> dict[int, str]:
    return {row.number: row.result for row in last_rounds(table, "p1")}


def _house_win(house: Floor) -> int:
    return sum(line.actual for line in returns(house).lines if line.wager == "main")


@pytest.mark.clause("PON 15.5")
def test_an_earlier_round_that_is_void_is_void_wherever_it_is_told(house: Floor) -> None:
    table = _table(house, 3)
    assert _won(table) == {1: "main won $10", 2: "main won $20", 3: "main won $40"}
    assert _house_win(house) == -7000
    record = scene.record_of(house, table)
    assert "void_past_round" in {each.do for each in matters_at(record, scene.SUPERVISOR)}
    (field,) = (each for each in fields_for(record, "void_past_round") if each.name == "round")
    assert [value for value, _ in field.options] == ["", "3", "2", "1"]
    assert field.options[-1][1] == "Round 1, Patron p1 won $10"
    scene.done(scene.say(house, scene.SUPERVISOR, table, "void_past_round", round=1, reason="a card on the wrong box"))
    assert _won(table) == {1: "main void", 2: "main won $20", 3: "main won $40"}
    assert _house_win(house) == -6000
    assert books.balances()["patron:p1"] == 1_006_000
    refused = scene.refused(scene.say(house, scene.SUPERVISOR, table, "void_past_round", round=3))
    assert refused.clause == "PON 15.5"
    scene.books_are_right(house, table)


@pytest.mark.clause("PON 15.4")
def test_a_round_rebuilt_in_the_betting_after_it_keeps_its_number_and_has_its_new_result(house: Floor) -> None:
    table = _table(house, 1)
    scene.done(scene.say(house, scene.DEALER, table, "start_round"))
    _begun(house, table, 2000)
    scene.done(scene.say(house, scene.SUPERVISOR, table, "misplaced_card", seat=1, cards=("Jh", "9c")))
    assert books.balances()["patron:p1"] == 999_000
    scene.deal_by_hand(house, table, [])
    assert scene.record_of(house, table).state.felt.stage is Stage.OVER
    assert _won(table)[1] == "main lost $10"
    scene.done(scene.say(house, scene.DEALER, table, "start_round"))
    _begun(house, table, 2000)
    scene.deal_by_hand(house, table, ROUNDS[1].split())
    assert _won(table) == {1: "main lost $10", 2: "main won $20"}
    assert (_house_win(house), books.balances()["patron:p1"]) == (-1000, 1_001_000)
    scene.books_are_right(house, table)


@pytest.mark.clause("UTH 2.4")
def test_at_a_virtual_table_the_croupier_checks_the_cards_when_it_has_closed(house: Floor) -> None:
    table = scene.open_table(house, "ultimate")
    closed = scene.done(scene.say(house, scene.SUPERVISOR, table, "close_table", reason="the day is over"))
    assert [type(fact.event).__name__ for fact in closed.facts] == ["TableClosed", "CardsChecked"]
    assert not scene.record_of(house, table).state.house.closing_check_is_due
