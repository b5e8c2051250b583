"""Reads a command out of JSON, strictly: whatever is not exactly a field of it is refused by name."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

import msgspec

from pitboss.floor.kernel.contract import Command, No
from pitboss.floor.kernel.particulars import wrong

LARGEST_BODY = 64 * 1024
# What every program that reads JSON can hold, and more cents than there are.
LARGEST_NUMBER = 2**53
LONGEST_KEY = 100
# Objects and lists inside one another.
DEEPEST = 8
NOT_JSON = No("The body is not JSON.", word="malformed", status=400)
NO_OBJECT = No("The body is no JSON object with the fields of the command.", word="malformed", status=400)
TOO_LARGE = No(f"A body has {LARGEST_BODY // 1024} KiB at most.", word="too_large", status=413)
_PLACE = re.compile(r"(?P<reason>.*) - at `\$\.?(?P<place>.*)`", re.DOTALL)
_MISSING = re.compile(r"Object missing required field `(?P<field>\w+)`")
_OTHER_KIND = re.compile(r"Expected `(?P<wanted>[^`]*)`, got `(?P<given>\w+)`")
_NO_CHOICE = re.compile(r"Invalid enum value (?P<given>'.*')", re.DOTALL)
# Kinds of values in the words of people.
_KINDS = {
    "str": "text",
    "int": "a whole number",
    "float": "a number with a fraction",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}


def command_from(kind: type[Command], body: bytes, usual: Mapping[str, str]) -> Command | No:
    """The command that a body holds; without a body, one without particulars. `usual` is what may be left out."""
    try:
        given = msgspec.json.decode(body or b"{}")
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return NOT_JSON
    if not isinstance(given, dict):
        return NO_OBJECT
    given = {**usual, **given}
    unknown = sorted(given.keys() - {field.name for field in fields(kind)})
    if unknown:
        return wrong(unknown[0][:LONGEST_KEY], "The command has no such field.")
    for place, value, depth in _leaves(given, "", 0):
        if depth > DEEPEST:
            return wrong(place, "There is too much inside this.")
        if isinstance(value, int) and abs(value) > LARGEST_NUMBER:
            return wrong(place, "This number is too large.")
        if isinstance(value, str) and "\x00" in value:
            return wrong(place, "Control characters cannot be written here.")
    try:
        return msgspec.convert(given, kind)
    except msgspec.ValidationError as fault:
        return _told(str(fault))


def key_from(text: str | None) -> str | No | None:
    """The key under which a command is given, if it has one."""
    if text is None:
        return None
    if not 0 < len(text) <= LONGEST_KEY or not text.isascii() or not text.isprintable():
        return wrong("Idempotency-Key", f"A key is of 1 to {LONGEST_KEY} printable ASCII characters.")
    return text


def _leaves(value: Any, place: str, depth: int) -> Iterator[tuple[str, Any, int]]:
    """All values inside, and the names in objects too, each with its place and how deep inside it is."""
    if depth > DEEPEST or not isinstance(value, dict | list):
        yield place, value, depth
    elif isinstance(value, dict):
        for name, part in value.items():
            inside = f"{place}.{name}" if place else name
            yield inside, name, depth
            yield from _leaves(part, inside, depth + 1)
    else:
        for number, part in enumerate(value):
            yield from _leaves(part, f"{place}[{number}]", depth + 1)


def _told(fault: str) -> No:
    """What msgspec says is wrong, as one sentence with the field."""
    found = _PLACE.fullmatch(fault)
    reason, place = (found["reason"], found["place"]) if found else (fault, "")
    missing = _MISSING.fullmatch(reason)
    if missing:
        return wrong(f"{place}.{missing['field']}" if place else missing["field"], "This field is missing.")
    # Of what is inside an object the place is not told by name.
    field = place.partition("[...]")[0]
    other = _OTHER_KIND.fullmatch(reason)
    if other:
        wanted = " or ".join(_KINDS.get(each, each) for each in other["wanted"].split(" | "))
        return wrong(field, f"This must be {wanted}, not {_KINDS.get(other['given'], other['given'])}.")
    choice = _NO_CHOICE.fullmatch(reason)
    if choice:
        return wrong(field, f"{choice['given']} is not among the words that can be said here.")
    said = reason.replace("`", "").rstrip(".")
    return wrong(field, f"{said[:1].upper()}{said[1:]}.")
