"""Append and read: the journal on the database.

A transaction says beforehand which streams it will write to. On PostgreSQL it holds their rows, so that two processes
cannot decide on the same past; SQLite has one writer at a time anyway, who holds everything. `append` then holds the
row of the house's chain until the commit: that is what makes `seq` count without a gap and become visible in its order,
so that whoever reads the events after a `seq` can never miss one.

Nobody waits for the disk alone. On SQLite the commands of several givers may share a transaction, each `apart` from the
others, and its one commit. On PostgreSQL commits follow one another without waiting for the disk, and then all who have
committed wait for it at once: it writes in the order of the commits, so that none is there without those before it.
"""

import os
import signal
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections, transaction

from pitboss.games.frozen import Frozen
from pitboss.journal.chain import BEGINNING, ChainEntry, fold, link
from pitboss.journal.codec import Stored
from pitboss.journal.together import Together

HOUSE_CHAIN = "*"
CHANNEL = "pitboss"
# So many wait for the disk at once: all threads of a process that give commands.
MOST_ON_DISK = 64
_COLUMNS = "seq, stream, position, family, kind, version, body, at, command, cause, key, digest, house_digest"
_INSERT = f"INSERT INTO journal_event ({_COLUMNS}) VALUES ({', '.join(['%s'] * 13)})"
_SET_HEAD = (
    "INSERT INTO journal_stream (name, position, digest) VALUES (%s, %s, %s) "
    "ON CONFLICT (name) DO UPDATE SET position = excluded.position, digest = excluded.digest"
)
# PostgreSQL: whoever holds the chain lets it go without waiting for the disk, and is answered when `_ON_DISK` is.
_HOLD_CHAIN = (
    "SELECT position, digest, set_config('synchronous_commit', 'off', true) FROM journal_stream "
    "WHERE name = %s FOR UPDATE"
)
_ON_DISK = "SELECT pg_logical_emit_message(true, %s, '')"
# Where tests end the process to see that nothing is lost, in the order a command comes to them: PITBOSS_DIE_AT with
# committed:3 makes the process kill itself the third time it comes to the point `committed`.
POINTS = ("begun", "decided", "appended", "posted", "kept", "before_commit", "committed", "published", "answered")
# And these on PostgreSQL, where one waits for the disk after the commit.
DISK_POINTS = ("before_disk", "on_disk")
_name, _, _count = os.environ.get("PITBOSS_DIE_AT", "").partition(":")
_left = {_name: int(_count or 1)} if _name in POINTS + DISK_POINTS else {}
# Several threads of one process wait for each other here, in turn, rather than in SQLite, which lets them poll.
_sqlite_writer = threading.Lock()


def pass_point(point: str) -> None:
    """A command has come to this point."""
    if point in _left:
        _left[point] -= 1
        if not _left[point]:
            os.kill(os.getpid(), signal.SIGKILL)


def die_at(point: str, count: int = 1) -> None:
    """The same as the variable of the environment, for a process that is already running."""
    _left.clear()
    _left[point] = count


class StoredEvent(NamedTuple):
    """An event as it is kept."""

    seq: int
    stream: str
    position: int
    family: str
    kind: str
    version: int
    body: str
    at: int
    command: int
    cause: str
    key: str | None
    digest: str
    house_digest: str

    @property
    def entry(self) -> ChainEntry:
        return ChainEntry(*self[:11])


class Head(NamedTuple):
    """How far a stream has got."""

    position: int = 0
    digest: str = BEGINNING


class Conflict(Exception):
    """The stream has gone on since its position was looked at."""


class Overtaken(Conflict):
    """Of these streams, which were looked at and not held, some have gone on: whoever holds them all can be sure."""

    def __init__(self, streams: Iterable[str]) -> None:
        self.streams = tuple(streams)
        super().__init__(f"One of {', '.join(self.streams)} went on meanwhile.")


def family_of(stream: str) -> str:
    """`table:uth-1` is of the family `table`."""
    return stream.partition(":")[0]


