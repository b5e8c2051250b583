"""The floor without a server: the same commands given to it at once, a long journal, and its replay."""

import time
from collections.abc import Iterator, Sequence

from django.db import connection, connections

from floor_house import OVER, REFUSED, Place
from floor_load import Seats
from pitboss.floor.kernel.floor import Asked, Done, Floor, Known, fold
from pitboss.floor.kernel.registry import FAMILIES
from pitboss.journal import store

FLOOR = Floor()


def rest() -> None:
    """Lets go of the database."""
    connections.close_all()


def _next_at(tables: Sequence[Seats]) -> int:
    """Gives the next command at each of these tables, all at once; how many were carried out."""
    asked = [Asked(table.next.by.actor, table.next.command, table.key()) for table in tables]
    FLOOR.execute_all(asked)
    for table, each in zip(tables, asked, strict=True):
        table.answered(str(each.answer.answer.get("stage", "")) if isinstance(each.answer, Done) else REFUSED)
    return sum(isinstance(each.answer, Done) for each in asked)


def measure(tables: Sequence[Seats], seconds: float, together: int) -> tuple[float, float]:
    """How many commands a second one thread carries out, so many given at once, and the CPU seconds of each."""
    began, cpu, done = time.perf_counter(), time.process_time(), 0
    while time.perf_counter() - began < seconds:
        for first in range(0, len(tables), together):
            done += _next_at(tables[first : first + together])
    return done / (time.perf_counter() - began), (time.process_time() - cpu) / done


def play_until(tables: Sequence[Seats], events: int) -> Iterator[int]:
    """Goes on until the journal has so many events, for which the disk need not keep up; tells how many there are."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA synchronous=OFF")
    while (last := store.last_seq()) < events:
        yield last
        _next_at(tables)


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
