"""The rulings of the house: what was ruled, made void, found wrong, limited, disabled or excluded at its tables.

One row is one command. Whatever followed from it by itself stands in the same row. At tables where money is played for
it is also told whom a ruling concerned and what it gave and took, with the sums by staff and by patron.
"""

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, MutableMapping
from functools import reduce
from itertools import groupby
from operator import or_
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from django.db.models import Exists, OuterRef, Q, QuerySet

from pitboss.floor.kernel.contract import first_cause
from pitboss.floor.kernel.floor import Floor, folded_from_snapshot
from pitboss.floor.reading.event_words import words_of
from pitboss.floor.reading.significant import UNLESS, places_of
from pitboss.floor.tables.record import TableRecord, at_table, seats_of, stream_of
from pitboss.games.command import Cents
from pitboss.journal import codec
from pitboss.journal.models import Event
from pitboss.kits.events import kinds_where, note_on
from pitboss.ledger.models import Transfer
from pitboss.ledger.reading import ALWAYS, Period

SORTS = ("ruling", "void", "irregularity", "limit", "closure", "exclusion")
# The kinds that are entered beside those of the games, by what they are.
_OWN = {
    "floor.TableSet": "limit",
    **dict.fromkeys(
        ("floor.TableDisabled", "floor.TableEnabled", "floor.HouseDisabled", "floor.HouseEnabled"), "closure"
    ),
}
_FAMILIES = ("table", "house")
# Those that can be for or against somebody.
_ON_PEOPLE, VOID = ("void", "ruling", "irregularity", "exclusion"), "void"
MOST = 50
_AT_ONCE = 500
_COLUMNS = ("seq", "stream", "kind", "version", "body", "at", "command")


