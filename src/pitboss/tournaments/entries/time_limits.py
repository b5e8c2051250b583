"""Twelve hours: of gaming for a person in any 24 hours, and of play for an event before time is called."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.clock import clock
from pitboss.tournaments.entries.penalties import may_leave, removal_events
from pitboss.tournaments.event.conditions import HOUR, Seconds
from pitboss.tournaments.event.contract import Appliers, Command, Decision, Verb, Verbs
from pitboss.tournaments.event.state import Moment, Period, Player, Running, Stage, Status, Tournament, Turn, in_play

# T-20: how long before the limit somebody is warned: at 10:00, at 11:00 and at 11:45 of twelve hours.
WARNED_BEFORE: tuple[Seconds, ...] = (2 * HOUR, HOUR, HOUR // 4)


class RemoveForTime(Command):
    """An entrant has played longer than anybody may in a day, and is asked to leave."""

    player: str


class PlayTime(NamedTuple):
    """How long somebody has been gaming. `warning` is the last of the warnings due, as seconds of gaming."""

    player: Player
    seconds: Seconds
    left: Seconds
    exceeded: bool
    warning: Seconds | None


class TwelveHours(NamedTuple):
    """How an event stands to the twelve hours of STAR 1-b.

    `elapsed` is since play last began; `ends` is how long it will have been when the last level is over.
    """

    elapsed: Seconds
    left: Seconds
    alarm: bool
    over: bool
    ends: Seconds
    exceeds: bool


def gaming_seconds(state: Tournament, player: Player, at: Moment) -> Seconds:
    """STAR 6.13[s2], T-20: all gaming of a person that is known, in the window that ends at a moment.

    Other gaming, and the time at a seat of this event: breaks and suspensions are no gaming, a pause is. What overlaps
    is counted once.
    """
    since = at - state.conditions.readings.tpm_window
    person = state.people.get(player)
    other = () if person is None else person.gaming
    own = (Period(*span) for span in at_seat(state, player, at))
    return seconds_within((*other, *own), since, at)


def seconds_within(periods: Iterable[Period], since: Moment, at: Moment) -> Seconds:
    """How long periods last between two moments; what overlaps is counted once."""
    return sum(until - begun for begun, until in _join_spans(_within(periods, since, at)))


_Span = tuple[Moment, Moment]


def at_seat(state: Tournament, player: Player, at: Moment) -> list[_Span]:
    """STAR 6.13[s2]: the gaming of a person in this event up to a moment: at the seat, without the breaks."""
    entrant = state.entrants.get(player)
    if entrant is None:
        return []
    seated = entrant.periods if entrant.since is None else (*entrant.periods, Period(entrant.since))
    return _without(_within(seated, 0, at), _within(not_gaming(state, at), 0, at))


def hours_told(seconds: Seconds) -> str:
    """`12 h 05 min`: so that nobody takes it for twelve minutes and five seconds."""
    hours, minutes = divmod(seconds // 60, 60)
    return f"{hours} h {minutes:02} min"


def _within(periods: Iterable[Period], since: Moment, at: Moment) -> Iterator[_Span]:
    """The parts of periods that lie between two moments; what still goes on lasts to the second."""
    for period in periods:
        begun, until = max(period.since, since), at if period.until is None else min(period.until, at)
        if begun < until:
            yield begun, until


def _join_spans(spans: Iterable[_Span]) -> list[_Span]:
    """The same time without overlaps."""
    found: list[_Span] = []
    for begun, until in sorted(spans):
        if found and begun <= found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], until)
        else:
            found.append((begun, until))
    return found


def _without(spans: Iterable[_Span], others: Iterable[_Span]) -> list[_Span]:
    """What is left of some time when other time is taken out of it."""
    left = list(spans)
    for begun, until in others:
        parts = [part for first, last in left for part in ((first, min(last, begun)), (max(first, until), last))]
        left = [(first, last) for first, last in parts if first < last]
    return left


def not_gaming(state: Tournament, at: Moment) -> tuple[Period, ...]:
    """STAR 6.13[s2]: the breaks of the event up to a moment, its suspensions, and the time before and after it.

    A pause of the clock and hand for hand are play.
    """
    turns = [turn for turn in state.clock.turns if turn.at <= at]
    began = turns[0].at if turns and state.started is None else state.started
    if began is None:
        return (Period(0, at),)
    segments = clock.segments_of(state)
    ends = (*(turn.at for turn in turns), at)[1:]
    breaks = [
        period for turn, until in zip(turns, ends, strict=True) for period in _breaks_under(segments, turn, until)
    ]
    return (Period(0, began), *breaks)


def _breaks_under(segments: tuple[clock.Segment, ...], turn: Turn, until: Moment) -> Iterator[Period]:
    """The time without play from a change of the clock to the next."""
    if turn.running in (Running.SUSPENDED, Running.STOPPED):
        yield Period(turn.at, until)
        return
    scheduled = [each for each in segments if each.kind == clock.BREAK and each.ends > turn.gone]
    here = [each for each in scheduled if each.begins <= turn.gone]
    if turn.running is Running.PAUSED:
        if here or clock.break_left(turn, turn.at):
            yield Period(turn.at, until)
        return
    began = turn.at
    if turn.until is not None:
        began = min(turn.until, until)
        yield Period(turn.at, began)
    for each in scheduled if turn.running is Running.RUNNING else here:
        # Seconds on top of the schedule belong to what is on.
        first = began if each in here else began + turn.extra + each.begins - turn.gone
        last = began + turn.extra + each.ends - turn.gone
        if first < until:
            yield Period(first, min(last, until))


def play_time(state: Tournament, player: Player, at: Moment) -> PlayTime:
    """STAR 6.13[s1], STAR 6.13[s2], T-20: hours played, with the warnings due; more than twelve hours is too much.

    Exactly twelve hours are not.
    """
    most = state.conditions.readings.tpm_most
    seconds = gaming_seconds(state, player, at)
    due = [most - before for before in WARNED_BEFORE if seconds >= most - before]
    return PlayTime(player, seconds, max(most - seconds, 0), seconds > most, max(due, default=None))


def time_warnings(state: Tournament, at: Moment) -> tuple[PlayTime, ...]:
    """STAR 6.13[s1], T-20: everybody in the event who is to be warned or asked to leave, the longest first."""
    least = state.conditions.readings.tpm_most - max(WARNED_BEFORE)
    times = (play_time(state, player, at) for player in in_play(state) if _most_seconds(state, player, at) >= least)
    return tuple(sorted((each for each in times if each.warning is not None), key=lambda each: -each.seconds))


def _most_seconds(state: Tournament, player: Player, at: Moment) -> Seconds:
    """No less than somebody's gaming up to a moment: as if there had been no break, and nothing overlapped."""
    person, entrant = state.people.get(player), state.entrants[player]
    begun = min((period.since for period in entrant.periods), default=entrant.since)
    gaming = () if person is None else person.gaming
    other = sum(max(0, (at if ended is None else ended) - since) for since, ended in gaming)
    return other + (0 if begun is None else max(0, at - begun))


