"""How people prove who they are: a password, and for staff a second factor.

Both are rows beside the journal. The person's stream has the digest of the row, so that a row that was changed by
anybody else proves nothing any more.
"""

import json
import secrets
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any, NamedTuple

import pyotp

from pitboss.floor.kernel.contract import (
    Command,
    Decision,
    Fact,
    No,
    Now,
    Records,
    SecondPerson,
    TwoPeople,
    Verb,
    Verbs,
    Yes,
)
from pitboss.floor.kernel.days import SECOND
from pitboss.floor.kernel.field_checks import is_id, wrong, wrong_words
from pitboss.floor.kernel.premises import SETTING_UP
from pitboss.floor.kernel.roles import PEOPLE, STAFF, Actor, Role, Visitor
from pitboss.floor.models import Credential
from pitboss.floor.people import hashing, patron_record, patrons, security, staff
from pitboss.floor.people.access import (
    ATTEMPTS,
    LOCKED_FOR,
    Access,
    CredentialSet,
    LockedOut,
    SecondFactorConfirmed,
    SecondFactorOffered,
    SecondFactorRemoved,
    SessionsEnded,
    SignInFailed,
    is_locked,
)
from pitboss.games.frozen import Frozen
from pitboss.journal import store

SHORTEST, LONGEST = 10, 200
FEWEST_DIFFERENT = 4
ISSUER = "Pitboss"
STEP = 30 * SECOND
# A code of the step before or after is taken too, because clocks differ.
DRIFT = (0, -1, 1)
WRONG = No("The name, the password or the code is wrong.", field="password", word="wrong", status=401)
LOCKED = No(
    f"Locked after {ATTEMPTS} wrong attempts: try again in {LOCKED_FOR // SECOND // 60} minutes.",
    field="password",
    word="locked",
    status=423,
)
NEW_PASSWORD_NEEDED = "new_password_needed"
# Letters and digits that cannot be taken for each other.
_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"


class SetPassword(Command):
    """Changes one's own password, with the old one. All one's sessions end."""

    secrets = ("old_password", "new_password")

    old_password: str
    new_password: str


class ResetPassword(Command):
    """Gives somebody else a new password, which is told once. Their sessions end, and so does a lock-out."""

    person: str


class EnrolSecondFactor(Command):
    """Begins a second factor: its secret is told once, and waits for a first code. The code is that of an old one."""

    secrets = ("name", "password", "code")

    name: str
    role: Role | None = None
    password: str
    code: str = ""


class ConfirmSecondFactor(Command):
    """Ends the enrolment with a first code; from now on a code is asked for at every sign-in."""

    secrets = ("name", "password", "code")

    name: str
    role: Role | None = None
    password: str
    code: str


class ResetSecondFactor(Command):
    """Takes the second factor of somebody else away, because it was lost. Their sessions end."""

    person: str


class Looked(NamedTuple):
    """The result of checking a password before the transaction: whether it matches, and the hash of a new one.

    Where the row has another hash by then, the command is looked at anew.
    """

    stored: str
    is_match: bool
    new_hash: str = ""


class Proof(NamedTuple):
    """Somebody is who they say; with the time step of the code they used."""

    person: str
    step: int | None


# Proving.


def person_of(name: str, role: Role | None) -> str | None:
    """Return the person behind a name: a player's id or membership, or the id of a member of staff.

    Without a role it is a member of staff's, and a player's where nobody of the staff is called so.
    """
    own = name.strip().lower()
    if role is not Role.PLAYER and is_id(own) and (stream := _existing_stream(f"staff:{own}")):
        return stream
    if role not in (None, Role.PLAYER):
        return None
    if is_id(own) and (stream := _existing_stream(patron_record.stream_of(own))):
        return stream
    patron = patrons.last_holder(name.strip())
    return patron_record.stream_of(patron) if patron else None


def _existing_stream(stream: str) -> str | None:
    return stream if store.heads([stream]).get(stream, store.Head()).position else None


def prove(
    now: Now, *, name: str, role: Role | None, code: str, is_first_code: bool = False, source: str = ""
) -> Proof | Decision:
    """Whether the password was right that was looked at beforehand, and the code where there is a second factor.

    A wrong one counts towards the lock-out, under the name and whence it came. The first code of a new second factor is
    looked at elsewhere. While the doors are full, known and unknown names are turned away in the same words.
    """
    found = _prove(now, name=name, role=role, code=code, is_first_code=is_first_code, source=source)
    if isinstance(found, Proof) or not security.are_full(now):
        return found
    return replace(found, but=hashing.BUSY) if isinstance(found, Yes) else hashing.BUSY


