"""The director at the clock: pause, levels, breaks, hand for hand; and what `suspension` has for a longer stop."""

from typing import NamedTuple

from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.clock import suspension
from pitboss.tournaments.clock.clock import (
    BREAK,
    LEVEL,
    at_second,
    called_break_left,
    doing,
    in_scheduled_break,
    reading,
    segments_of,
    turn_clock,
    turn_from,
    used_up,
    whatever_comes,
)
from pitboss.tournaments.event.conditions import DAY, Level, Seconds
from pitboss.tournaments.event.contract import Appliers, Command, Decision, Events, Verb, Verbs, too_much
from pitboss.tournaments.event.events import ClockTurned
from pitboss.tournaments.event.state import Moment, Running, Stage, Tournament, Turn, in_play

# STAR 7.19: every synchronised hand takes three minutes of the clock.
HAND_FOR_HAND_SECONDS: Seconds = 180
# Why the clock was turned, where the story tells the level as well.
NEXT_LEVEL, NEXT_BREAK, BREAK_OVER, PREVIOUS_LEVEL = "next level", "next break", "the break is over", "previous level"
# Why hand for hand is advised.
ABOVE_FINAL_TABLE, BUBBLE, PAY_JUMP = "one_more_than_final_table", "bubble", "pay_jump"


class PauseClock(Command):
    """The clock stands from now on."""


class RunClock(Command):
    """The clock goes on where it stands."""


class AdjustClock(Command):
    """So many seconds more or fewer until the level or the break ends: one of the two."""

    add: int = 0
    take: int = 0


class NextLevel(Command):
    """What comes next begins now: the level, or the break before it. A break that was called is over with it.

    `begins` is the second of the schedule from which the clock is to go on, for whoever wants nothing else: where the
    clock has come to that by itself meanwhile, nothing is done.
    """

    begins: int | None = None


class PreviousLevel(Command):
    """Back to the first second of the level before; in a break, of the level that it follows."""


class CallBreak(Command):
    """A break of stated length from now on; the clock goes on by itself when it is over."""

    seconds: int


class AddLevels(Command):
    """Levels after the last one, as announced."""

    levels: tuple[Level, ...]


class BeginHandForHand(Command):
    """All tables wait for each other from the next hand on; the clock stands between hands."""


class EndHandForHand(Command):
    """The tables play on by themselves, and the clock runs."""


class LevelsAdded(NamedTuple):
    """T-24: levels after the last one."""

    levels: tuple[Level, ...]
    clause: str


class HandCounted(NamedTuple):
    """STAR 7.19: one more synchronised hand is over."""

    number: int
    clause: str


def _stands_for_hands(state: Tournament) -> Refusal | None:
    if not state.clock.hand_for_hand:
        return None
    return Refusal(
        state.rules.clause_for("STAR 7.19 tail[s2]"), "Hand for hand, the clock goes by the hands.", "hand_for_hand"
    )


def pause_clock(state: Tournament, command: PauseClock) -> Decision:
    """STAR 6.11, HLD 20.16, UTH 16.19, PON 20.18, CAN 17.19: the director stops the clock, in a break too."""
    refusal = _stands_for_hands(state)
    if refusal:
        return refusal
    if doing(state, command.at) is not Running.RUNNING:
        return Refusal(state.clause("procedures"), "The clock is paused already.", "paused")
    return (turn_clock(state, command.at, Running.PAUSED, "paused", state.clause("procedures")),)


def run_clock(state: Tournament, command: RunClock) -> Decision:
    """STAR 6.11, HLD 20.16, UTH 16.19, PON 20.18, CAN 17.19: the clock goes on, with what was left of a break."""
    refusal = _stands_for_hands(state)
    if refusal:
        return refusal
    if doing(state, command.at) is Running.RUNNING:
        return Refusal(state.clause("procedures"), "The clock is running.", "running")
    return (turn_clock(state, command.at, Running.RUNNING, "runs", state.clause("procedures")),)


