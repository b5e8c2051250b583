"""Staff: who works here, and in which roles."""

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

from pitboss.floor.kernel.contract import Command, Decision, Fact, Family, No, Now, Verb, Verbs, Yes
from pitboss.floor.kernel.field_checks import is_id, wrong, wrong_id, wrong_reason, wrong_words
from pitboss.floor.kernel.roles import STAFF, Actor, Role
from pitboss.floor.people.access import ACCESS_EVENTS, Access, apply_access
from pitboss.journal import codec


class AddStaff(Command):
    """Takes somebody into the staff, with the roles they may act in."""

    id: str
    name: str
    roles: tuple[Role, ...]


class ChangeRoles(Command):
    """Gives somebody other roles; a role that is taken away ends at once. Nobody changes their own."""

    staff: str
    roles: tuple[Role, ...]


class SuspendStaff(Command):
    """Suspends somebody: all their sessions end, and they cannot sign in. Nobody suspends themselves."""

    staff: str
    reason: str


class Reinstate(Command):
    """Ends a suspension."""

    staff: str
    reason: str


class StaffAdded(NamedTuple):
    id: str
    name: str
    roles: frozenset[Role]
    by: str


class RolesChanged(NamedTuple):
    roles: frozenset[Role]
    by: str


class StaffSuspended(NamedTuple):
    reason: str
    by: str


class StaffReinstated(NamedTuple):
    reason: str
    by: str


class StaffMember(NamedTuple):
    """Somebody who works here, at one moment."""

    id: str
    name: str
    roles: frozenset[Role]
    is_suspended: bool = False
    access: Access = Access()

    def may_act_as(self, role: Role) -> bool:
        return role in self.roles and not self.is_suspended


def stream_of(staff: str) -> str:
    """`staff:maria`."""
    return f"staff:{staff}"


def find(now: Now, staff: str) -> StaffMember | None:
    """Return a member of staff by id; None where there is none."""
    record: StaffMember | None = now.record(stream_of(staff)) if is_id(staff) else None
    return record


def add_staff(now: Now, actor: Actor, command: AddStaff) -> Decision:
    bad = wrong_id(command.id, "id") or wrong_words(command.name, "name") or _wrong_roles(command.roles)
    if bad:
        return bad
    if find(now, command.id):
        return No(f"Somebody called {command.id} works here already.", field="id", word="already_known")
    added = StaffAdded(command.id, command.name.strip(), frozenset(command.roles), actor.person)
    return Yes((Fact(stream_of(command.id), added),), {"staff": command.id})


def change_roles(now: Now, actor: Actor, command: ChangeRoles) -> Decision:
    record = _somebody_else(now, actor, command.staff)
    if isinstance(record, No):
        return record
    if bad := _wrong_roles(command.roles):
        return bad
    roles = frozenset(command.roles)
    if roles == record.roles:
        return wrong("roles", "This changes nothing.")
    return Yes((Fact(stream_of(record.id), RolesChanged(roles, actor.person)),))


def suspend_staff(now: Now, actor: Actor, command: SuspendStaff) -> Decision:
    record = _somebody_else(now, actor, command.staff)
    if isinstance(record, No):
        return record
    if bad := wrong_reason(command.reason):
        return bad
    if record.is_suspended:
        return No(f"{record.id} is suspended already.", field="staff", word="suspended")
    return Yes((Fact(stream_of(record.id), StaffSuspended(command.reason, actor.person)),))


def reinstate(now: Now, actor: Actor, command: Reinstate) -> Decision:
    record = _somebody_else(now, actor, command.staff)
    if isinstance(record, No):
        return record
    if bad := wrong_reason(command.reason):
        return bad
    if not record.is_suspended:
        return No(f"{record.id} is not suspended.", field="staff", word="not_suspended")
    return Yes((Fact(stream_of(record.id), StaffReinstated(command.reason, actor.person)),))


def _somebody_else(now: Now, actor: Actor, staff: str) -> StaffMember | No:
    record = find(now, staff)
    if record is None:
        named = f"Nobody called {staff} works here." if is_id(staff) else "Nobody called so works here."
        return No(named, field="staff", word="unknown_staff", status=404)
    if stream_of(staff) == actor.person:
        return No("Nobody does this to themselves: ask another manager.", field="staff", word="own_roles")
    return record


def _wrong_roles(roles: tuple[Role, ...]) -> No | None:
    if not roles:
        return wrong("roles", "At least one role is needed.")
    if others := sorted(set(roles) - set(STAFF)):
        return wrong("roles", f"No role of staff is called {', '.join(others)}.")
    return None


def apply_staff(record: StaffMember | None, event: object, at: int) -> StaffMember:
    """Return a member of staff after an event."""
    if isinstance(event, StaffAdded):
        return StaffMember(event.id, event.name, event.roles)
    if record is None:
        raise TypeError(f"{type(event).__name__} cannot happen before somebody works here.")
    if isinstance(event, ACCESS_EVENTS):
        return record._replace(access=apply_access(record.access, event, at))
    match event:
        case RolesChanged():
            kept = tuple(each for each in record.access.sessions if each[1].role in event.roles)
            return record._replace(roles=event.roles, access=record.access._replace(sessions=kept))
        case StaffSuspended():
            return record._replace(is_suspended=True, access=record.access._replace(sessions=()))
        case StaffReinstated():
            return record._replace(is_suspended=False)
    raise TypeError(f"{type(event).__name__} does not happen to staff.")


def _streams_of_adding(_actor: Actor, command: AddStaff) -> tuple[str, ...]:
    return (stream_of(command.id),) if is_id(command.id) else ()


def _streams_of_one(_actor: Actor, command: ChangeRoles | SuspendStaff | Reinstate) -> tuple[str, ...]:
    return (stream_of(command.staff),) if is_id(command.staff) else ()


VERBS: Verbs = {
    AddStaff: Verb(add_staff, (Role.MANAGER,), _streams_of_adding),
    ChangeRoles: Verb(change_roles, (Role.MANAGER,), _streams_of_one),
    SuspendStaff: Verb(suspend_staff, (Role.MANAGER,), _streams_of_one),
    Reinstate: Verb(reinstate, (Role.MANAGER,), _streams_of_one),
}
FAMILIES: Mapping[str, Family] = {
    "staff": Family(
        apply_staff,
        kinds=(StaffAdded, RolesChanged, StaffSuspended, StaffReinstated, *ACCESS_EVENTS),
        to_text=codec.encode_record,
        from_text=partial(codec.decode_record, StaffMember),
    )
}
