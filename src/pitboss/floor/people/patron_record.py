"""Patrons: who they are, whether they may play now, and for how long they have played."""

from collections.abc import Mapping
from datetime import date
from functools import partial
from typing import NamedTuple
from zoneinfo import ZoneInfo

from pitboss.floor.cage.gaming_day import GamingClock
from pitboss.floor.kernel.contract import Family, No, Now
from pitboss.floor.kernel.days import HOUR, SECOND, local_day, local_seconds
from pitboss.floor.kernel.field_checks import is_id
from pitboss.floor.kernel.premises import gaming_clock
from pitboss.floor.people.access import ACCESS_EVENTS, Access, apply_access
from pitboss.journal import codec
from pitboss.tournaments.entries.eligibility import (
    CASINOS,
    EXCLUDED,
    HARM,
    OF_AGE,
    PREVENTED,
    REMOVED,
    WITHDRAWAL,
    casino_meant,
)
from pitboss.tournaments.event.state import Period, Person

# Play is remembered for as long as any rule looks back: STAR 6.13 counts over 24 hours.
_REMEMBERED = 48 * HOUR
# A patron is warned when this much of the play time of the day is left.
WARNING_MINUTES = 15
STANDARD_CLOCK = GamingClock()
# The last day of a prevention that was issued without one: somebody ends it.
UNTIL_ENDED = date.max


class PatronAdded(NamedTuple):
    """Somebody is known to the house from now on."""

    id: str
    name: str
    born: date
    # The number in the loyalty programme; nothing for somebody who is no member.
    membership: str
    # STAR 6.20: may be named in public.
    publicity: bool
    by: str


class PatronChanged(NamedTuple):
    """All particulars as they are from now on."""

    name: str
    born: date
    membership: str
    publicity: bool
    by: str


class Excluded(NamedTuple):
    """Nobody plays who is excluded; without a last day it is for ever."""

    until: date | None
    reason: str
    self_requested: bool
    by: str


class LiftAsked(NamedTuple):
    """One person asks to lift the exclusion; it needs a second one."""

    reason: str
    by: str
    as_manager: bool


class ExclusionLifted(NamedTuple):
    reason: str
    by: str
    asked_by: str


class Prevented(NamedTuple):
    """A temporary prevention of entry, for the patron's own protection, up to and with a day.

    `where` is the event at whose desk it was issued, if it was at one.
    """

    until: date
    reason: str
    by: str
    where: str = ""


class PreventionEnded(NamedTuple):
    """A prevention of entry, and what was done to keep the patron from harm, hold no longer."""

    reason: str
    by: str


class KeptFromHarm(NamedTuple):
    """STAR 6.14: an event was left to prevent harm, or its entry refused on signs of it: `kind` says which."""

    kind: str
    reason: str
    by: str
    where: str


class LicenceWithdrawn(NamedTuple):
    """A casino has withdrawn the licence to enter; without a casino that is over.

    `chosen`: one of the three of STAR 6.16(3) was chosen by its name, or another one was named. Before there was a
    choice people typed what they liked.
    """

    casino: str
    by: str
    chosen: bool = False


class PlayTimeSet(NamedTuple):
    """How many minutes a gaming day the patron may play, from a moment on; None: as long as wanted."""

    minutes: int | None
    from_at: int
    by: str


class CameToTable(NamedTuple):
    """The patron plays at a table: from here play time is counted."""

    table: str


class LeftTable(NamedTuple):
    table: str


class MembershipHeld(NamedTuple):
    """A number of the loyalty programme belongs to a patron; to nobody where the id is empty."""

    patron: str


class Numbered(NamedTuple):
    """The last number that was given to a patron."""

    number: int


class Exclusion(NamedTuple):
    until: date | None
    reason: str
    by: str

    def holds_on(self, day: date) -> bool:
        return self.until is None or day <= self.until


class Patron(NamedTuple):
    """A patron at one moment."""

    id: str
    name: str
    born: date
    membership: str = ""
    publicity: bool = False
    # Excluded by a direction of the house, and by an own order.
    direction: Exclusion | None = None
    own_order: Exclusion | None = None
    lift_asked: LiftAsked | None = None
    prevented_until: date | None = None
    # The event at whose desk the prevention was issued.
    prevented_at: str = ""
    harm: KeptFromHarm | None = None
    licence_withdrawn_by: str = ""
    licence_chosen: bool = False
    # The limit on play time, and the one that takes its place later.
    play_minutes: int | None = None
    later_play_time: PlayTimeSet | None = None
    at_tables: frozenset[str] = frozenset()
    # When play began that still goes on; and play that has ended, each from one moment to another.
    playing_since: int | None = None
    played: tuple[tuple[int, int], ...] = ()
    access: Access = Access()

    def exclusion_on(self, day: date) -> Exclusion | None:
        """The exclusion that holds on a day: an own order before a direction, because nobody can lift it."""
        return next((each for each in (self.own_order, self.direction) if each and each.holds_on(day)), None)

    def is_prevented_on(self, day: date) -> bool:
        return self.prevented_until is not None and day <= self.prevented_until

    @property
    def withdrawn_by(self) -> str | None:
        """STAR 6.16(3): which of the three casinos has withdrawn the licence; what was typed is read generously."""
        casino = self.licence_withdrawn_by
        if not casino or casino in CASINOS:
            return casino or None
        return None if self.licence_chosen else casino_meant(casino)

    def is_of_age_on(self, day: date) -> bool:
        return (self.born.year + OF_AGE, self.born.month, self.born.day) <= (day.year, day.month, day.day)


