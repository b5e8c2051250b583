"""Commands about patrons: registering them, excluding them, and limiting their play time."""

import re
from collections.abc import Mapping
from datetime import date

from pitboss.floor.kernel.contract import Command, Decision, Fact, Family, No, Now, Verb, Verbs, Yes
from pitboss.floor.kernel.field_checks import day_from, is_id, wrong, wrong_id, wrong_reason, wrong_words
from pitboss.floor.kernel.premises import gaming_clock
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.people.keeping_out import reaching
from pitboss.floor.people.patron_record import (
    FAMILIES_OF_PATRONS,
    Excluded,
    ExclusionLifted,
    LicenceWithdrawn,
    LiftAsked,
    MembershipHeld,
    Numbered,
    Patron,
    PatronAdded,
    PatronChanged,
    PlayTimeSet,
    Prevented,
    PreventionEnded,
    find,
    play_limit,
    stream_of,
    today,
    unknown,
    until,
)
from pitboss.floor.people.staff import other_people, others_in_words
from pitboss.journal import codec, store
from pitboss.tournaments.entries.eligibility import CASINOS, casino_meant

REGISTER = "register:patrons"
FIRST_NUMBER = 1001
OLDEST = 120
LONGEST_DAY = 24 * 60
_NUMBERED = re.compile(r"p([1-9][0-9]{0,8})")
# What is chosen where a licence was withdrawn by none of the three casinos of STAR 6.16(3).
OTHER_CASINO = "other"
_MEMBERSHIP = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,18}[A-Za-z0-9])?")


class AddPatron(Command):
    """Takes somebody in as a patron. Without an id the house gives the next number: p1001, p1002."""

    name: str
    date_of_birth: str
    membership: str = ""
    publicity: bool = False
    id: str = ""


class ChangePatron(Command):
    """Changes what the house knows of a patron; what is left out stays. An empty membership ends it."""

    patron: str
    name: str | None = None
    date_of_birth: str | None = None
    membership: str | None = None
    publicity: bool | None = None


class Exclude(Command):
    """Excludes a patron up to and with a day, or for ever: by direction of the house, or on the patron's own order."""

    patron: str
    until: str = ""
    reason: str
    self_requested: bool = False


class LiftExclusion(Command):
    """Lifts an exclusion by direction. One person asks, a second one gives the same command; one acts as manager."""

    patron: str
    reason: str


class PreventTemporarily(Command):
    """A temporary prevention of entry, up to and with a day: no entry and no play meanwhile (STAR 6.17)."""

    patron: str
    until: str
    reason: str


class EndPrevention(Command):
    """Ends a temporary prevention of entry before its time, and what was done to keep somebody from harm."""

    patron: str
    reason: str


class WithdrawLicence(Command):
    """Records that a casino has withdrawn the patron's licence to enter; an empty casino says that this is over.

    The casino is The Star Sydney, The Star Gold Coast or The Star Brisbane; of any other one `other` is the name.
    """

    patron: str
    casino: str
    other: str = ""


class SetPlayTime(Command):
    """Limits the minutes a patron plays in a gaming day; nothing means no limit.

    Less time holds at once; more time from the next gaming day.
    """

    patron: str
    minutes: int | None


# Taking in and changing.


def add_patron(now: Now, actor: Actor, command: AddPatron) -> Decision:
    last = now.record(REGISTER) or FIRST_NUMBER - 1
    patron = command.id or f"p{last + 1}"
    if wrong_one := wrong_id(patron, "id") or _wrong_person(now, patron, command.name, command.membership):
        return wrong_one
    born = _birth_date(now, command.date_of_birth)
    if isinstance(born, No):
        return born
    if find(now, patron):
        return No(f"There is a patron {patron} already.", field="id", word="already_known")
    added = PatronAdded(patron, command.name.strip(), born, command.membership, command.publicity, actor.person)
    facts = [Fact(stream_of(patron), added), *_membership_facts(patron, command.membership)]
    if number := _NUMBERED.fullmatch(patron):
        facts.append(Fact(REGISTER, Numbered(max(last, int(number[1])))))
    return Yes(tuple(facts), {"patron": patron})


def change_patron(now: Now, actor: Actor, command: ChangePatron) -> Decision:
    record = find(now, command.patron)
    if record is None:
        return unknown(command.patron)
    name = record.name if command.name is None else command.name
    membership = record.membership if command.membership is None else command.membership
    if wrong_one := _wrong_person(now, record.id, name, membership):
        return wrong_one
    born = record.born if command.date_of_birth is None else _birth_date(now, command.date_of_birth)
    if isinstance(born, No):
        return born
    publicity = record.publicity if command.publicity is None else command.publicity
    if (name.strip(), born, membership, publicity) == (record.name, record.born, record.membership, record.publicity):
        return wrong("patron", "This changes nothing.")
    changed = PatronChanged(name.strip(), born, membership, publicity, actor.person)
    held = () if membership == record.membership else _membership_facts(record.id, membership)
    return Yes((Fact(stream_of(record.id), changed), *held))


def _wrong_person(now: Now, patron: str, name: str, membership: str) -> No | None:
    if wrong_name := wrong_words(name, "name"):
        return wrong_name
    if not membership:
        return None
    if not _MEMBERSHIP.fullmatch(membership):
        return wrong("membership", "A membership has letters, digits and dashes, 20 at most.")
    if holder(now, membership) not in (None, patron):
        return No("This membership belongs to another patron.", field="membership", word="membership_taken")
    return None


def holder(now: Now, membership: str) -> str | None:
    """The id of the patron who has a membership now; its stream names the last one who was given it."""
    if not _MEMBERSHIP.fullmatch(membership):
        return None
    patron: str | None = now.record(_membership_stream(membership))
    record = find(now, patron) if patron else None
    return patron if record and record.membership.lower() == membership.lower() else None


def last_holder(membership: str) -> str | None:
    """The id of the patron who was given a membership last, as far as is committed."""
    if not _MEMBERSHIP.fullmatch(membership):
        return None
    rows = store.read(_membership_stream(membership))
    return codec.decode(rows[-1].kind, rows[-1].version, rows[-1].body).patron if rows else None


def _membership_facts(patron: str, membership: str) -> tuple[Fact, ...]:
    return (Fact(_membership_stream(membership), MembershipHeld(patron)),) if membership else ()


def _membership_stream(membership: str) -> str:
    return f"membership:{membership.lower()}"


def _birth_date(now: Now, text: str) -> date | No:
    born, day = day_from(text), today(now)
    if born is None:
        return wrong("date_of_birth", "A date of birth looks like 1990-12-31, and the day must exist.")
    if born > day:
        return wrong("date_of_birth", "Nobody is born in the future.")
    if born.year < day.year - OLDEST:
        return wrong("date_of_birth", f"Nobody is more than {OLDEST} years old.")
    return born


def _next_number() -> int:
    """The next number of a patron, as far as is committed."""
    head = store.heads([REGISTER]).get(REGISTER, store.Head())
    rows = store.read(REGISTER, head.position - 1)
    return 1 + (codec.decode(rows[-1].kind, rows[-1].version, rows[-1].body).number if rows else FIRST_NUMBER - 1)


# Keeping out.


def exclude(now: Now, actor: Actor, command: Exclude) -> Decision:
    record = _own_or_for_staff(now, actor, command.patron)
    if isinstance(record, No):
        return record
    if actor.role is Role.PLAYER and not command.self_requested:
        return wrong("self_requested", "A patron is excluded by own order or by the house, not by another patron.")
    if wrong_one := wrong_reason(command.reason):
        return wrong_one
    last = _last_day(now, command.until) if command.until else None
    if isinstance(last, No):
        return last
    present = record.own_order if command.self_requested else record.direction
    if present and present.holds_on(today(now)) and not _later(last, present.until):
        reason = f"{record.id} is excluded {until(present.until)} already; it can only be made longer here."
        return No(reason, field="until", word="already_excluded")
    return Yes((Fact(stream_of(record.id), Excluded(last, command.reason, command.self_requested, actor.person)),))