def _prove(now: Now, *, name: str, role: Role | None, code: str, is_first_code: bool, source: str) -> Proof | Decision:
    person, failures = person_of(name, role), _failures_under(now, name, role)
    access = _access(now, person) if person else None
    row = _row(person) if person and access and access.credential else None
    if is_locked(failures, now.at, source) or (access and now.at < access.locked_until):
        return LOCKED
    if person is None or access is None or row is None or not _is_own(now, person, name):
        answer = LOCKED if is_locked((*failures, (now.at, source)), now.at, source) else WRONG
        return security.record_unknown(now, name, source, answer)
    if not _is_password(now, row, access):
        return record_failure(now, person, "password", failures, source)
    if not access.has_second_factor or (is_first_code and access.second_factor_offered):
        return Proof(person, None)
    step = step_of(now.wall, _secret_in_use(row, access), code, access.last_step)
    return record_failure(now, person, "code", failures, source) if step is None else Proof(person, step)


def source_of(actor: Actor) -> str:
    """Where a proof comes from: the place of a visitor, and of anybody else who they are."""
    return actor.source if isinstance(actor, Visitor) else actor.person


def _failures_under(now: Now, name: str, role: Role | None) -> tuple[tuple[int, str], ...]:
    """The wrong attempts under a name in any role, and from where: those of its people, and those of nobody's."""
    people = sorted({person_of(name, role), person_of(name, None)} - {None}, key=str)
    own = [failure for person in people if (access := _access(now, person or "")) for failure in access.failures]
    return (*own, *security.failures_under(now, name))


def _is_password(now: Now, row: Credential, access: Access) -> bool:
    if now.found.stored != row.password:
        raise store.Conflict(f"The password of {row.person} was changed meanwhile.")
    return _is_untouched(row, access) and bool(now.found.is_match)


def _is_untouched(row: Credential, access: Access) -> bool:
    """Whether a row is what the person's stream says; nothing that somebody else has written is taken over."""
    return digest_of(row) == access.credential


def _secret_in_use(row: Credential, access: Access) -> str:
    """The secret that codes are made from. While a new one waits for its first code, the row has both: `old new`."""
    old: str = row.second_factor.partition(" ")[0]
    return old if access.second_factor_offered else _newest_secret(row)


def _newest_secret(row: Credential) -> str:
    newest: str = row.second_factor.rpartition(" ")[2]
    return newest


def record_failure(
    now: Now, person: str, what: str, failures: tuple[tuple[int, str], ...], source: str, answer: No = WRONG
) -> Decision:
    """A wrong password or code: it is recorded although the answer is no, and the last one locks."""
    facts = [Fact(person, SignInFailed(what, source))]
    if is_locked((*failures, (now.at, source)), now.at, source):
        facts.append(Fact(person, LockedOut(now.at + LOCKED_FOR, source)))
        answer = LOCKED
    return Yes(tuple(facts), but=answer)


def step_of(wall: int, secret: str, code: str, last_step: int) -> int | None:
    """The time step of a code: of now or one beside it, and after the last one that was used."""
    if not secret:
        return None
    totp, step = pyotp.TOTP(secret), wall // STEP
    candidates = (step + drift for drift in DRIFT)
    return next((each for each in candidates if each > last_step and _same(totp.generate_otp(each), code)), None)


def _same(code: str, given: str) -> bool:
    return secrets.compare_digest(code.encode(), given.strip().encode("utf-8", "surrogatepass"))


def look_at_password(_house: Records, _actor: Actor, command: Any) -> Looked:
    """Whether the password is right; for a name that nobody has it takes as long."""
    person = person_of(command.name, command.role)
    return _look_up(person, command.password, getattr(command, "new_password", ""))


def _look_up(person: str | None, password: str, new_password: str = "") -> Looked:
    row = _row(person) if person else None
    stored = row.password if row else hashing.nobodys_hash()
    is_match = len(password) <= LONGEST and hashing.matches(stored, password)
    is_new = is_match and wrong_new_password(password, new_password) is None
    return Looked(stored, is_match, hashing.hash_password(new_password) if is_new else "")


def streams_of_proof(_actor: Actor, command: Any) -> tuple[str, ...]:
    """The stream of whoever this is, and that of security, for names that nobody has."""
    person = person_of(command.name, command.role)
    return (security.DOORS, person) if person else (security.DOORS,)


def _is_own(now: Now, person: str, name: str) -> bool:
    """Whether a name is the person's id, or the membership that the patron has now."""
    own = name.strip()
    return person.endswith(f":{own.lower()}") or patron_record.stream_of(patrons.holder(now, own) or "") == person


def _access(now: Now, person: str) -> Access | None:
    access: Access | None = getattr(now.record(person), "access", None)
    return access


