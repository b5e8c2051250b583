"""A request that the rules turn down, as a value: shown to people as it is."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Refusal:
    """One clear sentence and the clause it rests on; nothing has changed.

    `word` is the reason in one word, for programs, where there is one: "closed", "under_18".
    """

    clause: str
    reason: str
    word: str = ""

    def __str__(self) -> str:
        return f"{self.reason} ({self.clause})"
