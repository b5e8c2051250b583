"""A process of its own that works in a house: `python busy_process.py NAME FOLDER [DATABASE_URL]`.

It prints `ready`, and at a line on its standard input gives its commands, some on streams that others use too. Then it
prints how many were carried out; at a second line, whether all it remembers is what a new process would find.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.server import setup

if TYPE_CHECKING:
    from pitboss.floor.kernel.contract import Command
    from pitboss.floor.kernel.roles import Actor

COMMANDS = 100
CENTS = 100
SHARED_PATRON, SHARED_TABLE = "p1", "shared"
WAGERS = {"ante": 1000, "blind": 1000}


def main() -> None:
    name, data, *url = sys.argv[1:]
    setup.set_up(Path(data), *url)
    # After Django is set up.
    from pitboss.floor.kernel.floor import Done, Floor
    from pitboss.journal import store

    floor = Floor()
    print("ready", flush=True)
    sys.stdin.readline()
    answers = [floor.execute(actor, command, str(number)) for number, (actor, command) in enumerate(_commands(name))]
    print(sum(isinstance(answer, Done) for answer in answers), flush=True)
    sys.stdin.readline()
    names = [stream for family in ("cage", "patron", "table") for stream in store.streams(family)]
    new = Floor()
    print(all(floor.latest(stream) == new.latest(stream) for stream in names), flush=True)


def _commands(name: str) -> "Iterator[tuple[Actor, Command]]":
    """Buy-ins for one patron, rulings at one table, and wagers at a table that is this process's own."""
    from pitboss.floor.cage.counter import BuyIn
    from pitboss.floor.cage.events import Method
    from pitboss.floor.kernel.roles import Actor, Role
    from pitboss.floor.tables.play import Play

    cashier, supervisor = Actor(f"staff:cashier-{name}", Role.CASHIER), Actor(f"staff:super-{name}", Role.SUPERVISOR)
    player = Actor(f"patron:{name}", Role.PLAYER)
    for _ in range(COMMANDS // 4):
        yield cashier, BuyIn(patron=SHARED_PATRON, amount=CENTS, method=Method.EFT)
        yield supervisor, Play(table=SHARED_TABLE, do="record_dispute", reason="of two", ruling="none")
        yield player, Play(table=name, do="place", seat=1, wagers=WAGERS)
        yield player, Play(table=name, do="take_back", seat=1, wagers=WAGERS)


if __name__ == "__main__":
    main()
