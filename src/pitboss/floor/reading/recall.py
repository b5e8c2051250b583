"""Recall: any round of a table at any of its steps, exactly as each person saw it then.

A step is what one command did: nobody ever saw a table in between. Recalled states are folded from the snapshot before
the round, and shown by the same function as live ones.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import Any, NamedTuple

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


def rounds(table: str) -> list[PastRound]:
    """Return all rounds of a table in order. A round begins with the command that opened its betting."""
    if not is_id(table):
        return []
    events = Event.objects.filter(stream=stream_of(table))
    starting = events.filter(kind=_STARTED)
    began: dict[int, tuple[int, int, int]] = {}
    for command, *where in (
        events.filter(command__in=starting.values("command"))
        .order_by("-seq")
        .values_list("command", "position", "seq", "at")
    ):
        began[command] = tuple(where)
    numbers: dict[int, int] = {}
    for body, version, command in starting.order_by("seq").values_list("body", "version", "command"):
        # A misdeal in hold'em is no round: the next deal has its number again.
        numbers.setdefault(codec.decode(_STARTED, version, body).number, command)
    firsts = [began[command] for command in numbers.values()]
    if not firsts:
        return []
    ends = _ends(events, [position - 1 for position, _, _ in firsts[1:]])
    return [
        PastRound(number, first, last, first_seq, last_seq, at, ended)
        for number, (first, first_seq, at), (last, last_seq, ended) in zip(numbers, firsts, ends, strict=True)
    ]


def _ends(events: QuerySet[Event], positions: list[int]) -> list[tuple[int, int, int]]:
    """The events at these positions and the last of all, by position, `seq` and moment."""
    wanted = [positions[start : start + 500] for start in range(0, len(positions), 500)]
    rows = [row for some in wanted for row in events.filter(position__in=some).values_list("position", "seq", "at")]
    return sorted(rows) + list(events.order_by("-position").values_list("position", "seq", "at")[:1])


def find_round(table: str, number: int) -> PastRound:
    found = next((each for each in rounds(table) if each.number == number), None)
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
