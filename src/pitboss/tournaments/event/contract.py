"""The contract of a tournament: a command is answered with the events that follow from it, or with a refusal.

Every command is a class of its own with the moment it is given and by whom; every event is a named tuple with the
clause it rests on. `decide` asks the rules, `apply` does not. There is no clock and no entropy here: commands bring the
moment, and where something is drawn, a seed.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, NamedTuple, Protocol

import msgspec

from pitboss.games.command import MOST_CENTS, is_words, value_words
from pitboss.games.frozen import FrozenRecord
from pitboss.games.shape_check import UNFIT, Forms, Misfit, checked_type, fields_of, fit
from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.event.conditions import Conditions
from pitboss.tournaments.event.state import Moment, Person, Stage, Tournament


class Role(StrEnum):
    """Who gives a command at the desk. The director may do whatever anybody else may (D-Tournament Director)."""

    DIRECTOR = "director"
    # The registration desk, and whoever deals at a table.
    DESK = "desk"
    DEALER = "dealer"
    # The operator: conditions, cancellation, added value.
    OPERATOR = "operator"


class Command(FrozenRecord):
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
    found = fit({name: getattr(command, name) for name in fields_of(type(command))}, _SHAPES.of(type(command)))
    if not isinstance(found, Misfit):
        return None
    field = str(found.place[0])
    what = f"The {field.replace('_', ' ')} of {name_of(command).replace('_', ' ')}"
    return f"{what} cannot be {value_words(getattr(command, field))}."


def _words(value: object) -> Iterator[Misfit]:
    if value != "" and not is_words(value):
        yield Misfit((), UNFIT)


# Whole numbers are never negative, and words can be read.
_SHAPES = Forms(
    {int: Annotated[int, msgspec.Meta(ge=0)], str: checked_type(_words), Conditions: Conditions, Person: Person},
    rows=True,
)


def with_events(state: Tournament, found: Events, appliers: Appliers) -> Tournament:
    """The event after these, for a decision that depends on what it has found so far."""
    for event in found:
        state = appliers[type(event)](state, event)
    return state


def too_much(amount: int) -> bool:
    """Beyond anything a tournament will ever see, so that no sum has more digits than can be said."""
    return amount > MOST_CENTS
