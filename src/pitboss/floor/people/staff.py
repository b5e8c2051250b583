"""Staff: who works here, and in which roles."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from pitboss.floor.kernel.contract import (
    HOUSE,
    Command,
    Decision,
    Fact,
    Family,
    No,
    Now,
    SecondPerson,
    TwoPeople,
    Verb,
    Verbs,
    Yes,
)
from pitboss.floor.kernel.field_checks import is_id, wrong, wrong_id, wrong_reason, wrong_words
from pitboss.floor.kernel.roles import STAFF, Actor, Role
from pitboss.floor.people.access import ACCESS_EVENTS, Access, apply_access, in_hand
from pitboss.journal import codec

# Roles that agree to what others do, or see everything: an account with one of them is not one manager's to make.
PRIVILEGED = (Role.SUPERVISOR, Role.MANAGER, Role.AUDITOR)
# So many who could be a second person are named in a refusal; of more, how many others there are.
MOST_NAMES = 6


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


class VouchForStaff(Command):
    """A manager who had no part in somebody's account says that it is that person's own."""

    staff: str


class StaffAdded(NamedTuple):
    """Somebody works here; `second` is the manager who agreed to it, where one has."""

    id: str
    name: str
    roles: frozenset[Role]
    by: str
    second: str = ""


class RolesChanged(NamedTuple):
    roles: frozenset[Role]
    by: str
    second: str = ""


class StaffVouchedFor(NamedTuple):
    """The account is in nobody else's hands: a manager who had no part in it has made sure."""

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


def is_staff(person: str) -> bool:
    """Whether this is the stream of a member of staff: a device or a patron is none."""
    return person.startswith("staff:")


def other_people(now: Now, first: str, second: str) -> bool:
    """Whether two of the staff are two people, as far as the house can know.

    Whoever made an account, or gave it a password or roles, may be acting through it: the two have nobody in common.
    """
    return is_staff(first) and is_staff(second) and hands_of(now, first).isdisjoint(hands_of(now, second))


def hands_of(now: Now, person: str) -> set[str]:
    """Everybody who could be acting as this person: the person, and all who have had the account in hand.

    What was done before the house gave notice of this counts from the day that it named.
    """
    house, found, left = now.record(HOUSE), set[str](), [person]
    while left:
        each = left.pop()
        if each not in found:
            found.add(each)
            access: Access | None = getattr(now.record(each), "access", None)
            if access and not (house and house.is_under_notice(access.handled_at, now.at)):
                left += sorted(access.in_hands_of)
    return found


def who_could(now: Now, giver: str, roles: Sequence[Role]) -> Iterator[tuple[StaffMember, Role]]:
    """Those of the staff who are another person than the giver, each in the first of these roles that is theirs."""
    for stream in now.streams("staff"):
        record: StaffMember = now.record(stream)
        role = next((each for each in roles if record.may_act_as(each)), None)
        if role is not None and other_people(now, giver, stream):
            yield record, role


def others_in_words(now: Now, giver: str, roles: Sequence[Role]) -> str:
    """Those who could be the second person, by name; where nobody is there, by role."""
    names = [f"{record.name} ({role})" for record, role in who_could(now, giver, roles)]
    if not names:
        return f"another {' or '.join(roles)}, and nobody here is one yet"
    if len(names) > MOST_NAMES:
        names[MOST_NAMES - 1 :] = [f"{len(names) - MOST_NAMES + 1} others"]
    return " or ".join((", ".join(names[:-1]), names[-1]) if names[1:] else names)


def add_staff(now: Now, actor: Actor, command: AddStaff) -> Decision:
    bad = wrong_id(command.id, "id") or wrong_words(command.name, "name") or _wrong_roles(command.roles)
    if bad:
        return bad
    if find(now, command.id):
        return No(f"Somebody called {command.id} works here already.", field="id", word="already_known")
    added = StaffAdded(command.id, command.name.strip(), frozenset(command.roles), actor.person, now.second)
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
    return Yes((Fact(stream_of(record.id), RolesChanged(roles, actor.person, now.second)),))


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


