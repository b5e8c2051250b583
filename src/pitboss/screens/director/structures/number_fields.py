"""How figures of a structure are written in a form, and read from it: amounts, counts, lengths of time, shares."""

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, NamedTuple

from pitboss.floor.tournaments.structures import moment_of
from pitboss.screens.common.forms import NotSo, cents_from

_WHOLE = re.compile(r"-?(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,15})")
_LENGTH = re.compile(r"([0-9]{1,6})(?::([0-5][0-9]))?(?::([0-5][0-9]))?")
_PERCENT = re.compile(r"100|[0-9]{1,2}(?:\.[0-9]{1,2})?")
_SPLIT = re.compile(r"[,;\s]+")
UNLIMITED = "unlimited"


class Kind(NamedTuple):
    """A kind of field: from what is written to the value, and back."""

    read: Callable[[str], Any]
    write: Callable[[Any], str]
    inputmode: str = "text"


def _whole(text: str) -> int:
    if not _WHOLE.fullmatch(text):
        raise NotSo("Write a whole number, such as 25,000.")
    return int(text.replace(",", ""))


def _wholes(text: str) -> list[int]:
    """`20,20,25`, or with blanks between, where a comma inside a number is that of thousands: `500, 1,000, 5,000`."""
    parts = re.split(r"[,;]?\s+", text) if re.search(r"\s", text) else re.split(r"[,;]", text)
    return [_whole(part) for part in parts if part]


def _length(unit: int, example: str) -> Callable[[str], int]:
    """Seconds of a length in minutes (`20`, `12:30`) or in hours (`12`, `11:30`)."""

    def read(text: str) -> int:
        found = _LENGTH.fullmatch(text)
        if found is None or (unit < 3600 and found[3]):
            raise NotSo(f"Write a length of time, such as {example}.")
        whole, parts, rest = (int(each or 0) for each in found.groups())
        return whole * unit + parts * (unit // 60) + rest

    return read


def _minutes_said(seconds: int) -> str:
    minutes, rest = divmod(seconds, 60)
    return f"{minutes}:{rest:02}" if rest else str(minutes)


def _hours_said(seconds: int) -> str:
    hours, rest = divmod(seconds, 3600)
    minutes, last = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{last:02}" if last else f"{hours}:{minutes:02}" if minutes else str(hours)


def _money_said(cents: int) -> str:
    sign = "-" if cents < 0 else ""
    dollars, rest = divmod(abs(cents), 100)
    return f"{sign}{dollars:,}.{rest:02}" if rest else f"{sign}{dollars:,}"


def _often(text: str) -> int | str:
    return UNLIMITED if text.casefold() == UNLIMITED else _whole(text)


def _moment(text: str) -> datetime:
    moment = moment_of(text)
    if moment is None:
        raise NotSo("Write local time, as in 2026-11-21T12:00.")
    return datetime.fromtimestamp(moment, UTC).replace(tzinfo=None)


def _moment_said(moment: int) -> str:
    return f"{datetime.fromtimestamp(moment, UTC):%Y-%m-%dT%H:%M}"


def percents_from(text: str) -> list[Decimal]:
    """Shares in percent: `50 30 20`, `43.5, 30, 20, 6.5`; hundredths of a percent are the finest."""
    parts = [part.removesuffix("%") for part in _SPLIT.split(text.strip()) if part]
    if not all(map(_PERCENT.fullmatch, parts)):
        raise NotSo("Write shares in percent, such as 50 30 20 or 43.5 30 20 6.5.")
    return [Decimal(part) for part in parts]


def percents_said(shares: tuple[int, ...]) -> str:
    """Hundredths of a percent as they are written: `43.5 30 20 6.5`."""
    return " ".join(f"{share // 100}.{share % 100:02}".rstrip("0").rstrip(".") for share in shares)


KINDS: Mapping[str, Kind] = {
    "words": Kind(str, str),
    "whole": Kind(_whole, lambda value: f"{value:,}", "numeric"),
    "wholes": Kind(_wholes, lambda value: ", ".join(map(str, value))),
    "money": Kind(cents_from, _money_said, "decimal"),
    "minutes": Kind(_length(60, "20 or 12:30"), _minutes_said),
    "hours": Kind(_length(3600, "12 or 11:30"), _hours_said),
    "often": Kind(_often, lambda value: UNLIMITED if value is None else str(value)),
    "moment": Kind(_moment, _moment_said),
}
