"""`GET /`: the first page of the house, and how it looks."""

from pathlib import Path
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from pitboss.floor.contract import HOUSE
from pitboss.floor.views import house_view, table_row, tournament_row
from pitboss.screens import process
from pitboss.screens.answers import wrong_method
from pitboss.screens.api.house import gaming_clock

STYLE = Path(__file__).parent / "static" / "landing.css"


def page(request: HttpRequest) -> HttpResponse:
    if request.method not in ("GET", "HEAD"):
        return wrong_method("GET", "HEAD")
    floor = process.floor()
    shown: dict[str, Any] = {
        "house": house_view(floor.record(HOUSE)),
        "gaming_day": gaming_clock(floor).day(floor.clock()),
        "tables": [table_row(record) for record in floor.records("table").values()],
        "tournaments": [tournament_row(record, floor.clock()) for record in floor.records("tournament").values()],
    }
    return render(request, "landing.html", shown)


def style(request: HttpRequest) -> HttpResponse:
    if request.method not in ("GET", "HEAD"):
        return wrong_method("GET", "HEAD")
    return HttpResponse(STYLE.read_bytes(), "text/css; charset=utf-8")
