"""Questions of a hold'em case: the table is brought to where the question stands, and its answer is what it answers.

Nothing here knows a rule. A question describes a table, so a copy is arranged as it says, and a command is given there.
"""

from collections.abc import Callable, Mapping
from typing import Any

from pitboss.conformance.result import plain_answer
from pitboss.games.frozen import Frozen
from pitboss.games.holdem import GAME
from pitboss.games.holdem.dealing import board_cards_due
from pitboss.games.holdem.seats.posting import MISDEAL, Positions, Posted
from pitboss.games.holdem.settings import settings_of
from pitboss.games.holdem.situations.cards import dispute, first_bet, irregular_deal, result_of
from pitboss.games.holdem.situations.moves import (
    STAYS,
    HoldemTable,
    betting_done,
    between_rounds,
    choose,
    copy_of,
    deal_hole_cards,
    goes_on,
    in_other_chairs,
    play_out,
    put_right,
    what_if,
)
from pitboss.games.holdem.situations.scenes import Refused
from pitboss.games.holdem.state import MISSED, MOVED, NEW, STREETS, WAITING, Chair
from pitboss.games.holdem.view import is_shown
from pitboss.games.play import Command, Events, Role
from pitboss.games.writing.holdem_outcomes import stacks
from pitboss.games.writing.settings import settings_from, settings_written
from pitboss.rulebook.refusal import Refusal

Json = dict[str, object]
Step = Mapping[str, Any]
# A table at the beginning of the round, before its first card.
Fresh = Callable[[], HoldemTable]
Answering = Callable[[HoldemTable, Fresh, Step], Json]

_COMPANY = (1, 2, 3)
_GIVES_UP = ("fold", "call_and_fold")
_ASKER = 1


def question(name: str) -> Answering | None:
    """Return the function that answers a question with words of its own."""
    return _QUESTIONS.get(name)


def _enter(table: HoldemTable, fresh: Fresh, step: Step) -> Json:
    """HLD 17.4, HLD 17.11 to 17.13: somebody sits at the seat, asks to come in, and the next round begins."""
    seat, room = step["seat"], between_rounds(table).state.play.room
    chairs = {each: chair for each, chair in room.chairs.items() if each not in (seat, step.get("from"))}
    chairs[seat] = _who_enters(step, settings_of(table.state).max_buy_in)
    passed = step.get("button_has_passed_seat", seat in room.passed)
    other = in_other_chairs(
        table,
        chairs=Frozen(dict(sorted(chairs.items()))),
        revolution_complete=step.get("button_revolution_complete", room.revolution_complete),
        passed=room.passed | {seat} if passed else room.passed - {seat},
    )
    if step["request"] == "play_now":
        answer = other.do(Command(Role.PLAYER, "post_blinds", seat))
        if isinstance(answer, Refusal):
            return plain_answer(answer)
    events = other.do(Command(Role.DEALER, "start_round"))
    if isinstance(events, Refusal):
        return plain_answer(events)
    entry = next(event for event in events if isinstance(event, Positions)).line.entries[seat]
    return {
        # Who waits is not sent away, dealt in or not.
        "allowed": entry.dealt_in or step["request"] != "play_now",
        "dealt_in_now": entry.dealt_in,
        "posts_live": entry.live,
        "posts_dead": entry.dead,
        "clause": entry.clause,
    }


def _who_enters(step: Step, stake: int) -> Chair:
    chair = Chair("newcomer", stake, WAITING)
    if step["player"] == "new":
        return chair._replace(waits_as=NEW)
    if step["player"] == "missed_both":
        return chair._replace(waits_as=MISSED, missed_small=1, missed_big=1)
    return chair._replace(waits_as=MOVED)


def _with_stake(table: HoldemTable, stake: int, *, declared: bool = False) -> HoldemTable:
    """A table at which somebody has just this stake, and others have what they need."""
    most = settings_of(table.state).max_buy_in
    chairs = {seat: Chair(f"P{seat}", most) for seat in _COMPANY}
    chairs[_ASKER] = Chair(f"P{_ASKER}", stake, declared=declared)
    return in_other_chairs(table, chairs=Frozen(chairs), button=None)


def _join(table: HoldemTable, fresh: Fresh, step: Step) -> Json:
    """HLD 4.2, HLD 4.3: at a seat that is free."""
    other = in_other_chairs(table, chairs=Frozen({}))
    return plain_answer(other.do(Command(Role.PLAYER, "join", _ASKER, "newcomer", amount=step["amount"])))


