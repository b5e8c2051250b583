"""`GET /director/`: the tournaments of the house, and where a new one is created."""

from django.http import HttpResponse

from pitboss.floor.kernel.roles import Role
from pitboss.screens.common.pages import Context, Visit, draw, page
from pitboss.screens.common.tournaments import tournament_offer, wall_day
from pitboss.screens.director.frame import DESK, RUN_BY, pages_of
from pitboss.screens.director.structures.editor import structures_on_shelf


@page(*DESK, Role.DEALER, Role.AUDITOR)
def tournaments(visit: Visit) -> HttpResponse:
    may_run = visit.actor.role in RUN_BY
    structures = [each for each in structures_on_shelf(visit) if not each.problems] if may_run else []
    wanted = visit.request.GET.get("structure", "")
    return draw(
        visit, "director/home.html", **_event_list(visit), may_run=may_run, structures=structures, wanted=wanted
    )


@page(*DESK, Role.DEALER, Role.AUDITOR)
def tournaments_now(visit: Visit) -> HttpResponse:
    """The list, while somebody looks."""
    return draw(visit, "director/home_now.html", **_event_list(visit))


def _event_list(visit: Visit) -> Context:
    """Events from the one that starts last; those without a start come first, because something is still to do."""
    at = visit.floor.clock()
    records = visit.floor.records("tournament").values()
    rows = [(tournament_offer(record, at), pages_of(visit, record)) for record in records]
    rows.sort(key=lambda listed: (listed[0].row.start is not None, -(listed[0].row.start or 0)))
    return {"tournaments": rows, "wall_day": wall_day, "few_pages": visit.actor.role not in DESK}
