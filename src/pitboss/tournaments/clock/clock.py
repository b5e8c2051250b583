"""The clock: a function of time and of what was recorded, not a ticking thing. It survives a restart by construction.

The schedule is one line of seconds: levels and breaks, one after the other. `Turn`s say at which moment how many of
them are used up, and whether they go on being used up from there.
"""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from pitboss.tournaments.event.conditions import Break, Chips, Conditions, Level, Seconds
from pitboss.tournaments.event.events import ClockTurned
from pitboss.tournaments.event.state import Clock, Moment, Running, Tournament, Turn

LEVEL, BREAK = "level", "break"
# More levels than an event that goes on by itself will ever reach.
_LEVELS_BEYOND = 30
# Ladders repeat themselves with ten times the blinds: 6,000/12,000 is followed by what follows 600/1,200.
_REPEATS = 10
_DOUBLE = 2
# Big blinds in play when an event ends: a working rule of directors. `pitboss.odds.forecast` has what bots make of it.
_BLINDS_AT_THE_END = 20
# While the clock does one of these a break that was called passes; else it stands.
GOES_ON = (Running.RUNNING, Running.HAND_FOR_HAND)


class Segment(NamedTuple):
    """A level or a break on the line of the schedule. A break has the number of the level before it."""

    kind: str
    level: int
    begins: Seconds
    ends: Seconds
    blinds: Level | None


class ClockReading(NamedTuple):
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
    """The schedule of the event, with the levels that the director has added.

    T-24: after the last one it holds; by the other reading the ladder goes on by itself.
    """
    levels = state.conditions.levels + state.clock.added
    if state.conditions.readings.after_last_level == "extend":
        levels += proposed_levels(levels, _LEVELS_BEYOND)
    return schedule(levels, state.conditions.breaks)


def at_second(segments: tuple[Segment, ...], gone: Seconds, *, runs: bool = True) -> ClockReading:
    """What the clock shows when so many seconds of the schedule are used up."""
    for segment in segments:
        if gone < segment.ends:
            left = segment.ends - gone
            return ClockReading(segment.kind, segment.level, segment.blinds, left, gone, runs)
    last = next(segment for segment in reversed(segments) if segment.kind == LEVEL)
    return ClockReading(LEVEL, last.level, last.blinds, None, gone, runs, overrun=True)


def reading(state: Tournament, at: Moment) -> ClockReading | None:
    """STAR 4, T-24: what the clock of the event shows at a moment; nothing before the start or where no levels are.

    An event without levels has nothing to show but a break that the director has called.
    """
    segments = segments_of(state)
    turn = turn_at(state.clock, at)
    if turn is None:
        return None
    called = break_left(turn, at)
    if not segments:
        return ClockReading(BREAK, 0, None, called, 0, runs=False) if called else None
    gone, runs = _used_up(segments, turn, at)
    if called:
        return at_second(segments, gone, runs=False)._replace(kind=BREAK, remaining=called)
    now = at_second(segments, gone, runs=runs)
    return now if now.remaining is None else now._replace(remaining=now.remaining + extra_left(state, at))


def turn_at(clock: Clock, at: Moment) -> Turn | None:
    """The last change of the clock up to a moment."""
    return next((turn for turn in reversed(clock.turns) if turn.at <= at), None)


def break_left(turn: Turn, at: Moment) -> Seconds:
    """What is left at a moment of the break that the director has called; while the clock is paused it stays so."""
    if turn.until is None:
        return 0
    return max(turn.until - (at if turn.running in GOES_ON else turn.at), 0)


def extra_left(state: Tournament, at: Moment) -> Seconds:
    """STAR 6.11: what is left at a moment of the seconds that the director has put on top of the schedule."""
    turn = turn_at(state.clock, at)
    if turn is None or not turn.extra:
        return 0
    began = turn.at if turn.until is None else turn.until
    ran = max(at - began, 0) if _passes(segments_of(state), turn) else 0
    return max(turn.extra - ran, 0)


