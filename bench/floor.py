"""The running house under load: a real server, forty tables at play, four hundred screens, and a long journal.

The server is a process of its own, as `./pit serve` starts it, on SQLite with every commit on the disk; the people are
this process. Beside it stand the same commands without HTTP, those of all tables together as they wait for the disk and
one by one, and plain SQLite that commits one small row after the other on the same disk.
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
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Grid

from pitboss.server import setup

if TYPE_CHECKING:
    from floor_load import Played, Seats

# Commands a second that the house must bear, and at which it is watched.
RATE, WATCHED_RATE = 500.0, 100.0
# What is measured, as people and programs read it.
FLAT_OUT, PACED, WATCHED = "as fast as answered", f"{RATE:.0f} a second due", f"{WATCHED_RATE:.0f} a second, watched"
PER_SECOND, TO_SCREENS, CPU = "commands a second", "ms from answer to screen", "CPU ms of the house a command"
TOGETHER, ONE_BY_ONE, PLAIN = "without HTTP, together", "without HTTP, one by one", "rows a second of plain SQLite"
REPLAY = "seconds to replay the journal"
PARTS = {"p50": 0.5, "p95": 0.95, "p99": 0.99}
WANTED = {
    f"{PER_SECOND}, {FLAT_OUT}": "800 or more",
    f"{CPU}, {FLAT_OUT}": "1.2 or less",
    f"ms to the answer, {PACED}, p99": "below 100",
    f"{CPU}, {TOGETHER}": "0.7 or less",
    f"{TO_SCREENS}, p99": "below 200",
    REPLAY: "below 60",
}
Begins = Callable[[str], None]


class Size(NamedTuple):
    """How much is done. A quick run only shows that everything works."""

    tables: int = 40
    screens: int = 400
    seconds: float = 10.0
    events: int = 200_000


QUICK = Size(tables=4, screens=8, seconds=0.3, events=400)


def run(*, as_json: bool, quick: bool = False) -> None:
    size = QUICK if quick else Size()
    with tempfile.TemporaryDirectory(prefix="pitboss-bench-") as folder, Progress(console=Console(stderr=True)) as bar:
        steps = bar.add_task("The house opens", total=None)
        figures = measured(Path(folder), size, lambda what: bar.update(steps, description=what))
        bar.update(steps, visible=False)
    if as_json:
        print(json.dumps({"size": size._asdict(), "figures": figures, "wanted": WANTED}, indent=2))
    else:
        report(figures, size)


def measured(folder: Path, size: Size, begins: Begins) -> dict[str, float]:
    """All figures, by what they are."""
    setup.set_up(folder / "house")
    setup.bring_up_to_date()
    # After Django is set up.
    from floor_alone import FLOOR, rest
    from floor_house import open_house
    from floor_load import Seats

    tables = [Seats(place) for place in open_house(FLOOR, size.tables)]
    rest()
    with server(folder) as (port, process):
        figures = under_load(port, process, tables, size=size, begins=begins)
    return {**figures, **by_itself(folder, tables, size=size, begins=begins)}


def under_load(
    port: int, process: subprocess.Popen[str], tables: "list[Seats]", *, size: Size, begins: Begins
) -> dict[str, float]:
    from floor_load import play, play_before_screens, quantile

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
    return {
        **spread(FLAT_OUT, fast),
        f"{CPU}, {FLAT_OUT}": 1000 * cpu / len(fast.told),
        **spread(PACED, paced),
        **spread(WATCHED, watched),
        **{f"{TO_SCREENS}, {name}": 1000 * quantile(delays, part) for name, part in PARTS.items()},
        "commands on screens": len(delays),
        "commands carried out": len(fast.told) + len(paced.told) + len(watched.told),
        "commands refused": fast.refused + paced.refused + watched.refused,
    }


def spread(name: str, played: "Played") -> dict[str, float]:
    latencies = {f"ms to the answer, {name}, {part}": played.milliseconds(PARTS[part]) for part in PARTS}
    return {f"{PER_SECOND}, {name}": played.per_second, **latencies}


def by_itself(folder: Path, tables: "list[Seats]", *, size: Size, begins: Begins) -> dict[str, float]:
    import floor_alone

    alone: dict[str, float] = {}
    for name, most in ((TOGETHER, len(tables)), (ONE_BY_ONE, 1)):
        begins(name.capitalize())
        rate, cpu = floor_alone.measure(tables, size.seconds / 2, most)
        alone |= {f"{PER_SECOND}, {name}": rate, f"{CPU}, {name}": 1000 * cpu}
    begins("Plain SQLite")
    plain = plain_sqlite(folder / "plain.sqlite3", size.seconds / 4)
    for events in floor_alone.play_until(tables, size.events):
        begins(f"Play until there are {size.events:,} events: {events:,}")
    begins("Replay")
    events, seconds = floor_alone.replay()
    floor_alone.rest()
    return {**alone, PLAIN: plain, "events in the journal": events, REPLAY: seconds}


@contextmanager
def server(folder: Path, *options: str) -> Iterator[tuple[int, subprocess.Popen[str]]]:
    """The house as `./pit serve` starts it, at a port of its own choice."""
    words = [sys.executable, "-m", "pitboss", "serve", "--port", "0", "--data", str(folder / "house"), *options]
    with subprocess.Popen([*words, "--log", str(folder / "log")], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            address = re.search(r":(\d+)/", process.stdout.readline())
            assert address is not None, "the server has not started"
            yield int(address[1]), process
        finally:
            process.send_signal(signal.SIGTERM)


def cpu_seconds(process: subprocess.Popen[str]) -> float:
    """What a process and those that it has started have used so far, where the system tells it."""
    if not Path("/proc/self/stat").exists():
        return float("nan")
    started = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    return sum(map(_cpu_seconds, [str(process.pid), *started]))


def _cpu_seconds(process: str) -> float:
    user, system = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def plain_sqlite(file: Path, seconds: float) -> float:
    """How many small rows a second SQLite alone commits here, one by one, each safe on the disk."""
    database = sqlite3.connect(file, isolation_level=None)
    for pragma in ("journal_mode=WAL", "synchronous=FULL"):
        database.execute(f"PRAGMA {pragma}")
    database.execute("CREATE TABLE line (seq INTEGER PRIMARY KEY, body TEXT)")
    began, count = time.perf_counter(), 0
    while time.perf_counter() - began < seconds:
        database.execute("INSERT INTO line (body) VALUES (?)", ["x" * 200])
        count += 1
    database.close()
    return count / seconds


def report(figures: Mapping[str, float], size: Size) -> None:
    out = Console(highlight=False)
    grid = Grid(title=f"A house of {size.tables} tables on SQLite, every commit on the disk")
    grid.add_column("what")
    grid.add_column("figure", justify="right")
    grid.add_column("wanted", justify="right")
    for what, figure in figures.items():
        wanted, shown = WANTED.get(what, ""), f"{figure:,.0f}" if figure >= 100 else f"{figure:,.2f}"
        grid.add_row(what, shown, wanted, style="bold" if wanted else None)
    out.print(grid)
    rate = figures[f"{PER_SECOND}, {FLAT_OUT}"]
    alone = figures[f"{PER_SECOND}, {TOGETHER}"]
    out.print(f"Without HTTP the house does {alone / rate:.1f} times as many commands on one thread,")
    out.print(f"and plain SQLite commits {figures[PLAIN] / rate:.1f} times as many rows one by one.")
