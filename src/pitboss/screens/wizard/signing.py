"""A second person signs for a command on somebody else's screen: known by name and password, and gone afterwards."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.premises import premises_of
from pitboss.floor.kernel.roles import VISITOR, Actor, Role
from pitboss.floor.people.sessions import EnterDemo, SignIn, SignOut

# What the person who signs fills in; none of it belongs to the command.
PREFIX = "sign."


@contextmanager
def signing(floor: Floor, posted: Mapping[str, str], beside: Actor, role: Role) -> Iterator[Actor | No]:
    """The person who signs, for as long as the block; or why it cannot be them."""
    told = {
        name.removeprefix(PREFIX).partition(":")[0]: text for name, text in posted.items() if name.startswith(PREFIX)
    }
    entering: SignIn | EnterDemo
    if told.get("demo"):
        entering = EnterDemo(name=told["demo"], role=role)
    else:
        words = {name: told.get(name, "") for name in ("name", "password", "code")}
        entering = SignIn(**words, role=role)
    begun = floor.execute(VISITOR, entering)
    if isinstance(begun, No):
        yield replace(begun, field=f"{PREFIX}{begun.field or 'name'}")
        return
    signer = Actor(begun.answer["person"], role)
    try:
        if signer.person == beside.person:
            yield No("A second person has to sign.", field=f"{PREFIX}name", word="second_person")
        else:
            yield signer
    finally:
        floor.execute(signer, SignOut(token=begun.secret["token"]))


def demo_signers(floor: Floor, role: Role, beside: Actor) -> list[tuple[str, str]]:
    """In a demo house nobody has to know a password: who may sign with one click."""
    house = premises_of(floor)
    if not house.is_demo:
        return []
    staff = floor.records("staff").items()
    may = [(stream, person) for stream, person in staff if person.may_act_as(role) and stream != beside.person]
    return [(stream.partition(":")[2], person.name) for stream, person in may]
