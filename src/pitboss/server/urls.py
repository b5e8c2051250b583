"""Every address of the house but the live stream's."""

from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from pitboss.screens import health, landing
from pitboss.screens.answers import BROKEN, not_found, refused

urlpatterns = [
    path("", landing.page),
    path("landing.css", landing.style),
    path("health", health.health),
    path("api/", include("pitboss.screens.api.urls")),
]


def handler404(_request: HttpRequest, exception: Exception) -> HttpResponse:
    return refused(not_found("such address"))


def handler500(_request: HttpRequest) -> HttpResponse:
    return refused(BROKEN)
