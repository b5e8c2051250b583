"""The clock on a player, absence, exposed and mucked hands, misdeals and disputes, answered by the hold'em round.

As in `ruling_answers`, a table is brought to where the question stands, and its answer is told with its clause.
"""

from collections.abc import Mapping

from pitboss.conformance.holdem.moves import STAYS, choose, draw, goes_on, put_right
from pitboss.conformance.holdem.questions import question
from pitboss.conformance.holdem.setup import HoldemTable
from pitboss.conformance.tournament import procedures
from pitboss.conformance.tournament.procedures import DEEP, act_at, given_to
from pitboss.conformance.tournament.scene import Scene
from pitboss.floor.rulings.answers import AFTER_FLOP, ANY_LEVEL, PREFLOP, STAR, Level, NotAnswered, Ruling
from pitboss.games.holdem.irregular.irregularities import HandDead
from pitboss.games.play import Command, Events, Role
from pitboss.rulebook.refusal import Refusal

# Time and absence.


def clock_called(document: str, facing: bool, in_pot: int, asked_by: str = "", acted_at: int | None = None) -> Ruling:
    """The clock on a player: whether it is called, how long, and what follows when it has run out."""
    told = {"ruleset": document, "facing_bet": facing, "bet_in_pot": in_pot, "caller_at_seat": asked_by != "elsewhere"}
    if acted_at is not None:
        told["acts_at_s"] = acted_at
    facts = procedures.call_clock(Scene(told))
    clause = "STAR 7.25[s5]" if document == STAR else "HLD 4.8[s2]"
    if facts["result"] == "action_stands":
        given = "STAR 7.25[s4]" if document == STAR else "HLD 4.8[s1]"
        return Ruling(f"In time, within {facts['expires_s']} seconds: the action stands.", (given,), facts)
    left = f" {facts['left_in_pot']:,} stays in the pot." if facts["left_in_pot"] else ""
    words = {"check": "the hand is checked", "dead_hand": "the hand is dead", "folded": "the hand is folded"}
    return Ruling(f"Time is over: {words[str(facts['result'])]}.{left}", (clause,), facts)


def absent_at_deal(document: str, back: str) -> Ruling:
    """The hand of an entrant who was away: `back` is when they came, during the deal or after it, or not at all."""
    table = procedures.table_with({"ruleset": document}, dict.fromkeys((1, 2, 3), DEEP), absent=(2,))
    events: Events = ()
    if back == "in_the_deal":
        draw(table, 3)
        events += given_to(table, Command(Role.DEALER, "mark_present", 2))
        draw(table, 3)
    else:
        goes_on_dealing(table)
        if back == "after_the_deal":
            events += given_to(table, Command(Role.DEALER, "mark_present", 2))
    _until_folded_or_acting(table, 2)
    now = table.state.play.round
    folded = bool(now.folded >> now.seats.index(2) & 1)
    facts = {"folded": folded}
    if folded:
        clause = "STAR 7.15[s1]" if document == STAR else "HLD 20.11[s2]"
        return Ruling("The hand is folded; blinds and antes stay in the pot.", (clause,), facts)
    return Ruling("The entrant plays the hand.", (events[0].clause,), facts)


def goes_on_dealing(table: HoldemTable) -> None:
    """The whole initial deal, and what the dealer does at once after it."""
    draw(table, 6)
    put_right(table)


def _until_folded_or_acting(table: HoldemTable, seat: int) -> None:
    """Everybody before a seat calls, until its turn has come or its hand is folded."""
    put_right(table)
    for _ in range(3):
        due = table.game.due(table.state)
        if not due or due == (seat,):
            break
        choose(table, *STAYS)
        goes_on(table, ("fold_absent",))


# Cards.


def exposed_hand(document: str) -> Ruling:
    """A hand turned up by its player while others are still to act."""
    table = procedures.on_street({"ruleset": document}, (1, 2, 3), AFTER_FLOP)
    answer = table.do(Command(Role.PLAYER, "show", 1))
    facts = {"live": True, "allowed": not isinstance(answer, Refusal)}
    if isinstance(answer, Refusal):
        return Ruling(f"The hand stays live. {answer.reason}", (answer.clause,), facts)
    return Ruling("The hand stays live; a penalty is possible.", (answer[0].clause,), facts)


def mucked_hand(document: str, before: int, put_in: int, called: bool, level: Level = ANY_LEVEL) -> Ruling:
    """An unprotected hand that got into the discards: what comes back of a raise that nobody has called.

    `before` was to call, `put_in` is the player's total.
    """
    table = procedures.on_street({"ruleset": document}, (1, 2, 3), AFTER_FLOP, **level.settings)
    if before:
        act_at(table, {"seat": 1, "do": "bet", "to": before})
    else:
        act_at(table, {"seat": 1, "do": "check"})
    if put_in > before:
        act_at(table, {"seat": 2, "do": "raise" if before else "bet", "to": put_in})
    else:
        act_at(table, {"seat": 2, "do": "call" if before else "check"})
    if called and put_in:
        act_at(table, {"seat": 3, "do": "call"})
    events = given_to(table, Command(Role.SUPERVISOR, "hand_in_discards", 2))
    dead = next(event for event in events if isinstance(event, HandDead))
    stays = max(put_in, before) - dead.returned
    facts = {"returned": dead.returned, "stays": stays}
    back = f" {dead.returned:,} of the uncalled raise comes back." if dead.returned else ""
    kept = f" {stays:,} stays in the pot." if stays else ""
    return Ruling(f"The hand is dead, without redress.{back}{kept}", (dead.clause,), facts)


_DEALT: Mapping[str, str] = {
    "misdeal": "Misdeal: bets go back, the button stays, and it is dealt again.",
    "reconstruct": "The hand is put right as far as possible, and played.",
    "cut_now": "The cards are cut now, and the deal goes on.",
    "play_on": "It is too late for a misdeal: the hand is played out.",
}


def deal_went_wrong(document: str, irregularity: str, found: str, looked_at: bool) -> Ruling:
    """Something in the cut or the deal: a misdeal, or put right, or too late."""

    def fresh() -> HoldemTable:
        return procedures.table_with({"ruleset": document}, dict.fromkeys((1, 2, 3), DEEP))

    ask = question("deal_irregularity")
    assert ask is not None
    facts = ask(fresh(), fresh, {"irregularity": irregularity, "found": found, "looked_at": looked_at})
    if "result" not in facts:
        raise NotAnswered(str(facts["reason"]), str(facts["clause"]))
    return Ruling(_DEALT[str(facts["result"])], (str(facts["clause"]),), facts)


def disputed_round(document: str, next_card_out: bool) -> Ruling:
    """A dispute about the round before: whether its decision can still be looked at."""
    table = procedures.on_street({"ruleset": document}, (1, 2, 3), PREFLOP)
    ask = question("conduct")
    assert ask is not None
    told = {"situation": "dispute_raised", "about": "the pot", "first_card_of_next_round_out": next_card_out}
    facts = ask(table, lambda: table, told)
    stands = facts["action"] == "decision_stands"
    sentence = "A new round has begun: the decision stands." if stands else "The decision may be reviewed."
    return Ruling(sentence, (str(facts["clause"]),), facts)
