"""The running house for half an hour: forty tables at play before four hundred screens, which come and go.

Of the server its memory, threads, open files and connections are noted at the beginning, again and again meanwhile, and
after everybody has left: whatever leaks grows with the steps.
"""

import asyncio
import json
import subprocess
import tempfile
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Grid

from floor import Begins, server
from pitboss.server import setup

if TYPE_CHECKING:
    from floor_load import Seats
    from screen_load import OpenPage

# One decision a second at each of forty tables: twice what people manage.
RATE = 40.0
# So many rows of figures; at each of them one of so many groups of screens leaves, and as many come anew.
ROWS, GROUPS = 30, 10
GROWTH, THREADS, FILES = "MB of memory for 1,000 steps", "threads more", "files more"
LEFT, FAILED = "connections left", "decisions lost"
WANTED = {GROWTH: "below 1", THREADS: "0", FILES: "0", LEFT: "0", FAILED: "0"}


class Size(NamedTuple):
    """How much is done. A quick run only shows that everything works."""

    tables: int = 40
    screens: int = 400
    seconds: float = 1800.0
    rows: int = ROWS


QUICK = Size(tables=4, screens=20, seconds=1.0, rows=4)


class Held(NamedTuple):
    """What the server holds at a moment, after so many steps."""

    steps: int
    megabytes: float
    threads: int
    files: int
    connections: int


def run(*, as_json: bool, quick: bool = False, minutes: float | None = None) -> None:
    size = QUICK if quick else Size()
    size = size if minutes is None else size._replace(seconds=60 * minutes)
    with tempfile.TemporaryDirectory(prefix="pitboss-bench-") as folder, Progress(console=Console(stderr=True)) as bar:
        task = bar.add_task("The house opens", total=None)
        rows, lost = soaked(Path(folder), size, lambda what: bar.update(task, description=what))
        bar.update(task, visible=False)
    figures = grown(rows, lost)
    if as_json:
        held = [row._asdict() for row in rows]
        print(json.dumps({"size": size._asdict(), "held": held, "figures": figures, "wanted": WANTED}, indent=2))
    else:
        report(rows, figures, size)


def soaked(folder: Path, size: Size, begins: Begins) -> tuple[list[Held], int]:
    """What the server held before, meanwhile and afterwards; and how many decisions never came to a screen."""
    setup.set_up(folder / "house")
    setup.bring_up_to_date()
    # After Django is set up.
    from floor_alone import FLOOR, rest
    from floor_house import open_house
    from floor_load import Seats
    from screen_load import allow_many_files, dealers_of, pages_at, settle_in

    allow_many_files()
    tables = [Seats(place) for place in open_house(FLOOR, size.tables)]
    pages = pages_at(tables, dealers_of(FLOOR, size.tables), size.screens)
    rest()
    with server(folder) as (port, process):
        asyncio.run(settle_in(port, tables))
        return asyncio.run(watched(port, process, tables, pages, size, begins))


async def watched(
    port: int,
    process: "subprocess.Popen[str]",
    tables: "Sequence[Seats]",
    pages: "Sequence[OpenPage]",
    size: Size,
    begins: Begins,
) -> tuple[list[Held], int]:
    from floor_load import play
    from screen_load import count_late, opened

    await asyncio.sleep(1.0)
    rows, steps, lost = [held_by(process, 0)], 0, 0
    groups = [AsyncExitStack() for _ in range(GROUPS)]
    screens = [await group.enter_async_context(opened(port, pages[at::GROUPS])) for at, group in enumerate(groups)]
    for turn in range(size.rows):
        begins(f"{turn * size.seconds / size.rows / 60:.0f} of {size.seconds / 60:.0f} minutes, {steps:,} steps")
        played = await play(port, tables, size.seconds / size.rows, RATE * size.tables / 40)
        steps += len(played.told)
        lost += await count_late([screen for group in screens for screen in group], played.told)
        rows.append(held_by(process, steps))
        at = turn % GROUPS
        await groups[at].aclose()
        screens[at] = await groups[at].enter_async_context(opened(port, pages[at::GROUPS]))
    for group in groups:
        await group.aclose()
    await asyncio.sleep(1.0)
    return [*rows, held_by(process, steps)], lost


def held_by(process: "subprocess.Popen[str]", steps: int) -> Held:
    """As the system tells it."""
    of = Path(f"/proc/{process.pid}")
    told = dict(line.split(":", 1) for line in (of / "status").read_text().splitlines())
    files = [str(file.readlink()) for file in (of / "fd").iterdir() if file.is_symlink()]
    connections = sum(file.startswith("socket:") for file in files)
    return Held(steps, int(told["VmRSS"].split()[0]) / 1024, int(told["Threads"]), len(files), connections)


def grown(rows: Sequence[Held], lost: int) -> dict[str, float]:
    """What has grown in the second half, when all threads work and all that is kept was seen; and what has stayed."""
    half, last = rows[len(rows) // 2], rows[-2]
    return {
        GROWTH: 1000 * (last.megabytes - half.megabytes) / max(last.steps - half.steps, 1),
        THREADS: last.threads - half.threads,
        FILES: last.files - last.connections - half.files + half.connections,
        LEFT: rows[-1].connections - rows[0].connections,
        FAILED: lost,
    }


def report(rows: Sequence[Held], figures: dict[str, float], size: Size) -> None:
    out = Console(highlight=False)
    grid = Grid(*Held._fields, title=f"{size.tables} tables, {size.screens} screens, {size.seconds / 60:g} minutes")
    for row in rows:
        grid.add_row(*(f"{figure:,.0f}" for figure in row))
    out.print(grid)
    for what, figure in figures.items():
        out.print(f"{what}: {figure:,.2f} (wanted: {WANTED[what]})")
