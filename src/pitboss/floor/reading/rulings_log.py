"""The rulings of the house: what was ruled, made void, found wrong, limited, disabled or excluded at its tables.

One row is one command. Whatever followed from it by itself stands in the same row.
"""

import json
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, QuerySet

from pitboss.floor.kernel.contract import first_cause
from pitboss.floor.reading.event_words import words_of
from pitboss.floor.tables.record import stream_of
from pitboss.journal import codec
from pitboss.journal.models import Event
from pitboss.kits.events import kinds_where, note_on

SORTS = ("ruling", "void", "irregularity", "limit", "closure", "exclusion")
# The kinds that are entered beside those of the games, by what they are.
_OWN = {
    "floor.TableSet": "limit",
    **dict.fromkeys(
        ("floor.TableDisabled", "floor.TableEnabled", "floor.HouseDisabled", "floor.HouseEnabled"), "closure"
    ),
}
_FAMILIES = ("table", "house")
MOST = 50
_COLUMNS = ("seq", "stream", "kind", "version", "body", "at", "command")


class Ruled(NamedTuple):
    """One row of the log. `table` is empty for what concerns the whole house, `number` is the seq of the command.

    `verb` is what was asked for, `reason` what its giver said for it, `words` what followed; `second` is who agreed to
    it, where it took two people.
    """

    number: int
    seq: int
    at: int
    table: str
    who: str
    role: str
    sort: str
    verb: str
    clause: str
    reason: str
    words: str
    second: str = ""


class RulingsPage(NamedTuple):
    """Rows from the newest on; `before` asks for those that follow, and is None with the oldest."""

    rows: tuple[Ruled, ...]
    before: int | None


def rulings(
    *,
    table: str | None = None,
    sort: str | None = None,
    who: str | None = None,
    verb: str | None = None,
    before: int | None = None,
    most: int = MOST,
) -> RulingsPage:
    """The log from the newest row on, or from before the command with a number.

    `sort` is one of SORTS, `who` a person such as staff:susan, `verb` one of a game's such as void_round, or a command.
    """
    rows = Event.objects.filter(family__in=_FAMILIES, kind__in=kinds_of(sort))
    if table is not None:
        rows = rows.filter(stream=stream_of(table))
    if before is not None:
        rows = rows.filter(command__lt=before, seq__lt=before)
    for name, value in (("who", who), ("do", verb)):
        if value is not None:
            rows = _of_commands(rows, name, value)
    found: list[Ruled] = []
    for number, run in groupby(_newest(rows, most), key=lambda row: row[6]):
        row = _ruling_of_rows(number, list(run)[::-1])
        if who in (None, row.who, row.second) and verb in (None, row.verb):
            found.append(row)
        if len(found) > most:
            return RulingsPage(tuple(found[:most]), found[most - 1].number)
    return RulingsPage(tuple(found), None)


def kinds_of(sort: str | None = None) -> tuple[str, ...]:
    """The kinds that are entered, or those of one sort."""
    own = tuple(kind for kind, of in _OWN.items() if sort in (None, of))
    return (*own, *kinds_where(lambda about: about.sort and sort in (None, about.sort)))


def _of_commands(rows: QuerySet[Event], name: str, value: str) -> QuerySet[Event]:
    """Only where the text of the cause says so somewhere; whoever reads it makes sure."""
    names = (name, "command") if name == "do" else (name,)
    said = [json.dumps({each: value}, separators=(",", ":"))[1:-1] for each in names]
    first = Event.objects.filter(seq=OuterRef("command"))
    return rows.filter(Exists(first.filter(cause__contains=said[0])) | Exists(first.filter(cause__contains=said[-1])))


def _newest(rows: QuerySet[Event], most: int) -> Iterator[tuple[Any, ...]]:
    """Rows from the last on, some at a time: a command may have many."""
    before: int | None = None
    while True:
        some = rows if before is None else rows.filter(seq__lt=before)
        found = list(some.order_by("-seq").values_list(*_COLUMNS)[: 2 * most])
        yield from found
        if len(found) < 2 * most:
            return
        before = found[-1][0]


def _ruling_of_rows(number: int, rows: Iterable[tuple[Any, ...]]) -> Ruled:
    """One command, with its rows in their order."""
    recorded = json.loads(Event.objects.values_list("cause", flat=True).get(seq=number))
    cause = first_cause(recorded)
    given = cause["given"]
    (seq, stream, kind, *_, at, _), *_ = rows = list(rows)
    events = [codec.decode(kind, version, body) for _, _, kind, version, body, _, _ in rows]
    clause = next((each.clause for each in events if getattr(each, "clause", "")), "")
    family, _, name = stream.partition(":")
    return Ruled(
        number=number,
        seq=seq,
        at=at,
        table=name if family == "table" else "",
        who=cause["who"],
        role=cause["role"],
        sort=known.sort if (known := note_on(kind)) else _OWN[kind],
        verb=given.get("do") or cause["command"],
        clause=clause,
        reason=given.get("reason") or "",
        words=" ".join(dict.fromkeys(map(words_of, events))),
        second="" if cause is recorded else recorded["who"],
    )
