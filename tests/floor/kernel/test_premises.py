"""The house as a whole: open, closed, disabled at once, and what it is run by."""

import pytest

from pitboss.floor.cage.counter import BuyIn, CashOut
from pitboss.floor.kernel.contract import HOUSE
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.premises import CloseHouse, DisableHouse, EnableHouse, OpenHouse, Premises, SetHouse
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.tables import croupier
from pitboss.floor.tables.play import Deal
from pitboss.games.play import Stage
from pitboss.journal import store
from pitboss.ledger import books
from tests.floor.house_scene import Clock
from tests.floor.tables.table_floor_scene import (
    CASHIER,
    DEALER,
    MANAGER,
    P1,
    PLAYERS,
    SUPERVISOR,
    bet_and_deal,
    done,
    give,
    on_felt,
    open_table,
    record_of,
    refused,
    rule,
    say,
    wager,
)


def test_the_manager_opens_and_closes_the_house_each_once(house: Floor) -> None:
    assert refused(house.execute(MANAGER, CloseHouse())).word == "already_closed"
    give(house, MANAGER, OpenHouse())
    assert refused(house.execute(MANAGER, OpenHouse())).word == "already_open"
    give(house, MANAGER, CloseHouse(reason="the night is over"))
    assert not house.record(HOUSE).is_open


def test_the_house_is_the_managers_alone(house: Floor) -> None:
    for role in set(Role) - {Role.MANAGER}:
        for command in (OpenHouse(), CloseHouse(), DisableHouse(reason="x"), EnableHouse(reason="x"), SetHouse()):
            answer = refused(house.execute(Actor("staff:somebody", role), command))
            assert answer.status == (401 if role is Role.VISITOR else 403)
    assert house.record(HOUSE) is None


def test_no_new_round_begins_in_a_closed_house_and_one_that_runs_is_finished(house: Floor) -> None:
    table = open_table(house, "ultimate")
    bet_and_deal(house, table, P1)
    give(house, MANAGER, CloseHouse())
    done(say(house, P1, table, "fold", seat=1))
    assert record_of(house, table).state.felt.stage is Stage.OVER
    answer = refused(wager(house, table, P1, 1))
    assert (answer.word, answer.clause) == ("house_closed", "UTH 14.1")


def test_while_the_house_is_disabled_there_are_only_rulings_and_cash_outs(house: Floor) -> None:
    table = open_table(house, "ultimate")
    bet_and_deal(house, table, *PLAYERS)
    give(house, MANAGER, DisableHouse(reason="a fire alarm"))
    before = store.last_seq()
    for answer in (
        say(house, P1, table, "check", seat=1),
        say(house, DEALER, table, "count_cards"),
        house.execute(SUPERVISOR, Deal(table=table)),
        house.execute(MANAGER, OpenHouse()),
        house.execute(MANAGER, SetHouse()),
        house.execute(CASHIER, BuyIn(patron="p1", amount=100)),
    ):
        refused(answer)
    assert store.last_seq() == before + 1, "only the denial of a command that is not the dealer's"
    give(house, CASHIER, CashOut(patron="p1", amount=1000))
    rule(house, SUPERVISOR, table, "void_round", reason="disturbance")
    assert on_felt(record_of(house, table)) == books.balance(f"felt:{table}") == 0
    give(house, MANAGER, EnableHouse(reason="a false alarm"))
    done(wager(house, table, P1, 1))


def test_time_does_not_run_out_while_the_house_is_disabled(house: Floor, clock: Clock) -> None:
    table = open_table(house, "ultimate")
    bet_and_deal(house, table, P1)
    give(house, MANAGER, DisableHouse(reason="a fire alarm"))
    clock.pass_seconds(3600)
    assert croupier.tick(house) == []
    give(house, MANAGER, EnableHouse(reason="a false alarm"))
    clock.pass_seconds(29)
    assert croupier.tick(house) == []
    clock.pass_seconds(1)
    assert len(croupier.tick(house)) == 1
    assert record_of(house, table).state.felt.stage is Stage.OVER


def test_the_house_is_disabled_for_a_reason(house: Floor) -> None:
    assert refused(house.execute(MANAGER, DisableHouse(reason=" "))).field == "reason"
    assert refused(house.execute(MANAGER, EnableHouse(reason="why"))).word == "not_disabled"
    give(house, MANAGER, DisableHouse(reason="a drill"))
    assert refused(house.execute(MANAGER, DisableHouse(reason="again"))).word == "already_disabled"
    assert house.record(HOUSE).disabled == "a drill"


@pytest.mark.parametrize(
    ("field", "value"),
    [("time_zone", "Mars/Base"), ("time_zone", ""), ("first_hour", 24), ("first_hour", -1), ("large_cash", 0)],
)
def test_the_house_is_not_run_by_what_cannot_be(house: Floor, field: str, value: object) -> None:
    answer = refused(house.execute(MANAGER, SetHouse(**{field: value})))  # type: ignore[arg-type]
    assert (answer.field, answer.status) == (field, 422)
    assert house.record(HOUSE) is None


def test_the_house_is_run_by_what_the_manager_sets(house: Floor) -> None:
    assert Premises().large_cash == 1_000_000
    give(house, MANAGER, SetHouse(time_zone="Australia/Sydney", first_hour=4, large_cash=500_000))
    assert house.record(HOUSE) == Premises(time_zone="Australia/Sydney", first_hour=4, large_cash=500_000)
