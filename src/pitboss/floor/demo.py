"""The demo house: what `serve` opens the first time, so that there is something to look at and to play.

Everything in it comes about by the same commands as in any house. Only its first manager cannot have been taken in by
another one: the house itself does that.
"""

import json
from collections.abc import Mapping
from datetime import timedelta
from itertools import count
from typing import Any, NamedTuple

from pitboss.floor import staff
from pitboss.floor.cage import BuyIn
from pitboss.floor.contract import HOUSE, Command, No
from pitboss.floor.credentials import ResetPassword
from pitboss.floor.days import local_time
from pitboss.floor.floats import RequestFill, SendFill
from pitboss.floor.house import Done, Floor
from pitboss.floor.patrons import AddPatron, stream_of
from pitboss.floor.play import Play
from pitboss.floor.premises import SETTING_UP, BeginDemo, OpenHouse, Premises
from pitboss.floor.roles import Actor, Role
from pitboss.floor.security import RequireSecondFactor
from pitboss.floor.staff import AddStaff
from pitboss.floor.tables import LIVE, MONEY, PRACTICE, AddTable
from pitboss.floor.tournaments import AddTournament, Desk
from pitboss.journal import store

STAFF = (
    ("maria", "Maria Lind", Role.MANAGER),
    ("susan", "Susan Oake", Role.SUPERVISOR),
    ("daniel", "Daniel Frost", Role.DEALER),
    ("carla", "Carla Moss", Role.CASHIER),
    ("derek", "Derek Vale", Role.DIRECTOR),
    ("anna", "Anna Birch", Role.AUDITOR),
)
PATRONS = (
    ("Alice Reed", "1984-03-12"),
    ("Ben Hollow", "1979-11-02"),
    ("Chloe Marsh", "1991-07-25"),
    ("David Stone", "1966-01-30"),
    ("Emma Field", "1988-09-09"),
    ("Felix Grove", "1973-05-17"),
)
BOUGHT_IN = 200_000
FLOAT = 5_000_000
TOURNAMENT, STRUCTURE = "saturday", "saturday_special"
ENTERED = 3
_SETTINGS: Mapping[str, Mapping[str, Any]] = {"canberra": {"jackpot": {"pool": 2_500_000, "reserve": 1_000_000}}}
# Saturday noon.
_SATURDAY, _NOON = 5, 12


class Place(NamedTuple):
    """A table of the demo house."""

    table: str
    game: str
    title: str
    mode: str
    bots: int = 0


TABLES = (
    Place("uth-1", "ultimate", "Ultimate Texas Hold-em 1", MONEY),
    Place("pon-1", "pontoon", "Pontoon 1", MONEY),
    Place("can-1", "canberra", "Canberra Poker 1", MONEY),
    Place("hld-1", "holdem", "Poker Hold-em 1", MONEY),
    Place("uth-2", "ultimate", "Ultimate Texas Hold-em 2, with a dealer", LIVE),
    Place("uth-p", "ultimate", "Practice: Ultimate Texas Hold-em", PRACTICE),
    Place("pon-p", "pontoon", "Practice: Pontoon", PRACTICE),
    Place("can-p", "canberra", "Practice: Canberra Poker", PRACTICE),
    Place("hld-p", "holdem", "Practice: Poker Hold-em", PRACTICE, bots=4),
)


class _Opening:
    """The commands of the first start, each under a key: where one was cut short, the next goes on from there."""

    def __init__(self, floor: Floor) -> None:
        self.floor, self._numbers = floor, count(1)

    def do(self, actor: Actor, command: Command) -> Done:
        return _carried_out(self.floor.execute(actor, command, f"demo {next(self._numbers)}"))


