"""Views for the registration desk: who may enter and how, who waits for what, and refunds.

Everything here is asked of the rules; nothing is decided.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from itertools import islice
from typing import Any, NamedTuple

from pitboss.floor.cage.gaming_day import GamingClock
from pitboss.floor.kernel.roles import Role
from pitboss.floor.people.gaming import person_at, seated_elsewhere
from pitboss.floor.people.patron_record import Patron, eligibility, play_limit, play_seconds_left
from pitboss.floor.tournaments.record import stream_of
from pitboss.games.frozen import Frozen
from pitboss.journal import codec, kinds
from pitboss.journal.models import Event
from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.entries import time_limits
from pitboss.tournaments.entries.eligibility import PREVENTED, REFUSED, day_asked, ineligible, requirements
from pitboss.tournaments.entries.entries import agreement_wanted, entrants_in, most_entrants, spare_seats
from pitboss.tournaments.entries.fees import METHODS, cannot_owe
from pitboss.tournaments.entries.refunds import RefundDue, left_of, refund_due, refunded_ahead
from pitboss.tournaments.entries.reserves import available
from pitboss.tournaments.event.contract import Role as DeskRole
from pitboss.tournaments.event.events import Entered, FeePaid
from pitboss.tournaments.event.log import Line, Record
from pitboss.tournaments.event.rulesets import BLINDED, RE_ENTRIES
from pitboss.tournaments.event.state import Entry, Moment, Person, Player, Status, Tournament, seat_of
from pitboss.tournaments.prizes.pool import ENTRIES, OPERATOR, PLAYER, last_entry
from pitboss.tournaments.seating.seating import open_seats

_ROWS = ("seq", "at", "kind", "version", "body")


# Whether somebody may enter.


class EntryCheck(NamedTuple):
    """One thing that is asked of an entrant: whether it is met, in a sentence, with its clause.

    `met` is None where it is neither, such as an agreement that is still to be signed.
    """

    subject: str
    met: bool | None
    said: str
    clause: str = ""


def checks(
    record: Record, patron: Patron, at: int, clock: GamingClock, others: Sequence[Record] = ()
) -> tuple[EntryCheck, ...]:
    """Everything that decides whether somebody may enter this event at a moment, each by itself.

    `others` are the events of the house: gaming there counts as well, and who sits there is said to.
    """
    person, moment = person_at(record, others, patron, at, clock), record.moment(at)
    state = with_person(record.state, person)
    asked = [
        EntryCheck(
            each.subject, each.refusal is None, _condition_words(state, patron, each.subject, moment), each.clause
        )
        if each.refusal is None
        else EntryCheck(each.subject, False, each.refusal.reason, each.refusal.clause)
        for each in sorted(requirements(state, person, moment), key=lambda each: _ORDER.index(each.subject))
    ]
    elsewhere = seated_elsewhere((each for each in others if each.id != record.id), patron)
    return (
        *asked,
        *_of_time(state, patron, at, moment, clock),
        *([EntryCheck("elsewhere", None, f"Sits elsewhere now: {'; '.join(elsewhere)}.")] if elsewhere else []),
        _of_entries(state, patron.id),
        *_of_agreement(state),
    )


def with_person(state: Tournament, person: Person) -> Tournament:
    """The event with somebody as the house knows them now."""
    return state._replace(people=Frozen({**state.people, person.name: person}))


def _condition_words(state: Tournament, patron: Patron, subject: str, at: Moment) -> str:
    if subject == "age":
        day, born = day_asked(state, at), patron.born
        years = day.year - born.year - ((day.month, day.day) < (born.month, born.day))
        return f"Aged {years} on the day."
    if subject == "member":
        return f"Member {patron.membership}."
    return _NOTHING_AGAINST[subject]


_NOTHING_AGAINST: Mapping[str, str] = {
    "excluded": "Not excluded.",
    "withdrawal": "No licence withdrawn.",
    PREVENTED: "No prevention of entry.",
    REFUSED: "Not refused or barred.",
}
# In what order a desk looks at somebody: the document of identity first.
_ORDER = ("age", "member", "excluded", "withdrawal", PREVENTED, REFUSED)


def _of_time(state: Tournament, patron: Patron, at: int, moment: Moment, clock: GamingClock) -> tuple[EntryCheck, ...]:
    """The play time that somebody has set for a gaming day; and at the Star the hours in 24 (STAR 6.13)."""
    limit, left = play_limit(patron, at), play_seconds_left(patron, at, clock)
    if left is None:
        own = EntryCheck("play_time", True, "No limit on play time.")
    elif left > 0:
        own = EntryCheck("play_time", True, f"{_minutes(left)} of {limit} minutes of play left today.")
    else:
        own = EntryCheck("play_time", False, f"The play time of {limit} minutes is over for this gaming day.")
    if state.rules.no_show != BLINDED:
        return (own,)
    gaming = time_limits.play_time(state, patron.id, moment)
    said = f"{time_limits.hours_told(gaming.seconds)} of gaming in 24 hours."
    return own, EntryCheck("gaming", not gaming.exceeded, said, "STAR 6.13[s2]")


def _minutes(seconds: int) -> int:
    return -(-seconds // 60)


def _of_entries(state: Tournament, player: Player) -> EntryCheck:
    """Return the check of the number of entries somebody has had."""
    entrant = state.entrants.get(player)
    used = 0 if entrant is None or entrant.status is Status.DEREGISTERED else entrant.entries
    comes_back = state.rules.coming_back == RE_ENTRIES
    again = state.conditions.reentries if comes_back else 0
    clause = "STAR 6.5[s1]" if comes_back else state.clause("one_entry")
    if again is None:
        return EntryCheck("entries", True, f"{used} entries so far, of any number.", clause)
    most = again + 1
    return EntryCheck("entries", used < most, f"{used} of {most} {'entry' if most == 1 else 'entries'} used.", clause)


def _of_agreement(state: Tournament) -> tuple[EntryCheck, ...]:
    clause = agreement_wanted(state)
    if not clause:
        return ()
    return (EntryCheck("agreement", None, "Must agree in writing with the rules and the conditions.", clause),)


def under_age(record: Record, name: str, born: date, at: int) -> Refusal | None:
    """STAR 6.16(1): why somebody who is not known yet would be too young for this event."""
    asked = requirements(record.state, Person(name, born=born, member=True), record.moment(at))
    return next((each.refusal for each in asked if each.subject == "age"), None)


def stands_against(record: Record, patron: Patron, at: int, clock: GamingClock) -> str:
    """A word for a list of people: what stands against an entry at first sight, or nothing."""
    person = eligibility(patron, at, clock)
    refusal = ineligible(record.state, person, record.moment(at))
    return refusal.word if refusal else ""


# How a fee is paid.


class Way(NamedTuple):
    """A way to pay: its name, particulars of the command, and what is paid with on the spot."""

    name: str
    given: Mapping[str, Any]
    paid_by: str = ""
    voucher: int | None = None


def ways(state: Tournament, role: Role, do: str, vouchers: Iterable[int] = ()) -> tuple[Way, ...]:
    """STAR 6.3[s3], STAR 2-a, STAR 6.3[s2]: how somebody of a role may take the fee by a command.

    Money is taken on the spot by a cashier, also by one of these vouchers of the patron; promotion, and fees that are
    paid later, are the director's to allow.
    """
    found = [Way("account", {})]
    if role is Role.CASHIER:
        found += [Way("cash", {}, "cash"), Way("debit_card", {}, "debit_card")]
        # A transfer is not among what the one document names that names something.
        found += [] if state.rules.prefix in METHODS else [Way("eft", {}, "eft")]
        found += [Way("voucher", {}, "voucher", number) for number in vouchers]
    if role is not Role.CASHIER and do != "pay_fee":
        found.append(Way("operator", {"payer": OPERATOR}))
    if do == "register" and role is not Role.CASHIER and cannot_owe(state, PLAYER, DeskRole.DIRECTOR) is None:
        found.append(Way("later", {"unpaid": True}))
    return tuple(found)


# The list of entries.


class EntryRow(NamedTuple):
    """An entry with where it has led: the entrant's status and seat, where it is the one they are in the event with.

    `left` is what has been paid for it and not gone back.
    """

    entry: Entry
    status: str
    table: int | None
    seat: int | None
    left: int


def entry_rows(state: Tournament) -> list[EntryRow]:
    """Every entry in the order of their numbers."""
    seats = {name: (table.number, seat) for table in state.tables.values() for seat, name in table.seats.items()}
    last = {player: last_entry(state, player).number for player in {entry.player for entry in state.entries}}
    return [_row(state, entry, seats, last[entry.player]) for entry in state.entries]


def _row(state: Tournament, entry: Entry, seats: Mapping[Player, tuple[int, int]], last: int) -> EntryRow:
    left = sum(left_of(entry))
    if entry.kind not in ENTRIES:
        return EntryRow(entry, "bought", None, None, left)
    if entry.number != last or entry.player not in state.entrants:
        return EntryRow(entry, "undone" if not entry.in_pool else "over", None, None, left)
    status = state.entrants[entry.player].status.value
    table, seat = seats.get(entry.player, (None, None))
    return EntryRow(entry, status, table, seat, left)


def entries_of(state: Tournament, player: Player) -> list[EntryRow]:
    """The entries of one person, the newest first."""
    return [row for row in reversed(entry_rows(state)) if row.entry.player == player]


def lines_about(record: Record, player: Player, most: int) -> list[Line]:
    """Return the log lines about a person, the newest first; undone steps are marked."""
    named = re.compile(rf"\b{re.escape(player)}\b")
    found = (line for line in reversed(record.log) if any(named.search(told.text) for told in line.step.told))
    return list(islice(found, most))


# The queue.


class Wait(NamedTuple):
    """Somebody who waits: for what, by which clause, and how many stand before them."""

    player: Player
    kind: str
    place: int
    for_what: str
    clause: str


def waiting(state: Tournament) -> list[Wait]:
    """STAR 1-f[s2], STAR 1-g[s3]: everybody who waits, in the order in which they will be seated."""
    clauses = state.rules.clauses
    first = "a seat that is given back before the start" if state.started is None else "the next open seat"
    alternates = clauses.get("alternates" if state.started is None else "from_queue", state.clause("reserve"))
    found = [
        Wait(player, "alternate", place, first if place == 1 else f"a seat, after {place - 1} before them", alternates)
        for place, player in enumerate(state.alternates, start=1)
    ]
    before = len(found)
    found += [
        Wait(player, "re-entry", place, _after(place - 1), "STAR 1-g[s3]")
        for place, player in enumerate(state.reentries, start=before + 1)
    ]
    owing = [name for name, entrant in state.entrants.items() if entrant.status is Status.UNPAID]
    found += [Wait(player, "unpaid", 0, "the fee: no seat until it is paid", state.clause("fee")) for player in owing]
    reserves = enumerate(available(state), start=1)
    found += [Wait(player, "reserve", n, "the seat of a no-show", state.clause("reserve")) for n, player in reserves]
    return found


def _after(others: int) -> str:
    return f"a seat, after {others} before them, alternates first" if others else "the next open seat"


def seats_free(state: Tournament) -> int:
    """Seats that somebody could have now: of the tables in play, or of the room before the start."""
    return len(open_seats(state)) if state.tables else spare_seats(state)


def room(state: Tournament) -> tuple[int, int]:
    """STAR 6.12: how many have entered, and how many may."""
    return entrants_in(state), most_entrants(state)


# Money back.


class Back(NamedTuple):
    """The refund of a cancellation: as of now, and at the director's discretion.

    `until` is the last moment at which both fees come back by right; None where that never is, or no start is fixed.
    `paid` is what there is to give back.
    """

    due: RefundDue
    agreed: RefundDue
    until: Moment | None
    paid: int


def money_back(record: Record, player: Player, at: int) -> Back:
    """STAR 6.10: what the rules give back to somebody who cancels at a moment, and why."""
    state, moment = record.state, record.moment(at)
    ahead, start = refunded_ahead(state), state.conditions.start
    until = None if ahead is None or start is None else start - ahead
    paid = sum(left_of(last_entry(state, player)))
    return Back(refund_due(state, player, moment), refund_due(state, player, moment, discretion=True), until, paid)


# Paper.


class Written(NamedTuple):
    """Where the journal tells of an entry, and when it was written there (microseconds since 1970, UTC)."""

    seq: int
    at: int


def entry_record(record: Record, number: int) -> Written | None:
    """STAR 6.1: where the journal has the payment of an entry; where it is still owed, the entry itself.

    A number is given out again after its entry was undone, so that the newest one counts.
    """
    told_by = [kinds.kind_of(each) for each in (Entered, FeePaid)]
    rows = Event.objects.filter(stream=stream_of(record.id), kind__in=told_by).order_by("-position")
    for seq, at, kind, version, body in rows.values_list(*_ROWS).iterator():
        if codec.decode(kind, version, body).entry.number == number:
            return Written(seq, at)
    return None


class SeatCard(NamedTuple):
    """The text of an entrant's seat card; without a seat, the reason there is none yet."""

    player: Player
    entry: int
    table: int | None
    seat: int | None
    stack: int
    waits: str
    clause: str


