"""The age of a house: what a command, a page, recall, search, reports and a start cost after ten thousand rounds, a
hundred thousand and a million.

Each house is made by `growth_house.py` and measured by processes of their own, in CPU, so that whatever else the
machine does counts for nothing. What is flat is about the same in each column.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Grid

from floor import Begins, cpu_seconds, server
from pitboss.server import setup

START, START_CPU = "seconds to start and show the first page", "CPU s of the start"
DISK = "KB a round on the disk"
COMMAND, PAGE, SITTING = "a command", "a table's page", "how a player stands"
ROUNDS, ROUNDS_PAGE, RECALL, OLDEST = (
    "the last 20 rounds",
    "a player's rounds, the page",
    "recall",
    "recall of the first",
)
NEWEST, STREAM, KIND, WHO, CLAUSE, SPAN = (
    "search: the newest",
    "search: of a table",
    "search: of a kind there is none of",
    "search: by whom",
    "search: a clause",
    "search: an hour of long ago",
)
SIGNIFICANT, RULINGS, RETURNS = "significant events", "the log of rulings", "win of a table in a day"
DAY, TABLE_DAY, STATEMENT, PATRONS = "a day's report", "a table's day", "an account's day", "search for a patron"
WANTED = {START: "below 5"}
_REPEAT, _MOST_SECONDS = 5, 2.0


class Size(NamedTuple):
    """How old the houses are. A quick run only shows that everything works."""

    rounds: tuple[int, ...] = (10_000, 100_000, 1_000_000)
    tables: int = 40


QUICK = Size((40, 80), 1)


def run(*, as_json: bool, quick: bool = False) -> None:
    size, columns = QUICK if quick else Size(), {}
    with Progress(console=Console(stderr=True)) as bar:
        steps = bar.add_task("The house opens", total=None)
        for rounds in size.rounds:
            with tempfile.TemporaryDirectory(prefix="pitboss-bench-") as folder:
                house = Path(folder) / "house"
                bar.update(steps, description=f"A house of {rounds:,} rounds")
                _run("growth_house.py", str(house), str(rounds), str(size.tables))
                columns[rounds] = measured(house, rounds, lambda what: bar.update(steps, description=what))
        bar.update(steps, visible=False)
    if as_json:
        told = {str(rounds): figures for rounds, figures in columns.items()}
        print(json.dumps({"size": size._asdict(), "figures": told, "wanted": WANTED}, indent=2))
    else:
        report(columns)


def _run(program: str, *words: str) -> str:
    file = str(Path(__file__).with_name(program))
    return subprocess.run([sys.executable, file, *words], check=True, stdout=subprocess.PIPE, text=True).stdout


def measured(house: Path, rounds: int, begins: Begins) -> dict[str, float]:
    """The figures of one house: its size, what is looked at in it, and its start."""
    on_disk = {DISK: sum(each.stat().st_size for each in house.iterdir()) / rounds / 1000}
    begins(f"Looking round after {rounds:,} rounds")
    looked: dict[str, float] = json.loads(_run("growth.py", str(house)))
    begins(f"Start after {rounds:,} rounds")
    return on_disk | started(house) | looked


def started(house: Path) -> dict[str, float]:
    """From the start of the server's process to the first page, as a clock on the wall has it, and in CPU."""
    began = time.perf_counter()
    with server(house.parent) as (port, process):
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/") as page:
            page.read()
        return {START: time.perf_counter() - began, START_CPU: cpu_seconds(process)}


def look_round(house: Path) -> dict[str, float]:
    """CPU milliseconds of everything that is looked at, in this process; the first look at each is left out."""
    setup.set_up(house)
    setup.bring_up_to_date()
    return {what: _cpu(look) for what, look in looks().items()} | {COMMAND: _command_cpu()}


def _cpu(look: Callable[[], object]) -> float:
    look()
    taken: list[float] = []
    while len(taken) < _REPEAT and sum(taken) < _MOST_SECONDS:
        before = time.process_time()
        look()
        taken.append(time.process_time() - before)
    return 1000 * statistics.median(taken)