def _passes(segments: tuple[Segment, ...], turn: Turn) -> bool:
    """STAR 7.19, T-13: whether time is used up under a turn; hand for hand only in a break, which runs to its end."""
    if turn.running is Running.HAND_FOR_HAND and segments:
        return at_second(segments, turn.gone).kind == BREAK
    return turn.running is Running.RUNNING


def used_up(state: Tournament, at: Moment) -> Seconds:
    """The seconds of the schedule that are gone at a moment: none before the start."""
    turn = turn_at(state.clock, at)
    return 0 if turn is None else _used_up(segments_of(state), turn, at)[0]


def _used_up(segments: tuple[Segment, ...], turn: Turn, at: Moment) -> tuple[Seconds, bool]:
    """The place on the schedule at a moment under a turn, and whether the clock runs there."""
    began = turn.at if turn.until is None else turn.until
    if not _passes(segments, turn):
        return turn.gone, False
    ran = max(at - began - turn.extra, 0)
    if turn.running is Running.RUNNING:
        return turn.gone + ran, at >= began
    # STAR 7.19: the clock stands between synchronised hands, and after the break.
    pause = at_second(segments, turn.gone).remaining or 0
    return turn.gone + min(ran, pause), at >= began and ran < pause


class Coming(NamedTuple):
    """A level or a break ahead, and the seconds of the clock until it begins: it runs, or it would have to."""

    segment: Segment
    seconds: Seconds


def next_level(state: Tournament, at: Moment) -> Coming | None:
    """STAR 7.20: the level after the one that is on, and how long until it begins; none after the last."""
    return _coming(state, at, LEVEL)


def next_break(state: Tournament, at: Moment) -> Coming | None:
    """STAR 4: the next break of the schedule, and how long until it begins."""
    return _coming(state, at, BREAK)


def whatever_comes(state: Tournament, at: Moment) -> Coming | None:
    """STAR 4: the level or the break of the schedule that comes next; none after the last level."""
    return _coming(state, at, LEVEL, BREAK)


def _coming(state: Tournament, at: Moment, *kinds: str) -> Coming | None:
    gone = used_up(state, at)
    for segment in segments_of(state):
        if segment.kind in kinds and segment.begins > gone:
            return Coming(segment, segment.begins - gone + called_break_left(state, at) + extra_left(state, at))
    return None


def called_break_left(state: Tournament, at: Moment) -> Seconds:
    """UTH 16.18, PON 20.17, HLD 20.15, CAN 17.18: what is left of a break of stated length; with levels or without."""
    turn = turn_at(state.clock, at)
    return 0 if turn is None else break_left(turn, at)


def in_scheduled_break(state: Tournament, at: Moment) -> bool:
    """Whether the clock stands in a break of the schedule, whatever break the director has called."""
    segments = segments_of(state)
    return bool(segments) and at_second(segments, used_up(state, at)).kind == BREAK


def level_beginnings(state: Tournament, at: Moment) -> tuple[Moment | None, ...]:
    """When each level and break of the schedule began by the clock on the wall; None: it has not, at this moment."""
    segments = segments_of(state)
    found: list[Moment | None] = [None] * len(segments)
    turns = [turn for turn in state.clock.turns if turn.at <= at]
    ends = [*(turn.at for turn in turns[1:]), at]
    for turn, end in zip(turns, ends, strict=False):
        reached, _ = _used_up(segments, turn, end)
        goes_on = (turn.at if turn.until is None else turn.until) + turn.extra
        for place, segment in enumerate(segments):
            if segment.begins > turn.gone:
                found[place] = goes_on + segment.begins - turn.gone if segment.begins <= reached else None
            elif found[place] is None:
                found[place] = turn.at
    return tuple(found)


def level_has_ended(state: Tournament, level: int, at: Moment) -> bool:
    """Whether a level is used up: its last second is gone, and the break after it may have begun."""
    ends = next((s.ends for s in segments_of(state) if s.kind == LEVEL and s.level == level), None)
    return state.clock.turns != () and ends is not None and used_up(state, at) >= ends


def closing_second(conditions: Conditions) -> Seconds | None:
    """STAR 1-e[s2], T-10: the second of the schedule with which late registration shuts.

    It is the first second of the level that is named, or of the break before it where the conditions read it so. None
    where entries end with the start.
    """
    level = conditions.closes_at_level
    if level is None or not 1 <= level <= len(conditions.levels):
        return None
    if conditions.readings.close_at == "level_start" or level == 1:
        return second_of_level(conditions, level)
    segments = schedule(conditions.levels, conditions.breaks)
    return next(s.ends for s in segments if s.kind == LEVEL and s.level == level - 1)


def registration_left(state: Tournament, at: Moment) -> Seconds:
    """STAR 1-e[s2]: the seconds of the clock until late registration shuts; none where it has, or never was."""
    closes = closing_second(state.conditions)
    left = 0 if closes is None else max(closes - used_up(state, at), 0)
    return left + called_break_left(state, at) + extra_left(state, at) if left else 0


def second_of_level(conditions: Conditions, level: int) -> Seconds:
    """The second of the schedule at which a level begins."""
    return next(
        s.begins for s in schedule(conditions.levels, conditions.breaks) if s.kind == LEVEL and s.level == level
    )


def doing(state: Tournament, at: Moment) -> Running:
    """What the clock does at a moment."""
    turn = turn_at(state.clock, at)
    return Running.STOPPED if turn is None else turn.running


def turn_from(state: Tournament, at: Moment, does: Running, pause: Seconds | None = None) -> Turn:
    """A turn of the clock where it stands, with a break of so many seconds, or with what is left of the one called."""
    left = called_break_left(state, at) if pause is None else pause
    return Turn(at, used_up(state, at), does, at + left if left else None, extra_left(state, at))


def turn_clock(
    state: Tournament, at: Moment, does: Running, why: str, clause: str, gone: Seconds | None = None
) -> ClockTurned:
    """The clock goes on otherwise from a moment on: from a second of the schedule, or from where it stands.

    From where it stands, what is left of a break that was called is kept, and of seconds on top of the schedule.
    """
    turn = turn_from(state, at, does) if gone is None else Turn(at, gone, does)
    return ClockTurned(turn, state.clock.hand_for_hand, why, clause)


@cache
def proposed_levels(levels: tuple[Level, ...], count: int) -> tuple[Level, ...]:
    """T-24: so many levels to follow the last one, as the ladder itself would go on.

    Where an earlier level has a tenth of the blinds, what followed it follows with ten times the blinds; otherwise the
    blinds double. The length is that of the last level.
    """
    ladder = list(levels)
    for _ in range(count if levels else 0):
        ladder.append(_next(ladder))
    return tuple(ladder[len(levels) :])


def _next(ladder: list[Level]) -> Level:
    last = ladder[-1]
    for earlier, following in pairwise(ladder):
        if earlier.big * _REPEATS == last.big and following.big * _REPEATS > last.big:
            return _times(following, _REPEATS, last.seconds)
    return _times(last, _DOUBLE, last.seconds)


def _times(level: Level, factor: int, seconds: int) -> Level:
    return Level(level.small * factor, level.big * factor, level.ante * factor, seconds)


class LikelyEnd(NamedTuple):
    """The first level whose big blind is that large, and the second at which it begins; None: past the last level."""

    level: int | None
    second: Seconds | None
    exceeds_twelve_hours: bool


def likely_end(conditions: Conditions, chips: Chips) -> LikelyEnd:
    """T-21, T-24: the level and the second at which play with so many chips in all is likely to end."""
    segments = schedule(conditions.levels, conditions.breaks)
    limit = conditions.readings.suspend_after
    for each in segments:
        if each.kind == LEVEL and each.blinds is not None and each.blinds.big * _BLINDS_AT_THE_END >= chips:
            return LikelyEnd(each.level, each.begins, each.ends > limit)
    return LikelyEnd(None, None, segments[-1].ends > limit)
