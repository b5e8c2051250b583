"""The demo house: what `serve` opens the first time, so that there is something to look at and to play.

Everything in it comes about by the same commands as in any house. Only its first manager cannot have been taken in by
another one: the house itself does that.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, NamedTuple

from pitboss.floor.cage import BuyIn
from pitboss.floor.contract import Command
from pitboss.floor.credentials import ResetPassword
from pitboss.floor.days import local_time
from pitboss.floor.floats import RequestFill, SendFill
from pitboss.floor.house import Done, Floor
from pitboss.floor.patrons import AddPatron
from pitboss.floor.play import Play
from pitboss.floor.premises import OpenHouse
from pitboss.floor.roles import Actor, Role
from pitboss.floor.security import RequireSecondFactor
from pitboss.floor.staff import AddStaff
from pitboss.floor.tables import LIVE, MONEY, PRACTICE, AddTable
from pitboss.floor.tournaments import AddTournament, Desk
from pitboss.journal import store

# The house before anybody works in it.
SETTING_UP = Actor("house:setup", Role.MANAGER)
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


TABLES = (
    Place("uth-1", "ultimate", "Ultimate Texas Hold-em 1", MONEY),
    Place("pon-1", "pontoon", "Pontoon 1", MONEY),
    Place("can-1", "canberra", "Canberra Poker 1", MONEY),
    Place("hld-1", "holdem", "Poker Hold-em 1", MONEY),
    Place("uth-2", "ultimate", "Ultimate Texas Hold-em 2, with a dealer", LIVE),
    Place("uth-p", "ultimate", "Practice: Ultimate Texas Hold-em", PRACTICE),
    Place("pon-p", "pontoon", "Practice: Pontoon", PRACTICE),
    Place("can-p", "canberra", "Practice: Canberra Poker", PRACTICE),
    Place("hld-p", "holdem", "Practice: Poker Hold-em", PRACTICE),
)


def open_demo_house(floor: Floor) -> tuple[str, ...]:
    """Opens the house, and tells everybody's password, once; where anything has happened before, it does nothing."""
    if store.last_seq():
        return ()
    staff = _take_in_staff(floor)
    _do(floor, _as(Role.MANAGER), OpenHouse())
    patrons = _take_in_patrons(floor)
    for place in TABLES:
        _set_up(floor, place)
    _announce_tournament(floor, [name for name, _ in patrons])
    return _told(staff, patrons)


def _as(role: Role) -> Actor:
    return next(Actor(f"staff:{name}", role) for name, _, theirs in STAFF if theirs is role)


def _do(floor: Floor, actor: Actor, command: Command) -> Done:
    done = floor.execute(actor, command)
    assert isinstance(done, Done), f"the demo house cannot be opened: {done}"
    return done


def _take_in_staff(floor: Floor) -> list[tuple[str, str]]:
    """One for each role, each with a password. A second factor is asked only of those who have enrolled one."""
    _do(floor, SETTING_UP, RequireSecondFactor(required=False))
    passwords = []
    for name, told, role in STAFF:
        _do(floor, SETTING_UP, AddStaff(id=name, name=told, roles=(role,)))
        passwords.append((name, _password(floor, f"staff:{name}")))
    return passwords


def _take_in_patrons(floor: Floor) -> list[tuple[str, str]]:
    """Each with a password, and with money in the account."""
    passwords = []
    cashier = _as(Role.CASHIER)
    for number, (name, born) in enumerate(PATRONS, 1):
        member = AddPatron(name=name, date_of_birth=born, membership=f"M{number:05}", publicity=True)
        patron = _do(floor, cashier, member).answer["patron"]
        _do(floor, cashier, BuyIn(patron=patron, amount=BOUGHT_IN))
        passwords.append((patron, _password(floor, f"patron:{patron}")))
    return passwords


def _password(floor: Floor, person: str) -> str:
    return str(_do(floor, SETTING_UP, ResetPassword(person=person)).secret["password"])


def _set_up(floor: Floor, place: Place) -> None:
    """A table with its float, open to players."""
    manager, supervisor = _as(Role.MANAGER), _as(Role.SUPERVISOR)
    _do(floor, manager, AddTable(**place._asdict(), settings=_SETTINGS.get(place.game, {})))
    if place.mode != PRACTICE and place.game != "holdem":
        asked = _do(floor, supervisor, RequestFill(table=place.table, amount=FLOAT))
        _do(floor, _as(Role.CASHIER), SendFill(number=asked.answer["number"]))
    _do(floor, manager, Play(table=place.table, do="open_table"))


def _announce_tournament(floor: Floor, patrons: list[str]) -> None:
    """For the next Saturday at noon; entries are open, and a few have entered."""
    today = local_time(floor.clock())
    days = (_SATURDAY - today.weekday()) % 7 or 7
    start = (today + timedelta(days=days)).replace(hour=_NOON, minute=0)
    director = _as(Role.DIRECTOR)
    _do(floor, director, AddTournament(tournament=TOURNAMENT, structure=STRUCTURE, start=f"{start:%Y-%m-%dT%H:%M}"))
    for do in ("publish_conditions", "open_entries"):
        _do(floor, director, Desk(tournament=TOURNAMENT, do=do))
    for patron in patrons[:ENTERED]:
        _do(floor, _as(Role.CASHIER), Desk(tournament=TOURNAMENT, do="register", given={"person": patron}))


def _told(staff: list[tuple[str, str]], patrons: list[tuple[str, str]]) -> tuple[str, ...]:
    roles = {name: role for name, _, role in STAFF}
    lines = [f"  {name:8} {roles[name]:12} {password}" for name, password in staff]
    lines += [f"  {name:8} {Role.PLAYER:12} {password}" for name, password in patrons]
    return (
        "This is a demo house: its people, their money and its tournament are made up.",
        "Their passwords are told now and never again:",
        *lines,
    )
