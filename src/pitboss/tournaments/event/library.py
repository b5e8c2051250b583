"""Events read from their data files: those that come with the program, and an operator's own."""

import calendar
import dataclasses
import tomllib
import types
import typing
from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from pitboss.games.command import is_whole, said
from pitboss.games.frozen import Frozen
from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.event.conditions import Band, Conditions, Level, Scale
from pitboss.tournaments.event.validator import problems
from pitboss.tournaments.prizes.scales import SCALES

_FOLDER = resources.files("pitboss.tournaments") / "structures"
# Nobody writes a longer file by hand.
_MOST_BYTES = 1_000_000


class UnknownEvent(ValueError):
    """No such event: one sentence with those there are."""


class UnreadableEvent(ValueError):
    """A data file that is no event: one sentence with the file and the field. `problems` is all the validator found."""

    def __init__(self, sentence: str, problems: tuple[Refusal, ...] = ()) -> None:
        super().__init__(sentence)
        self.problems = problems


@cache
def names() -> tuple[str, ...]:
    """The events there are, by their names."""
    return tuple(sorted(each.name.removesuffix(".toml") for each in _FOLDER.iterdir() if each.name.endswith(".toml")))


@cache
def event(name: str) -> Conditions:
    """The conditions of an event, by its name or by the beginning of it: "saturday" will do.

    STAR 4-Monday, STAR 4-Jam, STAR 4-Friday, STAR 4-Saturday: each is a data file, and is played as it stands there.
    """
    found = [each for each in names() if each == name] or [each for each in names() if name and each.startswith(name)]
    if len(found) != 1:
        raise UnknownEvent(f"There is no event {name!r}; there are {', '.join(names())}.")
    return read(_parsed((_FOLDER / f"{found[0]}.toml").read_text(encoding="utf-8")))


def read_file(path: Path) -> Conditions:
    """The conditions in an operator's own data file, which the validator has found nothing against."""
    conditions = read_unchecked(path)
    found = problems(conditions)
    if found:
        raise UnreadableEvent(f"{path.name}: {found[0].word}: {found[0]}", found)
    return conditions


