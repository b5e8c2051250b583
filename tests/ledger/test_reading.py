"""Statements, flows and balances of a moment, against the same worked out by hand."""

from itertools import product

import pytest
from django.db import connection, transaction

from pitboss.floor.kernel.floor import Floor
from pitboss.journal import store
from pitboss.journal.codec import Stored
from pitboss.ledger import books, reading
from pitboss.ledger.books import Transfer
from pitboss.ledger.reading import AccountFlow, Flow, Period

TRANSFERS = (
    (10, "floor.BoughtIn", "world:cash", "patron:p1", 500),
    (20, "games.Placed", "patron:p1", "felt:uth-1", 200),
    (20, "games.Placed", "patron:p1", "felt:uth-1", 50),
    (30, "games.Decided", "felt:uth-1", "float:uth-1", 250),
    (30, "games.Decided", "practice/felt:uth-2", "practice/float:uth-2", 7),
    (40, "floor.CashedOut", "patron:p1", "world:cash", 100),
)


@pytest.fixture(autouse=True)
def _a_day_of_transfers(house: Floor) -> None:
    position = 0
    for at, kind, debit, credit, cents in (
        (5, "floor.HouseOpened", "practice/world:cash", "practice/felt:uth-2", 7),
        *TRANSFERS,
    ):
        (row,) = store.append("house:house", position, [Stored(kind, 1, "{}")], at=at)
        position = row.position
        with transaction.atomic():
            books.post([Transfer(debit, credit, cents, row.seq)])


def test_a_statement_shows_each_transfer_with_the_balance_after_it() -> None:
    told = [(line.at, line.kind, line.other, line.cents, line.balance) for line in reading.statement("patron:p1")]
    assert told == [
        (10, "floor.BoughtIn", "world:cash", 500, 500),
        (20, "games.Placed", "felt:uth-1", -200, 300),
        (20, "games.Placed", "felt:uth-1", -50, 250),
        (40, "floor.CashedOut", "world:cash", -100, 150),
    ]


def test_a_statement_of_a_period_begins_with_the_balance_before_it() -> None:
    told = [(line.at, line.balance) for line in reading.statement("patron:p1", Period(20, 40))]
    assert told == [(20, 300), (20, 250)]
    assert reading.statement("patron:nobody") == []


def test_a_period_has_its_first_moment_and_not_its_last() -> None:
    assert reading.flows(["patron:p1"], Period(10, 20)) == [Flow("world:cash", "patron:p1", "floor.BoughtIn", 500)]
    assert reading.flows(["patron:p1"], Period(11, 20)) == []
    assert reading.balance_at("patron:p1", 40) == 250
    assert reading.balance_at("patron:p1", 41) == 150


def test_flows_are_added_up_by_their_ends_and_kind() -> None:
    assert reading.flows(["felt:uth-1"]) == [
        Flow("felt:uth-1", "float:uth-1", "games.Decided", 250),
        Flow("patron:p1", "felt:uth-1", "games.Placed", 250),
    ]
    assert reading.flows([]) == []


def test_changes_are_those_of_the_money_book_alone() -> None:
    assert reading.changes(reading.flows(None)) == {
        "felt:uth-1": AccountFlow(250, 250),
        "float:uth-1": AccountFlow(250, 0),
        "patron:p1": AccountFlow(500, 350),
        "world:cash": AccountFlow(100, 500),
    }
    assert reading.changes(reading.flows(None, Period(30, 40))) == {
        "felt:uth-1": AccountFlow(0, 250),
        "float:uth-1": AccountFlow(250, 0),
    }
    assert reading.changes(reading.flows(None))["world:cash"].net == -400


def test_balances_of_a_moment_come_to_nothing() -> None:
    for moment in range(0, 50, 5):
        assert sum(reading.balances_at(moment).values()) == 0
    now = {name: cents for name, cents in books.balances().items() if not name.startswith("practice/")}
    assert reading.balances_at(50) == now
    assert reading.balances_at(5) == {}


def test_accounts_of_a_kind_are_those_of_the_money_book() -> None:
    assert reading.accounts_of("felt") == ("felt:uth-1",)
    assert reading.accounts_of("jackpot") == ()


def test_the_last_movement_leaves_out_one_kind() -> None:
    assert reading.last_moved("patron:p1", Period(), without="floor.CashedOut") == 20
    assert reading.last_moved("patron:p1", Period(), without="") == 40
    assert reading.last_moved("patron:p1", Period(50), without="") is None


def test_events_of_some_kinds_are_told_in_their_order() -> None:
    told = reading.caused_events("house:house", Period(10, 40), ["games.Placed", "floor.BoughtIn", "floor.CashedOut"])
    expected = [(10, "floor.BoughtIn"), (20, "games.Placed"), (20, "games.Placed")]
    assert [(each.at, each.kind) for each in told] == expected


def test_an_account_that_is_not_what_its_transfers_say_is_named() -> None:
    assert reading.disagreeing() == ()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE ledger_account SET balance = balance + 1 WHERE name = 'patron:p1'")
    assert reading.disagreeing() == ("patron:p1",)


def _go_on(at: int, cause: str) -> int:
    """One more event of the house at a moment; its `seq`."""
    stream = "house:house"
    with store.writing([stream]) as begun:
        events = [(stream, begun.heads[stream].position, [Stored("floor.HouseOpened", 1, "{}")])]
        return begun.append(events, at=at, cause=cause)[0].seq


def test_all_events_of_a_period_are_between_its_seqs_also_where_moments_went_back() -> None:
    """Before causes told the wall's time moments may have gone back; from then on they never do."""
    for at in (90, 15, 25):
        _go_on(at, "{}")
    for at in (25, 30, 30, 45, 95, 100):
        _go_on(at, '{"wall":1}')
    rows = store.tail(0)
    for first, last in product(range(0, 110, 5), range(1, 112, 5)):
        period = Period(first, last)
        begins, ends = reading.seqs_in(period)
        outside = [row.at for row in rows if not begins <= row.seq <= ends]
        assert not [at for at in outside if period.since <= at < period.until]


def test_between_the_seqs_of_a_period_there_is_little_else_once_moments_are_in_order() -> None:
    assert reading.seqs_in(Period(0, 11)) == (1, reading.END_OF_TIME)
    seqs = [_go_on(at, '{"wall":1}') for at in range(50, 90, 10)]
    assert reading.seqs_in(Period(60, 80)) == (seqs[1], seqs[2])
    assert reading.seqs_in(Period(61, 62)) == (seqs[2], seqs[1])
    assert reading.seqs_in(Period(80)) == (seqs[3], reading.END_OF_TIME)
