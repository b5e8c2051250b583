"""People: who plays where and for how long, who is kept out, and how that is begun and ended."""

from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.http import HttpResponse

from pitboss.floor.kernel.days import local_day
from pitboss.floor.kernel.premises import gaming_clock
from pitboss.floor.people.patron_record import Patron, unknown
from pitboss.floor.people.patron_record import kept_out as is_kept_out
from pitboss.floor.tables.practice_record import is_bot
from pitboss.journal.models import Event
from pitboss.screens.common.pages import Context, Drawn, Visit, page
from pitboss.screens.common.patron_standing import (
    PlayTime,
    Reason,
    found_by,
    patron_of,
    play_time,
    reasons,
    shown_patron,
)
from pitboss.screens.pit.views import PIT, pit_page

_KEPT_OUT = ("floor.Excluded", "floor.Prevented", "floor.KeptFromHarm", "floor.LicenceWithdrawn")


@page(*PIT)
def people(visit: Visit) -> HttpResponse:
    return pit_page(
        visit, "pit/people/people.html", **found_by(visit), **at_play(visit), kept_out=kept_out(visit), patron=None
    )


@page(*PIT)
def search_list(visit: Visit) -> HttpResponse:
    return pit_page(visit, "pit/people/people_found.html", **found_by(visit), patron=None)


@page(*PIT)
def playing(visit: Visit) -> HttpResponse:
    """Who is where, as it changes."""
    return pit_page(visit, "pit/people/playing.html", **at_play(visit))


@page(*PIT)
def person(visit: Visit, patron: str) -> Drawn:
    record = patron_of(visit.floor, patron)
    if record is None:
        return unknown(patron)
    return pit_page(visit, "pit/people/person.html", **found_by(visit), **shown_patron(visit.floor, record))


@page(*PIT)
def person_now(visit: Visit, patron: str) -> Drawn:
    record = patron_of(visit.floor, patron)
    return (
        unknown(patron)
        if record is None
        else pit_page(visit, "pit/people/person_now.html", **shown_patron(visit.floor, record))
    )


class AtPlay(NamedTuple):
    """Somebody at tables, with the play time of the day."""

    patron: Patron
    tables: list[str]
    time: PlayTime
    reason: Reason


def at_play(visit: Visit) -> Context:
    """Everybody at a table, those whose play time ends first at the top."""
    floor, at, clock = visit.floor, visit.floor.clock(), gaming_clock(visit.floor)
    where: dict[str, list[str]] = {}
    for record in floor.records("table").values():
        for player in sorted(record.present):
            if not is_bot(player):
                where.setdefault(player, []).append(record.id)
    rows: list[AtPlay] = []
    for player, tables in where.items():
        if (patron := patron_of(floor, player)) is not None:
            time = play_time(patron, at, clock)
            rows.append(AtPlay(patron, tables, time, reasons(patron, at, clock)[0]))
    return {"playing": sorted(rows, key=_ends_first)}


def _ends_first(row: AtPlay) -> tuple[bool, int, int]:
    return row.time.left is None, row.time.left or 0, -row.time.seconds


class KeptOut(NamedTuple):
    """Somebody who may not play, and why."""

    patron: Patron
    reasons: list[Reason]


def kept_out(visit: Visit) -> list[KeptOut]:
    """Everybody who is kept out today; only patrons to whom that has ever happened are looked at."""
    streams = Event.objects.filter(family="patron", kind__in=_KEPT_OUT).values_list("stream", flat=True).distinct()
    at, clock = visit.floor.clock(), gaming_clock(visit.floor)
    today = local_day(at, ZoneInfo(clock.zone))
    found = []
    for stream in sorted(streams):
        record: Patron = visit.floor.record(stream)
        if is_kept_out(record, today) or record.harm or record.licence_withdrawn_by:
            found.append(KeptOut(record, reasons(record, at, clock)))
    return found