def read_unchecked(path: Path) -> Conditions:
    """The conditions in a data file, whatever the validator has to say about them."""
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise UnreadableEvent(f"{path.name} is too long to be an event.")
        return read(_parsed(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise UnreadableEvent(f"{path.name} cannot be read: {error.strerror or error}.") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        reason = str(error).splitlines()[0]
        raise UnreadableEvent(f"{path.name} is not a data file in TOML: {reason}.") from error
    except WrongField as error:
        raise UnreadableEvent(f"{path.name}: {error}") from error


class WrongField(ValueError):
    """A field of a data file that is unknown, missing or of another kind: one sentence."""

    def __init__(self, where: str, what: str) -> None:
        super().__init__(f"{where}: {what}")


def _parsed(text: str) -> dict[str, Any]:
    return tomllib.loads(text, parse_float=Decimal)


def read(data: Mapping[str, Any]) -> Conditions:
    """Conditions from the words of a data file; the validator says whether they can be."""
    words = dict(data)
    seconds = _value(int, words.pop("level_seconds", 0), "level_seconds")
    if isinstance(words.get("levels"), list):
        rows = words["levels"]
        full = len(Level._fields)
        words["levels"] = [[*row, seconds] if isinstance(row, list) and len(row) == full - 1 else row for row in rows]
    if words.get("reentries") == "unlimited":
        words["reentries"] = None
    start = words.get("start")
    if isinstance(start, datetime) and start.tzinfo is None:
        words["start"] = calendar.timegm(start.timetuple())
    conditions: Conditions = _table(Conditions, words, "")
    return conditions


def _value(hint: Any, value: Any, where: str) -> Any:
    """A value of a data file as a field wants it."""
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin in (types.UnionType, typing.Union):
        rest = [each for each in inner if each is not type(None)]
        return None if value is None else _value(rest[0], value, where)
    if hint is Scale:
        return _scale(value, where)
    if origin is tuple:
        rows = _wanted(isinstance(value, list), value, where, "a list")
        return tuple(_value(inner[0], row, f"{where}, row {at}") for at, row in enumerate(rows, start=1))
    if hasattr(hint, "_fields"):
        return _row(hint, value, where)
    if dataclasses.is_dataclass(hint):
        return _table(hint, value, where)
    if origin is not None and issubclass(origin, Mapping):
        table = _wanted(isinstance(value, dict), value, where, "a table")
        return Frozen({key: _value(inner[1], each, f"{where}.{key}") for key, each in table.items()})
    if hint is int:
        return _wanted(is_whole(value), value, where, "a whole number")
    kind = {str: "words", bool: "true or false"}[hint]
    return _wanted(type(value) is hint, value, where, kind)


def _wanted(fits: bool, value: Any, where: str, what: str) -> Any:
    if not fits:
        raise WrongField(where, f"it takes {what}, not {said(value)}.")
    return value


def _table(kind: Any, value: Any, where: str) -> Any:
    """A table of fields by name: none that is unknown, and all that have no default."""
    table = _wanted(isinstance(value, dict), value, where, "a table")
    hints = typing.get_type_hints(kind)
    for name in table:
        if name not in hints:
            raise WrongField(_within(where, name), "there is no such field.")
    for field in dataclasses.fields(kind):
        no_default = field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
        if no_default and field.name not in table:
            raise WrongField(_within(where, field.name), "it is missing.")
    return kind(**{name: _value(hints[name], each, _within(where, name)) for name, each in table.items()})


def _within(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name


def _row(kind: Any, value: Any, where: str) -> Any:
    """A row of values in the order of the fields; those with a default may be left out at the end."""
    hints = typing.get_type_hints(kind)
    most, least = len(kind._fields), len(kind._fields) - len(kind._field_defaults)
    fits = isinstance(value, list) and least <= len(value) <= most
    names = ", ".join(kind._fields)
    row = _wanted(fits, value, where, f"a row of {names}")
    return kind(*(_value(hints[name], each, f"{where}, {name}") for name, each in zip(kind._fields, row, strict=False)))


def _scale(value: Any, where: str) -> Scale:
    """A scale of the house by its name, or one's own: a label, and bands with from, to (or no end) and percent."""
    if isinstance(value, str):
        if value not in SCALES:
            raise WrongField(where, f"it is {', '.join(SCALES)} or a table of its own, not {said(value)}.")
        return SCALES[value]
    table = _wanted(isinstance(value, dict), value, where, "the name of a scale or a table")
    for name in ("label", "bands"):
        if name not in table:
            raise WrongField(f"{where}.{name}", "it is missing.")
    for name in table:
        if name not in ("name", "label", "bands"):
            raise WrongField(f"{where}.{name}", "there is no such field.")
    rows = _wanted(isinstance(table["bands"], list), table["bands"], f"{where}.bands", "a list")
    bands = tuple(_band(row, f"{where}.bands, row {at}") for at, row in enumerate(rows, start=1))
    label = _value(str, table["label"], f"{where}.label")
    return Scale(_value(str, table.get("name", "own"), f"{where}.name"), label, bands)


def _band(value: Any, where: str) -> Band:
    row = _wanted(isinstance(value, dict), value, where, "a table of from, to and percent")
    for name in row:
        if name not in ("from", "to", "percent"):
            raise WrongField(f"{where}, {name}", "there is no such field.")
    least = _value(int, row.get("from"), f"{where}, from")
    most = _value(int, row["to"], f"{where}, to") if "to" in row else None
    percents = _wanted(isinstance(row.get("percent"), list), row.get("percent"), f"{where}, percent", "a list")
    return Band(least, most, tuple(_hundredths(each, f"{where}, percent") for each in percents))


def _hundredths(percent: Any, where: str) -> int:
    """A share in hundredths of a percent: 6.5 is 650; finer shares there are not."""
    number = is_whole(percent) or (isinstance(percent, Decimal) and percent.is_finite())
    share = 100 * _wanted(number and abs(percent) <= 100, percent, where, "percents")
    if share != int(share):
        raise WrongField(where, f"{percent} is finer than hundredths of a percent.")
    return int(share)
