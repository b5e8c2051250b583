"""Finds the clauses and rulings that the program and its tests cite, and the place of each citation.

The program cites in its strings and docstrings; a test cites with @pytest.mark.clause("UTH 9.6(a)"), and a worked
case with the clauses that decide it.
"""

import ast
import json
import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pitboss.rulebook.book import RULING_ID, Document, Rulebook, key_of, rulebook

# Whoever plays the engines, and puts down what was played, speaks of clauses that those keep.
_PLAYS = ("conformance", "histories", "games/writing", "games/holdem/situations")
# What looks like a clause even where no document has it. A bare section number as in "PON 19" cites nothing.
LOOKS_LIKE_A_CLAUSE = re.compile(
    r"""\d+\.\d+(?:\[\w+\]|\(\w{1,4}\))*   # 9.6(c)(ii), 13.8[1](a), 2.1[s1]
      | \d+-[a-z]\b(?:\[\w+\])?            # 1-b[s2]
      | [di]-\w[\w-]*                      # d-void, i-title
      | dictionary:\s?\w[\w-]*             # dictionary: void
    """,
    re.VERBOSE,
)

RANGE = re.compile(r"(.*)\(([a-z])\)-\(([a-z])\)")

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(frozen=True, slots=True, order=True)
class CitationPlace:
    """Where a citation stands: the definition it belongs to, and how to open it."""

    name: str
    file: Path
    line: int


@dataclass(frozen=True, slots=True)
class Citation:
    """A clause named somewhere: by what keeps it, or only in passing, which must be right but counts for nothing."""

    text: str
    place: CitationPlace
    in_passing: bool = False


def citations_in(text: str, book: Rulebook | None = None) -> list[str]:
    """Every clause and ruling cited in the text, in order, also those that no document has."""
    book = book or rulebook()
    plain = re.sub(r"(?i)\s+(?=\[s?\d+\])", "", " ".join(text.split()))
    found = []
    for match in _start_of_citation(book).finditer(plain):
        if match[1] is None:
            found.append(match[0])
            continue
        document = book.documents[match[1]]
        length = _length_of_clause(document, key_of(plain[match.end() :]))
        if length:
            found.append(f"{document.prefix} {plain[match.end() : match.end() + length]}")
    return found


def scan_code(package: Path, book: Rulebook | None = None) -> list[Citation]:
    """The citations in every module of a package, save its rulebook, which names clauses but keeps none.

    The head of a module speaks in passing, and so do a command's help and a kit; what they keep is in docstrings.
    """
    book = book or rulebook()
    found: list[Citation] = []
    for path, tree, lines in _modules(package, _start_of_citation(book)):
        if path.is_relative_to(package / "rulebook"):
            continue
        parts = path.relative_to(package.parent).with_suffix("").parts
        module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        plays = any(path.is_relative_to(package / folder) for folder in _PLAYS)
        only_docstrings = any(path.is_relative_to(package / folder) for folder in ("cli", "kits"))
        docstrings = set(_docstrings(tree)) if only_docstrings else None
        for scope, node in _strings(tree, module, lines):
            place = CitationPlace(scope, path, node.lineno)
            in_passing = plays or scope == module or (docstrings is not None and node not in docstrings)
            found.extend(Citation(text, place, in_passing) for text in citations_in(str(node.value), book))
    return found


def scan_tests(folder: Path, book: Rulebook | None = None) -> list[Citation]:
    """The clauses that tests hold, by the marks of a function (its parameters included), class or module.

    Only clauses written out in a mark count; one made at run time cannot be read from the source. A worked case that
    the suite plays is a test as well.
    """
    found: list[Citation] = []
    for path, tree, lines in _modules(folder, re.compile(r"mark\.clause\(")):
        file = path.relative_to(folder.parent).as_posix()
        for scope, mark in _marks(tree, file, lines):
            place = CitationPlace(scope, path, mark.lineno)
            arguments = (node.value for node in mark.args if isinstance(node, ast.Constant))
            found.extend(Citation(str(text), place) for text in arguments)
    for path in sorted((folder / "conformance" / "cases").glob("*.json")):
        found.extend(_cited_by_cases(path, path.relative_to(folder.parent).as_posix(), book or rulebook()))
    return found


