"""A table as a player sees it, and what they do there with their chips."""

from collections.abc import Callable
from dataclasses import replace

from django.http import HttpRequest, HttpResponse

from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.field_checks import is_id
from pitboss.floor.kernel.floor import OTHER_COMMAND, Known
from pitboss.floor.kernel.preview import preview
from pitboss.floor.kernel.roles import Role
from pitboss.floor.reading.sittings import sitting
from pitboss.floor.tables.play import Play
from pitboss.floor.tables.record import TableRecord
from pitboss.games.play import Stage
from pitboss.screens.common.acting import answer_done, answer_refusal, poster
from pitboss.screens.common.answers import not_found
from pitboss.screens.common.felts.frame import as_onlooker, shown_live
from pitboss.screens.common.forms import fields_from
from pitboss.screens.common.pages import SIGNED_IN, Context, Drawn, Visit, draw, page
from pitboss.screens.common.reading import key_from, read_command

# Chips go on empty spots, or on top of others.
_DOES = ("place", "increase")


@page(*SIGNED_IN)
def table(visit: Visit, table: str) -> Drawn:
    return _draw(
        visit, table, lambda known: draw(visit, "table/table.html", **shown_live(visit, known), **_own(visit, known))
    )


@page(*SIGNED_IN, shown_as=as_onlooker)
def felt(visit: Visit, table: str) -> Drawn:
    """All that changes with the table; what somebody has in their account is their own part."""
    return _draw(visit, table, lambda known: draw(visit, "table/now.html", **shown_live(visit, known)))


@page(Role.PLAYER)
def purse(visit: Visit, table: str) -> Drawn:
    """The chips of whoever looks, and how it has gone for them here."""
    return _draw(visit, table, lambda known: draw(visit, "table/purse.html", **_own(visit, known)))


def _draw(visit: Visit, table: str, drawn: Callable[[Known], HttpResponse]) -> Drawn:
    known = visit.floor.latest(f"table:{table}") if is_id(table) else None
    return not_found("table of that name") if known is None or known.record is None else drawn(known)


def _own(visit: Visit, known: Known) -> Context:
    is_player = visit.actor.role is Role.PLAYER
    return {"sitting": sitting(visit.floor, known.record, visit.actor.id) if is_player else None}


def put_down(request: HttpRequest, table: str) -> HttpResponse:
    """Chips on the felt: on spots that are empty, and on top of those that lie there already."""
    visit = poster(request)
    if isinstance(visit, HttpResponse):
        return visit
    floor, actor = visit.floor, visit.actor
    record: TableRecord | None = floor.record(f"table:{table}") if is_id(table) else None
    wanted, key = _wager_command(request, table), key_from(request.POST.get("key"))
    for no in (_not_yet(visit, record), wanted, key):
        if isinstance(no, No):
            return answer_refusal(visit, no)
    assert record is not None
    assert isinstance(wanted, Play)
    assert not isinstance(key, No)
    there, before = _there(record, actor.id, wanted.seat), {do: _before(visit, key, do) for do in _DOES}
    if any(before.values()) and not there >= before["place"] | before["increase"]:
        return answer_refusal(visit, OTHER_COMMAND)
    # Pressed twice: what the first press has placed lies there, and the second one asks to place it as well.
    commands = _commands(wanted, there - before["place"])
    if len(commands) > 1 and not any(before.values()):
        for command in commands:
            follows = preview(floor, actor, command)
            if isinstance(follows, No):
                return answer_refusal(visit, follows)
    return _put_down(visit, commands, key)


def _own_key(key: str | None, do: str) -> str | None:
    return key and f"{key}-{do}"


def _before(visit: Visit, key: str | None, do: str) -> frozenset[str]:
    """The spots on which chips were put under this key already."""
    own_key = _own_key(key, do)
    given = visit.floor.command_given(visit.actor, own_key) if own_key else None
    return frozenset(given.get("wagers", ()) if given else ())


def _put_down(visit: Visit, commands: list[Play], key: str | None) -> HttpResponse:
    """Gives the commands, each under a key of its own."""
    response = answer_refusal(visit, No("Put a chip on a spot first.", field="wagers", word="invalid", status=422))
    for command in commands:
        done = visit.floor.execute(visit.actor, command, _own_key(key, command.do))
        if isinstance(done, No):
            return answer_refusal(visit, done)
        response = answer_done(visit, "play", command, done)
    return response


def _wager_command(request: HttpRequest, table: str) -> Play | No:
    """Where the chips in a form are to go, read as strictly as any command."""
    fields = fields_from(request.POST.dict())
    if isinstance(fields, No):
        return fields
    chips = {name: value for name, value in fields.items() if name in ("seat", "wagers")}
    wanted = read_command(Play, {"table": table, "do": "place", **chips})
    assert isinstance(wanted, Play | No)
    return wanted


def _not_yet(visit: Visit, record: TableRecord | None) -> No | None:
    if visit.actor.role is not Role.PLAYER:
        return No("Only players wager.", word="role", status=403)
    return None if record is not None else not_found("table of that name")


def _there(record: TableRecord, player: str, seat: int | None) -> frozenset[str]:
    """The spots of a box on which a player has chips; those of a round that is over are for the next one."""
    felt = record.state.felt
    wagers = () if felt.stage is Stage.OVER else felt.wagers
    return frozenset(wager.kind for wager in wagers if (wager.seat, wager.player) == (seat, player))


def _commands(wanted: Play, there: frozenset[str]) -> list[Play]:
    """New wagers, and more on those that lie there: for each sort one command of the rules."""
    wagers = wanted.wagers
    new = {kind: cents for kind, cents in wagers.items() if kind not in there and cents}
    more = {kind: cents for kind, cents in wagers.items() if kind in there and cents}
    return [replace(wanted, do=do, wagers=amounts) for do, amounts in zip(_DOES, (new, more), strict=True) if amounts]
