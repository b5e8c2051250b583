"""Entrants of a tournament at this table: seated, moved on, away from the table and back."""

from pitboss.games.holdem.seats.room_events import EntrantRemoved, EntrantSeated, PresenceMarked
from pitboss.games.holdem.seats.seating import in_round, in_tournaments, not_admitted, seat_taken, sitter
from pitboss.games.holdem.settings import STAR, settings_of
from pitboss.games.holdem.state import Holdem
from pitboss.games.house.events import Seated
from pitboss.games.play import Command, Decision, Role, Verb
from pitboss.rulebook.refusal import Refusal


def seat_entrant(state: Holdem, command: Command) -> Decision:
    """HLD 20.7, STAR 7.23[s1]: an entrant takes the allocated seat, with its rights and duties."""
    seat, player, settings = command.seat or 0, command.player or "", settings_of(state)
    refusal = seat_taken(state, seat) or not_admitted(state, player)
    if refusal:
        return refusal
    waits = state.play.room.button is not None
    clause = "STAR 7.23[s1]" if waits and settings.procedures == STAR else "HLD 20.7"
    return EntrantSeated(seat, player, command.amount or 0, waits, clause), Seated(seat, player, clause)


def remove_entrant(state: Holdem, command: Command) -> Decision:
    """HLD 20.8, STAR 7.21[s1]: between hands an entrant is moved on, or is out and leaves; the chips go too."""
    chair, seat = sitter(state, command), command.seat or 0
    if isinstance(chair, Refusal):
        return chair
    if in_round(state, seat):
        return Refusal("HLD 20.14", f"{chair.player} is in the round: the chips stay until it is over.")
    is_out = not chair.stake and settings_of(state).procedures == STAR
    clause = "STAR 7.21[s1]" if is_out else "HLD 20.8"
    return EntrantRemoved(seat, chair.player, chair.stake, clause), Seated(seat, None, clause)


def mark_absent(state: Holdem, command: Command) -> Decision:
    """HLD 20.11[s1], STAR 7.13: not at the table, and dealt in with blinds and antes taken all the same."""
    return _mark(state, command, absent=True)


def mark_present(state: Holdem, command: Command) -> Decision:
    """HLD 20.11[s1], STAR 7.13: at the table again."""
    return _mark(state, command, absent=False)


def _mark(state: Holdem, command: Command, *, absent: bool) -> Decision:
    chair = sitter(state, command)
    if isinstance(chair, Refusal):
        return chair
    clause = "STAR 7.13" if settings_of(state).procedures == STAR else "HLD 20.11[s1]"
    if chair.absent == absent:
        return Refusal(clause, f"{chair.player} is marked {'absent' if absent else 'present'} already.")
    return (PresenceMarked(command.seat or 0, chair.player, absent, clause),)


_DIRECTOR = (Role.OPERATOR, Role.SUPERVISOR)
_FLOOR = (*_DIRECTOR, Role.DEALER)

VERBS = {
    "seat_entrant": Verb(
        in_tournaments(seat_entrant), "HLD 20.7", _DIRECTOR, ("seat", "player", "amount"), of_round=False
    ),
    "remove_entrant": Verb(
        in_tournaments(remove_entrant), "HLD 20.8", _DIRECTOR, ("seat",), ("player", "reason"), of_round=False
    ),
    "mark_absent": Verb(in_tournaments(mark_absent), "HLD 20.11[s1]", _FLOOR, ("seat",), ("player",), of_round=False),
    "mark_present": Verb(in_tournaments(mark_present), "HLD 20.11[s1]", _FLOOR, ("seat",), ("player",), of_round=False),
}