def _row(person: str) -> Credential | None:
    return Credential.objects.filter(person=person).first()


def _row_of(person: str) -> Credential:
    row = _row(person)
    assert row is not None, "Whoever has proved who they are has a password."
    return row


def digest_of(row: Credential) -> str:
    """Return the digest of a credential row that the person's stream records."""
    return sha256(json.dumps([row.person, row.password, row.second_factor]).encode()).hexdigest()


# Passwords.


def set_password(now: Now, actor: Actor, command: SetPassword) -> Decision:
    bad = wrong_new_password(command.old_password, command.new_password)
    bad_old = bad or wrong_own_password(now, actor.person, "old_password")
    return bad_old or _new_password(actor, _row_of(actor.person), now.found.new_hash)


def wrong_own_password(now: Now, person: str, field: str) -> Decision | None:
    """Return the answer to somebody whose own password was wrong, which counts towards the lock-out."""
    access, row = (_access(now, person), _row(person)) if is_person(person) else (None, None)
    if access is None or row is None:
        return No("You have no password here.", field=field, word="no_password")
    if now.at < access.locked_until or is_locked(access.failures, now.at, person):
        return LOCKED
    if _is_password(now, row, access):
        return None
    answer = No(f"The {field.replace('_', ' ')} is wrong.", field=field, word="wrong", status=422)
    return record_failure(now, person, "password", access.failures, person, answer)


def choose_password(now: Now, person: str, command: Any) -> Yes | No:
    """A password of one's own in place of one that somebody else has given, at the first sign-in with that."""
    if not command.new_password:
        reason = "This password was given to you for one sign-in: choose one of your own."
        return No(reason, field="new_password", word=NEW_PASSWORD_NEEDED, status=403)
    bad = wrong_new_password(command.password, command.new_password)
    return bad or _new_password(Actor(person, Role.VISITOR), _row_of(person), now.found.new_hash)


def reset_password(now: Now, actor: Actor, command: ResetPassword) -> Decision:
    if bad := _not_for(now, actor, command.person):
        return bad
    access, row = _access(now, command.person) or Access(), _row(command.person)
    password, new_hash = now.found
    told = {"password": password}
    if row and _is_untouched(row, access):
        return _new_password(actor, row, new_hash, told, second=now.second)
    # Whatever somebody else has written there is thrown away with the second factor.
    row, loses_factor = Credential(person=command.person), access.has_second_factor
    return _new_password(actor, row, new_hash, told, second=now.second, loses_second_factor=loses_factor)


def _new_password(
    actor: Actor,
    row: Credential,
    new_hash: str,
    told: Mapping[str, str] = Frozen(),
    *,
    second: str = "",
    loses_second_factor: bool = False,
) -> Yes:
    """A new password; one that somebody else has given, and not the house when it was set up, is for one sign-in."""
    row.password = new_hash
    is_for_once = actor.person not in (row.person, SETTING_UP.person)
    credential = CredentialSet(digest_of(row), actor.person, second, is_for_once)
    events: list[Any] = [credential, SessionsEnded(actor.person)]
    if loses_second_factor:
        events.append(SecondFactorRemoved(digest_of(row), actor.person, second))
    return Yes(tuple(Fact(row.person, each) for each in events), {"person": row.person}, told, writes=(row.save,))


def _why_two_managers(now: Now, actor: Actor, command: ResetPassword | ResetSecondFactor) -> TwoPeople | None:
    """Whoever gives somebody a password could act as them: not with the roles that agree to what others do."""
    record = now.record(command.person)
    held = sorted({*getattr(record, "roles", ())} & {*staff.PRIVILEGED})
    what = "password" if isinstance(command, ResetPassword) else "second factor"
    return staff.two_managers(now, actor, f"A new {what} for somebody who is {' and '.join(held)}") if held else None


def _make_password(_house: Records, _actor: Actor, _command: ResetPassword) -> tuple[str, str]:
    """A new password that is easy to read out, and its hash."""
    groups = ("".join(secrets.choice(_ALPHABET) for _ in range(4)) for _ in range(4))
    password = "-".join(groups)
    return password, hashing.hash_password(password)


def wrong_new_password(old: str, new: str) -> No | None:
    """Return the reason why a password cannot be somebody's new one."""
    if len(new) < SHORTEST:
        return wrong("new_password", f"A password has at least {SHORTEST} characters.")
    if bad := wrong_words(new, "new_password", LONGEST):
        return bad
    if len(set(new.casefold())) < FEWEST_DIFFERENT:
        return wrong("new_password", f"A password has at least {FEWEST_DIFFERENT} different characters.")
    return wrong("new_password", "The new password is the old one.") if new == old else None


