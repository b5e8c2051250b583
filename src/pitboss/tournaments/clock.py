"""The clock: a function of time and of what was recorded, not a ticking thing. It survives a restart by construction.

The schedule is one line of seconds: levels and breaks, one after the other. `Turn`s say at which moment how many of
them are used up, and whether they go on being used up from there.
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from pitboss.tournaments.conditions import Break, Conditions, Level, Seconds
from pitboss.tournaments.state import Clock, Moment, Running, Tournament, Turn

LEVEL, BREAK = "level", "break"


class Segment(NamedTuple):
    """A level or a break on the line of the schedule. A break has the number of the level before it."""

    kind: str
    level: int
    begins: Seconds
    ends: Seconds
    blinds: Level | None


class Reading(NamedTuple):
    """What the clock shows at a moment.

    `gone` is the place on the line of the schedule; `remaining` is None past the last level, which holds (T-24).
    `runs` tells whether time is being used up; a break that the director called is a break too.
    """

    kind: str
    level: int
    blinds: Level | None
    remaining: Seconds | None
    gone: Seconds
    runs: bool
    overrun: bool = False


@cache
def schedule(levels: tuple[Level, ...], breaks: tuple[Break, ...]) -> tuple[Segment, ...]:
    """STAR 4: all levels and breaks with the second each begins; a boundary second belongs to the later one."""
    return tuple(_segments(levels, dict(breaks)))


def _segments(levels: tuple[Level, ...], breaks: dict[int, Seconds]) -> Iterator[Segment]:
    begins = 0
    for number, level in enumerate(levels, start=1):
        yield Segment(LEVEL, number, begins, begins + level.seconds, level)
        begins += level.seconds
        if number in breaks:
            yield Segment(BREAK, number, begins, begins + breaks[number], None)
            begins += breaks[number]


def segments_of(state: Tournament) -> tuple[Segment, ...]:
    """The schedule of the event, with the levels that the director has added."""
    return schedule(state.conditions.levels + state.clock.added, state.conditions.breaks)


def at_second(segments: tuple[Segment, ...], gone: Seconds, *, runs: bool = True) -> Reading:
    """What the clock shows when so many seconds of the schedule are used up."""
    for segment in segments:
        if gone < segment.ends:
            left = segment.ends - gone
            return Reading(segment.kind, segment.level, segment.blinds, left, gone, runs)
    last = next(segment for segment in reversed(segments) if segment.kind == LEVEL)
    return Reading(LEVEL, last.level, last.blinds, None, gone, runs, overrun=True)


def reading(state: Tournament, at: Moment) -> Reading | None:
    """What the clock of the event shows at a moment; nothing before the start, or where there are no levels."""
    segments = segments_of(state)
    turn = turn_at(state.clock, at)
    if turn is None or not segments:
        return None
    gone, runs = _used_up(segments, turn, at)
    if turn.until is not None and at < turn.until:
        now = at_second(segments, gone, runs=False)
        return now._replace(kind=BREAK, remaining=turn.until - at)
    return at_second(segments, gone, runs=runs)


def turn_at(clock: Clock, at: Moment) -> Turn | None:
    """The last change of the clock up to a moment."""
    return next((turn for turn in reversed(clock.turns) if turn.at <= at), None)


def _used_up(segments: tuple[Segment, ...], turn: Turn, at: Moment) -> tuple[Seconds, bool]:
    """The place on the schedule at a moment under a turn, and whether the clock runs there."""
    if turn.running is Running.RUNNING:
        began = turn.at if turn.until is None else turn.until
        return turn.gone + max(at - began, 0), at >= began
    if turn.running is Running.HAND_FOR_HAND:
        # STAR 7.19, T-13: the clock stands between synchronised hands, but a break that has begun runs to its end.
        now = at_second(segments, turn.gone)
        if now.kind == BREAK and now.remaining is not None:
            run = min(at - turn.at, now.remaining)
            return turn.gone + run, run < now.remaining
    return turn.gone, False


def second_of_level(conditions: Conditions, level: int) -> Seconds:
    """The second of the schedule at which a level begins."""
    return next(
        s.begins for s in schedule(conditions.levels, conditions.breaks) if s.kind == LEVEL and s.level == level
    )
