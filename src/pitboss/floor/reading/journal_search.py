"""The journal as its auditors search it: by stream, kind, person, clause and time, a page at a time.

A row says what happened in words that name no card. Its digest is told by its beginning only: between the events of
one command nothing but the whole digest before hides the cards, which could be found by trying.
"""

import json
from collections.abc import Collection, Iterable, Mapping
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Exists, OuterRef, Q, QuerySet

from pitboss.floor.kernel.contract import Cause, event_told, first_cause
from pitboss.floor.reading.event_words import words_of
from pitboss.journal import codec
from pitboss.journal.kinds import OWN_GROUPS, kinds_of
from pitboss.journal.models import Event
from pitboss.journal.store import HOUSE_CHAIN
from pitboss.ledger.reading import END_OF_TIME, Period, seqs_in

MOST = 100
# One word as the journal has it, or several.
Words = str | tuple[str, ...] | None
_DIGEST = 12
_COLUMNS = ("seq", "stream", "position", "family", "kind", "version", "body", "at", "command", "digest")


class JournalEntry(NamedTuple):
    """One event. `command` is the seq of the first event of the command that it followed from.

    `who` gave the command, and `second` is the person who agreed to it, where it waited for one, or on whose screen it
    was signed.
    """

    seq: int
    stream: str
    position: int
    at: int
    who: str
    role: str
    command: int
    asked: str
    kind: str
    clause: str
    words: str
    digest: str
    second: str = ""


class JournalPage(NamedTuple):
    """Rows in the order that was asked for; `then` goes on after them, and is None at the end."""

    rows: tuple[JournalEntry, ...]
    then: int | None


class JournalQuery(NamedTuple):
    """A query of the journal; None matches everything. Moments and seqs are ranges that include both ends.

    Of several words any one will do. `clause` finds those that begin so: a clause has all of its paragraphs.
    """

    stream: Words = None
    family: Words = None
    kind: Words = None
    who: Words = None
    role: Words = None
    clause: Words = None
    from_at: int | None = None
    to_at: int | None = None
    from_seq: int | None = None
    to_seq: int | None = None


EVERYTHING = JournalQuery()


class StreamRow(NamedTuple):
    """A stream of the journal and how far it has got."""

    stream: str
    family: str
    position: int
    digest: str


def search(
    wanted: JournalQuery = EVERYTHING, *, newest_first: bool = True, after: int | None = None, most: int = MOST
) -> JournalPage:
    """The rows that are wanted, after the row with a seq in the order that is asked for."""
    # Within a stream seqs and positions are in the same order, and the database has an index for these.
    column = "position" if len(_each(wanted.stream)) == 1 else "seq"
    order, beyond = (f"-{column}", f"{column}__lt") if newest_first else (column, f"{column}__gt")
    rows = _database_rows(wanted).order_by(order)
    place = None if after is None else _place(wanted, after, newest_first=newest_first)
    found: list[JournalEntry] = []
    while True:
        further = rows if place is None else rows.filter(**{beyond: place})
        some = list(further.values_list(*_COLUMNS)[: most + 1])
        causes = _causes({row[8] for row in some})
        for row in some:
            entry = _entry(row, causes[row[8]])
            place = getattr(entry, column)
            if _is_wanted(entry, wanted):
                found.append(entry)
            if len(found) > most:
                return JournalPage(tuple(found[:most]), found[most - 1].seq)
        if len(some) <= most:
            return JournalPage(tuple(found), None)


def entries(seqs: Collection[int]) -> list[JournalEntry]:
    """The rows with these seqs, the newest first."""
    rows = list(Event.objects.filter(seq__in=list(seqs)).order_by("-seq").values_list(*_COLUMNS))
    causes = _causes({row[8] for row in rows})
    return [_entry(row, causes[row[8]]) for row in rows]


