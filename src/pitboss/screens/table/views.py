"""A table as a player sees it, and what they do there with their chips."""

import json
from dataclasses import replace

from django.http import HttpRequest, HttpResponse

from pitboss.floor.contract import No
from pitboss.floor.particulars import is_id
from pitboss.floor.play import Play
from pitboss.floor.preview import preview
from pitboss.floor.roles import Role
from pitboss.floor.table_record import TableRecord
from pitboss.screens.acting import answered, poster, told
from pitboss.screens.answers import not_found
from pitboss.screens.api.reading import command_from, key_from
from pitboss.screens.forms import fields_from
from pitboss.screens.pages import SIGNED_IN, Drawn, Visit, draw, page
from pitboss.screens.table.frame import shown_live

# Chips go on empty spots, or on top of others.
_DOES = ("place", "increase")


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
    visit = poster(request)
    if isinstance(visit, HttpResponse):
        return visit
    floor, actor = visit.floor, visit.actor
    record: TableRecord | None = floor.record(f"table:{table}") if is_id(table) else None
    wanted, key = _wanted(request, table), key_from(request.POST.get("key"))
    for no in (_not_yet(visit, record), wanted, key):
        if isinstance(no, No):
            return told(visit, no)
    assert record is not None
    assert isinstance(wanted, Play)
    assert not isinstance(key, No)
    if key and any(floor.was_given(actor, f"{key}-{do}") for do in _DOES):
        # Pressed twice: what was put down by the first press is not put down once more on top of it.
        return HttpResponse(status=204, headers={"HX-Trigger": json.dumps({"done": {"command": "play"}})})
    return _put_down(visit, _commands(record, actor.id, wanted), key)


def _put_down(visit: Visit, commands: list[Play], key: str | None) -> HttpResponse:
    """Gives the commands; where they are two, only if neither would be turned down."""
    response = told(visit, No("Put a chip on a spot first.", field="wagers", word="invalid", status=422))
    if len(commands) > 1:
        for command in commands:
            follows = preview(visit.floor, visit.actor, command)
            if isinstance(follows, No):
                return told(visit, follows)
    for command in commands:
        done = visit.floor.execute(visit.actor, command, f"{key}-{command.do}" if key else None)
        if isinstance(done, No):
            return told(visit, done)
        response = answered(visit, "play", command, done)
    return response


def _wanted(request: HttpRequest, table: str) -> Play | No:
    """Where the chips in a form are to go, read as strictly as any command."""
    fields = fields_from({name: str(request.POST[name]) for name in request.POST})
    if isinstance(fields, No):
        return fields
    chips = {name: fields[name] for name in ("seat", "wagers") if name in fields}
    wanted = command_from(Play, json.dumps({"table": table, "do": "place", **chips}).encode(), {})
    assert isinstance(wanted, Play | No)
    return wanted


def _not_yet(visit: Visit, record: TableRecord | None) -> No | None:
    if visit.actor.role is not Role.PLAYER:
        return No("Only players wager.", word="role", status=403)
    return None if record is not None else not_found("table of that name")


def _commands(record: TableRecord, player: str, wanted: Play) -> list[Play]:
    """New wagers, and more on those that lie there: for each sort one command of the rules."""
    wagers, place = wanted.wagers, (wanted.seat, player)
    there = {wager.kind for wager in record.state.felt.wagers if (wager.seat, wager.player) == place}
    if record.state.felt.stage.value == "over":
        there = set()
    new = {kind: cents for kind, cents in wagers.items() if kind not in there and cents}
    more = {kind: cents for kind, cents in wagers.items() if kind in there and cents}
    return [replace(wanted, do=do, wagers=amounts) for do, amounts in zip(_DOES, (new, more), strict=True) if amounts]
