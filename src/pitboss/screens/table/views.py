"""A table as a player sees it, and what they do there with their chips."""

from typing import Any

from django.http import HttpRequest, HttpResponse

from pitboss.floor.contract import No
from pitboss.floor.particulars import is_id
from pitboss.floor.play import Play
from pitboss.floor.roles import Role
from pitboss.floor.table_record import TableRecord
from pitboss.screens import process, who
from pitboss.screens.acting import answered, told
from pitboss.screens.answers import not_found, refused, wrong_method
from pitboss.screens.api.reading import key_from
from pitboss.screens.forms import fields_from
from pitboss.screens.pages import SIGNED_IN, Drawn, Visit, draw, page
from pitboss.screens.table.frame import shown_live


@page(*SIGNED_IN)
def table(visit: Visit, table: str) -> Drawn:
    """The whole page."""
    return _drawn(visit, table, "table/table.html")


@page(*SIGNED_IN)
def felt(visit: Visit, table: str) -> Drawn:
    """The part that changes with every step of the table."""
    return _drawn(visit, table, "table/now.html")


def _drawn(visit: Visit, table: str, template: str) -> Drawn:
    known = visit.floor.known(f"table:{table}") if is_id(table) else None
    if known is None or known.record is None:
        return not_found("table of that name")
    return draw(visit, template, **shown_live(visit, known.record, known.position))


def put_down(request: HttpRequest, table: str) -> HttpResponse:
    """Chips on the felt: on spots that are empty, and on top of those that lie there already."""
    if request.method != "POST":
        return wrong_method("POST")
    floor = process.floor()
    actor = who.asking(floor, request)
    if isinstance(actor, No):
        return refused(actor)
    visit = Visit(request, floor, actor)
    record: TableRecord | None = floor.record(f"table:{table}") if is_id(table) else None
    fields = fields_from({name: str(request.POST[name]) for name in request.POST})
    key = key_from(request.POST.get("key"))
    for no in (_not_yet(visit, record), fields, key):
        if isinstance(no, No):
            return told(visit, no)
    assert record is not None
    assert isinstance(fields, dict)
    response = told(visit, No("Put a chip on a spot first.", field="wagers", word="invalid", status=422))
    for command in _commands(record, actor.id, fields):
        done = floor.execute(actor, command, f"{key}-{command.do}" if key else None)
        if isinstance(done, No):
            return told(visit, done)
        response = answered(visit, "play", command, done)
    return response


def _not_yet(visit: Visit, record: TableRecord | None) -> No | None:
    if not who.from_own_page(visit.request):
        return who.NOT_FROM_A_PAGE
    if visit.actor.role is not Role.PLAYER:
        return No("Only players wager.", word="role", status=403)
    return None if record is not None else not_found("table of that name")


def _commands(record: TableRecord, player: str, fields: dict[str, Any]) -> list[Play]:
    """New wagers, and more on those that lie there: for each sort one command of the rules."""
    seat, wagers = fields.get("seat"), fields.get("wagers", {})
    there = {wager.kind for wager in record.state.felt.wagers if (wager.seat, wager.player) == (seat, player)}
    if record.state.felt.stage.value == "over":
        there = set()
    new = {kind: cents for kind, cents in wagers.items() if kind not in there and cents}
    more = {kind: cents for kind, cents in wagers.items() if kind in there and cents}
    given = (("place", new), ("increase", more))
    return [Play(table=record.id, do=do, seat=seat, wagers=amounts) for do, amounts in given if amounts]
