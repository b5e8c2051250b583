"""The journal by stream, with filters: what happened, who asked for it, by which clause, and the chain."""

from typing import Any

from pitboss.floor.contract import No
from pitboss.floor.days import local_time
from pitboss.floor.journal_search import MOST, Wanted, kinds, search, streams
from pitboss.floor.particulars import wrong
from pitboss.floor.roles import Role
from pitboss.screens.api.asking import whole
from pitboss.screens.pages import Drawn, Visit, draw, page

AUDITORS = (Role.AUDITOR, Role.MANAGER)
_WORDS = ("stream", "family", "kind", "who", "role", "clause")
_NUMBERS = ("from_seq", "to_seq", "after")


@page(*AUDITORS)
def journal(visit: Visit) -> Drawn:
    return _shown(visit, "audit/journal.html")


@page(*AUDITORS)
def rows(visit: Visit) -> Drawn:
    """The rows alone, when a filter has changed or something has happened."""
    return _shown(visit, "audit/rows.html")


def _shown(visit: Visit, template: str) -> Drawn:
    asked = asked_for(visit)
    if isinstance(asked, No):
        return asked
    wanted, after, given = asked
    found = search(wanted, after=after, most=MOST)
    everything = streams()
    shown: dict[str, Any] = {
        "found": found,
        "given": given,
        "streams": everything,
        "families": sorted({row.family for row in everything}),
        "kinds": kinds(),
        "roles": list(Role),
        "today": local_time(visit.floor.clock()),
    }
    return draw(visit, template, **shown)


def asked_for(visit: Visit) -> tuple[Wanted, int | None, dict[str, str]] | No:
    """The filters of an address; whatever is empty does not matter."""
    given = {name: text.strip() for name, text in _texts(visit) if text.strip()}
    numbers: dict[str, int] = {}
    for name in _NUMBERS:
        if name in given:
            number = whole(given[name])
            if number is None:
                return wrong(name, "This is a whole number.")
            numbers[name] = number
    after = numbers.pop("after", None)
    words: dict[str, Any] = {name: given[name] for name in _WORDS if name in given}
    return Wanted(**(words | numbers)), after, given


def _texts(visit: Visit) -> list[tuple[str, str]]:
    return [(name, str(visit.request.GET[name])) for name in visit.request.GET]