@dataclass(slots=True)
class Transaction:
    """The reads and writes of one command, or of several: committed together or not at all.

    `heads` are those of the streams that are held, `chain` is the house's chain, to which others may add until that is
    held. On SQLite it is from the beginning, and every stream with it.
    """

    heads: dict[str, Head]
    chain: Head
    is_chain_held: bool
    written: list[StoredEvent] = field(default_factory=list)
    is_whole: bool = True

    def head(self, stream: str) -> Head | None:
        """Return the head of a stream; None where it is not held, so that it may go on meanwhile."""
        found = self.heads.get(stream)
        if found is None and shares_commits():
            found = self.heads[stream] = _memory.head(stream)
        return found

    def hold_chain(self, seen: Mapping[str, int] = Frozen()) -> Head:
        """Return the head of the house's chain; nobody else commits anything from here on.

        `seen` are streams that were looked at and not held, and their positions then; one that has gone on is a
        `Conflict`.
        """
        if not self.is_chain_held:
            self.chain = Head(*(_run(_HOLD_CHAIN, [HOUSE_CHAIN]).fetchone() or ())[:2])
            self.is_chain_held = True
            _still_at(seen)
        return self.chain

    @contextmanager
    def apart(self) -> Iterator[None]:
        """What is written inside is written whole or not at all, whatever becomes of the rest of the transaction.

        Where that cannot be, it is not `is_whole` any more, and nothing of it may be committed.
        """
        heads, chain, written = self.heads.copy(), self.chain, len(self.written)
        try:
            _run("SAVEPOINT apart")
            yield
            _run("RELEASE apart")
        except BaseException:
            self.is_whole = False
            _run("ROLLBACK TO apart")
            self.heads, self.chain = heads, chain
            del self.written[written:]
            # What Django has seen fail is undone.
            connection.needs_rollback = False
            self.is_whole = True
            raise

    def append(
        self,
        batches: Iterable[tuple[str, int, Sequence[Stored]]],
        *,
        at: int,
        cause: str = "",
        key: str | None = None,
    ) -> list[StoredEvent]:
        """Events onto streams, each with the position it is expected to be at; another position is a `Conflict`."""
        seq, house = self.hold_chain()
        command, rows, after = seq + 1, [], dict[str, Head]()
        for stream, expected, events in batches:
            position, digest = self.heads[stream]
            if position != expected:
                raise Conflict(f"{stream} is at {position}, not at {expected}.")
            family = family_of(stream)
            for stored in events:
                seq, position = seq + 1, position + 1
                first = seq == command
                told = (cause, key) if first else ("", None)
                entry = ChainEntry(seq, stream, position, family, *stored, at, command, *told)
                digest = link(digest, entry)
                house = fold(house, digest)
                rows.append(StoredEvent(*entry, digest, house))
            self.heads[stream] = after[stream] = Head(position, digest)
        assert [row.seq for row in rows] == [*range(command, seq + 1)], "The house counts its events without a gap."
        assert rows, "A command that changes something has an event to say so."
        self.chain = after[HOUSE_CHAIN] = Head(seq, house)
        _run(_INSERT, rows, is_many=True)
        _run(_SET_HEAD, [(name, *head) for name, head in after.items()], is_many=True)
        self.written += rows
        pass_point("appended")
        return rows


def shares_commits() -> bool:
    """Whether several commands may be given to one transaction: there is one writer at a time."""
    return connection.vendor == "sqlite"


def _still_at(seen: Mapping[str, int]) -> None:
    now = heads(seen)
    if any(now.get(stream, Head()).position != position for stream, position in seen.items()):
        raise Overtaken(seen)


@dataclass(slots=True)
class _Memory:
    """The heads of streams at one head of the house's chain, whose digest is of all that was recorded up to it.

    Only whoever writes to SQLite looks here, and begins by comparing that.
    """

    chain: Head
    heads: dict[str, Head]

    def head(self, stream: str) -> Head:
        if stream not in self.heads:
            self.heads[stream] = heads([stream]).get(stream, Head())
        return self.heads[stream]

    def compare(self, chain: Head) -> None:
        """Forgets the heads where another process has recorded something."""
        if chain != self.chain:
            self.chain, self.heads = chain, {}

    def learn(self, done: Transaction) -> None:
        self.chain = done.chain
        self.heads.update(done.heads)


