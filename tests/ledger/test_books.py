"""The books: transfers that add up, and a database that refuses what must never be in it."""

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss.floor.kernel.floor import Floor
from pitboss.journal import store
from pitboss.journal.codec import Stored
from pitboss.ledger import books, reading
from pitboss.ledger.books import NotEnough, Transfer

SAID = "never changed or deleted"


@pytest.fixture(autouse=True)
def _books_are_whole(house: Floor) -> None:
    """One event to be the cause of transfers, and 500 cents for somebody."""
    store.append("house:house", 0, [Stored("floor.HouseOpened", 1, '{"by":"staff:maria"}')], at=1)
    post(("world:cash", "patron:p1", 500))


def post(*transfers: tuple[str, str, int]) -> None:
    with transaction.atomic():
        books.post([Transfer(*each, 1) for each in transfers])


def run(statement: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


def state() -> tuple[object, ...]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM ledger_transfer ORDER BY id")
        return dict(books.balances()), cursor.fetchall()


def test_a_transfer_takes_from_one_account_and_gives_to_another() -> None:
    post(("patron:p1", "felt:uth-1", 200))
    assert books.balances() == {"felt:uth-1": 200, "patron:p1": 300, "world:cash": -500}
    assert books.trial_balance() == {"money": 0}


def test_several_transfers_are_posted_together_or_not_at_all() -> None:
    before = state()
    with pytest.raises(NotEnough, match="patron:p1"):
        post(("world:cash", "patron:p2", 5), ("patron:p1", "felt:uth-1", 501))
    assert state() == before
    post(("world:cash", "patron:p1", 1), ("patron:p1", "felt:uth-1", 501))
    assert books.balance("patron:p1") == 0


def test_an_account_that_may_not_owe_never_does_and_the_others_may() -> None:
    for account in (
        "patron:p2",
        "felt:a",
        "jackpot:a",
        "reserve:a",
        "prizes:a",
        "fees:a",
        "commission:a",
        "stake:a:p1",
    ):
        assert not books.may_owe(account)
        with pytest.raises(NotEnough):
            post((account, "house:funds", 1))
    for account in ("world:eft", "house:funds", "float:uth-1", "practice/float:uth-1", "practice/world:cash"):
        assert books.may_owe(account)
    post(("house:funds", "float:uth-1", 5), ("float:uth-1", "patron:p1", 9))
    assert books.balance("float:uth-1") == -4


def test_money_must_be_there_before_it_goes_not_only_afterwards() -> None:
    """A wager that would be paid for by its own prize is none."""
    before = state()
    with pytest.raises(NotEnough, match="patron:p1"):
        post(("patron:p1", "felt:a", 600), ("float:a", "patron:p1", 600), ("felt:a", "patron:p1", 600))
    assert state() == before
    post(("patron:p1", "felt:a", 500), ("float:a", "patron:p1", 500), ("felt:a", "patron:p1", 500))
    assert books.balance("patron:p1") == 1000


def test_practice_has_a_book_of_its_own() -> None:
    post(("practice/world:cash", "practice/patron:p1", 70))
    assert books.trial_balance() == {"money": 0, "practice": 0}
    for ends in (("practice/patron:p1", "patron:p1"), ("patron:p1", "practice/patron:p1")):
        with pytest.raises(AssertionError, match="different books"):
            post((*ends, 1))


def test_an_account_that_was_never_used_holds_nothing() -> None:
    assert books.balance("patron:nobody") == 0
    assert books.balances([]) == {}
    assert books.balances(["patron:nobody", "patron:p1"]) == {"patron:p1": 500}


def test_the_database_refuses_to_change_or_delete_a_transfer() -> None:
    before = state()
    for statement in (
        "UPDATE ledger_transfer SET cents = 1",
        "UPDATE ledger_transfer SET credit = 'world:cash' WHERE id = 1",
        "DELETE FROM ledger_transfer",
        "DELETE FROM ledger_transfer WHERE id = 1",
    ):
        with pytest.raises(DatabaseError, match=SAID):
            run(statement)
        assert state() == before


def test_the_database_refuses_to_replace_or_truncate_transfers() -> None:
    before = state()
    statement = "TRUNCATE ledger_transfer"
    if connection.vendor == "sqlite":
        into = "INSERT OR REPLACE INTO ledger_transfer (id, debit, credit, cents, cause)"
        statement = f"{into} VALUES (1, 'world:cash', 'patron:p1', 9, 1)"
    with pytest.raises(DatabaseError, match=SAID):
        run(statement)
    assert state() == before


def test_the_database_refuses_a_transfer_that_cannot_be() -> None:
    before = state()
    for row, why in (
        ("2, 'patron:p1', 'world:cash', 0, 1", "moves_something"),
        ("2, 'patron:p1', 'world:cash', -5, 1", "moves_something"),
        ("2, 'patron:p1', 'patron:p1', 5, 1", "goes_elsewhere"),
        ("1, 'patron:p1', 'world:cash', 5, 1", "never changed|duplicate key"),
        ("2, 'patron:p1', 'world:cash', 5, 99", "(?i)foreign key"),
        ("2, 'patron:p1', 'nowhere', 5, 1", "(?i)foreign key"),
    ):
        with pytest.raises(DatabaseError, match=why):
            run(f"INSERT INTO ledger_transfer (id, debit, credit, cents, cause) VALUES ({row})")
        assert state() == before


def test_the_database_refuses_a_balance_below_nothing() -> None:
    with pytest.raises(IntegrityError, match="never_below_zero"):
        run("UPDATE ledger_account SET balance = -1 WHERE name = 'patron:p1'")
    with pytest.raises(IntegrityError, match="never_below_zero"):
        run("INSERT INTO ledger_account (name, book, may_owe, balance) VALUES ('patron:p9', 'money', false, -1)")


ACCOUNTS = ("world:cash", "house:funds", "float:a", "felt:a", "patron:p1", "patron:p2")
MOVES = st.tuples(st.permutations(ACCOUNTS).map(lambda names: names[:2]), st.integers(1, 400))


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.lists(MOVES, min_size=1, max_size=3), max_size=8))
def test_balances_are_always_what_the_transfers_come_to(batches: list[list[tuple[list[str], int]]]) -> None:
    expected = dict(books.balances())
    for batch in batches:
        after, is_possible = dict(expected), True
        for (debit, credit), cents in batch:
            after[debit] = after.get(debit, 0) - cents
            after[credit] = after.get(credit, 0) + cents
            # Whoever pays has the money at that moment; of practice money it is enough to have it in the end.
            is_possible &= after[debit] >= 0 or books.may_owe(debit) or books.book_of(debit) == books.PRACTICE
        is_possible &= all(cents >= 0 or books.may_owe(name) for name, cents in after.items())
        if is_possible:
            post(*((debit, credit, cents) for (debit, credit), cents in batch))
            expected = after
        else:
            with pytest.raises(NotEnough):
                post(*((debit, credit, cents) for (debit, credit), cents in batch))
    assert dict(books.balances()) == expected
    assert reading.disagreeing() == ()
    assert not any(books.trial_balance().values())
