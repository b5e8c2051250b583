"""The house's own structures: saved under a name, changed, put away; and any structure by its name or its text.

What is saved must be readable, so that it can be opened again. Whether an event can be held by it is asked when one is
added: until then a structure may be unfinished.
"""

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.floor.kernel.contract import Command, Decision, Fact, Family, No, Now, Verb, Verbs, Yes
from pitboss.floor.kernel.field_checks import is_id, wrong, wrong_id
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.tournaments.structures import read_structure
from pitboss.tournaments.event import library
from pitboss.tournaments.event.conditions import Conditions
from pitboss.tournaments.event.validator import problems

# More than a house ever has; a list of them is still read from top to bottom.
MOST_KEPT = 500
# What the shelf is called beside the events of the house: no event has this name.
SHELF = "structures"
_RUN_BY = (Role.DIRECTOR, Role.MANAGER)


class SaveStructure(Command):
    """A structure of the house under a name, as a text in TOML; what was called so before is replaced."""

    name: str
    text: str


class DropStructure(Command):
    """A structure of the house is put away. Events that were added by it keep theirs."""

    name: str


class StructureSaved(NamedTuple):
    """A structure as its text stood when it was saved; `title` is that of the event in it."""

    name: str
    title: str
    text: str
    by: str


class StructureDropped(NamedTuple):
    name: str
    by: str


class Structure(NamedTuple):
    """A structure of the house at one moment; without a text it has been put away."""

    name: str
    title: str
    text: str
    by: str
    at: int


def stream_of(name: str) -> str:
    """`structure:sunday-deep`."""
    return f"structure:{name}"


def find(now: Now, name: str) -> Structure | None:
    """The structure of a name, unless it was put away."""
    record: Structure | None = now.record(stream_of(name)) if is_id(name) else None
    return record if record is not None and record.text else None


def structure_of(now: Now, given: str, where: str) -> Conditions | No:
    """Conditions by the name of a structure of the house or of the program, or from a text."""
    own = find(now, given)
    return read_structure(given if own is None else own.text, where)


def save_structure(now: Now, actor: Actor, command: SaveStructure) -> Decision:
    if bad := wrong_id(command.name, "name"):
        return bad
    if _comes_with_the_program(command.name):
        return No("A structure that comes with the program is called so.", field="name", word="exists")
    # A name is no text: a structure saved by one would change with what it names.
    conditions = read_structure(command.text, "text") if "=" in command.text else wrong("text", "It has no fields.")
    if isinstance(conditions, No):
        return conditions
    kept = [each for each in now.streams("structure") if find(now, each.partition(":")[2]) is not None]
    if len(kept) >= MOST_KEPT and stream_of(command.name) not in kept:
        return No(f"There are {MOST_KEPT} structures already: put one away first.", field="name", word="too_many")
    saved = StructureSaved(command.name, conditions.title, command.text, actor.person)
    answer = {"name": command.name, "problems": len(problems(conditions))}
    return Yes((Fact(stream_of(command.name), saved),), answer)


def _comes_with_the_program(name: str) -> bool:
    """Whether the library answers to a name, or to the beginning of one."""
    try:
        library.event(name)
    except library.UnknownEvent:
        return False
    return True


def drop_structure(now: Now, actor: Actor, command: DropStructure) -> Decision:
    record = find(now, command.name)
    if record is None:
        return No("The house has no structure of that name.", field="name", word="unknown_structure", status=404)
    return Yes((Fact(stream_of(record.name), StructureDropped(record.name, actor.person)),), {"name": record.name})


def _apply(record: Structure | None, event: object, at: int) -> Structure:
    match event:
        case StructureSaved(name, title, text, by):
            return Structure(name, title, text, by, at)
        case StructureDropped(name, by) if record:
            return record._replace(text="", by=by, at=at)
    raise TypeError(f"{type(event).__name__} does not happen to a structure.")


def _streams(_actor: Actor, command: SaveStructure | DropStructure) -> tuple[str, ...]:
    return (stream_of(command.name),) if is_id(command.name) else ()


VERBS: Verbs = {
    SaveStructure: Verb(save_structure, _RUN_BY, _streams),
    DropStructure: Verb(drop_structure, _RUN_BY, _streams),
}
FAMILIES: Mapping[str, Family] = {"structure": Family(_apply, kinds=(StructureSaved, StructureDropped))}
