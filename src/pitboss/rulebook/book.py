"""The five approved documents: every clause and ruling as data, found by the citation people write for it.

They stand in documents/*.toml, one line each. A clause is cited by its document's prefix and its own id,
such as "UTH 9.6(c)(ii)", "HLD 2.1[s2]" or "UTH Dictionary: Void"; a ruling by its id alone, such as "U-A9"
or "R-02". `Rulebook.cited` answers both.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import StrEnum
from functools import cache
from importlib import resources
from typing import Any

SENTENCE = re.compile(r"\[s?\d+\]$")
PRINTED_NUMBER = re.compile(r"\d+\.\d+")
SPACE_BEFORE_SENTENCE = re.compile(r"\s+(?=\[s?\d+\])")
# P, R and T have two digits in every id, so that cards written as in "J-T-9" are not taken for rulings.
RULING_ID = re.compile(r"(?<![\w-])(?:[UC]-A\d+|[PRT]-\d\d)(?!\w)")
ASKS_FOR_A_RULING = re.compile(r"(?i)(?:[UC]-A|[PRT]-)\d+")


# Rows of pay tables, as our ids of them have them for short.
_ROWS = {
    "RF": "royal flush",
    "SF": "straight flush",
    "quads": "four of a kind",
    "FH": "full house",
    "three": "three of a kind",
    "less": "less than a straight",
}


def as_read(citation: str) -> str:
    """A citation as people read it: `HLD definition of High Ball`, `UTH 10.1 blind: less than a straight`."""
    document, _, own = citation.partition(" ")
    if own.startswith("D-"):
        return f"{document} definition of {own.removeprefix('D-')}"
    before, _, row = citation.rpartition(" ")
    return f"{before}: {_ROWS[row]}" if row in _ROWS else citation


class Handling(StrEnum):
    """The ways in which the software handles a clause."""

    ENFORCED = "enforced"
    SETTING = "setting"
    ACTION = "action"
    RECORDED = "recorded"
    SHOWN = "shown"
    NONE = "none"


class UnknownClause(ValueError):
    """A citation that nothing answers; its message is a sentence for the person who asked."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One numbered rule, or one sentence of it, in our own words."""

    document: str
    section: str
    id: str
    summary: str
    kind: str
    handling: tuple[Handling, ...]
    software: str

    @property
    def name(self) -> str:
        return f"{self.document} {self.id}"

    @property
    def is_enforced(self) -> bool:
        return Handling.ENFORCED in self.handling

    @property
    def is_built(self) -> bool:
        """Whether the software does something about it beyond showing it."""
        return not set(self.handling) <= {Handling.SHOWN, Handling.NONE}


@dataclass(frozen=True, slots=True)
class Ruling:
    """How an unclear place of a document is read; `setting` says whether a table may read it otherwise."""

    document: str
    id: str
    question: str
    ruling: str
    setting: str

    @property
    def name(self) -> str:
        return self.id


@dataclass(frozen=True, slots=True)
class Section:
    """A numbered part of a document, its dictionary, or its instrument."""

    id: str
    heading: str
    clauses: tuple[Clause, ...]

    @property
    def extent(self) -> str:
        """The clauses it has, for a person who looked for another one: "9.1 to 9.10"."""
        numbers = [match[0] for clause in self.clauses if (match := PRINTED_NUMBER.match(clause.id))]
        first, *others = numbers or [clause.id for clause in self.clauses]
        return f"{first} to {others[-1]}" if others and others[-1] != first else first


