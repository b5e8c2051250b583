"""When an event will end: many of it played with bots through the rules of the desk, on any executor.

What is asked before an event: when it will be over, whether the twelve hours of STAR 1-b or the end of the ladder will
be reached, how many hands and tables it takes. The players make no deal on the prizes and the event is not suspended:
the time is that of play to the last hand.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import NamedTuple

from pitboss.odds.simulation.batches import batch_seed
from pitboss.odds.simulation.run import gather
from pitboss.tournaments.bots.house_simulation import run_house_event
from pitboss.tournaments.bots.simulation import Statistics, continue_event, run_event
from pitboss.tournaments.event.conditions import HOUSE_GAMES, Conditions, Seconds
from pitboss.tournaments.event.state import Moment, Tournament
from pitboss.tournaments.prizes.pool import pool


class End(NamedTuple):
    """How one event ended: after so many seconds, at which level, past the last one or not, after how many hands."""

    seconds: Seconds
    level: int
    overran: bool
    hands: int
    tables: int


class Work(NamedTuple):
    """One event to be played."""

    conditions: Conditions
    entries: int
    seed: int


class Rest(NamedTuple):
    """The rest of one event, to be played from a moment on."""

    state: Tournament
    at: Moment
    seed: int


@dataclass(frozen=True, slots=True)
class Forecast:
    """Many ends of one event, the soonest first."""

    conditions: Conditions
    entries: int
    ends: tuple[End, ...]

    def seconds_at(self, part: Fraction) -> Seconds:
        """The soonest time by which this part of the events was over: a half is the median."""
        over = ceil(part * len(self.ends))
        return self.ends[max(over, 1) - 1].seconds

    @property
    def mean_seconds(self) -> Fraction:
        return Fraction(sum(end.seconds for end in self.ends), len(self.ends))

    @property
    def chance_of_twelve_hours(self) -> Fraction:
        """STAR 1-b[s1], T-21: how often the event would have to be suspended."""
        limit = self.conditions.readings.suspend_after
        return self._part(end.seconds > limit for end in self.ends)

    @property
    def chance_past_the_ladder(self) -> Fraction:
        """T-24: how often the last level was not enough."""
        return self._part(end.overran for end in self.ends)

    @property
    def levels(self) -> dict[int, int]:
        """How many of the events ended at each level."""
        found = sorted(end.level for end in self.ends)
        return {level: found.count(level) for level in dict.fromkeys(found)}

    def _part(self, true: Iterable[bool]) -> Fraction:
        return Fraction(sum(true), len(self.ends))


def forecast(
    conditions: Conditions,
    entries: int,
    events: int,
    seed: int,
    *,
    executor: Executor,
    watch: Callable[[tuple[End, ...]], None] | None = None,
) -> Forecast:
    """So many events with so many entries on the executor; `watch` sees the ends so far.

    The answer depends on conditions, entries, events and seed, and on nothing else. Raises Stopped on Ctrl-C and Failed
    where an event breaks, both with the ends so far.
    """
    nothing: tuple[End, ...] = ()
    works = _works(conditions, entries, range(events), seed)
    ends = gather(works, executor, play_event, nothing=nothing, merge=_all, watch=watch)
    return of_ends(conditions, entries, ends)


def forecast_from(
    state: Tournament,
    at: Moment,
    events: int,
    seed: int,
    *,
    executor: Executor,
    watch: Callable[[tuple[End, ...]], None] | None = None,
) -> Forecast:
    """The same for an event that is under way, from its seats, stacks and clock at a moment; nobody enters any more."""
    nothing: tuple[End, ...] = ()
    works = (Rest(state, at, batch_seed(seed, number)) for number in range(events))
    ends = gather(works, executor, played_on, nothing=nothing, merge=_all, watch=watch)
    return of_ends(state.conditions, pool(state).entries, ends)


def of_ends(conditions: Conditions, entries: int, ends: Sequence[End]) -> Forecast:
    """A forecast from the ends there are, in whatever order they came."""
    return Forecast(conditions, entries, tuple(sorted(ends)))


def some_ends(conditions: Conditions, entries: int, numbers: range, seed: int) -> tuple[End, ...]:
    """The ends of some of the events of a forecast, by their numbers, for whoever plays them a few at a time."""
    return _all(play_event(work) for work in _works(conditions, entries, numbers, seed))


def _works(conditions: Conditions, entries: int, numbers: range, seed: int) -> Iterator[Work]:
    return (Work(conditions, entries, batch_seed(seed, number)) for number in numbers)


def play_event(work: Work) -> tuple[End, ...]:
    """One event, to its last hand."""
    conditions, entries, seed = work
    if conditions.game in HOUSE_GAMES:
        found = run_house_event(conditions, entries, seed).statistics
    else:
        found = run_event(conditions, entries, seed, deals=False, suspends=False).statistics
    return (_end(found),)


def played_on(rest: Rest) -> tuple[End, ...]:
    """One event that is under way, to its last hand."""
    return (_end(continue_event(rest.state, rest.at, rest.seed, deals=False, suspends=False).statistics),)


def _end(found: Statistics) -> End:
    return End(found.finished, found.level, found.overran, found.hands, found.most_tables)


def _all(ends: Iterable[tuple[End, ...]]) -> tuple[End, ...]:
    return tuple(end for each in ends for end in each)
