"""Significant events: accounts, approvals, voids, denials, restarts and the like, in sentences, by group and person."""

from collections.abc import Collection
from typing import NamedTuple

from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.field_checks import wrong
from pitboss.floor.reading.journal_search import JournalEntry, JournalPage
from pitboss.floor.reading.journal_words import read_filters
from pitboss.floor.reading.significant import GROUP_OF, GROUPS, MOST, significant_events
from pitboss.floor.reading.tournaments.papers import as_csv
from pitboss.floor.tables.record import TableRecord
from pitboss.ledger.reading import Period
from pitboss.screens.audit.journal import AUDITORS, streams_called
from pitboss.screens.common.answers import download
from pitboss.screens.common.formatting import local, name_of, with_names
from pitboss.screens.common.forms import period_from, whole
from pitboss.screens.common.pages import Drawn, Visit, draw, page

# Usually so many gaming days are looked at, and a file has so many lines at most.
_DAYS, _MOST_LINES = 30, 10_000
_HEADINGS = ("Position", "Time", "Group", "About", "What happened", "By", "Role", "Agreed to by")


class SignificantQuery(NamedTuple):
    """What was asked for, as it was written and as it is meant."""

    given: dict[str, str]
    group: str
    people: Collection[str]
    period: Period
    before: int | None


@page(*AUDITORS)
def significant(visit: Visit, template: str = "audit/significant.html") -> Drawn:
    asked = _query_of(visit)
    unknown, found = (asked, None) if isinstance(asked, No) else (None, _find(visit, asked, MOST))
    return draw(
        visit,
        template,
        unknown=unknown,
        found=found,
        given=_fields_of(visit) if isinstance(asked, No) else asked.given,
        groups=GROUPS,
        group_of=GROUP_OF,
        about=lambda entry: _about(visit, entry),
    )


@page(*AUDITORS)
def file(visit: Visit) -> Drawn:
    """The same as a file for a spreadsheet."""
    asked = _query_of(visit)
    if isinstance(asked, No):
        return asked
    rows = [
        (
            entry.seq,
            f"{local(entry.at):%Y-%m-%d %H:%M:%S}",
            GROUPS[GROUP_OF[entry.kind]].title,
            _about(visit, entry),
            with_names(entry.words),
            "the house itself" if entry.who.startswith("house:") else name_of(entry.who),
            entry.role,
            name_of(entry.second) if entry.second else "",
        )
        for entry in _find(visit, asked, _MOST_LINES).rows
    ]
    return download("significant-events.csv", as_csv(_HEADINGS, rows), "text/csv")


def _find(visit: Visit, asked: SignificantQuery, most: int) -> JournalPage:
    _, group, people, period, before = asked
    return significant_events(visit.floor, group=group, people=people, period=period, before=before, most=most)


def _fields_of(visit: Visit) -> dict[str, str]:
    return {name: text for name in visit.request.GET if (text := str(visit.request.GET[name]).strip()[:100])}


def _query_of(visit: Visit) -> SignificantQuery | No:
    given = _fields_of(visit)
    group, person = given.get("group", ""), given.get("who", "")
    if group and group not in GROUPS:
        return wrong("group", "There is no such group of events.")
    before = whole(given["before"]) if "before" in given else None
    meant = read_filters({"who": person} if person else {}, {}, lambda words: streams_called(visit, words))
    period = period_from(visit.floor, given, _DAYS)
    if isinstance(meant, No):
        return meant
    if isinstance(period, No):
        return period
    people = (meant.who,) if isinstance(meant.who, str) else meant.who or ()
    return SignificantQuery({**given, **period.given}, group, people, period.period, before)


def _about(visit: Visit, entry: JournalEntry) -> str:
    """Whom or what an event happened to, where that is not the house itself."""
    family, _, own = entry.stream.partition(":")
    record = visit.floor.record(entry.stream)
    if isinstance(record, TableRecord):
        return record.title
    return name_of(entry.stream) if family in ("patron", "staff", "device") else own if family == "tournament" else ""
