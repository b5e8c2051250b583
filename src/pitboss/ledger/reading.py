"""Reads movements for statements and reports: transfers with the moments of their causes, summed in SQL.

A period is a pair of moments in microseconds since 1970 UTC: from the first, up to but not with the second. Sums over
all accounts are those of the money book: practice never comes into one.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.db import connection

from pitboss.ledger.books import MONEY

# Later than everything: 2**63 - 1, the last moment a row can have.
END_OF_TIME = 9_223_372_036_854_775_807
_CAUSED = "ledger_transfer JOIN journal_event ON journal_event.seq = ledger_transfer.cause"
_IN_PERIOD = "journal_event.at >= %s AND journal_event.at < %s"


class Period(NamedTuple):
    """From a moment up to another, which is not in it any more."""

    since: int = 0
    until: int = END_OF_TIME


ALWAYS = Period()


class StatementLine(NamedTuple):
    """One transfer as a statement of an account shows it: negative cents have left the account."""

    transfer: int
    at: int
    cause: int
    kind: str
    stream: str
    other: str
    cents: int
    balance: int


class Flow(NamedTuple):
    """All that went from one account to another by events of one kind."""

    debit: str
    credit: str
    kind: str
    cents: int


class AccountFlow(NamedTuple):
    """The amounts that came to an account and went from it."""

    came: int = 0
    went: int = 0

    @property
    def net(self) -> int:
        return self.came - self.went


class CausedEvent(NamedTuple):
    """An event as the journal keeps it, for whoever can decode it."""

    at: int
    kind: str
    version: int
    body: str


def statement(account: str, period: Period = ALWAYS) -> list[StatementLine]:
    """Every transfer of an account in a period, in order, each with the balance after it."""
    found = _all(
        f"SELECT ledger_transfer.id, at, seq, kind, stream, debit, credit, cents FROM {_CAUSED} "
        f"WHERE (debit = %s OR credit = %s) AND {_IN_PERIOD} ORDER BY ledger_transfer.id",
        [account, account, *period],
    )
    balance = balance_at(account, period.since) if period.since else 0
    lines = []
    for number, at, cause, kind, stream, debit, credit, cents in found:
        other, change = (debit, cents) if credit == account else (credit, -cents)
        balance += change
        lines.append(StatementLine(number, at, cause, kind, stream, other, change, balance))
    return lines


def flows(accounts: Iterable[str], period: Period = ALWAYS) -> list[Flow]:
    """Return the flows of these accounts in a period, summed by source, target and kind of event."""
    names = list(accounts)
    if not names:
        return []
    marks = ", ".join(["%s"] * len(names))
    found = _all(
        f"SELECT debit, credit, kind, SUM(cents) FROM {_CAUSED} "
        f"WHERE (debit IN ({marks}) OR credit IN ({marks})) AND {_IN_PERIOD} "
        "GROUP BY debit, credit, kind ORDER BY debit, credit, kind",
        [*names, *names, *period],
    )
    return [Flow(debit, credit, kind, int(cents)) for debit, credit, kind, cents in found]


def changes(period: Period = ALWAYS) -> Mapping[str, AccountFlow]:
    """Return the flow of every account of the money book in a period."""
    found = _all(
        "SELECT name, SUM(came), SUM(went) FROM ("
        f"SELECT credit AS name, cents AS came, 0 AS went FROM {_CAUSED} WHERE {_IN_PERIOD} UNION ALL "
        f"SELECT debit AS name, 0 AS came, cents AS went FROM {_CAUSED} WHERE {_IN_PERIOD}"
        ") moved WHERE name IN (SELECT name FROM ledger_account WHERE book = %s) GROUP BY name ORDER BY name",
        [*period, *period, MONEY],
    )
    return {name: AccountFlow(int(came), int(went)) for name, came, went in found}


def balances_at(moment: int) -> Mapping[str, int]:
    """Every account of the money book just before a moment."""
    return {name: change.net for name, change in changes(Period(0, moment)).items()}


def balance_at(account: str, moment: int) -> int:
    """Return the balance of an account just before a moment."""
    return sum(flow.cents if flow.credit == account else -flow.cents for flow in flows([account], Period(0, moment)))


def last_moved(account: str, period: Period, without: str) -> int | None:
    """Return the moment at which the account last moved in a period, apart from events of one kind."""
    ((at,),) = _all(
        f"SELECT MAX(at) FROM {_CAUSED} WHERE (debit = %s OR credit = %s) AND kind <> %s AND {_IN_PERIOD}",
        [account, account, without, *period],
    )
    return None if at is None else int(at)


def accounts_of(kind: str) -> tuple[str, ...]:
    """The accounts of one kind in the money book, `float` or `jackpot`, in the order of their names."""
    found = _all("SELECT name FROM ledger_account WHERE book = %s AND name LIKE %s ORDER BY name", [MONEY, f"{kind}:%"])
    return tuple(name for (name,) in found)


def caused_events(stream: str, period: Period, kinds: Sequence[str]) -> list[CausedEvent]:
    """The events of these kinds on a stream in a period: what a transfer alone does not say of its cause."""
    marks = ", ".join(["%s"] * len(kinds))
    found = _all(
        f"SELECT at, kind, version, body FROM journal_event WHERE stream = %s AND kind IN ({marks}) "
        f"AND {_IN_PERIOD} ORDER BY position",
        [stream, *kinds, *period],
    )
    return [CausedEvent(*row) for row in found]


def disagreeing() -> tuple[str, ...]:
    """The accounts, of either book, whose balance is not what their transfers come to: none, unless tampered with."""
    found = _all(
        "SELECT name FROM ledger_account WHERE balance <> "
        "(SELECT COALESCE(SUM(cents), 0) FROM ledger_transfer WHERE credit = name) - "
        "(SELECT COALESCE(SUM(cents), 0) FROM ledger_transfer WHERE debit = name) ORDER BY name",
        [],
    )
    return tuple(name for (name,) in found)


def _all(query: str, given: Sequence[str | int]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query, given)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows
