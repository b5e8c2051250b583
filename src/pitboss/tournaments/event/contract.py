"""The contract of a tournament: a command is answered with the events that follow from it, or with a refusal.

Every command is a class of its own with the moment it is given and by whom; every event is a named tuple with the
clause it rests on. `decide` asks the rules, `apply` does not. There is no clock and no entropy here: commands bring the
moment, and where something is drawn, a seed.
"""

import dataclasses
import re
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any, NamedTuple, Protocol

from pitboss.games.command import MOST_CENTS, is_whole, is_words, said
from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.event.state import Moment, Stage, Tournament

# Entropy that was recorded: a number of up to 256 bits.
MOST_SEED = 2**256


class Role(StrEnum):
    """Who gives a command at the desk. The director may do whatever anybody else may (D-Tournament Director)."""

    DIRECTOR = "director"
    # The registration desk, and whoever deals at a table.
    DESK = "desk"
    DEALER = "dealer"
    # The operator: conditions, cancellation, added value.
    OPERATOR = "operator"


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A request to the desk: each kind is a class of its own, with its particulars as fields."""

    at: Moment
    by: Role = Role.DIRECTOR
    # Who gave it, by name, for the log of rulings (STAR 6.18).
    who: str = ""


class Event(Protocol):
    """Something that has happened; every event names the clause it rests on."""

    @property
    def clause(self) -> str: ...


Events = tuple[Event, ...]
Decision = Events | Refusal
Appliers = Mapping[type, Callable[[Any, Any], Tournament]]


class TimeTold(NamedTuple):
    """The moment of a command; time does not go back."""

    at: Moment
    clause: str


@dataclass(frozen=True, slots=True)
class Verb:
    """What decides a kind of command, who may give it, and at which stages of the event."""

    decide: Callable[[Tournament, Any], Decision]
    roles: tuple[Role, ...] = (Role.DIRECTOR,)
    stages: tuple[Stage, ...] = tuple(Stage)
    # The subject of the clause for a refusal by role or stage, as in `RuleSet.clauses`.
    subject: str = "procedures"


Verbs = Mapping[type[Command], Verb]


def name_of(command: type[Command] | Command) -> str:
    """How a command is called in cases, logs and interfaces: `AddTable` is add_table."""
    kind = command if isinstance(command, type) else type(command)
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


def unfit(state: Tournament, command: Command, verb: Verb) -> Refusal | None:
    """What is wrong with a command before any rule of the event is asked: its shape, its giver, its time, its stage.

    STAR D-Tournament Director, HLD D-Tournament Director/Assistant, UTH D-Tournament Director/Assistant, PON
    D-Tournament Director/Assistant, CAN D-Tournament Director/Assistant: the conduct of the tournament is the
    director's, and what is not for the desk or a dealer they may not do.
    """
    clause = state.clause(verb.subject)
    wrong = misshapen(command)
    if wrong:
        return Refusal(state.clause("procedures"), wrong, "misshapen")
    if command.by is not Role.DIRECTOR and command.by not in verb.roles:
        allowed = " or ".join(f"the {role}" for role in dict.fromkeys((*verb.roles, Role.DIRECTOR)))
        what = name_of(command).replace("_", " ")
        return Refusal(state.clause("director"), f"{what.capitalize()} is for {allowed}, not the {command.by}.", "role")
    if state.now is not None and command.at < state.now:
        return Refusal(
            state.clause("procedures"), "This moment lies before the last thing that was recorded.", "in_the_past"
        )
    if state.stage not in verb.stages:
        what = name_of(command).replace("_", " ")
        return Refusal(
            clause, f"{what.capitalize()} has no place while the event is {state.stage}.", f"is_{state.stage}"
        )
    return None


def misshapen(command: Command) -> str | None:
    """A particular of another kind than it can be: one sentence, or nothing."""
    kind: Any = type(command)
    for name, hint in _hints(kind).items():
        if not _fits(getattr(command, name), hint):
            words = name.replace("_", " ")
            return f"The {words} of {name_of(command).replace('_', ' ')} cannot be {said(getattr(command, name))}."
    return None


@cache
def _hints(kind: Any) -> Mapping[str, Any]:
    return typing.get_type_hints(kind)


def _fits(value: Any, hint: Any) -> bool:
    """Whether a value has the shape of a type hint; whole numbers are never negative and never true or false."""
    if hint is Any:
        return True
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin in (types.UnionType, typing.Union):
        return any(_fits(value, each) for each in inner)
    if origin is tuple:
        if type(value) is not tuple:
            return False
        kinds = (inner[0],) * len(value) if inner[1:] == (Ellipsis,) else inner
        return len(kinds) == len(value) and all(map(_fits, value, kinds))
    if origin is frozenset:
        return type(value) is frozenset and all(_fits(each, inner[0]) for each in value)
    if origin is not None and issubclass(origin, Mapping):
        return isinstance(value, Mapping) and all(
            _fits(key, inner[0]) and _fits(each, inner[1]) for key, each in value.items()
        )
    if hint is int:
        return is_whole(value) and 0 <= value < MOST_SEED
    if hint is str:
        return value == "" or is_words(value)
    if hint is type(None):
        return value is None
    if isinstance(value, tuple) and hasattr(hint, "_fields"):
        return type(value) is hint and all(_fits(v, h) for v, h in zip(value, _hints(hint).values(), strict=True))
    if dataclasses.is_dataclass(hint):
        return type(value) is hint
    return isinstance(value, hint)


def with_events(state: Tournament, found: Events, appliers: Appliers) -> Tournament:
    """The event after these, for a decision that depends on what it has found so far."""
    for event in found:
        state = appliers[type(event)](state, event)
    return state


def too_much(amount: int) -> bool:
    """Beyond anything a tournament will ever see, so that no sum has more digits than can be said."""
    return amount > MOST_CENTS
