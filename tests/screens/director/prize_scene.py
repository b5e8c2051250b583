"""A small tournament for prizes and deals: entries end with the start, and five places are paid."""

from functools import partial

from tests.screens.director import event_scene
from tests.screens.director.event_scene import Event, Give
from tests.screens.director.sessions_scene import structure

SHARES = (4000, 3000, 1500, 1000, 500)
STACK = 25_000


def five_paid() -> str:
    """The Friday freezeout, paid to five places from the first entry on."""
    return structure("friday_freezeout", scale='"canberra_teams"').replace("closes_at_level = 7\n", "")


def under_way(give: Give, tournament: str, entries: int = 5) -> tuple[Event, list[str]]:
    """So many players, seated, in the first level."""
    return event_scene.started(give, tournament, five_paid(), entries)


def counted(event: Event, table: int, people: list[str], *stacks: int) -> None:
    """The stacks of a table as its dealer counts them."""
    event.do("record_stacks", table=table, stacks=dict(zip(people, stacks, strict=True)))


record_of = partial(event_scene.record_of, tournament="teams")
