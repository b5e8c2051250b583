"""`pitboss rules`: the approved rules, and where the program keeps each of them."""

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.checkout import checkout
from pitboss.cli.options import AsJson, called_as, parts_data, plain_console, stop

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

    from rich.console import RenderableType
    from rich.table import Table
    from rich.text import Text

    from pitboss.rulebook.book import Clause, Document, Rulebook, Ruling, Section
    from pitboss.rulebook.citations import CitationPlace
    from pitboss.rulebook.traceability import Trace

Words = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[DOCUMENT [CLAUSE]|RULING]",
        help="A document, a section or a clause: UTH, UTH 15, UTH 15.10; or the id of a ruling.",
    ),
]

WIDE = 110


def rules(words: Words = None, as_json: AsJson = False) -> None:
    """Show the approved rules: the documents, one of them, a section, a clause or a ruling with its code.

    The rules are at hand for anyone who asks (UTH 15.10, PON 17.9, HLD 19.9, CAN 16.11, STAR 6.19).

    With --json: {"documents": [...]}; or one document with its "sections", their
    "clauses" and its "rulings"; or {"clauses": [...]} of a section or clause,
    each with its "functions", "tests" (null where none are installed) and
    "rulings"; or {"rulings": [...]} of one ruling with what it is "cited_by".
    """
    from pitboss.rulebook.book import ASKS_FOR_A_RULING, UnknownClause, rulebook

    citation = " ".join(" ".join(words or ()).split())
    book = rulebook()
    try:
        if not citation:
            _documents(book, as_json=as_json)
        elif ASKS_FOR_A_RULING.fullmatch(citation):
            _ruling(book, citation, as_json=as_json)
        elif " " not in citation:
            _document(book.document(citation), as_json=as_json)
        else:
            _clauses(book, citation, as_json=as_json)
    except UnknownClause as unknown:
        stop(str(unknown))


def _documents(book: "Rulebook", *, as_json: bool) -> None:
    documents = book.documents.values()
    if as_json:
        _print_json({"documents": [_document_data(document) for document in documents]})
        return
    table = _table()
    table.add_column("document", no_wrap=True)
    table.add_column("title and instrument", ratio=3)
    table.add_column("clauses", justify="right", no_wrap=True)
    table.add_column("enforced", justify="right", no_wrap=True)
    table.add_column("complete", ratio=1, min_width=8)
    for document in documents:
        data = _document_data(document)
        complete = ", ".join(document.complete) or "none yet"
        counts = (str(data["clauses"]), str(data["enforced"]))
        table.add_row(document.prefix, f"{document.title}\n{document.instrument}", *counts, complete)
    call = f"{called_as()} rules"
    _print(table, "", f"{call} UTH lists a document, {call} UTH 9.6 shows a clause, {call} R-02 a ruling.")


def _document(document: "Document", *, as_json: bool) -> None:
    if as_json:
        sections = [_section_data(document, section) for section in document.sections]
        rulings = [_ruling_data(ruling) for ruling in document.rulings]
        _print_json({**_document_data(document), "sections": sections, "rulings": rulings})
        return
    _print(_bold(f"{document.prefix} {document.title}"), document.instrument)
    for section in document.sections:
        table = _clause_table()
        for clause in section.clauses:
            table.add_row(clause.id, clause.summary, ", ".join(clause.handling))
        _print("", _heading(document, section), table)
    table = _table()
    table.add_column("ruling", no_wrap=True)
    table.add_column("question, ruling and setting", ratio=1)
    for ruling in document.rulings:
        table.add_row(ruling.id, f"{ruling.question}\n-> {ruling.ruling}\nsetting: {ruling.setting}")
    _print("", _bold(f"{document.prefix} rulings"), table)


def _ruling(book: "Rulebook", ruling_id: str, *, as_json: bool) -> None:
    """One ruling, with the places that go by it."""
    from pitboss.rulebook.traceability import traceability

    ruling = book.ruling(ruling_id)
    document = book.document(ruling.document)
    places = traceability().cited_by(ruling)
    if as_json:
        _print_json({"rulings": [{**_ruling_data(ruling), "cited_by": _places_data(places)}]})
        return
    table = _grid()
    table.add_row("  ruling", ruling.ruling)
    table.add_row("  setting", ruling.setting)
    table.add_row("  document", f"{document.prefix} {document.title}")
    _add_places(table, "  cited by", places)
    _print(_bold(f"{ruling.id}: {ruling.question}"), table)


def _clauses(book: "Rulebook", citation: str, *, as_json: bool) -> None:
    from pitboss.rulebook.rulings import rulings_by_clause
    from pitboss.rulebook.traceability import traceability

    clauses = book.family(citation)
    document = book.document(clauses[0].document)
    traces = [traceability().trace(clause) for clause in clauses]
    section = document.section(citation.partition(" ")[2])
    rulings = rulings_by_clause(book)
    if as_json:
        _print_json({"clauses": [_trace_data(trace, rulings[trace.clause.name]) for trace in traces]})
    elif section is not None:
        _print_section(document, section, traces)
    else:
        shown: set[Ruling] = set()
        for number, trace in enumerate(traces):
            bearing = rulings[trace.clause.name]
            _print(*([""] if number else []), *_in_full(trace, bearing, shown))
            shown.update(bearing)


