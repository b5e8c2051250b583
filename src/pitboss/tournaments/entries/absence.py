"""Entrants who are not at the table: blinded off, taken out of play, back again."""

from typing import NamedTuple

from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.chips.colour_up import lowest_in_play
from pitboss.tournaments.clock.clock import level_has_ended
from pitboss.tournaments.entries.penalties import in_a_round, new_exit
from pitboss.tournaments.event import events
from pitboss.tournaments.event.conditions import DAY, Chips, Level
from pitboss.tournaments.event.contract import Appliers, Command, Decision, Events, Role, Verb, Verbs, with_events
from pitboss.tournaments.event.events import ChipsIssued, ChipsRemoved, Exited, Ruled, SeatLeft, SeatTaken
from pitboss.tournaments.event.rulesets import BLINDED, HLD, STAR
from pitboss.tournaments.event.state import (
    Moment,
    Period,
    Player,
    Stage,
    Status,
    Table,
    Tournament,
    in_play,
    seat_of,
    with_entrant,
)
from pitboss.tournaments.prizes import placing


class MarkAbsent(Command):
    """A seated entrant is not at the table."""

    player: str


class MarkPresent(Command):
    """An entrant who was away is at the table."""

    player: str


class RemoveAbsent(Command):
    """The director declares the stake of an entrant who never came out of play."""

    player: str


class FreeSeat(Command):
    """The director gives the seat of somebody whose stake is out of play to others."""

    player: str


class Arrive(Command):
    """An entrant whose stake was declared out of play has come after all.

    `table` and `seat` name an open seat where the old one was given away. `missed` is what the posts came to where the
    hands of the table are not dealt by this program.
    """

    player: str
    table: int | None = None
    seat: int | None = None
    missed: int | None = None


class PresenceMarked(NamedTuple):
    """STAR 7.13: an entrant is at the table or not, and the time at the table with it."""

    player: Player
    absent: bool
    at: Moment
    clause: str


class StakeSetAside(NamedTuple):
    """STAR 7.12[s2]: a stake is out of play until its owner comes; the chips are removed before."""

    player: Player
    chips: Chips
    at: Moment
    clause: str


class PostsMissed(NamedTuple):
    """STAR 7.12[s3]: what would have been taken from a stake out of play in a hand."""

    player: Player
    chips: Chips
    clause: str


class StakeReturned(NamedTuple):
    """STAR 7.12[s3]: a stake comes back to play without what was missed; the chips are issued after it."""

    player: Player
    deducted: Chips
    at: Moment
    clause: str


def mark_absent(state: Tournament, command: MarkAbsent) -> Decision:
    """STAR 7.12[s1], STAR 7.13, HLD 20.11[s1]: the stake of who is not there stays at the seat and is blinded.

    The seat is dealt in and posts like any other; time away is not time at the table (STAR 6.13).
    """
    return _mark(state, command.player, command.at, absent=True)


def mark_present(state: Tournament, command: MarkPresent) -> Decision:
    """STAR 7.12[s1], STAR 7.13: who takes the seat plays on with what is left of the stake."""
    return _mark(state, command.player, command.at, absent=False)


def _mark(state: Tournament, player: Player, at: Moment, *, absent: bool) -> Decision:
    entrant = state.entrants.get(player)
    clause = _clause_of_absence(state, player)
    if entrant is None or entrant.status is not Status.SEATED:
        return Refusal(clause, f"{player} has no seat in the event.", "not_seated")
    if entrant.absent == absent:
        return Refusal(clause, f"{player} is known to be {'away' if absent else 'there'}.", "known_already")
    return (PresenceMarked(player, absent, at, clause),)


def _clause_of_absence(state: Tournament, player: Player) -> str:
    """The clause about an entrant who is away: at the start, or later; else about those who do not come."""
    entrant = state.entrants.get(player)
    began = entrant is not None and entrant.has_played
    clauses = {STAR: "STAR 7.13" if began else "STAR 7.12[s1]", HLD: "HLD 20.11[s1]"}
    return clauses.get(state.rules.prefix, state.clause("no_show"))