@dataclass(frozen=True, slots=True)
class Document:
    """One approved document; `index` holds every way of citing its clauses, in the form `key_of` makes."""

    prefix: str
    title: str
    instrument: str
    complete: tuple[str, ...]
    sections: tuple[Section, ...]
    rulings: tuple[Ruling, ...]
    index: Mapping[str, tuple[Clause, ...]] = field(repr=False, compare=False)

    @property
    def clauses(self) -> tuple[Clause, ...]:
        return tuple(clause for section in self.sections for clause in section.clauses)

    def is_complete(self, section: str) -> bool:
        """Whether every clause of the section that is built must have its function and a test."""
        return section in self.complete

    def paragraphs_of(self, clause: Clause) -> tuple[Clause, ...]:
        return tuple(other for other in self.clauses if other.id.startswith(f"{clause.id}("))

    def section(self, section_id: str) -> Section | None:
        wanted = section_id.casefold()
        return next((section for section in self.sections if section.id.casefold() == wanted), None)


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The documents by prefix, and the way from a citation to the clauses it means."""

    documents: dict[str, Document]

    def __post_init__(self) -> None:
        twice = [id_ for id_, count in Counter(ruling.id for ruling in self.rulings).items() if count > 1]
        if twice:
            raise ValueError(f"The rulebook has the ruling {', '.join(twice)} more than once.")

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        return tuple(ruling for document in self.documents.values() for ruling in document.rulings)

    def document(self, prefix: str) -> Document:
        """The document of that prefix, in upper or lower case."""
        found = self.documents.get(prefix.upper())
        if found is None:
            *others, last = self.documents
            known = f"{', '.join(others)} and {last}" if others else last
            raise UnknownClause(f"There is no document {prefix}; the documents are {known}.")
        return found

    def clauses(self, citation: str) -> tuple[Clause, ...]:
        """The clauses meant by a citation: one, or the sentences of a number that has no row of its own."""
        document, cited = self._parts(citation)
        found = document.index.get(key_of(cited))
        if found is None:
            raise UnknownClause(_nothing_there(document, cited))
        return found

    def ruling(self, ruling_id: str) -> Ruling:
        """The ruling of that id, in upper or lower case."""
        wanted = ruling_id.strip().upper()
        found = next((ruling for ruling in self.rulings if ruling.id == wanted), None)
        if found is None:
            raise UnknownClause(_no_such_ruling(self, wanted))
        return found

    def find_cited(self, citation: str) -> tuple[Clause | Ruling, ...]:
        """Return the clauses or the ruling of a citation."""
        if ASKS_FOR_A_RULING.fullmatch(citation.strip()):
            return (self.ruling(citation),)
        return self.clauses(citation)

    def family(self, citation: str) -> tuple[Clause, ...]:
        """The clauses meant and every paragraph under them; for a bare section, all its clauses."""
        document, cited = self._parts(citation)
        section = document.section(cited)
        if section is not None:
            return section.clauses
        roots = {key_of(clause.id) for clause in self.clauses(citation)} | {key_of(cited)}
        below = tuple(root + mark for root in roots for mark in "([ ")
        keys = ((clause, key_of(clause.id)) for clause in document.clauses)
        return tuple(clause for clause, key in keys if key in roots or key.startswith(below))

    def _parts(self, citation: str) -> tuple[Document, str]:
        words = citation.split(maxsplit=1)
        if not words:
            raise UnknownClause("A citation names a document and a clause of it, such as UTH 1.1.")
        document = self.document(words[0])
        if len(words) == 1:
            raise UnknownClause(f"{document.prefix} is a document; name a clause of it as well.")
        return document, words[1].strip()


@cache
def rulebook() -> Rulebook:
    """The approved documents, read once."""
    folder = resources.files(__package__) / "documents"
    order = ("UTH", "PON", "HLD", "CAN", "STAR")
    documents = (read_document((folder / f"{prefix}.toml").read_text(encoding="utf-8")) for prefix in order)
    return Rulebook({document.prefix: document for document in documents})


def key_of(text: str) -> str:
    """One form for the many ways of writing a citation: "2.1  [s1]" and "2.1[S1]" are the same."""
    return SPACE_BEFORE_SENTENCE.sub("", " ".join(text.casefold().split()))


def read_document(toml: str) -> Document:
    """Reads one file of documents/; a fault in the data is an error at once, not a clause lost later."""
    data = tomllib.loads(toml)
    prefix, complete = data["prefix"], tuple(data["complete"])
    sections = tuple(_read_section(prefix, section) for section in data["section"])
    clauses = [clause for section in sections for clause in section.clauses]
    for what, ids in (("section", [s.id for s in sections]), ("clause", [key_of(c.id) for c in clauses])):
        twice = [id_ for id_, count in Counter(ids).items() if count > 1]
        if twice:
            raise ValueError(f"{prefix} has the {what} {', '.join(twice)} more than once.")
    missing = [section for section in complete if section not in {s.id for s in sections}]
    if missing:
        raise ValueError(f"{prefix} calls a section complete that it does not have: {', '.join(missing)}.")
    rulings = tuple(_read_ruling(prefix, id_, row) for id_, row in data.get("rulings", {}).items())
    return Document(prefix, data["title"], data["instrument"], complete, sections, rulings, _index(sections))


def _read_ruling(prefix: str, ruling_id: str, row: Mapping[str, str]) -> Ruling:
    if not RULING_ID.fullmatch(ruling_id):
        # A citation of it would not be recognised in the code.
        raise ValueError(f"{prefix} has a ruling {ruling_id}; ids look like U-A1, C-A1, P-01, R-01 and T-01.")
    return Ruling(prefix, ruling_id, row["question"], row["ruling"], row["setting"])


def _read_section(prefix: str, data: Mapping[str, Any]) -> Section:
    def read_clause(row: Mapping[str, Any]) -> Clause:
        try:
            handling = tuple(Handling(word) for word in row["handling"])
        except ValueError as error:
            raise ValueError(f"{prefix} {row['id']}: {error}.") from None
        if not handling:
            raise ValueError(f"{prefix} {row['id']} does not say what the software does about it.")
        return Clause(prefix, data["id"], row["id"], row["summary"], row["kind"], handling, row["software"])

    return Section(data["id"], data["heading"], tuple(read_clause(row) for row in data["clauses"]))


def _index(sections: Iterable[Section]) -> dict[str, tuple[Clause, ...]]:
    """Every citation the document answers. A row's own id comes before what is derived from other rows."""
    clauses = [clause for section in sections for clause in section.clauses]
    index: dict[str, tuple[Clause, ...]] = {key_of(clause.id): (clause,) for clause in clauses}
    for derive in (_terms, _sentence_stem, _word_stems):
        _add_groups(index, derive)
    return index


