"""The commands of the desk as the floor takes them: their particulars as JSON, and who may give them.

A particular is what the command itself has, but for three: somebody who enters is named by their patron id, since the
house knows the rest; conditions are the name or the text of a structure; and a seed is never given, it is drawn.
"""

import dataclasses
import re
import typing
from collections.abc import Mapping
from functools import cache, reduce
from operator import or_
from typing import Annotated, Any, NamedTuple

import msgspec

from pitboss.cards.card import card
from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.particulars import wrong
from pitboss.floor.kernel.roles import Role
from pitboss.floor.tournaments.structures import LONGEST
from pitboss.games.command import MOST_CENTS
from pitboss.games.frozen import Frozen
from pitboss.tournaments.chips.races import RaceTable
from pitboss.tournaments.event.conditions import Conditions
from pitboss.tournaments.event.contract import Command, name_of
from pitboss.tournaments.event.contract import Role as DeskRole
from pitboss.tournaments.event.engine import VERBS
from pitboss.tournaments.event.state import Person

COMMANDS: Mapping[str, type[Command]] = {name_of(kind): kind for kind in VERBS}
# What the house says itself: when, by whom, and the entropy of a draw.
SEED = "seed"
_OF_THE_HOUSE = ("at", "by", "who", SEED)
# Particulars that name somebody.
PEOPLE = ("person", "player", "other", "reserve")
LONGEST_TEXT = 500
_WORDS = Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT)]
_NUMBER = Annotated[int, msgspec.Meta(ge=0, le=MOST_CENTS)]
_PATRON = Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT, description="The id of a patron.")]
_STRUCTURE = Annotated[
    str, msgspec.Meta(max_length=LONGEST, description="The name of an event, or the text of a structure.")
]
_CARD = Annotated[str, msgspec.Meta(max_length=3, description="A card by its face: Ah, Td.")]
# Who stands at which side of the desk. A director and a manager are the director, and the operator where it must be.
_AT_THE_DESK: Mapping[Role, DeskRole] = {
    Role.DIRECTOR: DeskRole.DIRECTOR,
    Role.MANAGER: DeskRole.DIRECTOR,
    Role.CASHIER: DeskRole.DESK,
    Role.DEALER: DeskRole.DEALER,
}
ROLES = tuple(_AT_THE_DESK)


class Asked(NamedTuple):
    """A command by name with its particulars as they were given, all of the right kind."""

    kind: type[Command]
    particulars: Mapping[str, Any]


def by_of(role: Role, kind: type[Command]) -> DeskRole:
    """The side of the desk somebody gives a command from."""
    side = _AT_THE_DESK[role]
    is_operators = side is DeskRole.DIRECTOR and VERBS[kind].roles == (DeskRole.OPERATOR,)
    return DeskRole.OPERATOR if is_operators else side


def roles_for(do: str) -> tuple[Role, ...]:
    """Who on the floor may give a command of the desk: the table of roles for its names."""
    allowed = (*VERBS[COMMANDS[do]].roles, DeskRole.DIRECTOR)
    return tuple(role for role, side in _AT_THE_DESK.items() if side in allowed)


def asked(do: str, given: Mapping[str, Any]) -> Asked | No:
    """A command by its name and its particulars, or what is wrong with them in one sentence."""
    kind = COMMANDS.get(do)
    if kind is None:
        return No("There is no such command at the desk.", field="do", word="no_such_command", status=422)
    try:
        found = msgspec.convert(given, particulars_of(kind), str_keys=True)
    except msgspec.ValidationError as error:
        return _misshapen(str(error))
    except (RecursionError, TypeError, UnicodeEncodeError):
        return wrong("given", "The particulars are an object of words, numbers and lists.")
    return Asked(kind, {name: getattr(found, name) for name in found.__struct_fields__})


_NAMED_FIELD = re.compile(r"Object (missing required|contains unknown) field `(.*?)`")


def _misshapen(said: str) -> No:
    """`Expected `int`, got `str` - at `$.table`` as a sentence with its field."""
    what, _, where = said.partition(" - at ")
    field = re.sub(r"^\$\.?", "", where.strip("`")).split("`")[0] or "given"
    named = _NAMED_FIELD.match(what)
    if named:
        inside = "" if field == "given" else f"{field}."
        missing = named[1] == "missing required"
        return wrong(f"{inside}{named[2]}", "It is missing." if missing else "There is no such particular.")
    return wrong(field, f"{what.replace('`', '')}.")


def command_of(kind: type[Command], particulars: Mapping[str, Any], house: Mapping[str, Any]) -> Command | No:
    """The command with its particulars and what the house says; only a card with no such face is still refused."""
    values = {}
    for name, hint in _hints(kind).items():
        if name in particulars:
            try:
                values[name] = _as(hint, particulars[name], is_cards=_has_cards(kind, name))
            except ValueError as error:
                return wrong(name, str(error))
    return kind(**values, **house)


