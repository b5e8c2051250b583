"""Recall: any round of a table at any of its steps, exactly as each person saw it then.

A step is what one command did: nobody ever saw a table in between. Recalled states are folded from the snapshot before
the round, and shown by the same function as live ones.
"""

from bisect import bisect_left
from collections.abc import Iterator
from itertools import groupby
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import QuerySet

from pitboss.floor.kernel.field_checks import is_id
from pitboss.floor.kernel.floor import Known, fold, folded_from_snapshot
from pitboss.floor.kernel.registry import FAMILIES
from pitboss.floor.kernel.roles import Actor
from pitboss.floor.reading.table_view import TableView, view_of
from pitboss.floor.tables.record import TableRecord, TableSet, stream_of
from pitboss.games.house.felt import RoundStarted
from pitboss.journal import codec, store
from pitboss.journal.kinds import kind_of
from pitboss.journal.models import Event
from pitboss.journal.store import StoredEvent

__all__ = ["NoSuchRound", "PastRound", "PastStep", "rounds", "steps", "view_at_step", "view_of"]

_STARTED = codec.kind_name(RoundStarted(0, ""))
# With the kind as it is written in the index of rounds, which is used for no other.
_ROUND_AT = (
    f"SELECT version, body FROM journal_event WHERE kind = '{_STARTED}' AND stream = %s AND position <= %s "
    "ORDER BY position DESC LIMIT 1"
)
_SET = kind_of(TableSet)


class NoSuchRound(LookupError):
    """A table, a round or a step that there never was: one sentence."""


class PastRound(NamedTuple):
    """A round and what was done until the next one, by positions of the table's stream and `seq` of the house."""

    number: int
    first: int
    last: int
    first_seq: int
    last_seq: int
    # When it began and when the last of it was done, in microseconds since 1970.
    began: int
    ended: int


class PastStep(NamedTuple):
    """One command of a round: its events, and the table after it."""

    seq: int
    at: int
    kinds: tuple[str, ...]
    record: TableRecord
    # How far the table's stream had got.
    position: int


class _Start(NamedTuple):
    """Where a round began: the first event of the command that opened its betting."""

    number: int
    position: int
    seq: int
    at: int


def rounds(table: str, first: int = 1, last: int | None = None) -> list[PastRound]:
    """Return the rounds of a table in order, all or those of some numbers.

    A round begins with the command that opened its betting, and ends where the next one begins.
    """
    stream = stream_of(table)
    begins = _begins(stream, first) if is_id(table) else None
    if begins is None:
        return []
    follows = None if last is None else _begins(stream, last + 1)
    events = Event.objects.filter(stream=stream)
    starting = events.filter(kind=_STARTED, position__gte=begins)
    if follows is not None:
        starting = starting.filter(position__lte=follows)
    numbers: dict[int, _Start] = {}
    for row in starting.order_by("position").values_list("position", "seq", "command", "at", "version", "body"):
        # A misdeal in hold'em is no round: the next deal has its number again.
        number = codec.decode(_STARTED, *row[4:]).number
        if number not in numbers:
            numbers[number] = _start(events, number, *row[:4])
    firsts = list(numbers.values())
    ends = _ends(events, [each.position - 1 for each in firsts[1:]], is_last=follows is None)
    return [
        PastRound(number, position, last_position, seq, last_seq, at, ended)
        for (number, position, seq, at), (last_position, last_seq, ended) in zip(firsts, ends, strict=False)
    ]


def _begins(stream: str, number: int) -> int | None:
    """Return the position at which a round of this number, or of a higher one, begins first: their numbers rise."""
    last = store.heads([stream]).get(stream, store.Head()).position

    def number_at(position: int) -> int:
        with connection.cursor() as cursor:
            cursor.execute(_ROUND_AT, [stream, position])
            found = cursor.fetchone()
        return int(codec.decode(_STARTED, *found).number) if found else 0

    position = 1 + bisect_left(range(1, last + 1), number, key=number_at)
    return position if position <= last else None


def _start(events: QuerySet[Event], number: int, position: int, seq: int, command: int, at: int) -> _Start:
    if seq > command:
        # No more events of the command can be before it than numbers are between them.
        own = events.filter(command=command, position__gte=position - (seq - command), position__lte=position)
        position, seq = own.order_by("position").values_list("position", "seq")[0]
    return _Start(number, position, seq, at)


def _ends(events: QuerySet[Event], positions: list[int], *, is_last: bool) -> list[tuple[int, int, int]]:
    """The events at these positions, and where asked for the last of all, by position, `seq` and moment."""
    wanted = [positions[start : start + 500] for start in range(0, len(positions), 500)]
    rows = [row for some in wanted for row in events.filter(position__in=some).values_list("position", "seq", "at")]
    return sorted(rows) + list(events.order_by("-position").values_list("position", "seq", "at")[:is_last])


def find_round(table: str, number: int) -> PastRound:
    found = next((each for each in rounds(table, number, number) if each.number == number), None)
    if found is None:
        raise NoSuchRound(f"There is no round {number} of table {table!r}.")
    return found


def steps(table: str, number: int) -> list[PastStep]:
    """The table after each command of a round."""
    return list(steps_of(stream_of(table), find_round(table, number)))


def steps_of(stream: str, past: PastRound) -> Iterator[PastStep]:
    """The table after each command of a round that has been found."""
    known = folded_from_snapshot(stream, past.first - 1)
    for rows in commands_of(stream, past):
        known = fold(FAMILIES["table"], Known(*known), rows)
        yield PastStep(rows[-1].seq, rows[-1].at, tuple(row.kind for row in rows), known.record, known.position)


def commands_of(stream: str, past: PastRound) -> Iterator[list[StoredEvent]]:
    """The events of a round, command by command: until the next one, or until the table was set up anew.

    With other settings a table forgets the round that was played by the old ones.
    """
    rows = store.read(stream, past.first - 1, past.last)
    for _, group in groupby(rows, key=lambda row: row.command):
        some = list(group)
        if any(row.kind == _SET for row in some):
            return
        yield some


def view_at_step(table: str, number: int, step: int, viewer: Actor) -> TableView[Any]:
    """Return what somebody saw after a step of a round, counted from 1."""
    taken = steps(table, number)
    if not 1 <= step <= len(taken):
        raise NoSuchRound(f"Round {number} of table {table!r} has the steps 1 to {len(taken)}, not {step}.")
    return view_of(taken[step - 1].record, viewer)
