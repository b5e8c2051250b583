"""Re-buys and add-ons: which documents have them, and whether one may still be bought."""

from collections.abc import Mapping

from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.event.conditions import Rebuys
from pitboss.tournaments.event.rulesets import CAN, ONE_ENTRY, UTH
from pitboss.tournaments.event.state import Player, Tournament

REBUY, ADD_ON = "re-buy", "add-on"
# Where a document has re-buys and add-ons, the clause about them.
REBUY_CLAUSES: Mapping[str, str] = {UTH: "UTH 16.3(a)(iii)(G)", CAN: "CAN 17.3(a)(viii)"}
ADD_ON_CLAUSES: Mapping[str, str] = {UTH: "UTH 16.3(a)(iii)(H)"}


def rebuy_terms(state: Tournament, clauses: Mapping[str, str]) -> Rebuys | Refusal:
    """PON 20.6, HLD 20.6: a hard block. UTH 16.6, CAN 17.6: what the conditions say, or nothing."""
    clause, one_entry = clauses.get(state.rules.prefix), state.clause("one_entry")
    if state.rules.coming_back == ONE_ENTRY:
        return Refusal(one_entry, "One entry for each player: there are no re-buys.", "one_entry")
    if clause is None:
        return Refusal(one_entry, "The rules of this event do not know this.", "not_in_these_rules")
    terms = state.conditions.rebuys
    if terms is None:
        return Refusal(one_entry, "The conditions of this event do not allow it.", "one_entry")
    if state.session.number > terms.until_session:
        return Refusal(clause, f"It is over with session {terms.until_session}.", "closed")
    return terms


def purchases(state: Tournament, player: Player, kind: str) -> int:
    """How many re-buys or add-ons a player has had."""
    return sum(each.player == player and each.kind == kind for each in state.entries)


def rebuy_open(state: Tournament, player: Player) -> bool:
    """UTH 16.7: whether a player without chips is entitled to a re-buy and so is not eliminated yet."""
    terms = rebuy_terms(state, REBUY_CLAUSES)
    return not isinstance(terms, Refusal) and purchases(state, player, REBUY) < terms.most
