"""The words of a case of the house and the shape of what stands behind each of them."""

from collections.abc import Iterator, Mapping
from string import hexdigits
from typing import Any
from zoneinfo import available_timezones

from pitboss.conformance.floor import moments
from pitboss.conformance.floor.structures import structure_text
from pitboss.conformance.format.vocabulary import (
    Check,
    Fault,
    any_list,
    any_object,
    anything,
    cents,
    count,
    flag,
    list_of,
    mapping_of,
    one_of,
    outcome,
    record,
    some_cards,
    text,
    unknown,
    value_words,
    word,
)
from pitboss.floor.kernel.contract import Command, No
from pitboss.floor.kernel.particulars import day_from
from pitboss.floor.kernel.registry import COMMANDS
from pitboss.floor.kernel.roles import PEOPLE, STAFF, Role
from pitboss.floor.tables.record import MODES
from pitboss.floor.tournaments import desk as tournament_desk
from pitboss.floor.tournaments.commands import Desk
from pitboss.floor.tournaments.structures import read_structure
from pitboss.kits import games
from pitboss.screens.common.reading import read_command
from pitboss.tournaments.event import library

# What a step carries for its own purposes, beside the particulars of the command.
OF_THE_STEP = ("command", "by", "as", "key", "seed", "ref", "refused")
FORMS = ("command", "at", "check")
# Of a draw: more than any entropy of the house has.
LONGEST_SEED = 64


def _moment(value: object, path: str) -> Iterator[Fault]:
    if not isinstance(value, str) or moments.read(value) is None:
        yield Fault(path, f"must be a moment such as 2026-11-20T21:30, not {value_words(value)}.")


def _day(value: object, path: str) -> Iterator[Fault]:
    if not isinstance(value, str) or day_from(value) is None:
        yield Fault(path, f"must be a day such as 1990-12-31, not {value_words(value)}.")


def _structure(value: object, path: str) -> Iterator[Fault]:
    """The text of a structure or the name of one, which the house may have itself, or an object of what is other."""
    if not isinstance(value, str | dict) or not value:
        yield Fault(path, f"must be a structure by name, as text, or as an object, not {value_words(value)}.")
        return
    try:
        structure_text(value)
    except (library.UnknownEvent, library.WrongField, TypeError) as error:
        yield Fault(path, str(error) if str(error).endswith(".") else f"{error}.")


def _known_structure(value: object, path: str) -> Iterator[Fault]:
    """A structure that is there before anybody has saved one."""
    fault = next(_structure(value, path), None)
    read = read_structure(value, "") if fault is None and isinstance(value, str) else None
    if fault is not None:
        yield fault
    elif isinstance(read, No):
        yield Fault(path, read.reason)


def _shoe(value: object, path: str) -> Iterator[Fault]:
    """The first cards of a shoe, in the order they leave it."""
    if isinstance(value, dict):
        yield from record({"cards": some_cards, "depth": count}, ("cards",))(value, path)
    else:
        yield from some_cards(value, path)


def _money_or_none(value: object, path: str) -> Iterator[Fault]:
    if value is not None:
        yield from cents(value, path)


def _time_zone(value: object, path: str) -> Iterator[Fault]:
    if value not in available_timezones():
        yield Fault(path, f"must be a time zone such as Australia/Brisbane, not {value_words(value)}.")


_roles = list_of(one_of(*(role.value for role in STAFF)))
_person = record(
    {"roles": _roles, "born": _day, "membership": word, "money": cents, "publicity": flag},
)
_table = record(
    {
        "game": one_of(*games()),
        "mode": one_of(*MODES),
        "title": word,
        "settings": any_object,
        "betting_seconds": count,
        "float": cents,
        "open": flag,
    },
    ("game",),
)
_event = record(
    {
        "structure": _known_structure,
        "title": word,
        "start": _moment,
        "open": flag,
        "entries": list_of(word),
        "running": flag,
    },
    ("structure",),
)
_house = record({"time_zone": _time_zone, "first_hour": count, "large_cash": cents})