def lift_exclusion(now: Now, actor: Actor, command: LiftExclusion) -> Decision:
    record, day = find(now, command.patron), today(now)
    if record is None:
        return unknown(command.patron)
    if wrong_one := wrong_reason(command.reason):
        return wrong_one
    if record.own_order and record.own_order.holds_on(day):
        reason = f"{record.id} is excluded by own order {until(record.own_order.until)}; nobody lifts that."
        return No(reason, field="patron", word="own_order")
    if record.direction is None or not record.direction.holds_on(day):
        return No(f"{record.id} is not excluded.", field="patron", word="not_excluded")
    stream, asked, as_manager = stream_of(record.id), record.lift_asked, actor.role is Role.MANAGER
    is_other = asked is not None and other_people(now, asked.by, actor.person)
    if asked is None or (is_other and not asked.as_manager and not as_manager):
        ask = LiftAsked(command.reason, actor.person, as_manager)
        return Yes((Fact(stream, ask),), {"lifted": False, "waiting_for": "a second person"})
    if not is_other:
        roles = (Role.SUPERVISOR, Role.MANAGER) if asked.as_manager else (Role.MANAGER,)
        told = f"A second person has to agree: {others_in_words(now, asked.by, roles)}."
        return No(told, field="patron", word="second_person")
    return Yes((Fact(stream, ExclusionLifted(command.reason, actor.person, asked.by)),), {"lifted": True})


def prevent_temporarily(now: Now, actor: Actor, command: PreventTemporarily) -> Decision:
    record = find(now, command.patron)
    if record is None:
        return unknown(command.patron)
    last = _last_day(now, command.until)
    if isinstance(last, No):
        return last
    if wrong_one := wrong_reason(command.reason):
        return wrong_one
    if record.is_prevented_on(today(now)) and not _later(last, record.prevented_until):
        reason = f"{record.id} is kept out {until(record.prevented_until)} already; it can only be made longer here."
        return No(reason, field="until", word="already_prevented")
    return Yes((Fact(stream_of(record.id), Prevented(last, command.reason, actor.person)),))


def end_prevention(now: Now, actor: Actor, command: EndPrevention) -> Decision:
    record = find(now, command.patron)
    if record is None:
        return unknown(command.patron)
    if not record.is_prevented_on(today(now)) and record.harm is None:
        return No(f"{record.id} is under no temporary prevention of entry.", field="patron", word="not_prevented")
    if wrong_one := wrong_reason(command.reason):
        return wrong_one
    return Yes((Fact(stream_of(record.id), PreventionEnded(command.reason, actor.person)),))


def withdraw_licence(now: Now, actor: Actor, command: WithdrawLicence) -> Decision:
    record = find(now, command.patron)
    if record is None:
        return unknown(command.patron)
    casino = _casino(command)
    if isinstance(casino, No):
        return casino
    if casino == record.licence_withdrawn_by and (record.licence_chosen or not casino):
        return wrong("casino", "This changes nothing.")
    return Yes((Fact(stream_of(record.id), LicenceWithdrawn(casino, actor.person, chosen=True)),))


def _casino(command: WithdrawLicence) -> str | No:
    """STAR 6.16(3): one of the three by its name, another one with its name, or nobody any more."""
    for field, text in (("casino", command.casino), ("other", command.other)):
        if wrong_one := wrong_words(text, field, may_be_empty=True):
            return wrong_one
    named, other = casino_meant(command.casino), command.other.strip()
    if other:
        if same := casino_meant(other):
            return wrong("other", f"This is {same}: choose it.")
        is_chosen = command.casino.strip().casefold() in ("", OTHER_CASINO)
        return other if is_chosen else wrong("other", "It is one of the three or another one, not both.")
    if named is None and command.casino.strip():
        return wrong("casino", f"Choose {', '.join(CASINOS)}, or another one with its name.")
    return named or ""