def remove_absent(state: Tournament, command: RemoveAbsent) -> Decision:
    """STAR 7.12[s2]: not there when level 4 has ended: the director may declare the stake out of play.

    The chips leave play and the seat stays theirs until the director gives it away.
    """
    refusal = may_not_remove(state, command.player, command.at)
    if refusal:
        return refusal
    stack = state.entrants[command.player].stack
    clause = "STAR 7.12[s2]"
    found: Events = (
        ChipsRemoved(command.player, stack, "absent", clause),
        StakeSetAside(command.player, stack, command.at, clause),
    )
    return found + placing.finish_events(with_events(state, found, {**events.APPLIERS, **APPLIERS}), command.at)


def may_not_remove(state: Tournament, player: Player, at: Moment) -> Refusal | None:
    """STAR 7.12[s2]: why a stake cannot be declared out of play at a moment: too early, or not for a no-show."""
    clause, entrant = "STAR 7.12[s2]", state.entrants.get(player)
    if state.rules.no_show != BLINDED:
        return Refusal(state.clause("no_show"), "This event's rules have no stakes put aside.", "not_in_these_rules")
    if entrant is None or entrant.status is not Status.SEATED or not entrant.stack:
        return Refusal(clause, f"{player} has no stake at a seat.", "not_seated")
    if not entrant.absent or entrant.has_played:
        return Refusal(clause, f"{player} has taken the seat.", "has_played")
    if in_play(state) == (player,):
        return Refusal(clause, f"Nobody else is left: {player} has won.", "last_player")
    level = state.conditions.readings.absent_until_level
    if not level_has_ended(state, level, at):
        return Refusal(clause, f"The stake stays at the seat until level {level} has ended.", "too_early")
    return in_a_round(state, player)


def free_seat(state: Tournament, command: FreeSeat) -> Decision:
    """STAR 7.12[s2], STAR 7.22: a seat without a stake is given to others; its owner gets another on arrival."""
    entrant, place = state.entrants.get(command.player), seat_of(state, command.player)
    if entrant is None or not entrant.set_aside or place is None:
        return Refusal("STAR 7.12[s2]", f"{command.player} has no seat that is kept.", "no_seat")
    return (SeatLeft(command.player, *place, "STAR 7.12[s2]"),)


def missed_by_orbit(level: Level) -> Chips:
    """STAR 7.12[s3]: what an orbit takes from a seat: a small blind, a big blind and the big blind's ante."""
    return level.small + level.big + level.ante


def after_hand(state: Tournament, table: int, blinds: Level) -> Events:
    """STAR 7.12[s3]: what those whose stakes are out of play would have posted in a hand that is over at their table.

    `state` has the button and the blinds of that hand, `blinds` are those it was played with. A seat that was skipped
    between small and big blind would have been the big blind; one between button and small blind, or where the small
    blind was dead, the small blind. Of two players the button posts it, so that a seat they skip misses both at once.
    """
    here = state.tables[table]
    if here.button is None or here.small is None or here.big is None:
        return ()
    found: list[PostsMissed] = []
    for seat, player in sorted(here.seats.items()):
        if state.entrants[player].set_aside:
            chips = _posts(here, seat, here.button, here.small, here.big, blinds)
            if chips:
                found.append(PostsMissed(player, chips, "STAR 7.12[s3]"))
    return tuple(found)


def _posts(table: Table, seat: int, button: int, small: int, big: int, blinds: Level) -> Chips:
    """What a skipped seat would have posted with button and blinds at these seats."""
    if _between(table.size, small, seat, big):
        return missed_by_orbit(blinds) if small == button else blinds.big + blinds.ante
    return blinds.small if seat == small or _between(table.size, button, seat, small) else 0


def _between(size: int, first: int, seat: int, last: int) -> bool:
    """Whether a seat lies between two others, clockwise from the first."""
    return 0 < (seat - first) % size < (last - first) % size


def arrive(state: Tournament, command: Arrive) -> Decision:
    """STAR 7.12[s3]: later that day what was missed is worked out and the rest of the stake goes back into play.

    By hands dealt at the table while the stake was away; where nothing of it is left, the entrant is out.
    """
    refusal = _no_arrival(state, command)
    if refusal:
        return refusal
    clause, player, at = "STAR 7.12[s3]", command.player, command.at
    entrant, place = state.entrants[player], seat_of(state, player)
    missed = entrant.missed if command.missed is None else command.missed
    deducted = min(missed, entrant.set_aside)
    rest = entrant.set_aside - deducted
    found: Events = (StakeReturned(player, deducted, at, clause),)
    lost = _not_payable(state, rest)
    if lost:
        found = (*found, Ruled(f"{lost:,} of the stake cannot be paid in chips in play.", player, "STAR 7.42(h)"))
        # STAR 7.42(g): nobody goes out because chips do.
        rest = rest - lost or lowest_in_play(state)
    if not rest:
        return (*found, Exited(new_exit(state, player, at, clause), clause))
    if place is not None:
        return (*found, ChipsIssued(player, rest, clause))
    assert command.table is not None
    assert command.seat is not None
    arrives = state.tables[command.table].hands > 0
    taken = SeatTaken(player, command.table, command.seat, rest, at, arrives, from_queue=False, clause=clause)
    return (*found, taken)


