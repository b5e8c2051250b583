"""`/director/<tournament>/entries/`: the registration desk, its parts, and what it prints."""

from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.field_checks import day_from
from pitboss.floor.kernel.permissions import may
from pitboss.floor.kernel.premises import gaming_clock
from pitboss.floor.kernel.preview import preview
from pitboss.floor.kernel.roles import Role
from pitboss.floor.people.directory import Listed
from pitboss.floor.people.patron_record import Patron, unknown
from pitboss.floor.people.patrons import AddPatron
from pitboss.floor.reading.tournaments import entries
from pitboss.floor.tournaments.commands import Desk
from pitboss.journal import store
from pitboss.screens.common import formatting, process
from pitboss.screens.common.acting import answer_done, answer_refusal, given_by, poster
from pitboss.screens.common.answers import NOT_SIGNED_IN, not_found
from pitboss.screens.common.forms import whole
from pitboss.screens.common.middleware import logged_of
from pitboss.screens.common.pages import Context, Drawn, Visit
from pitboss.screens.common.patron_standing import patron_of
from pitboss.screens.common.tournaments import find
from pitboss.screens.director.frame import DESK, tournament_page, tournament_part
from pitboss.screens.director.registration.people import refusal_now, shown_person
from pitboss.screens.director.registration.words import SHOWS, WORDS
from pitboss.tournaments.entries.eligibility import asks_for, clause_about
from pitboss.tournaments.entries.entries import not_open
from pitboss.tournaments.entries.refunds import refunded_ahead
from pitboss.tournaments.event.log import Record
from pitboss.tournaments.event.state import Status
from pitboss.tournaments.prizes.standings import public_name
from pitboss.tournaments.seating.ballot import apart_clause

MOST_FOUND = 12
_LONGEST_SEARCH = 100


def desk(visit: Visit, record: Record, template: str, **more: Any) -> HttpResponse:
    """A page of the registration desk or a part of one."""
    state = record.state
    common = {
        **WORDS,
        "starts_at": state.conditions.start if state.started is None else state.started,
        "for_members": asks_for(state, "member"),
        "may_add": may(visit.actor.role, "add_patron"),
        "clauses": {
            "age": clause_about(state, "age"),
            "fee": state.clause("fee"),
            "apart": apart_clause(state),
            "closing": state.rules.clause_for("STAR 1-e[s2]"),
            "transfer": state.clause("substitute"),
        },
    }
    return tournament_part(visit, record, f"director/registration/{template}", **common, **more)


# The desk.


@tournament_page(*DESK)
def home(visit: Visit, record: Record) -> Drawn:
    """The whole desk; `player` chooses somebody, `choose` takes the first who is found, `new` adds somebody."""
    found = found_by(visit, record)
    if "choose" in visit.request.GET:
        return _to_the_first(record, found)
    chosen = visit.request.GET.get("player", "")
    patron = patron_of(visit.floor, chosen) if chosen else None
    if chosen and patron is None:
        return unknown(chosen)
    person = {"patron": None} if patron is None else shown_person(visit, record, patron)
    more = {**found._asdict(), **now_of(visit, record), **entries_wanted(visit, record), **person}
    return desk(visit, record, "home.html", is_new="new" in visit.request.GET, **more)


def _to_the_first(record: Record, found: "Search") -> HttpResponse:
    """Enter in the search: the first of those who are called so, or where nobody is, the form for a new member."""
    query = {"search": found.search}
    query |= {"player": found.rows[0].listed.id} if found.rows else {"new": "1"}
    return HttpResponseRedirect(f"/director/{record.id}/entries/?{urlencode(query)}")


@tournament_page(*DESK)
def search_list(visit: Visit, record: Record) -> HttpResponse:
    """The list under the search, while somebody types."""
    return desk(visit, record, "found.html", patron=None, **found_by(visit, record)._asdict())


@tournament_page(*DESK)
def others(visit: Visit, record: Record) -> HttpResponse:
    """People to choose from in a form that needs a second one; `field` is the particular that names them."""
    asks = visit.request.GET
    field = "other" if asks.get("field") == "other" else "person"
    return desk(visit, record, "others.html", field=field, own=asks.get("own", ""), **found_by(visit, record)._asdict())


class Found(NamedTuple):
    """Somebody whom the search has found: how they stand in the event, and what stands against an entry."""

    listed: Listed
    status: str
    against: str


class Search(NamedTuple):
    search: str
    rows: list[Found]
    is_more: bool


def found_by(visit: Visit, record: Record) -> Search:
    # The key that leads to the search may be pressed while one is there already.
    said = visit.request.GET.get("search", "").strip().lstrip("/")[:_LONGEST_SEARCH]
    people = process.directory().search(said, MOST_FOUND)
    at, clock = visit.floor.clock(), gaming_clock(visit.floor)
    rows: list[Found] = []
    for each in people:
        patron = patron_of(visit.floor, each.id)
        entrant = record.state.entrants.get(each.id)
        if patron is not None:
            against = entries.stands_against(record, patron, at, clock)
            is_in = entrant is not None and entrant.status is not Status.DEREGISTERED
            rows.append(Found(each, entrant.status.value if is_in and entrant else "", against))
    return Search(said, rows, len(people) == MOST_FOUND)


@tournament_page(*DESK)
def person(visit: Visit, record: Record) -> Drawn:
    """The part about whoever stands at the desk, as it changes."""
    patron = _patron_in(visit)
    if isinstance(patron, No):
        return patron
    return desk(visit, record, "person.html", **shown_person(visit, record, patron))


def _patron_in(visit: Visit) -> Patron | No:
    chosen = visit.request.GET.get("player", "")
    return patron_of(visit.floor, chosen) or unknown(chosen)


