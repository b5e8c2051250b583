"""Moments as a case writes them: by the clock on the wall of the house, or with their distance from UTC."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from pitboss.floor.kernel.days import local_time

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_FIRST_YEAR, _LAST_YEAR = 1971, 2998


def read(text: str) -> datetime | None:
    """2026-11-20T21:30, with seconds where they matter; None where it is no moment a house can be at."""
    try:
        shown = datetime.fromisoformat(text)
    except ValueError:
        return None
    return shown if "T" in text and _FIRST_YEAR <= shown.year <= _LAST_YEAR else None


def moment(shown: datetime, zone: ZoneInfo) -> int:
    """Return a moment as the journal counts it: microseconds since 1970, UTC."""
    return ((shown if shown.tzinfo else shown.replace(tzinfo=zone)) - _EPOCH) // _MICROSECOND


def moment_text(at: int, zone: ZoneInfo) -> str:
    """A moment as a case writes it, so exactly that nothing of it is lost."""
    return local_time(at, zone).isoformat()
