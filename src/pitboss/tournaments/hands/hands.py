"""Hands at a tournament table: dealt by the hold'em round as it is, with the level of the cut."""

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.games.frozen import Frozen
from pitboss.games.holdem.seats.dead_button import Positions
from pitboss.games.holdem.state import clockwise
from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.clock import desk as clock_desk
from pitboss.tournaments.clock.clock import BREAK, reading, turn_at
from pitboss.tournaments.entries import absence, penalties
from pitboss.tournaments.event import events
from pitboss.tournaments.event.conditions import Chips, Level
from pitboss.tournaments.event.contract import Appliers, Command, Decision, Events, Role, Verb, Verbs, with_events
from pitboss.tournaments.event.state import (
    Bust,
    Entrant,
    Hand,
    Moment,
    Player,
    Running,
    Stage,
    Table,
    Tournament,
    with_entrants,
    with_table,
)
from pitboss.tournaments.hands import hand_for_hand as h4h
from pitboss.tournaments.prizes import placing
from pitboss.tournaments.seating import balancing, tables
from pitboss.tournaments.seating.balancing import Seats

_NO_SEATS: frozenset[int] = frozenset()
_NO_CHIPS: Mapping[Player, Chips] = Frozen({})


class StartHand(Command):
    """The cards are cut for a hand; `at` is the moment of the cut."""

    table: int


class HandOver(Command):
    """A hand has ended: what everybody dealt in has now, and what each put in; where the button and the blinds were.

    `waiting` are seats that were not dealt in because they lie between button and small blind. A hand that was not
    concluded gives every chip back, and button and blinds stay.
    """

    table: int
    stacks: Mapping[str, int]
    contributed: Mapping[str, int] = _NO_CHIPS
    button: int | None = None
    small: int | None = None
    big: int | None = None
    waiting: frozenset[int] = _NO_SEATS
    concluded: bool = True


class StopHand(Command):
    """A hand that does not count: a misdeal, or void. Every chip is where it was, and it is dealt again."""

    table: int
    reason: str = ""


class CountHand(Command):
    """A hand was dealt at a table that is not dealt by this program; `button` is where it was, else it has moved on.

    Who was out in it is told before (`placing.BustOut`), so that hand for hand they are placed with its round.
    """

    table: int
    button: int | None = None


class HandStarted(NamedTuple):
    """A hand is dealt at a table; `first_hand_of` are those who play for the first time."""

    table: int
    hand: Hand
    first_hand_of: tuple[Player, ...]
    clause: str


class HandPlayed(NamedTuple):
    """A hand is over at a table: the stacks of those who were dealt in, and everything the next one follows from."""

    table: int
    number: int
    level: int
    stacks: Mapping[Player, Chips]
    contributed: Mapping[Player, Chips]
    button: int | None
    small: int | None
    big: int | None
    waiting: frozenset[int]
    concluded: bool
    synchronised: bool
    at: Moment
    clause: str


class HandStopped(NamedTuple):
    """A hand is taken back."""

    table: int
    reason: str
    clause: str


def blinds_at(state: Tournament, at: Moment) -> tuple[int, Level] | None:
    """STAR 7.20: level and blinds of a hand whose cut is at a moment, whatever the clock shows when it ends."""
    now = reading(state, at)
    return None if now is None or now.blinds is None else (now.level, now.blinds)


def start_hand(state: Tournament, command: StartHand) -> Decision:
    """STAR 7.20: a deal begins with the cut, and is played at the level of that moment.

    STAR 7.14[s1]: the hold'em round collects small blind, big blind and ante of that level.
    """
    table, at = state.tables.get(command.table), command.at
    if table is None:
        return Refusal(state.clause("seats"), f"There is no table {command.table}.", "no_table")
    if table.hand is not None:
        return Refusal(
            state.rules.clause_for("STAR 7.20"), f"A hand is being played at table {table.number}.", "hand_on"
        )
    refusal = _no_dealing_now(state, at) or _waits_for_round(state, table) or tables.may_play(state, table.number)
    if refusal:
        return refusal
    players = {name: state.entrants[name].stack for name in table.seats.values() if state.entrants[name].stack}
    if len(players) < 2:
        return Refusal("HLD 9.4", f"A hand needs two players with chips at table {table.number}.", "too_few")
    level = blinds_at(state, at)
    assert level is not None
    hand = Hand(table.hands + 1, *level, at, Frozen(players), state.clock.hand_for_hand)
    new = tuple(player for player in players if _begins_to_play(state.entrants[player]))
    return (HandStarted(table.number, hand, new, state.rules.clause_for("STAR 7.20")),)


def _begins_to_play(entrant: Entrant) -> bool:
    return not (entrant.has_played or entrant.absent)


