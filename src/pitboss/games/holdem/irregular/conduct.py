"""Showing hands, sharing what one player was told, disputes, and what nobody may do (HLD 16 to HLD 19)."""

from typing import NamedTuple

from pitboss.cards.card import Card, face
from pitboss.games.holdem.settings import STAR, settings_of
from pitboss.games.holdem.showdown.settlement import WAITS, may_settle, waits_for_tables
from pitboss.games.holdem.state import Holdem, with_round
from pitboss.games.house.felt import Recorded
from pitboss.games.house.rulings import STAFF, breach_verb
from pitboss.games.play import RUNNING, Appliers, Command, Decision, Role, Stage, Verb
from pitboss.rulebook.refusal import Refusal

BREACHES = {
    "own_interest": "HLD 16.1[s1]",
    "helping": "HLD 16.1[s2]",
    "language": "HLD 16.3",
    "cards": "HLD 16.4[s1]",
    "exchange": "HLD 16.8(a)",
    "information": "HLD 16.8(b)",
    "influence": "HLD 19.7",
    "side_bet": "HLD 19.8",
    "advantage": "HLD 19.5(b)",
    "procedure": "HLD 19.5(c)",
    "out_of_turn": "STAR 7.35[s2]",
    "delay": "STAR 7.26[s1]",
    "exposed_hand": "STAR 7.40",
    "advice": "STAR 7.41",
}


class HandRevealed(NamedTuple):
    """Everybody at the table sees a hand, or of its cards those that are named."""

    seat: int
    clause: str
    cards: tuple[Card, ...] = ()


def show(state: Holdem, command: Command) -> Decision:
    """HLD 13.1[s2], HLD 17.18, STAR 7.40: a player turns the own hand up for everybody, at the showdown or after it.

    During the betting HLD 16.4[s1] forbids it; in a Star tournament the hand stays live, and a penalty may follow.
    """
    now = state.play.round
    if command.seat not in now.seats or not now.hole[now.seats.index(command.seat)]:
        return Refusal("HLD 13.1[s2]", f"Seat {command.seat} has no hand to show.")
    hand = now.seats.index(command.seat)
    if command.player not in (None, now.names[hand]):
        return Refusal("HLD 16.4[s1]", f"The hand at seat {command.seat} belongs to {now.names[hand]}.")
    if now.shown >> hand & 1:
        return Refusal("HLD 13.1[s2]", "The hand has been shown.")
    if state.felt.stage is Stage.OVER:
        return (HandRevealed(now.seats[hand], "HLD 17.18"),)
    if now.folded >> hand & 1:
        return Refusal("HLD 16.4[s1]", "A folded hand is not shown while the round is played.")
    if waits_for_tables(state):
        return Refusal("STAR 7.30", WAITS)
    if may_settle(state):
        return (HandRevealed(now.seats[hand], "HLD 13.1[s2]"),)
    if settings_of(state).procedures == STAR and state.felt.stage is Stage.PLAYING:
        exposed = Recorded("exposed_hand", "STAR 7.40", command.by, command.seat, now.names[hand])
        return HandRevealed(now.seats[hand], "STAR 7.40"), exposed
    return Refusal("HLD 16.4[s1]", "The identity of cards is protected until the showdown.")


def shown_to_one(state: Holdem, command: Command) -> Decision:
    """HLD 17.18: what was shown to one player after the round is, on request, shown to all: a hand, or these cards."""
    now = state.play.round
    if state.felt.stage is not Stage.OVER:
        return Refusal("HLD 16.4[s1]", "No hand is shown to anybody while the round is played.")
    if command.seat not in now.seats:
        return Refusal("HLD 17.18", f"Seat {command.seat} had no hand in the round.")
    other = [card for card in command.cards if card not in now.hole[now.seats.index(command.seat)]]
    if other:
        return Refusal("HLD 17.18", f"{face(other[0])} was not in the hand at seat {command.seat}.")
    return (HandRevealed(command.seat, "HLD 17.18", command.cards),)


def disclose(state: Holdem, command: Command) -> Decision:
    """HLD 16.5, HLD 16.6: what one player was told of a folded or a live hand, the whole table is told."""
    clause = {"folded_hand": "HLD 16.5", "live_hand": "HLD 16.6"}.get(command.reason or "")
    now = state.play.round
    if clause is None:
        return Refusal("HLD 16.5", "What was told is of a folded hand or of a live one.")
    if state.felt.stage not in RUNNING or command.seat not in now.seats:
        return Refusal(clause, f"Seat {command.seat} has no hand in a round being played.")
    folded = bool(now.folded >> now.seats.index(command.seat) & 1)
    if folded is not (clause == "HLD 16.5"):
        return Refusal(clause, f"The hand at seat {command.seat} is {'folded' if folded else 'live'}.")
    return (HandRevealed(command.seat, clause),)


def review_previous_round(state: Holdem, command: Command) -> Decision:
    """HLD 17.14: once the first card of the next round is out, the decision on the last one stands."""
    if state.felt.stage in RUNNING:
        return Refusal("HLD 17.14", "A new round has begun: the decision on the previous one stands.")
    return (Recorded("review", "HLD 17.14", command.by, command.seat, command.player, command.reason),)


def unlisted_irregularity(state: Holdem, command: Command) -> Decision:
    """HLD 17.16[s1], HLD 17.16[s2], HLD 17.16[s3], R-32: a remedy all players agree to, or the operator's decision."""
    seats = set(state.play.room.chairs)
    strangers = set(command.seats) - seats
    if strangers:
        return Refusal("HLD 17.16[s2]", f"Nobody sits at seat {min(strangers)}.")
    said = f"{command.reason}: {command.ruling}"
    if seats and set(command.seats) == seats:
        return (Recorded("agreed", "HLD 17.16[s2]", command.by, reason=said),)
    return (Recorded("operator_decides", "HLD 17.16[s3]", command.by, reason=said),)


def _apply_revealed(state: Holdem, event: HandRevealed) -> Holdem:
    now = state.play.round
    if event.cards:
        return with_round(state, now._replace(exposed=now.exposed + event.cards))
    return with_round(state, now._replace(shown=now.shown | 1 << now.seats.index(event.seat)))


_POWER = (Role.SUPERVISOR, Role.OPERATOR)
VERBS = {
    **breach_verb(BREACHES),
    "show": Verb(show, "HLD 13.1[s2]", (Role.PLAYER,), ("seat",), ("player",), (*RUNNING, Stage.OVER), of_round=False),
    "shown_to_one": Verb(shown_to_one, "HLD 17.18", STAFF, ("seat",), ("cards",), (Stage.OVER,), of_round=False),
    "disclose": Verb(disclose, "HLD 16.5", STAFF, ("seat", "reason"), (), RUNNING, of_round=False),
    "review_previous_round": Verb(review_previous_round, "HLD 17.14", _POWER, ("reason",), of_round=False),
    "unlisted_irregularity": Verb(
        unlisted_irregularity, "HLD 17.16[s1]", _POWER, ("reason", "ruling"), ("seats",), of_round=False
    ),
}
APPLIERS: Appliers = {HandRevealed: _apply_revealed}