_memory = _Memory(Head(), {})


@contextmanager
def writing(streams: Iterable[str]) -> Iterator[Transaction]:
    """One transaction of the database that writes to these streams and commits when the block ends well.

    Whoever names the house's chain too holds it from the beginning: nobody else records anything meanwhile.
    """
    held = set(streams)
    names = sorted(held - {HOUSE_CHAIN})
    with _on_sqlite(names) if shares_commits() else _on_postgresql(names) as begun:
        if HOUSE_CHAIN in held:
            begun.hold_chain()
        yield begun


@contextmanager
def _on_sqlite(names: Sequence[str]) -> Iterator[Transaction]:
    """Begins and commits past Django, which takes ten times as long for it, and tells it of the transaction."""
    used = connections[DEFAULT_DB_ALIAS]
    with _sqlite_writer:
        assert not used.in_atomic_block, "What is committed here is no part of anything else."
        _run("BEGIN IMMEDIATE")
        used.in_atomic_block = True
        try:
            pass_point("begun")
            chain = chain_head()
            _memory.compare(chain)
            begun = Transaction({name: _memory.head(name) for name in names}, chain, is_chain_held=True)
            yield begun
            pass_point("before_commit")
            _run("COMMIT")
        except BaseException:
            used.in_atomic_block = False
            _roll_back(used)
            raise
        finally:
            used.in_atomic_block = used.needs_rollback = False
        _memory.learn(begun)
        pass_point("committed")


def _roll_back(used: Any) -> None:
    """SQLite may have done so by itself. A connection that cannot is given up, as Django does."""
    try:
        if used.connection.in_transaction:
            _run("ROLLBACK")
    except DatabaseError:
        used.close()


@contextmanager
def _on_postgresql(names: Sequence[str]) -> Iterator[Transaction]:
    with transaction.atomic(durable=True):
        pass_point("begun")
        begun = Transaction(_hold(names), Head(), is_chain_held=False)
        yield begun
        _let_go([name for name, head in begun.heads.items() if not head.position])
        pass_point("before_commit")
    pass_point("committed")
    # What others have committed may not be on the disk yet either, and was decided on.
    waits = _Committed(begun.written[-1].seq if begun.written else 0)
    _on_disk.join([waits])
    if isinstance(waits.answer, BaseException):
        raise waits.answer


@dataclass(slots=True)
class _Committed:
    """What waits for the disk after its commit: the last `seq` it has recorded, if any."""

    seq: int
    answer: BaseException | bool | None = None


def _write_out(waiting: Sequence[_Committed]) -> None:
    """PostgreSQL: all that was committed is on the disk, and then other processes are told of it."""
    answer: BaseException | bool = True
    pass_point("before_disk")
    try:
        _write_out_or_again(max(each.seq for each in waiting))
    except BaseException as fault:
        answer = fault
    pass_point("on_disk")
    for each in waiting:
        each.answer = answer


def _write_out_or_again(seq: int) -> None:
    """What is committed cannot be undone any more: where the database does not answer it is asked once more."""
    statement, given = _ON_DISK, [CHANNEL]
    if seq:
        statement, given = f"{_ON_DISK}, pg_notify(%s, %s)", [CHANNEL, CHANNEL, str(seq)]
    try:
        _run(statement, given)
    except DatabaseError:
        used = connections[DEFAULT_DB_ALIAS]
        if used.connection is not None and used.connection.closed:
            used.close()
        _run(statement, given)


_on_disk = Together(_write_out, MOST_ON_DISK)


def _hold(names: Sequence[str]) -> dict[str, Head]:
    """PostgreSQL: holds the rows of these streams, in the order of their names so that nobody waits in a circle."""
    if not names:
        return {}
    rows = ", ".join(["(%s, 0, %s)"] * len(names))
    _run(
        f"INSERT INTO journal_stream (name, position, digest) VALUES {rows} ON CONFLICT (name) DO NOTHING",
        [each for name in names for each in (name, BEGINNING)],
    )
    held = f"SELECT name, position, digest FROM journal_stream WHERE name IN ({_marks(names)}) ORDER BY name FOR UPDATE"
    return {name: Head(position, digest) for name, position, digest in _run(held, names).fetchall()}


