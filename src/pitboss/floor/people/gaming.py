"""All gaming of a person that the house knows of: at the money tables and in every event, now and earlier.

STAR 6.13, T-20, T-33: twelve hours of gaming in 24 are twelve hours anywhere in the house.
"""

from collections.abc import Iterable, Iterator

from pitboss.floor.cage.gaming_day import GamingClock
from pitboss.floor.kernel.contract import Now
from pitboss.floor.people.patron_record import Patron, eligibility
from pitboss.tournaments.entries.time_limits import at_seat
from pitboss.tournaments.event.conditions import DAY
from pitboss.tournaments.event.log import Record
from pitboss.tournaments.event.state import Period, Person, Stage, in_play, seat_of

# No rule looks back further: STAR 6.13 counts over 24 hours.
_REMEMBERED = 2 * DAY


def person_at(event: Record, others: Iterable[Record], patron: Patron, at: int, clock: GamingClock) -> Person:
    """A patron as the desk of an event wants to know somebody, with their gaming everywhere else.

    Moments are those of the event: where summer time begins or ends, its clock goes on as it began.
    """
    spans = (*patron.played, *(() if patron.playing_since is None else ((patron.playing_since, None),)))
    at_tables = [Period(event.moment(began), None if ended is None else event.moment(ended)) for began, ended in spans]
    at_events = [
        period for other in others if other.id != event.id for period in _seated_periods(event, other, patron.id, at)
    ]
    return eligibility(patron, at, clock)._replace(gaming=(*at_tables, *at_events))


def _seated_periods(event: Record, other: Record, player: str, at: int) -> Iterator[Period]:
    state = other.state
    is_over = state.stage in (Stage.OVER, Stage.CANCELLED) and (state.now or 0) < other.moment(at) - _REMEMBERED
    if state.started is None or is_over:
        return
    ahead = event.utc_offset - other.utc_offset
    for began, ended in at_seat(other.state, player, other.moment(at)):
        yield Period(began + ahead, ended + ahead)


def events_of(now: Now) -> list[Record]:
    """Every event of the house, those that are over among them: what was played yesterday counts today."""
    return [now.record(stream) for stream in now.streams("tournament")]


def seated_elsewhere(others: Iterable[Record], patron: Patron) -> list[str]:
    """Return where somebody sits now outside this event: money tables, and seats of other events."""
    found = [f"table {table}" for table in sorted(patron.at_tables)]
    for other in others:
        place = seat_of(other.state, patron.id) if other.state.started is not None else None
        if place and patron.id in in_play(other.state) and not other.state.entrants[patron.id].absent:
            found.append(f"{other.state.conditions.title}, table {place[0]} seat {place[1]}")
    return found
