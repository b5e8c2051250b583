"""The kinds of events that the journal keeps, and the form of every type that may stand in one.

A kind is named after the layer or the game it belongs to and its class: `games.Placed`, `holdem.Bet`,
`tournament.Exited`. The kinds of a game are loaded when one of them is first met.
"""

import dataclasses
import types
import typing
from collections.abc import Iterable, Mapping
from datetime import date
from enum import Enum, IntEnum, StrEnum
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple, cast

from pitboss.cards.card import Card
from pitboss.games.frozen import Frozen
from pitboss.games.shape_check import fields_of
from pitboss.games.state import Felt, House, HouseSettings, Settings
from pitboss.kits import game_named, games

TOURNAMENT = "tournament"
OWN_GROUPS = ("games", *games(), TOURNAMENT)
# The version in which a kind is written now, where it is not the first.
VERSIONS: dict[str, int] = {}
# Types that stand for several classes: which one it is, is written beside the fields.
BASES = (Settings, HouseSettings)
# Types that are one word or number in the journal, and what they are called in its shapes.
PLAIN: Mapping[Any, str] = {
    int: "int",
    str: "str",
    bool: "bool",
    type(None): "null",
    Card: "card",
    Fraction: "fraction",
    date: "date",
    object: "anything",
    Any: "anything",
}

_classes: dict[str, type] = {}
NAMES: dict[type, str] = {}


def version_of(kind: str) -> int:
    """The version in which a kind is written now."""
    return VERSIONS.get(kind, 1)


def register(group: str, kinds: Iterable[type]) -> None:
    """Makes classes of events known to the journal, as `group.Class`; a name belongs to one class for ever.

    A class with a field that the journal has no way to write down is refused here, before there is an event of it.
    """
    for kind in kinds:
        name = f"{group}.{kind.__name__}"
        types_within(kind)
        if _classes.get(name, kind) is not kind or NAMES.get(kind, name) != name:
            raise ValueError(f"Two kinds of events are called {name}, or one has two names.")
        _classes[name], NAMES[kind] = kind, name


def group_of(kind: type) -> str:
    """The game or the layer that a class belongs to, by its module."""
    package, layer, *_ = rooms = [*kind.__module__.split("."), ""]
    own = next((room for room in rooms if room in games()), package if package != "pitboss" else layer)
    return TOURNAMENT if own == "tournaments" else own


@cache
def _load(group: str) -> None:
    """Registers the events of a game or of tournaments; those that games share are complete when all are loaded.

    Of another group only what its own layer has registered is known.
    """
    if group == "games":
        for game in games():
            _load(game)
    elif group in games():
        for kind in game_named(group).appliers:
            register(group_of(kind), (kind,))
    elif group == TOURNAMENT:
        from pitboss.tournaments.event.engine import APPLIERS

        register(TOURNAMENT, APPLIERS)


def class_of(kind: str) -> type | None:
    """The class of a kind; None where there is no such kind."""
    if kind not in _classes:
        _load(kind.partition(".")[0])
    return _classes.get(kind)


def kind_of(event: type) -> str | None:
    """The kind of a class; None where it is none."""
    if event not in NAMES:
        _load(group_of(event))
    return NAMES.get(event)


def kinds_of(groups: Iterable[str]) -> dict[str, type]:
    """Return all kinds of some groups, by their names."""
    wanted = frozenset(groups)
    for group in wanted:
        _load(group)
    return {kind: _classes[kind] for kind in sorted(_classes) if kind.partition(".")[0] in wanted}


def descendants(base: type) -> dict[str, type]:
    """The settings of the games that a base class stands for, each by its tag."""
    found = (type(game_named(game).default_settings) for game in games())
    return {tag_of(kind): kind for kind in found if issubclass(kind, base)}


def state_parts(name: str) -> dict[str, Any]:
    """The parts of the state of a game's table, each with its type."""
    game = game_named(name)
    play = game.opened(game.default_settings).play
    return {"settings": type(game.default_settings), "house": House, "felt": Felt, "play": type(play)}


def tournament() -> type:
    """The state of a tournament."""
    from pitboss.tournaments.event.state import Tournament

    return Tournament


