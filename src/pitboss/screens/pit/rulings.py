"""The rulings of the house, the newest first, with filters; for printing too."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse

from pitboss.floor.kernel.roles import Role
from pitboss.floor.reading.rulings_log import SORTS, rulings
from pitboss.journal import store
from pitboss.screens.common.pages import Visit, page
from pitboss.screens.pit.views import pit_page

_WHO = (Role.SUPERVISOR, Role.MANAGER, Role.AUDITOR)
_FILTERS = ("table", "sort", "who")


@page(*_WHO)
def log(visit: Visit) -> HttpResponse:
    asked = {name: visit.request.GET.get(name, "")[:100] for name in _FILTERS}
    before = visit.request.GET.get("before", "")
    wanted: dict[str, Any] = {name: value or None for name, value in asked.items()}
    found = rulings(**wanted, before=int(before) if before.isdecimal() and len(before) < 16 else None)
    older = urlencode({**{name: value for name, value in asked.items() if value}, "before": found.before or 0})
    staff = [(name, record.name) for name, record in visit.floor.records("staff").items()]
    tables = [(record.id, record.title) for record in visit.floor.records("table").values()]
    return pit_page(
        visit,
        "pit/rulings.html",
        rows=found.rows,
        seq=store.last_seq(),
        older=older if found.before else "",
        asked=asked,
        sorts=tuple(SORTS),
        staff=staff,
        tables=tables,
    )