def _not_payable(state: Tournament, stake: Chips) -> Chips:
    """STAR 7.42(h): what of a stake that was away during a race is less than the lowest chip in play."""
    return stake % lowest_in_play(state)


def _no_arrival(state: Tournament, command: Arrive) -> Refusal | None:
    clause, entrant = "STAR 7.12[s3]", state.entrants.get(command.player)
    if entrant is None or not entrant.set_aside or entrant.aside_since is None:
        return Refusal(clause, f"No stake of {command.player} is out of play.", "not_set_aside")
    if _another_day(state, entrant.aside_since, command.at):
        return Refusal(clause, "A stake is returned on the day it was put aside.", "another_day")
    place = seat_of(state, command.player)
    if place is not None:
        if command.table is not None or command.seat is not None:
            return Refusal(clause, f"The seat of {command.player} is kept.", "seat_kept")
        hand = state.tables[place[0]].hand
        busy = hand is not None
        return Refusal(clause, "The stake is returned when the hand is over.", "mid_hand") if busy else None
    table = None if command.table is None else state.tables.get(command.table)
    if table is None or command.seat is None:
        return Refusal(clause, "The seat was given away: an open one must be named.", "no_seat")
    if not 1 <= command.seat <= table.size or command.seat in table.seats or command.seat in table.locked:
        return Refusal(clause, f"Seat {command.seat} at table {table.number} is not open.", "no_seat")
    return None


def _another_day(state: Tournament, since: Moment, at: Moment) -> bool:
    """Whether the players have come back on another day since; a night that is played through is one day of play."""
    resumed = state.resumed is not None and state.resumed > since
    return resumed and at // DAY != since // DAY


def _presence_marked(state: Tournament, event: PresenceMarked) -> Tournament:
    entrant = state.entrants[event.player]._replace(absent=event.absent)
    if not event.absent:
        return with_entrant(state, entrant._replace(since=event.at))
    periods = entrant.periods if entrant.since is None else (*entrant.periods, Period(entrant.since, event.at))
    return with_entrant(state, entrant._replace(since=None, periods=periods))


def _stake_set_aside(state: Tournament, event: StakeSetAside) -> Tournament:
    entrant = state.entrants[event.player]
    return with_entrant(
        state,
        entrant._replace(status=Status.FORFEITED, set_aside=event.chips, missed=0, aside_since=event.at, penalty=None),
    )


def _posts_missed(state: Tournament, event: PostsMissed) -> Tournament:
    entrant = state.entrants[event.player]
    return with_entrant(state, entrant._replace(missed=entrant.missed + event.chips))


def _stake_returned(state: Tournament, event: StakeReturned) -> Tournament:
    entrant = state.entrants[event.player]
    return with_entrant(
        state,
        entrant._replace(status=Status.SEATED, set_aside=0, missed=0, aside_since=None, absent=False, since=event.at),
    )


_AT_TABLE = (Role.DIRECTOR, Role.DESK, Role.DEALER)
_RUNNING = (Stage.RUNNING,)
VERBS: Verbs = {
    MarkAbsent: Verb(mark_absent, _AT_TABLE, (Stage.OPEN, Stage.RUNNING), "no_show"),
    MarkPresent: Verb(mark_present, _AT_TABLE, (Stage.OPEN, Stage.RUNNING), "no_show"),
    RemoveAbsent: Verb(remove_absent, stages=_RUNNING, subject="no_show"),
    FreeSeat: Verb(free_seat, stages=_RUNNING, subject="no_show"),
    Arrive: Verb(arrive, (Role.DIRECTOR, Role.DESK), _RUNNING, "no_show"),
}
APPLIERS: Appliers = {
    PresenceMarked: _presence_marked,
    StakeSetAside: _stake_set_aside,
    PostsMissed: _posts_missed,
    StakeReturned: _stake_returned,
}