def open_demo_house(floor: Floor) -> tuple[str, ...]:
    """Opens the house and tells everybody's password, once; where a house has been set up otherwise, it does nothing.

    The doors open last: a house that was never opened, and begun by the house itself, is one whose start was cut short.
    """
    first = store.tail(0, most=1)
    if first and (_was_opened(floor) or json.loads(first[0].cause)["who"] != SETTING_UP.person):
        return ()
    opening = _Opening(floor)
    _take_in_staff(opening)
    patrons = _take_in_patrons(opening)
    for place in TABLES:
        _set_up(opening, place)
    _announce_tournament(opening, patrons)
    people = (*(staff.stream_of(name) for name, _, _ in STAFF), *map(stream_of, patrons))
    passwords = {person: _password(floor, person) for person in people}
    opening.do(SETTING_UP, BeginDemo())
    opening.do(_as(Role.MANAGER), OpenHouse())
    return _told(passwords)


def _was_opened(floor: Floor) -> bool:
    house: Premises | None = floor.record(HOUSE)
    return house is not None and (house.is_open or not house.is_demo)


def _as(role: Role) -> Actor:
    return next(Actor(f"staff:{name}", role) for name, _, theirs in STAFF if theirs is role)


def _carried_out(done: Done | No) -> Done:
    assert isinstance(done, Done), f"the demo house cannot be opened: {done}"
    return done


def _take_in_staff(opening: _Opening) -> None:
    """One for each role. A second factor is asked only of those who have enrolled one."""
    opening.do(SETTING_UP, RequireSecondFactor(required=False))
    for name, told, role in STAFF:
        opening.do(SETTING_UP, AddStaff(id=name, name=told, roles=(role,)))


def _take_in_patrons(opening: _Opening) -> list[str]:
    """Their numbers; each has money in the account."""
    cashier, patrons = _as(Role.CASHIER), []
    for number, (name, born) in enumerate(PATRONS, 1):
        member = AddPatron(name=name, date_of_birth=born, membership=f"M{number:05}", publicity=True)
        patrons.append(opening.do(cashier, member).answer["patron"])
        opening.do(cashier, BuyIn(patron=patrons[-1], amount=BOUGHT_IN))
    return patrons


def _password(floor: Floor, person: str) -> str:
    """A new one: without a key, because nobody can be told again what was told once."""
    return str(_carried_out(floor.execute(SETTING_UP, ResetPassword(person=person))).secret["password"])


def _set_up(opening: _Opening, place: Place) -> None:
    """A table with its float, open to players."""
    manager, supervisor = _as(Role.MANAGER), _as(Role.SUPERVISOR)
    opening.do(manager, AddTable(**place._asdict(), settings=_SETTINGS.get(place.game, {})))
    if place.mode != PRACTICE and place.game != "holdem":
        asked = opening.do(supervisor, RequestFill(table=place.table, amount=FLOAT))
        opening.do(_as(Role.CASHIER), SendFill(number=asked.answer["number"]))
    opening.do(manager, Play(table=place.table, do="open_table"))


def _announce_tournament(opening: _Opening, patrons: list[str]) -> None:
    """For the next Saturday at noon; entries are open, and a few have entered."""
    director = _as(Role.DIRECTOR)
    if opening.floor.record(f"tournament:{TOURNAMENT}") is None:
        today = local_time(opening.floor.clock())
        days = (_SATURDAY - today.weekday()) % 7 or 7
        start = (today + timedelta(days=days)).replace(hour=_NOON, minute=0)
        added = AddTournament(tournament=TOURNAMENT, structure=STRUCTURE, start=f"{start:%Y-%m-%dT%H:%M}")
        _carried_out(opening.floor.execute(director, added))
    for do in ("publish_conditions", "open_entries"):
        opening.do(director, Desk(tournament=TOURNAMENT, do=do))
    for patron in patrons[:ENTERED]:
        opening.do(_as(Role.CASHIER), Desk(tournament=TOURNAMENT, do="register", given={"person": patron}))


def _told(passwords: Mapping[str, str]) -> tuple[str, ...]:
    roles = {staff.stream_of(name): role for name, _, role in STAFF}
    lines = (
        f"  {person.partition(':')[2]:8} {roles.get(person, Role.PLAYER):12} {password}"
        for person, password in passwords.items()
    )
    return (
        "This is a demo house: its people, their money and its tournament are made up.",
        "Their passwords are told now and never again:",
        *lines,
    )
