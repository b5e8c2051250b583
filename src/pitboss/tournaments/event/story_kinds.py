"""The kinds of lines that the story of an event has, and what a teller of it gives."""

from collections.abc import Callable
from typing import Any

from pitboss.tournaments.event.state import Tournament

ENTRY, LEVEL, MOVE, RACE, OUT, PRIZE = "entry", "level", "move", "race", "out", "prize"
SEAT, TABLE, CLOCK, STAGE, RULING, CHIPS, PLACE = "seat", "table", "clock", "stage", "ruling", "chips", "place"
# A round of a house game: there are many, so that a story of a whole event leaves them out.
ROUND = "round"
# Who runs the event, and what has to be done before its entries.
PREPARED = "prepared"

# A kind and a sentence, or nothing where something else tells it.
Told = tuple[str, str] | None
# The kinds of all events that followed from one command.
Beside = frozenset[type]
# A kind with a sentence that the fields of the event fill, or what finds both.
Tellers = dict[type, tuple[str, str] | Callable[[Tournament, Any], Told]]
TellersBeside = dict[type, Callable[[Tournament, Any, Beside], Told]]


def count_words(count: int, what: str) -> str:
    """`1 hand`, `4 hands`"""
    return f"{count} {what}{'' if count == 1 else 's'}"


def because(reason: str) -> str:
    """`: late`, and nothing without a reason; people write with a full stop, or without."""
    return f": {reason.rstrip('.')}" if reason else ""
