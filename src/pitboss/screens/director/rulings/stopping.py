"""An event that stops: suspended until another day with its return sheet, put off, or cancelled."""

from pitboss.floor.rulings.desk import COURSES
from pitboss.screens.common.answers import not_found
from pitboss.screens.common.pages import Drawn, Visit
from pitboss.screens.director.frame import RUN_BY, tournament_page
from pitboss.screens.director.rulings.common import rulings_page
from pitboss.tournaments.chips.counting import to_count
from pitboss.tournaments.clock import suspension
from pitboss.tournaments.entries.refunds import start_check
from pitboss.tournaments.entries.time_limits import twelve_hours
from pitboss.tournaments.event.log import Record


@tournament_page(*RUN_BY)
def stop(visit: Visit, record: Record, template: str = "stop.html") -> Drawn:
    return rulings_page(visit, record, template, "stop/", **_stopping(visit, record))


def _stopping(visit: Visit, record: Record) -> dict[str, object]:
    """The ways to stop the event at its stage, and what stands in the way of each now."""
    state, at = record.state, record.moment(visit.floor.clock())
    return {
        "busy": [table.number for table in state.tables.values() if table.hand is not None],
        "hours": twelve_hours(state, at) if state.started is not None else None,
        "entered": start_check(state).entrants,
        "sheet": suspension.return_sheet(state, at),
        "courses": COURSES,
    }


@tournament_page(*RUN_BY)
def stacks(visit: Visit, record: Record, table: int) -> Drawn:
    """The stacks of a table to be written down, a part of the page."""
    found = record.state.tables.get(table)
    if found is None:
        return not_found("table of that number")
    return rulings_page(visit, record, "stacks.html", "stop/", table=to_count(record.state, found))


@tournament_page(*RUN_BY)
def return_sheet(visit: Visit, record: Record) -> Drawn:
    """STAR 1-b: the sheet for tomorrow, to print."""
    sheet = suspension.return_sheet(record.state, record.moment(visit.floor.clock()))
    clauses = [record.state.rules.clause_for(each) for each in ("STAR 1-b[s2]", "STAR 1-b[s3]", "STAR 1-b[s4]")]
    return rulings_page(visit, record, "return_sheet.html", "stop/", sheet=sheet, clauses=clauses)
