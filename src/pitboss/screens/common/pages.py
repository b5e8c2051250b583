"""Pages: who may see one, how it is drawn, and what somebody is told who may not."""

import re
from collections.abc import Callable
from functools import update_wrapper
from typing import Any, NamedTuple
from urllib.parse import quote

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render

from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.permissions import may
from pitboss.floor.kernel.premises import premises_of
from pitboss.floor.kernel.roles import STAFF, Actor, Role
from pitboss.floor.kernel.waiting import count_for
from pitboss.journal.store import last_seq
from pitboss.screens.common import authentication, formatting, process
from pitboss.screens.common.answers import plain_refusal, wrong_method
from pitboss.screens.common.look import look_of

ANYBODY = tuple(role for role in Role if role is not Role.CROUPIER)
SIGNED_IN = tuple(role for role in ANYBODY if role is not Role.VISITOR)
# Those who may agree to what others ask for, and those whose commands may have to wait for it.
APPROVERS = tuple(role for role in STAFF if may(role, "decline"))
# The header that says up to which `seq` of the journal a part has everything.
SEEN = "Seen"
NOBODY = "nobody:-"
# One slash, and nothing that browsers take for a second one or leave out.
_OWN_ADDRESS = re.compile(r"/(?!/)[!-\[\]-~]*")


class HousePage(NamedTuple):
    """A place of the house that has a page of its own, and whom it is for."""

    title: str
    address: str
    roles: tuple[Role, ...]


PLACES = (
    HousePage("Lobby", "/", ANYBODY),
    HousePage("Dealer", "/dealer/", (Role.DEALER, Role.SUPERVISOR)),
    HousePage("Pit", "/pit/", (Role.SUPERVISOR, Role.MANAGER)),
    HousePage("Cage", "/cage/", (Role.CASHIER, Role.SUPERVISOR, Role.MANAGER)),
    HousePage("Tournaments", "/director/", (Role.DIRECTOR, Role.MANAGER, Role.CASHIER, Role.DEALER, Role.AUDITOR)),
    HousePage("Approvals", "/approvals/", APPROVERS),
    HousePage("Audit", "/audit/", (Role.AUDITOR, Role.MANAGER)),
    HousePage("Trainer", "/trainer/", (Role.PLAYER,)),
    HousePage("Maths", "/maths/", ANYBODY),
    HousePage("Rules", "/rules/", ANYBODY),
)


class Visit(NamedTuple):
    """Somebody asks for a page."""

    request: HttpRequest
    floor: Floor
    actor: Actor

    @property
    def is_staff(self) -> bool:
        return self.actor.role in STAFF


# What a template is given: names of its own choosing, and whatever it draws by them.
Context = dict[str, object]
Drawn = HttpResponse | No
View = Callable[..., Drawn]


# As whom somebody is shown a part in the live stream, by what the subject of the stream has come to. None: what happens
# there does not concern them, and what they were shown a moment ago is good enough.
ShownAs = Callable[[Actor, Any], Actor | None]


def as_oneself(actor: Actor, _record: object) -> Actor:
    return actor


def as_one_of_role(actor: Actor, _record: object) -> Actor:
    """Nobody in particular: what is drawn for them can have nothing of anybody's own."""
    return Actor(NOBODY, actor.role)


class Page:
    """A page that is asked for over HTTP, or drawn for the live stream; `view` draws it for a visit."""

    def __init__(self, view: View, roles: tuple[Role, ...], shown_as: ShownAs) -> None:
        update_wrapper(self, view)
        self._view, self._roles, self.shown_as = view, roles, shown_as

    def __call__(self, request: HttpRequest, **path: Any) -> HttpResponse:
        if request.method not in ("GET", "HEAD"):
            return wrong_method("GET", "HEAD")
        floor, is_only_part = process.floor(), is_part(request)
        actor = authentication.asking(floor, request, is_use=not is_only_part)
        if isinstance(actor, No):
            return plain_refusal(request, actor)
        seen = last_seq() if is_only_part else 0
        response = self.response(Visit(request, floor, actor), **path)
        if is_only_part:
            # All that had happened up to here is in it: what the live stream has told of later is not replaced by it.
            response[SEEN] = str(seen)
        return response

    def is_for(self, actor: Actor) -> bool:
        return actor.role in self._roles

    def response(self, visit: Visit, **path: Any) -> HttpResponse:
        if not self.is_for(visit.actor):
            return _turned_away(visit, self._roles)
        drawn = self._view(visit, **path)
        return told_no(visit, drawn) if isinstance(drawn, No) else drawn


def page(*roles: Role, shown_as: ShownAs = as_oneself) -> Callable[[View], Page]:
    """A page for these roles. Visitors are asked to sign in and come back; others are told whom it is for.

    An address may name another template for the part of a page that changes: it is drawn with the same figures. In the
    live stream those who are shown it as the same actor share one drawing.
    """
    return lambda view: Page(view, roles, shown_as)


def draw(visit: Visit, template: str, status: int = 200, /, **shown: object) -> HttpResponse:
    """A page or a part of one, with what every page needs. Nothing that is drawn for somebody is kept by anybody."""
    house = premises_of(visit.floor)
    common: Context = {
        "actor": visit.actor,
        "is_visitor": visit.actor.role is Role.VISITOR,
        "own_name": formatting.name_of(visit.actor.person),
        "look": look_of(visit.request),
        "places": [place for place in PLACES if visit.actor.role in place.roles],
        "path": visit.request.path,
        "house": house,
        "now": visit.floor.clock(),
        # The live stream tells the time beside what it draws, so that the same house is the same text.
        "drawn_at": "" if process.is_following() else visit.floor.clock(),
        "is_part": is_part(visit.request),
        "count_waiting": lambda: count_for(visit.floor, visit.actor),
    }
    response = render(visit.request, template, common | shown, status=status)
    response["Cache-Control"] = "no-store"
    return response


def is_part(request: HttpRequest) -> bool:
    """Whether a page in the browser asks for a part of itself."""
    return "HX-Request" in request.headers


def own_address(text: str) -> str:
    """An address of this house, or nothing: nobody is sent elsewhere by a link or a form."""
    return text if _OWN_ADDRESS.fullmatch(text) else ""


def told_no(visit: Visit, no: No) -> HttpResponse:
    """A refusal as a page of its own, or where a part was asked for, as that part."""
    return draw(visit, "parts/said.html" if is_part(visit.request) else "refused.html", no.status, no=no)


def _turned_away(visit: Visit, roles: tuple[Role, ...]) -> HttpResponse:
    if visit.actor.role is not Role.VISITOR:
        allowed = " and ".join(f"the {role}" for role in roles if role is not Role.VISITOR)
        return told_no(visit, No(f"This page is for {allowed}.", word="role", status=403))
    if is_part(visit.request):
        # The session has ended while the page stood open: the whole page goes to where one signs in.
        return HttpResponse(status=204, headers={"HX-Redirect": f"/sign-in?next={quote(_back_to(visit.request))}"})
    return HttpResponseRedirect(f"/sign-in?next={quote(visit.request.get_full_path())}")


def _back_to(request: HttpRequest) -> str:
    """The page in the browser that asked for a part of itself."""
    shown = request.headers.get("HX-Current-URL", "/")
    return "/" + shown.split("/", 3)[3] if shown.count("/") >= 3 else "/"
