"""The running house under load: a real server, forty tables at play, four hundred screens, and a long journal.

The server is a process of its own, as `./pit serve` starts it, on SQLite with every commit on the disk; the people are
this process. Beside it stand the same commands without HTTP, and plain SQLite that commits one small row after the
other on the same disk, which is more than any program can do that acknowledges nothing before it is safe.
"""

import asyncio
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Grid

from pitboss.server import setup

TABLES, SCREENS = 40, 400
# Commands a second that the house must bear, and at which it is watched by so many.
RATE, WATCHED_RATE = 300.0, 100.0
EVENTS = 200_000
FLAT_OUT, PACED = "commands a second, as fast as answered", f"commands a second, {RATE:.0f} due"
WATCHED, TO_SCREENS = f"commands a second, {WATCHED_RATE:.0f} due and watched", "ms from an answer to a screen"
ALONE, PLAIN = "commands a second without HTTP", "rows a second of plain SQLite"
REPLAY = "seconds to replay them"
PARTS = {"p50": 0.5, "p95": 0.95, "p99": 0.99}
WANTED = {
    FLAT_OUT: "300 or more",
    f"{PACED}, p99": "below 100",
    f"{TO_SCREENS}, p99": "below 200",
    REPLAY: "below 60",
}


class Size(NamedTuple):
    """How much is done. A quick run only shows that everything works."""

    tables: int = TABLES
    screens: int = SCREENS
    seconds: float = 10.0
    events: int = EVENTS


QUICK = Size(tables=8, screens=16, seconds=0.5, events=500)


def run(*, as_json: bool, quick: bool = False) -> None:
    size = QUICK if quick else Size()
    console = Console(stderr=True)
    with tempfile.TemporaryDirectory(prefix="pitboss-bench-") as folder, Progress(console=console) as bar:
        steps = bar.add_task("The house opens", total=7)

        def begins(what: str) -> None:
            bar.update(steps, description=what, advance=1)

        figures = measured(Path(folder), size, begins)
        bar.update(steps, visible=False)
    if as_json:
        print(json.dumps({"size": size._asdict(), "figures": figures, "wanted": WANTED}, indent=2))
    else:
        report(figures, size)


def measured(folder: Path, size: Size, begins: Callable[[str], None]) -> dict[str, float]:
    """All figures, by what they are."""
    setup.set_up(folder / "house")
    setup.bring_up_to_date()
    # After Django is set up.
    import floor_alone
    from floor_house import open_house
    from floor_load import Seats, play, play_before_screens, quantile

    tables = [Seats(place) for place in open_house(floor_alone.FLOOR, size.tables)]
    floor_alone.rest()
    with server(folder) as (port, process):
        begins("As fast as each table is answered")
        asyncio.run(play(port, tables, size.seconds / 10))
        before = cpu_seconds(process)
        fast = asyncio.run(play(port, tables, size.seconds))
        cpu = cpu_seconds(process) - before
        begins(f"At {RATE:.0f} commands a second")
        paced = asyncio.run(play(port, tables, size.seconds, RATE))
        begins(f"Before {size.screens} screens")
        watching = play_before_screens(port, tables, count=size.screens, seconds=size.seconds, rate=WATCHED_RATE)
        watched, delays = asyncio.run(watching)
    begins("Without HTTP")
    alone = floor_alone.per_second(tables, size.seconds / 2)
    begins("Plain SQLite")
    plain = plain_sqlite(folder / "plain.sqlite3", size.seconds / 4)
    begins(f"A journal of {size.events:,} events")
    floor_alone.play_until(tables, size.events)
    begins("Replay")
    events, seconds = floor_alone.replay()
    floor_alone.rest()
    given = [*fast.told, *paced.told, *watched.told]
    refused = fast.refused + paced.refused + watched.refused
    return {
        FLAT_OUT: fast.per_second,
        **{f"{FLAT_OUT}, {name}": fast.milliseconds(part) for name, part in PARTS.items()},
        "CPU ms of the server a command": 1000 * cpu / len(fast.told),
        PACED: paced.per_second,
        **{f"{PACED}, {name}": paced.milliseconds(part) for name, part in PARTS.items()},
        WATCHED: watched.per_second,
        **{f"{WATCHED}, {name}": watched.milliseconds(part) for name, part in PARTS.items()},
        **{f"{TO_SCREENS}, {name}": 1000 * quantile(delays, part) for name, part in PARTS.items()},
        "messages to screens": len(delays),
        "commands given": len(given) + refused,
        "commands refused": refused,
        ALONE: alone,
        PLAIN: plain,
        "events replayed": events,
        REPLAY: seconds,
    }


@contextmanager
def server(folder: Path) -> Iterator[tuple[int, subprocess.Popen[str]]]:
    """The house as `./pit serve` starts it, at a port of its own choice."""
    words = [sys.executable, "-m", "pitboss", "serve", "--port", "0", "--data", str(folder / "house")]
    process = subprocess.Popen([*words, "--log", str(folder / "log")], stdout=subprocess.PIPE, text=True)
    with process:
        assert process.stdout is not None
        try:
            address = re.search(r":(\d+)/", process.stdout.readline())
            assert address is not None, "the server has not started"
            yield int(address[1]), process
        finally:
            process.send_signal(signal.SIGTERM)


def cpu_seconds(process: subprocess.Popen[str]) -> float:
    """What a process has used so far, where the system tells it."""
    told = Path(f"/proc/{process.pid}/stat")
    if not told.exists():
        return float("nan")
    user, system = told.read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def plain_sqlite(file: Path, seconds: float) -> float:
    """How many small rows a second SQLite alone commits here, one by one, each safe on the disk."""
    database = sqlite3.connect(file, isolation_level=None)
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("PRAGMA synchronous=FULL")
    database.execute("CREATE TABLE line (seq INTEGER PRIMARY KEY, body TEXT)")
    began, count = time.perf_counter(), 0
    while time.perf_counter() - began < seconds:
        database.execute("INSERT INTO line (body) VALUES (?)", ["x" * 200])
        count += 1
    database.close()
    return count / seconds


def report(figures: dict[str, float], size: Size) -> None:
    out = Console(highlight=False)
    grid = Grid(title=f"A house of {size.tables} tables on SQLite, each commit on the disk")
    grid.add_column("what")
    grid.add_column("figure", justify="right")
    grid.add_column("wanted", justify="right")
    for what, figure in figures.items():
        wanted = WANTED.get(what, "")
        grid.add_row(what, f"{figure:,.0f}" if figure >= 100 else f"{figure:,.1f}", wanted, style="bold" if wanted else None)
    out.print(grid)
    out.print(f"Without HTTP the house does {figures[ALONE] / figures[FLAT_OUT]:.1f} times as many commands;")
    out.print(f"plain SQLite commits {figures[PLAIN] / figures[FLAT_OUT]:.1f} times as many rows one by one.")
