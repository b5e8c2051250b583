"""Tournaments as pages of several audiences look at them: found by name, in a list, and their moments in words."""

from datetime import UTC, datetime
from typing import NamedTuple

from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.field_checks import is_id
from pitboss.floor.kernel.premises import gaming_clock
from pitboss.floor.reading.tournaments.room import with_house_facts
from pitboss.floor.reading.views import TournamentRow, tournament_row
from pitboss.floor.tournaments.record import stream_of
from pitboss.screens.common.answers import not_found
from pitboss.screens.common.pages import Visit
from pitboss.tournaments.clock.clock import ClockReading, reading
from pitboss.tournaments.event.log import Record
from pitboss.tournaments.event.opening import made_known

_SECOND = 1_000_000


def find(visit: Visit, tournament: str) -> Record | No:
    """A tournament with what the house knows of everybody in play."""
    record = record_of(visit, tournament)
    return record if isinstance(record, No) else with_house_facts(visit.floor, record, gaming_clock(visit.floor))


def record_of(visit: Visit, tournament: str) -> Record | No:
    """A tournament as it knows itself."""
    record: Record | None = visit.floor.record(stream_of(tournament)) if is_id(tournament) else None
    return not_found("tournament of that name") if record is None else record


class TournamentOffer(NamedTuple):
    """A tournament as the lobby tells of it: when it begins, and what its clock shows now."""

    row: TournamentRow
    starts: int | None
    conditions_known: bool
    reading: ClockReading | None
    until: int | None


def tournament_offer(record: Record, at: int) -> TournamentOffer:
    row, shown = tournament_row(record, at), reading(record.state, record.moment(at))
    starts = None if row.start is None else (row.start - record.utc_offset) * _SECOND
    until = at + shown.remaining * _SECOND if shown and shown.runs and shown.remaining is not None else None
    return TournamentOffer(row, starts, made_known(record.state), shown, until)


def wall_time(moment: int) -> str:
    """`21:14`: a moment of the tournament by the clock on the wall."""
    return f"{datetime.fromtimestamp(moment, UTC):%H:%M}"


def wall_day(moment: int) -> str:
    """`Saturday 14 November 2026, 12:00`"""
    shown = datetime.fromtimestamp(moment, UTC)
    return f"{shown:%A} {shown.day} {shown:%B %Y, %H:%M}"


def tournaments_of(visit: Visit) -> list[TournamentRow]:
    at = visit.floor.clock()
    return [tournament_row(record, at) for record in visit.floor.records("tournament").values()]
