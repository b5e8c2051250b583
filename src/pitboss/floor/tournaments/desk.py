"""The commands of the desk as the floor takes them: their particulars as JSON, and who may give them.

A particular is what the command itself has, but for three: somebody who enters is named by their patron id, since the
house knows the rest; conditions are the name or the text of a structure; and a seed is never given, it is drawn.
"""

import typing
from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

import msgspec

from pitboss.cards.card import Card, card
from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.field_checks import misfit_refusal, wrong
from pitboss.floor.kernel.roles import Role
from pitboss.floor.tournaments.structures import LONGEST
from pitboss.games.command import MOST_CENTS
from pitboss.games.frozen import Frozen
from pitboss.games.shape_check import Forms, Misfit, Wording, defaults_of, fields_of, fit
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
_FORMS = Forms({Person: _PATRON, Conditions: _STRUCTURE, Card: _CARD, str: _WORDS, int: _NUMBER}, without=_OF_THE_HOUSE)
_WORDING = Wording(
    missing="It is missing.",
    unknown="There is no such particular.",
    unfit="This must be {wanted}, not {kind}.",
    below="This must be at least {least}.",
    choice="{value} is not among the words that can be said here.",
    tells_all=True,
)
# Who stands at which side of the desk. A director and a manager are the director, and the operator where it must be.
_AT_THE_DESK: Mapping[Role, DeskRole] = {
    Role.DIRECTOR: DeskRole.DIRECTOR,
    Role.MANAGER: DeskRole.DIRECTOR,
    Role.CASHIER: DeskRole.DESK,
    Role.DEALER: DeskRole.DEALER,
}
ROLES = tuple(_AT_THE_DESK)


class DeskRequest(NamedTuple):
    """A command by name with its particulars as they were given, all of the right kind."""

    kind: type[Command]
    particulars: Mapping[str, Any]


def by_of(role: Role, kind: type[Command]) -> DeskRole:
    """The side of the desk somebody gives a command from."""
    side = _AT_THE_DESK[role]
    is_operators = side is DeskRole.DIRECTOR and VERBS[kind].roles == (DeskRole.OPERATOR,)
    return DeskRole.OPERATOR if is_operators else side


def roles_for(do: str) -> tuple[Role, ...]:
    """Return the floor roles that may give a command of the desk."""
    allowed = (*VERBS[COMMANDS[do]].roles, DeskRole.DIRECTOR)
    return tuple(role for role, side in _AT_THE_DESK.items() if side in allowed)


def read_command(do: str, given: Mapping[str, Any]) -> DeskRequest | No:
    """A command by its name and its particulars, or what is wrong with them in one sentence."""
    kind = COMMANDS.get(do)
    if kind is None:
        return No("There is no such command at the desk.", field="do", word="no_such_command", status=422)
    try:
        found = fit(given, particulars_of(kind))
    except (RecursionError, TypeError, UnicodeEncodeError):
        return wrong("given", "The particulars are an object of words, numbers and lists.")
    if isinstance(found, Misfit):
        return misfit_refusal(found, _WORDING)
    return DeskRequest(kind, {name: getattr(found, name) for name in found.__struct_fields__})


def command_of(kind: type[Command], particulars: Mapping[str, Any], house: Mapping[str, Any]) -> Command | No:
    """The command with its particulars and what the house says; only a card with no such face is still refused."""
    values = {}
    for name, hint in fields_of(kind).items():
        if name in particulars:
            try:
                values[name] = _as(hint, particulars[name])
            except ValueError as error:
                return wrong(name, str(error))
    return kind(**values, **house)


def takes_seed(kind: type[Command]) -> bool:
    """Whether something may be drawn by a command."""
    return SEED in fields_of(kind)


def people_in(asked: DeskRequest) -> tuple[str, ...]:
    """Return everybody whom a command names."""
    unsaid = defaults_of(asked.kind)
    named = {field: asked.particulars.get(field) for field in PEOPLE}
    # What a command says of nobody by default need be about nobody: a ruling, for one.
    return tuple(
        dict.fromkeys(name for field, name in named.items() if isinstance(name, str) and name != unsaid.get(field))
    )


def particulars_of(kind: Any) -> Any:
    """A class for the particulars of a command as JSON has them."""
    return _FORMS.of(kind)


def _as(hint: Any, value: Any) -> Any:
    """A particular as the command wants it."""
    if isinstance(value, Mapping):
        hint = next(each for each in (hint, *typing.get_args(hint)) if typing.get_origin(each) is Mapping)
        return Frozen({key: _as(typing.get_args(hint)[1], each) for key, each in value.items()})
    if isinstance(value, tuple):
        return tuple(_as(typing.get_args(hint)[0], each) for each in value)
    if isinstance(value, msgspec.Struct):
        return hint(*msgspec.structs.astuple(value))
    return card(value) if hint is Card else value
