"""The outcome of a case: money, entrants, seats, hours, standings, reports, and what a person sees."""

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import Any, NamedTuple, Protocol

from pitboss.conformance.floor.people import People
from pitboss.conformance.format.document import MalformedCase
from pitboss.floor.kernel.days import SECOND
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.people import patron_record
from pitboss.floor.reading import views
from pitboss.floor.reading.tournaments import views as tournament_views
from pitboss.floor.reading.tournaments.views import plain
from pitboss.floor.tables.record import TableRecord, stream_of
from pitboss.floor.upkeep import export
from pitboss.journal import store
from pitboss.ledger import books
from pitboss.tournaments.entries.time_limits import at_seat, seconds_within
from pitboss.tournaments.event.conditions import DAY
from pitboss.tournaments.event.log import Record
from pitboss.tournaments.event.state import Period

# The desk sees everything of an event.
_DESK = Actor("staff:director", Role.DIRECTOR)
_ROW = ("status", "chips", "table", "seat", "places")


class HouseView(Protocol):
    """The house at one moment, as it is or as it was."""

    def record(self, stream: str) -> Any: ...

    @property
    def clock(self) -> Callable[[], int]: ...


class Look(NamedTuple):
    """Somebody who looks at the house for a case, and knows whom it calls how."""

    house: HouseView
    people: People

    def at(self, wanted: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
        """Of everything that is wanted what it is; nothing else is looked at."""
        return {name: _LOOKS[name](self, of) for name, of in wanted.items() if name in _LOOKS}

    def table(self, name: str) -> TableRecord:
        found: TableRecord | None = self.house.record(stream_of(name))
        if found is None:
            raise MalformedCase(f"There is no table {name} to look at.")
        return found

    def event(self, name: str) -> Record:
        found: Record | None = self.house.record(f"tournament:{name}")
        if found is None:
            raise MalformedCase(f"There is no event {name} to look at.")
        return found

    def patron(self, name: str) -> patron_record.Patron:
        found: patron_record.Patron | None = self.house.record(patron_record.stream_of(self.people.id_of(name)))
        if found is None:
            raise MalformedCase(f"There is no patron {name} to look at.")
        return found


def _balances(look: Look, wanted: Mapping[str, Any]) -> dict[str, int]:
    accounts = {name: look.people.account(name) for name in wanted}
    held = books.balances(accounts.values())
    return {name: held.get(account, 0) for name, account in accounts.items()}


def entrants(look: Look, event: str) -> dict[str, dict[str, Any]]:
    """Return everybody who has entered an event, by name, with their standing and what they have paid for."""
    record = look.event(event)
    shown = tournament_views.view_of(record, _DESK, look.house.clock())
    rows = {row.name: {name: plain(getattr(row, name)) for name in _ROW} for row in shown.players}
    for name, row in rows.items():
        row["entries"] = sum(entry.player == name for entry in record.state.entries)
    found: dict[str, dict[str, Any]] = look.people.with_names(rows)
    return found


def _entrants(look: Look, wanted: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return the entrants of an event; somebody who has not entered is absent."""
    return {event: {**dict.fromkeys(names), **entrants(look, event)} for event, names in wanted.items()}


def seats(look: Look, table: str) -> dict[str, str]:
    """Return the seats of a table with the people in them."""
    seated = look.table(table).state.house.seated
    return {str(seat): look.people.with_names(player) for seat, player in sorted(seated.items())}


def _seats(look: Look, wanted: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    return {table: {**dict.fromkeys(places), **seats(look, table)} for table, places in wanted.items()}


def _hours(look: Look, wanted: Mapping[str, Any]) -> dict[str, str]:
    """STAR 6.13[s2], T-20: all gaming of somebody in the last 24 hours, at tables and events, without the breaks."""
    now = look.house.clock() // SECOND
    events: list[Record] = [look.house.record(stream) for stream in store.streams("tournament")]
    found = {}
    for name in wanted:
        patron = look.patron(name)
        spans = (*patron.played, *(() if patron.playing_since is None else ((patron.playing_since, None),)))
        played = [Period(began // SECOND, None if ended is None else ended // SECOND) for began, ended in spans]
        for event in events:
            for began, ended in at_seat(event.state, patron.id, event.moment(look.house.clock())):
                played.append(Period(began - event.utc_offset, ended - event.utc_offset))
        minutes = seconds_within(played, now - DAY, now) // 60
        found[name] = f"{minutes // 60}:{minutes % 60:02}"
    return found


def standings(look: Look, event: str) -> list[dict[str, Any]]:
    """Return everybody who has a place in an event, from the first down, with their winnings."""
    rows = tournament_views.results(look.event(event), is_staff=True)
    return [{"places": [*row.places], "name": look.people.with_names(row.name), "cents": row.cents} for row in rows]


def _reports(look: Look, wanted: Iterable[str]) -> dict[str, Any]:
    """The figures of gaming days; the tables by their names."""
    found = {}
    for day in wanted:
        try:
            told = export.report(look.house, date.fromisoformat(day))  # type: ignore[arg-type]
        except ValueError:
            raise MalformedCase(f"reports.{day}: is no day such as 2026-11-20.") from None
        found[day] = {**told, "tables": {row["table"]: row for row in told["tables"]}}
    return found


def _views_seen(look: Look, wanted: Mapping[str, Iterable[str]]) -> dict[str, Any]:
    """The house, tables and events by their streams, as a person sees them."""
    found: dict[str, Any] = {}
    for name, streams in wanted.items():
        actor = look.people.actor(name)
        found[name] = {stream: look.people.with_names(_view(look, stream, actor)) for stream in streams}
    return found


def _view(look: Look, stream: str, actor: Actor) -> dict[str, Any]:
    record = look.house.record(stream)
    try:
        if record is not None:
            return views.view_of(stream, record, actor, look.house.clock())
    except ValueError as error:
        raise MalformedCase(f"seen: {error}") from None
    raise MalformedCase(f"seen: There is no {stream} to look at.")


_LOOKS: Mapping[str, Callable[[Look, Any], Any]] = {
    "balances": _balances,
    "entrants": _entrants,
    "seats": _seats,
    "hours": _hours,
    "standings": lambda look, wanted: {event: standings(look, event) for event in wanted},
    "reports": _reports,
    "seen": _views_seen,
}
