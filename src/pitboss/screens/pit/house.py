"""Pages of the manager: opening and stopping the house, tables, staff and devices."""

from django.http import HttpResponse

from pitboss.floor.kernel.field_checks import is_id
from pitboss.floor.kernel.roles import STAFF, Role
from pitboss.floor.people.devices import MOST_DAYS, ROLES_OF_DEVICES, USUAL_DAYS, standings
from pitboss.floor.people.security import DOORS, Doors
from pitboss.floor.people.staff import StaffMember, other_people
from pitboss.floor.tables.record import MODES
from pitboss.floor.tables.setup import BETTING_SECONDS
from pitboss.games.play import HouseSettings
from pitboss.kits import game_named, games, kit_of
from pitboss.screens.common.answers import not_found
from pitboss.screens.common.pages import Context, Drawn, Visit, page
from pitboss.screens.pit.views import pit_page

_MANAGER = (Role.MANAGER,)


@page(*_MANAGER)
def house(visit: Visit, template: str = "pit/house.html") -> HttpResponse:
    return pit_page(visit, template, doors=visit.floor.record(DOORS) or Doors())


@page(*_MANAGER)
def new_table(visit: Visit, game: str = "") -> Drawn:
    """The settings that a manager chooses, with the usual ones filled in; the game decides which there are."""
    if not game:
        return pit_page(visit, "pit/tables/new_table.html", game="", games=_games())
    if game not in games():
        return not_found("such game")
    return pit_page(
        visit, "pit/tables/new_table.html", game=game, games=_games(), title=game_named(game).title, **_usual(game)
    )


def _games() -> list[tuple[str, str]]:
    return [(name, game_named(name).title) for name in games()]


def _usual(game: str) -> Context:
    usual = game_named(game).default_settings
    return {
        "usual": usual,
        "limits": list(usual.limits.items()) if isinstance(usual, HouseSettings) else [],
        "kit": kit_of(game),
        "table_modes": MODES,
        "betting_seconds": BETTING_SECONDS,
    }


@page(*_MANAGER)
def staff(visit: Visit, template: str = "pit/people/staff.html") -> HttpResponse:
    doors: Doors = visit.floor.record(DOORS) or Doors()
    return pit_page(visit, template, staff=_staff(visit), roles=STAFF, doors=doors)


def _staff(visit: Visit) -> list[StaffMember]:
    return sorted(visit.floor.records("staff").values(), key=lambda member: member.name)


@page(*_MANAGER)
def member(visit: Visit, staff: str) -> Drawn:
    record: StaffMember | None = visit.floor.record(f"staff:{staff}") if is_id(staff) else None
    if record is None:
        return not_found("member of staff of that name")
    return pit_page(
        visit,
        "pit/people/member.html",
        member=record,
        roles=STAFF,
        is_self=visit.actor.person == f"staff:{staff}",
        may_vouch=other_people(visit.floor.now(), visit.actor.person, f"staff:{staff}"),
    )


@page(*_MANAGER)
def devices(visit: Visit, template: str = "pit/devices.html") -> HttpResponse:
    shown = standings(visit.floor.now())
    return pit_page(
        visit,
        template,
        devices=shown,
        has_endless=any(each.ends and not each.device.ends for each in shown),
        roles=ROLES_OF_DEVICES,
        some_tables=", ".join(record.id for record in list(visit.floor.records("table").values())[:2]),
        usual_days=USUAL_DAYS,
        most_days=MOST_DAYS,
    )
