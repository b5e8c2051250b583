"""A request that the rules turn down, as a value: shown to people as it is."""

import dataclasses
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
