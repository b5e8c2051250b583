"""Where something stands in a TOML text: asked only when a sentence has to name the line."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

# Strings and comments as a whole, the signs that give a document its structure, and everything between them.
_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"""|\'\'\'.*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*|[\[\]{}=,\n]|[^\s\[\]{}=,"\'#]+',
    re.DOTALL,
)
_OPENING, _CLOSING, _QUOTES = "[{", "]}", "\"'"


class _Statement(NamedTuple):
    """A `key = value` of a table: its line, and the lines of the strings in the value."""

    table: str
    key: str
    line: int
    strings: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Source:
    """The text of a file; `table` is the hand in a file of several."""

    name: str
    text: str
    table: str = ""

    @property
    def title(self) -> str:
        return f"{self.name}, hand {self.table}" if self.table else self.name

    def line_of(self, key: str) -> int | None:
        """The line on which a field of this hand begins."""
        found = self._statement(key)
        return None if found is None else found.line

    def line_of_action(self, index: int) -> int | None:
        """The line of an action, counted from 0."""
        found = self._statement("actions")
        if found is None or index >= len(found.strings):
            return self.line_of("actions")
        return found.strings[index]

    def _statement(self, key: str) -> _Statement | None:
        return _by_key(self.text).get((self.table, key))


@lru_cache(maxsize=1)
def _by_key(text: str) -> dict[tuple[str, str], _Statement]:
    """The statements of a text by table and key; the hands of a file share one text, and it is read through once."""
    return {(each.table, each.key): each for each in _statements(text)}


def _statements(text: str) -> Iterator[_Statement]:
    """The statements of a text that has been read as TOML before, so that its brackets and quotes are known to pair."""
    table, line = "", 1
    head: list[str] = []
    strings: list[int] = []
    begun, depth, in_value = 1, 0, False
    for token in _TOKEN.finditer(f"{text}\n"):
        sign = token.group()
        if sign == "\n":
            if depth == 0 and in_value:
                yield _Statement(table, "".join(head), begun, tuple(strings))
            elif depth == 0 and head:
                table = _unquote("".join(head).strip("[]"))
            if depth == 0:
                head, strings, in_value = [], [], False
        elif sign[0] == "#":
            pass
        elif in_value:
            depth += (sign in _OPENING) - (sign in _CLOSING)
            if sign[0] in _QUOTES:
                strings.append(line)
        elif sign == "=":
            in_value = True
        else:
            begun = begun if head else line
            head.append(_unquote(sign))
        line += sign.count("\n")


def _unquote(key: str) -> str:
    return key[1:-1] if key[:1] in _QUOTES and len(key) > 1 else key