def _print_section(document: "Document", section: "Section", traces: "Iterable[Trace]") -> None:
    """A section at a glance: how many functions and tests name each clause."""
    table = _clause_table()
    table.add_column("code", justify="right", no_wrap=True)
    table.add_column("tests", justify="right", no_wrap=True)
    for trace in traces:
        tests = "?" if trace.tests is None else str(len(trace.tests))
        handling = ", ".join(trace.clause.handling)
        table.add_row(trace.clause.id, trace.clause.summary, handling, str(len(trace.functions)), tests)
    _print(_heading(document, section), table)


def _in_full(trace: "Trace", rulings: "Iterable[Ruling]", shown: "Container[Ruling]") -> "Iterable[RenderableType]":
    """One clause with all that is known about it; a ruling already shown is not told again."""
    clause = trace.clause
    table = _grid()
    table.add_row("  kind", clause.kind)
    table.add_row("  handling", ", ".join(clause.handling))
    for ruling in rulings:
        told = "as above" if ruling in shown else f"{ruling.question} -> {ruling.ruling}"
        table.add_row("  ruling", f"{ruling.id}: {told}")
    _add_places(table, "  code", trace.functions)
    if trace.tests is None:
        table.add_row("  tests", "not installed here")
    else:
        for label, place in _with_label("  tests", trace.tests):
            # The file under the name, as for code: together they are too long for a narrow screen.
            table.add_row(label, "\n".join(reversed(place.name.split("::", 1))) if place else "none")
    return (_bold(f"{clause.name}: {clause.summary}"), table)


def _add_places(table: "Table", label: str, places: "tuple[CitationPlace, ...]") -> None:
    for first_label, place in _with_label(label, places):
        table.add_row(first_label, f"{place.name}\n{_where(place)}" if place else "named nowhere")


def _with_label(label: str, places: "tuple[CitationPlace, ...]") -> "list[tuple[str, CitationPlace | None]]":
    """The label stands at the first place only; with no place there is still one line."""
    rows: list[tuple[str, CitationPlace | None]] = [("", place) for place in places] or [("", None)]
    return [(label, rows[0][1]), *rows[1:]]


def _document_data(document: "Document") -> dict[str, Any]:
    return {
        **parts_data(document, "prefix", "title", "instrument"),
        "clauses": len(document.clauses),
        "enforced": sum(clause.is_enforced for clause in document.clauses),
        "complete": list(document.complete),
    }


def _section_data(document: "Document", section: "Section") -> dict[str, Any]:
    clauses = [_clause_data(clause) for clause in section.clauses]
    complete = document.is_complete(section.id)
    return {"id": section.id, "heading": section.heading, "complete": complete, "clauses": clauses}


def _clause_data(clause: "Clause") -> dict[str, Any]:
    return parts_data(clause, "name", "id", "section", "summary", "kind", "handling", "software")


def _trace_data(trace: "Trace", rulings: "Iterable[Ruling]") -> dict[str, Any]:
    return {
        **_clause_data(trace.clause),
        "functions": _places_data(trace.functions),
        "tests": None if trace.tests is None else [place.name for place in trace.tests],
        "rulings": [_ruling_data(ruling) for ruling in rulings],
    }


def _ruling_data(ruling: "Ruling") -> dict[str, Any]:
    return parts_data(ruling, "id", "document", "question", "ruling", "setting")


def _places_data(places: "Iterable[CitationPlace]") -> list[dict[str, str]]:
    return [{"name": place.name, "place": _where(place)} for place in places]


def _where(place: "CitationPlace") -> str:
    """File and line, from the top of the checkout where there is one."""
    root = checkout()
    file = place.file if root is None else place.file.relative_to(root)
    return f"{file}:{place.line}"


def _heading(document: "Document", section: "Section") -> "Text":
    name = section.heading if section.heading == section.id else f"{section.id} {section.heading}"
    complete = " (complete)" if document.is_complete(section.id) else ""
    return _bold(f"{document.prefix} {name}{complete}")


def _bold(words: str) -> "Text":
    from rich.text import Text

    return Text(words, style="bold")


def _table() -> "Table":
    from rich import box
    from rich.table import Table

    return Table(box=box.SIMPLE_HEAD, expand=True, pad_edge=False)


def _grid() -> "Table":
    """Labels and what they stand for, without lines."""
    from rich.table import Table

    grid = Table.grid(padding=(0, 2))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    return grid


def _clause_table() -> "Table":
    """Clause, summary and handling; a narrow screen has one handling a line, to leave the summary room."""
    table = _table()
    table.add_column("clause", no_wrap=True)
    table.add_column("summary", ratio=1)
    table.add_column("handling", max_width=9 if plain_console().width < WIDE else None)
    return table


def _print(*parts: "RenderableType") -> None:
    for part in parts:
        plain_console().print(part)


def _print_json(data: dict[str, Any]) -> None:
    typer.echo(json.dumps(data, indent=2, ensure_ascii=False))
