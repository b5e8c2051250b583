"""The conditions of a tournament as people give them to the house, and its start by the clock on the wall."""

import calendar
import tomllib
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

from pitboss.floor.contract import No
from pitboss.floor.particulars import wrong
from pitboss.tournaments import library
from pitboss.tournaments.conditions import Conditions
from pitboss.tournaments.state import Moment

LONGEST = 100_000
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
# The end of the year 2999: no event is planned for later.
_LATEST: Moment = 32_503_680_000


def read_structure(text: str, where: str) -> Conditions | No:
    """Conditions by the name of an event that comes with the program, or from the text of a structure."""
    if len(text) > LONGEST:
        return wrong(where, "This is too long to be a structure.")
    try:
        conditions = library.read(tomllib.loads(text, parse_float=Decimal)) if "=" in text else library.event(text)
    except (library.UnknownEvent, library.WrongField) as error:
        return wrong(where, str(error))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        return wrong(where, f"This is not the text of a structure in TOML: {str(error).splitlines()[0]}.")
    if conditions.start is not None and not 0 <= conditions.start < _LATEST:
        return wrong(where, "The start is no moment at which an event can be.")
    return conditions


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
