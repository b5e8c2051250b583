"""Any night of a journal as a case: every command of it in order, with the past of the house before it.

Nobody signs in and nobody practises in a case: what is done for that is left out, since no money and no event rests on
it. Of refused commands only those are in the journal that wait for a second person. The house's own clock gives its
commands in the script, so that it does not run.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, Field, fields
from datetime import date
from itertools import groupby
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from pitboss.conformance.floor import moments
from pitboss.conformance.floor.card_export import TableCards
from pitboss.conformance.floor.draw_export import seed_of
from pitboss.conformance.floor.outcome import Look, entrants, seats, standings
from pitboss.conformance.floor.people import HOUSE as BY_ITSELF
from pitboss.conformance.floor.people import People, took_in
from pitboss.floor.kernel.approvals import Approve, Decline
from pitboss.floor.kernel.contract import Cause, Command, first_cause, name_of
from pitboss.floor.kernel.floor import Floor, folded_from_snapshot
from pitboss.floor.kernel.premises import Premises, premises_of
from pitboss.floor.kernel.registry import COMMANDS
from pitboss.floor.kernel.roles import CROUPIER
from pitboss.floor.people import security, sessions
from pitboss.floor.tables import practice
from pitboss.floor.tables.record import TableRecord, stream_of
from pitboss.floor.tournaments.record import apply
from pitboss.floor.tournaments.record import stream_of as stream_of_tournament
from pitboss.floor.upkeep.export import ExportPeriod, NothingThere, period_of
from pitboss.games.writing.house_rounds import export_file
from pitboss.journal import codec, store
from pitboss.journal.models import Event
from pitboss.journal.store import StoredEvent
from pitboss.ledger import reading
from pitboss.tournaments.event.log import Record

_LEFT_OUT = frozenset(name_of(kind) for kind in (*sessions.VERBS, *security.VERBS, *practice.VERBS))
_CHECKS_A_DECK = "check_cards"
# What decides on a request, by its number.
_DECIDING = tuple(name_of(kind) for kind in (Approve, Decline))
_AT_ONCE = 5000
# So wide a document is written.
WIDTH = 160
Watcher = Callable[[int, int], None]


def night(floor: Floor, day: date, watch: Watcher | None = None) -> dict[str, Any]:
    """A gaming day as a document with one case; the house at its end is what the case expects."""
    period = period_of(floor, day)
    told = _CaseText(period, premises_of(floor))
    earlier, script = told.steps(watch)
    if not script:
        raise NothingThere(f"Nothing happened in this house on {day.isoformat()} that a case could tell.")
    shoes = {table: cards.shoes() for table, cards in told.cards.items()}
    case = {
        "id": f"night-{day.isoformat()}",
        "title": f"The night of {day.isoformat()}",
        "given": {
            "at": told.began,
            "clock": "written",
            "shoes": {table: written for table, written in shoes.items() if written},
            "earlier": earlier,
        },
        "script": script,
        "expect": told.expectation(),
        "note": "Written from the journal. Cards that nobody was shown are replaced by others.",
    }
    return export_file("house", [case])


class _CaseText:
    """The journal up to the end of a night, told as steps."""

    def __init__(self, period: ExportPeriod, house: Premises) -> None:
        self._period, self._zone = period, ZoneInfo(house.time_zone)
        self._people = People()
        self._at = 0
        self.began = ""
        # The requests that wait for a second person: their numbers in the house, and those they have here.
        self._requests: dict[int, int] = {}
        self._events: dict[str, Record] = {}
        tables = [stream.partition(":")[2] for stream in store.streams("table")]
        kept: dict[str, TableRecord] = {table: self.record(stream_of(table)) for table in tables}
        self._practice = {table for table, record in kept.items() if record is not None and record.is_practice}
        self._tables = [table for table, record in kept.items() if record is not None and not record.is_practice]
        self.cards = {table: TableCards(table, period.until) for table in self._tables}

    def record(self, stream: str) -> Any:
        """Return the state of a stream at the end of the night."""
        position = Event.objects.filter(stream=stream, at__lt=self._period.until).count()
        return folded_from_snapshot(stream, position).record if position else None

    def clock(self) -> int:
        """The moment of the last step."""
        return self._at

    def steps(self, watch: Watcher | None) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """Return the steps before the night, and those in it."""
        earlier: list[dict[str, Any]] = []
        script: list[dict[str, Any]] = []
        last = store.last_seq()
        for _, run in groupby(_journal(self._period.until), key=lambda row: row.command):
            rows = list(run)
            part = script if rows[0].at >= self._period.since else earlier
            part += self._steps_of(rows)
            if watch:
                watch(rows[-1].seq, last)
        return earlier, script

    def _steps_of(self, rows: list[StoredEvent]) -> Iterator[dict[str, Any]]:
        """One command, with the moment before it where that is another."""
        cause = json.loads(rows[0].cause)
        done = first_cause(cause)
        if done["command"] in _LEFT_OUT or done["given"].get("table") in self._practice:
            return
        no, given = cause.get("but"), self._with_own_number(cause)
        if given is None:
            return
        kind = COMMANDS.get(cause["command"])
        if kind is None:
            raise NothingThere(
                f"This version of Pitboss does not know the command {cause['command']!r} of this journal."
            )
        # Clocks of several processes may differ a little, and that of a case does not go back.
        at = max(rows[0].at, self._at)
        if not self.began:
            self.began = moments.moment_text(at, self._zone)
        elif at != self._at:
            yield {"at": moments.moment_text(at, self._zone)}
        self._at = at
        events = [codec.decode(row.kind, row.version, row.body) for row in rows]
        is_house = cause["who"] == CROUPIER.person
        who = {"by": BY_ITSELF} if is_house else {"by": cause["who"], "as": cause["role"]}
        seed = self._seed(done, events, rows)
        yield {
            "command": cause["command"],
            **who,
            **({} if seed is None else {"seed": f"{seed:x}"}),
            **self._particulars(kind, given, rows[0].command),
            # What waits for a second person was recorded, and refused until then.
            **({"refused": no["clause"] or no["word"]} if no else {}),
        }
        if not no:
            took_in(self._people, done["command"], done["given"], cause["answer"])

    def _with_own_number(self, cause: Cause) -> Mapping[str, Any] | None:
        """What was given; requests that wait for a second person are counted by those that are told here."""
        given: Mapping[str, Any] = cause["given"]
        if asked := cause.get("but", {}).get("request"):
            self._requests[asked] = len(self._requests) + 1
        if cause["command"] not in _DECIDING:
            return given
        number = self._requests.get(given["number"])
        return None if number is None else {**given, "number": number}

    def _seed(self, cause: Mapping[str, Any], events: list[Any], rows: list[StoredEvent]) -> int | None:
        """The entropy of what was drawn, if anything was; the events of the house are followed for it."""
        own = stream_of_tournament(cause["given"].get("tournament", ""))
        before = self._events.get(own)
        for row, event in zip(rows, events, strict=True):
            if row.family == "tournament":
                self._events[row.stream] = apply(self._events.get(row.stream), event, row.at)
        told = [event for row, event in zip(rows, events, strict=True) if row.stream == own]
        return seed_of(before, self._events.get(own), cause["given"], told)

    def _particulars(self, kind: type[Command], given: Mapping[str, Any], command: int) -> dict[str, Any]:
        """Return the particulars of a command that differ from their defaults and are still asked for."""
        usual = {field.name: _usual(field) for field in fields(kind)}
        told = {name: value for name, value in given.items() if name in usual and value != usual[name]}
        cards = self.cards.get(given.get("table", ""))
        if cards is not None and told.get("cards") and told.get("do") != _CHECKS_A_DECK:
            told["cards"] = cards.cards_entered(command, told["cards"])
        return told

    def expectation(self) -> dict[str, Any]:
        """The house at the end of the night."""
        look = Look(self, self._people)
        events = [stream.partition(":")[2] for stream in store.streams("tournament") if self.record(stream)]
        held = reading.balances_at(self._period.until)
        return {
            "balances": {account: cents for account, cents in held.items() if cents},
            "entrants": {event: entrants(look, event) for event in events},
            "seats": {table: seats(look, table) for table in self._tables},
            "standings": {event: standings(look, event) for event in events},
        }


def _journal(until: int) -> Iterator[StoredEvent]:
    """Every event before a moment, read piece by piece."""
    after = 0
    while rows := store.tail(after, most=_AT_ONCE):
        yield from (row for row in rows if row.at < until)
        after = rows[-1].seq


def _usual(field: Field[Any]) -> Any:
    """The value of a particular that need not be said, as JSON has it."""
    value = field.default if field.default_factory is MISSING else field.default_factory()
    return MISSING if value is MISSING else msgspec.json.decode(msgspec.json.encode(value))


def as_text(value: Any, indent: int = 0) -> str:
    """JSON for people: whatever fits on a line stands on one, and so does what has nothing inside its parts."""
    line = json.dumps(value, ensure_ascii=False)
    parts = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    if indent + len(line) <= WIDTH or not any(isinstance(part, dict | list) for part in parts):
        return line
    names = (
        [f"{json.dumps(name, ensure_ascii=False)}: " for name in value]
        if isinstance(value, dict)
        else [""] * len(parts)
    )
    inner = " " * (indent + 1)
    rows = [name + as_text(part, indent + 1) for name, part in zip(names, parts, strict=True)]
    begin, end = "{}" if isinstance(value, dict) else "[]"
    return f"{begin}\n{inner}" + f",\n{inner}".join(rows) + f"\n{' ' * indent}{end}"
