"""From a form to a command: what people write, as the command takes it.

The name of an input is the field of the command, with how it is written behind a colon: `amount:money` takes $25 or
25.00 and gives cents, `wagers.ante:money` is inside a mapping, `cards:cards` takes Ah 9h. What is left empty is left
out, so that the command's own usual counts; a `day` cannot be left empty.
"""

import re
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any, NamedTuple

import msgspec

from pitboss.cards.card import CardError, cards, face
from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.field_checks import day_from, wrong
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.premises import gaming_clock
from pitboss.floor.tournaments.structures import moment_of
from pitboss.games.command import cents_in
from pitboss.ledger.reading import Period

# What a form carries beside the fields of its command.
NOT_FIELDS = ("key", "then")
# What says something also when it is empty.
_SAYS_SOMETHING = ("yes", "day")
# Mappings inside one another.
_DEEPEST = 8


Fields = dict[str, Any]


class NotSo(ValueError):
    """A form value that cannot be understood: one sentence."""


def cents_from(text: str) -> int:
    """Cents of an amount as people write it: 25, $25.50, 1,250."""
    cents = cents_in(text)
    if cents is None:
        raise NotSo("Write an amount in dollars, such as 25 or 25.50.")
    return cents


def whole_from(text: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,15}", text.strip()):
        raise NotSo("Write a whole number.")
    return int(text)


def whole(text: str) -> int | None:
    """A whole number of a size that can be meant."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 15 else None


def cards_from(text: str) -> list[str]:
    try:
        return [face(each) for each in cards(text)]
    except CardError as fault:
        raise NotSo(str(fault)) from fault


def names_from(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def wholes_from(text: str) -> list[int]:
    return [whole_from(part) for part in re.split(r"[,\s]+", text.strip()) if part]


def json_from(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as fault:
        raise NotSo("This is not JSON.") from fault


def chips_from(text: str) -> int:
    """A number of tournament chips as people write it: 5000, 5,000."""
    if not re.fullmatch(r"[0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,12}", text.strip()):
        raise NotSo("Write a number of chips, such as 5000.")
    return int(text.replace(",", ""))


def chip_list_from(text: str) -> list[int]:
    return [chips_from(part) for part in text.split()]


def moment_from(text: str) -> int:
    """A moment of a tournament, in seconds of the clock on the wall."""
    moment = moment_of(text.strip())
    if moment is None:
        raise NotSo("Write a day and a time, such as 2026-11-21T12:00.")
    return moment


def day_text_from(text: str) -> str:
    """A day, where none would mean something else: for ever."""
    if not text.strip():
        raise NotSo("Write a day, such as 2027-01-31.")
    return text.strip()


READERS: Mapping[str, Callable[[str], Any]] = {
    "text": str.strip,
    "secret": str,
    "money": cents_from,
    "whole": whole_from,
    "wholes": wholes_from,
    "cards": cards_from,
    "names": names_from,
    "yes": lambda text: text in ("on", "yes", "true"),
    "json": json_from,
    "moment": moment_from,
    "day": day_text_from,
    "chips": chips_from,
    "chip_list": chip_list_from,
}


def fields_from(posted: Mapping[str, str]) -> Fields | No:
    """The fields of a command as a form has them; where one cannot be meant, which and why."""
    found: Fields = {}
    for name, text in posted.items():
        place, _, kind = name.partition(":")
        if place in NOT_FIELDS or (not text.strip() and kind not in _SAYS_SOMETHING):
            continue
        if place.count(".") > _DEEPEST:
            return wrong(place[:100], "There is too much inside this.")
        try:
            value = READERS[kind or "text"](text)
        except NotSo as fault:
            return wrong(place, str(fault))
        except KeyError:
            return wrong(place, "This form asks for something that cannot be written.")
        _put(found, place.split("."), value)
    return found


class DaysAsked(NamedTuple):
    """From one gaming day to another, both with, and how they are written: `first` and `last`."""

    period: Period
    given: dict[str, str]


def period_from(floor: Floor, given: Mapping[str, str], usual_days: int) -> DaysAsked | No:
    """The days between two that somebody has written; usually so many up to now."""
    clock = gaming_clock(floor)
    days = {}
    for name, text in given.items():
        if name in ("first", "last") and text.strip():
            day = day_from(text.strip())
            if day is None:
                return wrong(name, "A day is written like 2026-01-31.")
            days[name] = day
    last = days.get("last", clock.day(floor.clock()))
    first = days.get("first", last - timedelta(days=usual_days - 1))
    if first > last:
        return wrong("last", "This ends before it begins.")
    told = {"first": first.isoformat(), "last": last.isoformat()}
    return DaysAsked(Period(clock.start(first), clock.span(last)[1]), told)


def _put(found: dict[str, Any], names: list[str], value: Any) -> None:
    for name in names[:-1]:
        inside = found.setdefault(name, {})
        found = inside if isinstance(inside, dict) else {}
    found[names[-1]] = value
