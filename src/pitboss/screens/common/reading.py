"""Reads a command out of JSON, strictly: whatever is not exactly a field of it is refused by name."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from pitboss.floor.kernel.contract import Command, No
from pitboss.floor.kernel.field_checks import misfit_refusal, wrong
from pitboss.games.shape_check import Misfit, Wording, fields_of, fit

LARGEST_BODY = 64 * 1024
# What every program that reads JSON can hold, and more cents than there are.
LARGEST_NUMBER = 2**53
LONGEST_KEY = 100
# Objects and lists inside one another.
DEEPEST = 8
NOT_JSON = No("The body is not JSON.", word="malformed", status=400)
NO_OBJECT = No("The body is no JSON object with the fields of the command.", word="malformed", status=400)
TOO_LARGE = No(f"What was sent is too large: it may have {LARGEST_BODY // 1024} KiB.", word="too_large", status=413)
# How the interface says what is wrong with a field.
WORDING = Wording(
    missing="This field is missing.",
    unknown="The command has no such field.",
    unfit="This must be {wanted}, not {kind}.",
    choice="{value} is not among the words that can be said here.",
    tells_all=True,
)


def is_too_large(headers: Mapping[str, str]) -> bool:
    """Whether a body says of itself that it is too large; nothing of it has been read then."""
    length = headers.get("Content-Length") or ""
    return length.isascii() and length.isdecimal() and int(length) > LARGEST_BODY


def command_from(kind: type[Command], body: bytes, usual: Mapping[str, str]) -> Command | No:
    """The command that a body holds; without a body, one without particulars. `usual` is what may be left out."""
    try:
        given = msgspec.json.decode(body or b"{}")
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return NOT_JSON
    if not isinstance(given, dict):
        return NO_OBJECT
    return read_command(kind, {**usual, **given})


def read_command(kind: type[Command], given: Mapping[str, Any]) -> Command | No:
    """The command of these fields."""
    unknown = sorted(given.keys() - fields_of(kind).keys())
    if unknown:
        return wrong(unknown[0][:LONGEST_KEY], WORDING.unknown)
    for place, value, depth in _leaves(given, "", 0):
        if depth > DEEPEST:
            return wrong(place, "There is too much inside this.")
        if isinstance(value, int) and abs(value) > LARGEST_NUMBER:
            return wrong(place, "This number is too large.")
        if isinstance(value, str) and "\x00" in value:
            return wrong(place, "Control characters cannot be written here.")
    command = fit(given, kind)
    return misfit_refusal(command, WORDING) if isinstance(command, Misfit) else command


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
