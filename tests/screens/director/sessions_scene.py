"""House-game tournaments and Star events for tests of pages: with few rounds, and with stacks that leave odd chips."""

import re
from collections.abc import Mapping
from importlib import resources
from typing import Any

from pitboss.tournaments.event.log import Record
from pitboss.tournaments.event.state import Tournament
from tests.screens.director.event_scene import Event, Give, started


def structure(name: str, **lines: str) -> str:
    """The text of an event that comes with the program, with some of its lines written otherwise."""
    text = (resources.files("pitboss.tournaments") / "structures" / f"{name}.toml").read_text(encoding="utf-8")
    for key, value in lines.items():
        text, found = re.subn(rf"(?m)^{key} = .*$", f"{key} = {value}", text)
        assert found == 1, key
    return text


def begun(give: Give, tournament: str, text: str, entries: int) -> tuple[Event, list[str]]:
    """A house-game tournament with so many entries and its first session begun."""
    event, people = started(give, tournament, text, entries)
    event.do("begin_session")
    return event, people


def play_round(event: Event, record: Record, table: int, stacks: Mapping[int, int]) -> None:
    """A round at a table: these chips, and no change for the others; 1 is who sits first, wherever that is."""
    event.do("start_house_round", table=table)
    event.do("house_round_over", table=table, stacks=stacks_at(record.state, table, stacks))


def stacks_at(state: Tournament, table: int, stacks: Mapping[int, int]) -> dict[str, int]:
    """Everybody's chips at a table by name, of some as they are told: 1 is who sits first."""
    return {
        player: stacks.get(number, state.entrants[player].stack)
        for number, player in enumerate(sitters(state, table), start=1)
    }


def sitters(state: Tournament, table: int) -> tuple[str, ...]:
    """Who sits at a table, by seat."""
    return tuple(player for _, player in sorted(state.tables[table].seats.items()))


def fields(do: str, tournament: str, **given: Any) -> dict[str, str]:
    """A form of the desk as it is posted; `__` is a dot: stacks__p1=5 is given.stacks.p1."""
    posted = {"tournament": tournament, "do": do}
    for name, value in given.items():
        kind = "whole" if isinstance(value, int) else "cards" if name.startswith(("cards__", "extra__")) else "text"
        posted[f"given.{name.replace('__', '.')}:{kind}"] = str(value)
    return posted
