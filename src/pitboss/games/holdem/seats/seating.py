"""Who sits where: what must be known of a seat before anything is done with it."""

from collections.abc import Callable

from pitboss.games.holdem.seats.entry import is_going, must_leave
from pitboss.games.holdem.seats.notices import settings_coming
from pitboss.games.holdem.seats.room_events import Left
from pitboss.games.holdem.settings import TOURNAMENT, settings_of
from pitboss.games.holdem.state import Chair, Holdem
from pitboss.games.house.events import Seated
from pitboss.games.play import Command, Decision, Events, Stage
from pitboss.rulebook.refusal import Refusal

Decide = Callable[[Holdem, Command], Decision]


def under_way(state: Holdem) -> bool:
    """From the blinds to the end of the round."""
    return state.felt.stage not in (Stage.IDLE, Stage.OVER)


def in_round(state: Holdem, seat: int) -> bool:
    """Whether the seat has been dealt in to the round under way, folded or not."""
    return under_way(state) and seat in state.play.round.seats


def holds_cards(state: Holdem, seat: int) -> bool:
    """Whether the seat has a hand in the round under way that can still win something."""
    now = state.play.round
    return in_round(state, seat) and not now.folded >> now.seats.index(seat) & 1


def sitter(state: Holdem, command: Command) -> Chair | Refusal:
    """HLD 8.2[s1]: the player at the seat that a command names, who is the one it speaks of."""
    chair = state.play.room.chairs.get(command.seat or 0)
    if chair is None:
        return Refusal("HLD 8.2[s1]", f"Nobody sits at seat {command.seat}.")
    if command.player not in (None, chair.player):
        return Refusal("HLD 8.2[s1]", f"{chair.player} sits at seat {command.seat}, not {command.player}.")
    return chair


def seat_of(state: Holdem, name: str) -> int | None:
    """The seat of a player, or nothing for somebody who is not at the table or is going."""
    chairs = state.play.room.chairs
    return next((seat for seat, chair in chairs.items() if chair.player == name and not is_going(chair)), None)


def not_admitted(state: Holdem, player: str) -> Refusal | None:
    """HLD 8.1, HLD 20.4(f), HLD 16.2, HLD 19.2(b): whom the game is held for, once each, and nobody excluded."""
    settings = settings_coming(state)
    if player in state.house.shut_out:
        return Refusal("HLD 19.2(b)", f"{player} has been excluded from the game.")
    if settings.players and player not in settings.players:
        clause = "HLD 20.4(f)" if settings.mode == TOURNAMENT else "HLD 8.1"
        return Refusal(clause, f"The game is held for a chosen group of players, and {player} is not one of them.")
    for seat, chair in state.play.room.chairs.items():
        if chair.player == player:
            return Refusal("HLD 16.2", f"{player} sits at seat {seat}: a player plays one hand only.")
    return None


def seat_taken(state: Holdem, seat: int) -> Refusal | None:
    """HLD 8.2[s1]: players choose among the free seats; one that is being given up is free when the round is over."""
    chair = state.play.room.chairs.get(seat)
    if chair is None or (is_going(chair) and not in_round(state, seat)):
        return None
    return Refusal("HLD 8.2[s1]", f"Seat {seat} is taken by {chair.player}.")


def free_seats(state: Holdem) -> tuple[int, ...]:
    """The seats that somebody can take now."""
    return tuple(seat for seat in range(1, settings_of(state).boxes + 1) if seat_taken(state, seat) is None)


def leave_events(seat: int, chair: Chair, clause: str) -> Events:
    """A player leaves the table with the whole stake."""
    return Left(seat, chair.player, chair.stake, clause), Seated(seat, None, clause)


def departures(state: Holdem, seat: int | None = None) -> Events:
    """HLD 14.3[s4], HLD 4.6: those who go before the next round, declared and broke or having left; or one of them."""
    going: Events = ()
    for each, chair in state.play.room.chairs.items():
        if is_going(chair) and seat in (None, each) and not in_round(state, each):
            going += leave_events(each, chair, "HLD 14.3[s4]" if must_leave(chair) else "HLD 4.6")
    return going


def in_cash_games(clause: str, reason: str, decide: Decide) -> Decide:
    """A request that has its place in cash games only: in a tournament it is refused by this clause."""

    def decide_seat(state: Holdem, command: Command) -> Decision:
        if settings_of(state).mode == TOURNAMENT:
            return Refusal(clause, reason)
        return decide(state, command)

    return decide_seat


def in_tournaments(decide: Decide) -> Decide:
    """HLD 20.1: what is done in tournaments only."""

    def decide_seat(state: Holdem, command: Command) -> Decision:
        if settings_of(state).mode != TOURNAMENT:
            return Refusal("HLD 20.1", "This is a cash game: there are entrants in tournaments only.")
        return decide(state, command)

    return decide_seat