def _no_dealing_now(state: Tournament, at: Moment) -> Refusal | None:
    """STAR 6.11: no hand in a break, hand for hand included, nor while the clock is stopped."""
    turn, now = turn_at(state.clock, at), reading(state, at)
    if turn is None or now is None:
        return Refusal(state.clause("breaks"), "The clock has not been started.", "not_started")
    if now.kind == BREAK:
        return Refusal(state.clause("breaks"), "No hand is dealt in a break.", "break")
    if turn.running not in (Running.RUNNING, Running.HAND_FOR_HAND):
        return Refusal(state.clause("breaks"), f"No hand is dealt while the clock is {turn.running}.", "paused")
    return None


def _waits_for_round(state: Tournament, table: Table) -> Refusal | None:
    """STAR D-Hand For Hand[s1]: who has played the synchronised hand waits for the other tables."""
    if state.clock.hand_for_hand and table.done:
        return Refusal(
            state.rules.clause_for("STAR D-Hand For Hand[s1]"),
            f"Table {table.number} waits for the other tables.",
            "done",
        )
    return None


def hand_over(state: Tournament, command: HandOver) -> Decision:
    """STAR 7.21[s1], STAR D-Eliminated Entrant: who has lost the last chips all-in is out and leaves the table.

    STAR 7.16, HLD 20.14: the chips of the hand are those of the players dealt in, before and after. STAR 7.18, 7.19:
    hand for hand the places wait for the last table; with it three minutes are used up, and the next hand may begin.
    """
    table = state.tables.get(command.table)
    if table is None or table.hand is None:
        return Refusal(
            state.rules.clause_for("STAR 7.20"), f"No hand is being played at table {command.table}.", "no_hand"
        )
    refusal = _wrong_chips(state, command, table.hand) or _no_such_positions(state, command, table)
    if refusal:
        return refusal
    clause = state.clause("out")
    played = HandPlayed(
        table.number,
        table.hand.number,
        table.hand.level,
        Frozen(command.stacks),
        Frozen(command.contributed),
        command.button,
        command.small,
        command.big,
        command.waiting,
        command.concluded,
        state.clock.hand_for_hand and table.hand.synchronised and command.concluded,
        command.at,
        clause,
    )
    found: Events = (played,)
    after = _hand_played(state, played)
    if not command.concluded:
        return found
    after, found = _more(after, found, penalties.after_hand(after, table.number, command.at))
    after, found = _more(after, found, absence.after_hand(after, table.number, table.hand.blinds))
    at_once = not played.synchronised
    after, found = _more(after, found, placing.place_busts(after, _busts(table, played), command.at, at_once=at_once))
    if played.synchronised and h4h.round_is_over(after):
        after, found = _more(after, found, (h4h.RoundFinished(state.rules.clause_for("STAR 7.19")),))
        after, found = _more(after, found, clock_desk.hand_used(after, command.at))
    return found + placing.finish_events(after, command.at)


def _busts(table: Table, played: HandPlayed) -> tuple[Bust, ...]:
    """STAR D-Eliminated Entrant: everybody who had chips at the cut and has none."""
    assert table.hand is not None
    before = table.hand.stacks
    return tuple(
        Bust(player, table.number, seat, before[player], played.contributed.get(player, before[player]), played.at)
        for seat, player in sorted(table.seats.items())
        if before.get(player) and not played.stacks.get(player, before[player])
    )


def _wrong_chips(state: Tournament, command: HandOver, hand: Hand) -> Refusal | None:
    """STAR 7.16, HLD 20.14: no chip comes or goes in a hand, and nobody else's stack changes."""
    clause, before = state.clause("chips"), hand.stacks
    strangers = [name for name in (*command.stacks, *command.contributed) if name not in before]
    if strangers:
        return Refusal(clause, f"{strangers[0]} was not dealt in to this hand.", "not_dealt")
    had, have = sum(before[name] for name in command.stacks), sum(command.stacks.values())
    if had != have:
        return Refusal(clause, f"The players had {had:,} before the hand and {have:,} after it.", "chips_do_not_sum")
    for name, chips in command.contributed.items():
        if chips > before[name]:
            return Refusal(clause, f"{name} had {before[name]:,} and cannot have put in {chips:,}.", "above_stack")
    if not command.concluded and any(before[name] != chips for name, chips in command.stacks.items()):
        return Refusal(clause, "A hand that does not count leaves every stack as it was.", "not_concluded")
    return None


def count_hand(state: Tournament, command: CountHand) -> Decision:
    """STAR 7.39[s2], STAR 7.14[s2], T-30: a hand that others have dealt counts for penalties, and the button moves on.

    Where the chips have gone is not known until stacks are counted.
    """
    there = state.tables.get(command.table)
    # STAR 7.7[s2] says when a table begins; the dealer has begun.
    known = state if there is None else with_table(state, there._replace(short_handed=True))
    begun = start_hand(known, StartHand(at=command.at, by=command.by, who=command.who, table=command.table))
    if isinstance(begun, Refusal):
        return begun
    table = state.tables[command.table]
    seats = balancing.seats_of(state, table)
    line = balancing.coming(seats)
    if command.button not in (None, line.button):
        told = _with_button_at(state, table, seats, command.button)
        if isinstance(told, Refusal):
            return told
        line = told
    ended = HandOver(
        at=command.at,
        by=command.by,
        who=command.who,
        table=table.number,
        stacks=_NO_CHIPS,
        button=line.button,
        small=line.small,
        big=line.big,
        waiting=frozenset(seats.players) - line.dealt,
    )
    over = hand_over(with_events(state, begun, APPLIERS), ended)
    return over if isinstance(over, Refusal) else begun + over


