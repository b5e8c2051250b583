"""The clock on a player, absence, exposed and mucked hands, misdeals and disputes, in a sentence with its clause."""

from collections.abc import Mapping

from pitboss.floor.rulings.answers import STAR, NotAnswered, Ruling
from pitboss.games.holdem.situations import cards
from pitboss.games.holdem.situations.scenes import ANY_LEVEL, BEFORE_FLOP, DEEP, Level, on_street, table_with
from pitboss.rulebook.refusal import Refusal

_SEATS = (1, 2, 3)


def clock_called(document: str, facing: bool, in_pot: int, asked_by: str = "", acted_at: int | None = None) -> Ruling:
    """The clock on a player: whether it is called, how long, and what follows when it has run out."""
    run = cards.call_clock(document, facing=facing, in_pot=in_pot, by_seated=asked_by != "elsewhere", acted_at=acted_at)
    if run.result == "action_stands":
        given = "STAR 7.25[s4]" if document == STAR else "HLD 4.8[s1]"
        return Ruling(f"In time, within {run.seconds} seconds: the action stands.", (given,), run)
    clause = "STAR 7.25[s5]" if document == STAR else "HLD 4.8[s2]"
    words = {"check": "checked", "dead_hand": "dead", "folded": "folded"}
    left = f" {in_pot:,} stays in the pot." if in_pot else ""
    return Ruling(f"Time is over: the hand is {words[run.result]}.{left}", (clause,), run)


def absent_at_deal(document: str, back: str) -> Ruling:
    """The hand of an entrant who was away: `back` is when they came, during the deal or after it, or not at all."""
    played_by = cards.absent_hand(document, back)
    if played_by is not None:
        return Ruling("The entrant plays the hand.", (played_by,))
    clause = "STAR 7.15[s1]" if document == STAR else "HLD 20.11[s2]"
    return Ruling("The hand is folded; blinds and antes stay in the pot.", (clause,))


def exposed_hand(document: str) -> Ruling:
    """A hand turned up by its player while others are still to act."""
    answer = cards.exposed_hand(document)
    if isinstance(answer, Refusal):
        return Ruling(f"The hand stays live. {answer.reason}", (answer.clause,))
    return Ruling("The hand stays live; a penalty is possible.", (answer[0].clause,))


def mucked_hand(document: str, before: int, put_in: int, called: bool, level: Level = ANY_LEVEL) -> Ruling:
    """An unprotected hand that got into the discards: what comes back of a raise that nobody has called.

    `before` was to call, `put_in` is the player's total.
    """
    dead = cards.mucked_hand(document, before, put_in, called, level)
    stays = max(put_in, before) - dead.returned
    back = f" {dead.returned:,} of the uncalled raise comes back." if dead.returned else ""
    kept = f" {stays:,} stays in the pot." if stays else ""
    return Ruling(f"The hand is dead, without redress.{back}{kept}", (dead.clause,), dead)


_DEALT: Mapping[str | None, str] = {
    "misdeal": "Misdeal: bets go back, the button stays, and it is dealt again.",
    "reconstruct": "The hand is put right as far as possible, and played.",
    "cut_now": "The cards are cut now, and the deal goes on.",
    "play_on": "It is too late for a misdeal: the hand is played out.",
}


def deal_went_wrong(document: str, irregularity: str, found: str, looked_at: bool) -> Ruling:
    """Something in the cut or the deal: a misdeal, or put right, or too late."""
    table = table_with(document, dict.fromkeys(_SEATS, DEEP))
    answer = cards.irregular_deal(table, irregularity, found, looked_at)
    if isinstance(answer, Refusal):
        raise NotAnswered(answer.reason, answer.clause)
    return Ruling(_DEALT[answer.result], (answer.clause,), answer)


def disputed_round(document: str, next_card_out: bool) -> Ruling:
    """A dispute about the round before: whether its decision can still be looked at."""
    answer = cards.dispute(on_street(document, _SEATS, BEFORE_FLOP), "the pot", next_card_out=next_card_out)
    if isinstance(answer, Refusal):
        return Ruling("A new round has begun: the decision stands.", (answer.clause,))
    return Ruling("The decision may be reviewed.", (answer[0].clause,))
