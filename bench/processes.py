"""The running house on PostgreSQL with one, two and four processes: forty tables at play, as fast as each is answered.

`DATABASE_URL` names a database that may be filled. Beside it stands PostgreSQL alone, which commits one small row after
the other on the same disk, as the house would if each command waited for the disk with the house's chain in its hand.
"""

import asyncio
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Grid

from floor import Begins, cpu_seconds, server
from pitboss.server import setup

PROCESSES, PER_SECOND, P50, P99, CPU = (
    "processes",
    "commands a second",
    "p50 ms",
    "p99 ms",
    "CPU ms of the house a command",
)
PLAIN = "rows a second of plain PostgreSQL"


class Size(NamedTuple):
    """How much is measured."""

    tables: int = 40
    seconds: float = 10.0
    processes: tuple[int, ...] = (1, 2, 4)


QUICK = Size(tables=4, seconds=0.5, processes=(2,))


def run(*, as_json: bool, quick: bool = False) -> None:
    if not os.environ.get("DATABASE_URL", "").startswith("postgres"):
        sys.exit("Several processes need PostgreSQL: set DATABASE_URL to a database that may be filled.")
    size = QUICK if quick else Size()
    progress = Progress(console=Console(stderr=True), transient=True)
    with tempfile.TemporaryDirectory() as folder, progress:
        task = progress.add_task("Opening the house", total=None)
        rows, plain = measured(Path(folder), size, lambda words: progress.update(task, description=words))
    if as_json:
        print(json.dumps({"processes": rows, PLAIN: plain}, indent=2))
        return
    out = Console(highlight=False)
    grid = Grid(title=f"A house of {size.tables} tables on PostgreSQL, every answer on the disk")
    for name in rows[0]:
        grid.add_column(name, justify="right")
    for row in rows:
        grid.add_row(
            *(
                f"{figure:,.0f}" if figure >= 100 or figure == int(figure) else f"{figure:,.2f}"
                for figure in row.values()
            )
        )
    out.print(grid)
    out.print(f"PostgreSQL alone commits {plain:,.0f} small rows a second one by one.")


def measured(folder: Path, size: Size, begins: Begins) -> tuple[list[dict[str, float]], float]:
    setup.set_up(folder / "house", os.environ["DATABASE_URL"])
    setup.bring_up_to_date()
    # After Django is set up.
    from floor_alone import FLOOR, rest
    from floor_house import open_house
    from floor_load import Seats, play, quantile

    tables = [Seats(place) for place in open_house(FLOOR, size.tables)]
    begins("PostgreSQL alone")
    plain = plain_postgresql(size.seconds / 4)
    rest()
    rows = []
    for count in size.processes:
        begins(f"{count} of the house")
        with server(folder, "--workers", str(count)) as (port, process):
            asyncio.run(play(port, tables, size.seconds / 5))
            before = cpu_seconds(process)
            played = asyncio.run(play(port, tables, size.seconds))
            cpu = cpu_seconds(process) - before
        waited = [told.seconds for told in played.told]
        rows.append(
            {
                PROCESSES: count,
                PER_SECOND: len(waited) / played.seconds,
                P50: 1000 * quantile(waited, 0.5),
                P99: 1000 * quantile(waited, 0.99),
                CPU: 1000 * cpu / len(waited),
            }
        )
    return rows, plain


def plain_postgresql(seconds: float) -> float:
    """How many small rows a second PostgreSQL alone commits here, one by one, each safe on the disk."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE bench_line (body text)")
        began, count = time.perf_counter(), 0
        while time.perf_counter() - began < seconds:
            cursor.execute("INSERT INTO bench_line VALUES (%s)", ["x" * 200])
            count += 1
        cursor.execute("DROP TABLE bench_line")
    return count / seconds
