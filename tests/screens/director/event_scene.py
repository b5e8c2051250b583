"""A tournament with people in it, brought about by commands: in a house of the same process, or in one that is served.

`give` is how commands are given, `(role, command, fields) -> answer`: `to_floor(floor)` or `to_served(served, people)`.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from pitboss.floor.kernel.floor import Done, Floor
from pitboss.floor.kernel.registry import GIVEN
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.tournaments.event.log import Record
from tests.browser.browser_scene import Person
from tests.browser.served_scene import Served

Give = Callable[[str, str, Mapping[str, Any]], Mapping[str, Any]]
STAFF = {"manager": "maria", "cashier": "carla", "director": "derek", "dealer": "daniel"}
SURNAMES = (
    *("Sato", "Gallagher", "Ferrari", "Kelly", "Quinn", "Haddad", "Pereira", "Nguyen", "Rossi", "Walsh", "Okafor"),
    *("Torres", "Yilmaz", "Ibrahim", "Abbott", "Park", "Castellano", "Dalgleish", "Mbeki", "Hollis", "Baird"),
    *("Laurent", "Vella", "Chen", "O'Brien", "Lim", "Novak", "Maddox", "Tanaka", "Rahman", "Duong", "Jovanovic"),
    *("Zammit", "Singh", "Wu", "Ueda", "Kapoor", "Schmidt", "Moreau", "Jansen", "Costa", "Larsen", "Petrov", "Ali"),
    *("Marsh", "Cooper", "Diaz", "Eriksen", "Fonseca", "Grant", "Huber", "Ivanov", "Jones", "Klein", "Lopez"),
)
FIRST_NAMES = ("Aiko", "Brendan", "Carlo", "Dana", "Eli", "Farah", "Gia", "Huy", "Ines", "Jack")
ENOUGH = 500_000


def to_floor(floor: Floor) -> Give:
    def give(role: str, command: str, fields: Mapping[str, Any]) -> Mapping[str, Any]:
        kind: Any = GIVEN[command]
        done = floor.execute(Actor(f"staff:{STAFF[role]}", Role(role)), kind(**fields))
        assert isinstance(done, Done), (command, fields, done)
        return done.answer

    return give


def to_served(served: Served, people: Mapping[str, Person]) -> Give:
    def give(role: str, command: str, fields: Mapping[str, Any]) -> Mapping[str, Any]:
        answer: Mapping[str, Any] = served.give(command, dict(fields), people[STAFF[role]].token)["answer"]
        return answer

    return give


def members(give: Give, count: int, money: int = ENOUGH, series: str = "T") -> list[str]:
    """So many members with money in their accounts; their numbers. Memberships of a series are given out once."""
    found = []
    for number in range(count):
        surname = SURNAMES[number % len(SURNAMES)] + ("" if number < len(SURNAMES) else f"-{number // len(SURNAMES)}")
        told = {"name": f"{FIRST_NAMES[number % len(FIRST_NAMES)]} {surname}", "date_of_birth": "1980-02-03"}
        found.append(
            give("cashier", "add_patron", {**told, "membership": f"{series}{number:05}", "publicity": True})["patron"]
        )
        if money:
            give("cashier", "buy_in", {"patron": found[-1], "amount": money, "method": "eft"})
    return found


def local_start(at: int, zone_hours: int = 10) -> str:
    """A moment (microseconds since 1970) as the clock on the wall in Brisbane shows it."""
    return datetime.fromtimestamp(at // 1_000_000 + zone_hours * 3600, UTC).strftime("%Y-%m-%dT%H:%M")


class Event:
    """A tournament by its id; `do` gives a command of the desk."""

    def __init__(self, give: Give, tournament: str) -> None:
        self._give, self.id = give, tournament

    def do(self, command: str, role: str = "director", **given: Any) -> Mapping[str, Any]:
        return self._give(role, "desk", {"tournament": self.id, "do": command, "given": given})


def opened(give: Give, tournament: str, structure: str, start: str = "", title: str = "") -> Event:
    """A tournament that takes entries: everything that comes before is done as its document wants it."""
    told = {"tournament": tournament, "structure": structure, "start": start, "title": title}
    give("director", "add_tournament", told)
    event = Event(give, tournament)
    event.do("name_director", name="Derek Vale")
    event.do("sign_on", name="Derek Vale")
    if structure in ("ultimate_challenge", "canberra_cup") or 'ruleset = "UTH"' in structure:
        event.do("publish_conditions")
        event.do("notify_commission")
    elif structure in ("pontoon_heats", "canberra_holdem") or 'ruleset = "PON"' in structure:
        event.do("record_approval", reference="GRC 2026/17")
    event.do("open_entries")
    return event


def entered(give: Give, tournament: str, structure: str, entries: int, start: str = "") -> tuple[Event, list[str]]:
    """The same with so many entrants from their accounts."""
    event = opened(give, tournament, structure, start)
    people = members(give, entries, series=tournament[:14])
    for each in people:
        event.do("register", "cashier", person=each)
    return event, people


def started(give: Give, tournament: str, structure: str, entries: int, start: str = "") -> tuple[Event, list[str]]:
    """The same, seated and under way."""
    event, people = entered(give, tournament, structure, entries, start)
    event.do("start_event")
    return event, people


def record_of(house: Floor, tournament: str) -> Record:
    record: Record = house.record(f"tournament:{tournament}")
    return record