def remove_for_time(state: Tournament, command: RemoveForTime) -> Decision:
    """STAR 6.13[s2]: over twelve hours of gaming in 24 an entrant is asked to leave, at the end of the hand.

    STAR 6.13[s3]: eliminated, and the chips leave play. STAR 6.13[s4]: the fee stays in the pool.
    """
    clause = state.rules.clause_for("STAR 6.13[s3]")
    refusal = may_leave(state, command.player, "time", clause)
    if refusal:
        return refusal
    time = play_time(state, command.player, command.at)
    if not time.exceeded:
        return Refusal(
            state.rules.clause_for("STAR 6.13[s2]"),
            f"{command.player} has been gaming for {hours_told(time.seconds)}, which is not too long.",
            "within_limit",
        )
    return removal_events(state, command.player, Status.REMOVED, "time", command.at, clause)


def structure_ends(state: Tournament) -> Seconds:
    """STAR 4: the second of the schedule with which the last level ends, breaks and added levels included."""
    told = clock.schedule(state.conditions.levels + state.clock.added, state.conditions.breaks)
    return max((segment.ends for segment in told), default=0)


def twelve_hours(state: Tournament, at: Moment) -> TwelveHours:
    """STAR 1-b[s1], T-21: the time since play began, breaks included; the alarm comes an hour before the limit.

    `exceeds`: by the schedule, if the clock runs from here to the end of the last level, it will be over the limit.
    """
    readings = state.conditions.readings
    turn = clock.turn_at(state.clock, at)
    now = turn.at if turn is not None and clock.doing(state, at) in (Running.SUSPENDED, Running.STOPPED) else at
    elapsed = 0 if state.resumed is None else max(now - state.resumed, 0)
    ahead = (
        max(structure_ends(state) - clock.used_up(state, at), 0)
        + clock.called_break_left(state, at)
        + clock.extra_left(state, at)
    )
    ends = elapsed + ahead
    return TwelveHours(
        elapsed,
        max(readings.suspend_after - elapsed, 0),
        elapsed >= readings.suspend_alarm,
        elapsed >= readings.suspend_after,
        ends,
        ends > readings.suspend_after,
    )


VERBS: Verbs = {RemoveForTime: Verb(remove_for_time, stages=(Stage.RUNNING, Stage.SUSPENDED))}
APPLIERS: Appliers = {}
