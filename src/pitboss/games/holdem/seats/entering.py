"""Coming in and sitting out: what a player at the table says about the rounds to come."""

from pitboss.games.holdem.seats.lineup import lineup
from pitboss.games.holdem.seats.notices import settings_coming
from pitboss.games.holdem.seats.room_events import StandingChanged
from pitboss.games.holdem.seats.seating import Decide, in_cash_games, sitter
from pitboss.games.holdem.state import AWAY, MISSED, MOVED, NEW, PLAYING, WAITING, Chair, Holdem, with_chair
from pitboss.games.play import Command, Decision, Role, Stage, Verb
from pitboss.rulebook.refusal import Refusal


def sit_out(state: Holdem, command: Command) -> Decision:
    """HLD 17.4[s1]: from the next round on no cards; a blind that goes past the seat meanwhile is missed."""
    chair = sitter(state, command)
    if isinstance(chair, Refusal):
        return chair
    if chair.standing == AWAY:
        return Refusal("HLD 17.4[s1]", f"{chair.player} sits out already.")
    return (_stands(command, chair._replace(standing=AWAY, posts=False), "HLD 17.4[s1]"),)


def sit_in(state: Holdem, command: Command) -> Decision:
    """HLD 17.4[s1]: back at the table; whoever has missed a blind waits for it, or posts what was missed."""
    chair = sitter(state, command)
    if isinstance(chair, Refusal):
        return chair
    if chair.standing != AWAY or chair.leaves:
        why = "has left the table" if chair.leaves else "does not sit out"
        return Refusal("HLD 17.4[s1]", f"{chair.player} {why}.")
    standing = PLAYING if chair.waits_as is None else WAITING
    return (_stands(command, chair._replace(standing=standing), "HLD 17.4[s1]"),)


def post_blinds(state: Holdem, command: Command) -> Decision:
    """HLD 17.4[s1], HLD 17.11(b), HLD 17.13[s2]: a player who waits elects to post instead, for the next round.

    HLD 17.11, HLD 17.4[s2]: not where the button would be in that round.
    """
    chair = sitter(state, command)
    if isinstance(chair, Refusal):
        return chair
    clause = {NEW: "HLD 17.11(b)", MOVED: "HLD 17.13[s2]", MISSED: "HLD 17.4[s1]"}[chair.waits_as or MISSED]
    if not settings_coming(state).blinds:
        return Refusal("HLD 8.5(b)", "There are no blinds in an ante game: everybody is dealt in.")
    if chair.standing != WAITING or chair.posts:
        why = "has said so already" if chair.posts else "does not wait to come in"
        return Refusal(clause, f"{chair.player} {why}.")
    refusal = _on_the_button(state, command.seat or 0, chair)
    return refusal or (_stands(command, chair._replace(posts=True), clause),)


def _on_the_button(state: Holdem, seat: int, chair: Chair) -> Refusal | None:
    """HLD 17.11, HLD 17.4[s2]: as things stand, the button comes to this seat and goes past it."""
    room = with_chair(state.play.room, seat, chair._replace(posts=True))
    line = lineup(settings_coming(state), room, excluded=state.house.shut_out)
    entry = None if isinstance(line, Refusal) else line.entries.get(seat)
    if entry is None or entry.clause not in ("HLD 17.11", "HLD 17.4[s2]"):
        return None
    return Refusal(
        entry.clause, f"The button comes to seat {seat}, and nobody comes in on it; the round after is open."
    )


def wait_for_blind(state: Holdem, command: Command) -> Decision:
    """HLD 17.4[s1], HLD 17.11(a), HLD 17.13[s1]: to wait for the blind after all."""
    chair = sitter(state, command)
    if isinstance(chair, Refusal):
        return chair
    clause = {NEW: "HLD 17.11(a)", MOVED: "HLD 17.13[s1]", MISSED: "HLD 17.4[s1]"}[chair.waits_as or MISSED]
    if not chair.posts:
        return Refusal(clause, f"{chair.player} has not said to post anything.")
    return (_stands(command, chair._replace(posts=False), clause),)


def _stands(command: Command, chair: Chair, clause: str) -> StandingChanged:
    return StandingChanged(command.seat or 0, chair.player, chair.standing, chair.waits_as, chair.posts, clause)


_DEALT_IN = "An entrant is dealt in to every round, present or not."


def _verb(decide: Decide, clause: str, *roles: Role) -> Verb:
    cash = in_cash_games("HLD 20.11[s1]", _DEALT_IN, decide)
    # For the rounds to come these may be said at any time.
    return Verb(cash, clause, roles, ("seat",), ("player",), tuple(Stage), of_round=False)


VERBS = {
    "sit_out": _verb(sit_out, "HLD 17.4[s1]", Role.PLAYER, Role.DEALER),
    "sit_in": _verb(sit_in, "HLD 17.4[s1]", Role.PLAYER),
    "post_blinds": _verb(post_blinds, "HLD 17.11(b)", Role.PLAYER),
    "wait_for_blind": _verb(wait_for_blind, "HLD 17.11(a)", Role.PLAYER),
}
