"""The gaming day: its figures, what is still open before it can be closed, and whether everything balances."""

from datetime import timedelta
from typing import NamedTuple

from pitboss.floor.cage import closing
from pitboss.floor.cage.record import cage_of, today
from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.field_checks import day_from
from pitboss.floor.kernel.premises import gaming_clock
from pitboss.floor.reading import reports
from pitboss.journal import store
from pitboss.screens.cage.views import DESK, cage_page
from pitboss.screens.common.answers import not_found
from pitboss.screens.common.desk_words import day_in_words, sort_of_account
from pitboss.screens.common.formatting import day_and_time
from pitboss.screens.common.pages import Drawn, Visit, page

FIRST_YEAR, LAST_YEAR = 2000, 2999


class OtherDay(NamedTuple):
    """A gaming day to go to, and how it stands."""

    day: str
    state: str
    is_shown: bool


class ClosingTask(NamedTuple):
    """Something to be done before the day can be closed, and where."""

    said: str
    address: str = ""
    link: str = ""


@page(*DESK)
def gaming_day(visit: Visit, day: str = "") -> Drawn:
    """A day that was asked for, else the earliest that is not closed."""
    cage = cage_of(visit.floor)
    name = day or next(iter(cage.open_days), today(visit.floor.now()))
    found = day_from(name)
    if found is None or not FIRST_YEAR <= found.year <= LAST_YEAR or name > today(visit.floor.now()):
        return not_found("such gaming day: a day is written like 2026-01-31")
    clock = gaming_clock(visit.floor)
    closed = reports.closed_day(found) if name <= cage.last_closed else None
    report = closed or reports.day_report(found, clock)
    return cage_page(
        visit,
        "cage/day.html",
        day=name,
        report=report,
        is_closed=closed is not None,
        balance=[(sort_of_account(kind), cents) for kind, cents in report.trial_balance],
        balance_sum=sum(cents for _, cents in report.trial_balance),
        matters=[] if closed else [_matter(visit, name, no) for no in closing.still_open(visit.floor.now(), found)],
        waiting=_waiting(visit),
        other_days=_other_days(visit, name),
        ends_at=clock.span(found)[1],
    )


def _matter(visit: Visit, day: str, no: No) -> ClosingTask:
    """Return an obstacle to closing the day, with a link to where it can be put right."""
    cage = cage_of(visit.floor)
    match no.word:
        case "day_running":
            found = day_from(day)
            assert found is not None
            ends = gaming_clock(visit.floor).span(found)[1]
            return ClosingTask(f"The gaming day runs until {day_and_time(ends)}.")
        case "earlier_day":
            first = cage.open_days[0]
            return ClosingTask(f"{day_in_words(first)} must be closed first.", f"/cage/day/{first}", "To that day")
        case "round_running":
            return ClosingTask(no.reason, "/pit/", "To the tables")
        case "count_missing":
            return ClosingTask(no.reason, f"/pit/floats?day={day}", "Count the floats")
        case "till_open":
            return ClosingTask(no.reason, "/cage/till", "Close the till")
    return ClosingTask(no.reason)


def _waiting(visit: Visit) -> list[ClosingTask]:
    """Return the tasks that wait for somebody but do not hold up closing the day."""
    cage = cage_of(visit.floor)
    found = []
    if cage.chips:
        found.append(
            ClosingTask(f"Fills and credits that wait: {len(cage.chips)}.", "/cage/chips", "Fills and credits")
        )
    if cage.adjustments:
        said = f"Adjustments that wait for a second person: {len(cage.adjustments)}."
        found.append(ClosingTask(said, "/cage/adjustments", "Adjustments"))
    return found


def _other_days(visit: Visit, shown_day: str) -> list[OtherDay]:
    """The last two weeks, as far as there are books."""
    clock, cage = gaming_clock(visit.floor), cage_of(visit.floor)
    last = clock.day(visit.floor.clock())
    first = clock.day(store.tail(0, most=1)[0].at)
    found = []
    for back in range(14):
        day = (last - timedelta(days=back)).isoformat()
        if day < first.isoformat():
            break
        state = "closed" if day <= cage.last_closed else "runs" if back == 0 else "to be closed"
        if back and day > cage.last_closed and day not in cage.open_days:
            state = "nothing happened"
        found.append(OtherDay(day, state, day == shown_day))
    return found
