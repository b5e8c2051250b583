"""Reads vouchers, till counts and table chips from the journal, for the pages of the cage."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from pitboss.floor.cage.events import CashedOut, ChipsMoved, TillClosed, TillOpened
from pitboss.floor.cage.record import CAGE
from pitboss.journal import codec
from pitboss.journal.models import Event
from pitboss.ledger import reading
from pitboss.ledger.reading import Period

_ROWS = ("seq", "at", "kind", "version", "body")
_AT_A_TIME = 200


class Written(NamedTuple):
    """A voucher as it was written, with its place in the journal."""

    number: int
    patron: str
    cents: int
    by: str
    at: int
    seq: int


class Moment(NamedTuple):
    """Something that happened at the cage, and when."""

    at: int
    event: Any


def find_voucher(number: int) -> Written | None:
    """The voucher of a number. New ones are asked for most, so the journal is read from its end."""
    for seq, at, event in _newest("floor.CashedOut"):
        if isinstance(event, CashedOut) and event.voucher is not None:
            if event.voucher == number:
                return Written(number, event.patron, event.amount, event.by, at, seq)
            if event.voucher < number:
                return None
    return None


def _newest(kind: str) -> Iterator[tuple[int, int, Any]]:
    rows = Event.objects.filter(stream=CAGE, kind=kind).order_by("-position").values_list(*_ROWS)
    for seq, at, kind, version, body in rows.iterator(_AT_A_TIME):
        yield seq, at, codec.decode(kind, version, body)


def till_counts(period: Period) -> list[Moment]:
    """How the till was counted in a period, the newest first."""
    return _moments(period, TillOpened, TillClosed)


def chips_moved(period: Period) -> list[Moment]:
    """The fills and credits of a period, the newest first."""
    return _moments(period, ChipsMoved)


def _moments(period: Period, *kinds: type) -> list[Moment]:
    names = [f"floor.{kind.__name__}" for kind in kinds]
    rows = reading.caused_events(CAGE, period, names)
    return [Moment(row.at, codec.decode(row.kind, row.version, row.body)) for row in reversed(rows)]
