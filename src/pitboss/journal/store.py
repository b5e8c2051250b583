"""Append and read: the journal on the database.

A transaction says beforehand which streams it will write to. On PostgreSQL it holds their rows, so that two processes
cannot decide on the same past; SQLite has one writer at a time anyway. `append` then holds the row of the house's
chain until the commit: that is what makes `seq` count without a gap and become visible in its order, so that whoever
reads the events after a `seq` can never miss one.
"""

import os
import signal
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

from django.db import connection, transaction

from pitboss.games.frozen import Frozen
from pitboss.journal.chain import BEGINNING, ChainEntry, fold, link
from pitboss.journal.codec import Stored

HOUSE_CHAIN = "*"
CHANNEL = "pitboss"
_COLUMNS = "seq, stream, position, family, kind, version, body, at, command, cause, key, digest, house_digest"
_INSERT = f"INSERT INTO journal_event ({_COLUMNS}) VALUES ({', '.join(['%s'] * 13)})"
_SET_HEAD = (
    "INSERT INTO journal_stream (name, position, digest) VALUES (%s, %s, %s) "
    "ON CONFLICT (name) DO UPDATE SET position = excluded.position, digest = excluded.digest"
)
# Where tests end the process to see that nothing is lost, in the order a command comes to them: PITBOSS_DIE_AT with
# committed:3 makes the process kill itself the third time it comes to the point `committed`.
POINTS = ("begun", "decided", "appended", "posted", "before_commit", "committed", "published", "answered")
_name, _, _count = os.environ.get("PITBOSS_DIE_AT", "").partition(":")
_left = {_name: int(_count or 1)} if _name in POINTS else {}
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
    """The reads and writes of one command: committed together or not at all.

    `chain` is the house's chain, to which others may add until it is held.
    """

    heads: dict[str, Head]
    chain: Head
    is_chain_held: bool
    written: list[StoredEvent] = field(default_factory=list)

    def hold_chain(self, seen: Mapping[str, int] = Frozen()) -> Head:
        """Return the head of the house's chain; nobody else commits anything from here on.

        `seen` are streams that were looked at and not held, and their positions then; one that has gone on is a
        `Conflict`.
        """
        if not self.is_chain_held:
            with connection.cursor() as cursor:
                cursor.execute("SELECT position, digest FROM journal_stream WHERE name = %s FOR UPDATE", [HOUSE_CHAIN])
                self.chain = Head(*(cursor.fetchone() or ()))
            self.is_chain_held = True
            _still_at(seen)
        return self.chain

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
        with connection.cursor() as cursor:
            command, rows, after = seq + 1, [], dict[str, Head]()
            for stream, expected, events in batches:
                position, digest = self.heads[stream]
                if position != expected:
                    raise Conflict(f"{stream} is at {position}, not at {expected}.")
                for stored in events:
                    seq, position = seq + 1, position + 1
                    first = seq == command
                    told = (cause, key) if first else ("", None)
                    entry = ChainEntry(seq, stream, position, family_of(stream), *stored, at, command, *told)
                    digest = link(digest, entry)
                    house = fold(house, digest)
                    rows.append(StoredEvent(*entry, digest, house))
                self.heads[stream] = after[stream] = Head(position, digest)
            assert [row.seq for row in rows] == [*range(command, seq + 1)], "The house counts its events without a gap."
            assert rows, "A command that changes something has an event to say so."
            cursor.executemany(_INSERT, rows)
            self.chain = after[HOUSE_CHAIN] = Head(seq, house)
            cursor.executemany(_SET_HEAD, [(name, *head) for name, head in after.items()])
        self.written += rows
        pass_point("appended")
        return rows


def _still_at(seen: Mapping[str, int]) -> None:
    now = heads(seen)
    if any(now.get(stream, Head()).position != position for stream, position in seen.items()):
        raise Overtaken(seen)


