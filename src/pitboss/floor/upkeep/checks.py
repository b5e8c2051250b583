"""The single checks of `verify`: each looks at what is kept and names the first row that is not as it must be."""

import json
from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

from django.db import connection
from django.db.models import Sum

from pitboss.floor.kernel.contract import Family
from pitboss.floor.kernel.registry import FAMILIES
from pitboss.floor.tables.holdings import belongs_to_a_table, holdings
from pitboss.games.money import Move
from pitboss.journal import codec, guards, store
from pitboss.journal.chain import BEGINNING, fold, link
from pitboss.journal.models import Snapshot, Stream
from pitboss.journal.store import HOUSE_CHAIN, StoredEvent
from pitboss.ledger.books import book_of, may_owe
from pitboss.ledger.models import Account, Transfer

EVENTS, STREAMS, SNAPSHOTS = "journal_event", "journal_stream", "journal_snapshot"
TRANSFERS, ACCOUNTS = "ledger_transfer", "ledger_account"
_CAUSE = {"who", "role", "command", "given", "answer"}


class Fault(NamedTuple):
    """A row that is not as it must be: its table, its key, and what is wrong."""

    table: str
    key: str
    problem: str

    def __str__(self) -> str:
        return f"{self.table} {self.key}: {self.problem}."


class CheckFailed(Exception):
    """A check has come to a row that is not as it must be."""

    def __init__(self, table: str, key: object, problem: str) -> None:
        super().__init__(problem)
        self.fault = Fault(table, str(key), problem)


class Anchor(NamedTuple):
    """How far the house's chain had got at some time, as somebody has written it down elsewhere."""

    seq: int
    digest: str

    def __str__(self) -> str:
        return f"{self.seq}:{self.digest}"


class ReplayedEvent(NamedTuple):
    """An event of the journal as it is folded: its row, itself, and its stream's record before and after it."""

    row: StoredEvent
    event: Any
    before: Any
    after: Any


class Check:
    """One thing that is checked. It is shown each row or each step on the way, and asked at the end."""

    title: ClassVar[str]
    # Whether it needs the whole journal folded before it can say anything.
    needs_replay: ClassVar[bool] = False

    def __init__(self) -> None:
        self.looked_at = 0
        # Something that is not as it would be today, and was no fault when it was recorded.
        self.note = ""

    def row(self, row: StoredEvent) -> None:
        """A row of the journal, in the order of `seq`."""

    def step(self, step: ReplayedEvent) -> None:
        """The same row once it has been read and folded."""

    def end(self) -> None:
        """Everything has been shown."""


class File(Check):
    title = "database file"

    def end(self) -> None:
        found = self.fault()
        if found:
            raise CheckFailed(*found)

    @staticmethod
    def fault() -> Fault | None:
        said = guards.damage()
        return Fault("house.sqlite3", "file", f"it is damaged: {said}") if said else None


class Chain(Check):
    """Each row follows from the one before it, in its stream and in the house, and belongs to a command."""

    title = "journal"

    def __init__(self, anchor: Anchor | None = None) -> None:
        super().__init__()
        self.anchor = anchor
        self.last = Anchor(0, BEGINNING)
        self._heads: dict[str, tuple[int, str]] = {}
        self._command, self._at = 0, 0

    def row(self, row: StoredEvent) -> None:
        seq, house = self.last
        if row.seq != seq + 1:
            raise CheckFailed(EVENTS, seq + 1, f"this row is missing, and the next one is {row.seq}")
        position, digest = self._heads.get(row.stream, (0, BEGINNING))
        if row.position != position + 1:
            raise CheckFailed(
                EVENTS, row.seq, f"{row.stream} is at {position}, and this row says position {row.position}"
            )
        if row.family not in FAMILIES or row.family != store.family_of(row.stream):
            raise CheckFailed(EVENTS, row.seq, f"{row.stream} is not of the family {row.family!r}")
        self._check_command(row)
        if row.digest != link(digest, row.entry):
            raise CheckFailed(EVENTS, row.seq, "its digest is not that of what it says and of what came before")
        if row.house_digest != fold(house, row.digest):
            raise CheckFailed(EVENTS, row.seq, "its house_digest does not follow from the row before")
        self._heads[row.stream] = (row.position, row.digest)
        self.last = Anchor(row.seq, row.house_digest)
        self.looked_at += 1
        if self.anchor and self.anchor.seq == row.seq and self.anchor != self.last:
            raise CheckFailed(
                EVENTS, row.seq, "the chain does not pass through the anchor here: it has been written anew"
            )

    def _check_command(self, row: StoredEvent) -> None:
        """The first row of a command says who gave it, the others say nothing, and all have the same moment."""
        if row.command != row.seq:
            if (row.command, row.cause, row.key, row.at) != (self._command, "", None, self._at):
                raise CheckFailed(EVENTS, row.seq, f"it does not go on with the command of row {self._command}")
            return
        self._command, self._at = row.seq, row.at
        cause = _parse(row.cause)
        if not isinstance(cause, dict) or not cause.keys() >= _CAUSE:
            raise CheckFailed(EVENTS, row.seq, "its cause is not that of a command")
        if row.key is not None and not row.key.startswith(f"{cause['who']} "):
            raise CheckFailed(EVENTS, row.seq, "its key is not one of the person who gave the command")

    def end(self) -> None:
        if self.anchor and self.last.seq < self.anchor.seq:
            problem = f"the journal ends before it, and the anchor says that it went to {self.anchor.seq}"
            raise CheckFailed(EVENTS, self.last.seq + 1, problem)


