"""Translates what people type into the journal's filters into the journal's own words.

`LargeCash` is the kind `floor.LargeCash`, `susan` the person `staff:susan`, `uth-1` the stream `table:uth-1`. What the
house does not know is said to be unknown: that nothing of the kind has happened would be no answer.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.field_checks import wrong
from pitboss.floor.kernel.roles import CROUPIER, VISITOR, Role
from pitboss.floor.reading.journal_search import JournalQuery, kinds, streams
from pitboss.journal import store
from pitboss.rulebook.book import rulebook

# As many as somebody can mean who has not written all of it.
_MOST = 100
_PEOPLE = ("staff", "patron", "device")
# Finds the streams of the people who are called so.
Called = Callable[[str], Iterable[str]]


def read_filters(given: Mapping[str, str], numbers: Mapping[str, int], called: Called) -> JournalQuery | No:
    """The filters as they were written, and the numbers among them."""
    found: dict[str, Any] = {**numbers}
    for name, look in _LOOKS.items():
        if name in given:
            words = look(given[name], called)
            if isinstance(words, No):
                return words
            found[name] = words
    return _outside(numbers) or JournalQuery(**found)


def _kinds(text: str, _called: Called) -> tuple[str, ...] | No:
    """`LargeCash`, `large cash` and `floor.LargeCash` are the same; a part of a name is all that have it."""
    wanted, known = _squeeze(text), {kind: _squeeze(kind) for kind in kinds()}
    exact = tuple(kind for kind, name in known.items() if wanted in (name, name.partition(".")[2]))
    return _some("kind", "event", text, exact or tuple(kind for kind, name in known.items() if wanted in name))


def _squeeze(text: str) -> str:
    return re.sub(r"[\s_-]", "", text.lower())


def _streams(text: str, called: Called) -> tuple[str, ...] | No:
    known = [row.stream for row in streams()]
    return _some("stream", "stream", text, _match_names(text, known, called))


def _people(text: str, called: Called) -> tuple[str, ...] | No:
    people = [row.stream for family in _PEOPLE for row in streams(family)]
    return _some("who", "person", text, _match_names(text, [*people, CROUPIER.person, VISITOR.person], called))


def _match_names(text: str, known: list[str], called: Called) -> tuple[str, ...]:
    """By the whole name, by what stands behind the family, by what people are called, or by a part of it."""
    wanted = text.lower()
    exact = [name for name in known if wanted in (name, name.partition(":")[2])]
    by_name = sorted(set(called(text)) & set(known))
    return tuple(exact or by_name or [name for name in known if wanted in name])


def _clauses(text: str, _called: Called) -> tuple[str, ...] | No:
    """`UTH 13`, `uth 13` and, of all documents, `13`."""
    documents = rulebook().documents
    first, _, rest = text.partition(" ")
    meant = {first.upper(): rest.strip()} if first.upper() in documents else dict.fromkeys(documents, text)
    found = [
        f"{prefix} {begins}".strip()
        for prefix, begins in meant.items()
        if any(clause.id.startswith(begins) for clause in documents[prefix].clauses)
    ]
    return _some("clause", "clause", text, tuple(found))


def _families(text: str, _called: Called) -> tuple[str, ...] | No:
    return _some("family", "family", text, tuple(sorted({row.family for row in streams()} & {text})))


def _some(field: str, what: str, text: str, found: tuple[str, ...]) -> tuple[str, ...] | No:
    shown = text[:40]
    if not found:
        return wrong(field, f"The house knows no {what} called {shown!r}.")
    if len(found) > _MOST:
        return wrong(field, f"{len(found):,} have {shown!r} in their names: write more of it.")
    return found


def _outside(numbers: Mapping[str, int]) -> No | None:
    first, last = numbers.get("from_seq", 0), store.last_seq()
    if first > last:
        return wrong("from_seq", f"The journal ends with position {last:,}.")
    if first > numbers.get("to_seq", last):
        return wrong("to_seq", "This ends before it begins.")
    return None


_LOOKS: Mapping[str, Callable[[str, Called], tuple[str, ...] | No]] = {
    "stream": _streams,
    "family": _families,
    "kind": _kinds,
    "who": _people,
    "role": lambda text, _called: _some("role", "role", text, tuple(role for role in Role if role == text)),
    "clause": _clauses,
}
