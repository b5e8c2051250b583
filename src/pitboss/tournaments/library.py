"""The events that come with the program, read from their data files."""

import tomllib
from functools import cache
from importlib import resources
from typing import Any

from pitboss.games.frozen import Frozen
from pitboss.tournaments.conditions import Break, Conditions, Level, Rebuys, Sessions
from pitboss.tournaments.scales import SCALES

_FOLDER = resources.files("pitboss.tournaments") / "events"


class UnknownEvent(ValueError):
    """No such event: one sentence with those there are."""


@cache
def names() -> tuple[str, ...]:
    """The events there are, by their names."""
    return tuple(sorted(each.name.removesuffix(".toml") for each in _FOLDER.iterdir() if each.name.endswith(".toml")))


@cache
def event(name: str) -> Conditions:
    """The conditions of an event, by its name or by the beginning of it: "saturday" will do."""
    found = [each for each in names() if each == name] or [each for each in names() if name and each.startswith(name)]
    if len(found) != 1:
        raise UnknownEvent(f"There is no event {name!r}; there are {', '.join(names())}.")
    return read(tomllib.loads((_FOLDER / f"{found[0]}.toml").read_text(encoding="utf-8")))


def read(data: dict[str, Any]) -> Conditions:
    """Conditions from the words of a data file; the validator says whether they can be."""
    words = dict(data)
    seconds = words.pop("level_seconds", 0)
    words["levels"] = tuple(Level(*row, *([seconds] if len(row) < 4 else [])) for row in words.pop("levels", ()))
    words["breaks"] = tuple(Break(*row) for row in words.pop("breaks", ()))
    words["scale"] = SCALES.get(words.pop("scale", ""))
    words["items"] = Frozen(words.pop("items", {}))
    if words.get("reentries") == "unlimited":
        words["reentries"] = None
    for name, kind in (("sessions", Sessions), ("rebuys", Rebuys)):
        if name in words:
            words[name] = kind(**{key: _tuple(value) for key, value in words[name].items()})
    return Conditions(**{key: _tuple(value) for key, value in words.items()})


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
