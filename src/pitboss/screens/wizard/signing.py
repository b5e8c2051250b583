"""A second person signs for a command on somebody else's screen: known by name and password, and gone afterwards."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.field_checks import is_id
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.premises import premises_of
from pitboss.floor.kernel.roles import VISITOR, Actor, Role
from pitboss.floor.people.sessions import EnterDemo, SignIn, SignOut
from pitboss.floor.people.staff import StaffMember, stream_of, who_could

# What the person who signs fills in; none of it belongs to the command.
PREFIX = "sign."


@contextmanager
def signing(floor: Floor, posted: Mapping[str, str], roles: Sequence[Role], beside: str = "") -> Iterator[Actor | No]:
    """The person who signs in the first of these roles that is theirs, for as long as the block; or why not they.

    Whether they are another person than the one beside them, or than the giver of what waits, the floor says.
    """
    told = {
        name.removeprefix(PREFIX).partition(":")[0]: text for name, text in posted.items() if name.startswith(PREFIX)
    }
    entering: SignIn | EnterDemo
    role = _role_of(floor, told.get("demo") or told.get("name", ""), roles)
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
        yield signer._replace(beside=beside)
    finally:
        floor.execute(signer, SignOut(token=begun.secret["token"]))


def _role_of(floor: Floor, name: str, roles: Sequence[Role]) -> Role:
    """The role in which somebody would sign; the first of them also for whoever is not known."""
    record: StaffMember | None = floor.record(stream_of(name)) if is_id(name) else None
    return next((role for role in roles if record is not None and record.may_act_as(role)), roles[0])


def demo_signers(floor: Floor, roles: Sequence[Role], beside: Actor) -> list[tuple[str, str]]:
    """In a demo house nobody has to know a password: who may sign with one click."""
    if not premises_of(floor).is_demo:
        return []
    found = who_could(floor.now(), beside.person, roles)
    return [(person.id, person.name) for person, _ in found]