def tag_of(kind: type) -> str:
    """Return the tag of a class, written where one of several classes may stand."""
    return f"{group_of(kind)}.{kind.__name__}"


class TypeForm(NamedTuple):
    """How a type is built: its sort, and the types inside it."""

    sort: str
    inner: tuple[Any, ...] = ()


@cache
def form_of(hint: Any) -> TypeForm:
    """The form of a type; a type that the journal has no way to write down is a mistake of the program."""
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if hint in PLAIN:
        return TypeForm("plain")
    if origin in (types.UnionType, typing.Union):
        return TypeForm("union", inner)
    if origin is tuple:
        return TypeForm("tuple", inner[:1]) if inner[1:] == (Ellipsis,) else TypeForm("row", inner)
    if origin is frozenset:
        return TypeForm("set", inner)
    if origin in (Mapping, Frozen):
        if inner[0] not in (int, str) and form_of(inner[0]).sort != "enum":
            raise TypeError(f"The journal cannot keep a mapping by {inner[0]}.")
        return TypeForm("map", inner)
    if isinstance(hint, type) and issubclass(hint, StrEnum | IntEnum):
        return TypeForm("enum")
    if hint in BASES:
        return TypeForm("base")
    if isinstance(hint, type) and (hasattr(hint, "_fields") or dataclasses.is_dataclass(hint)):
        return TypeForm("record")
    raise TypeError(f"The journal cannot keep a {hint}: it has no form for it.")


@cache
def words_of(enum: type[Enum]) -> dict[str, Enum]:
    """The members of an enumeration by the word that is written: its value, or its name where the value is a number."""
    return {each.value if isinstance(each.value, str) else each.name: each for each in enum}


def spell(hint: Any) -> str:
    """A type in a few words, with the names of the types inside it."""
    sort, inner = form_of(hint)
    parts = [spell(each) for each in inner]
    match sort:
        case "plain":
            return PLAIN[hint]
        case "union":
            # Python takes `int | None` and `None | int` for the same type, so the order must not matter here either.
            return " | ".join(sorted(parts))
        case "tuple":
            return f"list of {parts[0]}" if len(form_of(inner[0]).inner) < 2 else f"list of ({parts[0]})"
        case "row":
            return f"[{', '.join(parts)}]"
        case "set":
            return f"set of {parts[0]}"
        case "map":
            return f"map of {parts[0]} to {parts[1]}"
        case _:
            return tag_of(hint)


def types_within(*hints: Any) -> dict[str, type]:
    """The classes and enumerations that these types are made of, however deep, each by its tag.

    Where anything may stand, a setting does: what settings are made of belongs to it.
    """
    found: dict[str, type] = {}
    open_hints = list(hints)
    while open_hints:
        hint = open_hints.pop()
        sort, inner = form_of(hint)
        open_hints += BASES if hint in (object, Any) else inner
        if sort in ("enum", "record", "base") and found.get(tag_of(hint)) is not hint:
            if found.setdefault(tag_of(hint), hint) is not hint:
                raise ValueError(f"Two types that the journal keeps are called {tag_of(hint)}.")
            if sort == "record":
                open_hints += fields_of(hint).values()
            elif sort == "base":
                open_hints += descendants(hint).values()
    return dict(sorted(found.items()))


def record_shape(record: type) -> dict[str, str]:
    return {name: spell(hint) for name, hint in fields_of(record).items()}


def type_shape(kind: type) -> Any:
    """Return the shape of a type within an event: its words, its descendants or its fields."""
    match form_of(kind).sort:
        case "enum":
            return list(words_of(cast(type[Enum], kind)))
        case "base":
            return list(descendants(kind))
        case _:
            return record_shape(kind)


def taggable() -> dict[str, type]:
    """The classes that may stand where anything may: all that settings and the known kinds are made of, by tag."""
    for group in OWN_GROUPS:
        _load(group)
    return _taggable(len(_classes))


@cache
def _taggable(_: int) -> dict[str, type]:
    """Kinds are only ever added, so their number says which there were."""
    return types_within(*BASES, *_classes.values())