def _let_go(names: Sequence[str]) -> None:
    """PostgreSQL: streams that were held and have no event yet leave no row behind."""
    if names:
        _run(f"DELETE FROM journal_stream WHERE name IN ({_marks(names)}) AND position = 0", names)


def append(stream: str, expected_position: int, events: Sequence[Stored], *, at: int) -> list[StoredEvent]:
    """Events onto one stream, in a transaction of their own."""
    with writing([stream]) as begun:
        return begun.append([(stream, expected_position, events)], at=at)


def heads(streams: Iterable[str]) -> Mapping[str, Head]:
    """Return the heads of these streams; those without an event are left out."""
    names = list(streams)
    if not names:
        return {}
    found = _run(f"SELECT name, position, digest FROM journal_stream WHERE name IN ({_marks(names)})", names)
    return {name: Head(position, digest) for name, position, digest in found.fetchall()}


def streams(family: str) -> tuple[str, ...]:
    """The names of all streams of a family, in their order."""
    statement = "SELECT name FROM journal_stream WHERE name LIKE %s AND position > 0 ORDER BY name"
    return tuple(name for (name,) in _run(statement, [f"{family}:%"]).fetchall())


def chain_head() -> Head:
    """How far the house's chain has got."""
    return heads([HOUSE_CHAIN]).get(HOUSE_CHAIN, Head())


def last_seq() -> int:
    """The `seq` of the last event of the house."""
    return chain_head().position


def moment_of(seq: int) -> int:
    """The moment of the event with this `seq`; before the first one it is 0."""
    (at,) = _run("SELECT at FROM journal_event WHERE seq = %s", [seq]).fetchone() or (0,)
    return int(at)


def read(stream: str, after: int = 0, upto: int | None = None) -> list[StoredEvent]:
    """The events of a stream after a position, up to and with another."""
    limit, given = ("", ()) if upto is None else (" AND position <= %s", (upto,))
    return _rows(f"stream = %s AND position > %s{limit} ORDER BY position", [stream, after, *given])


def tail(after: int, *, most: int | None = None) -> list[StoredEvent]:
    """The events of the house after a `seq`."""
    limit = "" if most is None else f" LIMIT {most:d}"
    return _rows(f"seq > %s ORDER BY seq{limit}", [after])


def of_command(key: str) -> list[StoredEvent]:
    """Return all events of the command given under a key: consecutive, up to the next command's first."""
    first = _run("SELECT seq FROM journal_event WHERE key = %s", [key]).fetchone()
    if first is None:
        return []
    next_one = "SELECT seq FROM journal_event WHERE seq > %s AND command = seq ORDER BY seq LIMIT 1"
    following = _run(next_one, first).fetchone() or ()
    end = " AND seq < %s" if following else ""
    # By the command too: since there was none after it, another process may have recorded one.
    return _rows(f"seq >= %s{end} AND command = %s ORDER BY seq", [*first, *following, *first])


def _rows(where: str, given: Sequence[str | int]) -> list[StoredEvent]:
    found = _run(f"SELECT {_COLUMNS} FROM journal_event WHERE {where}", given)
    return [StoredEvent(*row) for row in found.fetchall()]


def _marks(given: Sequence[object]) -> str:
    return ", ".join(["%s"] * len(given))


def _run(statement: str, given: Sequence[Any] = (), *, is_many: bool = False) -> Any:
    """Has the database do something, past what Django does about each statement for those who watch over them.

    A command has a dozen words with the database, most of which take less time than that would.
    """
    used = connections[DEFAULT_DB_ALIAS]
    used.close_if_health_check_failed()
    if used.connection is None:
        used.ensure_connection()
    with used.wrap_database_errors:
        cursor = used.connection.cursor()
        written = statement.replace("%s", "?") if used.vendor == "sqlite" else statement
        return cursor.executemany(written, given) if is_many else cursor.execute(written, given)