def vouch_for_staff(now: Now, actor: Actor, command: VouchForStaff) -> Decision:
    record = _somebody_else(now, actor, command.staff)
    if isinstance(record, No):
        return record
    if not record.access.in_hands_of:
        return No(f"{record.name} is vouched for already.", field="staff", word="vouched_for")
    if is_staff(actor.person) and not other_people(now, actor.person, stream_of(record.id)):
        had = f"You have had the account of {record.name} in hand, so that somebody else vouches for it"
        others = others_in_words(now, stream_of(record.id), (Role.MANAGER,))
        return No(f"{had}: {others}.", field="staff", word="second_person")
    return Yes((Fact(stream_of(record.id), StaffVouchedFor(actor.person)),))


def _why_two_managers(now: Now, actor: Actor, command: AddStaff | ChangeRoles) -> TwoPeople | None:
    """An account that agrees to what others do, or sees everything, is not made by one manager alone."""
    before = find(now, command.staff) if isinstance(command, ChangeRoles) else None
    given = sorted({*command.roles} & {*PRIVILEGED} - (before.roles if before else frozenset()))
    return two_managers(now, actor, f"To make somebody {' and '.join(given)}") if given else None


def two_managers(now: Now, actor: Actor, what: str) -> TwoPeople | None:
    """The reason why something takes two managers; none where there is no other manager yet.

    What the only manager does alone stays in their hands: nobody they have made is a second person to them.
    """
    is_person = is_staff(actor.person)
    streams = (each for each in now.streams("staff") if not is_person or other_people(now, actor.person, each))
    others = (now.record(each) for each in streams)
    return TwoPeople(f"{what} takes two managers.") if any(each.may_act_as(Role.MANAGER) for each in others) else None


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
        return StaffMember(event.id, event.name, event.roles, access=_in_one_hand(Access(), event, at))
    if record is None:
        raise TypeError(f"{type(event).__name__} cannot happen before somebody works here.")
    if isinstance(event, ACCESS_EVENTS):
        access, before = apply_access(record.access, event, at), record.access
        if getattr(event, "by", "") == stream_of(record.id):
            access = access._replace(in_hands_of=before.in_hands_of, handled_at=before.handled_at)
        return record._replace(access=access)
    match event:
        case RolesChanged():
            kept = tuple(each for each in record.access.sessions if each[1].role in event.roles)
            access = _in_one_hand(record.access, event, at)
            return record._replace(roles=event.roles, access=access._replace(sessions=kept))
        case StaffVouchedFor():
            return record._replace(access=record.access._replace(in_hands_of=frozenset()))
        case StaffSuspended():
            return record._replace(is_suspended=True, access=record.access._replace(sessions=()))
        case StaffReinstated():
            return record._replace(is_suspended=False)
    raise TypeError(f"{type(event).__name__} does not happen to staff.")


def _in_one_hand(access: Access, event: StaffAdded | RolesChanged, at: int) -> Access:
    return access if event.second else in_hand(access, event.by, at)


def _streams_of_adding(_actor: Actor, command: AddStaff) -> tuple[str, ...]:
    return (stream_of(command.id),) if is_id(command.id) else ()


def _streams_of_one(_actor: Actor, command: ChangeRoles | VouchForStaff | SuspendStaff | Reinstate) -> tuple[str, ...]:
    return (stream_of(command.staff),) if is_id(command.staff) else ()


_TWO_MANAGERS = SecondPerson((Role.MANAGER,), f"for the roles {', '.join(PRIVILEGED)}", _why_two_managers)
VERBS: Verbs = {
    AddStaff: Verb(add_staff, (Role.MANAGER,), _streams_of_adding, second=_TWO_MANAGERS),
    ChangeRoles: Verb(change_roles, (Role.MANAGER,), _streams_of_one, second=_TWO_MANAGERS),
    VouchForStaff: Verb(vouch_for_staff, (Role.MANAGER,), _streams_of_one),
    SuspendStaff: Verb(suspend_staff, (Role.MANAGER,), _streams_of_one),
    Reinstate: Verb(reinstate, (Role.MANAGER,), _streams_of_one),
}
FAMILIES: Mapping[str, Family] = {
    "staff": Family(
        apply_staff,
        kinds=(StaffAdded, RolesChanged, StaffVouchedFor, StaffSuspended, StaffReinstated, *ACCESS_EVENTS),
        to_text=codec.encode_record,
        from_text=partial(codec.decode_record, StaffMember),
    )
}