def seat_cards(state: Tournament, *, table: int | None = None, player: str = "") -> list[SeatCard]:
    """STAR 6.15, STAR 7.8: the cards, with the names, of all in the event, of one table or of one person, by seat."""
    numbers = {entry.player: entry.number for entry in state.entries}
    found = [
        _card(state, name, numbers.get(name, 0))
        for name, entrant in state.entrants.items()
        if entrant.status in _HOLD_A_CARD and player in ("", name)
    ]
    chosen = [card for card in found if table is None or card.table == table]
    return sorted(chosen, key=lambda card: (card.table is None, card.table or 0, card.seat or 0, card.entry))


_HOLD_A_CARD = (
    *(Status.REGISTERED, Status.UNPAID, Status.SEATED, Status.ALTERNATE, Status.WAITING_REENTRY),
    Status.ADVANCED,
)


def _card(state: Tournament, name: Player, entry: int) -> SeatCard:
    entrant, place = state.entrants[name], seat_of(state, name)
    if place is not None:
        return SeatCard(name, entry, *place, entrant.stack or state.conditions.stack, "", state.clause("ballot"))
    wait = next((each for each in waiting(state) if each.player == name), None)
    if wait is None:
        said, clause = "The seat is drawn before play.", state.clause("ballot")
    elif wait.kind == "unpaid":
        said, clause = "No seat until the fee is paid.", wait.clause
    else:
        said, clause = f"Number {wait.place} in the queue for a seat.", wait.clause
    return SeatCard(name, entry, None, None, state.conditions.stack, said, clause)
