"""The cage: patrons and their money, the till, vouchers, chips for the tables, adjustments and flags."""

from datetime import timedelta
from typing import Any, NamedTuple

from django.http import HttpResponse

from pitboss.floor.cage.record import cage_of, today
from pitboss.floor.kernel import accounts
from pitboss.floor.kernel.approvals import waiting_at
from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.permissions import may
from pitboss.floor.kernel.premises import gaming_clock, premises_of
from pitboss.floor.kernel.roles import Role
from pitboss.floor.people.patron_record import Patron, unknown
from pitboss.floor.people.staff import other_people, who_could
from pitboss.floor.reading import reports
from pitboss.floor.tables.record import LIVE
from pitboss.ledger import reading
from pitboss.ledger.reading import Period
from pitboss.screens.cage import vouchers
from pitboss.screens.common.answers import not_found
from pitboss.screens.common.desk_words import METHODS, NOTES, WORDS
from pitboss.screens.common.pages import Context, Drawn, Visit, draw, page
from pitboss.screens.common.patron_standing import found_by, patron_of, shown_patron

DESK = (Role.CASHIER, Role.SUPERVISOR, Role.MANAGER)
SECTIONS = (
    ("Patrons", "/cage/"),
    ("Till", "/cage/till"),
    ("Vouchers", "/cage/vouchers"),
    ("Fills and credits", "/cage/chips"),
    ("Adjustments", "/cage/adjustments"),
    ("Flags", "/cage/flags"),
    ("Gaming day", "/cage/day"),
)
MOST_LINES = 200
# How far back movements can be asked for.
_SPANS = ((1, "Today"), (7, "Seven days"), (30, "Thirty days"))


class RequestLine(NamedTuple):
    """A command that waits for a second person: why it does, who gave it and, to that person, for whom it waits."""

    number: int
    reason: str
    by: str
    waits_for: str = ""


def cage_page(visit: Visit, template: str, **more: Any) -> HttpResponse:
    """A page of the cage or a part of one, with what the desk's templates say and what the person may do."""
    common: Context = {
        "sections": SECTIONS,
        "here": visit.request.path,
        "may": lambda command: may(visit.actor.role, command),
        "today": today(visit.floor.now()),
        **WORDS,
    }
    return draw(visit, template, **(common | more))


# Patrons.


@page(*DESK)
def home(visit: Visit) -> HttpResponse:
    return cage_page(visit, "cage/home.html", **found_by(visit), **waiting(visit), patron=None)


@page(*DESK)
def search_list(visit: Visit) -> HttpResponse:
    """The list under the search, while somebody types."""
    return cage_page(visit, "cage/patrons/found.html", **found_by(visit))


@page(*DESK)
def waits(visit: Visit) -> HttpResponse:
    """Draw the list of what waits for the cage."""
    return cage_page(visit, "cage/waits.html", **waiting(visit))


def waiting(visit: Visit) -> Context:
    cage = cage_of(visit.floor)
    open_days = [day for day in cage.open_days if day < today(visit.floor.now())]
    return {"cage": cage, "chips": list(cage.chips.values()), "overdue": open_days, "second": second_person(visit)}


def second_person(visit: Visit) -> list[RequestLine]:
    """What waits for a second person: that of this person, and that of others to which this person could agree."""
    now, actor, found = visit.floor.now(), visit.actor, []
    for asked in (each.asked for each in waiting_at(now, now.at)):
        if asked.by == actor.person:
            could = [f"{member.name} ({role})" for member, role in who_could(now, asked.by, asked.roles)]
            found.append(RequestLine(asked.number, asked.reason, asked.by, " or ".join(could or asked.roles)))
        elif actor.role in asked.roles and other_people(now, asked.by, actor.person):
            found.append(RequestLine(asked.number, asked.reason, asked.by))
    return found


@page(*DESK)
def patron(visit: Visit, patron: str) -> Drawn:
    record = patron_of(visit.floor, patron)
    if record is None:
        return unknown(patron)
    more = {**found_by(visit), **shown_patron(visit.floor, record), **movements(visit, record)}
    tables = {"tables": money_tables(visit), "live_tables": live_tables(visit)}
    return cage_page(visit, "cage/patrons/patron.html", methods=METHODS, **tables, **more)


@page(*DESK)
def patron_now(visit: Visit, patron: str) -> Drawn:
    """The part of a patron's page that changes: standing, money, vouchers."""
    record = patron_of(visit.floor, patron)
    return (
        unknown(patron)
        if record is None
        else cage_page(visit, "cage/patrons/now.html", **shown_patron(visit.floor, record))
    )