def takes_seed(kind: type[Command]) -> bool:
    """Whether something may be drawn by a command."""
    return SEED in _hints(kind)


def people_in(asked: Asked) -> tuple[str, ...]:
    """Everybody whom a command names, for what the house knows of them."""
    unsaid = {field.name: field.default for field in dataclasses.fields(asked.kind)}
    named = {field: asked.particulars.get(field) for field in PEOPLE}
    # What a command says of nobody by default need be about nobody: a ruling, for one.
    return tuple(
        dict.fromkeys(name for field, name in named.items() if isinstance(name, str) and name != unsaid[field])
    )


def schemas() -> dict[str, dict[str, Any]]:
    """The JSON schema of the particulars of every command of the desk, by its name."""
    return {name: msgspec.json.schema(particulars_of(kind)) for name, kind in COMMANDS.items()}


def particulars_of(kind: Any) -> Any:
    """A class for the particulars of a command as JSON has them."""
    return _particulars_of(kind)


@cache
def _particulars_of(kind: Any) -> Any:
    fields: list[tuple[str, Any] | tuple[str, Any, Any]] = []
    for field in dataclasses.fields(kind):
        if field.name in _OF_THE_HOUSE:
            continue
        form = _form(_hints(kind)[field.name], is_cards=_has_cards(kind, field.name))
        fields.append(_with_default(field, form))
    return msgspec.defstruct(kind.__name__, fields, kw_only=True, forbid_unknown_fields=True, frozen=True)


def _with_default(field: Any, form: Any) -> tuple[str, Any] | tuple[str, Any, Any]:
    if field.default_factory is not dataclasses.MISSING:
        return field.name, form, msgspec.field(default_factory=dict)
    if field.default is dataclasses.MISSING:
        return field.name, form
    if isinstance(field.default, Mapping):
        return field.name, form, msgspec.field(default_factory=dict)
    return field.name, form, field.default


def _hints(kind: Any) -> Mapping[str, Any]:
    return _hints_of(kind)


@cache
def _hints_of(kind: Any) -> Mapping[str, Any]:
    return typing.get_type_hints(kind)


def _has_cards(kind: type[Command], name: str) -> bool:
    """Cards are written by their faces, though the command has them as numbers."""
    return kind is RaceTable and name in ("cards", "extra")


_TUPLE: Any = tuple
_SET: Any = frozenset
_DICT: Any = dict
_FORMS: Mapping[Any, Any] = {Person: _PATRON, Conditions: _STRUCTURE, str: _WORDS, int: _NUMBER}


def _form(hint: Any, *, is_cards: bool = False) -> Any:
    """The type of a particular as JSON has it: named tuples are objects, words and numbers have bounds."""
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if hint in _FORMS:
        return _FORMS[hint]
    if origin is tuple:
        return _TUPLE[_CARD if is_cards else _form(inner[0]), ...]
    if origin is frozenset:
        return _SET[_form(inner[0])]
    if origin is not None and issubclass(_class(origin), Mapping):
        return _DICT[_form(inner[0]), _form(inner[1], is_cards=is_cards)]
    if origin is not None:
        return reduce(or_, (_form(each, is_cards=is_cards) for each in inner))
    if hasattr(hint, "_fields"):
        return _row_of(hint)
    return hint


def _class(origin: Any) -> type:
    return origin if isinstance(origin, type) else object


@cache
def _row_of(kind: Any) -> Any:
    """A named tuple within a command as an object with its fields."""
    fields: list[Any] = []
    for name, hint in _hints(kind).items():
        default = (kind._field_defaults[name],) if name in kind._field_defaults else ()
        fields.append((name, _form(hint), *default))
    return msgspec.defstruct(kind.__name__, fields, forbid_unknown_fields=True, frozen=True)


def _as(hint: Any, value: Any, *, is_cards: bool) -> Any:
    """A particular as the command wants it."""
    if isinstance(value, Mapping):
        inner = next(typing.get_args(each) for each in (hint, *typing.get_args(hint)) if _is_mapping(each))
        return Frozen({key: _as(inner[1], each, is_cards=is_cards) for key, each in value.items()})
    if isinstance(value, tuple) and typing.get_origin(hint) is tuple:
        inside = typing.get_args(hint)[0]
        return tuple(card(each) if is_cards else _as(inside, each, is_cards=False) for each in value)
    if isinstance(value, msgspec.Struct):
        return hint(*(getattr(value, name) for name in hint._fields))
    return value


def _is_mapping(hint: Any) -> bool:
    return issubclass(_class(typing.get_origin(hint)), Mapping)
