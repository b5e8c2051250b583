"""A process that gives commands together and is killed meanwhile: `python together_process.py FOLDER`.

It prints `ready`. For each line `KEY POINT COUNT` on its standard input a child gives the commands of `commands` under
keys that begin with KEY, and kills itself the COUNT-th time they come to that point; then how it ended is printed.
"""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.server import setup

if TYPE_CHECKING:
    from pitboss.floor.kernel.floor import Asked

# Of the commands of `commands`, those that are carried out.
PATRONS = ("p1", "p2", "p3")
CENTS = 700


def commands(key: str) -> "list[Asked]":
    """Patrons are bought in, and between them one takes out money that is not there."""
    from pitboss.floor.cage.counter import BuyIn, CashOut
    from pitboss.floor.cage.events import Method
    from pitboss.floor.kernel.floor import Asked
    from pitboss.floor.kernel.roles import Actor, Role

    cashier = Actor("staff:carla", Role.CASHIER)
    entries = [BuyIn(patron=patron, amount=CENTS, method=Method.EFT) for patron in PATRONS]
    first, *others = [Asked(cashier, entry, f"{key} {entry.patron}") for entry in entries]
    return [first, Asked(cashier, CashOut(patron="p4", amount=CENTS), f"{key} p4"), *others]


def main() -> None:
    setup.set_up(Path(sys.argv[1]))
    # After Django is set up, and before the first fork.
    from pitboss.floor.kernel.floor import Floor
    from pitboss.journal import store

    print("ready", flush=True)
    for line in sys.stdin:
        key, point, count = line.split()
        child = os.fork()
        if child == 0:
            store.die_at(point, int(count))
            Floor().execute_all(commands(key))
            os._exit(0)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


if __name__ == "__main__":
    main()
