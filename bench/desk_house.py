"""A tournament with hundreds of entrants at its tables, and what its director does there for as long as one likes."""

import asyncio
import re
from collections.abc import Callable, Sequence
from importlib import resources

from floor_house import CASHIER, MANAGER, Device, Given, _done, _session
from floor_load import lines
from pitboss.floor.cage.counter import BuyIn
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.premises import SETTING_UP
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.people.patrons import AddPatron
from pitboss.floor.people.staff import AddStaff
from pitboss.floor.tournaments.commands import AddTournament, Desk
from screen_load import OpenPage, opened

EVENT = "big"
_SEATS = 9


def open_event(floor: Floor, entrants: int) -> Device:
    """An event that has begun with so many; its director."""
    _done(floor, SETTING_UP, AddStaff(id="director", name="Director", roles=(Role.DIRECTOR,)))
    director = _session(floor, "director", Role.DIRECTOR)
    text = (resources.files("pitboss.tournaments") / "structures" / "canberra_holdem.toml").read_text(encoding="utf-8")
    structure = re.sub(r"(?m)^most_entrants = .*$", f"most_entrants = {entrants}", text)
    _done(floor, director.actor, AddTournament(tournament=EVENT, structure=structure, start="2030-11-15T18:00"))
    _done(floor, director.actor, Desk(tournament=EVENT, do="record_approval", given={"reference": "as approved"}))
    for do in ("publish_conditions", "open_entries", *["add_table"] * -(-entrants // _SEATS)):
        _done(floor, director.actor, Desk(tournament=EVENT, do=do))
    for number in range(1, entrants + 1):
        patron = f"e{number}"
        _done(
            floor, MANAGER, AddPatron(name=f"Given {number}", date_of_birth="1980-02-29", id=patron, membership=patron)
        )
        _done(floor, Actor(SETTING_UP.person, Role.CASHIER), BuyIn(patron=patron, amount=1000_00))
        _done(floor, CASHIER, Desk(tournament=EVENT, do="register", given={"person": patron}))
    for do in ("draw_seats", "start_event"):
        _done(floor, director.actor, Desk(tournament=EVENT, do=do))
    return director


async def give_steps(
    port: int, director: Device, count: int, pages: Sequence[OpenPage], cpu: Callable[[], float]
) -> float:
    """The CPU of so many steps before these pages: the clock stops and runs, and each page is told of it."""
    async with opened(port, pages) as screens, lines(port, 1) as (line,):
        began = cpu()
        for number in range(count):
            command = Desk(tournament=EVENT, do=("pause_clock", "run_clock")[number % 2])
            status, answer = await line.give(Given(director, command), f"step {len(pages)} {number}")
            assert status == 200, answer
            while any(screen.seqs[-1] < int(str(answer["seq"])) for screen in screens):
                await asyncio.sleep(0.01)
        return cpu() - began
