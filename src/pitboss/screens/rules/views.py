"""The rulebook: a rule on a page of its own or beside what cites it, whole documents, search, and what keeps what."""

from pitboss.floor.kernel.contract import No
from pitboss.rulebook.book import Clause, Document, Ruling, UnknownClause, rulebook
from pitboss.rulebook.traceability import traceability
from pitboss.screens.common.pages import ANYBODY, Context, Drawn, Visit, draw, page

MOST_FOUND = 60


@page(*ANYBODY)
def index(visit: Visit) -> Drawn:
    """All documents; with `?q=` the clauses and rulings that have these words."""
    asked = visit.request.GET.get("q", "").strip()[:100]
    clauses, rulings = find_clauses(asked) if asked else ([], [])
    shown: Context = {
        "documents": list(rulebook().documents.values()),
        "asked": asked,
        "clauses": clauses[:MOST_FOUND],
        "rulings": rulings[:MOST_FOUND],
        "how_many": len(clauses) + len(rulings),
    }
    return draw(visit, "rules/found.html" if visit.request.GET.get("part") else "rules/index.html", **shown)


def find_clauses(asked: str) -> tuple[list[Clause], list[Ruling]]:
    """Return the clauses and rulings of a citation, else all that contain every word."""
    try:
        cited = rulebook().find_cited(asked)
    except UnknownClause:
        cited = ()
    words = asked.casefold().split()
    documents = rulebook().documents.values()
    clauses = [each for document in documents for each in document.clauses]
    if cited:
        return [each for each in cited if isinstance(each, Clause)], [
            each for each in cited if isinstance(each, Ruling)
        ]
    return (
        [each for each in clauses if _has(words, each.name, each.summary, each.software)],
        [each for each in rulebook().rulings if _has(words, each.id, each.question, each.ruling)],
    )


def _has(words: list[str], *texts: str) -> bool:
    text = " ".join(texts).casefold()
    return all(word in text for word in words)


@page(*ANYBODY)
def document(visit: Visit, document: str) -> Drawn:
    """One document, section by section, and how its unclear places are read."""
    known = _document(document)
    if isinstance(known, No):
        return known
    return draw(visit, "rules/document.html", document=known)


@page(*ANYBODY)
def clause(visit: Visit, document: str, cited: str) -> Drawn:
    """The clauses that a citation means; with `?beside` for the side of a page."""
    citation = f"{document} {cited}".strip()
    try:
        meant = rulebook().find_cited(cited if document == "ruling" else citation)
    except UnknownClause as unknown:
        return No(str(unknown), word="unknown", status=404)
    shown: Context = {
        "citation": cited if document == "ruling" else citation,
        "address": f"/rules/{document}/{cited}",
        "rulings": [each for each in meant if isinstance(each, Ruling)],
        "clauses": [each for each in meant if not isinstance(each, Ruling)],
    }
    return draw(visit, "rules/beside.html" if "beside" in visit.request.GET else "rules/clause.html", **shown)


@page(*ANYBODY)
def traces(visit: Visit, document: str) -> Drawn:
    """Draw the functions and tests that hold each clause of a document."""
    known = _document(document)
    if isinstance(known, No):
        return known
    joined = traceability()
    sections = [(section, [joined.trace(each) for each in section.clauses]) for section in known.sections]
    return draw(visit, "rules/traces.html", document=known, sections=sections, has_tests=joined.tests is not None)


def _document(prefix: str) -> Document | No:
    try:
        return rulebook().document(prefix)
    except UnknownClause as unknown:
        return No(str(unknown), word="unknown", status=404)
