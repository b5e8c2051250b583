"""The log of an event as a document: who did what when, by which clause, what was undone, where the journal has it."""

from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.field_checks import wrong
from pitboss.floor.reading.tournaments import papers
from pitboss.screens.common.answers import download
from pitboss.screens.common.formatting import name_of
from pitboss.screens.common.pages import Context, Drawn, Visit
from pitboss.screens.director.afterwards.books import common
from pitboss.screens.director.frame import READ_BY, Names, tournament_page, tournament_part
from pitboss.tournaments.event.log import Record


@tournament_page(*READ_BY)
def document(visit: Visit, record: Record) -> Drawn:
    only = _only(visit)
    if isinstance(only, No):
        return only
    lines = papers.log_lines(record, only)
    more: Context = {
        "log_lines": lines,
        "only": sorted(only),
        "sorts": papers.SORTS,
        "second_of": lambda moment: papers.written_second(moment)[11:],
        "journal": papers.last_position(record),
        "query": "&".join(f"only={each}" for each in sorted(only)),
    }
    section = "log?only=rulings" if only == {papers.RULINGS} else "log"
    return tournament_part(visit, record, "director/afterwards/log.html", **common(record, section), **more)


@tournament_page(*READ_BY)
def table(visit: Visit, record: Record) -> Drawn:
    only = _only(visit)
    if isinstance(only, No):
        return only
    rows = papers.log_rows(papers.log_lines(record, only), Names(record).with_names, name_of)
    return download(f"{record.id}-log.csv", papers.as_csv(papers.LOG_HEADINGS, rows), "text/csv")


@tournament_page(*READ_BY)
def text(visit: Visit, record: Record) -> Drawn:
    only = _only(visit)
    if isinstance(only, No):
        return only
    told = papers.log_text(
        record.state.conditions.title, papers.log_lines(record, only), Names(record).with_names, name_of
    )
    return download(f"{record.id}-log.txt", told.encode(), "text/plain")


def _only(visit: Visit) -> frozenset[str] | No:
    """The sorts of lines that an address asks for; none means all."""
    asked = frozenset(filter(None, visit.request.GET.getlist("only")))
    if asked - set(papers.SORTS):
        return wrong("only", f"The log can be read by {', '.join(papers.SORTS[:-1])} or {papers.SORTS[-1]}.")
    return asked