def _top_up(table: HoldemTable, fresh: Fresh, step: Step) -> Json:
    """HLD 4.4, HLD 4.5, HLD 14.3: adding chips, and how many could be added."""
    other = _with_stake(table, step["stack"], declared=step.get("declared", False))
    if step["when"] == "during_round":
        other.do(Command(Role.DEALER, "start_round"))
    offered = next((each for each in other.choices() if each.do == "top_up" and each.seat == _ASKER), None)
    answer = other.do(Command(Role.PLAYER, "top_up", _ASKER, amount=step["amount"]))
    found = plain_answer(answer)
    most = offered.most if offered is not None else 0
    return found | {"max_add": most, "stack": other.state.play.room.chairs[_ASKER].stake}


def _remove_chips(table: HoldemTable, fresh: Fresh, step: Step) -> Json:
    other = _with_stake(table, step["stack"])
    if step.get("when") == "during_round":
        other.do(Command(Role.DEALER, "start_round"))
    return plain_answer(other.do(Command(Role.PLAYER, "remove_chips", _ASKER, amount=step["amount"])))


def _start_without_top_up(table: HoldemTable, fresh: Fresh, step: Step) -> Json:
    """HLD 14.3: whether such a stake is dealt in, and what its player is then; the clause is that of the standing."""
    other = _with_stake(table, step["stack"])
    events = other.do(Command(Role.DEALER, "start_round"))
    if isinstance(events, Refusal):
        return plain_answer(events)
    now, chair = other.state.play.round, other.state.play.room.chairs[_ASKER]
    found: Json = {"allowed": _ASKER in now.seats, "status": "declared" if chair.declared else "playing"}
    if not chair.declared:
        return found | {"clause": events[0].clause}
    # A declared player is one who may not add to the stake: the table says by which clause.
    later = in_other_chairs(other, chairs=other.state.play.room.chairs)
    return found | {"clause": _clause(later.do(Command(Role.PLAYER, "top_up", _ASKER, amount=step["stack"])))}


def _lost_stake(table: HoldemTable, fresh: Fresh, step: Step) -> Json:
    """HLD 14.3: a player with nothing left must leave, or buys chips again."""
    other = _with_stake(table, step["stack"], declared=step["declared"])
    leaves = copy_of(other).do(Command(Role.DEALER, "dismiss", _ASKER))
    found: Json = {"must_leave": not isinstance(leaves, Refusal), "clause": _clause(leaves)}
    if "rebuy" not in step:
        return found
    bought = other.do(Command(Role.PLAYER, "top_up", _ASKER, amount=step["rebuy"]))
    return found | plain_answer(bought) | {"stack": other.state.play.room.chairs[_ASKER].stake}


def _settings(table: HoldemTable, fresh: Fresh, step: Step) -> Json:
    """HLD 4.2: whether a table may be set up so."""
    settings = settings_from(GAME, {**settings_written(GAME, table.state.settings), **step["set"]})
    return plain_answer(settings) if isinstance(settings, Refusal) else {"allowed": True}


def _deal_irregularity(table: HoldemTable, fresh: Fresh, step: Step) -> Json:
    """HLD 17.1, HLD 17.2: found at some moment of the deal or the first betting round, or now."""
    when = step.get("found")
    other = what_if(table) if when is None else fresh()
    found = irregular_deal(other, step["irregularity"], when, step.get("looked_at"))
    return plain_answer(found) if isinstance(found, Refusal) else {"result": found.result, "clause": found.clause}


def _after_misdeal(table: HoldemTable, fresh: Fresh, step: Step) -> Json:
    """HLD 17.3: a misdeal after the first bet, or the one that has just been, and the deal after it."""
    if table.state.felt.result == MISDEAL:
        return dealt_again(table)
    other = fresh()
    deal_hole_cards(other)
    first_bet(other)
    other.do(Command(Role.SUPERVISOR, "deal_irregularity", reason="card_exposed_in_cut"))
    return dealt_again(other)


def dealt_again(table: HoldemTable) -> Json:
    """Return the result of a misdeal: the chips as they were, and the same places in the new deal."""
    began, over = table.round_began_with, table.state
    returned = {seat: chair.stake for seat, chair in over.play.room.chairs.items()} == {
        seat: chair.stake for seat, chair in began.play.room.chairs.items()
    }
    again = copy_of(table)
    events = again.do(Command(Role.DEALER, "start_round"))
    if isinstance(events, Refusal):
        return plain_answer(events)
    posted: dict[str, int] = {}
    for row in next(event for event in events if isinstance(event, Posted)).rows:
        posted[str(row[0])] = posted.get(str(row[0]), 0) + row[3]
    now = again.state.play.round
    return {
        "clause": over.felt.clause,
        "button": now.button,
        "first_card_to": now.seats[0],
        "bets_returned": returned,
        "blinds_reposted": posted,
        "stacks_after_reposting": stacks(again.state),
        "round_counted": again.state.house.round != over.house.round,
    }


