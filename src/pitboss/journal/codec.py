"""Events to text and back: what a row of the journal keeps of an event, readable for an auditor and exact.

An event is a JSON object with its fields by name, cards by their faces and enumerations by their words. Reading is as
strict as writing: whatever is not exactly what a field holds is `Unreadable`, so that nothing comes back as another
value than it went in.
"""

import json
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from typing import Any, NamedTuple, cast

from pitboss.games.state import State
from pitboss.journal import kinds
from pitboss.journal.hooks import Hooks, OfAnotherVersion, Unreadable, hooks_of, to_json
from pitboss.journal.kinds import TOURNAMENT, VERSIONS, register, version_of
from pitboss.kits import games

__all__ = [
    "UPCASTERS",
    "VERSIONS",
    "OfAnotherVersion",
    "Stored",
    "Unreadable",
    "decode",
    "decode_record",
    "decode_state",
    "encode",
    "encode_record",
    "encode_state",
    "kind_name",
    "register",
]

# Lifts the body of a kind from a version to the next one.
UPCASTERS: dict[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]] = {}


class Stored(NamedTuple):
    """The stored form of an event: its kind, version and body."""

    kind: str
    version: int
    body: str


def encode(event: object) -> Stored:
    """An event as a row keeps it; the same event always gives the same text."""
    kind, form = kind_name(event), cast(Any, type(event))
    return Stored(kind, VERSIONS.get(kind, 1), to_json(hooks_of(form).write(event)))


def kind_name(event: object) -> str:
    """The kind of an event."""
    kind = kinds.NAMES.get(type(event)) or kinds.kind_of(type(event))
    if kind is None:
        raise TypeError(f"{type(event).__name__} is no event that the journal knows.")
    return kind


def decode(kind: str, version: int, body: str) -> Any:
    """The event that was encoded, equal to it and of the same types all through."""
    event = kinds.class_of(kind) if type(kind) is str else None
    if event is None:
        raise Unreadable(f"The journal knows no kind of event called {kind!r}.")
    now = version_of(kind)
    if type(version) is not int or not 1 <= version <= now:
        raise Unreadable(f"{kind} has versions 1 to {now}, and this one is of version {version!r}.")
    stored = _parse(kind, body)
    return _read(kind, hooks_of(event), stored if version == now else _upcast(kind, version, now, stored))


def is_older_form(before: str, now: str) -> bool:
    """Whether two bodies of one event differ by fields alone that the older one, written as ever, did not have yet."""
    older = _parse("the event", before)
    return to_json(older) == before and _is_within(older, _parse("the event", now))


def _is_within(older: Any, newer: Any) -> bool:
    if type(older) is dict and type(newer) is dict:
        return older.keys() <= newer.keys() and all(_is_within(each, newer[name]) for name, each in older.items())
    if type(older) is list and type(newer) is list:
        return len(older) == len(newer) and all(map(_is_within, older, newer))
    return bool(older == newer) and type(older) is type(newer)


def encode_state(state: object) -> str:
    """A snapshot of a table or of a tournament, for `decode_state`."""
    return _encode_snapshot(_state_name(state), state)


def decode_state(kind: str, body: str) -> Any:
    """The state of which `encode_state` made a snapshot; `kind` is the name of the game, or "tournament"."""
    if kind not in (*games(), TOURNAMENT):
        raise Unreadable(f"The journal keeps no states of {kind!r}.")
    return _decode_snapshot(kind, body)


def encode_record(record: object) -> str:
    """A snapshot of any other record that is made of what events are made of, for `decode_record`."""
    return _encode_snapshot(type(record), record)


def decode_record(kind: type, body: str) -> Any:
    """The record of which `encode_record` made a snapshot, by its class."""
    return _decode_snapshot(kind, body)


def _encode_snapshot(kind: Any, state: object) -> str:
    return to_json({"shape": _state_shape(kind), _key(kind): _state_hooks(kind).write(state)})


