"""Every address of the house but the live stream's."""

from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from pitboss.floor.kernel.roles import VISITOR
from pitboss.screens import health, sign_in
from pitboss.screens.common import acting, process, static_files
from pitboss.screens.common.answers import BROKEN, not_found, refusal_answer
from pitboss.screens.common.pages import Visit, told_no
from pitboss.screens.director.structures.conditions import published_conditions
from pitboss.screens.lobby import views as lobby

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
    path("tables/", include("pitboss.screens.table.urls")),
    path("audit/", include("pitboss.screens.audit.urls")),
    path("dealer/", include("pitboss.screens.dealer.urls")),
    path("wizard/", include("pitboss.screens.wizard.urls")),
    path("pit/", include("pitboss.screens.pit.urls")),
    path("director/", include("pitboss.screens.director.urls")),
    path("tournaments/<str:tournament>/conditions", published_conditions),
    path("screen/", include("pitboss.screens.big_screen.urls")),
    path("cage/", include("pitboss.screens.cage.urls")),
    path("maths/", include("pitboss.screens.maths.urls")),
    path("rules/", include("pitboss.screens.rules.urls")),
    path("health", health.health),
    path("api/", include("pitboss.screens.api.urls")),
]


def handler404(request: HttpRequest, exception: Exception) -> HttpResponse:
    no = not_found("such address")
    if "text/html" in request.headers.get("Accept", ""):
        return told_no(Visit(request, process.floor(), VISITOR), no)
    return refusal_answer(no)


def handler500(_request: HttpRequest) -> HttpResponse:
    return refusal_answer(BROKEN)
