"""The words of a case of the house and the shape of what stands behind each of them."""

from collections.abc import Iterator, Mapping
from typing import Any
from zoneinfo import available_timezones

from pitboss.conformance.floor import moments
from pitboss.conformance.floor.structures import structure_text
from pitboss.conformance.format.vocabulary import Cards, Cents, Count, Word, one_of, outcome_type, step_of, unknown
from pitboss.floor.kernel.contract import Command, No
from pitboss.floor.kernel.field_checks import day_from
from pitboss.floor.kernel.registry import COMMANDS
from pitboss.floor.kernel.roles import PEOPLE, STAFF, Role
from pitboss.floor.tables.record import MODES
from pitboss.floor.tournaments import desk as tournament_desk
from pitboss.floor.tournaments.commands import Desk
from pitboss.floor.tournaments.structures import read_structure
from pitboss.games.shape_check import MISSING, UNFIT, Misfit, checked_type, fit, named_type, readable_type, record_type
from pitboss.kits import games
from pitboss.screens.common.reading import read_command
from pitboss.tournaments.event import library

# What a step carries for its own purposes, beside the particulars of the command.
OF_THE_STEP = ("command", "by", "as", "key", "seed", "ref", "refused")
# Of a draw: more than any entropy of the house has.
LONGEST_SEED = 64


def _structure(value: Any) -> Iterator[Misfit]:
    """The text of a structure or the name of one, which the house may have itself, or an object of what is other."""
    if not isinstance(value, str | dict) or not value:
        yield Misfit((), UNFIT, value, named_type("a structure by name, as text, or as an object", str))
        return
    try:
        structure_text(value)
    except (library.UnknownEvent, library.WrongField, TypeError) as error:
        yield Misfit((), str(error) if str(error).endswith(".") else f"{error}.")


def _known_structure(value: Any) -> Iterator[Misfit]:
    """A structure that is there before anybody has saved one."""
    fault = next(_structure(value), None)
    read = read_structure(value, "") if fault is None and isinstance(value, str) else None
    if fault is not None:
        yield fault
    elif isinstance(read, No):
        yield Misfit((), read.reason)


Moment = readable_type(
    "a moment such as 2026-11-20T21:30", lambda value: moments.read(value) if type(value) is str else None
)
Day = readable_type("a day such as 1990-12-31", lambda value: day_from(value) if type(value) is str else None)
TimeZone = readable_type(
    "a time zone such as Australia/Brisbane", lambda value: {each: each for each in available_timezones()}.get(value)
)
# The first cards of a shoe, in the order they leave it.
Shoe: Any = Cards | record_type({"cards": Cards, "depth": Count}, ("cards",))
_Person: Any = record_type(
    {
        "roles": list[one_of(*(role.value for role in STAFF))],  # type: ignore[misc]
        "born": Day,
        "membership": Word,
        "money": Cents,
        "publicity": bool,
    }
)
_Table: Any = record_type(
    {
        "game": one_of(*games()),
        "mode": one_of(*MODES),
        "title": Word,
        "settings": dict,
        "betting_seconds": Count,
        "float": Cents,
        "open": bool,
    },
    ("game",),
)
_Event: Any = record_type(
    {
        "structure": checked_type(_known_structure),
        "title": Word,
        "start": Moment,
        "open": bool,
        "entries": list[Word],
        "running": bool,
    },
    ("structure",),
)
_CEILINGS = ("table_ceiling", "table_day_ceiling", "cage_ceiling", "cage_day_ceiling")
_House = record_type(
    {"time_zone": TimeZone, "first_hour": Count, "large_cash": Cents, **dict.fromkeys(_CEILINGS, Cents)}
)
_OwnOfTheStep = record_type(
    {
        **dict.fromkeys(("command", "by", "key", "ref", "refused"), Word),
        "as": one_of(*(role.value for role in PEOPLE), Role.DISPLAY.value),
        "seed": named_type("a hexadecimal number", str, pattern=rf"\A[0-9a-fA-F]{{1,{LONGEST_SEED}}}\Z"),
    },
    ("by",),
)


def _content(form: str, value: Mapping[str, Any]) -> Any:
    """A command by a person, another moment, another one on the wall, or a look at the house."""
    return next(_command(value), dict) if form == "command" else {"at": _Later, "wall": _Wall, "check": _Look}[form]


def _command(value: Mapping[str, Any]) -> Iterator[Misfit]:
    name = value["command"]
    kind = COMMANDS.get(name) if isinstance(name, str) else None
    if kind is None:
        yield unknown("the house", "command", name, COMMANDS)
        return
    own = fit({each: part for each, part in value.items() if each in OF_THE_STEP}, _OwnOfTheStep)
    if isinstance(own, Misfit):
        yield own
    if ":" in str(value.get("by")) and "as" not in value:
        yield Misfit(("as",), MISSING)
    if isinstance(value.get("structure"), dict):
        yield from (fault._replace(place=("structure",)) for fault in _structure(value["structure"]))
    if "refused" not in value:
        # What the interface itself would turn down is a mistake of the case, unless it is what the case is about.
        yield from _particulars(kind, value)


def particulars_of(value: Mapping[str, Any]) -> dict[str, Any]:
    """Return the particulars of a step for its command; a structure told by its differences becomes text."""
    given = {name: part for name, part in value.items() if name not in OF_THE_STEP}
    if isinstance(given.get("structure"), dict):
        given["structure"] = structure_text(given["structure"])
    return given


def _particulars(kind: type[Command], value: Mapping[str, Any]) -> Iterator[Misfit]:
    command = read_command(kind, particulars_of(value))
    if isinstance(command, No):
        yield Misfit((command.field,) if command.field else (), command.reason)
    elif isinstance(command, Desk):
        asked = tournament_desk.read_command(command.do, command.given)
        if isinstance(asked, No):
            inside = ("do",) if asked.field == "do" else ("given", asked.field)
            yield Misfit(inside, asked.reason)


_OBJECT = dict[str, Any]
_LOOKS: Mapping[str, Any] = {
    "balances": _OBJECT,
    "entrants": dict[str, _OBJECT],
    "seats": dict[str, _OBJECT],
    "hours": dict[str, str],
    "standings": dict[str, list[Any]],
    "reports": dict[str, _OBJECT],
    "seen": dict[str, dict[str, _OBJECT]],
}
_Look = record_type({"check": outcome_type(record_type(_LOOKS))}, ("check",))
_Later = record_type({"at": Moment}, ("at",))
_Wall = record_type({"wall": Moment}, ("wall",))
Step: Any = step_of(_content, ("command", "at", "wall", "check"))
# What is there beforehand, unless the house has a past of its own.
_FURNISHED: Mapping[str, Any] = {
    "house": _House,
    "till": Cents | None,
    "people": dict[str, _Person],
    "tables": dict[str, _Table],
    "events": dict[str, _Event],
}
_Given = record_type(
    {
        "at": Moment,
        "clock": one_of("runs", "written"),
        "shoes": dict[str, list[Shoe]],
        "earlier": list[Step],
        **_FURNISHED,
    }
)


def _check_given(value: Any) -> Iterator[Misfit]:
    found = fit(value, _Given)
    if isinstance(found, Misfit):
        yield found
    elif "earlier" in value:
        for name in _FURNISHED.keys() & value.keys():
            yield Misfit((name,), "has no place in a house that has its past in earlier.")


def fields() -> Mapping[str, Any]:
    """Return the fields of a case of the house."""
    expect = outcome_type(record_type({**_LOOKS, "answers": dict[str, _OBJECT]}))
    return {"given": checked_type(_check_given), "script": list[Step], "expect": expect}
