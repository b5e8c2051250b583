"""The final table: everybody draws a seat once more."""

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.cards.shuffle import Bits
from pitboss.games.frozen import Frozen
from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.clock.desk import hand_for_hand_over
from pitboss.tournaments.entries.entries import registration_open
from pitboss.tournaments.event.contract import Appliers, Command, Decision, Verb, Verbs
from pitboss.tournaments.event.state import Player, Stage, Table, Tournament, in_play
from pitboss.tournaments.prizes.standings import awaiting_place
from pitboss.tournaments.seating.ballot import not_kept_apart
from pitboss.tournaments.seating.draw import Draw, draw_final, entropy
from pitboss.tournaments.seating.seating import seats_fixed


class RedrawFinal(Command):
    """Everybody who is left draws a seat at the final table."""

    seed: int


class FinalTableDrawn(NamedTuple):
    """STAR 7.24: the final table with everybody's seat; all other tables are closed, and stacks travel.

    No hand has been dealt in this order of seats, so that the button begins anew.
    """

    table: int
    size: int
    seats: Mapping[int, Player]
    seed: int
    clause: str


def finalists(state: Tournament) -> tuple[Player, ...]:
    """Everybody in the running, without those who are out and only wait for their place (STAR 7.18).

    An absent entrant whose stake is out of play (STAR 7.12[s2]) is none of them, and gets an open seat on arrival.
    """
    out = awaiting_place(state)
    return tuple(player for player in in_play(state) if player not in out)


def final_table_due(state: Tournament) -> bool:
    """STAR 7.24: the make-up of the final table is known: no more are left than it takes, and nobody can come in."""
    if state.stage is not Stage.RUNNING or state.final_table is not None or state.conditions.sessions is not None:
        return False
    left = len(finalists(state))
    if not state.tables or not 1 < left <= _takes(state) or state.alternates or state.reentries:
        return False
    return (state.now is None or not registration_open(state, state.now)) and not seats_fixed(state, "breaking")


def final_draw(state: Tournament, bits: Bits) -> Draw:
    """STAR 7.24, STAR 7.6: a seat at the final table for everybody left, connected people not side by side."""
    size, locked = state.conditions.final_table, state.tables[_table(state)].locked
    return draw_final(finalists(state), size, bits, connected=state.connected, locked=locked)


def _table(state: Tournament) -> int:
    """The table that becomes the final table."""
    return min(state.tables)


def _takes(state: Tournament) -> int:
    """How many the final table takes; a locked seat stays free there too."""
    size = state.conditions.final_table
    return size - sum(seat <= size for seat in state.tables[_table(state)].locked)


def redraw_final(state: Tournament, command: RedrawFinal) -> Decision:
    """STAR 7.24: all entrants left redraw for the final table. STAR 7.19(b): hand for hand ends with it."""
    refusal = _not_now(state)
    if refusal:
        return refusal
    draw = final_draw(state, entropy(command.seed))
    seats = {seat: player for player, (_, seat) in draw.places.items()}
    clause = state.rules.clauses.get("final_table", state.clause("ballot"))
    size, in_order = state.conditions.final_table, Frozen(sorted(seats.items()))
    final = FinalTableDrawn(_table(state), size, in_order, command.seed, clause)
    ended = hand_for_hand_over(state, command.at, state.rules.clause_for("STAR 7.19"))
    return final, *ended, *not_kept_apart(state, draw)


def _not_now(state: Tournament) -> Refusal | None:
    """STAR 7.24: the redraw comes once it is known who is at the final table, between hands, and only once."""
    return _nothing_to_draw(state) or _not_known_yet(state) or seats_fixed(state, "breaking")


def _nothing_to_draw(state: Tournament) -> Refusal | None:
    clause = state.rules.clauses.get("final_table", state.clause("ballot"))
    left = len(finalists(state))
    if state.conditions.sessions is not None:
        return Refusal(clause, "In this event seats are drawn before a session.", "sessions")
    if state.final_table is not None:
        return Refusal(clause, "The seats of the final table have been drawn.", "already")
    if not left or not state.tables:
        return Refusal(clause, "Nobody is left for a final table.", "nobody")
    if left > _takes(state):
        return Refusal(clause, f"{left} players are left, and the final table takes {_takes(state)}.", "too_many")
    return None


def _not_known_yet(state: Tournament) -> Refusal | None:
    """Who comes to the final table with what is open while a hand, a place or the queue is."""
    clause = state.rules.clauses.get("final_table", state.clause("ballot"))
    if any(table.hand is not None for table in state.tables.values()):
        return Refusal(clause, "A hand is being dealt: after it.", "mid_hand")
    if state.pending or state.tie is not None:
        return Refusal(clause, "Places of the last hand are not decided yet.", "pending")
    if state.alternates or state.reentries:
        return Refusal(clause, "Somebody still waits for a seat.", "queue")
    return None


def _apply_drawn(state: Tournament, event: FinalTableDrawn) -> Tournament:
    before = state.tables[event.table]
    loose = sum(table.loose for table in state.tables.values())
    locked = frozenset(seat for seat in before.locked if seat <= event.size)
    table = Table(event.table, event.size, event.seats, locked, hands=before.hands, loose=loose)
    return state._replace(tables=Frozen({event.table: table}), break_order=(event.table,), final_table=event.table)


VERBS: Verbs = {RedrawFinal: Verb(redraw_final, stages=(Stage.RUNNING,), subject="ballot")}
APPLIERS: Appliers = {FinalTableDrawn: _apply_drawn}