def add(request: HttpRequest, tournament: str) -> HttpResponse:
    """A new member for this event: who would be too young for it is not taken in here (STAR 6.16(1))."""
    visit = poster(request)
    if isinstance(visit, HttpResponse):
        return visit
    logged_of(request).command = "add_patron"
    record = find(visit, tournament)
    no = NOT_SIGNED_IN if visit.actor.role is Role.VISITOR else record if isinstance(record, No) else None
    given = no or given_by(request, AddPatron)
    if isinstance(given, No):
        return answer_refusal(visit, given)
    command, key = given
    assert isinstance(command, AddPatron)
    assert isinstance(record, Record)
    done = _too_young(visit, record, command) or visit.floor.execute(visit.actor, command, key)
    return answer_refusal(visit, done) if isinstance(done, No) else answer_done(visit, "add_patron", command, done)


def _too_young(visit: Visit, record: Record, command: AddPatron) -> No | None:
    born = day_from(command.date_of_birth)
    name = command.name.strip() or "This person"
    refusal = None if born is None else entries.under_age(record, name, born, visit.floor.clock())
    if refusal is None:
        return None
    return No(refusal.reason, clause=refusal.clause, field="date_of_birth", word=refusal.word)


# What changes while others work.


@tournament_page(*DESK)
def now(visit: Visit, record: Record) -> HttpResponse:
    """Counts and the queue."""
    return desk(visit, record, "now.html", **now_of(visit, record))


def now_of(visit: Visit, record: Record) -> Context:
    state = record.state
    moment = record.moment(visit.floor.clock())
    entered, most = entries.room(state)
    dropped = preview(visit.floor, visit.actor, Desk(tournament=record.id, do="drop_queue"))
    return {
        "closed": not_open(state, moment),
        "waiting": entries.waiting(state),
        "entered": entered,
        "most": most,
        "free": entries.seats_free(state),
        "queue_no": refusal_now(visit, record, "seat_from_queue"),
        "drop_no": dropped if isinstance(dropped, No) else None,
        "drop_cents": 0 if isinstance(dropped, No) else sum(move.amount for move in dropped.moves),
        "draw_no": refusal_now(visit, record, "draw_seats"),
    }


@tournament_page(*DESK)
def entry_list(visit: Visit, record: Record) -> HttpResponse:
    return desk(visit, record, "list.html", **entries_wanted(visit, record))


def entries_wanted(visit: Visit, record: Record) -> Context:
    """The entries that somebody wants to see, the newest first."""
    show = visit.request.GET.get("show", "all")
    show = show if show in SHOWS else "all"
    words = visit.request.GET.get("find", "").strip()[:_LONGEST_SEARCH].casefold().split()
    rows = [
        row for row in reversed(entries.entry_rows(record.state)) if _is_shown(row, show) and _is_called(row, words)
    ]
    return {"show": show, "find": " ".join(words), "entries": rows, "entries_of": len(record.state.entries)}


def _is_shown(row: entries.EntryRow, show: str) -> bool:
    statuses = SHOWS[show][1]
    return not statuses or row.status in statuses or (show == "back" and row.entry.refunded > 0)


def _is_called(row: entries.EntryRow, words: list[str]) -> bool:
    if not words:
        return True
    told = f"{row.entry.number} {row.entry.player} {formatting.name_of(f'patron:{row.entry.player}')}".casefold()
    return all(word in told for word in words)


# Paper.


@tournament_page(*DESK)
def receipt(visit: Visit, record: Record, number: int) -> Drawn:
    """STAR 6.1: 80 mm of paper for an entry, as it stands now."""
    row = next((each for each in entries.entry_rows(record.state) if each.entry.number == number), None)
    place = None if row is None else entries.entry_record(record, number)
    if row is None or place is None:
        return not_found("entry of that number")
    has_card = bool(entries.seat_cards(record.state, player=row.entry.player))
    more = {"row": row, "place": place, "ahead": refunded_ahead(record.state), "has_card": has_card}
    return desk(visit, record, "receipt.html", **more)


@tournament_page(*DESK)
def cards(visit: Visit, record: Record) -> Drawn:
    """A7 for each entrant: of everybody, of one table, or of one person."""
    asks = visit.request.GET
    table, player = asks.get("table", ""), asks.get("player", "")
    number = whole(table)
    if table and number not in record.state.tables:
        return not_found("table of that number")
    found = entries.seat_cards(record.state, table=number, player=player)
    if player and not found:
        return not_found("entrant of that number in the event")
    return desk(visit, record, "seat_cards.html", cards=found, table=table, player=player)


class SeatListRow(NamedTuple):
    """A line of the seat list."""

    card: entries.SeatCard
    surname: str
    first: str


@tournament_page(*DESK)
def seat_list(visit: Visit, record: Record) -> HttpResponse:
    """Everybody by surname with table and seat; for the wall only with the names of who agreed (STAR 6.20)."""
    is_public = "public" in visit.request.GET
    named: list[SeatListRow] = []
    unnamed: list[SeatListRow] = []
    for card in entries.seat_cards(record.state):
        if is_public and (number := public_name(record.state, card.player)) != card.player:
            unnamed.append(SeatListRow(card, number, ""))
        else:
            first, _, surname = formatting.name_of(f"patron:{card.player}").rpartition(" ")
            named.append(SeatListRow(card, surname, first))
    named.sort(key=lambda row: (row.surname.casefold(), row.first.casefold()))
    unnamed.sort(key=lambda row: row.card.entry)
    return desk(visit, record, "seat_list.html", rows=named + unnamed, is_public=is_public, journal=store.last_seq())