def _place(wanted: JournalQuery, after: int, *, newest_first: bool) -> int:
    """Return the position of a row in the order of the search: in its stream, where one is asked for."""
    streams = _each(wanted.stream)
    if len(streams) != 1:
        return after
    own = Event.objects.filter(stream=streams[0]).values_list("position", flat=True)
    there = own.filter(seq=after).first()
    if there is not None:
        return int(there)
    # It is a row of another stream: between two of this one.
    before = own.filter(seq__lt=after).order_by("-position").first() or 0
    return before + newest_first


def streams(family: str | None = None) -> tuple[StreamRow, ...]:
    """Return all streams of the house, in the order of their names."""
    where, given = ("", []) if family is None else (" AND name LIKE %s", [f"{family}:%"])
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT name, position, digest FROM journal_stream WHERE position > 0 AND name <> %s{where} ORDER BY name",
            [HOUSE_CHAIN, *given],
        )
        found = cursor.fetchall()
    return tuple(
        StreamRow(name, name.partition(":")[0], position, digest[:_DIGEST]) for name, position, digest in found
    )


def kinds() -> tuple[str, ...]:
    """Return all kinds of events of a house, for a box to choose from."""
    return tuple(kinds_of((*OWN_GROUPS, "floor")))


def _database_rows(wanted: JournalQuery) -> QuerySet[Event]:
    """Return the rows that the database can select by itself; text filters are only a first approximation."""
    rows = Event.objects.all()
    for name in ("stream", "family", "kind"):
        if getattr(wanted, name) is not None:
            rows = rows.filter(**{f"{name}__in": _each(getattr(wanted, name))})
    ends = {
        "at__gte": wanted.from_at,
        "at__lte": wanted.to_at,
        "seq__gte": wanted.from_seq,
        "seq__lte": wanted.to_seq,
    }
    rows = rows.filter(**{name: value for name, value in ends.items() if value is not None})
    if wanted.from_at is not None or wanted.to_at is not None:
        # Both ends are in it. Where they are in the journal is found by an index, the moments are not.
        period = Period(wanted.from_at or 0, END_OF_TIME if wanted.to_at is None else wanted.to_at + 1)
        rows = rows.filter(seq__range=seqs_in(period))
    if wanted.clause:
        rows = rows.filter(_holding("body", (f'"clause":{json.dumps(each)[:-1]}' for each in _each(wanted.clause))))
    first = Event.objects.filter(seq=OuterRef("command"))
    for name in ("who", "role"):
        if (value := getattr(wanted, name)) is not None:
            names = ("who", "beside") if name == "who" else (name,)
            said = _holding("cause", (f'"{told}":{json.dumps(each)}' for told in names for each in _each(value)))
            rows = rows.filter(Exists(first.filter(said)))
    return rows


def _holding(column: str, texts: Iterable[str]) -> Q:
    """Return a filter for rows whose column contains one of these texts."""
    return reduce(or_, (Q(**{f"{column}__contains": each}) for each in texts))


def _each(words: Words) -> tuple[str, ...]:
    return (words,) if isinstance(words, str) else words or ()


def _causes(commands: Iterable[int]) -> Mapping[int, Cause]:
    found = Event.objects.filter(seq__in=list(commands)).values_list("seq", "cause")
    return {seq: json.loads(cause) for seq, cause in found}


def _entry(row: tuple[Any, ...], cause: Cause) -> JournalEntry:
    seq, stream, position, _, kind, version, body, at, command, digest = row
    event = codec.decode(kind, version, body)
    clause = event_told(event).get("clause", "")
    first = first_cause(cause)
    second = cause.get("beside", "") if first is cause else cause["who"]
    who, role, asked = first["who"], first["role"], first["command"]
    return JournalEntry(
        seq, stream, position, at, who, role, command, asked, kind, clause, words_of(event), digest[:_DIGEST], second
    )


def _is_wanted(entry: JournalEntry, wanted: JournalQuery) -> bool:
    """Check that a row selected by its text has the text in the right part."""
    return (
        (wanted.who is None or not {entry.who, entry.second}.isdisjoint(_each(wanted.who)))
        and (wanted.role is None or entry.role in _each(wanted.role))
        and (not wanted.clause or entry.clause.startswith(_each(wanted.clause)))
    )
