"""The pages under load: forty tables at play, each with three browsers' worth of screens before it.

A screen does what the page in a browser does: it listens to the steps of its table, and at each of them fetches the
part that has changed. The server is a process of its own, as `./pit serve` starts it; the browsers are this process.
What a real browser takes to draw comes on top of these figures.
"""

import asyncio
import json
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Grid

from floor import PARTS, Begins, cpu_seconds, server
from pitboss.server import setup

if TYPE_CHECKING:
    from floor_house import Device
    from floor_load import Played, Seats

# One decision a second at each of forty tables: twice what people manage.
RATE = 40.0
PAGE_CPU, PART_CPU, SEEN = "CPU ms of a table's page", "CPU ms of its changing part", "ms from answer to another screen"
WANTED = {PAGE_CPU: "below 50", f"{SEEN}, p99": "below 200"}


class Size(NamedTuple):
    """How much is done. A quick run only shows that everything works."""

    tables: int = 40
    seconds: float = 15.0
    pages: int = 200


QUICK = Size(tables=4, seconds=0.5, pages=4)


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
    from floor_load import Seats, play, quantile

    tables = [Seats(place) for place in open_house(FLOOR, size.tables)]
    rest()
    with server(folder) as (port, process):
        # As fast as they can, until everybody has come to their table.
        asyncio.run(play(port, tables, size.seconds / 5))
        figures = {}
        for what, part in ((PAGE_CPU, ""), (PART_CPU, "/felt")):
            begins(what)
            asyncio.run(fetched(port, tables, part, size.tables))
            before = cpu_seconds(process)
            asyncio.run(fetched(port, tables, part, size.pages))
            figures[what] = 1000 * (cpu_seconds(process) - before) / size.pages
        begins(f"{RATE:.0f} decisions a second before {3 * size.tables} screens")
        before = cpu_seconds(process)
        played, delays, parts = asyncio.run(watched(port, tables, size.seconds))
        busy = (cpu_seconds(process) - before) / size.seconds
    seen = {f"{SEEN}, {name}": 1000 * quantile(delays, part) for name, part in PARTS.items()}
    counts = {"decisions": len(played.told), "parts drawn": parts, "share of one core that the server used": busy}
    return figures | seen | counts


async def fetched(port: int, tables: "Sequence[Seats]", part: str, count: int) -> None:
    """So many pages, one after the other, of tables in the middle of their rounds."""
    from floor_load import lines

    async with lines(port, 1) as (line,):
        for number in range(count):
            place = tables[number % len(tables)].place
            await line.get(f"/tables/{place.table}{part}", place.players[0].token)


async def watched(port: int, tables: "Sequence[Seats]", seconds: float) -> "tuple[Played, list[float], int]":
    """Play before screens: how long after its answer each decision was on every screen of its table."""
    from floor_load import play

    screens = [
        PageScreen(port, table.place.table, who)
        for table in tables
        for who in (*table.place.players, table.place.dealer)
    ]
    await asyncio.gather(*(screen.open() for screen in screens))
    played = await play(port, tables, seconds, RATE)
    await asyncio.sleep(1.0)
    delays = []
    for told in played.told:
        found = [screen.delay(told.seq, told.at) for screen in screens if screen.table == told.table]
        delays += [delay for delay in found if delay is not None]
        assert len(found) == len([each for each in found if each is not None]), "a screen has missed a step"
    parts = sum(len(screen.drawn) for screen in screens)
    for screen in screens:
        screen.close()
    return played, delays, parts


class PageScreen:
    """One page in a browser: the steps of its table, and the part it fetches after them."""

    def __init__(self, port: int, table: str, who: "Device") -> None:
        self.table, self._port, self._who = table, port, who
        # What was on the screen from when on: the last step, and the moment its part had come.
        self.drawn: list[tuple[int, float]] = []
        self._newest, self._woken = 0, asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        from floor_load import HOST, Line

        self._line = Line(*await asyncio.open_connection(HOST, self._port))
        self._reader, self._writer = await asyncio.open_connection(HOST, self._port)
        address = f"GET /live/tables/{self.table}?only=steps HTTP/1.1\r\nHost: {HOST}\r\n"
        asked = f"{address}Authorization: Bearer {self._who.token}\r\n\r\n"
        self._writer.write(asked.encode())
        self._tasks = [asyncio.ensure_future(self._listen()), asyncio.ensure_future(self._fetch())]
        while not self.drawn:
            await asyncio.sleep(0.01)

    async def _listen(self) -> None:
        while line := await self._reader.readline():
            if line.startswith(b"id: "):
                self._newest = int(line[4:])
                self._woken.set()

    async def _fetch(self) -> None:
        """As htmx does it: one at a time, and once more for whatever came meanwhile."""
        while True:
            await self._woken.wait()
            self._woken.clear()
            step = self._newest
            await self._line.get(f"/tables/{self.table}/felt", self._who.token)
            self.drawn.append((step, time.perf_counter()))

    def delay(self, seq: int, answered: float) -> float | None:
        moment = next((at for step, at in self.drawn if step >= seq), None)
        return None if moment is None else max(0.0, moment - answered)

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        self._line.close()
        self._writer.close()


def report(figures: dict[str, float], size: Size) -> None:
    out = Console(highlight=False)
    grid = Grid(title=f"{size.tables} tables at play, {RATE:.0f} decisions a second, three screens each")
    grid.add_column("what")
    grid.add_column("figure", justify="right")
    grid.add_column("wanted", justify="right")
    for what, figure in figures.items():
        shown = f"{figure:,.0f}" if figure >= 100 else f"{figure:,.2f}"
        grid.add_row(what, shown, WANTED.get(what, ""), style="bold" if what in WANTED else None)
    out.print(grid)


if __name__ == "__main__":
    run(as_json=False)
