"""What the director rules and announces: kept with its clause, and changing nothing else."""

from typing import NamedTuple

from pitboss.rulebook.book import SPACE_BEFORE_SENTENCE, Clause, UnknownClause, rulebook
from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.event.contract import Appliers, Command, Decision, Verb, Verbs
from pitboss.tournaments.event.events import Ruled
from pitboss.tournaments.event.state import Player, Tournament

# So much can be read across a room.
LONGEST_MESSAGE = 200


class RecordRuling(Command):
    """What was ruled, in a sentence, and the clause it rests on; of a player, or of nobody alone."""

    what: str
    ground: str
    player: Player = ""


class ShowMessage(Command):
    """A sentence on every screen of the event, in place of the one before; without words the screens tell nothing."""

    text: str = ""


class MessageShown(NamedTuple):
    """The screens of the event tell this from now on."""

    text: str
    clause: str


def record_ruling(state: Tournament, command: RecordRuling) -> Decision:
    """STAR 6.18: a decision is final, and is kept with the clause that it rests on."""
    clause = state.clause("procedures")
    if not command.what:
        return Refusal(clause, "A ruling is recorded in a sentence.", "no_words")
    try:
        found = rulebook().clauses(command.ground)
    except UnknownClause:
        return Refusal(clause, "A ruling rests on a clause of the rules, such as STAR 7.35.", "no_ground")
    if command.player and command.player not in state.entrants:
        return Refusal(clause, f"{command.player} is not in the event.", "not_in_the_event")
    return (Ruled(command.what, command.player or None, _as_it_is_cited(command.ground, found)),)


def _as_it_is_cited(ground: str, found: tuple[Clause, ...]) -> str:
    """A clause as the rules write it, however it was typed; a number whose sentences stand apart is cited as such."""
    name = found[0].name if len(found) == 1 else f"{found[0].document} {' '.join(ground.split()[1:])}"
    return SPACE_BEFORE_SENTENCE.sub("", name)


def show_message(state: Tournament, command: ShowMessage) -> Decision:
    """STAR 6.18: what everybody in the room is told."""
    clause = state.clause("procedures")
    if len(command.text) > LONGEST_MESSAGE:
        return Refusal(clause, f"A message has {LONGEST_MESSAGE} characters at most.", "too_long")
    if command.text == state.message:
        return Refusal(clause, "The screens show this already.", "shown_already")
    return (MessageShown(command.text, clause),)


VERBS: Verbs = {RecordRuling: Verb(record_ruling), ShowMessage: Verb(show_message)}
APPLIERS: Appliers = {MessageShown: lambda state, event: state._replace(message=event.text)}
