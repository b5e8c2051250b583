"""Reads movements for statements and reports: transfers with the moments of their causes, summed in SQL.

A period is a pair of moments in microseconds since 1970 UTC: from the first, up to but not with the second. Sums over
all accounts are those of the money book: practice never comes into one.
"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.db import connection

from pitboss.ledger.books import MONEY, book_of

# Later than everything: 2**63 - 1, the last moment a row can have.
END_OF_TIME = 9_223_372_036_854_775_807
_CAUSED = "ledger_transfer JOIN journal_event ON journal_event.seq = ledger_transfer.cause"
_IN_PERIOD = "seq >= %s AND seq <= %s AND at >= %s AND at < %s"
_MOVED_IN_PERIOD = "ledger_transfer.cause >= %s AND ledger_transfer.cause <= %s AND at >= %s AND at < %s"


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


def seqs_in(period: Period) -> tuple[int, int]:
    """Return two `seq` between which all events of a period are; other events may be there too.

    Moments never go back, so that they are found by halving. In rows from before the house kept to that, whose causes
    do not tell the wall's time, they may have: those are all between the two, unless none of them is late enough.
    """
    ((last, latest_of_all),) = _all("SELECT seq, at FROM journal_event ORDER BY seq DESC LIMIT 1", []) or [(0, -1)]
    kept = _all("SELECT seq FROM journal_event WHERE cause LIKE %s ORDER BY seq LIMIT 1", ['%"wall":%'])
    first = kept[0][0] if kept else last + 1
    ((latest,),) = _all("SELECT COALESCE(MAX(at), -1) FROM journal_event WHERE seq < %s", [first])
    ordered = range(first, last + 1)
    begins = 1 if latest >= period.since else first + bisect_left(ordered, period.since, key=_moment)
    # A period that still runs, as most do that are asked for, has no end to look for.
    ends = last if latest_of_all < period.until else first + bisect_left(ordered, period.until, key=_moment) - 1
    # What others record meanwhile is after the last.
    return begins, END_OF_TIME if ends == last else ends


def _moment(seq: int) -> int:
    ((at,),) = _all("SELECT at FROM journal_event WHERE seq = %s", [seq])
    return int(at)


def _places(period: Period) -> tuple[int, int, int, int]:
    """What a query is given for a period: between which events to look, and the moments."""
    return (0, END_OF_TIME, *period) if period == ALWAYS else (*seqs_in(period), *period)


def statement(account: str, period: Period = ALWAYS) -> list[StatementLine]:
    """Every transfer of an account in a period, in order, each with the balance after it."""
    places = _places(period)
    found = _all(
        " UNION ALL ".join(
            f"SELECT ledger_transfer.id, at, seq, kind, stream, debit, credit, cents FROM {_CAUSED} "
            f"WHERE {side} = %s AND {_MOVED_IN_PERIOD}"
            for side in ("debit", "credit")
        )
        + " ORDER BY 1",
        [account, *places, account, *places],
    )
    balance = balance_at(account, period.since) if period.since else 0
    lines = []
    for number, at, cause, kind, stream, debit, credit, cents in found:
        other, change = (debit, cents) if credit == account else (credit, -cents)
        balance += change
        lines.append(StatementLine(number, at, cause, kind, stream, other, change, balance))
    return lines


def flows(accounts: Iterable[str] | None, period: Period = ALWAYS) -> list[Flow]:
    """Return the flows of these accounts in a period, or of all, summed by source, target and kind of event."""
    names = None if accounts is None else list(accounts)
    columns = "SELECT debit, credit, kind, SUM(cents) FROM"
    places = _places(period)
    if names is None:
        moved, given = f"{columns} {_CAUSED} WHERE {_MOVED_IN_PERIOD}", list[str | int](places)
    elif names:
        # Either side by its own index; what goes from one of them to another is told by its debit.
        marks = ", ".join(["%s"] * len(names))
        rows = f"SELECT debit, credit, kind, cents FROM {_CAUSED} WHERE {_MOVED_IN_PERIOD} AND"
        either = f"{rows} debit IN ({marks}) UNION ALL {rows} credit IN ({marks}) AND debit NOT IN ({marks})"
        moved = f"{columns} ({either}) moved"
        given = [*places, *names, *places, *names, *names]
    else:
        return []
    found = _all(f"{moved} GROUP BY debit, credit, kind ORDER BY debit, credit, kind", given)
    return [Flow(debit, credit, kind, int(cents)) for debit, credit, kind, cents in found]


def changes(moved: Iterable[Flow]) -> Mapping[str, AccountFlow]:
    """Return what flows come to for every account of the money book."""
    found: dict[str, AccountFlow] = {}
    for debit, credit, _, cents in moved:
        if book_of(debit) == MONEY:
            came, went = found.get(debit, AccountFlow())
            found[debit] = AccountFlow(came, went + cents)
            came, went = found.get(credit, AccountFlow())
            found[credit] = AccountFlow(came + cents, went)
    return found


def balances_at(moment: int) -> Mapping[str, int]:
    """Every account of the money book that had moved before a moment, as it was then: as it is, less what came since.

    So it takes as long as what has moved since, however old the house is.
    """
    moved = (
        f"SELECT {side} AS name, {sign}cents AS change FROM {_CAUSED} WHERE {_MOVED_IN_PERIOD}"
        for side, sign in (("credit", ""), ("debit", "-"))
    )
    before = (f"EXISTS (SELECT 1 FROM {_CAUSED} WHERE {side} = name AND at < %s)" for side in ("debit", "credit"))
    found = _all(
        "SELECT name, balance - COALESCE(total, 0) FROM ledger_account LEFT JOIN "
        f"(SELECT name, SUM(change) AS total FROM ({' UNION ALL '.join(moved)}) each_moved GROUP BY name) since "
        f"USING (name) WHERE book = %s AND ({' OR '.join(before)}) ORDER BY name",
        [*_places(Period(moment)) * 2, MONEY, moment, moment],
    )
    return {name: int(balance) for name, balance in found}


def balance_at(account: str, moment: int) -> int:
    """Return the balance of an account just before a moment."""
    places = _places(Period(moment))
    came, went = (
        f"(SELECT COALESCE(SUM(cents), 0) FROM {_CAUSED} WHERE {side} = name AND {_MOVED_IN_PERIOD})"
        for side in ("credit", "debit")
    )
    found = _all(f"SELECT balance - {came} + {went} FROM ledger_account WHERE name = %s", [*places, *places, account])
    return int(found[0][0]) if found else 0


def last_moved(account: str, period: Period, without: str) -> int | None:
    """Return the moment at which the account last moved in a period, apart from events of one kind."""
    places = _places(period)
    found = [
        _all(
            f"SELECT MAX(at) FROM {_CAUSED} WHERE {side} = %s AND kind <> %s AND {_MOVED_IN_PERIOD}",
            [account, without, *places],
        )[0][0]
        for side in ("debit", "credit")
    ]
    return max((int(at) for at in found if at is not None), default=None)


def accounts_of(kind: str) -> tuple[str, ...]:
    """The accounts of one kind in the money book, `float` or `jackpot`, in the order of their names."""
    found = _all("SELECT name FROM ledger_account WHERE book = %s AND name LIKE %s ORDER BY name", [MONEY, f"{kind}:%"])
    return tuple(name for (name,) in found)


def caused_events(stream: str, period: Period, kinds: Sequence[str]) -> list[CausedEvent]:
    """The events of these kinds on a stream in a period: what a transfer alone does not say of its cause."""
    marks = ", ".join(["%s"] * len(kinds))
    # Not by the index of streams, which knows no kinds and would be read from the house's first day on.
    found = _all(
        f"SELECT at, kind, version, body FROM journal_event WHERE kind IN ({marks}) AND {_IN_PERIOD} "
        "AND stream || '' = %s ORDER BY seq",
        [*kinds, *_places(period), stream],
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
