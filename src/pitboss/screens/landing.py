"""`GET /`: the first page of the house."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from pitboss.floor.contract import HOUSE
from pitboss.floor.views import house_view, table_row, tournament_row
from pitboss.screens import process
from pitboss.screens.answers import wrong_method
from pitboss.screens.api.house import gaming_clock


def page(request: HttpRequest) -> HttpResponse:
    if request.method not in ("GET", "HEAD"):
        return wrong_method("GET", "HEAD")
    floor = process.floor()
    shown: dict[str, Any] = {
        "house": house_view(floor.record(HOUSE)),
        "gaming_day": gaming_clock(floor).day(floor.clock()),
        "tables": [table_row(record) for record in floor.records("table").values()],
        "tournaments": [tournament_row(record) for record in floor.records("tournament").values()],
    }
    return render(request, "landing.html", shown)
