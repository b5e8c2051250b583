"""Sessions: signing in and out, how long a session lasts, and whose token this is."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from pitboss.floor.kernel.contract import HOUSE, Command, Decision, Fact, No, Now, Verb, Verbs, Yes
from pitboss.floor.kernel.days import HOUR, MINUTE
from pitboss.floor.kernel.field_checks import wrong
from pitboss.floor.kernel.premises import DemoEnded, premises_of
from pitboss.floor.kernel.roles import CROUPIER, PEOPLE, STAFF, Actor, Role
from pitboss.floor.people import credentials, devices
from pitboss.floor.people.access import Access, Session, SessionSeen, SessionsEnded, SignedIn, SignedOut
from pitboss.floor.people.credentials import is_person
from pitboss.floor.people.devices import Device, DeviceRevoked, NoteDeviceUse
from pitboss.floor.people.patron_record import Patron
from pitboss.floor.people.staff import StaffMember
from pitboss.floor.people.tokens import digest_of, new_token, owner_of

if TYPE_CHECKING:
    from pitboss.floor.kernel.floor import Floor


class Lifetime(NamedTuple):
    """When a session ends: so long after it began, and so long after it was last used."""

    at_most: int
    idle: int


OF_STAFF = Lifetime(12 * HOUR, 30 * MINUTE)
OF_PLAYERS = Lifetime(24 * HOUR, 2 * HOUR)
# That a session is in use is recorded this often at most, and so the idle time is exact to it.
SEEN_EVERY = 5 * MINUTE


class SignIn(Command):
    """Begins a session in one role; its token is told once. A player's name is the id or the membership.

    Without a role it is the one that the person has; whoever has several must say which.
    """

    secrets = ("name", "password", "code", "new_password")

    name: str
    password: str
    role: Role | None = None
    code: str = ""
    # In place of a password that somebody else has given, which is good for one sign-in.
    new_password: str = ""


class EnterDemo(Command):
    """Begins a session as anybody of a demo house, without a password."""

    name: str
    role: Role


class EndDemo(Command):
    """Ends the demo and every session; from now on everybody signs in with their password, in this house for good."""


class SignOut(Command):
    """Ends the session of a token of one's own."""

    secrets = ("token",)

    token: str


class StaySignedIn(Command):
    """Says that a session of one's own is in use."""

    secrets = ("token",)

    token: str


class EndSessions(Command):
    """Ends all sessions of a person."""

    person: str


def sign_in(now: Now, actor: Actor, command: SignIn) -> Decision:
    source = credentials.source_of(actor)
    proof = credentials.prove(now, name=command.name, role=command.role, code=command.code, source=source)
    if not isinstance(proof, credentials.Proof):
        return proof
    record = now.record(proof.person)
    role = command.role or _only_role(record)
    if isinstance(role, No):
        return role
    if not _may_act_as(record, role):
        return _not_as(role)
    if credentials.needs_second_factor(now, role, record.access):
        sentence = f"Enrol a second factor before you sign in as {role}."
        return No(sentence, field="code", word="second_factor_needed", status=403)
    begun = _begin_session(now, proof.person, role, source, proof.step)
    if not record.access.password_is_for_once:
        return begun
    chosen = credentials.choose_password(now, proof.person, command)
    if isinstance(chosen, No):
        return chosen
    return replace(begun, facts=(*chosen.facts, *begun.facts), writes=chosen.writes)


def _only_role(record: Any) -> Role | No:
    """Return the only role of a person who has not named one; once identified, they may know their own roles."""
    roles = [role for role in Role if role in record.roles] if isinstance(record, StaffMember) else [Role.PLAYER]
    if len(roles) == 1:
        return roles[0]
    return No(f"Say as whom you come: {' or '.join(roles)}.", field="role", word="which_role", status=422)


def enter_demo(now: Now, actor: Actor, command: EnterDemo) -> Decision:
    if not premises_of(now).is_demo:
        return No("This is no demo house: sign in with a password.", field="name", word="no_demo", status=403)
    person = credentials.person_of(command.name, command.role)
    if person is None:
        return No("Nobody is called so.", field="name", word="unknown_person", status=404)
    return (
        _begin_session(now, person, command.role, credentials.source_of(actor))
        if _may_act_as(now.record(person), command.role)
        else _not_as(command.role)
    )


def end_demo(now: Now, actor: Actor, command: EndDemo) -> Decision:
    """Nobody knows who came in while anybody could: all go, and so do the devices that they let in."""
    if not premises_of(now).is_demo:
        return No("This is no demo house.", word="no_demo")
    people = (stream for family in ("staff", "patron") for stream in now.streams(family))
    out = [Fact(stream, SessionsEnded(actor.person)) for stream in people if now.record(stream).access.sessions]
    revoked = DeviceRevoked("The demo is over.", actor.person)
    out += [Fact(stream, revoked) for stream in now.streams("device") if not now.record(stream).is_revoked]
    return Yes((Fact(HOUSE, DemoEnded(actor.person)), *out))


