"""A rule, on a page of its own or beside whatever cites it."""

from typing import Any

from django.http import HttpResponse

from pitboss.floor.contract import No
from pitboss.rulebook.book import Ruling, UnknownClause, rulebook
from pitboss.screens.pages import ANYBODY, Visit, draw, page


@page(*ANYBODY)
def clause(visit: Visit, document: str, cited: str) -> HttpResponse | No:
    """The clauses that a citation means; with `?beside` for the side of a page."""
    citation = f"{document} {cited}".strip()
    try:
        found = rulebook().cited(citation)
    except UnknownClause as unknown:
        return No(str(unknown), word="unknown", status=404)
    shown: dict[str, Any] = {
        "citation": citation,
        "rulings": [each for each in found if isinstance(each, Ruling)],
        "clauses": [each for each in found if not isinstance(each, Ruling)],
    }
    beside = "beside" in visit.request.GET
    return draw(visit, "rules/beside.html" if beside else "rules/clause.html", **shown)
