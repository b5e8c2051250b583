"""A request that the rules turn down, as a value: shown to people as it is."""

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Refusal:
    """One clear sentence and the clause it rests on; nothing has changed.

    `word` is the reason in one word, for programs, where there is one: "closed", "under_18". `field` is the particular
    that is at fault, where it is one of many: "cards.3".
    """

    clause: str
    reason: str
    word: str = ""
    field: str = dataclasses.field(default="", kw_only=True)

    def __str__(self) -> str:
        return f"{self.reason} ({self.clause})"


def in_words(name: object) -> str:
    """A choice or a setting as people read it: `out of turn` for out_of_turn."""
    return str(name).replace("_", " ")


def one_of(names: Iterable[object]) -> str:
    """Return the alternatives as words: `check, call or tap out`."""
    *others, last = map(in_words, names)
    return f"{', '.join(others)} or {last}" if others else last
