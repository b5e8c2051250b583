"""`POST /act/<command>`: a form or a button of a page gives a command, and is told beside itself what came of it."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

from django.http import HttpRequest, HttpResponse

from pitboss.floor.kernel.approvals import waiting_at
from pitboss.floor.kernel.contract import Command, No
from pitboss.floor.kernel.floor import OTHER_COMMAND, Done
from pitboss.floor.kernel.registry import GIVEN
from pitboss.floor.kernel.roles import Role
from pitboss.floor.people.credentials import ConfirmSecondFactor, EnrolSecondFactor
from pitboss.screens.common import authentication, process
from pitboss.screens.common.answers import NOT_SIGNED_IN, not_found, plain_refusal, wrong_method
from pitboss.screens.common.forms import Fields, fields_from
from pitboss.screens.common.middleware import logged_of
from pitboss.screens.common.pages import Visit, draw, own_address
from pitboss.screens.common.reading import TOO_LARGE, is_too_large, key_from, read_command

# Who has to enrol a second factor before they can sign in proves who they are with their password.
FOR_VISITORS = (EnrolSecondFactor, ConfirmSecondFactor)
_SENT_BEFORE = "Something else was sent from here before, and was done. Look at what came of it and send this again."
# Makes one field of what a form has in several.
Gather = Callable[[Fields], Fields | No]
TEMPLATES = Path(__file__).parents[1] / "templates"


def poster(request: HttpRequest) -> Visit | HttpResponse:
    """Return the visit of whoever posts from a page of the house; posts from other pages are refused."""
    if request.method != "POST":
        return wrong_method("POST")
    floor = process.floor()
    actor = authentication.asking(floor, request)
    if isinstance(actor, No):
        return plain_refusal(request, actor)
    visit = Visit(request, floor, actor)
    no = refusal_to_read(request)
    return answer_refusal(visit, no) if no else visit


def refusal_to_read(request: HttpRequest) -> No | None:
    """Return the reason why what a form sends is not looked at: it comes from elsewhere, or was not fetched."""
    if not authentication.from_own_page(request):
        return authentication.NOT_FROM_A_PAGE
    return TOO_LARGE if is_too_large(request.headers) else None


def act(
    request: HttpRequest,
    name: str,
    gather: Gather = lambda fields: fields,
    answer: Callable[[Visit, str, Command, Done], HttpResponse] | None = None,
    for_visitors: tuple[type[Command], ...] = FOR_VISITORS,
) -> HttpResponse:
    """A command from a page: every page of the house sends its own header, which no page of anybody else can."""
    visit = poster(request)
    if isinstance(visit, HttpResponse):
        return visit
    floor, actor = visit.floor, visit.actor
    kind = GIVEN.get(name)
    if kind is None:
        return answer_refusal(visit, not_found("such command"))
    logged_of(request).command = name
    if actor.role is Role.VISITOR and kind not in for_visitors:
        return answer_refusal(visit, NOT_SIGNED_IN)
    given = given_by(request, kind, gather)
    if isinstance(given, No):
        return answer_refusal(visit, given)
    command, key = given
    # All visitors are the same nobody: a key of one would answer another.
    giver = authentication.giver(request, actor)
    done = floor.execute(giver, command, None if actor.role is Role.VISITOR else key)
    return answer_refusal(visit, done) if isinstance(done, No) else (answer or answer_done)(visit, name, command, done)


def given_by(
    request: HttpRequest, kind: type[Command], gather: Gather = lambda fields: fields
) -> tuple[Command, str | None] | No:
    """The command in a form, and the key it is given under."""
    written = fields_from(request.POST.dict())
    fields = written if isinstance(written, No) else gather(written)
    if isinstance(fields, No):
        return fields
    command, key = read_command(kind, fields), key_from(request.POST.get("key"))
    if isinstance(command, No):
        return command
    return key if isinstance(key, No) else (command, key)


def answer_refusal(visit: Visit, no: No, template: str = "parts/said.html") -> HttpResponse:
    """A refusal where it was tried: the script of the pages puts it beside the field that it names.

    Of keys nobody knows: the script gives the form another one.
    """
    if no.request:
        return _answer_waiting(visit, no)
    said = replace(no, reason=_SENT_BEFORE) if no.word == OTHER_COMMAND.word else no
    response = draw(visit, template, 422, no=said)
    response["HX-Trigger-After-Swap"] = json.dumps({"refused": {"place": no.field}})
    return response


def _answer_waiting(visit: Visit, no: No) -> HttpResponse:
    """A command that waits for a second person: nothing is wrong, and what was typed stays.

    Under the same key the same is said again; once it does not wait any more, the next press asks anew.
    """
    waiting = {found.asked.number for found in waiting_at(visit.floor, visit.floor.clock())}
    response = draw(visit, "parts/waits.html", 202, no=no, is_waiting=no.request in waiting)
    if no.request not in waiting:
        response["HX-Trigger-After-Swap"] = json.dumps({"refused": {"place": "key"}})
    return response


@cache
def answer_template(command: str) -> str | None:
    """The template that says in its own words what came of a command, where there is one."""
    found = next(TEMPLATES.glob(f"answers/*/{command}.html"), None)
    return None if found is None else found.relative_to(TEMPLATES).as_posix()


def answer_done(visit: Visit, name: str, command: Command, done: Done) -> HttpResponse:
    """Draw the answer of a form after its command; changed parts of the page redraw themselves."""
    after = {"done": {"seq": done.seq, "command": name}}
    goes_to = str(visit.request.POST.get("then", ""))
    filled_in = re.sub(r"\{(\w+)\}", lambda name: str(done.answer.get(name[1], "")), goes_to)
    if filled_in and (address := own_address(filled_in)):
        return HttpResponse(status=204, headers={"HX-Redirect": address})
    template = answer_template(name)
    if template is None:
        response = HttpResponse(status=204)
    else:
        told_once = {key: value for key, value in done.secret.items() if key != authentication.TOKEN}
        response = draw(visit, template, command=command, answer=done.answer, secret=told_once, seq=done.seq)
    response["HX-Trigger"] = json.dumps(after)
    return response
