"""The floats of all tables: what the books say, what was counted for a gaming day, and counting one."""

from typing import Any, NamedTuple

from django.http import HttpResponse

from pitboss.floor.cage import closing
from pitboss.floor.cage.record import Counts, cage_of, today
from pitboss.floor.kernel import accounts
from pitboss.floor.kernel.field_checks import day_from
from pitboss.ledger import books
from pitboss.screens.common.answers import not_found
from pitboss.screens.common.desk_words import CHIP_WORTHS
from pitboss.screens.common.pages import Drawn, Visit, page
from pitboss.screens.pit.views import PIT, pit_page


@page(*PIT)
def floats(visit: Visit) -> Drawn:
    return _floats_page(visit, "pit/tables/floats.html", "")


@page(*PIT)
def floats_now(visit: Visit) -> Drawn:
    return _floats_page(visit, "pit/tables/floats_now.html", visit.request.GET.get("table", ""))


@page(*PIT)
def count(visit: Visit, table: str) -> Drawn:
    return _floats_page(visit, "pit/tables/count.html", table)


def _floats_page(visit: Visit, template: str, table: str) -> HttpResponse | Any:
    day = visit.request.GET.get("day", "") or today(visit.floor.now())
    found = day_from(day)
    if found is None or not cage_of(visit.floor).last_closed < day <= today(visit.floor.now()):
        return not_found("such gaming day to count for")
    rows = rows_of(visit, day)
    if table and table not in {row.table for row in rows}:
        return not_found("table of that name where money is played for")
    due = [row.table for row in rows if row.is_due and row.table != table]
    shown_more = {"day": day, "rows": rows, "table": table, "worths": CHIP_WORTHS, "next_table": due[0] if due else ""}
    return pit_page(visit, template, **shown_more)


class FloatRow(NamedTuple):
    """The float of a table: by the books, and as it was counted in a day."""

    table: str
    title: str
    book: int
    counts: Counts
    is_due: bool


def rows_of(visit: Visit, day: str) -> list[FloatRow]:
    found, cage = day_from(day), cage_of(visit.floor)
    assert found is not None
    due = closing.uncounted_tables(visit.floor.now(), found)
    return [
        FloatRow(
            table=record.id,
            title=record.title,
            book=books.balance(accounts.at(record.id, "bank")),
            counts=cage.counts_of(day, record.id),
            is_due=record.id in due,
        )
        for record in visit.floor.records("table").values()
        if not record.is_practice and record.kit.card_room is None
    ]
