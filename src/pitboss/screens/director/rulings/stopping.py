"""An event that stops: suspended until another day with its return sheet, put off, or cancelled."""

from pitboss.floor.rulings import desk as ruling_desk
from pitboss.screens.common.answers import not_found
from pitboss.screens.common.pages import Drawn, Visit
from pitboss.screens.director.frame import RUN_BY, tournament_page
from pitboss.screens.director.rulings.common import rulings_page
from pitboss.tournaments.chips.counting import to_count
from pitboss.tournaments.event.log import Record


@tournament_page(*RUN_BY)
def stop(visit: Visit, record: Record, template: str = "stop.html") -> Drawn:
    return rulings_page(visit, record, template, "stop/", **_stopping(visit, record))


def _stopping(visit: Visit, record: Record) -> dict[str, object]:
    at = record.moment(visit.floor.clock())
    return {
        "stopping": ruling_desk.stopping(record.state, at),
        "sheet": ruling_desk.return_sheet(record, at),
        "courses": ruling_desk.COURSES,
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
    sheet = ruling_desk.return_sheet(record, record.moment(visit.floor.clock()))
    return rulings_page(visit, record, "return_sheet.html", "stop/", sheet=sheet)