def _add_groups(index: dict[str, tuple[Clause, ...]], derive: Callable[[str, Clause], Iterable[str]]) -> None:
    """Adds the keys that `derive` makes of the present ones, each with all the clauses that lead to it."""
    groups: dict[str, list[Clause]] = {}
    for key, clauses in index.items():
        for derived in derive(key, clauses[0]):
            group = groups.setdefault(derived, [])
            group.extend(clause for clause in clauses if clause not in group)
    for key, members in groups.items():
        index.setdefault(key, tuple(members))


def _terms(key: str, clause: Clause) -> Iterable[str]:
    """Names of a term ("Dictionary: Void", "5 Orbit") and of a named row such as 4-Friday ("4 Friday")."""
    if clause.id.startswith("D-"):
        whole = key.removeprefix("d-")
        for term in (whole, *whole.split("/")):
            yield from (f"d-{term}", f"dictionary: {term}", f"{clause.section.casefold()} {term}")
    elif re.match(r"\d+-\w{2}", key):
        yield key.replace("-", " ", 1)


def _sentence_stem(key: str, _: Clause) -> Iterable[str]:
    """The number whose sentences, or whose two printings, are rows: "2.1" of "2.1[s1]"."""
    if SENTENCE.search(key):
        yield SENTENCE.sub("", key)


def _word_stems(key: str, _: Clause) -> Iterable[str]:
    """The table or kind that is printed as rows: "14.2 Table 1" of "14.2 Table 1 Pontoon"."""
    words = key.split(" ")
    if PRINTED_NUMBER.match(key) and not SENTENCE.search(key):
        yield from (" ".join(words[:count]) for count in range(1, len(words)))


def _no_such_ruling(book: Rulebook, wanted: str) -> str:
    """Why an id finds no ruling, with the ids there are: those of its own letter, else all."""
    ranges: dict[str, str] = {}
    for document in book.documents.values():
        if document.rulings:
            first, last = document.rulings[0].id, document.rulings[-1].id
            ranges[first[0]] = f"{document.prefix} has {first} to {last}"
    known = ranges.get(wanted[:1]) or ", ".join(ranges.values()) or "it has no rulings"
    return f"There is no ruling {wanted} in the rulebook ({known})."


def _nothing_there(document: Document, cited: str) -> str:
    """Why a citation finds nothing, with what there is instead."""
    section = document.section(cited)
    if section is not None:
        return f"{document.prefix} {section.id} is a section, not a clause (it has {section.extent})."
    return f"There is no clause {document.prefix} {cited} in the rulebook ({_what_there_is(document, cited)})."


def _what_there_is(document: Document, cited: str) -> str:
    """Describe the clauses near the place where the cited one would be."""
    prefix, key = document.prefix, key_of(cited)
    number = PRINTED_NUMBER.match(key)
    if number and number[0] != key and number[0] in document.index:
        marks = (f"{number[0]}(", f"{number[0]}[")
        below = [clause.id for clause in document.clauses if key_of(clause.id).startswith(marks)]
        paragraphs = f"{below[0]} to {below[-1]}" if below else "no paragraphs"
        return f"{prefix} {number[0]} has {paragraphs}"
    terms = {key_of(clause.id): clause.name for clause in document.clauses if clause.id.startswith("D-")}
    near = get_close_matches("d-" + re.sub(r"^(d-|dictionary:?|\d+ ) ?", "", key), terms, n=1)
    if near:
        return f"did you mean {terms[near[0]]}?"
    section = document.section(re.split(r"\W", cited)[0])
    if section is not None:
        return f"{prefix} {section.id} has {section.extent}"
    numbered = [section.id for section in document.sections if section.id.isdigit()]
    return f"{prefix} has the sections {numbered[0]} to {numbered[-1]}"