@page(*DESK)
def ledger(visit: Visit, patron: str) -> Drawn:
    record = patron_of(visit.floor, patron)
    return (
        unknown(patron) if record is None else cage_page(visit, "cage/patrons/ledger.html", **movements(visit, record))
    )


def movements(visit: Visit, record: Patron) -> Context:
    """The money of a patron in the last days, the newest movement first."""
    asked = visit.request.GET.get("days", "")
    days = int(asked) if asked in {str(days) for days, _ in _SPANS} else 1
    clock = gaming_clock(visit.floor)
    first = clock.day(visit.floor.clock()) - timedelta(days=days - 1)
    lines = reading.statement(accounts.patron(record.id), Period(clock.start(first)))
    newest = lines[: -MOST_LINES - 1 : -1]
    return {"patron": record, "lines": newest, "lines_of": len(lines), "days": days, "spans": _SPANS}


def money_tables(visit: Visit) -> list[tuple[str, str]]:
    """The tables where one may buy in."""
    records = visit.floor.records("table").values()
    return [(each.id, each.title) for each in records if not each.is_practice]


def live_tables(visit: Visit) -> list[tuple[str, str]]:
    """The tables where a dealer puts down what players say."""
    return [(each.id, each.title) for each in visit.floor.records("table").values() if each.mode == LIVE]


@page(*DESK)
def new_patron(visit: Visit) -> HttpResponse:
    return cage_page(visit, "cage/patrons/new_patron.html", **found_by(visit), patron=None)


# The till.


@page(*DESK)
def till(visit: Visit, template: str = "cage/till.html") -> HttpResponse:
    return cage_page(visit, template, notes=NOTES, **till_now(visit))


def till_now(visit: Visit) -> Context:
    """The till, and how it was counted today."""
    cage = cage_of(visit.floor)
    return {"till": cage.till, "counts": vouchers.till_counts(today_period(visit))}


# Vouchers.


@page(*DESK)
def all_vouchers(visit: Visit) -> HttpResponse:
    return cage_page(visit, "cage/vouchers/vouchers.html", cage=cage_of(visit.floor))


@page(*DESK)
def voucher(visit: Visit, number: int) -> Drawn:
    written = vouchers.find_voucher(number)
    if written is None:
        return not_found("voucher of that number")
    is_open = number in cage_of(visit.floor).vouchers
    return cage_page(visit, "cage/vouchers/voucher.html", voucher=written, is_open=is_open)


@page(*DESK)
def print_voucher(visit: Visit, number: int) -> Drawn:
    """80 mm of paper. What is not worth anything any more cannot be printed again."""
    written = vouchers.find_voucher(number)
    if written is None:
        return not_found("voucher of that number")
    if number not in cage_of(visit.floor).vouchers:
        return No(f"Voucher {number} is redeemed or void.", word="voucher_used")
    return cage_page(visit, "cage/vouchers/voucher_paper.html", voucher=written)


# What takes two people.


@page(*DESK)
def chips(visit: Visit, template: str = "cage/chips.html") -> HttpResponse:
    return cage_page(visit, template, **waiting(visit), recent=vouchers.chips_moved(today_period(visit)))


@page(*DESK)
def adjustments(visit: Visit) -> HttpResponse:
    return cage_page(
        visit, "cage/adjustments/adjustments.html", cage=cage_of(visit.floor), choices=account_choices(visit)
    )


@page(*DESK)
def adjustments_now(visit: Visit) -> HttpResponse:
    return cage_page(visit, "cage/adjustments/adjustments_now.html", cage=cage_of(visit.floor))


@page(*DESK)
def adjustment(visit: Visit, number: int) -> Drawn:
    """One correction that waits, for the second person to look at."""
    asked = cage_of(visit.floor).adjustments.get(number)
    if asked is None:
        return No("No adjustment with this number is waiting.", word="not_waiting", status=404)
    return cage_page(visit, "cage/adjustments/adjustment.html", asked=asked)


def account_choices(visit: Visit) -> list[str]:
    """Accounts that people correct often; any other that may be corrected can be written."""
    ways = [accounts.world(method) for method, _ in METHODS if method != "voucher"]
    return [accounts.FUNDS, *ways, *(f"float:{table}" for table, _ in money_tables(visit))]


def today_period(visit: Visit) -> Period:
    clock = gaming_clock(visit.floor)
    return Period(*clock.span(clock.day(visit.floor.clock())))


# Flags.


@page(*DESK)
def flags(visit: Visit) -> HttpResponse:
    """Cash that has to be reported, day by day, the newest first; for printing too."""
    flagged: dict[str, list[Any]] = {}
    for each in reversed(reports.large_cash()):
        flagged.setdefault(each.day, []).append(each)
    return cage_page(visit, "cage/flags.html", flagged=flagged, large_cash=premises_of(visit.floor).large_cash)