def early_card(table: HoldemTable, exposed: int) -> Json:
    """HLD 17.17: what the dealer will do about a communal card that was shown too early, and what is out by then."""
    now, due = table.state.play.round, table.game.due(table.state)
    other = what_if(table)
    mixing = betting_done(other)
    assert mixing is not None
    out: dict[str, int] = {"hole": sum(map(len, now.hole)), "burned": len(now.burned)}
    for street, cards in zip(STREETS[1:], (now.board[:3], now.board[3:4], now.board[4:]), strict=True):
        out |= {street: len(cards)} if cards else {}
    found: Json = {
        "cards_out": out,
        "reshuffled": len(mixing.shuffles),
        "exposed_card_in_reshuffle": exposed in mixing.shuffles,
        "betting_continues": bool(due),
        "cut_required": mixing.cut is not None,
    }
    put_right(other)
    burned, _ = board_cards_due(other.state)
    return found | {"new_burn": bool(burned)}


def _conduct(table: HoldemTable, fresh: Fresh, step: Step) -> Json:
    """HLD 16, HLD 17.14 to 17.18: what follows from what somebody did with cards, and from a dispute."""
    return _SITUATIONS[step["situation"]](table, fresh, step)


def _shows_neighbour(table: HoldemTable, fresh: Fresh, step: Step) -> Json:
    other = what_if(table)
    play_out(other)
    return _answer_revealed(other, "show_all", Command(Role.SUPERVISOR, "shown_to_one", step["seat"]))


def _answer_revealed(table: HoldemTable, action: str, command: Command) -> Json:
    """Whether everybody has seen the hand after a command."""
    answer = table.do(command)
    if isinstance(answer, Refusal):
        return plain_answer(answer)
    now = table.state.play.round
    shown = is_shown(now, now.seats.index(command.seat or 0))
    return {"action": action if shown else None, "clause": answer[0].clause}


def _dispute(table: HoldemTable, fresh: Fresh, step: Step) -> Json:
    try:
        answer = dispute(table, step["about"], next_card_out=step["first_card_of_next_round_out"])
    except Refused as refused:
        return plain_answer(refused.refusal)
    stands = isinstance(answer, Refusal)
    return {"action": "decision_stands" if stands else "supervisor_may_review", "clause": _clause(answer)}


def _answer_unlisted(table: HoldemTable, fresh: Fresh, step: Step) -> Json:
    agree = tuple(step["players_agree"])
    command = Command(Role.OPERATOR, "unlisted_irregularity", seats=agree, reason="not listed", ruling="as agreed")
    answer = copy_of(table).do(command)
    if isinstance(answer, Refusal):
        return plain_answer(answer)
    actions = {"agreed": "apply_agreed_if_not_contrary", "operator_decides": "operator_decides"}
    return {"action": actions.get(result_of(answer) or ""), "clause": answer[0].clause}


def _folded_hand_told(table: HoldemTable, fresh: Fresh, step: Step) -> Json:
    """The hand is folded when its turn comes, if it has not been."""
    other, seat = what_if(table), step["seat"]
    while other.game.due(other.state) and not _has_folded(other, seat):
        its_turn = other.game.due(other.state) == (seat,)
        choose(other, *((*_GIVES_UP, *STAYS) if its_turn else STAYS))
        if not _has_folded(other, seat):
            goes_on(other)
    return _answer_revealed(other, "tell_whole_table", Command(Role.SUPERVISOR, "disclose", seat, reason="folded_hand"))


def _has_folded(table: HoldemTable, seat: int) -> bool:
    now = table.state.play.round
    return seat in now.seats and bool(now.folded >> now.seats.index(seat) & 1)


def _live_hand_told(table: HoldemTable, fresh: Fresh, step: Step) -> Json:
    command = Command(Role.SUPERVISOR, "disclose", step["seat"], reason="live_hand")
    return _answer_revealed(what_if(table), "tell_whole_table", command)


def _clause(answer: Events | Refusal) -> str:
    return answer.clause if isinstance(answer, Refusal) else answer[0].clause


_SITUATIONS: Mapping[str, Answering] = {
    "player_shows_neighbour_after_round": _shows_neighbour,
    "dispute_raised": _dispute,
    "unlisted_irregularity": _answer_unlisted,
    "folded_hand_told_to_one_player": _folded_hand_told,
    "live_hand_told_to_one_player": _live_hand_told,
}
_QUESTIONS: Mapping[str, Answering] = {
    "enter": _enter,
    "join": _join,
    "top_up": _top_up,
    "remove_chips": _remove_chips,
    "start_round_without_top_up": _start_without_top_up,
    "lost_stake": _lost_stake,
    "settings": _settings,
    "deal_irregularity": _deal_irregularity,
    "after_misdeal": _after_misdeal,
    "conduct": _conduct,
}