def step(value: object, path: str) -> Iterator[Fault]:
    """A command by a person, another moment, or a look at the house."""
    if not isinstance(value, dict):
        yield from any_object(value, path)
        return
    forms = [form for form in FORMS if form in value]
    if len(forms) != 1:
        found = " and ".join(forms) or "none of them"
        yield Fault(path, f"must have exactly one of command, at and check, not {found}.")
    elif forms == ["command"]:
        yield from _command(value, path)
    elif forms == ["at"]:
        yield from record({"at": _moment}, ("at",))(value, path)
    else:
        yield from record({"check": looks}, ("check",))(value, path)


def _command(value: Mapping[str, object], path: str) -> Iterator[Fault]:
    name = value["command"]
    kind = COMMANDS.get(name) if isinstance(name, str) else None
    if kind is None:
        yield Fault(f"{path}.command", unknown("the house", "command", name, COMMANDS))
        return
    own = {each: part for each, part in value.items() if each in OF_THE_STEP}
    yield from record(
        {
            **dict.fromkeys(("command", "by", "key", "ref", "refused"), word),
            "as": one_of(*(role.value for role in PEOPLE), Role.DISPLAY.value),
            "seed": _hexadecimal,
        },
        ("by",),
    )(own, path)
    if isinstance(value.get("by"), str) and ":" in str(value["by"]) and "as" not in value:
        yield Fault(f"{path}.as", "is missing.")
    if isinstance(value.get("structure"), dict):
        yield from _structure(value["structure"], f"{path}.structure")
    if "refused" not in value:
        # What the interface itself would turn down is a mistake of the case, unless it is what the case is about.
        yield from _particulars(kind, value, path)


def _hexadecimal(value: object, path: str) -> Iterator[Fault]:
    if not isinstance(value, str) or not 0 < len(value) <= LONGEST_SEED or set(value) - set(hexdigits):
        yield Fault(path, f"must be a hexadecimal number, not {value_words(value)}.")


def particulars_of(value: Mapping[str, Any]) -> dict[str, Any]:
    """What a step says to the command itself; a structure that is told by what is other becomes its text."""
    given = {name: part for name, part in value.items() if name not in OF_THE_STEP}
    if isinstance(given.get("structure"), dict):
        given["structure"] = structure_text(given["structure"])
    return given


def _particulars(kind: type[Command], value: Mapping[str, object], path: str) -> Iterator[Fault]:
    command = read_command(kind, particulars_of(value))
    if isinstance(command, No):
        yield Fault(f"{path}.{command.field}" if command.field else path, command.reason)
    elif isinstance(command, Desk):
        asked = tournament_desk.read_command(command.do, command.given)
        if isinstance(asked, No):
            inside = "do" if asked.field == "do" else f"given.{asked.field}"
            yield Fault(f"{path}.{inside}", asked.reason)


_of_people = mapping_of(anything)
_LOOKS: Mapping[str, Check] = {
    "balances": _of_people,
    "entrants": mapping_of(_of_people),
    "seats": mapping_of(_of_people),
    "hours": mapping_of(text),
    "standings": mapping_of(any_list),
    "reports": mapping_of(any_object),
    "seen": mapping_of(mapping_of(any_object)),
}


def looks(value: object, path: str) -> Iterator[Fault]:
    """What the house must look like."""
    yield from record(_LOOKS)(value, path)
    yield from outcome(value, path)


def _expect(value: object, path: str) -> Iterator[Fault]:
    yield from record({**_LOOKS, "answers": mapping_of(any_object)})(value, path)
    yield from outcome(value, path)


# What is there beforehand, unless the house has a past of its own.
_FURNISHED: Mapping[str, Check] = {
    "house": _house,
    "till": _money_or_none,
    "people": mapping_of(_person),
    "tables": mapping_of(_table),
    "events": mapping_of(_event),
}
_GIVEN: Mapping[str, Check] = {
    "at": _moment,
    "clock": one_of("runs", "written"),
    "shoes": mapping_of(list_of(_shoe)),
    "earlier": list_of(step),
    **_FURNISHED,
}


def _check_given(value: object, path: str) -> Iterator[Fault]:
    yield from record(_GIVEN)(value, path)
    if isinstance(value, dict) and "earlier" in value:
        for name in _FURNISHED.keys() & value.keys():
            yield Fault(f"{path}.{name}", "has no place in a house that has its past in earlier.")


def fields() -> Mapping[str, Check]:
    """What stands in a case of the house."""
    return {"given": _check_given, "script": list_of(step), "expect": _expect}
