"""The pages under load: forty tables at play, with ten, three and fifty screens before each of them, and a desk.

A screen does what the page in a browser does: it follows its stream, which tells it what has changed. The server is a
process of its own, as `./pit serve` starts it; the browsers are this process.
"""

import asyncio
import json
import subprocess
import tempfile
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
    from floor_load import Seats
    from screen_load import OpenPage, Watched

# One decision a second at each of forty tables: twice what people manage.
RATE = 40.0
PAGE_CPU, PART_CPU = "CPU ms of a table's page, opened", "CPU ms of its changing part, fetched"
TOLD_CPU, CORES, SEEN = "CPU ms for a screen that is told of a step", "cores used", "ms from answer to screen"
FAILED, BYTES, COUNT = "screens or steps that failed", "bytes told of a step", "decisions told"
DESK_CPU, DESK_FETCHED = "CPU ms of the desk for a step", "CPU ms of the desk's changing part, fetched"
SEATED, LOOKED_AT, CROWDED = "three at a table", "ten at a table", "fifty at a table"
# So many screens at each table: those who sit there and deal, and with them those who only look.
ROWS = {SEATED: 3, LOOKED_AT: 10, CROWDED: 50}
# Screens that never read, and screens of one person who wants to see everything at once.
DEAF, GREEDY = 50, 100
WANTED = {
    PAGE_CPU: "below 50",
    f"{TOLD_CPU}, {SEATED}": "at most 1",
    f"{TOLD_CPU}, {LOOKED_AT}": "at most 1",
    f"{CORES}, {LOOKED_AT}": "below 0.5",
    f"{SEEN}, p99, {LOOKED_AT}": "below 100",
    f"{FAILED}, {CROWDED}": "0",
    f"{SEEN}, p99, {LOOKED_AT}, beside the greedy": "below 100",
    DESK_CPU: "at most 20",
}


class Size(NamedTuple):
    """How much is done. A quick run only shows that everything works."""

    tables: int = 40
    seconds: float = 15.0
    pages: int = 200
    entrants: int = 500
    desk_steps: int = 40


QUICK = Size(tables=4, seconds=0.5, pages=4, entrants=20, desk_steps=4)


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
    from desk_house import open_event
    from floor_alone import FLOOR, rest
    from floor_house import open_house
    from floor_load import Seats
    from screen_load import allow_many_files, dealers_of, settle_in

    allow_many_files()
    tables = [Seats(place) for place in open_house(FLOOR, size.tables)]
    dealers = dealers_of(FLOOR, size.tables)
    director = open_event(FLOOR, size.entrants)
    rest()
    with server(folder) as (port, process):
        asyncio.run(settle_in(port, tables))
        bench = Bench(port, process, tables, dealers, size, begins)
        return bench.opened() | bench.watched() | bench.desk(director)


class Bench(NamedTuple):
    """The running house, and who plays there."""

    port: int
    process: "subprocess.Popen[str]"
    tables: "list[Seats]"
    dealers: "list[Device]"
    size: Size
    begins: Begins

    def cpu(self) -> float:
        return cpu_seconds(self.process)

    def opened(self) -> dict[str, float]:
        """Pages as they are opened, and parts as they are fetched when a page comes back."""
        return {
            what: 1000 * self.fetched(what, [f"/tables/{table.place.table}{part}" for table in self.tables])
            for what, part in ((PAGE_CPU, ""), (PART_CPU, "/felt"))
        }

    def fetched(self, what: str, addresses: Sequence[str], by: "Device | None" = None) -> float:
        """The seconds of CPU of one of these pages, fetched one after the other."""
        self.begins(what)
        who = [by or table.place.players[0] for table in self.tables]
        asyncio.run(fetch(self.port, addresses, who, len(addresses)))
        before = self.cpu()
        count = self.size.pages if len(addresses) > 1 else self.size.desk_steps
        asyncio.run(fetch(self.port, addresses, who, count))
        return (self.cpu() - before) / count

    def watched(self) -> dict[str, float]:
        """Play before nobody, and then before more and more screens."""
        from screen_load import deaf, pages_at

        alone, _ = self.play("nobody looks", [])
        figures = {f"{CORES}, nobody looks": alone}
        for row, each in ROWS.items():
            pages = pages_at(self.tables, self.dealers, each * self.size.tables)
            cores, watched = self.play(row, pages)
            figures |= _row(row, cores, alone, watched)
        beside = f"{LOOKED_AT}, beside the greedy"
        ten, own = pages_at(self.tables, self.dealers, 10 * self.size.tables), self.tables[0].place.players[0]
        unread = ten[:DEAF]
        greedy = [page._replace(who=own, table="") for page in ten if len(page.parts) == 2][:GREEDY]
        with deaf(self.port, unread):
            cores, watched = self.play(beside, [*ten, *greedy])
        return figures | _row(beside, cores, alone, watched)

    def play(self, row: str, pages: "Sequence[OpenPage]") -> "tuple[float, Watched]":
        """The cores that the server used meanwhile, and what came of it."""
        from screen_load import play_before

        self.begins(f"{RATE * self.size.tables / 40:.0f} decisions a second, {row}")
        return asyncio.run(play_before(self.port, self.tables, pages, self.size.seconds, RATE, self.cpu))

    def desk(self, director: "Device") -> dict[str, float]:
        """The director's desk with all entrants at their tables: its steps with a page before it, and with none."""
        from desk_house import EVENT, give_steps
        from screen_load import OpenPage

        parts = f"/director/{EVENT}/strip", f"/director/{EVENT}/room"
        figures = {DESK_FETCHED: 1000 * self.fetched(DESK_FETCHED, [parts[1]], director)}
        self.begins(DESK_CPU)
        page = OpenPage(director, f"/live/tournaments/{EVENT}", parts)
        alone, looked_at = (
            asyncio.run(give_steps(self.port, director, self.size.desk_steps, pages, self.cpu))
            for pages in ([], [page])
        )
        return figures | {DESK_CPU: 1000 * (looked_at - alone) / self.size.desk_steps}


def _row(row: str, cores: float, alone: float, watched: "Watched") -> dict[str, float]:
    from floor_load import quantile

    told, seconds = len(watched.delays), watched.played.seconds
    return {
        f"{TOLD_CPU}, {row}": 1000 * (cores - alone) * seconds / told,
        f"{CORES}, {row}": cores,
        **{f"{SEEN}, {name}, {row}": 1000 * quantile(watched.delays, part) for name, part in PARTS.items()},
        f"{BYTES}, {row}": watched.bytes / told,
        f"{COUNT}, {row}": told,
        f"{FAILED}, {row}": watched.failed,
    }


async def fetch(port: int, addresses: Sequence[str], who: "Sequence[Device]", count: int) -> None:
    """So many pages, one after the other, of tables in the middle of their rounds."""
    from floor_load import lines

    async with lines(port, 1) as (line,):
        for number in range(count):
            await line.get(addresses[number % len(addresses)], who[number % len(addresses)].token)


def report(figures: dict[str, float], size: Size) -> None:
    out = Console(highlight=False)
    grid = Grid(title=f"{size.tables} tables at play, a decision a second at each")
    grid.add_column("what")
    grid.add_column("figure", justify="right")
    grid.add_column("wanted", justify="right")
    for what, figure in figures.items():
        shown = f"{figure:,.0f}" if figure >= 100 else f"{figure:,.2f}"
        grid.add_row(what, shown, WANTED.get(what, ""), style="bold" if what in WANTED else None)
    out.print(grid)


if __name__ == "__main__":
    run(as_json=False)
