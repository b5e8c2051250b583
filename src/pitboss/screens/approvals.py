"""Approvals: what waits for a second person, for those who may agree and those who have asked."""

from django.http import HttpResponse

from pitboss.floor.kernel.waiting import decided_lately, waiting_for
from pitboss.screens.common.pages import APPROVERS, Visit, draw, page


@page(*APPROVERS)
def approvals(visit: Visit, template: str = "approvals/approvals.html") -> HttpResponse:
    rows = waiting_for(visit.floor, visit.actor)
    return draw(
        visit,
        template,
        for_me=[row for row in rows if row.may_agree],
        own=[row for row in rows if row.is_own],
        for_others=[row for row in rows if not row.may_agree and not row.is_own],
        decided=decided_lately(visit.floor, visit.actor),
    )


@page(*APPROVERS)
def count(visit: Visit) -> HttpResponse:
    """Draw the number beside the name of the page, in the navigation of all others."""
    return draw(visit, "approvals/count.html")