class Ruled(NamedTuple):
    """One row of the log. `table` is empty for what concerns the whole house, `number` is the seq of the command.

    `verb` is what was asked for, `reason` what its giver said for it, `words` what followed; `second` is the person who
    agreed to it, where it waited for one.
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
    rows = _entered_rows(Event.objects.filter(family__in=_FAMILIES), kinds_of(sort))
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


def _entered_rows(rows: QuerySet[Event], kinds: Collection[str]) -> QuerySet[Event]:
    """Only rows of these kinds; of an everyday kind, only those that follow the clause of a ruling."""
    everyday = (Q(kind=kind) & ~Q(body__contains=text) for kind, text in UNLESS.items())
    return rows.filter(kind__in=kinds).exclude(reduce(or_, everyday))


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


# For and against whom.


class RulingEffect(NamedTuple):
    """A ruling with the patrons it concerned, and what each of them had more or less after it."""

    ruled: Ruled
    players: frozenset[str]
    nets: Mapping[str, Cents]

    def words_for(self, player: str) -> str:
        """What was ruled, without the sentences about others."""
        others = self.players - {player}
        told = re.split(r"(?<=[.!?]) ", self.ruled.words)
        return " ".join(each for each in told if others.isdisjoint(re.findall(r"[a-z0-9-]+", each)))


class RulingTally(NamedTuple):
    """The rulings of one member of staff, or about one patron: how many, how many of them voids, and the money.

    `agreed` are those of others that a member of staff agreed to; `to_players` and `from_players` went either way.
    """

    person: str
    rulings: int = 0
    voids: int = 0
    agreed: int = 0
    to_players: Cents = 0
    from_players: Cents = 0

    @property
    def net(self) -> Cents:
        """What the players had more of it in all."""
        return self.to_players - self.from_players

    def with_ruling(self, effect: RulingEffect, nets: Iterable[Cents]) -> "RulingTally":
        moved = tuple(nets)
        return self._replace(
            rulings=self.rulings + 1,
            voids=self.voids + (effect.ruled.sort == VOID),
            to_players=self.to_players + sum(cents for cents in moved if cents > 0),
            from_players=self.from_players - sum(cents for cents in moved if cents < 0),
        )


_worked_out: MutableMapping[Floor, dict[int, RulingEffect | None]] = WeakKeyDictionary()


def ruling_effects(
    floor: Floor,
    period: Period = ALWAYS,
    *,
    table: str = "",
    sort: str = "",
    who: str = "",
    patron: str = "",
) -> Iterator[RulingEffect]:
    """Rulings of a period from the newest on: at a table, of a sort, given or agreed to by `who`, or on a patron."""
    commands = dict.fromkeys(_commands(place.seq for place in places_of(floor, _kinds_on_people(), period)))
    for number in commands:
        effect = _effect(floor, number)
        if (
            effect is not None
            and table in ("", effect.ruled.table)
            and sort in ("", effect.ruled.sort)
            and who in ("", effect.ruled.who, effect.ruled.second)
            and (not patron or patron in effect.players)
        ):
            yield effect


def by_staff(effects: Iterable[RulingEffect]) -> list[RulingTally]:
    """The sums by who ruled, whoever agreed counted beside; most rulings first."""
    found: dict[str, RulingTally] = {}
    for effect in effects:
        who, second = effect.ruled.who, effect.ruled.second
        found[who] = found.get(who, RulingTally(who)).with_ruling(effect, effect.nets.values())
        if second:
            told = found.get(second, RulingTally(second))
            found[second] = told._replace(agreed=told.agreed + 1)
    return sorted(found.values(), key=lambda tally: (-tally.rulings, -tally.agreed, tally.person))


def by_patron(effects: Iterable[RulingEffect]) -> list[RulingTally]:
    """The sums by whom it concerned; most rulings first."""
    found: dict[str, RulingTally] = {}
    for effect in effects:
        for player in effect.players:
            told = found.get(player, RulingTally(player))
            found[player] = told.with_ruling(effect, (effect.nets.get(player, 0),))
    return sorted(found.values(), key=lambda tally: (-tally.rulings, tally.person))


def _kinds_on_people() -> frozenset[str]:
    return frozenset(kinds_where(lambda about: about.sort in _ON_PEOPLE))


def _commands(seqs: Iterable[int]) -> list[int]:
    wanted = list(seqs)
    found: dict[int, int] = {}
    for first in range(0, len(wanted), _AT_ONCE):
        some = wanted[first : first + _AT_ONCE]
        found.update(Event.objects.filter(seq__in=some).values_list("seq", "command"))
    return [found[seq] for seq in wanted]


def _effect(floor: Floor, number: int) -> RulingEffect | None:
    known = _worked_out.setdefault(floor, {})
    if number not in known:
        known[number] = _work_out(floor, number)
    return known[number]


def _work_out(floor: Floor, number: int) -> RulingEffect | None:
    # The events of a command follow each other.
    rows = Event.objects.filter(seq__gte=number, seq__lt=number + _AT_ONCE, command=number).order_by("seq")
    ruled = _ruling_of_rows(number, _entered_rows(rows, kinds_of()).values_list(*_COLUMNS))
    record: TableRecord | None = floor.record(stream_of(ruled.table)) if ruled.table else None
    if record is None or record.is_practice:
        return None
    nets, on_people = _nets(rows.values_list("seq", flat=True)), _entered_rows(rows, _kinds_on_people())
    return RulingEffect(ruled, frozenset((*nets, *_players(on_people.filter(stream=stream_of(ruled.table))))), nets)


def _nets(seqs: Iterable[int]) -> dict[str, Cents]:
    """What each patron had more or less, account and chips together, after these events."""
    nets: dict[str, Cents] = {}
    moved = Transfer.objects.filter(cause__in=list(seqs)).values_list("debit_id", "credit_id", "cents")
    for debit, credit, cents in moved:
        for account, change in ((debit, -cents), (credit, cents)):
            kind, _, rest = account.partition(":")
            if kind in ("patron", "stake"):
                player = rest.rpartition(":")[2]
                nets[player] = nets.get(player, 0) + change
    return {player: cents for player, cents in nets.items() if cents}


def _players(rows: QuerySet[Event]) -> Iterator[str]:
    """Whom events of a table name, by themselves or by their places at the table as it was before."""
    found = list(rows.values_list("stream", "position", "kind", "version", "body"))
    events = [codec.decode(*row[2:]) for row in found]
    for event in events:
        if isinstance(player := getattr(event, "player", None), str) and player:
            yield player
        yield from (wager.player for wager in getattr(event, "undone", ()) if wager.stake)
    if seats := {seat for event in events for seat in _seats(event)}:
        stream, first, *_ = found[0]
        before: TableRecord = folded_from_snapshot(stream, first - 1).record
        yield from (name for name in at_table(before) if not seats.isdisjoint(seats_of(before, name)))


def _seats(event: Any) -> tuple[int, ...]:
    seat, seats = getattr(event, "seat", None), getattr(event, "seats", ())
    return (seat, *seats) if isinstance(seat, int) else tuple(seats)