def _not_for(now: Now, actor: Actor, person: str) -> No | None:
    """Return the reason a manager cannot reset this person's credentials."""
    if not is_person(person) or now.record(person) is None:
        return No("Nobody is called so.", field="person", word="unknown_person", status=404)
    if person == actor.person:
        return No("Nobody does this to themselves: ask another manager.", field="person", word="own_credentials")
    return None


def is_person(stream: str) -> bool:
    """Whether this could be the stream of somebody who can sign in."""
    family, _, owner = stream.partition(":")
    return family in ("patron", "staff") and is_id(owner)


# The second factor.


def enrol_second_factor(now: Now, actor: Actor, command: EnrolSecondFactor) -> Decision:
    proof = prove(now, name=command.name, role=command.role, code=command.code, source=source_of(actor))
    if not isinstance(proof, Proof):
        return proof
    row, access = _row(proof.person) or Credential(person=proof.person), _access(now, proof.person) or Access()
    secret = pyotp.random_base32()
    row.second_factor = f"{_secret_in_use(row, access)} {secret}" if access.has_second_factor else secret
    uri = pyotp.TOTP(secret).provisioning_uri(proof.person.partition(":")[2], ISSUER)
    told = {"secret": secret, "uri": uri}
    facts = (Fact(proof.person, SecondFactorOffered(digest_of(row))),)
    return Yes(facts, {"person": proof.person}, told, writes=(row.save,))


def confirm_second_factor(now: Now, actor: Actor, command: ConfirmSecondFactor) -> Decision:
    source = source_of(actor)
    proof = prove(now, name=command.name, role=command.role, code=command.code, is_first_code=True, source=source)
    if not isinstance(proof, Proof):
        return proof
    row, access = _row(proof.person), _access(now, proof.person)
    if row is None or access is None or not access.second_factor_offered:
        return No("No second factor waits for a first code.", field="code", word="not_offered")
    step = step_of(now.wall, _newest_secret(row), command.code, access.last_step)
    if step is None:
        return record_failure(now, proof.person, "code", access.failures, source)
    return Yes((Fact(proof.person, SecondFactorConfirmed(step)),), {"person": proof.person})


def reset_second_factor(now: Now, actor: Actor, command: ResetSecondFactor) -> Decision:
    if bad := _not_for(now, actor, command.person):
        return bad
    row, access = _row(command.person), _access(now, command.person) or Access()
    if row is None or not row.second_factor:
        return No("There is no second factor to take away.", field="person", word="no_second_factor")
    if not _is_untouched(row, access):
        sentence = "These credentials were changed outside the house: give the person a new password first."
        return No(sentence, field="person", word="changed_outside")
    row.second_factor = ""
    removed = SecondFactorRemoved(digest_of(row), actor.person, now.second)
    facts = (Fact(command.person, removed), Fact(command.person, SessionsEnded(actor.person)))
    return Yes(facts, {"person": command.person}, writes=(row.save,))


def needs_second_factor(now: Now, role: Role, access: Access) -> bool:
    """Whether somebody must enrol a second factor before acting in a role."""
    return role in STAFF and not access.has_second_factor and security.doors(now).second_factor_required


def _look_at_own(_house: Records, actor: Actor, command: SetPassword) -> Looked | None:
    if not is_person(actor.person) or wrong_new_password(command.old_password, command.new_password):
        return None
    return _look_up(actor.person, command.old_password, command.new_password)


def look_at_own_password(_house: Records, actor: Actor, command: Any) -> Looked | None:
    """Whether the password of somebody who has signed in is right."""
    return _look_up(actor.person, command.password) if is_person(actor.person) else None


def streams_of_own(actor: Actor, _command: Command) -> tuple[str, ...]:
    return (actor.person,) if is_person(actor.person) else ()


def streams_of_person(_actor: Actor, command: Any) -> tuple[str, ...]:
    return (command.person,) if is_person(command.person) else ()


_ANYBODY = (Role.VISITOR, *PEOPLE)
_TWO_MANAGERS = SecondPerson((Role.MANAGER,), f"for {', '.join(staff.PRIVILEGED)}", _why_two_managers)
VERBS: Verbs = {
    SetPassword: Verb(set_password, PEOPLE, streams_of_own, _look_at_own),
    ResetPassword: Verb(reset_password, (Role.MANAGER,), streams_of_person, _make_password, _TWO_MANAGERS),
    EnrolSecondFactor: Verb(enrol_second_factor, _ANYBODY, streams_of_proof, look_at_password),
    ConfirmSecondFactor: Verb(confirm_second_factor, _ANYBODY, streams_of_proof, look_at_password),
    ResetSecondFactor: Verb(reset_second_factor, (Role.MANAGER,), streams_of_person, second=_TWO_MANAGERS),
}