def _not_as(role: Role) -> No:
    return No(f"You may not act as {role} here.", field="role", word="role", status=403)


def _begin_session(now: Now, person: str, role: Role, source: str, step: int | None = None) -> Yes:
    """A session of somebody who has proved to be this person."""
    token, digest = new_token(person)
    expires = now.at + lifetime(role).at_most
    answer = {"person": person, "role": role, "expires": expires}
    return Yes((Fact(person, SignedIn(digest, role, expires, step, source)),), answer, {"token": token})


def sign_out(now: Now, actor: Actor, command: SignOut) -> Decision:
    digest = _own_session(now, actor, command.token)
    return digest if isinstance(digest, No) else Yes((Fact(actor.person, SignedOut(digest)),))


def stay_signed_in(now: Now, actor: Actor, command: StaySignedIn) -> Decision:
    digest = _own_session(now, actor, command.token)
    if isinstance(digest, No):
        return digest
    session = now.record(actor.person).access.session(digest)
    if now.at < session.seen + SEEN_EVERY:
        return No("This was recorded a moment ago.", word="seen")
    return Yes((Fact(actor.person, SessionSeen(digest)),))


def end_sessions(now: Now, actor: Actor, command: EndSessions) -> Decision:
    record = now.record(command.person) if is_person(command.person) else None
    if record is None:
        return No("Nobody is called so.", field="person", word="unknown_person", status=404)
    if not record.access.sessions:
        return No("There is no session to end.", field="person", word="no_session")
    return Yes((Fact(command.person, SessionsEnded(actor.person)),))


def who_is(floor: "Floor", token: str, *, is_use: bool = True) -> Actor | None:
    """Return the actor of a token; None where it is nobody's, or not any more.

    What other processes have recorded is seen too: the position of the person's stream is compared each time. Whoever
    is suspended, or loses the role, has no session any more. A screen that only stands there does not use its session.
    """
    owner = owner_of(token)
    if owner is None:
        return None
    record, digest, now = floor.record(owner), digest_of(token), floor.clock()
    if isinstance(record, Device):
        return _device_actor(floor, record, is_use=is_use) if record.token == digest else None
    session = record.access.session(digest) if record else None
    if session is None or not is_running(session, now):
        return None
    actor = Actor(owner, session.role)
    if is_use and now >= session.seen + SEEN_EVERY:
        floor.execute(actor, StaySignedIn(token=token))
    return actor


def _device_actor(floor: "Floor", device: Device, *, is_use: bool) -> Actor | None:
    at = floor.clock()
    if not devices.is_running(floor, device, at):
        return None
    if is_use and at >= device.seen + devices.SEEN_EVERY:
        floor.execute(CROUPIER, NoteDeviceUse(device=device.id))
    return device.actor


def lifetime(role: Role) -> Lifetime:
    return OF_STAFF if role in STAFF else OF_PLAYERS


def is_running(session: Session, at: int) -> bool:
    """Whether a session is neither over nor idle for too long."""
    return at < session.expires and at < session.seen + lifetime(session.role).idle


def _may_act_as(record: Any, role: Role) -> bool:
    if isinstance(record, StaffMember):
        return record.may_act_as(role)
    return isinstance(record, Patron) and role is Role.PLAYER


def _own_session(now: Now, actor: Actor, token: str) -> str | No:
    """The digest of a token, if it is one of a running session of the actor."""
    digest = digest_of(token)
    access: Access | None = getattr(now.record(actor.person), "access", None) if is_person(actor.person) else None
    session = access.session(digest) if access else None
    if session is None or not is_running(session, now.at):
        return wrong("token", "This is no session of yours.")
    return digest


def _streams_of_entering(_actor: Actor, command: EnterDemo) -> tuple[str, ...]:
    person = credentials.person_of(command.name, command.role)
    return (person,) if person else ()


def _house(_actor: Actor, _command: EndDemo) -> tuple[str, ...]:
    return (HOUSE,)


VERBS: Verbs = {
    **credentials.VERBS,
    SignIn: Verb(sign_in, (Role.VISITOR,), credentials.streams_of_proof, credentials.look_at_password),
    EnterDemo: Verb(enter_demo, (Role.VISITOR,), _streams_of_entering),
    EndDemo: Verb(end_demo, (Role.MANAGER,), _house),
    SignOut: Verb(sign_out, PEOPLE, credentials.streams_of_own),
    StaySignedIn: Verb(stay_signed_in, PEOPLE, credentials.streams_of_own),
    EndSessions: Verb(end_sessions, (Role.MANAGER,), credentials.streams_of_person),
}
