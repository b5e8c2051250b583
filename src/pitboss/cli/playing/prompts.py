"""Questions to the person at the table: what is typed, amounts, and the rules when they are asked for."""

import re
import sys
from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from pitboss.games.command import Cents, cents_in
from pitboss.rulebook.book import ASKS_FOR_A_RULING, Clause, Rulebook, Ruling, UnknownClause, rulebook

_LAST_PARAGRAPH = re.compile(r"(?:\([^()]*\)|\[s?\d+\])$")
LEAVING = ("q", "quit", "exit", "leave")
HOW_TO_WRITE = "Type an amount such as 10, $10 or 12.50."


class Left(Exception):
    """The person has left the table."""


def amount(text: str) -> Cents | None:
    """Cents from `10`, `$10`, `12.50` or `1,000`; None for anything else, and for a billion."""
    return cents_in(text, most_digits=9)


class Asking:
    """One console and one rulebook; every question answers `?`, and `q` or the end of the input leaves the table."""

    def __init__(self, console: Console, prefix: str) -> None:
        self.console = console
        self.prefix = prefix

    def ask(self, question: str | Text, clauses: Iterable[str], notes: Sequence[str] = ()) -> str:
        """Return the typed answer; questions about the rules and goodbyes are handled first.

        To `?` alone the answer is the notes, if there are any, and the clauses.
        """
        while True:
            said = self._line(Text.assemble(question, ": "))
            if said.startswith("?"):
                for note in notes if said == "?" else ():
                    self.console.print(Padding(note, (0, 0, 0, 2), expand=False))
                self._explain(said[1:].strip(), tuple(clauses))
            elif said.casefold() in LEAVING:
                raise Left
            else:
                return said

    def _line(self, prompt: Text) -> str:
        try:
            said = self.console.input(prompt)
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            raise Left from None
        if not sys.stdin.isatty():
            # Nobody has seen it typed, so that a transcript reads like a session.
            self.console.print(said)
        return said.strip()

    def _explain(self, citation: str, clauses: tuple[str, ...]) -> None:
        book = rulebook()
        try:
            found = self._find_cited(book, citation) if citation else behind(book, clauses)
        except UnknownClause as unknown:
            self.console.print(str(unknown))
            return
        for entry in found:
            text = entry.summary if isinstance(entry, Clause) else f"{entry.question} {entry.ruling}"
            self.console.print(Padding(f"{entry.name}: {text}", (0, 0, 0, 2), expand=False))
        if not citation:
            self.console.print(f"  ? {found[-1].name} shows one clause with all that is under it.", style="dim")

    def _find_cited(self, book: Rulebook, citation: str) -> tuple[Clause | Ruling, ...]:
        """A ruling, or a clause with its paragraphs; without a document, this game's is meant."""
        if ASKS_FOR_A_RULING.fullmatch(citation):
            return (book.ruling(citation),)
        document = citation.split()[0].upper()
        return book.family(citation if document in book.documents else f"{self.prefix} {citation}")


def behind(book: Rulebook, citations: Iterable[str]) -> tuple[Clause, ...]:
    """The clauses cited, each after those it is a paragraph of, none of them twice."""
    found: dict[str, Clause] = {}
    for citation in citations:
        stems = [citation]
        while _LAST_PARAGRAPH.search(stems[0]):
            stems.insert(0, _LAST_PARAGRAPH.sub("", stems[0]))
        for stem in stems:
            try:
                found |= {clause.name: clause for clause in book.clauses(stem) if clause.name not in found}
            except UnknownClause:
                # Only a paragraph has a row of its own; what it belongs to may have none.
                if stem == citation:
                    raise
    return tuple(found.values())