def stream_of(patron: str) -> str:
    """`patron:p1001`."""
    return f"patron:{patron}"


def find(now: Now, patron: str) -> Patron | None:
    """The patron of an id; None where nobody is called so."""
    record: Patron | None = now.record(stream_of(patron)) if is_id(patron) else None
    return record


def unknown(patron: str, field: str = "patron") -> No:
    """Return the refusal for an unknown id."""
    named = f"No patron is called {patron}." if is_id(patron) else "No patron is called so."
    return No(named, field=field, word="unknown_patron", status=404)


def refusal_to_play(now: Now, player: str) -> No | None:
    """Return the reason a patron may not play now; None where nothing is against it."""
    record = find(now, player)
    if record is None:
        return unknown(player, field="player")
    if not record.is_of_age_on(today(now)):
        return No(f"{player} is under {OF_AGE}.", clause="STAR 6.16(1)", word="under_18")
    return no_gaming(now, record)


def no_gaming(now: Now, record: Patron) -> No | None:
    """Return the reason a patron of age may not play: excluded, or at the end of the day's play time."""
    if ground := kept_out(record, today(now)):
        return No(f"{record.id} {ground.said}.", clause=ground.clause, word=ground.word)
    left = play_seconds_left(record, now.at, gaming_clock(now))
    if left is not None and left <= 0:
        return No(f"{record.id}'s play time for this gaming day is over.", field="player", word="play_time")
    return None


def today(now: Now) -> date:
    """The date on the wall of the house."""
    return local_day(now.at, ZoneInfo(gaming_clock(now).zone))


class Ground(NamedTuple):
    """Why the house keeps a patron from all gaming: `why` as tournaments call it, and what to say of them, by a clause.

    `said` follows the name of the patron.
    """

    why: str
    said: str
    clause: str
    word: str


def kept_out(record: Patron, day: date) -> Ground | None:
    """T-33, STAR 6.16(2), STAR 6.17[s1], STAR 6.14 tail[s2], STAR 6.16(3): the one record of who may not play here.

    Every table, every event, the desks and the cage ask it, whoever has entered it and wherever.
    """
    if exclusion := record.exclusion_on(day):
        said = f"is excluded {until(exclusion.until)}"
        return Ground(EXCLUDED, said, "STAR 6.16(2)", "excluded")
    if record.is_prevented_on(day):
        said = f"is under a temporary prevention of entry {until(record.prevented_until)}"
        return Ground(PREVENTED, said, "STAR 6.17[s1]", "tpoe")
    if record.harm is not None and record.harm.kind == REMOVED:
        said = "was removed from an event to prevent harm, and does not play until that is ended"
        return Ground(HARM, said, "STAR 6.14 tail[s2]", "barred")
    if record.withdrawn_by:
        said = f"is the subject of a withdrawal of licence from {record.withdrawn_by}"
        return Ground(WITHDRAWAL, said, "STAR 6.16(3)", "withdrawal_of_licence")
    return None


def until(day: date | None) -> str:
    if day == UNTIL_ENDED:
        return "until it is ended"
    return "for ever" if day is None else f"until {day.isoformat()}"


# Play time.


def played_seconds(record: Patron, at: int, clock: GamingClock = STANDARD_CLOCK) -> int:
    """Return the seconds played in the gaming day up to a moment; two tables at once count once."""
    begins = clock.start(clock.day(at))
    spans = record.played if record.playing_since is None else (*record.played, (record.playing_since, at))
    return sum(max(0, min(ended, at) - max(began, begins)) for began, ended in spans) // SECOND


def play_limit(record: Patron, at: int) -> int | None:
    """Return the minutes that the patron may play in the gaming day of a moment."""
    later = record.later_play_time
    return later.minutes if later and later.from_at <= at else record.play_minutes


def play_seconds_left(record: Patron, at: int, clock: GamingClock = STANDARD_CLOCK) -> int | None:
    """Return the play time left on this gaming day in seconds; None where there is no limit."""
    limit = play_limit(record, at)
    return None if limit is None else limit * 60 - played_seconds(record, at, clock)


