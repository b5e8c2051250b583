"""Questions about a hand at a tournament table: a table is brought to where the question stands, and answers it.

Nothing here knows a rule: the answers are what the hold'em round says to the command of the question.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from pitboss.conformance.document import Case, MalformedCase
from pitboss.conformance.holdem_moves import (
    bring_to_street,
    choose,
    complete_betting,
    copy_of,
    deal_hole_cards,
    goes_on,
    put_right,
)
from pitboss.conformance.holdem_setup import HoldemTable, begin, table_of
from pitboss.conformance.tournament_scene import Answer, Refused, Scene
from pitboss.games.holdem.betting import Bet, Folded
from pitboss.games.holdem.early import early_of, is_substantial
from pitboss.games.holdem.rulings import STAR_COUNTDOWN, ClockCalled
from pitboss.games.holdem.state import PREFLOP, hands_in, with_round
from pitboss.games.play import Command, Events, Role
from pitboss.rulebook.refusal import Refusal

# Deep enough for whatever a question bets.
_STACK = 100_000_000
# Small enough for whatever a question bets.
_BLINDS = {"blinds": [1, 1], "min_bet": 1, "chip_unit": 1}


def _table(told: Mapping[str, Any], stacks: Mapping[int, int], **settings: object) -> HoldemTable:
    """A table of a tournament with these stacks, by the procedures of the document, its hand begun."""
    procedures = told.get("ruleset", "STAR")
    rows = [{"seat": seat, "stack": stack} for seat, stack in stacks.items()]
    words = {"mode": "tournament", "procedures": procedures, "button": max(stacks), **_BLINDS, **settings}
    case = Case("", "", (), words, {}, rows, [], {}, [], {}, "")
    table = table_of(case)
    begin(table, case)
    return table


def _on_street(told: Mapping[str, Any], seats: Iterable[int], street: str, **settings: object) -> HoldemTable:
    """The same with everybody in to the first decision of a street."""
    table = _table(told, dict.fromkeys(seats, _STACK), **settings)
    goes_on_to(table, street)
    return table


def goes_on_to(table: HoldemTable, street: str) -> None:
    """Hole cards, and the streets up to this one."""
    deal_hole_cards(table)
    put_right(table)
    if street != "preflop":
        bring_to_street(table, street)
        complete_betting(table)
        goes_on(table)


def _given(table: HoldemTable, command: Command) -> Events:
    answer = table.do(command)
    if isinstance(answer, Refusal):
        raise Refused(answer)
    return answer


def _act(table: HoldemTable, action: Mapping[str, Any]) -> None:
    """An action of a player, in turn or not; what is free before the flop is to stand."""
    now, do, seat = table.state.play.round, action["do"], action["seat"]
    if do == "check" and now.street == PREFLOP:
        do = "stand"
    if action.get("out_of_turn"):
        _given(table, Command(Role.DEALER, "out_of_turn", seat, ruling=do, amount=action.get("to")))
    else:
        _given(table, Command(Role.PLAYER, do, seat, amount=action.get("to")))


def out_of_turn(scene: Scene) -> Answer:
    """What is left to whoever acted too early, when the turn has come."""
    told, actions = scene.told, scene.told["actions"]
    if not all(isinstance(each, dict) for each in actions):
        raise MalformedCase("actions: must say who does what.")
    early = next((each for each in actions if each.get("out_of_turn")), None)
    if early is None:
        raise MalformedCase("actions: nobody acts out of turn.")
    seats = told.get("seats") or sorted({each["seat"] for each in actions})
    sizes = {"blinds": [told["sb"], told["bb"]], "min_bet": told["bb"]} if "bb" in told else {}
    table = _on_street(told, seats, told.get("street", "flop"), **sizes)
    for action in actions:
        _act(table, action)
    if early["do"] == "fold" and early["seat"] not in _still_in(table):
        return {"binding": True, "stands": {"do": "fold"}}
    if table.game.due(table.state) != (early["seat"],):
        raise MalformedCase("actions: the turn of the seat that acted out of turn has not come.")
    offered = {choice.do: choice for choice in table.choices()}
    shown = _shown(table, early)
    if set(offered) == {early["do"]} and offered[early["do"]].amounts in ((), (shown,)):
        stands = {"do": early["do"], **({"to": shown} if shown else {})}
        return {"binding": True, "stands": stands}
    options: Answer = {"call": table.state.play.round.call, "fold": "fold" in offered, "raise": "raise" in offered}
    if "raise" in offered:
        options["min_raise_to"] = offered["raise"].least
    return {"binding": False, "returned": shown, "options": options, "if_fold_left_in_pot": _left_by_fold(table)}


def _shown(table: HoldemTable, early: Mapping[str, Any]) -> int:
    """What was put out too early: the amount that was said, or what there was to call."""
    now = table.state.play.round
    kept = early_of(now, now.turn)
    amount: int = early.get("to", 0 if kept is None else kept.to)
    return amount


def _still_in(table: HoldemTable) -> set[int]:
    now = table.state.play.round
    return {now.seats[hand] for hand in hands_in(now)}


def _left_by_fold(table: HoldemTable) -> int:
    other = copy_of(table)
    now = other.state.play.round
    hand, before = now.turn, now.paid[now.turn]
    choose(other, "fold", "call_and_fold")
    return other.state.play.round.paid[hand] - before


def substantial_action(scene: Scene) -> Answer:
    said = [action["do"] if isinstance(action, dict) else action for action in scene.told["actions"]]
    # An all-in is a bet, a call or a raise, and puts chips in as they do.
    return {"substantial": is_substantial(tuple("bet" if do == "all_in" else do for do in said))}


def call_clock(scene: Scene) -> Answer:
    """The clock on a player who has a bet in the pot or none, and faces one or none."""
    told = scene.told
    facing, held = told.get("facing_bet", True), told.get("bet_in_pot", 0)
    # Without a bet to face, what is in the pot was put there before.
    table = _on_street(told, (1, 2, 3), "flop", **({} if facing or not held else {"blinds": [held, held]}))
    if facing and held:
        _act(table, {"seat": 1, "do": "bet", "to": held})
        _act(table, {"seat": 2, "do": "raise", "to": 2 * held})
        _act(table, {"seat": 3, "do": "fold"})
    elif facing:
        _act(table, {"seat": 1, "do": "bet", "to": 100})
    (seat,) = table.game.due(table.state)
    if told.get("caller_at_seat", True):
        events = _given(table, Command(Role.OPERATOR, "call_clock"))
    else:
        events = _given(table, Command(Role.PLAYER, "call_clock", player="somebody who is not there"))
    called = next(event for event in events if isinstance(event, ClockCalled))
    star = told.get("ruleset", "STAR") == "STAR"
    answer: Answer = {"accepted": True, "expires_s": called.seconds}
    if star:
        answer["countdown_starts_s"] = called.seconds - STAR_COUNTDOWN
    acts = told.get("acts_at_s")
    if acts is not None and acts <= called.seconds:
        return answer | {"result": "action_stands"}
    events = _given(table, Command(Role.OPERATOR, "no_decision", seat, seconds=called.seconds))
    dead = any(isinstance(event, Folded) for event in events)
    result = ("dead_hand" if star else "folded") if dead else "check"
    return answer | {"result": result, "left_in_pot": held}


def chips_in(scene: Scene) -> Answer:
    """Chips put in without words, or with one, against a bet of some size."""
    told = scene.told
    facing, chips, declared = told["facing"], told["chips"], told["declared"]
    table = _on_street(told, (1, 2, 3), "flop")
    if facing:
        _act(table, {"seat": 1, "do": "bet", "to": facing})
        now = table.state.play.round
        least = told.get("min_raise_to", 2 * facing)
        table.state = with_round(table.state, now._replace(increment=least - facing))
    (seat,) = table.game.due(table.state)
    if declared == "call":
        events = _given(table, Command(Role.PLAYER, "call", seat))
    else:
        counted = {str(value): chips.count(value) for value in sorted(set(chips))}
        reason = declared if declared == "raise" else None
        events = _given(table, Command(Role.PLAYER, "push", seat, amounts=counted, reason=reason))
    first = events[0]
    if not isinstance(first, Bet):
        return {"action": "short", "amount": sum(chips), "clause": first.clause}
    action = {"raise": "raise_to"}.get(first.do, first.do)
    return {"action": action, "amount": first.to, "clause": first.clause}


def post_big_blind(scene: Scene) -> Answer:
    """What a short stack posts as big blind and ante, and what the others have to call then."""
    told = scene.told
    small, big, ante = told["sb"], told["bb"], told["bba"]
    stacks = {1: _STACK, 2: _STACK, 3: told["stack"], 4: _STACK}
    blinds = {"blinds": [small, big], "big_blind_ante": ante, "min_bet": big, "button": 1}
    table = _table(told, stacks, **blinds)
    now = table.state.play.round
    hand = now.seats.index(3)
    posted = now.paid[hand]
    return {
        "bb_posted": posted,
        "ante_posted": now.dead[hand],
        "stack_after": now.stacks[hand],
        "all_in": not now.stacks[hand],
        "amount_others_must_call": now.call,
    }


VERBS = {
    "out_of_turn": out_of_turn,
    "substantial_action": substantial_action,
    "call_clock": call_clock,
    "chips_in": chips_in,
    "post_big_blind": post_big_blind,
}
