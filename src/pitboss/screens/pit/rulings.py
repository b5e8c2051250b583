"""The rulings of the house, the newest first, with filters and the sums by staff and by patron; for printing too."""

from urllib.parse import urlencode

from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.roles import Role
from pitboss.floor.reading.rulings_log import SORTS, Ruled, by_patron, by_staff, ruling_effects, rulings
from pitboss.journal import store
from pitboss.screens.common.forms import period_from, whole
from pitboss.screens.common.pages import Drawn, Visit, page
from pitboss.screens.pit.views import pit_page

_WHO = (Role.SUPERVISOR, Role.MANAGER, Role.AUDITOR)
_FILTERS = ("table", "sort", "who", "patron")
# Sums are those of so many gaming days, where no others are asked for.
_DAYS = 30


@page(*_WHO)
def log(visit: Visit) -> Drawn:
    asked = {name: visit.request.GET.get(name, "")[:100] for name in _FILTERS}
    days = period_from(visit.floor, visit.request.GET.dict(), _DAYS)
    if isinstance(days, No):
        return days
    effects = list(ruling_effects(visit.floor, days.period, **asked))
    rows, older = _rows(visit, asked) if not asked["patron"] else (tuple(each.ruled for each in effects), None)
    staff = [(name, record.name) for name, record in visit.floor.records("staff").items()]
    tables = [(record.id, record.title) for record in visit.floor.records("table").values()]
    return pit_page(
        visit,
        "pit/rulings.html",
        rows=rows,
        seq=store.last_seq(),
        older=urlencode({**{name: value for name, value in asked.items() if value}, "before": older}) if older else "",
        asked=asked | days.given,
        by_staff=by_staff(effects),
        by_patron=by_patron(effects),
        link=lambda **more: urlencode(
            {**{name: value for name, value in asked.items() if value}, **days.given, **more}
        ),
        sorts=tuple(SORTS),
        staff=staff,
        tables=tables,
    )


def _rows(visit: Visit, asked: dict[str, str]) -> tuple[tuple[Ruled, ...], int | None]:
    """The log itself goes back to the first ruling, a page at a time."""
    before = whole(visit.request.GET.get("before", ""))
    found = rulings(table=asked["table"] or None, sort=asked["sort"] or None, who=asked["who"] or None, before=before)
    return found.rows, found.before
