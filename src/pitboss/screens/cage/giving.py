"""`POST /cage/give/<command>` and `/pit/give/<command>`: a form of a desk gives a command.

It is told in words what came of it. Beside the forms of all pages, these may have pieces to count, which are added up,
and boxes to tick, which make a list.
"""

import json
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse

from pitboss.floor.kernel.contract import Command, No
from pitboss.floor.kernel.field_checks import wrong
from pitboss.floor.kernel.floor import Done
from pitboss.floor.kernel.roles import STAFF
from pitboss.floor.reading.event_words import words_of
from pitboss.screens.common.acting import act, answer_done, answer_template
from pitboss.screens.common.desk_words import WORDS
from pitboss.screens.common.forms import Fields, fields_from, whole
from pitboss.screens.common.pages import Visit, draw, page

# The part of a count that is not told by its pieces.
LOOSE = "loose"
# Fields that are lists where a form has boxes to tick.
_LISTS = ("roles",)


def give(request: HttpRequest, name: str) -> HttpResponse:
    """A command from a desk."""
    return act(request, name, gather_fields, _answer_done, ())


def gather_fields(fields: Fields) -> Fields | No:
    """Pieces added up, ticked boxes as a list, and numbered inputs as a list in their order."""
    found = {name: _gather_field(name, value) for name, value in fields.items()}
    return next((value for value in found.values() if isinstance(value, No)), None) or _half_limits(found) or found


def _half_limits(fields: Mapping[str, Any]) -> No | None:
    """A limit runs from one amount to another."""
    told = {"limits": fields.get("limits"), "settings.limits": _mapping(fields.get("settings")).get("limits")}
    for place, limits in told.items():
        for spot, limit in _mapping(limits).items():
            missing = next((end for end in ("min", "max") if end not in _mapping(limit)), None)
            if missing:
                return wrong(f"{place}.{spot}.{missing}", "A limit runs from one amount to another.")
    return None


def _mapping(value: Any) -> Mapping[str, Any]:
    """Return the contents of a field; the reader of the command reports one of the wrong type."""
    return value if isinstance(value, dict) else {}


def _gather_field(name: str, value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    if name == "counted":
        return add_pieces(value)
    if name in _LISTS:
        return [each for each, is_ticked in value.items() if is_ticked]
    if value and all(whole(key) is not None for key in value):
        return [value[key] for key in sorted(value, key=int)]
    return {key: _gather_field(key, inside) for key, inside in value.items()}


def add_pieces(pieces: Mapping[str, Any]) -> int | No:
    """Return the total of so many pieces of each value."""
    total = 0
    for worth, number in pieces.items():
        each = 1 if worth == LOOSE else whole(worth)
        if each is None:
            return wrong(f"counted.{worth[:15]}", "Nothing has this worth.")
        if type(number) is not int or number < 0:
            return wrong(f"counted.{worth}", "A count is 0 or more.")
        total += each * number
    return total


@page(*STAFF)
def total(visit: Visit) -> HttpResponse:
    """Draw the total of the pieces in a form so far."""
    fields = fields_from({name: str(visit.request.GET[name]) for name in visit.request.GET if ":" in name})
    pieces = {} if isinstance(fields, No) else fields.get("counted", {})
    found = fields if isinstance(fields, No) else add_pieces(pieces) if isinstance(pieces, dict) else 0
    return draw(visit, "cage/total.html", total=None if isinstance(found, No) else found, **WORDS)


def _answer_done(visit: Visit, name: str, command: Command, done: Done) -> HttpResponse:
    if visit.request.POST.get("then"):
        return answer_done(visit, name, command, done)
    response = draw(
        visit,
        answer_template(name) or "cage/happened.html",
        command=command,
        answer=done.answer,
        secret=done.secret,
        seq=done.seq,
        happened=outcome_lines(done),
        **WORDS,
    )
    response["HX-Trigger"] = json.dumps({"done": {"seq": done.seq, "command": name}})
    return response


def outcome_lines(done: Done) -> list[tuple[str, str]]:
    """Return the effects of a command, sentence by sentence, each with its clause."""
    return [(words_of(event), str(getattr(event, "clause", "") or "")) for _, event in done.facts]
