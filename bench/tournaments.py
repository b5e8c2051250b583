"""Whole events with bots to the last hand, through the full rules of desk and table, in CPU seconds.

There is no other open program that plays a tournament by approved rules, so PokerKit stands beside with the hands
alone: as many hands of six players who only check and call, without entries, seats, clock, races, places or prizes.
"""

import gc
import json
import time
from collections.abc import Callable
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from holdem import THEIR_HANDS, pokerkit_hands, pokerkit_passes
from pitboss.tournaments.bots.house_simulation import run_house_event
from pitboss.tournaments.bots.simulation import run_event
from pitboss.tournaments.event.library import event

WANTED_CPU_SECONDS = 60
SEED = 2025
# The first is the one of which a time is wanted.
EVENTS = (("midweek_jam", 200), ("saturday_special", 87), ("pontoon_heats", 49))


def cpu_seconds(do: Callable[..., Any], *asked: Any) -> tuple[float, Any]:
    gc.collect()
    began = time.process_time()
    found = do(*asked)
    return time.process_time() - began, found


def run(*, as_json: bool) -> None:
    rows = []
    with Progress(transient=True) as bar:
        task = bar.add_task("events", total=len(EVENTS) + 1)
        for name, entries in EVENTS:
            conditions = event(name)
            play = run_event if conditions.levels else run_house_event
            seconds, outcome = cpu_seconds(play, conditions, entries, SEED)
            hands = outcome.statistics.hands
            rows.append({"event": name, "entries": entries, "hands": hands, "cpu_seconds": seconds})
            bar.advance(task)
        seconds, _ = cpu_seconds(pokerkit_hands(SEED, pokerkit_passes))
        bar.advance(task)
    a_hand = seconds / THEIR_HANDS
    rows[0]["wanted_cpu_seconds"] = WANTED_CPU_SECONDS
    for row in rows[:2]:
        row["pokerkit_hands_alone_cpu_seconds"] = a_hand * float(row["hands"])
    if as_json:
        print(json.dumps({"seed": SEED, "events": rows}, indent=2))
    else:
        show(rows)


def show(rows: list[dict[str, Any]]) -> None:
    table = Table(title="Whole events with bots, to the last hand: CPU seconds", box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("event", no_wrap=True)
    for heading in ("entries", "hands", "here", "wanted", "PokerKit, hands alone", "ratio"):
        table.add_column(heading, justify="right")
    for row in rows:
        theirs = row.get("pokerkit_hands_alone_cpu_seconds")
        wanted = row.get("wanted_cpu_seconds")
        table.add_row(
            row["event"],
            str(row["entries"]),
            f"{row['hands']:,}",
            f"{row['cpu_seconds']:.1f}",
            "" if wanted is None else f"under {wanted}",
            "" if theirs is None else f"{theirs:.1f}",
            "" if theirs is None else f"{theirs / row['cpu_seconds']:.1f} x",
        )
    console = Console()
    console.print(table)
    console.print("Hands of a house game are rounds of a table.", style="dim")
