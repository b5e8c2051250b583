"""The pit: all tables at once, and one table with everything that a supervisor does there."""

from typing import Any

from django.http import HttpResponse

from pitboss.floor.cage.record import cage_of, today
from pitboss.floor.kernel import accounts
from pitboss.floor.kernel.field_checks import is_id
from pitboss.floor.kernel.permissions import may
from pitboss.floor.kernel.roles import Role
from pitboss.floor.reading.sittings import last_rounds
from pitboss.floor.tables.record import TableRecord, stream_of
from pitboss.games.play import HouseSettings
from pitboss.ledger import books
from pitboss.screens.common.answers import not_found
from pitboss.screens.common.desk_words import WORDS
from pitboss.screens.common.pages import Context, Drawn, Visit, draw, page
from pitboss.screens.pit.overview import MODES, overview, seats_of_table, waits_of, won_today

PIT = (Role.SUPERVISOR, Role.MANAGER)
_FOR_ALL = (
    ("Tables", "/pit/"),
    ("People", "/pit/people"),
    ("Floats", "/pit/floats"),
    ("Rulings", "/pit/rulings"),
)
_FOR_MANAGERS = (("House", "/pit/house"), ("Staff", "/pit/staff"), ("Devices", "/pit/devices"))
MOST_ROUNDS = 20
_GROUNDS = (
    ("impractical", "The game cannot go on"),
    ("disturbance", "The game was disturbed"),
    ("fraud", "Fraud"),
)


def pit_page(visit: Visit, template: str, **more: Any) -> HttpResponse:
    """A page of the pit or a part of one, with what its templates say and what the person may do."""
    is_manager = visit.actor.role is Role.MANAGER
    common: Context = {
        "sections": (*_FOR_ALL, *(_FOR_MANAGERS if is_manager else ())),
        "here": visit.request.path,
        "may": lambda command: may(visit.actor.role, command),
        "today": today(visit.floor.now()),
        "modes": MODES,
        **WORDS,
    }
    return draw(visit, template, **(common | more))


@page(*PIT)
def home(visit: Visit, template: str = "pit/home.html") -> HttpResponse:
    return pit_page(visit, template, **all_tables(visit))


def all_tables(visit: Visit) -> Context:
    rows, cage = overview(visit.floor), cage_of(visit.floor)
    return {
        "rows": rows,
        "calls": [row for row in rows if row.calls],
        "chips": list(cage.chips.values()),
        "adjustments": list(cage.adjustments.values()),
        "felt_sum": sum(row.on_felt for row in rows if not row.record.is_practice),
        "win_sum": sum(row.win or 0 for row in rows),
        "player_sum": sum(row.players for row in rows if not row.record.is_practice),
    }


@page(*PIT)
def table(visit: Visit, table: str, template: str = "pit/tables/table.html") -> Drawn:
    record: TableRecord | None = visit.floor.record(stream_of(table)) if is_id(table) else None
    return not_found("table of that name") if record is None else pit_page(visit, template, **one_table(visit, record))


def one_table(visit: Visit, record: TableRecord) -> Context:
    house, cage = record.state.house, cage_of(visit.floor)
    verbs = record.rules.verbs
    return {
        "record": record,
        "table": record.id,
        "seats": seats_of_table(record),
        "waits": list(waits_of(record, visit.floor.clock())),
        "limits": list(house.limits.items()),
        "coming": house.coming_limits,
        "shut_out": sorted(house.shut_out),
        "there": sorted(record.present - {""}),
        "is_house_game": isinstance(record.state.settings, HouseSettings),
        "float": books.balance(accounts.at(record.id, "bank")),
        "win": won_today(visit.floor, [record]).get(record.id, 0),
        "counts": cage.counts_of(today(visit.floor.now()), record.id),
        "chips": [each for each in cage.chips.values() if each.table == record.id],
        "rounds": last_rounds(record.id, most=MOST_ROUNDS),
        "can": lambda do: do in verbs and may(visit.actor.role, f"{record.game}.{do}", record.mode),
        "clause_of": lambda do: verbs[do].clause if do in verbs else "",
        "grounds": _GROUNDS,
        "place": record.rules.place,
    }