class Moments(Check):
    """Moments never go back. Before the house kept to that, which the cause of its commands shows, it is only noted."""

    title = "moments"

    def __init__(self) -> None:
        super().__init__()
        self._at, self._is_kept = 0, False

    def row(self, row: StoredEvent) -> None:
        if row.command == row.seq and not self._is_kept:
            cause = _parse(row.cause)
            self._is_kept = isinstance(cause, dict) and "wall" in cause
        if row.at < self._at:
            if self._is_kept:
                raise CheckFailed(EVENTS, row.seq, "its moment is before that of the row before it")
            self.note = f"up to event {row.seq} moments went back with the clock, as they did then"
        self._at = row.at
        self.looked_at += 1


def _parse(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


class Heads(Check):
    """How far each stream has got is what its last row says."""

    title = "streams"

    def __init__(self) -> None:
        super().__init__()
        self._heads: dict[str, tuple[int, str]] = {HOUSE_CHAIN: (0, BEGINNING)}

    def row(self, row: StoredEvent) -> None:
        self._heads[row.stream] = (row.position, row.digest)
        self._heads[HOUSE_CHAIN] = (row.seq, row.house_digest)

    def end(self) -> None:
        kept = {name: (position, digest) for name, position, digest in Stream.objects.values_list()}
        for name in sorted({*kept, *self._heads}):
            if name not in kept:
                raise CheckFailed(STREAMS, name, "this row is missing")
            if name not in self._heads:
                raise CheckFailed(STREAMS, name, "there are no events of this stream")
            if kept[name] != self._heads[name]:
                what = "position" if kept[name][0] != self._heads[name][0] else "digest"
                raise CheckFailed(STREAMS, name, f"its {what} is not that of the last event")
        self.looked_at = len(kept)


class EventsReadable(Check):
    """Every event can be read, and is written as this version would write it.

    A field that came later has its default in older rows, which is not written there.
    """

    title = "events"

    def read(self, row: StoredEvent) -> Any:
        try:
            event = codec.decode(row.kind, row.version, row.body)
            again = codec.encode(event)
        except codec.Unreadable as fault:
            raise CheckFailed(EVENTS, row.seq, str(fault).rstrip(".")) from fault
        if again.version == row.version and again.body != row.body and not codec.is_older_form(row.body, again.body):
            raise CheckFailed(EVENTS, row.seq, "its body is not written as the journal writes it")
        self.looked_at += 1
        return event


class Replay(Check):
    """Every stream folds, and each transfer is the one that its event moves."""

    title = "replay and transfers"
    needs_replay = True

    def __init__(self) -> None:
        super().__init__()
        self.records: dict[str, Any] = {}
        columns = ("id", "debit_id", "credit_id", "cents", "cause_id")
        self._transfers: Any = Transfer.objects.order_by("id").values_list(*columns).iterator(2000)

    def close(self) -> None:
        self._transfers.close()

    def fold(self, row: StoredEvent, event: Any) -> ReplayedEvent:
        family = FAMILIES[row.family]
        before = self.records.get(row.stream)
        try:
            _, after, moved = family.change(before, event, row.at)
        except Exception as error:
            problem = f"it does not follow from what came before it on {row.stream} ({type(error).__name__})"
            raise CheckFailed(EVENTS, row.seq, problem) from error
        for move in moved:
            self._check_transfer(row, move)
        self.records[row.stream] = after
        return ReplayedEvent(row, event, before, after)

    def _check_transfer(self, row: StoredEvent, move: Move) -> None:
        number = self.looked_at + 1
        found = next(self._transfers, None)
        if found is None or found[0] != number:
            raise CheckFailed(TRANSFERS, number, f"this row is missing: event {row.seq} moves money by it")
        expected = (number, *move, row.seq)
        for name, value, right in zip(("id", "debit", "credit", "cents", "cause"), found, expected, strict=True):
            if value != right:
                raise CheckFailed(TRANSFERS, number, f"its {name} is {value!r}, and by event {row.seq} it is {right!r}")
        self.looked_at = number

    def end(self) -> None:
        extra = next(self._transfers, None)
        if extra is not None:
            raise CheckFailed(TRANSFERS, extra[0], "no event moves money by it")


class Accounts(Check):
    """The balance of an account is what its transfers come to; each book comes to nothing."""

    title = "accounts"

    def end(self) -> None:
        expected = _balances_by_transfers()
        books: dict[str, int] = {}
        kept = {name: rest for name, *rest in Account.objects.values_list("name", "book", "may_owe", "balance")}
        for name in sorted({*kept, *expected}, key=str):
            if name not in kept:
                raise CheckFailed(ACCOUNTS, name, "this row is missing")
            book, owes, balance = kept[name]
            if name not in expected:
                raise CheckFailed(ACCOUNTS, name, "there is no transfer to or from it")
            if book != book_of(name):
                raise CheckFailed(ACCOUNTS, name, f"it is in the book {book!r}, and by its name in {book_of(name)!r}")
            if owes is not may_owe(name):
                raise CheckFailed(ACCOUNTS, name, f"by its name it {'may' if may_owe(name) else 'may not'} owe")
            if balance != expected[name]:
                raise CheckFailed(
                    ACCOUNTS, name, f"its balance is {balance}, and its transfers come to {expected[name]}"
                )
            if balance < 0 and not owes:
                raise CheckFailed(ACCOUNTS, name, f"its balance is {balance}, and it may not owe")
            books[book] = books.get(book, 0) + balance
        for book, total in sorted(books.items()):
            if total:
                raise CheckFailed(ACCOUNTS, f"book {book}", f"its accounts come to {total} and not to nothing")
        self.looked_at = len(kept)


def _balances_by_transfers() -> dict[str, int]:
    balances: dict[str, int] = {}
    for column, sign in (("debit_id", -1), ("credit_id", 1)):
        for name, cents in Transfer.objects.values_list(column).annotate(Sum("cents")):
            balances[name] = balances.get(name, 0) + sign * int(cents)
    return balances


class Felts(Check):
    """Checks that felts, stakes and jackpots hold what the rules' state of the tables says."""

    title = "felts, stakes and jackpots"
    needs_replay = True

    def __init__(self, records: Mapping[str, Any]) -> None:
        super().__init__()
        self._records = records

    def end(self) -> None:
        expected: dict[str, int] = {}
        for stream, record in self._records.items():
            if store.family_of(stream) == "table":
                expected |= holdings(record)
        kept = dict(Account.objects.values_list("name", "balance"))
        for name in sorted({*filter(belongs_to_a_table, kept), *expected}):
            if kept.get(name, 0) != expected.get(name, 0):
                problem = f"its balance is {kept.get(name, 0)}, and by the table there is {expected.get(name, 0)}"
                raise CheckFailed(ACCOUNTS, name, problem)
            self.looked_at += 1


class Snapshots(Check):
    """A snapshot is what the events lead to, every byte of it."""

    title = "snapshots"
    needs_replay = True

    def __init__(self) -> None:
        super().__init__()
        self._kept: set[Any] = set(Snapshot.objects.values_list("stream", "position"))

    def step(self, step: ReplayedEvent) -> None:
        at = (step.row.stream, step.row.position)
        if at not in self._kept:
            return
        self._kept.remove(at)
        family = FAMILIES[step.row.family]
        with connection.cursor() as cursor:
            cursor.execute("SELECT body FROM journal_snapshot WHERE stream = %s AND position = %s", at)
            (body,) = cursor.fetchone()
        if family.to_text is None or (family.to_text(step.after) != body and not _is_passed_over(family, body)):
            raise CheckFailed(SNAPSHOTS, f"{at[0]} {at[1]}", "it is not what the events lead to")
        self.looked_at += 1

    def end(self) -> None:
        for stream, position in sorted(self._kept, key=str):
            raise CheckFailed(SNAPSHOTS, f"{stream} {position}", "there is no such event")


def _is_passed_over(family: Family, body: str) -> bool:
    """A snapshot that another version of the program has made is not read by this one either."""
    try:
        return family.from_text is not None and family.from_text(body) is None
    except codec.OfAnotherVersion:
        return True
    except Exception:
        # Whatever else is wrong with it, somebody has been at it.
        return False


class Guards(Check):
    """The database still refuses what it must refuse, and its tables are those of this version."""

    title = "triggers, constraints and migrations"

    def end(self) -> None:
        for gap in guards.gaps():
            raise CheckFailed(gap.table, gap.name, gap.problem)
