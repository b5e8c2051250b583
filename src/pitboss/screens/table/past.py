"""Rounds that are over: the last twenty, each shown again step by step by the same felt, and written down as a file."""

import json

from django.http import HttpResponse

from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.field_checks import is_id
from pitboss.floor.kernel.roles import Role
from pitboss.floor.reading import recall
from pitboss.floor.reading.recall import NoSuchRound, PastStep
from pitboss.floor.reading.round_export import NotWritten, round_written
from pitboss.floor.reading.sittings import last_rounds
from pitboss.floor.tables.shoes import NoSuchShoe
from pitboss.screens.common.answers import not_found
from pitboss.screens.common.felts.frame import shown_of
from pitboss.screens.common.forms import whole
from pitboss.screens.common.pages import SIGNED_IN, Drawn, Visit, draw, page

MOST_ROUNDS = 20
_FILES = {
    "phh": ("phh", "text/plain; charset=utf-8"),
    "case": ("json", "application/json"),
    "views": ("json", "application/json"),
}


@page(*SIGNED_IN)
def rounds(visit: Visit, table: str) -> Drawn:
    """The last rounds of a table, with how they went for whoever asks."""
    if not is_id(table) or visit.floor.record(f"table:{table}") is None:
        return not_found("table of that name")
    player = visit.actor.id if visit.actor.role is Role.PLAYER else None
    return draw(visit, "table/rounds.html", table=table, rounds=last_rounds(table, player, MOST_ROUNDS))


@page(*SIGNED_IN)
def again(visit: Visit, table: str, number: str) -> Drawn:
    """A round at one of its steps, exactly as whoever asks saw it then."""
    taken = _steps(table, number)
    if isinstance(taken, No):
        return taken
    asked = whole(visit.request.GET.get("step", "")) or len(taken)
    if not 1 <= asked <= len(taken):
        return No(f"This round has the steps 1 to {len(taken)}.", field="step", word="unknown", status=404)
    step = taken[asked - 1]
    shown = shown_of(step.record, visit.actor, step.position)
    # What could be done then cannot be done now.
    shown |= {"buttons": [], "betting": None, "may_sit": [], "may_leave": None, "waits_until": None}
    shown |= {"step": asked, "steps": len(taken), "at": step.at, "number": int(number), "is_live": False}
    return draw(visit, "table/again.html", **shown, position=step.seq)


@page(*SIGNED_IN)
def taken_away(visit: Visit, table: str, number: str) -> Drawn:
    """A round as a file: hold'em as PHH, other games as a worked case, or as it was seen where cards stayed hidden."""
    asked = whole(number)
    if asked is None or not is_id(table):
        return not_found("such round")
    try:
        written = round_written(table, asked, visit.actor)
    except (NotWritten, NoSuchShoe) as why:
        return No(str(why), word="not_written", status=409)
    if isinstance(written, No):
        return written
    ending, kind = _FILES[written["format"]]
    body = written["text"] if "text" in written else json.dumps(written.get("case") or written["views"], indent=1)
    headers = {"Content-Disposition": f'attachment; filename="{table}-{asked}.{ending}"', "Cache-Control": "no-store"}
    return HttpResponse(body, kind, headers=headers)


def _steps(table: str, number: str) -> list[PastStep] | No:
    asked = whole(number)
    if asked is None or not is_id(table):
        return not_found("such round")
    try:
        return recall.steps(table, asked)
    except NoSuchRound as unknown:
        return No(str(unknown), word="unknown", status=404)