def _with_button_at(state: Tournament, table: Table, seats: Seats, button: int) -> Positions | Refusal:
    """STAR 7.14[s2], T-30: the button was somewhere else than where it would have moved to, and the blinds after it.

    On an empty seat it is dead, which it can be among three or more.
    """
    clause = state.clause("seats")
    if not 1 <= button <= table.size:
        return Refusal(clause, f"Table {table.number} has no seat {button}.", "no_such_seat")
    if button in seats.players:
        return balancing.coming(seats._replace(button=button, small=None, big=None, concluded=False))
    if not seats.dead_button or len(seats.players) < 3:
        return Refusal(clause, f"Nobody with chips sits at seat {button} of table {table.number}.", "empty_seat")
    small, big = [seat for seat in clockwise(table.size, button) if seat in seats.players][:2]
    return Positions(button, frozenset(seats.players), (), small, big)


def _no_such_positions(state: Tournament, command: HandOver, table: Table) -> Refusal | None:
    """STAR 7.14[s2], T-30: button and blinds are seats of the table, and there are no blinds without a button."""
    clause, blinds = state.clause("seats"), (command.small, command.big)
    named = [seat for seat in (command.button, *blinds, *command.waiting) if seat is not None]
    wrong = [seat for seat in named if not 1 <= seat <= table.size]
    if wrong:
        return Refusal(clause, f"Table {table.number} has no seat {wrong[0]}.", "no_such_seat")
    if command.button is None and blinds != (None, None):
        return Refusal(clause, "Blinds are told with the button.", "no_button")
    return None


def stop_hand(state: Tournament, command: StopHand) -> Decision:
    """HLD D-Misdeal, HLD D-Void: nothing of the hand counts; stacks, button and blinds are as before it."""
    table = state.tables.get(command.table)
    if table is None or table.hand is None:
        return Refusal(
            state.rules.clause_for("STAR 7.20"), f"No hand is being played at table {command.table}.", "no_hand"
        )
    return (HandStopped(table.number, command.reason, state.clause("procedures")),)


def _more(state: Tournament, found: Events, more: Events) -> tuple[Tournament, Events]:
    """The event after more of what follows, and everything so far."""
    return with_events(state, more, _FOLLOWING), found + more


def _hand_started(state: Tournament, event: HandStarted) -> Tournament:
    table = state.tables[event.table]._replace(hand=event.hand, called=False)
    if event.first_hand_of:
        changed = {player: state.entrants[player]._replace(has_played=True) for player in event.first_hand_of}
        state = with_entrants(state, changed)
    return with_table(state, table)


def _hand_played(state: Tournament, event: HandPlayed) -> Tournament:
    """STAR 7.23: who was dealt in has arrived; who was held back, or came during the hand, still waits."""
    table = state.tables[event.table]
    assert table.hand is not None
    before = table.hand.stacks
    changed = {}
    for player, chips in event.stacks.items():
        if chips != before[player]:
            entrant = state.entrants[player]
            changed[player] = entrant._replace(stack=entrant.stack + chips - before[player])
    arrived = table.arrived
    if arrived:
        dealt = {seat for seat, player in table.seats.items() if player in before and seat not in event.waiting}
        arrived -= dealt
    table = table._replace(
        hand=None,
        hands=table.hands + event.concluded,
        button=event.button,
        small=event.small,
        big=event.big,
        concluded=event.concluded,
        arrived=arrived,
        done=event.synchronised,
        called=False,
    )
    return with_table(with_entrants(state, changed) if changed else state, table)


def _hand_stopped(state: Tournament, event: HandStopped) -> Tournament:
    return with_table(state, state.tables[event.table]._replace(hand=None, called=False, done=False))


_AT_TABLE = (Role.DEALER, Role.DIRECTOR)
_RUNNING = (Stage.RUNNING,)
VERBS: Verbs = {
    StartHand: Verb(start_hand, _AT_TABLE, _RUNNING, "breaks"),
    HandOver: Verb(hand_over, _AT_TABLE, _RUNNING, "chips"),
    StopHand: Verb(stop_hand, _AT_TABLE, _RUNNING),
    CountHand: Verb(count_hand, _AT_TABLE, _RUNNING, "chips"),
    **h4h.VERBS,
}
APPLIERS: Appliers = {
    HandStarted: _hand_started,
    HandPlayed: _hand_played,
    HandStopped: _hand_stopped,
    **h4h.APPLIERS,
}
_FOLLOWING: Appliers = {
    **events.APPLIERS,
    **h4h.APPLIERS,
    **clock_desk.APPLIERS,
    **penalties.APPLIERS,
    **absence.APPLIERS,
    **placing.APPLIERS,
}
