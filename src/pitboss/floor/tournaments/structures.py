"""The conditions of a tournament as people give them to the house, and its start by the clock on the wall."""

import calendar
import dataclasses
import tomllib
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.field_checks import wrong
from pitboss.games.command import MOST_CENTS
from pitboss.games.frozen import Frozen
from pitboss.tournaments.event import library
from pitboss.tournaments.event.conditions import Conditions
from pitboss.tournaments.event.state import Moment

LONGEST = 100_000
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
# The end of the year 2999: no event is planned for later.
_LATEST: Moment = 32_503_680_000
_MOST_ROWS: Mapping[str, int] = Frozen(
    {"levels": 150, "breaks": 150, "denominations": 30, "tickets": 200, "items": 200}
)
_MOST_BANDS, _MOST_PLACES = 100, 1000
_MOST_SESSIONS, _MOST_ROUNDS = 20, 1000


def read_structure(text: str, where: str) -> Conditions | No:
    """Conditions by the name of an event that comes with the program, or from the text of a structure."""
    if len(text) > LONGEST:
        return wrong(where, "This is too long to be a structure.")
    try:
        conditions = (
            library.read_conditions(tomllib.loads(text, parse_float=Decimal)) if "=" in text else library.event(text)
        )
    except (library.UnknownEvent, library.WrongField) as error:
        return wrong(where, str(error))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        return wrong(where, f"This is not the text of a structure in TOML: {str(error).splitlines()[0]}.")
    found = size_problem(conditions)
    return conditions if found is None else wrong(where, found)


def size_problem(conditions: Conditions) -> str | None:
    """Return a sentence if a structure is too large to be computed in reasonable time, else None."""
    if conditions.start is not None and not 0 <= conditions.start < _LATEST:
        return "The start is no moment at which an event can be."
    for what, most in _MOST_ROWS.items():
        if len(getattr(conditions, what)) > most:
            return f"{most} {what} at most."
    scale, sessions = conditions.scale, conditions.sessions
    if scale is not None and (len(scale.bands) > _MOST_BANDS or any(len(b.shares) > _MOST_PLACES for b in scale.bands)):
        return f"A scale has {_MOST_BANDS} rows of {_MOST_PLACES} places at most."
    if sessions is not None and (
        len(sessions.rounds) > _MOST_SESSIONS or max(sessions.rounds, default=0) > _MOST_ROUNDS
    ):
        return f"{_MOST_SESSIONS} sessions of {_MOST_ROUNDS} rounds at most."
    if any(number > MOST_CENTS for number in _numbers(conditions)):
        return "A number is larger than anything that is counted."
    return None


def _numbers(value: Any) -> Iterator[int]:
    """Every number within conditions, as it is without its sign."""
    if isinstance(value, int):
        yield abs(value)
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            yield from _numbers(getattr(value, field.name))
    elif isinstance(value, tuple):
        for each in value:
            yield from _numbers(each)


def moment_of(text: str) -> Moment | None:
    """Local time as a moment; None where it is no local time, or none at which an event can be."""
    try:
        shown = datetime.fromisoformat(text)
    except ValueError:
        return None
    moment = calendar.timegm(shown.timetuple())
    return moment if shown.tzinfo is None and 0 <= moment < _LATEST else None


def utc_offset(start: Moment, zone: ZoneInfo) -> int:
    """By how many seconds the clock on the wall is ahead of UTC when it shows the start."""
    shown = (_EPOCH + timedelta(seconds=start)).replace(tzinfo=zone)
    return (shown.utcoffset() or timedelta()) // timedelta(seconds=1)