def adjust_clock(state: Tournament, command: AdjustClock) -> Decision:
    """STAR 4, STAR 6.11: time is put on the clock or taken off it within the level or break that is on.

    It keeps a second at least: to end one, the next level is called. What is more than the schedule has for it comes on
    top, and everything after it is later by as much.
    """
    now, clause, at = reading(state, command.at), state.clause("procedures"), command.at
    if (command.add > 0) == (command.take > 0):
        return Refusal(clause, "Seconds are added or taken.", "add_or_take")
    if now is None or now.remaining is None:
        return Refusal(clause, "The clock has no end to move here.", "no_end")
    if command.take >= now.remaining:
        return Refusal(clause, f"No more than {now.remaining - 1} seconds can be taken.", "beyond_level")
    left = now.remaining + command.add - command.take
    if left > DAY:
        return Refusal(clause, f"A {now.kind} is a day at most.", "too_long")
    running = doing(state, at)
    turn = turn_from(state, at, running, left) if called_break_left(state, at) else _with_left(state, at, running, left)
    return (ClockTurned(turn, state.clock.hand_for_hand, "adjusted", clause),)


def _with_left(state: Tournament, at: Moment, running: Running, left: Seconds) -> Turn:
    """The level or break that is on with so many seconds left: by the schedule, and above its length on top of it."""
    gone = used_up(state, at)
    on = next(segment for segment in segments_of(state) if gone < segment.ends)
    extra = max(left - (on.ends - on.begins), 0)
    return Turn(at, on.ends - left + extra, running, None, extra)


def what_next(state: Tournament, at: Moment) -> ClockTurned | None:
    """STAR 4, STAR 6.11: what begins if the director calls the next. A break of the schedule is not left out by it.

    In a break that was called the level goes on where it stood. After the last level there is nothing.
    """
    clause, running = state.clause("procedures"), doing(state, at)
    if called_break_left(state, at):
        back = turn_from(state, at, running)._replace(until=None)
        return ClockTurned(back, state.clock.hand_for_hand, BREAK_OVER, clause)
    coming = whatever_comes(state, at)
    if coming is None:
        return None
    why = NEXT_LEVEL if coming.segment.kind == LEVEL else NEXT_BREAK
    return turn_clock(state, at, running, why, clause, coming.segment.begins)


def to_next_level(state: Tournament, command: NextLevel) -> Decision:
    """STAR 7.20, STAR 6.11: the director calls what comes next."""
    clause, coming = state.clause("procedures"), what_next(state, command.at)
    if coming is None:
        return Refusal(clause, "There is no level after this one.", "last_level")
    if command.begins not in (None, coming.turn.gone):
        return Refusal(clause, "The clock has gone on by itself since: look again.", "gone_on")
    return (coming,)


def to_previous_level(state: Tournament, command: PreviousLevel) -> Decision:
    """STAR 6.11, STAR 6.18: the director takes a level back."""
    clause, gone = state.clause("procedures"), used_up(state, command.at)
    segments = segments_of(state)
    if not segments:
        return Refusal(clause, "The event has no levels.", "no_levels")
    now = at_second(segments, gone)
    level = now.level if now.kind == BREAK else now.level - 1
    if level < 1:
        return Refusal(clause, "There is no level before the first.", "first_level")
    begins = next(each.begins for each in segments if each.kind == LEVEL and each.level == level)
    return (turn_clock(state, command.at, doing(state, command.at), PREVIOUS_LEVEL, clause, begins),)


