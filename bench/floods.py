"""The house under floods: while anonymous crowds do their worst, people at the tables go on playing.

For each flood a server of its own, as `./pit serve` starts it, on SQLite with every commit on the disk. The people are
this process, and play at a modest rate; the flood comes from two other processes on this machine that step back behind
everything else, as if they were on machines of their own, and end by themselves. It comes once from the very address
that the people come from, and once from many others.
"""

import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Grid

from flood_load import FLOODS, HOST
from floor import Begins, server
from pitboss.server import setup

if TYPE_CHECKING:
    from floor_load import Seats, Told

# Commands a second of all people together.
RATE = 20.0
NO_FLOOD, ONE, MANY = "no flood", "one", "many"
FLOOD, FROM = "flood", "from"
PROCESSES = 2
P50, P99, ANSWERED, HEALTHY, NEWCOMERS = "p50 ms", "p99 ms", "answered", "health", "newcomers"
BEFORE, AFTER, LOG = "MB before", "MB after", "log KB"
# How often the flood itself was answered with which status.
TOLD = "the flood was told"
WANTED = {P99: "below 200", HEALTHY: "all", NEWCOMERS: "all"}
Row = dict[str, float | str]


class Size(NamedTuple):
    """How much is done. A quick run only shows that everything works."""

    tables: int = 8
    seconds: float = 10.0
    crowd: int = 1200
    coming_seconds: float = 1.0
    places: tuple[str, ...] = (ONE, MANY)


QUICK = Size(tables=4, seconds=0.5, crowd=20, coming_seconds=0.3, places=(MANY,))


def run(*, as_json: bool, quick: bool = False) -> None:
    size = QUICK if quick else Size()
    with tempfile.TemporaryDirectory(prefix="pitboss-bench-") as folder, Progress(console=Console(stderr=True)) as bar:
        steps = bar.add_task("The house opens", total=None)
        rows = measured(Path(folder), size, lambda what: bar.update(steps, description=what))
        bar.update(steps, visible=False)
    if as_json:
        print(json.dumps({"size": size._asdict(), "floods": rows, "wanted": WANTED}, indent=2))
    else:
        report(rows, size)


def measured(folder: Path, size: Size, begins: Begins) -> list[Row]:
    """What each flood did to the people at the tables, and to the house."""
    setup.set_up(folder / "house")
    setup.bring_up_to_date()
    # After Django is set up.
    from floor_alone import FLOOR, rest
    from floor_house import open_house
    from floor_load import Seats

    tables = [Seats(place) for place in open_house(FLOOR, size.tables)]
    rest()
    cases = [(NO_FLOOD, ONE), *((flood, places) for flood in FLOODS for places in size.places)]
    rows = []
    for flood, places in cases:
        begins(f"{flood}, from {places} address{'' if places == ONE else 'es'}")
        rows.append(under(flood, places, folder, tables, size))
    return rows


def under(flood: str, places: str, folder: Path, tables: "list[Seats]", size: Size) -> Row:
    """One flood on a server of its own."""
    from floor_load import play, quantile

    log = folder / "log"
    log.unlink(missing_ok=True)
    with server(folder) as (port, process):
        # Until everybody has come to their table.
        asyncio.run(play(port, tables, 0.5, RATE))
        before, written = resident_megabytes(process.pid), log.stat().st_size
        newcomer = tables[0].place.players[0].token
        played, healthy, entered, answers = asyncio.run(play_under(flood, places, port, tables, newcomer, size))
        after = resident_megabytes(process.pid)
        grown = (log.stat().st_size - written) / 1024
    milliseconds = [1000 * each.seconds for each in played]
    return {
        FLOOD: flood,
        FROM: places,
        P50: quantile(milliseconds, 0.5),
        P99: quantile(milliseconds, 0.99),
        ANSWERED: len(played),
        NEWCOMERS: entered,
        HEALTHY: healthy,
        BEFORE: before,
        AFTER: after,
        LOG: grown,
        TOLD: ", ".join(f"{count:,} {status}" for status, count in answers.most_common()),
    }


async def play_under(
    flood: str, places: str, port: int, tables: "list[Seats]", newcomer: str, size: Size
) -> "tuple[list[Told], str, str, Counter[str]]":
    """People play, then the flood comes; what they were answered from then on, and how newcomers got in meanwhile."""
    from floor_load import play

    playing = asyncio.ensure_future(play(port, tables, 2 * size.coming_seconds + size.seconds, RATE))
    await asyncio.sleep(size.coming_seconds)
    running = begin_flood(flood, places, port, size)
    # Until the flood is there.
    await asyncio.sleep(size.coming_seconds)
    began = time.perf_counter()
    signed = f"Authorization: Bearer {newcomer}\r\n"
    watching = [come_anew(port, "/health", "", size.seconds), come_anew(port, "/api/me", signed, size.seconds)]
    healthy, entered = await asyncio.gather(*watching)
    told = [each for each in (await playing).told if each.at - each.seconds >= began]
    answers: Counter[str] = Counter()
    for process in running:
        said, _ = process.communicate()
        answers.update(json.loads(said))
    return told, healthy, entered, answers


def begin_flood(flood: str, places: str, port: int, size: Size) -> list[subprocess.Popen[bytes]]:
    """Processes that flood the house, and end by themselves soon after the people have stopped."""
    if flood == NO_FLOOD:
        return []
    words = [sys.executable, str(Path(__file__).with_name("flood_load.py")), flood, places, str(port)]
    share = [str(size.seconds + 2 * size.coming_seconds), str(size.crowd // PROCESSES)]
    numbers = map(str, range(PROCESSES))
    return [subprocess.Popen([*words, *share, number], stdout=subprocess.PIPE) for number in numbers]


async def come_anew(port: int, path: str, header: str, seconds: float) -> str:
    """How often somebody with a new connection each time was served."""
    until, served, asked = time.monotonic() + seconds, 0, 0
    while time.monotonic() < until:
        asked += 1
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(5.0):
                reader, writer = await asyncio.open_connection(HOST, port)
                writer.write(f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\n{header}Connection: close\r\n\r\n".encode())
                served += (await reader.read(12)).endswith(b"200")
                writer.close()
        await asyncio.sleep(0.5)
    return f"{served} of {asked}"


def resident_megabytes(pid: int) -> float:
    """The memory of a process, where the system tells it."""
    told = Path(f"/proc/{pid}/status")
    lines = told.read_text().splitlines() if told.exists() else []
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS")), float("nan"))


def report(rows: list[Row], size: Size) -> None:
    out = Console(highlight=False)
    grid = Grid(title=f"{RATE:.0f} commands a second at {size.tables} tables, under floods of {size.crowd} at once")
    columns = [name for name in rows[0] if name != TOLD]
    for name in columns:
        grid.add_column(f"{name}\n({WANTED[name]})" if name in WANTED else name)
    for row in rows:
        grid.add_row(*(f"{row[name]:,.1f}" if isinstance(row[name], float) else str(row[name]) for name in columns))
    out.print(grid)
    for row in rows[1:]:
        out.print(f"{row[FLOOD]} from {row[FROM]}: {TOLD} {row[TOLD]}")
