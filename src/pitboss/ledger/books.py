"""The books: transfers posted, balances kept, and the trial balance.

A transfer debits one account and credits another with the same whole cents, so that all balances of a book add up to
nothing, always. What enters or leaves the house comes from or goes to an account of the world outside.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.db import IntegrityError, connection

MONEY, PRACTICE = "money", "practice"
PRACTICE_PREFIX = "practice/"
# Accounts that may owe: the world outside (what was paid in lies there as a debt), the house's own funds, and the
# tables' floats, because a wager that is won is paid whether or not the float has been filled.
_MAY_OWE = ("world", "house", "float")


class Transfer(NamedTuple):
    """From the debited account to the credited one; the cause is the `seq` of an event in the journal."""

    debit: str
    credit: str
    cents: int
    cause: int


class NotEnough(Exception):
    """An account that may not owe would: nothing has been posted."""


def book_of(account: str) -> str:
    """Practice money has a book of its own, by the name of its accounts."""
    return PRACTICE if account.startswith(PRACTICE_PREFIX) else MONEY


def may_owe(account: str) -> bool:
    """`world:cash` and `float:uth-1` may owe; `patron:p1` never."""
    return account.removeprefix(PRACTICE_PREFIX).partition(":")[0] in _MAY_OWE


def post(transfers: Sequence[Transfer]) -> None:
    """Writes transfers down and moves the balances, within the transaction that is open."""
    if not transfers:
        return
    for debit, credit, cents, _ in transfers:
        assert cents > 0, f"{cents} cents from {debit} to {credit} move nothing."
        assert debit != credit, f"{cents} cents from {debit} go nowhere."
        assert book_of(debit) == book_of(credit), f"{debit} and {credit} are in different books."
    changes = _changes(transfers)
    assert not sum(map(sum, changes.values())), "What is debited is not what is credited."
    try:
        with connection.wrap_database_errors:
            # Past what Django adds to a cursor for those who watch over it.
            cursor = connection.create_cursor()
            # In the order of their names, as everybody does, so that nobody waits in a circle.
            for name in sorted(changes):
                for cents in changes[name]:
                    _change(cursor, name, cents)
            cursor.execute("SELECT COALESCE(MAX(id), 0) FROM ledger_transfer")
            last = cursor.fetchone()[0]
            cursor.executemany(
                "INSERT INTO ledger_transfer (id, debit, credit, cents, cause) VALUES (%s, %s, %s, %s, %s)",
                [(last + number, *transfer) for number, transfer in enumerate(transfers, 1)],
            )
    except IntegrityError as error:
        if "never_below_zero" in str(error):
            raise NotEnough(name) from error
        raise


def _changes(transfers: Sequence[Transfer]) -> Mapping[str, tuple[int, ...]]:
    """Return the effect of transfers on each account: in total, or its lowest point and the rise from it.

    Whoever wagers must have the money before the wager is won, so that an account of money that may not owe is taken
    down to its lowest first. Practice money is given to whoever lacks it, in the same command.
    """
    change: dict[str, int] = {}
    lowest: dict[str, int] = {}
    for debit, credit, cents, _ in transfers:
        change[debit] = change.get(debit, 0) - cents
        change[credit] = change.get(credit, 0) + cents
        lowest[debit] = min(lowest.get(debit, 0), change[debit])
    dips = {
        name: low
        for name, low in lowest.items()
        if low < min(change[name], 0) and book_of(name) == MONEY and not may_owe(name)
    }
    return {name: (dips[name], cents - dips[name]) if name in dips else (cents,) for name, cents in change.items()}


def _change(cursor: Any, name: str, cents: int) -> None:
    cursor.execute("UPDATE ledger_account SET balance = balance + %s WHERE name = %s", [cents, name])
    if not cursor.rowcount:
        cursor.execute(
            "INSERT INTO ledger_account (name, book, may_owe, balance) VALUES (%s, %s, %s, %s)",
            [name, book_of(name), may_owe(name), cents],
        )


def balance(account: str) -> int:
    """Return the balance of an account; one that was never used has 0."""
    return balances([account]).get(account, 0)


def balances(accounts: Iterable[str] | None = None) -> Mapping[str, int]:
    """The balances of these accounts, or of all."""
    names = None if accounts is None else list(accounts)
    where = "" if names is None else f" WHERE name IN ({', '.join(['%s'] * len(names)) or 'NULL'})"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT name, balance FROM ledger_account{where} ORDER BY name", names or [])
        return dict(cursor.fetchall())


def trial_balance() -> Mapping[str, int]:
    """The sum of all balances of each book: nothing, unless somebody has been at the database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT book, SUM(balance) FROM ledger_account GROUP BY book ORDER BY book")
        return {book: int(total) for book, total in cursor.fetchall()}
