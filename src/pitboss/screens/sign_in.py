"""Signing in and out, and in a demo house entering as anybody with one click."""

from itertools import islice

from django.http import HttpRequest, HttpResponse

from pitboss.floor.kernel.contract import Command, No
from pitboss.floor.kernel.days import HOUR
from pitboss.floor.kernel.roles import STAFF, VISITOR, Role
from pitboss.floor.people.credentials import NEW_PASSWORD_NEEDED
from pitboss.floor.people.devices import standings, stream_of
from pitboss.floor.people.patron_record import Patron, play_limit
from pitboss.floor.people.sessions import EnterDemo, SignIn, SignOut
from pitboss.floor.reading.account_changes import changes_by_others
from pitboss.floor.reading.rulings_log import ruling_effects
from pitboss.floor.tables.stake_limits import limits_of
from pitboss.ledger.reading import Period
from pitboss.screens.common import authentication, process
from pitboss.screens.common.acting import answer_refusal, given_by, refusal_to_read
from pitboss.screens.common.answers import wrong_method
from pitboss.screens.common.pages import ANYBODY, Context, Drawn, Visit, draw, own_address, page

ROLES = [(role, role) for role in Role if role not in (Role.DISPLAY, Role.CROUPIER, Role.VISITOR)]
# Rulings on somebody are told for so long, and so many of them.
_RULINGS_OF, _MOST_RULINGS = 90 * 24 * HOUR, 50
# Where each role begins its work.
FIRST_PAGES = {
    Role.DEALER: "/dealer/",
    Role.SUPERVISOR: "/pit/",
    Role.CASHIER: "/cage/",
    Role.DIRECTOR: "/director/",
    Role.AUDITOR: "/audit/",
    Role.MANAGER: "/pit/",
}


@page(*ANYBODY)
def sign_in_page(visit: Visit) -> HttpResponse:
    return draw(visit, "sign_in.html", roles=ROLES, goes_to=own_address(visit.request.GET.get("next", "")))


@page(*ANYBODY)
def second_factor(visit: Visit) -> HttpResponse:
    """Enrolment with the password, which needs no session: some may not sign in before it."""
    return draw(visit, "second_factor.html", roles=ROLES)


@page(Role.PLAYER, *STAFF)
def account(visit: Visit) -> Drawn:
    """Draw a person's own settings, what others have changed of them, and for players limits, devices and rulings."""
    if visit.actor.device:
        return No("This page is for the patron, and not for a device.", word="device", status=403)
    record, is_player, at = visit.floor.record(visit.actor.person), visit.actor.role is Role.PLAYER, visit.floor.clock()
    devices = standings(visit.floor.now(), visit.actor.id) if is_player else []
    return draw(
        visit,
        "account.html",
        is_player=is_player,
        limit=play_limit(record, at) if isinstance(record, Patron) else None,
        stake_limits=limits_of(visit.floor.records("table").values(), visit.actor.id, at) if is_player else [],
        devices=[each for each in devices if each.standing != "revoked"],
        changes=changes_by_others(visit.actor.person, [stream_of(each.device.id) for each in devices]),
        **(_rulings_on(visit) if is_player else {}),
    )


def _rulings_on(visit: Visit) -> Context:
    """The last rulings that concerned a player, and what their tables are called."""
    days = Period(visit.floor.clock() - _RULINGS_OF)
    rulings = list(islice(ruling_effects(visit.floor, days, patron=visit.actor.id), _MOST_RULINGS))
    titles = {each.ruled.table: visit.floor.record(f"table:{each.ruled.table}").title for each in rulings}
    return {"rulings": rulings, "titles": titles}


def sign_in(request: HttpRequest) -> HttpResponse:
    return _begin_session(request, SignIn)


def enter_demo(request: HttpRequest) -> HttpResponse:
    return _begin_session(request, EnterDemo)


def _begin_session(request: HttpRequest, kind: type[Command]) -> HttpResponse:
    """A session in the cookie of the browser, and on to where the person wanted to go."""
    if request.method != "POST":
        return wrong_method("POST")
    floor = process.floor()
    visit = Visit(request, floor, VISITOR)
    given = refusal_to_read(request) or given_by(request, kind)
    done = given if isinstance(given, No) else floor.execute(authentication.giver(request, VISITOR), given[0])
    if isinstance(done, No):
        # The page has no field for a new password until somebody needs it.
        is_needed = done.word == NEW_PASSWORD_NEEDED
        return answer_refusal(visit, done, "parts/new_password.html" if is_needed else "parts/said.html")
    wanted = own_address(str(request.POST.get("then", ""))) or FIRST_PAGES.get(Role(done.answer["role"]), "/")
    response = HttpResponse(status=204, headers={"HX-Redirect": wanted})
    authentication.keep_cookie(request, response, done.secret[authentication.TOKEN])
    return response


def sign_out(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return wrong_method("POST")
    floor = process.floor()
    actor = authentication.asking(floor, request)
    if isinstance(actor, No) or not authentication.from_own_page(request):
        return answer_refusal(Visit(request, floor, VISITOR), authentication.NOT_FROM_A_PAGE)
    if actor.role is not Role.VISITOR:
        floor.execute(actor, SignOut(token=authentication.own_token(request)))
    response = HttpResponse(status=204, headers={"HX-Redirect": "/"})
    authentication.drop_cookie(response)
    return response
