"""Which rulings bear on which clause, by what their texts say of each other."""

import re

from pitboss.rulebook.book import RULING_ID, Rulebook, Ruling, key_of
from pitboss.rulebook.citations import LOOKS_LIKE_A_CLAUSE

# "13.4", "UTH 9.3" or "STAR 1-b", but neither "$2.50" nor "3.5x".
NAMED_CLAUSE = re.compile(rf"(?:\b([A-Z]{{3,}})\s+)?(?<![\w.$-])((?ix:{LOOKS_LIKE_A_CLAUSE.pattern}))(?!\w)")


def rulings_by_clause(book: Rulebook) -> dict[str, tuple[Ruling, ...]]:
    """The rulings that bear on each clause, by its name: its own text names them, or they name it."""
    named: dict[str, set[str]] = {}
    for document in book.documents.values():
        for clause in document.clauses:
            named[clause.name] = set(RULING_ID.findall(f"{clause.summary} {clause.software}"))
    for ruling in book.rulings:
        for name in clauses_named_by(ruling, book):
            named[name].add(ruling.id)
    return {name: tuple(ruling for ruling in book.rulings if ruling.id in ids) for name, ids in named.items()}


def clauses_named_by(ruling: Ruling, book: Rulebook) -> list[str]:
    """The names of the clauses a ruling speaks of; a number without a prefix is of its own document."""
    names: dict[str, None] = {}
    for prefix, cited in NAMED_CLAUSE.findall(f"{ruling.question} {ruling.ruling}"):
        document = book.documents.get(prefix or ruling.document)
        clauses = document.index.get(key_of(cited), ()) if document else ()
        names.update((clause.name, None) for clause in clauses)
    return list(names)