def _cited_by_cases(path: Path, file: str, book: Rulebook) -> Iterator[Citation]:
    """Yield the citations of a file of cases; words after a clause, and TDA, are ignored."""
    source = path.read_text(encoding="utf-8")
    data = json.loads(source)
    for case in data["cases"]:
        line = source.count("\n", 0, max(source.find(json.dumps(case["id"])), 0)) + 1
        place = CitationPlace(f"{file}::{case['id']}", path, line)
        for entry in case.get("clauses", ()):
            for text in _spelled_out(entry):
                yield from (Citation(cited, place) for cited in citations_in(text, book))


def _spelled_out(entry: str) -> list[str]:
    """The clauses of a range, "UTH 7.3(a)-(f)", one by one."""
    match = RANGE.fullmatch(entry)
    if match is None:
        return [entry]
    return [f"{match[1]}({chr(letter)})" for letter in range(ord(match[2]), ord(match[3]) + 1)]


def _start_of_citation(book: Rulebook) -> re.Pattern[str]:
    """A document's prefix, which is the first group, or a whole ruling."""
    return re.compile(rf"\b({'|'.join(map(re.escape, book.documents))})\s+(?=\S)|{RULING_ID.pattern}")


def _length_of_clause(document: Document, text: str) -> int:
    """How much of the text is a clause: the longest the document knows, else what looks like one."""
    looks = LOOKS_LIKE_A_CLAUSE.match(text)
    least = looks.end() if looks else 0
    lengths = range(min(len(text), max(map(len, document.index))), least, -1)
    return next((length for length in lengths if text[:length] in document.index and _ends_at(text, length)), least)


def _ends_at(text: str, length: int) -> bool:
    """Whether a clause can end there, rather than in the middle of a word or number: 9.1 is not in 9.10."""
    return not re.match(r"\w", text[length:]) or not text[length - 1].isalnum()


def _modules(root: Path, needed: re.Pattern[str]) -> Iterator[tuple[Path, ast.Module, list[int]]]:
    """The modules below a folder in which the pattern occurs, and its lines; the others need not be parsed."""
    for path in sorted(root.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        lines = [source.count("\n", 0, match.start()) + 1 for match in needed.finditer(source)]
        if lines:
            yield path, ast.parse(source, str(path)), lines


def _on_lines(node: ast.AST, lines: list[int]) -> Iterator[ast.AST]:
    """The children of a node, save those that have none of the lines."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt | ast.expr):
            decorators = child.decorator_list if isinstance(child, Definition) else ()
            next_line = bisect_left(lines, min([child.lineno, *(each.lineno for each in decorators)]))
            if next_line == len(lines) or lines[next_line] > (child.end_lineno or 0):
                continue
        yield child


def _strings(node: ast.AST, scope: str, lines: list[int], *, top: bool = True) -> Iterator[tuple[str, ast.Constant]]:
    """Every string on the lines below the node, with the qualified name of what it belongs to."""
    for child in _on_lines(node, lines):
        if isinstance(child, ast.Constant) and isinstance(child.value, str):
            yield scope, child
        elif isinstance(child, Definition):
            yield from _strings(child, f"{scope}.{child.name}", lines, top=False)
        elif top and isinstance(child, ast.Assign | ast.AnnAssign):
            target = child.targets[0] if isinstance(child, ast.Assign) else child.target
            name = f"{scope}.{target.id}" if isinstance(target, ast.Name) else scope
            yield from _strings(child, name, lines, top=False)
        else:
            yield from _strings(child, scope, lines, top=top)


def _docstrings(tree: ast.Module) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        if isinstance(node, Definition) and isinstance(node.body[0], ast.Expr):
            yield node.body[0].value


def _marks(node: ast.AST, scope: str, lines: list[int]) -> Iterator[tuple[str, ast.Call]]:
    """Every pytest.mark.clause(...) on the lines below the node, with the test it counts for."""
    for child in _on_lines(node, lines):
        if isinstance(child, ast.Call) and ast.unparse(child.func).endswith("mark.clause"):
            yield scope, child
        elif isinstance(child, Definition):
            yield from _marks(child, f"{scope}::{child.name}", lines)
        else:
            yield from _marks(child, scope, lines)