def call_break(state: Tournament, command: CallBreak) -> Decision:
    """UTH 16.18, PON 20.17, HLD 20.15, CAN 17.18, STAR 6.11: a break whose length is stated; it ends by itself."""
    clause, at = state.clause("breaks"), command.at
    if not 0 < command.seconds <= DAY:
        return Refusal(clause, "The length of a break is stated, and is a day at most.", "no_length")
    if called_break_left(state, at) or in_scheduled_break(state, at):
        return Refusal(clause, "There is a break already: it can be made longer.", "in_break")
    running = Running.HAND_FOR_HAND if state.clock.hand_for_hand else Running.RUNNING
    turn = turn_from(state, at, running, command.seconds)
    return (ClockTurned(turn, state.clock.hand_for_hand, "break", clause),)


def add_levels(state: Tournament, command: AddLevels) -> Decision:
    """T-24, STAR 4: further levels when the last would not do, announced by the director; until then the last holds.

    Where it has run out already, the first of the new ones begins at once.
    """
    clause = state.clause("procedures")
    refusal = _no_levels(state, command.levels, clause)
    if refusal:
        return refusal
    found: Events = (LevelsAdded(command.levels, clause),)
    now = reading(state, command.at)
    if now is not None and now.overrun:
        ends = segments_of(state)[-1].ends
        left = called_break_left(state, command.at)
        turn = Turn(command.at, ends, doing(state, command.at), command.at + left if left else None)
        found = (*found, ClockTurned(turn, state.clock.hand_for_hand, "levels added", clause))
    return found


def _no_levels(state: Tournament, levels: tuple[Level, ...], clause: str) -> Refusal | None:
    """STAR 4: blinds rise from level to level; a small blind is what is written, half of the big one or not."""
    if not levels or not state.conditions.levels:
        return Refusal(clause, "There are no levels to add.", "no_levels")
    last = (state.conditions.levels + state.clock.added)[-1]
    for level in levels:
        if too_much(max(level)) or not 0 < level.seconds <= DAY:
            return Refusal(clause, "A level has a length, and blinds that can be counted.", "no_length")
        if not 0 < level.small <= level.big:
            return Refusal(clause, "A small blind is more than nothing and not above the big blind.", "small_blind")
        if level.big <= last.big or level.small < last.small or level.ante < last.ante:
            said = f"{level.small:,}/{level.big:,}"
            return Refusal(clause, f"Blinds rise: {said} does not follow {last.small:,}/{last.big:,}.", "not_ascending")
        last = level
    return None


def begin_hand_for_hand(state: Tournament, command: BeginHandForHand) -> Decision:
    """STAR 7.19, STAR D-Hand For Hand[s1]: the director may make all tables wait for each other; never in a break."""
    clause = state.rules.clause_for("STAR 7.19")
    if state.clock.hand_for_hand:
        return Refusal(clause, "The tables play hand for hand already.", "hand_for_hand")
    if not segments_of(state):
        return Refusal(clause, "Hand for hand is for events with levels.", "no_levels")
    if _tables_in_play(state) < 2:
        return Refusal(clause, "Hand for hand is for several tables.", "one_table")
    if called_break_left(state, command.at) or in_scheduled_break(state, command.at):
        return Refusal(clause, "Hand for hand is not begun in a break.", "in_break")
    turn = turn_from(state, command.at, Running.HAND_FOR_HAND)
    return (ClockTurned(turn, True, "hand for hand", clause),)


def end_hand_for_hand(state: Tournament, command: EndHandForHand) -> Decision:
    """STAR D-Hand For Hand[s1]: the director ends it when the round is over at every table; the clock runs again."""
    clause = state.rules.clause_for("STAR 7.19")
    if not state.clock.hand_for_hand:
        return Refusal(clause, "The tables do not play hand for hand.", "not_hand_for_hand")
    if state.pending or any(table.hand is not None or table.done for table in state.tables.values()):
        return Refusal(clause, "The round is not over at every table.", "mid_hand")
    return hand_for_hand_over(state, command.at, clause)


def hand_for_hand_over(state: Tournament, at: Moment, clause: str) -> Events:
    """What ends hand for hand, for whoever ends it: the clock runs on from where it stands."""
    if not state.clock.hand_for_hand:
        return ()
    ran = turn_clock(state, at, Running.RUNNING, "end of hand for hand", clause)
    return (ran._replace(hand_for_hand=False),)


