"""`POST /director/<t>/prizes/give`: forms whose particulars are lists, players ticked one by one or put in an order.

A form that was drawn from stacks and prizes carries their mark. As long as they are the same it does not matter that
others have been at the desk since, at the clock for instance; where they have changed it is refused.
"""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse

from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.roles import Role
from pitboss.floor.reading.tournaments import prizes as tournament_prizes
from pitboss.floor.tournaments.commands import Desk
from pitboss.screens.common.acting import answer_done, answer_refusal, poster
from pitboss.screens.common.answers import NOT_SIGNED_IN
from pitboss.screens.common.forms import fields_from, whole
from pitboss.screens.common.middleware import logged_of
from pitboss.screens.common.pages import Visit
from pitboss.screens.common.reading import key_from, read_command
from pitboss.screens.common.tournaments import find
from pitboss.tournaments.event.contract import name_of
from pitboss.tournaments.event.log import Record
from pitboss.tournaments.prizes.paying import AgreeDeal


def give(request: HttpRequest, tournament: str) -> HttpResponse:
    """A command of the desk out of such a form."""
    visit = poster(request)
    if isinstance(visit, HttpResponse):
        return visit
    logged_of(request).command = "desk"
    if visit.actor.role is Role.VISITOR:
        return answer_refusal(visit, NOT_SIGNED_IN)
    record = find(visit, tournament)
    key = key_from(request.POST.get("key"))
    command = record if isinstance(record, No) else _command(visit, record)
    if isinstance(command, No):
        return answer_refusal(visit, command)
    if isinstance(key, No):
        return answer_refusal(visit, key)
    done = visit.floor.execute(visit.actor, command, key)
    return answer_refusal(visit, done) if isinstance(done, No) else answer_done(visit, "desk", command, done)


def _command(visit: Visit, record: Record) -> Desk | No:
    posted = visit.request.POST
    fields = fields_from({name: str(posted[name]) for name in posted if name != "mark"})
    if isinstance(fields, No):
        return fields
    fields["tournament"], fields["given"] = record.id, gather_fields(fields.get("given"))
    if fields.get("do") == name_of(AgreeDeal):
        # Boxes that nobody has ticked are not sent at all.
        fields["given"].setdefault("agreed_by", [])
    sheet = tournament_prizes.deal_sheet(record.state, record.moment(visit.floor.clock()))
    if posted.get("mark") == sheet.mark:
        fields["after"] = len(record.log)
    command = read_command(Desk, fields)
    assert isinstance(command, Desk | No)
    return command


def gather_fields(given: Any) -> dict[str, Any]:
    """Ticked players as a list, and numbered ones as a list in their order."""
    found = dict(given) if isinstance(given, Mapping) else {}
    for name in ("agreed_by", "order"):
        inside = found.get(name)
        if isinstance(inside, Mapping):
            found[name] = _in_order(inside) if name == "order" else [each for each, ticked in inside.items() if ticked]
    return found


def _in_order(numbered: Mapping[str, object]) -> list[object]:
    return [numbered[number] for number in sorted(numbered, key=lambda each: (whole(each) or 0, each))]
