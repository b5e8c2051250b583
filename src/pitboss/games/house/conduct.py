"""What players may not do, whatever the cards: no command of theirs can do it, and a breach that was seen is noted."""

from collections.abc import Mapping
from functools import partial

from pitboss.games.house.felt import AnyState, Recorded
from pitboss.games.play import Command, Decision, Role, Verb
from pitboss.rulebook.refusal import Refusal, one_of

STAFF = (Role.DEALER, Role.SUPERVISOR, Role.OPERATOR)


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
