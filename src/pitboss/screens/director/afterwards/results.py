"""Results: on the screen, on paper, and as a file whose columns are chosen, put in order and named."""

from urllib.parse import urlencode

from django.http import HttpResponse, QueryDict

from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.field_checks import wrong
from pitboss.floor.reading.tournaments import papers
from pitboss.screens.common.answers import download
from pitboss.screens.common.forms import whole
from pitboss.screens.common.pages import Context, Drawn, Visit
from pitboss.screens.director.afterwards.books import common
from pitboss.screens.director.frame import READ_BY, Names, tournament_page, tournament_part
from pitboss.tournaments.event.log import Record
from pitboss.tournaments.prizes import paying

# The map that somebody has kept on this computer.
COOKIE = "results-columns"
KEPT = "kept"
_KEPT_FOR = 365 * 24 * 3600
_LONGEST_KEPT = 2000


@tournament_page(*READ_BY)
def page(visit: Visit, record: Record) -> Drawn:
    found = columns_of(visit)
    refusal = found if isinstance(found, No) else None
    columns = papers.PRESETS["house"][1] if isinstance(found, No) else found
    text = urlencode({"c": papers.map_text(columns)}, doseq=True)
    keeps = "keep" in visit.request.GET and refusal is None and len(text) <= _LONGEST_KEPT
    more = {"refusal": refusal, "is_kept": keeps, **_results(visit, record, columns)}
    response = tournament_part(visit, record, "director/afterwards/results.html", **more)
    if keeps:
        response.set_cookie(COOKIE, text, max_age=_KEPT_FOR, httponly=True, samesite="Lax")
    return response


@tournament_page(*READ_BY)
def preview(visit: Visit, record: Record) -> Drawn:
    """How the file would look, while the map is being changed."""
    columns = columns_of(visit)
    if isinstance(columns, No):
        return columns
    return tournament_part(visit, record, "director/afterwards/preview.html", **_results(visit, record, columns))


@tournament_page(*READ_BY)
def file(visit: Visit, record: Record) -> Drawn:
    columns = columns_of(visit)
    if isinstance(columns, No):
        return columns
    rows = papers.result_rows(record, visit.floor, columns, Names(record).who)
    return download(f"{record.id}-results.csv", papers.as_csv([each.heading for each in columns], rows), "text/csv")


@tournament_page(*READ_BY)
def paper(visit: Visit, record: Record) -> HttpResponse:
    """The results to be printed: with all names for the house, or as they may be published (STAR 6.20)."""
    is_public = "public" in visit.request.GET
    return tournament_part(
        visit,
        record,
        "director/afterwards/results_paper.html",
        is_public=is_public,
        results=paying.results(record.state),
        public=lambda player: papers.named_in_public(record.state, player, Names(record).who),
        journal=papers.last_position(record),
        **common(record, "results"),
    )


def columns_of(visit: Visit) -> papers.ColumnMap | No:
    """The map in an address: one that is spelt out, one that a form has, or a preset by its name."""
    asked = visit.request.GET
    if "c" in asked:
        return papers.map_from(asked.getlist("c"))
    if "map" in asked:
        return _of_form(asked)
    name = asked.get("preset", KEPT if kept_map(visit) else "house")
    if name == KEPT:
        return kept_map(visit) or papers.PRESETS["house"][1]
    if name not in papers.PRESETS:
        return wrong("preset", "There is no such map of columns.")
    return papers.PRESETS[name][1]


def _of_form(asked: QueryDict) -> papers.ColumnMap | No:
    """Read the columns from the form: a box to tick, a number for the order, and a heading."""
    texts: list[tuple[int, int, str]] = []
    for usual, column in enumerate(papers.COLUMNS, start=1):
        if f"use.{column.name}" in asked:
            said = asked.get(f"order.{column.name}", "").strip()
            order = whole(said) if said else usual
            if order is None:
                return wrong(f"order.{column.name}", "The order is a whole number.")
            texts.append((order, usual, f"{column.name}~{asked.get(f'heading.{column.name}', '')}"))
    return papers.map_from([text for _, _, text in sorted(texts)])


def kept_map(visit: Visit) -> papers.ColumnMap | None:
    text = visit.request.COOKIES.get(COOKIE, "")[:_LONGEST_KEPT]
    found = papers.map_from(QueryDict(text).getlist("c")) if text else None
    return None if isinstance(found, No) else found


def _results(visit: Visit, record: Record, columns: papers.ColumnMap) -> Context:
    chosen = {column.name: (place, column) for place, column in enumerate(columns, start=1)}
    rest = [column for column in papers.COLUMNS if column.name not in chosen]
    return {
        **common(record, "results"),
        "columns": columns,
        "rows": papers.result_rows(record, visit.floor, columns, Names(record).who),
        # The chosen ones first, in their order.
        "map_rows": [
            *((column, place, True) for place, column in chosen.values()),
            *((column, len(columns) + number, False) for number, column in enumerate(rest, start=1)),
        ],
        "usual": {column.name: column.heading for column in papers.COLUMNS},
        "address": urlencode({"c": papers.map_text(columns)}, doseq=True),
        "presets": papers.PRESETS,
        "has_kept": kept_map(visit) is not None,
        "names_people": any(column.name in ("name", "surname", "first_names") for column in columns),
    }
