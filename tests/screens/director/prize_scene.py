"""A small tournament for prizes and deals: entries end with the start, and five places are paid."""

from importlib import resources

from pitboss.floor.kernel.floor import Floor
from pitboss.tournaments.event.log import Record
from tests.screens.director.event_scene import Event, Give, members, opened

SHARES = (4000, 3000, 1500, 1000, 500)
STACK = 25_000


def five_paid() -> str:
    """The Friday freezeout, paid to five places from the first entry on."""
    text = (resources.files("pitboss.tournaments") / "structures" / "friday_freezeout.toml").read_text(encoding="utf-8")
    return text.replace('scale = "house"', 'scale = "canberra_teams"').replace("closes_at_level = 7\n", "")


def under_way(give: Give, tournament: str, entries: int = 5) -> tuple[Event, list[str]]:
    """So many players, seated, in the first level."""
    event = opened(give, tournament, five_paid())
    people = members(give, entries, series=tournament[:14])
    for each in people:
        event.do("register", "cashier", person=each)
    event.do("start_event")
    return event, people


def counted(event: Event, table: int, people: list[str], *stacks: int) -> None:
    """The stacks of a table as its dealer counts them."""
    event.do("record_stacks", table=table, stacks=dict(zip(people, stacks, strict=True)))


def record_of(house: Floor) -> Record:
    record: Record = house.record("tournament:teams")
    return record
