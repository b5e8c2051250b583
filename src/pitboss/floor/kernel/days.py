"""The clock on the wall of the house. The journal counts microseconds since 1970, UTC."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

SECOND = 1_000_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR
ZONE = ZoneInfo("Australia/Brisbane")
# The hour at which a gaming day begins, where the house says nothing else.
FIRST_HOUR = 6
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def local_time(at: int, zone: ZoneInfo = ZONE) -> datetime:
    """Return the time on the house's clock at a moment."""
    return (_EPOCH + timedelta(microseconds=at)).astimezone(zone)


def local_day(at: int, zone: ZoneInfo = ZONE) -> date:
    """The date on the wall."""
    return local_time(at, zone).date()


def local_seconds(at: int, zone: ZoneInfo = ZONE) -> int:
    """Seconds since 1970 by the clock on the wall: a moment as tournaments count it."""
    offset = local_time(at, zone).utcoffset() or timedelta()
    return at // SECOND + offset // timedelta(seconds=1)
