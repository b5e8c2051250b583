"""Security's view of the doors: denied commands, and attempts with names that nobody has.

It is recorded on a stream of its own, and only so much of it that nobody can fill the disk by knocking.
"""

import hmac
from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

from django.conf import settings

from pitboss.floor.kernel.contract import Command, Decision, Fact, Family, No, Now, Verb, Verbs, Yes
from pitboss.floor.kernel.days import MINUTE
from pitboss.floor.kernel.field_checks import wrong
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.people.access import ATTEMPTS, ATTEMPTS_WITHIN, LOCKED_FOR
from pitboss.journal import codec

DOORS = "security:doors"
# At most so many denials of one person are recorded in a minute, and one of each command.
DENIALS_A_MINUTE = 10
# At most so many sign-ins under unknown names are recorded in a minute.
UNKNOWN_A_MINUTE = 60


class NoteDenial(Command):
    """Records that somebody gave a command that is not for their role."""

    person: str
    role: Role
    command: str


class NoteClockJump(Command):
    """Records that the clock on the wall was set back or put forward: the moment it should have shown, and shows."""

    was: int
    now: int


class RequireSecondFactor(Command):
    """Whether staff need a second factor to sign in; whoever has one is always asked for it."""

    required: bool


class Denied(NamedTuple):
    """Somebody gave a command that is not for their role."""

    person: str
    role: Role
    command: str


class UnknownSignIn(NamedTuple):
    """Somebody tried to sign in under a name that nobody has.

    People type passwords there by mistake: what was typed is kept as a number that only this house can make from it.
    """

    name: str


class ClockJumped(NamedTuple):
    """The clock on the wall was set back or put forward: the moment it should have shown, and the one it showed."""

    was: int
    now: int


class SecondFactorRequired(NamedTuple):
    required: bool
    by: str


class Doors(NamedTuple):
    """The memory of security: recent denials as (person, command, moment) and unknown names as (name, moment).

    `clock_jumped` is when the clock was last noted to have jumped.
    """

    denied: tuple[tuple[str, str, int], ...] = ()
    unknown: tuple[tuple[str, int], ...] = ()
    second_factor_required: bool = True
    clock_jumped: int | None = None


def doors(now: Now) -> Doors:
    return now.record(DOORS) or Doors()


def is_noted(record: Doors | None, at: int, *, person: str, command: str) -> bool:
    """Whether a denial needs no recording, because it, or enough of the person, was recorded just now."""
    recent = [each for each in (record or Doors()).denied if each[0] == person and at < each[2] + MINUTE]
    return len(recent) >= DENIALS_A_MINUTE or any(each[1] == command for each in recent)


def note_denial(now: Now, _actor: Actor, command: NoteDenial) -> Decision:
    if is_noted(now.record(DOORS), now.at, person=command.person, command=command.command):
        return No("This was recorded within the last minute.", word="noted")
    return Yes((Fact(DOORS, Denied(command.person, command.role, command.command)),))


def note_clock_jump(now: Now, _actor: Actor, command: NoteClockJump) -> Decision:
    """Notes a jump once: all processes of the house see it, and a clock that jumps to and fro jumps often."""
    before = doors(now).clock_jumped
    if before is not None and now.at < before + MINUTE:
        return No("This was recorded within the last minute.", word="noted")
    return Yes((Fact(DOORS, ClockJumped(command.was, command.now)),))


def require_second_factor(now: Now, actor: Actor, command: RequireSecondFactor) -> Decision:
    if doors(now).second_factor_required == command.required:
        return wrong("required", "This changes nothing.")
    return Yes((Fact(DOORS, SecondFactorRequired(command.required, actor.person)),))


def number_of(name: str) -> str:
    """Return the digest under which an unknown name is remembered."""
    key = settings.SECRET_KEY.encode()
    return hmac.digest(key, name.encode("utf-8", "surrogatepass"), "sha256").hex()[:16]


def try_unknown(now: Now, name: str, wrong_name: No, locked: No) -> Decision:
    """Turns down a name that nobody has just as a wrong password, so that nobody learns who is known here."""
    record, number = doors(now), number_of(name)
    times = [at for each, at in record.unknown if each == number][-ATTEMPTS:]
    if len(times) == ATTEMPTS and times[-1] < times[0] + ATTEMPTS_WITHIN and now.at < times[-1] + LOCKED_FOR:
        return locked
    recent = [at for at in times if now.at < at + ATTEMPTS_WITHIN]
    answer = locked if len(recent) + 1 >= ATTEMPTS else wrong_name
    if sum(now.at < at + MINUTE for _, at in record.unknown) >= UNKNOWN_A_MINUTE:
        return answer
    return Yes((Fact(DOORS, UnknownSignIn(number)),), but=answer)


def _apply(record: Doors | None, event: object, at: int) -> Doors:
    record = record or Doors()
    match event:
        case Denied():
            recent = [each for each in record.denied if at < each[2] + MINUTE]
            return record._replace(denied=(*recent, (event.person, event.command, at)))
        case UnknownSignIn():
            tried = [each for each in record.unknown if at < each[1] + ATTEMPTS_WITHIN + LOCKED_FOR]
            return record._replace(unknown=(*tried, (event.name, at)))
        case ClockJumped():
            return record._replace(clock_jumped=at)
        case SecondFactorRequired():
            return record._replace(second_factor_required=event.required)
    raise TypeError(f"{type(event).__name__} does not happen at the doors.")


def _doors(_actor: Actor, _command: Command) -> tuple[str, ...]:
    return (DOORS,)


VERBS: Verbs = {
    NoteDenial: Verb(note_denial, (Role.CROUPIER,), _doors),
    NoteClockJump: Verb(note_clock_jump, (Role.CROUPIER,), _doors),
    RequireSecondFactor: Verb(require_second_factor, (Role.MANAGER,), _doors),
}
FAMILIES: Mapping[str, Family] = {
    "security": Family(
        _apply,
        kinds=(Denied, UnknownSignIn, ClockJumped, SecondFactorRequired),
        to_text=codec.encode_record,
        from_text=partial(codec.decode_record, Doors),
    )
}
