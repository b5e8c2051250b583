"""What no sentence that reaches a person may have in it: ids, words of the program, enumerations, bare cents."""

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

SOURCES = Path(__file__).parents[2] / "src" / "pitboss"
WRONG = {
    "a number of a patron": re.compile(r"\bp[0-9]{4,}\b"),
    "a stream or an account": re.compile(
        r"\b(?:patron|staff|table|device|float|felt|stake|world|cage|tournament|membership):[a-z0-9]"
    ),
    "a name of the program": re.compile(r"(?<![\w./<`-])[a-z]+(?:_[a-z0-9]+)+(?![\w/.(])"),
    "a constant of the program": re.compile(
        r"\b[A-Z]{2,}(?:_[A-Z]+)+\b|\bENFORCE\b|<[A-Z]\w+\.[A-Z]|\b[A-Z]\w+\.[A-Z]{2,}\b"
    ),
    "cents": re.compile(r"\b[0-9]+ cents\b"),
    "a bare amount or moment": re.compile(r"(?<![$0-9,.:/#A-Za-z-])[1-9][0-9]{4,}(?![0-9,.:/-]*[0-9])\b"),
    "the id of a definition or of a row": re.compile(r"\b(?:UTH|PON|HLD|CAN|STAR) D-|\b(?:RF|SF|FH)\b"),
    "a word said twice": re.compile(r"\b(By|[A-Z][a-z]{2,}) \1\b"),
}


@cache
def wrong_with(sentence: str) -> list[str]:
    """What is wrong with a sentence, in words; the same ones stand on many pages."""
    return [f"{what} ({found[0]}): {sentence}" for what, form in WRONG.items() if (found := form.search(sentence))]


def all_wrong(sentences: Iterable[str]) -> str:
    return "\n".join(sorted({fault for sentence in sentences for fault in wrong_with(sentence)}))


# What is written in the sources.


def written(but: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Every sentence in the program that is no docstring, with its place; what is put into it is left open.

    Folders that are for programs are left out.
    """
    for file in sorted(SOURCES.rglob("*.py")):
        if str(file.relative_to(SOURCES)).startswith(but):
            continue
        nodes = list(ast.walk(ast.parse(file.read_text())))
        left_out = {id(part) for node in nodes for part in _no_sentences(node)}
        for node in nodes:
            text = _text(node) if id(node) not in left_out else ""
            if re.match(r"['\"$…]?[A-Z…]", text) and text.count(" ") >= 2 and text.rstrip().endswith((".", "!", "?")):
                yield f"{file.relative_to(SOURCES)}:{getattr(node, 'lineno', 0)}", text


def _no_sentences(node: ast.AST) -> Iterator[ast.AST]:
    """Docstrings, and the parts of a sentence that is read as a whole."""
    if isinstance(node, ast.JoinedStr):
        yield from node.values
    body = getattr(node, "body", None)
    if isinstance(body, list) and body and isinstance(body[0], ast.Expr):
        yield body[0].value


def _text(node: ast.AST) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in node.values)
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
        return ""
    # A form of an event has the names of its particulars in braces.
    return re.sub(r"\{[a-z_]+(?::.)?\}", "…", node.value)


# What is on a page.


# What is not drawn, and what is to be written or copied letter by letter.
_SILENT = ("script", "style", "datalist", "code", "textarea", "pre")
_HEARD = ("aria-label", "title", "placeholder", "alt", "hx-confirm")


class Reader(HTMLParser):
    """What somebody reads or hears on a page, and where they can go from it."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self.ways: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        self._silent += tag in _SILENT
        self.said += [told[name] for name in _HEARD if name in told]
        self.ways += [told[name] for name in ("href", "hx-get") if name in told]

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in _SILENT

    def handle_data(self, data: str) -> None:
        text = " ".join(data.split())
        if text and not self._silent:
            self.said.append(text)