@contextmanager
def writing(streams: Iterable[str]) -> Iterator[Transaction]:
    """One transaction of the database that writes to these streams and commits when the block ends well.

    Whoever names the house's chain too holds it from the beginning: nobody else records anything meanwhile.
    """
    held = set(streams)
    names = sorted(held - {HOUSE_CHAIN})
    on_sqlite = connection.vendor == "sqlite"
    if on_sqlite:
        _sqlite_writer.acquire()
    try:
        with transaction.atomic(durable=True):
            pass_point("begun")
            if not on_sqlite:
                _hold(names)
            found = dict(heads([*names, HOUSE_CHAIN]))
            chain = found.pop(HOUSE_CHAIN, Head())
            begun = Transaction({**dict.fromkeys(names, Head()), **found}, chain, is_chain_held=on_sqlite)
            if HOUSE_CHAIN in held:
                begun.hold_chain()
            yield begun
            if not on_sqlite:
                _let_go([name for name, head in begun.heads.items() if not head.position])
            if begun.written and not on_sqlite:
                with connection.cursor() as cursor:
                    cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, str(begun.written[-1].seq)])
            pass_point("before_commit")
        pass_point("committed")
    finally:
        if on_sqlite:
            _sqlite_writer.release()


def _hold(names: Sequence[str]) -> None:
    """PostgreSQL: holds the rows of these streams, in the order of their names so that nobody waits in a circle."""
    with connection.cursor() as cursor:
        for name in names:
            cursor.execute(
                "INSERT INTO journal_stream (name, position, digest) VALUES (%s, 0, %s) ON CONFLICT (name) DO NOTHING",
                [name, BEGINNING],
            )
            cursor.execute("SELECT 1 FROM journal_stream WHERE name = %s FOR UPDATE", [name])


def _let_go(names: Sequence[str]) -> None:
    """PostgreSQL: streams that were held and have no event yet leave no row behind."""
    if names:
        with connection.cursor() as cursor:
            marks = ", ".join(["%s"] * len(names))
            cursor.execute(f"DELETE FROM journal_stream WHERE name IN ({marks}) AND position = 0", names)


def append(stream: str, expected_position: int, events: Sequence[Stored], *, at: int) -> list[StoredEvent]:
    """Events onto one stream, in a transaction of their own."""
    with writing([stream]) as begun:
        return begun.append([(stream, expected_position, events)], at=at)


def heads(streams: Iterable[str]) -> Mapping[str, Head]:
    """Return the heads of these streams; those without an event are left out."""
    names = list(streams)
    if not names:
        return {}
    with connection.cursor() as cursor:
        marks = ", ".join(["%s"] * len(names))
        cursor.execute(f"SELECT name, position, digest FROM journal_stream WHERE name IN ({marks})", names)
        return {name: Head(position, digest) for name, position, digest in cursor.fetchall()}


def streams(family: str) -> tuple[str, ...]:
    """The names of all streams of a family, in their order."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT name FROM journal_stream WHERE name LIKE %s AND position > 0 ORDER BY name", [f"{family}:%"]
        )
        return tuple(name for (name,) in cursor.fetchall())


def chain_head() -> Head:
    """How far the house's chain has got."""
    return heads([HOUSE_CHAIN]).get(HOUSE_CHAIN, Head())


def last_seq() -> int:
    """The `seq` of the last event of the house."""
    return chain_head().position


def moment_of(seq: int) -> int:
    """The moment of the event with this `seq`; before the first one it is 0."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT at FROM journal_event WHERE seq = %s", [seq])
        (at,) = cursor.fetchone() or (0,)
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
    with connection.cursor() as cursor:
        cursor.execute("SELECT seq FROM journal_event WHERE key = %s", [key])
        first = cursor.fetchone()
        if first is None:
            return []
        cursor.execute("SELECT seq FROM journal_event WHERE seq > %s AND command = seq ORDER BY seq LIMIT 1", first)
        following = cursor.fetchone() or ()
    end = " AND seq < %s" if following else ""
    # By the command too: since there was none after it, another process may have recorded one.
    return _rows(f"seq >= %s{end} AND command = %s ORDER BY seq", [*first, *following, *first])


def _rows(where: str, given: Sequence[str | int]) -> list[StoredEvent]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {_COLUMNS} FROM journal_event WHERE {where}", given)
        return [StoredEvent(*row) for row in cursor.fetchall()]
