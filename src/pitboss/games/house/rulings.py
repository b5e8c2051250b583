"""Rulings that the house games share word for word; a game hands in how it makes a round and a hand void."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from pitboss.cards.card import faces
from pitboss.games.house.between_rounds import not_running, void_wagers_of
from pitboss.games.house.boxes import Standing
from pitboss.games.house.dealing import AUTOMATED
from pitboss.games.house.events import deck_must_be_checked
from pitboss.games.house.felt import AnyState, Recorded
from pitboss.games.play import Command, CommonClauses, Decision, Events, Role, Verb
from pitboss.rulebook.refusal import Refusal, one_of

STAFF = (Role.DEALER, Role.SUPERVISOR, Role.OPERATOR)


@dataclass(frozen=True, slots=True)
class Voids:
    """What void means in a game: for the round, and for one hand while the others go on."""

    clauses: CommonClauses
    round: Callable[[AnyState, str, str], Events]
    hand: Callable[[AnyState, int, str, str], Events]


def rule_on_collusion(voids: Voids, clause: str, state: AnyState, command: Command) -> Decision:
    """A breach takes the player out of the round, or makes the round void; money goes back either way.

    What was lost before, with a hand that was given up, stays lost (U-A33).
    """
    refusal = not_running(voids.clauses, state)
    if refusal:
        return refusal
    if command.ruling == "void_round":
        return voids.round(state, clause, "Players colluded: the supervisor has made the round void.")
    if command.ruling != "exclude_player":
        return Refusal(clause, "The ruling is to exclude the player, or to make the round void.")
    box = next((box for box in state.play.boxes if box.seat == command.seat and box.entitled), None)
    if box is None or box.standing == "void":
        return Refusal(clause, f"There is no hand at box {command.seat} to take out of the round.")
    if box.standing in (Standing.FOLDED, Standing.CONCEDED):
        return (Recorded("player_taken_out", clause, command.by, box.seat, box.player, "the hand was given up before"),)
    why = "The supervisor has taken this player out of the round; the wagers go back."
    return voids.hand(state, box.seat, clause, why)


def rule_on_wagers(voids: Voids, clause: str, state: AnyState, command: Command) -> Decision:
    """The wagers of a rule-breaker are void, and with them the hand."""
    refusal = not_running(voids.clauses, state)
    if refusal:
        return refusal
    decided = void_wagers_of(state, command.player or "", clause)
    if isinstance(decided, Refusal):
        return decided
    seat = next(wager.seat for wager in state.felt.wagers if wager.player == command.player)
    return voids.hand(state, seat, clause, "The wagers of a rule-breaker are void: they go back.")


def wrong_deck_events(
    void: Callable[[AnyState, str, str], Events], clauses: tuple[str, str], state: AnyState, command: Command
) -> Events:
    """A foreign or a missing card voids the round it is found in; earlier ones stand, and the deck is checked next."""
    how = "missing" if command.do == "card_missing" else "foreign"
    which = f" ({faces(command.cards)})" if command.cards else ""
    void_clause, check_clause = clauses
    why = f"A {how} card was found{which}: the round is void and every wager goes back."
    return (*void(state, void_clause, why), deck_must_be_checked(check_clause))


def device_has_failed(voids: Voids, clause: str, state: AnyState, command: Command) -> Decision:
    """CAN 12.8: the automated shoe fails in a round, which is void, and how is kept; a plain shoe cannot fail so."""
    refusal = not_running(voids.clauses, state)
    if refusal:
        return refusal
    if state.house.shoe != AUTOMATED:
        instead = f"the operator may void the round by {voids.clauses.impractical}"
        return Refusal(clause, f"A card shoe does not malfunction; {instead}.")
    kept = Recorded("shoe_malfunction", clause, command.by, reason=command.reason)
    why = "The shuffling shoe failed in the round: it is void and every wager goes back."
    return kept, *voids.round(state, clause, why)


def breach_verb(clauses: Mapping[str, str]) -> dict[str, Verb]:
    """The supervisor's note that a rule of conduct was broken; each kind of breach has its clause."""
    first = next(iter(clauses.values()))
    roles = (Role.SUPERVISOR, Role.OPERATOR)
    return {"note_breach": Verb(partial(_note_breach, clauses), first, roles, ("reason", "player"), of_round=False)}


def _note_breach(clauses: Mapping[str, str], state: AnyState, command: Command) -> Decision:
    """Kept for the record; what follows from a breach is a ruling of its own."""
    clause = clauses.get(command.reason or "")
    if clause is None:
        return Refusal(next(iter(clauses.values())), f"A breach is one of these: {one_of(clauses)}.")
    return (Recorded("breach", clause, command.by, command.seat, command.player, command.reason),)
