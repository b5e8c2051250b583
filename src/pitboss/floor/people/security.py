"""Security's view of the doors: denied commands, names that nobody has, floods, and starts of the server.

It is recorded on a stream of its own, and only so much of it that nobody can fill the disk by knocking.
"""

import hmac
from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

from django.conf import settings

from pitboss.floor.kernel.contract import Command, Decision, Fact, Family, No, Now, Verb, Verbs, Yes
from pitboss.floor.kernel.days import MINUTE, SECOND
from pitboss.floor.kernel.field_checks import wrong
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.people.access import ATTEMPTS_WITHIN, LOCKED_FOR
from pitboss.journal import codec

DOORS = "security:doors"
# At most so many denials of one person are recorded in a minute, and one of each command.
DENIALS_A_MINUTE = 10
# At most so many sign-ins under unknown names are recorded in a minute: more than one process lets in. What is not
# recorded counts towards no lock-out, so that from there on nobody is told whether they are locked out.
UNKNOWN_A_MINUTE = 600
# Processes that start within this time are one start of the house.
ONE_START = 10 * SECOND


class NoteDenial(Command):
    """Records that somebody gave a command that is not for their role."""

    person: str
    role: Role
    command: str


class NoteClockJump(Command):
    """Records that the clock on the wall was set back or put forward: the moment it should have shown, and shows."""

    was: int
    now: int


class NoteFlood(Command):
    """Records that so many of a kind were turned away."""

    what: str
    times: int


class NoteStart(Command):
    """Records that the server of the house has started, and its version."""

    version: str


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
    source: str = ""


class ClockJumped(NamedTuple):
    """The clock on the wall was set back or put forward: the moment it should have shown, and the one it showed."""

    was: int
    now: int


class HouseStarted(NamedTuple):
    """The server has started, by itself or because somebody started it."""

    version: str


class SecondFactorRequired(NamedTuple):
    required: bool
    by: str


class FloodTurnedAway(NamedTuple):
    """More came than the house takes: so many of a kind were turned away, since the last time this was told."""

    what: str
    times: int


class Doors(NamedTuple):
    """The memory of security: recent denials as (person, command, moment), unknown names as (name, moment, source).

    `clock_jumped` is when the clock was last noted to have jumped; `floods` are the kinds of floods that were told of,
    each with the moment of the last time. `started` is when the server last did.
    """

    denied: tuple[tuple[str, str, int], ...] = ()
    unknown: tuple[tuple[str, int, str], ...] = ()
    second_factor_required: bool = True
    clock_jumped: int | None = None
    floods: tuple[tuple[str, int], ...] = ()
    started: int = 0


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


def note_start(now: Now, _actor: Actor, command: NoteStart) -> Decision:
    if now.at < doors(now).started + ONE_START:
        return No("This start was recorded a moment ago.", word="noted")
    return Yes((Fact(DOORS, HouseStarted(command.version)),))


def require_second_factor(now: Now, actor: Actor, command: RequireSecondFactor) -> Decision:
    if doors(now).second_factor_required == command.required:
        return wrong("required", "This changes nothing.")
    return Yes((Fact(DOORS, SecondFactorRequired(command.required, actor.person)),))


def note_flood(now: Now, _actor: Actor, command: NoteFlood) -> Decision:
    if now.at < dict(doors(now).floods).get(command.what, -MINUTE) + MINUTE:
        return No("This was recorded within the last minute.", word="noted")
    return Yes((Fact(DOORS, FloodTurnedAway(command.what, command.times)),))


def number_of(name: str) -> str:
    """Return the digest under which an unknown name, or the place that somebody comes from, is remembered."""
    key = settings.SECRET_KEY.encode()
    return hmac.digest(key, name.encode("utf-8", "surrogatepass"), "sha256").hex()[:16]


def failures_under(now: Now, name: str) -> tuple[tuple[int, str], ...]:
    """The attempts with a name in roles in which nobody has it, and from where."""
    number = number_of(_usual(name))
    return tuple((at, source) for each, at, source in doors(now).unknown if each == number)


def are_full(now: Now) -> bool:
    """Whether so many have come under unknown names within a minute that no more of them are recorded."""
    return sum(now.at < at + MINUTE for _, at, _ in doors(now).unknown) >= UNKNOWN_A_MINUTE


def record_unknown(now: Now, name: str, source: str, answer: No) -> Decision:
    """Turns down a name that nobody has just as a wrong password, so that nobody learns who is known here."""
    if are_full(now):
        return answer
    return Yes((Fact(DOORS, UnknownSignIn(number_of(_usual(name)), source)),), but=answer)


def _usual(name: str) -> str:
    """A name however it is written; in which role somebody comes makes no difference."""
    return name.strip().lower()


def _apply(record: Doors | None, event: object, at: int) -> Doors:
    record = record or Doors()
    match event:
        case Denied():
            recent = [each for each in record.denied if at < each[2] + MINUTE]
            return record._replace(denied=(*recent, (event.person, event.command, at)))
        case UnknownSignIn():
            tried = [each for each in record.unknown if at < each[1] + ATTEMPTS_WITHIN + LOCKED_FOR]
            return record._replace(unknown=(*tried, (event.name, at, event.source)))
        case ClockJumped():
            return record._replace(clock_jumped=at)
        case FloodTurnedAway():
            others = [each for each in record.floods if each[0] != event.what]
            return record._replace(floods=(*others, (event.what, at)))
        case SecondFactorRequired():
            return record._replace(second_factor_required=event.required)
        case HouseStarted():
            return record._replace(started=at)
    raise TypeError(f"{type(event).__name__} does not happen at the doors.")


def _doors(_actor: Actor, _command: Command) -> tuple[str, ...]:
    return (DOORS,)


VERBS: Verbs = {
    NoteDenial: Verb(note_denial, (Role.CROUPIER,), _doors),
    NoteClockJump: Verb(note_clock_jump, (Role.CROUPIER,), _doors),
    NoteFlood: Verb(note_flood, (Role.CROUPIER,), _doors),
    NoteStart: Verb(note_start, (Role.CROUPIER,), _doors),
    RequireSecondFactor: Verb(require_second_factor, (Role.MANAGER,), _doors),
}
FAMILIES: Mapping[str, Family] = {
    "security": Family(
        _apply,
        kinds=(Denied, UnknownSignIn, ClockJumped, SecondFactorRequired, FloodTurnedAway, HouseStarted),
        to_text=codec.encode_record,
        from_text=partial(codec.decode_record, Doors),
    )
}
