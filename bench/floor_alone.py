"""The floor without a server: the same commands given to it at once, a long journal, and its replay."""

import time
from collections.abc import Iterator, Sequence

from django.db import connection, connections

from floor_house import OVER, REFUSED, Place
from floor_load import Seats
from pitboss.floor.kernel.floor import Done, Floor, Known, fold
from pitboss.floor.kernel.registry import FAMILIES
from pitboss.journal import store

FLOOR = Floor()


def rest() -> None:
    """Lets go of the database."""
    connections.close_all()


def _one_more(table: Seats) -> bool:
    """The next command at a table; whether it was carried out."""
    given = table.next
    answer = FLOOR.execute(given.by.actor, given.command, table.key())
    table.answered(str(answer.answer.get("stage", "")) if isinstance(answer, Done) else REFUSED)
    return isinstance(answer, Done)


def per_second(tables: Sequence[Seats], seconds: float) -> float:
    """How many commands a second one thread carries out, without anything between."""
    began, done = time.perf_counter(), 0
    while time.perf_counter() - began < seconds:
        done += sum(map(_one_more, tables))
    return done / (time.perf_counter() - began)


def play_until(tables: Sequence[Seats], events: int) -> Iterator[int]:
    """Goes on until the journal has so many events, for which the disk need not keep up; tells how many there are."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA synchronous=OFF")
    while (last := store.last_seq()) < events:
        yield last
        for table in tables:
            _one_more(table)


def play_rounds(place: Place, rounds: int) -> int:
    """Plays so many rounds at a table of a house game, from the beginning of one; how many commands that took."""
    table, commands = Seats(place), 0
    while rounds:
        given = table.next
        # Keys of their own: the table may have been played at by another process.
        answer = FLOOR.execute(given.by.actor, given.command, f"{time.monotonic_ns()}")
        assert isinstance(answer, Done), answer
        table.answered(answer.answer["stage"])
        commands, rounds = commands + 1, rounds - (answer.answer["stage"] == OVER)
    return commands


def replay() -> tuple[int, float]:
    """Folds every stream of the journal from its first event, without snapshots; how many events, and how long."""
    began, events = time.perf_counter(), 0
    for family, its in FAMILIES.items():
        for stream in store.streams(family):
            events += fold(its, Known(0, None), store.read(stream)).position
    return events, time.perf_counter() - began
