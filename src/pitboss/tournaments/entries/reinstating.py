"""Somebody who was put out by mistake is in the event again, although other things have followed since."""

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.games.frozen import Frozen
from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.event.conditions import Chips
from pitboss.tournaments.event.contract import Appliers, Command, Decision, Role, Verb, Verbs, too_much
from pitboss.tournaments.event.state import (
    Bust,
    Entrant,
    Exit,
    Moment,
    Player,
    Stage,
    Status,
    Table,
    Tournament,
    seat_of,
    with_entrant,
    with_entrants,
    with_table,
)
from pitboss.tournaments.prizes.standings import awaiting_place, mid_hand
from pitboss.tournaments.seating.tables import has_begun, seat_at


class Reinstate(Command):
    """An elimination was a mistake: the player has so many chips, or as many as before it.

    The seat is the one that was left, or another. Chips that nobody is known to hold are taken first: those that lie
    at the table, then those that were missing from a count. `taken` says from whose stacks the others come.
    """

    player: Player
    reason: str
    chips: int | None = None
    table: int | None = None
    seat: int | None = None
    taken: Mapping[Player, Chips] = Frozen({})


class Reinstated(NamedTuple):
    """Somebody is in the event again, with chips from the table they left, from a variance and from other stacks."""

    player: Player
    table: int
    seat: int
    at: Moment
    arrives: bool
    lay_at: int | None
    loose: Chips
    missing: Chips
    taken: Mapping[Player, Chips]
    reason: str
    clause: str

    @property
    def chips(self) -> Chips:
        return self.loose + self.missing + sum(self.taken.values())


def reinstate(state: Tournament, command: Reinstate) -> Decision:
    """STAR 6.18, HLD 20.17: the director puts an elimination right, whatever came after it.

    Whoever went out since is a place lower, in the same order, and prizes follow places. What was settled by the
    places that were wrong, a deal or the end of the event, is undone first.
    """
    clause, out = state.clause("procedures"), _out(state, command.player)
    if isinstance(out, Refusal):
        return out
    if not command.reason:
        return Refusal(clause, "A correction is recorded with its reason.", "no_reason")
    refusal = _refuse_if_settled(state)
    if refusal:
        return refusal
    table = _seat(state, command, out)
    if isinstance(table, Refusal):
        return table
    number, seat = table.number, command.seat or out.seat or 0
    chips = out.stack_before if command.chips is None else command.chips
    found = _chips(state, command, out, chips)
    if isinstance(found, Refusal):
        return found
    loose, missing = found
    arrives = has_begun(table) and (number, seat) != (out.table, out.seat)
    lay_at = out.table if loose else None
    taken = Frozen({player: each for player, each in command.taken.items() if each})
    told = Reinstated(
        command.player, number, seat, command.at, arrives, lay_at, loose, missing, taken, command.reason, clause
    )
    return (told,)


def _out(state: Tournament, player: Player) -> Exit | Bust | Refusal:
    """How somebody went out who has lost the last chips: with a place, or waiting for it until the round is over."""
    clause, entrant = state.clause("out"), state.entrants.get(player)
    if entrant is None:
        return Refusal(clause, f"{player} has not entered.", "not_entered")
    if state.conditions.sessions is not None:
        return Refusal(clause, "Chips of a house game went to the house: the round itself is put right.", "sessions")
    waiting = next((each for each in state.pending if each.player == player), None)
    if waiting is not None:
        return waiting
    if player in awaiting_place(state):
        return Refusal(clause, f"The place of {player} waits for a ruling: give it first.", "tie")
    out = next((each for each in state.exits if each.player == player), None)
    if entrant.status is not Status.OUT or out is None:
        return Refusal(clause, f"{player} is not out for having lost all chips.", "not_out")
    return out


def _refuse_if_settled(state: Tournament) -> Refusal | None:
    """STAR 1-a, STAR 1-c[s2]: the event is over, or a deal was made among others than those who are left now."""
    if state.deal is not None:
        return Refusal(state.clause("paid_out"), "The prizes are divided by a deal: undo that first.", "deal")
    if state.stage is Stage.OVER:
        return Refusal(state.clause("finish"), "The event is over: undo what ended it first.", "is_over")
    return None


