"""The journal by stream, with filters: what happened, who asked for it, by which clause, and the chain."""

from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.days import local_time
from pitboss.floor.kernel.field_checks import wrong
from pitboss.floor.kernel.roles import Role
from pitboss.floor.reading.journal_search import MOST, JournalQuery, kinds, search, streams
from pitboss.floor.reading.journal_words import read_filters
from pitboss.screens.common import process
from pitboss.screens.common.forms import whole
from pitboss.screens.common.pages import Context, Drawn, Visit, draw, page

AUDITORS = (Role.AUDITOR, Role.MANAGER)
_NUMBERS = ("from_seq", "to_seq", "after")


@page(*AUDITORS)
def journal(visit: Visit, template: str = "audit/journal.html") -> Drawn:
    asked = asked_for(visit)
    if isinstance(asked, No):
        return asked
    wanted, after, given = asked
    everything = streams()
    shown: Context = {
        "found": None if isinstance(wanted, No) else search(wanted, after=after, most=MOST),
        "unknown": wanted if isinstance(wanted, No) else None,
        "given": given,
        "streams": everything,
        "families": sorted({row.family for row in everything}),
        "kinds": kinds(),
        "roles": list(Role),
        "today": local_time(visit.floor.clock()),
    }
    return draw(visit, template, **shown)


def asked_for(visit: Visit) -> tuple[JournalQuery | No, int | None, dict[str, str]] | No:
    """The filters of an address, or why nothing can be like that; whatever is empty does not matter."""
    given = {name: text for name in visit.request.GET if (text := str(visit.request.GET[name]).strip())}
    numbers: dict[str, int] = {}
    for name in _NUMBERS:
        if name in given:
            number = whole(given[name])
            if number is None:
                return wrong(name, "This is a whole number.")
            numbers[name] = number
    after = numbers.pop("after", None)
    return read_filters(given, numbers, lambda words: streams_called(visit, words)), after, given


def streams_called(visit: Visit, words: str) -> list[str]:
    """The streams of everybody whose name has these words in it."""
    staff = visit.floor.records("staff").items()
    patrons = process.directory().search(words)
    return [
        *(stream for stream, member in staff if words.casefold() in member.name.casefold()),
        *(f"patron:{each.id}" for each in patrons),
    ]