def looks() -> Mapping[str, Callable[[], object]]:
    """What is looked at. What a process finds out once and then follows is asked of a new floor each time."""
    from django.test import Client

    from floor_alone import FLOOR
    from pitboss.floor.kernel.floor import Floor
    from pitboss.floor.kernel.premises import gaming_clock
    from pitboss.floor.kernel.roles import VISITOR, Role
    from pitboss.floor.people.directory import Directory
    from pitboss.floor.people.sessions import EnterDemo
    from pitboss.floor.reading import recall, reports, returns, sittings
    from pitboss.floor.reading.journal_search import JournalQuery, search
    from pitboss.floor.reading.rulings_log import rulings
    from pitboss.floor.reading.significant import significant_events
    from pitboss.journal import store
    from pitboss.ledger import reading

    table = "ultimate-0"
    record = FLOOR.record(f"table:{table}")
    last, hour = record.state.house.round, 3600_000_000
    first_at, last_at = store.tail(0, most=1)[0].at, store.moment_of(store.last_seq())
    clock = gaming_clock(FLOOR)
    day = clock.day(last_at)
    entered: Any = FLOOR.execute(VISITOR, EnterDemo(name="p1", role=Role.PLAYER))
    browser = Client(headers={"Host": "localhost", "Authorization": f"Bearer {entered.secret['token']}"})

    def page(address: str) -> Callable[[], object]:
        def look() -> None:
            assert browser.get(address).status_code == 200, address

        return look

    def searching(**wanted: Any) -> Callable[[], object]:
        return lambda: search(JournalQuery(**wanted))

    return {
        PAGE: page(f"/tables/{table}"),
        SITTING: lambda: sittings.sitting(FLOOR, record, "p1"),
        ROUNDS: lambda: sittings.last_rounds(table, "p1"),
        ROUNDS_PAGE: page(f"/tables/{table}/rounds"),
        RECALL: lambda: recall.steps(table, last // 2),
        OLDEST: lambda: recall.steps(table, 1),
        NEWEST: searching(),
        STREAM: searching(stream=f"table:{table}"),
        KIND: searching(kind="games.RoundVoided"),
        WHO: searching(who="staff:croupier"),
        CLAUSE: searching(clause="UTH 9.3"),
        SPAN: searching(from_at=first_at + hour // 2, to_at=first_at + hour),
        SIGNIFICANT: lambda: significant_events(Floor()),
        RULINGS: rulings,
        RETURNS: lambda: returns.returns(FLOOR, table=table, first=day, last=day),
        DAY: lambda: reports.day_report(day, clock),
        TABLE_DAY: lambda: reports.table_day(table, day, clock),
        STATEMENT: lambda: reading.statement("patron:p1", reading.Period(*clock.span(day))),
        PATRONS: lambda: Directory().search("p1"),
    }


def _command_cpu() -> float:
    """CPU milliseconds of a command without HTTP, over a few rounds of one table."""
    from floor_alone import FLOOR, play_rounds
    from floor_house import Device, Place
    from pitboss.floor.kernel.roles import Actor, Role

    croupier = Device(Actor("staff:croupier", Role.DEALER), "")
    players = (Device(Actor("patron:p1", Role.PLAYER), ""), Device(Actor("patron:p2", Role.PLAYER), ""))
    place = Place("ultimate-0", "ultimate", croupier, players)
    assert FLOOR.record("table:ultimate-0").state.felt.stage == "over"
    play_rounds(place, 2)
    before = time.process_time()
    commands = play_rounds(place, 10)
    return 1000 * (time.process_time() - before) / commands


def report(columns: Mapping[int, Mapping[str, float]]) -> None:
    grid = Grid(title="A house as it grows older: CPU milliseconds, unless it says otherwise")
    grid.add_column("what")
    for rounds in columns:
        grid.add_column(f"{rounds:,} rounds", justify="right")
    grid.add_column("wanted", justify="right")
    for what in next(iter(columns.values())):
        shown = (
            f"{figure:,.0f}" if figure >= 100 else f"{figure:,.2f}" for figure in (c[what] for c in columns.values())
        )
        grid.add_row(what, *shown, WANTED.get(what, ""), style="bold" if what in WANTED else None)
    Console(highlight=False).print(grid)


if __name__ == "__main__":
    os.environ.setdefault("PITBOSS_DATA", sys.argv[1])
    print(json.dumps(look_round(Path(sys.argv[1]))))
