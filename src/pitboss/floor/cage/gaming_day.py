"""The gaming day: the day of the books. It begins at an hour of the morning by the clock on the house's wall."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class GamingClock:
    """The house's time zone, and the hour at which one gaming day ends and the next begins."""

    zone: str = "Australia/Brisbane"
    first_hour: int = 6

    def day(self, at: int) -> date:
        """The gaming day of a moment, in microseconds since 1970 UTC."""
        local = (_EPOCH + at * _MICROSECOND).astimezone(ZoneInfo(self.zone))
        return local.date() if local.hour >= self.first_hour else local.date() - timedelta(days=1)

    def start(self, day: date) -> int:
        """The moment at which a gaming day begins. Where daylight saving skips that hour, the moment of the change."""
        begins = datetime.combine(day, time(self.first_hour), tzinfo=ZoneInfo(self.zone))
        return (begins.astimezone(UTC) - _EPOCH) // _MICROSECOND

    def span(self, day: date) -> tuple[int, int]:
        """From the first moment of a gaming day to the first after it: 23, 24 or 25 hours."""
        return self.start(day), self.start(day + timedelta(days=1))