def _decode_snapshot(kind: Any, body: str) -> Any:
    """A snapshot of a state that had other fields or types is unreadable, even where the new ones have defaults: it
    would not be what the events lead to."""
    name, key = getattr(kind, "__name__", kind), _key(kind)
    found = _parse(f"the {key} of {name}", body)
    if not isinstance(found, dict) or found.keys() != {"shape", key} or found["shape"] != _state_shape(kind):
        raise OfAnotherVersion(f"This snapshot of {name} was made by another version of the program.")
    return _read(f"the {key} of {name}", _state_hooks(kind), found[key])


def _key(kind: Any) -> str:
    return "state" if isinstance(kind, str) else "record"


def _state_name(state: Any) -> str:
    name = kinds.group_of(type(state.play) if type(state) is State else type(state))
    if name not in (*games(), TOURNAMENT):
        raise TypeError(f"{type(state).__name__} is no state of a table or a tournament.")
    return name


@cache
def _state_hooks(name: Any) -> Hooks:
    if name not in games():
        return hooks_of(kinds.tournament() if name == TOURNAMENT else name)
    parts = {part: hooks_of(hint) for part, hint in kinds.state_parts(name).items()}

    def write(state: Any) -> Any:
        return {part: hooks.write(getattr(state, part)) for part, hooks in parts.items()}

    def read(stored: Any, _: Any) -> Any:
        if stored.keys() != parts.keys():
            raise Unreadable(f"its parts are not {', '.join(parts)}")
        return State(**{part: hooks.read(stored[part], _) for part, hooks in parts.items()})

    return Hooks(write, read)


@cache
def _state_shape(name: Any) -> str:
    """A short sign of all types that a state is made of: another one means that a field was added or changed."""
    whole = [kinds.tournament() if name == TOURNAMENT else name]
    parts = kinds.state_parts(name).values() if name in games() else whole
    shapes = {tag: kinds.type_shape(kind) for tag, kind in kinds.types_within(*parts).items()}
    return sha256(to_json(shapes).encode()).hexdigest()[:16]


def _parse(what: str, body: str) -> Any:
    try:
        return _from_json(body)
    except (ValueError, TypeError, RecursionError) as fault:
        raise Unreadable(f"The text of {what} is not what the journal writes: {_fault_words(fault)}.") from fault


def _upcast(kind: str, version: int, now: int, stored: dict[str, Any]) -> dict[str, Any]:
    """The body as it would be written now, one version after the other."""
    for step in range(version, now):
        if (kind, step) not in UPCASTERS:
            raise Unreadable(f"Nothing lifts {kind} from version {step} to {step + 1}.")
        try:
            stored = UPCASTERS[kind, step](stored)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as fault:
            raise Unreadable(f"{kind} is not as version {step} of it was: {_fault_words(fault)}.") from fault
    return stored


def _read(what: str, hooks: Hooks, stored: Any) -> Any:
    if type(stored) is not dict:
        raise Unreadable(f"{what} cannot be read: it is no object with fields.")
    try:
        return hooks.read(stored, None)
    except Exception as fault:
        # The hooks are made before they are used, so that whatever goes wrong in them is the fault of the text.
        raise Unreadable(f"{what} cannot be read: {_fault_words(fault)}.") from fault


def _fault_words(fault: Exception) -> str:
    """Describe a fault in words for one sentence."""
    unknown = getattr(fault, "extra_fields", None)
    if unknown:
        return f"nothing in it is called {', '.join(sorted(unknown))}"
    if isinstance(fault, KeyError):
        return f"it has no {fault.args[0]}"
    return " ".join(str(fault).split()).rstrip(".") or type(fault).__name__


def _no_number(text: str) -> Any:
    raise Unreadable(f"{text} is no whole number")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Unreadable("a field stands there twice")
    return found


_from_json = json.JSONDecoder(object_pairs_hook=_object, parse_float=_no_number, parse_constant=_no_number).decode
