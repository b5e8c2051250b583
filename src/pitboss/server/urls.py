"""Every address of the house but the live stream's."""

from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from pitboss.floor.kernel.roles import VISITOR
from pitboss.screens import approvals, health, sign_in
from pitboss.screens.audit import checking, journal, recall_pages, significant, winnings
from pitboss.screens.big_screen import views as big_screen
from pitboss.screens.cage import day, giving
from pitboss.screens.cage import views as cage
from pitboss.screens.common import acting, process, static_files
from pitboss.screens.common.answers import BROKEN, not_found, plain_refusal
from pitboss.screens.common.pages import Visit, told_no
from pitboss.screens.dealer import views as dealer
from pitboss.screens.director.structures.conditions import published_conditions
from pitboss.screens.lobby import views as lobby
from pitboss.screens.maths import trainer
from pitboss.screens.maths import views as maths
from pitboss.screens.pit import floats, house, people, rulings
from pitboss.screens.pit import views as pit
from pitboss.screens.rules import views as rules
from pitboss.screens.table import past
from pitboss.screens.table import views as table
from pitboss.screens.wizard import views as wizard

TABLE = [
    path("<str:table>", table.table),
    path("<str:table>/felt", table.felt),
    path("<str:table>/purse", table.purse),
    path("<str:table>/wagers", table.put_down),
    path("<str:table>/rounds", past.rounds),
    path("<str:table>/rounds/<str:number>", past.again),
    path("<str:table>/rounds/<str:number>/file", past.taken_away),
]
DEALER = [
    path("", dealer.tables),
    path("<str:table>", dealer.console),
    path("<str:table>/now", dealer.console, {"template": "dealer/now.html"}),
    path("<str:table>/enter", dealer.enter),
    path("<str:table>/take-back", dealer.take_back),
]
WIZARD = [
    path("<str:table>", wizard.matters),
    path("<str:table>/<str:do>", wizard.particulars),
    path("<str:table>/<str:do>/follows", wizard.follows),
    path("<str:table>/<str:do>/confirm", wizard.confirm),
    path("<str:table>/<str:do>/agree", wizard.agree),
]
PIT = [
    path("", pit.home),
    path("now", pit.home, {"template": "pit/now.html"}),
    path("tables/new", house.new_table),
    path("tables/new/<str:game>", house.new_table),
    path("tables/<str:table>", pit.table),
    path("tables/<str:table>/now", pit.table, {"template": "pit/tables/table_now.html"}),
    path("tables/<str:table>/money", pit.table, {"template": "pit/tables/table_money.html"}),
    path("people", people.people),
    path("people/found", people.search_list),
    path("people/playing", people.playing),
    path("people/<str:patron>", people.person),
    path("people/<str:patron>/now", people.person_now),
    path("floats", floats.floats),
    path("floats/now", floats.floats_now),
    path("floats/<str:table>", floats.count),
    path("rulings", rulings.log),
    path("house", house.house),
    path("house/now", house.house, {"template": "pit/house_now.html"}),
    path("staff", house.staff),
    path("staff/now", house.staff, {"template": "pit/people/staff_now.html"}),
    path("staff/<str:staff>", house.member),
    path("devices", house.devices),
    path("devices/now", house.devices, {"template": "pit/devices_now.html"}),
]
CAGE = [
    path("", cage.home),
    path("found", cage.search_list),
    path("waits", cage.waits),
    path("give/<str:name>", giving.give),
    path("total", giving.total),
    path("patrons/new", cage.new_patron),
    path("patrons/<str:patron>", cage.patron),
    path("patrons/<str:patron>/now", cage.patron_now),
    path("patrons/<str:patron>/ledger", cage.ledger),
    path("till", cage.till),
    path("till/state", cage.till, {"template": "cage/till_state.html"}),
    path("vouchers", cage.all_vouchers),
    path("vouchers/<int:number>", cage.voucher),
    path("vouchers/<int:number>/print", cage.print_voucher),
    path("chips", cage.chips),
    path("chips/now", cage.chips, {"template": "cage/chips_now.html"}),
    path("adjustments", cage.adjustments),
    path("adjustments/now", cage.adjustments_now),
    path("adjustments/<int:number>", cage.adjustment),
    path("flags", cage.flags),
    path("day", day.gaming_day),
    path("day/<str:day>", day.gaming_day),
]
APPROVALS = [
    path("", approvals.approvals),
    path("now", approvals.approvals, {"template": "approvals/now.html"}),
    path("count", approvals.count),
]
AUDIT = [
    path("", journal.journal),
    path("rows", journal.journal, {"template": "audit/rows.html"}),
    path("check", checking.check),
    path("significant", significant.significant),
    path("significant/rows", significant.significant, {"template": "audit/significant_rows.html"}),
    path("significant/file", significant.file),
    path("rounds", recall_pages.choose),
    path("recall/<str:table>/<str:number>", recall_pages.recall_round),
    path("returns", winnings.winnings),
]
BIG_SCREEN = [
    path("", big_screen.screens),
    path("time", big_screen.time_of_the_house),
    path("<str:tournament>", big_screen.screen),
    path("<str:tournament>/now", big_screen.screen, {"template": "big_screen/now.html"}),
]
MATHS = [
    path("", maths.index),
    path("sheet.css", maths.style),
    path("sheets/<str:game>.json", maths.data),
    path("sheets/<str:game>", maths.sheet),
    path("charts/<str:game>", maths.charts),
    path("what-if/<str:game>", maths.question),
    path("what-if/<str:game>/answer", maths.answer),
    path("tables/<str:table>/worth", maths.worth),
]
TRAINER = [
    path("", trainer.home),
    path("<str:game>", trainer.trainer),
    path("<str:game>/now", trainer.trainer, {"template": "maths/trainer/now.html"}),
    path("<str:game>/choose", trainer.choose),
]
RULES = [
    path("", rules.index),
    path("<str:document>", rules.document),
    path("<str:document>/traces", rules.traces),
    path("<str:document>/<path:cited>", rules.clause),
]
urlpatterns = [
    path("", lobby.lobby),
    path("lobby/offers", lobby.offers),
    path("static/<str:digest>/<path:name>", static_files.serve),
    path("sign-in", sign_in.sign_in_page),
    path("sign-in/begin", sign_in.sign_in),
    path("second-factor", sign_in.second_factor),
    path("account", sign_in.account),
    path("demo/enter", sign_in.enter_demo),
    path("sign-out", sign_in.sign_out),
    path("act/<str:name>", acting.act),
    path("tables/", include(TABLE)),
    path("approvals/", include(APPROVALS)),
    path("audit/", include(AUDIT)),
    path("dealer/", include(DEALER)),
    path("wizard/", include(WIZARD)),
    path("pit/", include(PIT)),
    path("director/", include("pitboss.screens.director.urls")),
    path("tournaments/<str:tournament>/conditions", published_conditions),
    path("screen/", include(BIG_SCREEN)),
    path("cage/", include(CAGE)),
    path("maths/", include(MATHS)),
    path("trainer/", include(TRAINER)),
    path("rules/", include(RULES)),
    path("health", health.health),
    path("api/", include("pitboss.screens.api.urls")),
]


def handler404(request: HttpRequest, exception: Exception) -> HttpResponse:
    no = not_found("such address")
    if "text/html" in request.headers.get("Accept", ""):
        return told_no(Visit(request, process.floor(), VISITOR), no)
    return plain_refusal(request, no)


def handler500(request: HttpRequest) -> HttpResponse:
    return plain_refusal(request, BROKEN)