def _last_day(now: Now, text: str) -> date | No:
    day = day_from(text)
    if day is None:
        return wrong("until", "A day looks like 2030-12-31, and it must exist.")
    if day < today(now):
        return wrong("until", "This day is over.")
    return day


def _later(day: date | None, than: date | None) -> bool:
    return than is not None and (day is None or day > than)


# Play time.


def set_play_time(now: Now, actor: Actor, command: SetPlayTime) -> Decision:
    record = _own_or_for_staff(now, actor, command.patron)
    if isinstance(record, No):
        return record
    minutes = command.minutes
    if minutes is not None and not 1 <= minutes <= LONGEST_DAY:
        return wrong("minutes", f"Play time is 1 to {LONGEST_DAY} minutes a gaming day.")
    present = play_limit(record, now.at)
    if minutes == present and record.later_play_time is None:
        return wrong("minutes", "This changes nothing.")
    is_less = minutes is not None and (present is None or minutes <= present)
    clock = gaming_clock(now)
    begins, ends = clock.span(clock.day(now.at))
    set_to = PlayTimeSet(minutes, now.at if is_less else ends, actor.person)
    first_day = clock.day(begins if is_less else ends)
    return Yes((Fact(stream_of(record.id), set_to),), {"from_day": first_day.isoformat()})


def _own_or_for_staff(now: Now, actor: Actor, patron: str) -> Patron | No:
    """The patron, for staff; a player only finds their own record."""
    if actor.role is Role.PLAYER and actor.id != patron:
        return No("Players do this for themselves only.", field="patron", word="not_yours", status=403)
    return find(now, patron) or unknown(patron)


# The streams that the commands write to. Names that nobody can have are left out: they are refused by deciding.


def _streams_of_adding(_actor: Actor, command: AddPatron) -> tuple[str, ...]:
    patron = command.id or f"p{_next_number()}"
    streams = [REGISTER, *([stream_of(patron)] if is_id(patron) else [])]
    return (*streams, *_streams_of_membership(command.membership))


def _streams_of_changing(actor: Actor, command: ChangePatron) -> tuple[str, ...]:
    return (*_streams_of_one(actor, command), *_streams_of_membership(command.membership or ""))


def _streams_of_membership(membership: str) -> tuple[str, ...]:
    return (_membership_stream(membership),) if _MEMBERSHIP.fullmatch(membership) else ()


def _streams_of_one(
    _actor: Actor,
    command: ChangePatron
    | Exclude
    | LiftExclusion
    | PreventTemporarily
    | EndPrevention
    | WithdrawLicence
    | SetPlayTime,
) -> tuple[str, ...]:
    return (stream_of(command.patron),) if is_id(command.patron) else ()


_DESKS = (Role.CASHIER, Role.SUPERVISOR, Role.DIRECTOR, Role.MANAGER)
_IN_CHARGE = (Role.SUPERVISOR, Role.DIRECTOR, Role.MANAGER)

VERBS: Verbs = {
    AddPatron: Verb(add_patron, _DESKS, _streams_of_adding),
    ChangePatron: Verb(change_patron, _DESKS, _streams_of_changing),
    Exclude: Verb(reaching(exclude), (Role.PLAYER, *_IN_CHARGE), _streams_of_one),
    LiftExclusion: Verb(lift_exclusion, (Role.SUPERVISOR, Role.MANAGER), _streams_of_one),
    PreventTemporarily: Verb(reaching(prevent_temporarily), _IN_CHARGE, _streams_of_one),
    EndPrevention: Verb(end_prevention, (Role.DIRECTOR, Role.MANAGER), _streams_of_one),
    WithdrawLicence: Verb(reaching(withdraw_licence), (Role.MANAGER,), _streams_of_one),
    SetPlayTime: Verb(set_play_time, (Role.PLAYER, *_DESKS), _streams_of_one),
}
FAMILIES: Mapping[str, Family] = FAMILIES_OF_PATRONS