def _seat(state: Tournament, command: Reinstate, out: Exit | Bust) -> Table | Refusal:
    """The table to sit at: the seat that was left, if nobody has it now, or the one that is said; between hands."""
    place = seat_of(state, command.player)
    if place is not None:
        # Who waits for the place has not left the seat.
        return _between_hands(state, state.tables[place[0]])
    number, seat = command.table or out.table or 0, command.seat or out.seat or 0
    if number not in state.tables or seat in state.tables[number].seats:
        where = f"Seat {seat} of table {number}" if number in state.tables else f"Table {number}"
        gone = "is taken" if number in state.tables else "is not in use any more"
        return Refusal(state.clause("seats"), f"{where} {gone}: say another table and seat.", "seat_taken")
    table = seat_at(state, number, seat)
    if isinstance(table, Refusal):
        return table
    if seat in table.locked:
        return Refusal(state.clause("seats"), f"Seat {seat} of table {number} is locked.", "seat_locked")
    return _between_hands(state, table)


def _between_hands(state: Tournament, table: Table) -> Table | Refusal:
    if table.hand is None:
        return table
    why = f"A hand is being played at table {table.number}: this waits until it is over."
    return Refusal(state.clause("procedures"), why, "mid_hand")


def _chips(state: Tournament, command: Reinstate, out: Exit | Bust, chips: Chips) -> tuple[Chips, Chips] | Refusal:
    """STAR 7.10: where the chips come from, so that none are made: the table, what is missing, other stacks."""
    clause = state.clause("chips")
    if chips < 1 or too_much(chips):
        return Refusal(clause, "Say how many chips the player has.", "no_chips")
    for player, each in command.taken.items():
        refusal = _cannot_give(state, command.player, player, each)
        if refusal:
            return refusal
    wanted = chips - sum(command.taken.values())
    known = chips_unclaimed(state, out)
    if not 0 <= wanted <= known:
        unknown = f"{known:,} chips are held by nobody who is known"
        more = "say from whose stacks the others come" if wanted > 0 else "more are taken from others"
        return Refusal(clause, f"{command.player} is to have {chips:,}, and {unknown}: {more}.", "chips")
    loose = min(wanted, _lying(state, out))
    return loose, wanted - loose


def _lying(state: Tournament, out: Exit | Bust) -> Chips:
    table = None if out.table is None else state.tables.get(out.table)
    return 0 if table is None else table.loose


def chips_unclaimed(state: Tournament, out: Exit | Bust) -> Chips:
    """STAR 7.10: chips that nobody is known to hold: loose at the table somebody left, or missing from a count."""
    return _lying(state, out) + max(-state.chips.variance, 0)


def _cannot_give(state: Tournament, receiver: Player, player: Player, chips: Chips) -> Refusal | None:
    clause, entrant = state.clause("chips"), state.entrants.get(player)
    if entrant is None or entrant.status is not Status.SEATED or player == receiver:
        return Refusal(clause, f"{player} has no stack to take chips from.", "not_seated")
    if not 0 <= chips < entrant.stack:
        return Refusal(clause, f"{player} has {entrant.stack:,} and keeps some of them.", "too_many")
    return mid_hand(state, player)


def _apply_reinstated(state: Tournament, event: Reinstated) -> Tournament:
    name = event.player
    entrant = _at_the_seat_again(state.entrants[name], event.at)
    stacks = {each: state.entrants[each] for each in event.taken}
    stacks = {each: found._replace(stack=found.stack - event.taken[each]) for each, found in stacks.items()}
    state = with_entrants(state, stacks)
    state = with_entrant(state, entrant._replace(status=Status.SEATED, stack=event.chips))
    state = state._replace(
        exits=tuple(each for each in state.exits if each.player != name),
        pending=tuple(each for each in state.pending if each.player != name),
        chips=state.chips._replace(variance=state.chips.variance + event.missing),
    )
    if event.lay_at is not None:
        lay = state.tables[event.lay_at]
        state = with_table(state, lay._replace(loose=lay.loose - event.loose))
    table = state.tables[event.table]
    arrived = table.arrived | {event.seat} if event.arrives else table.arrived
    return with_table(state, table._replace(seats=Frozen({**table.seats, event.seat: name}), arrived=arrived))


def _at_the_seat_again(entrant: Entrant, at: Moment) -> Entrant:
    """STAR 6.13[s1]: the time at the seat goes on from before, for whoever was there all the while."""
    if entrant.since is not None or not entrant.periods:
        return entrant._replace(since=at if entrant.since is None else entrant.since)
    *before, last = entrant.periods
    return entrant._replace(periods=tuple(before), since=last.since)


APPLIERS: Appliers = {Reinstated: _apply_reinstated}
VERBS: Verbs = {Reinstate: Verb(reinstate, (Role.DIRECTOR,), (Stage.RUNNING, Stage.SUSPENDED, Stage.OVER), "out")}