def hand_used(state: Tournament, at: Moment) -> Events:
    """STAR 7.19 tail[s1]: a synchronised hand takes three minutes of the clock, however long it lasted.

    STAR 7.19 tail[s2]: the clock stands until the next hand. STAR 7.19 tail[s3]: levels are reached by that clock.
    T-13: where a level before a break runs out, the rest of the hand is dropped and the break begins when all tables
    have finished, in full length.
    """
    if not state.clock.hand_for_hand:
        return ()
    clause = state.rules.clause_for("STAR 7.19 tail[s1]")
    stands = turn_from(state, at, Running.HAND_FOR_HAND)
    extra = max(stands.extra - HAND_FOR_HAND_SECONDS, 0)
    used = HAND_FOR_HAND_SECONDS - (stands.extra - extra)
    turn = stands._replace(gone=_hand_later(state, stands.gone, used), extra=extra)
    counted = HandCounted(state.clock.hands + 1, clause)
    return counted, ClockTurned(turn, True, "a hand of hand for hand", clause)


def _hand_later(state: Tournament, gone: Seconds, used: Seconds) -> Seconds:
    """T-13: the place on the schedule after a synchronised hand, no further than where a break begins."""
    later = gone + used
    breaks = [each for each in segments_of(state) if each.kind == BREAK and each.ends > gone]
    if not breaks or breaks[0].begins >= later:
        return later
    if breaks[0].begins <= gone:
        return gone
    return breaks[0].begins if state.conditions.readings.h4h_overflow == "drop" else later


def hand_for_hand_advice(state: Tournament, paid_places: int, jumps: tuple[int, ...] = ()) -> tuple[str, ...]:
    """STAR 7.19(a), STAR 7.19(b), STAR D-Hand For Hand[s2]: why hand for hand is advised now; nothing: it is not.

    With several tables: one more left than the final table takes, one more than are paid, or one more than a place
    from which the prizes rise significantly, as configured in `jumps`.
    """
    left = len(in_play(state))
    if _tables_in_play(state) < 2 or state.clock.hand_for_hand:
        return ()
    reasons = (
        (ABOVE_FINAL_TABLE, left == state.conditions.final_table + 1),
        (BUBBLE, paid_places > 0 and left == paid_places + 1),
        (PAY_JUMP, left - 1 in jumps),
    )
    return tuple(reason for reason, holds in reasons if holds)


def _tables_in_play(state: Tournament) -> int:
    return sum(1 for table in state.tables.values() if table.seats)


def _levels_added(state: Tournament, event: LevelsAdded) -> Tournament:
    return state._replace(clock=state.clock._replace(added=state.clock.added + event.levels))


_RUNNING = (Stage.RUNNING,)
_ON = (Stage.RUNNING, Stage.SUSPENDED)
VERBS: Verbs = {
    **suspension.VERBS,
    PauseClock: Verb(pause_clock, stages=_RUNNING),
    RunClock: Verb(run_clock, stages=_RUNNING),
    AdjustClock: Verb(adjust_clock, stages=_RUNNING),
    NextLevel: Verb(to_next_level, stages=_RUNNING),
    PreviousLevel: Verb(to_previous_level, stages=_RUNNING),
    CallBreak: Verb(call_break, stages=_RUNNING, subject="breaks"),
    AddLevels: Verb(add_levels, stages=_ON),
    BeginHandForHand: Verb(begin_hand_for_hand, stages=_RUNNING),
    EndHandForHand: Verb(end_hand_for_hand, stages=_RUNNING),
}
APPLIERS: Appliers = {
    **suspension.APPLIERS,
    LevelsAdded: _levels_added,
    HandCounted: lambda state, event: state._replace(clock=state.clock._replace(hands=event.number)),
}
