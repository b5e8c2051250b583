"""Whether somebody may play, at a glance: every reason against it with its clause, and how much time is left."""

from typing import NamedTuple
from zoneinfo import ZoneInfo

from pitboss.floor.cage.events import Direction
from pitboss.floor.cage.gaming_day import GamingClock
from pitboss.floor.cage.record import cage_of
from pitboss.floor.kernel import accounts
from pitboss.floor.kernel.days import local_day
from pitboss.floor.kernel.field_checks import is_id
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.premises import gaming_clock, premises_of
from pitboss.floor.people import patron_record
from pitboss.floor.people.directory import Listed
from pitboss.floor.people.patrons import OTHER_CASINO
from pitboss.floor.tables.stake_limits import limits_of
from pitboss.ledger import books
from pitboss.screens.common import process
from pitboss.screens.common.desk_words import short_day
from pitboss.screens.common.pages import Context, Visit
from pitboss.tournaments.entries.eligibility import CASINOS, OF_AGE, REMOVED

MOST_FOUND = 30
_LONGEST_SEARCH = 100


class Reason(NamedTuple):
    """One sentence on whether somebody may play. `tone` is no, soon or yes."""

    tone: str
    said: str
    clause: str = ""


def patron_of(floor: Floor, patron: str) -> patron_record.Patron | None:
    record: patron_record.Patron | None = floor.record(patron_record.stream_of(patron)) if is_id(patron) else None
    return record


def reasons(record: patron_record.Patron, at: int, clock: GamingClock) -> list[Reason]:
    """Return everything that stands against play now or soon, or that nothing does."""
    today = local_day(at, ZoneInfo(clock.zone))
    found = []
    if not record.is_of_age_on(today):
        found.append(Reason("no", f"Under {OF_AGE}: may not play.", "STAR 6.16(1)"))
    if exclusion := record.exclusion_on(today):
        whose = "by own order" if exclusion is record.own_order else "by direction of the house"
        said = f"Excluded {whose} {short_day(exclusion.until)}: {exclusion.reason}"
        found.append(Reason("no", said, "STAR 6.16(2)"))
    if record.is_prevented_on(today):
        ends = short_day(record.prevented_until)
        found.append(Reason("no", f"Temporary prevention of entry {ends}.", "STAR 6.17[s1]"))
    if record.harm:
        found.append(_harm(record.harm))
    if record.licence_withdrawn_by:
        found.append(_withdrawal(record))
    left = patron_record.play_seconds_left(record, at, clock)
    if left is not None and left <= 0:
        found.append(Reason("no", "Play time of this gaming day is over."))
    elif warning := patron_record.play_warning(record, at, clock):
        found.append(Reason("soon", warning.replace("your play time", "play time")))
    return found or [Reason("yes", "May play.")]


def _harm(harm: patron_record.KeptFromHarm) -> Reason:
    """STAR 6.14: removed from an event, and so from all gaming; or kept from entering events."""
    if harm.kind == REMOVED:
        return Reason("no", f"Removed from {harm.where} to prevent harm: {harm.reason}", "STAR 6.14 tail[s2]")
    return Reason("soon", f"Enters no tournament, on signs of harm: {harm.reason}", "STAR 6.14(b)(a)")


def _withdrawal(record: patron_record.Patron) -> Reason:
    """STAR 6.16(3): by one of three casinos, or by another one; what was typed once is shown as it is read."""
    typed, meant = record.licence_withdrawn_by, record.withdrawn_by
    asked = "" if record.licence_chosen or typed == meant else f" It was typed as “{typed}”: confirm it."
    if meant is None:
        said = f"Licence to enter withdrawn by {typed}, which does not count here.{asked}"
        return Reason("soon", said, "STAR 6.16(3)")
    return Reason("no", f"Licence to enter withdrawn by {meant}.{asked}", "STAR 6.16(3)")


class PlayTime(NamedTuple):
    """The play time of a gaming day in seconds, what is left of it, and a limit in minutes that holds from later on."""

    seconds: int
    left: int | None
    limit: int | None
    later: patron_record.PlayTimeSet | None
    is_playing: bool


def play_time(record: patron_record.Patron, at: int, clock: GamingClock) -> PlayTime:
    """The play time of this gaming day, what is left of it, and whether another limit has been set for later."""
    later = record.later_play_time if record.later_play_time and record.later_play_time.from_at > at else None
    seconds, left = patron_record.played_seconds(record, at, clock), patron_record.play_seconds_left(record, at, clock)
    return PlayTime(seconds, left, patron_record.play_limit(record, at), later, record.playing_since is not None)


def shown_patron(floor: Floor, record: patron_record.Patron) -> Context:
    """Return the desk's summary of a patron: standing, play time, money, vouchers and the cash of the day."""
    at, clock, cage = floor.clock(), gaming_clock(floor), cage_of(floor)
    account, day = accounts.patron(record.id), clock.day(at).isoformat()
    limit = premises_of(floor).large_cash
    return {
        "patron": record,
        "reasons": reasons(record, at, clock),
        "casinos": [*((each, each) for each in CASINOS), (OTHER_CASINO, "Another casino")],
        "play_time": play_time(record, at, clock),
        "balance": books.balance(account),
        "practice_balance": books.balance(accounts.practice(account)),
        "vouchers": {number: each for number, each in cage.vouchers.items() if each.patron == record.id},
        "cash": [
            {"words": words, "total": total, "is_flagged": total >= limit}
            for way, words in ((Direction.IN, "Cash in today"), (Direction.OUT, "Cash out today"))
            for total in [cage.cash_of(day, way, record.id)]
        ],
        "large_cash": limit,
        "stake_limits": limits_of(floor.records("table").values(), record.id, at),
    }


class ListedRow(NamedTuple):
    """Somebody in a list, with the first that is to be known of them."""

    listed: Listed
    reason: Reason


def listed_rows(floor: Floor, found: tuple[Listed, ...]) -> list[ListedRow]:
    """Patrons in a list: who they are, and what stands against their play."""
    at, clock = floor.clock(), gaming_clock(floor)
    rows = []
    for each in found:
        record = patron_of(floor, each.id)
        if record is not None:
            rows.append(ListedRow(each, reasons(record, at, clock)[0]))
    return rows


def found_by(visit: Visit) -> Context:
    """The patrons whom the words of a search may mean."""
    said = visit.request.GET.get("search", "").strip()[:_LONGEST_SEARCH]
    listed = process.directory().search(said, MOST_FOUND)
    return {"search": said, "rows": listed_rows(visit.floor, listed), "more": len(listed) == MOST_FOUND}
