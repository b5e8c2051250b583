"""What players and bystanders may not do, whatever the cards: each such request is refused with its clause.

Talk is allowed outside the betting, and a breach that was seen can be noted; neither changes anything in the round.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from pitboss.games.felt import AnyState, Recorded
from pitboss.games.play import Command, Decision, Role, Stage, Verb
from pitboss.rulebook.refusal import Refusal

PLAYERS = (Role.PLAYER,)
STAFF = (Role.DEALER, Role.SUPERVISOR, Role.OPERATOR)


@dataclass(frozen=True, slots=True)
class Forbidden:
    """One thing nobody may do, by its clause, and the sentence that says so."""

    do: str
    clause: str
    reason: str
    roles: tuple[Role, ...] = PLAYERS


def conduct_verbs(forbidden: tuple[Forbidden, ...], breach_clauses: Mapping[str, str]) -> dict[str, Verb]:
    """The forbidden requests of a game, and the supervisor's note that one of its rules of conduct was broken."""
    verbs = {
        rule.do: Verb(partial(_refuse, rule), rule.clause, rule.roles, stages=(), of_round=False) for rule in forbidden
    }
    first = next(iter(breach_clauses.values()))
    verbs["note_breach"] = Verb(
        partial(_note_breach, breach_clauses),
        first,
        (Role.SUPERVISOR, Role.OPERATOR),
        ("reason", "player"),
        of_round=False,
    )
    return verbs


def talk_verb(clause: str, betting: Callable[[AnyState], bool]) -> Verb:
    """Talk among players: nothing but fold, check or bet is said until the betting is complete."""

    def talk(state: AnyState, command: Command) -> Decision:
        if betting(state):
            return Refusal(clause, "Players do not talk, but for fold, check or bet, until the betting is done.")
        return (Recorded("talk", clause, command.by, command.seat, command.player, command.reason),)

    return Verb(talk, clause, PLAYERS, ("reason",), ("seat", "player"), tuple(Stage), of_round=False)


def _refuse(rule: Forbidden, state: AnyState, command: Command) -> Decision:
    return Refusal(rule.clause, rule.reason)


def _note_breach(breach_clauses: Mapping[str, str], state: AnyState, command: Command) -> Decision:
    """Kept for the record; what follows from a breach is a ruling of its own."""
    clause = breach_clauses.get(command.reason or "")
    if clause is None:
        known = ", ".join(breach_clauses)
        return Refusal(next(iter(breach_clauses.values())), f"A breach is one of {known}, not {command.reason!r}.")
    return (Recorded("breach", clause, command.by, command.seat, command.player, command.reason),)