def play_warning(record: Patron, at: int, clock: GamingClock = STANDARD_CLOCK) -> str:
    """Return the warning for a patron whose play time is running out; empty while there is time enough."""
    left = play_seconds_left(record, at, clock)
    if left is None or left > WARNING_MINUTES * 60:
        return ""
    if left <= 0:
        return "Your play time for this gaming day is over."
    minutes = -(-left // 60)
    are_left = "1 minute is left" if minutes == 1 else f"{minutes} minutes are left"
    return f"{are_left} of your play time for this gaming day."


def eligibility(record: Patron, at: int, clock: GamingClock = STANDARD_CLOCK) -> Person:
    """The patron as the desk of a tournament wants to know somebody (STAR 6.2, 6.13, 6.16, 6.17)."""
    zone = ZoneInfo(clock.zone)
    today = local_day(at, zone)
    gaming = [Period(local_seconds(began, zone), local_seconds(ended, zone)) for began, ended in record.played]
    if record.playing_since is not None:
        gaming.append(Period(local_seconds(record.playing_since, zone)))
    return Person(
        name=record.id,
        born=record.born,
        member=bool(record.membership),
        excluded=record.exclusion_on(today) is not None,
        withdrawal_of_licence=record.withdrawn_by,
        prevented=record.is_prevented_on(today),
        gaming=tuple(gaming),
        publicity=record.publicity,
        harm=record.harm.kind if record.harm else "",
    )


# What each event makes of the record.


def apply_patron(record: Patron | None, event: object, at: int) -> Patron:
    """The patron after an event."""
    if isinstance(event, PatronAdded):
        return Patron(event.id, event.name, event.born, event.membership, event.publicity)
    if record is None:
        raise TypeError(f"{type(event).__name__} cannot happen before somebody is known.")
    if isinstance(event, ACCESS_EVENTS):
        return record._replace(access=apply_access(record.access, event, at))
    if isinstance(event, CameToTable | LeftTable):
        return _apply_seat(record, event, at)
    return _apply_change(record, event, at)


def _apply_change(record: Patron, event: object, at: int) -> Patron:
    match event:
        case PatronChanged(name, born, membership, publicity):
            return record._replace(name=name, born=born, membership=membership, publicity=publicity)
        case Excluded(self_requested=True):
            return record._replace(own_order=Exclusion(event.until, event.reason, event.by))
        case Excluded():
            return record._replace(direction=Exclusion(event.until, event.reason, event.by), lift_asked=None)
        case LiftAsked():
            return record._replace(lift_asked=event)
        case ExclusionLifted():
            return record._replace(direction=None, lift_asked=None)
        case Prevented():
            return record._replace(prevented_until=event.until, prevented_at=event.where)
        case PreventionEnded():
            return record._replace(prevented_until=None, prevented_at="", harm=None)
        case KeptFromHarm():
            return record._replace(harm=event)
        case LicenceWithdrawn():
            return record._replace(licence_withdrawn_by=event.casino, licence_chosen=event.chosen)
        case PlayTimeSet():
            if event.from_at <= at:
                return record._replace(play_minutes=event.minutes, later_play_time=None)
            return record._replace(play_minutes=play_limit(record, at), later_play_time=event)
    raise TypeError(f"{type(event).__name__} does not happen to a patron.")


def _apply_seat(record: Patron, event: CameToTable | LeftTable, at: int) -> Patron:
    """Play time runs from the first table somebody comes to until the last one is left."""
    if isinstance(event, CameToTable):
        since = at if record.playing_since is None else record.playing_since
        return record._replace(at_tables=record.at_tables | {event.table}, playing_since=since)
    tables = record.at_tables - {event.table}
    if tables or record.playing_since is None:
        return record._replace(at_tables=tables)
    recent = tuple(span for span in record.played if span[1] > at - _REMEMBERED)
    return record._replace(at_tables=tables, playing_since=None, played=(*recent, (record.playing_since, at)))


def _apply_number(_record: int | None, event: Numbered, _at: int) -> int:
    return event.number


def _apply_membership(_record: str | None, event: MembershipHeld, _at: int) -> str:
    return event.patron


FAMILIES_OF_PATRONS: Mapping[str, Family] = {
    "patron": Family(
        apply_patron,
        kinds=(
            PatronAdded,
            PatronChanged,
            Excluded,
            LiftAsked,
            ExclusionLifted,
            Prevented,
            PreventionEnded,
            KeptFromHarm,
            LicenceWithdrawn,
            PlayTimeSet,
            CameToTable,
            LeftTable,
            *ACCESS_EVENTS,
        ),
        to_text=codec.encode_record,
        from_text=partial(codec.decode_record, Patron),
    ),
    # Which patron has which number of the loyalty programme, and the last number of a patron.
    "membership": Family(_apply_membership, kinds=(MembershipHeld,)),
    "register": Family(_apply_number, kinds=(Numbered,)),
}
