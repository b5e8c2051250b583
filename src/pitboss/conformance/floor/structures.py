"""Structures as a case writes them: by name, as text, or as an object of what is other than in one it is like."""

from collections.abc import Mapping
from dataclasses import fields, replace
from decimal import Decimal
from typing import Any

from pitboss.floor.tournaments.structure_text import text_of
from pitboss.tournaments.event import library

# Names the structure that the others are changes of.
LIKE = "like"


def structure_text(told: str | Mapping[str, Any]) -> str:
    """The name or the text of a structure, as the house takes it.

    Raises `library.UnknownEvent` or `library.WrongField` where there is no such structure, or no such field.
    """
    if isinstance(told, str):
        return told
    changes = {name: _value(value) for name, value in told.items() if name != LIKE}
    if LIKE not in told:
        return text_of(library.read_conditions(changes))
    base = library.event(str(told[LIKE]))
    # Read with what every structure must say, so that each change is read as a structure would have it.
    needed = {name: getattr(base, name) for name in ("event", "title", "ruleset", "game")}
    read = library.read_conditions({**needed, **changes})
    known = {each.name for each in fields(base)}
    names = {"levels" if name == "level_seconds" else name for name in changes} & known
    return text_of(replace(base, **{name: getattr(read, name) for name in names}))


def _value(value: Any) -> Any:
    """JSON has floats where a structure has decimals."""
    if isinstance(value, float):
        return Decimal(str(value))
    if isinstance(value, Mapping):
        return {name: _value(each) for name, each in value.items()}
    return [_value(each) for each in value] if isinstance(value, list) else value
