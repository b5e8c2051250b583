"""`GET /`: tables, tournaments, rules and sheets, and in a demo house its people."""

from typing import NamedTuple

from django.http import HttpResponse

from pitboss.floor.kernel.premises import premises_of
from pitboss.floor.kernel.roles import Role
from pitboss.floor.reading.views import TableRow, table_row
from pitboss.floor.tables.record import PRACTICE, TableRecord
from pitboss.games.play import HouseSettings
from pitboss.rulebook.book import rulebook
from pitboss.screens.common.formatting import round_money
from pitboss.screens.common.pages import ANYBODY, Context, Visit, draw, page
from pitboss.screens.common.tournaments import tournament_offer

_SECOND = 1_000_000
_MODES = {"practice": "practice", "house": "house", "live": "live dealer"}


@page(*ANYBODY)
def lobby(visit: Visit) -> HttpResponse:
    house = premises_of(visit.floor)
    return draw(
        visit,
        "lobby/lobby.html",
        **lobby_context(visit),
        documents=list(rulebook().documents.values()),
        day=house.clock.day(visit.floor.clock()),
        people=people(visit) if house.is_demo else [],
    )


@page(*ANYBODY)
def offers(visit: Visit) -> HttpResponse:
    """The part of the lobby that changes while somebody looks."""
    return draw(visit, "lobby/offers.html", **lobby_context(visit))


def lobby_context(visit: Visit) -> Context:
    floor = visit.floor
    rows = [
        TableOffer(table_row(record), record.state.settings.boxes, _MODES[record.mode], limits_of(record))
        for record in floor.records("table").values()
    ]
    at = floor.clock()
    return {
        "tables": [each for each in rows if each.row.mode != PRACTICE],
        "practice": [each for each in rows if each.row.mode == PRACTICE],
        "tournaments": [tournament_offer(record, at) for record in floor.records("tournament").values()],
    }


class TableOffer(NamedTuple):
    """A table as the lobby tells of it: the game, what is wagered, how many places are taken."""

    row: TableRow
    seats: int
    mode_words: str
    limits: str


def limits_of(record: TableRecord) -> str:
    """`$10–$500`, or the blinds where players play against each other."""
    settings = record.state.settings
    if isinstance(settings, HouseSettings):
        limit = next(iter(record.state.house.limits.values()), None)
        return f"{round_money(limit.least)}–{round_money(limit.most)}" if limit else ""
    blinds: tuple[int, ...] = getattr(settings, "blinds", ())
    return "Blinds " + " / ".join(round_money(blind) for blind in blinds)


class DemoPerson(NamedTuple):
    name: str
    id: str
    role: Role


def people(visit: Visit) -> list[DemoPerson]:
    """Everybody of a demo house with the roles they have, staff after players; of the players those who can sign in."""
    patrons = [
        DemoPerson(record.name, name.partition(":")[2], Role.PLAYER)
        for name, record in visit.floor.records("patron").items()
        if record.access.credential
    ]
    staff = [
        DemoPerson(record.name, name.partition(":")[2], role)
        for name, record in visit.floor.records("staff").items()
        for role in record.roles
    ]
    return [*patrons, *staff]
