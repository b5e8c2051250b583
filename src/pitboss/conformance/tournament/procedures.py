"""Questions about a hand at a tournament table: a table is brought to where the question stands, and answers it.

Nothing here knows a rule: the answers are what the hold'em round says to the command of the question.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pitboss.conformance.format.document import Case, MalformedCase
from pitboss.conformance.holdem.moves import (
    bring_to_street,
    choose,
    complete_betting,
    copy_of,
    deal_hole_cards,
    goes_on,
    put_right,
)
from pitboss.conformance.holdem.setup import HoldemTable, begin, table_of
from pitboss.conformance.tournament.scene import Answer, Refused, Scene
from pitboss.games.frozen import Frozen
from pitboss.games.holdem.betting.betting import Bet, Folded
from pitboss.games.holdem.betting.early import early_of, is_substantial
from pitboss.games.holdem.irregular.rulings import STAR_COUNTDOWN, ClockCalled
from pitboss.games.holdem.state import PREFLOP, hands_in, with_round
from pitboss.games.play import Command, Events, Role
from pitboss.rulebook.refusal import Refusal

# Deep enough for whatever a question bets.
DEEP = 100_000_000
_GIVES_UP = ("fold", "call_and_fold")
# Small enough for whatever a question bets.
_BLINDS = {"blinds": [1, 1], "min_bet": 1, "chip_unit": 1}


def table_with(
    told: Mapping[str, Any], stacks: Mapping[int, int], absent: Iterable[int] = (), **settings: Any
) -> HoldemTable:
    """A table of a tournament with these stacks, by the procedures of the document, its hand begun."""
    procedures = told.get("ruleset", "STAR")
    away = frozenset(absent)
    rows = [{"seat": seat, "stack": stack, "absent": seat in away} for seat, stack in stacks.items()]
    words = {"mode": "tournament", "procedures": procedures, "button": max(stacks), **_BLINDS, **settings}
    case = Case("", "", (), words, {}, rows, [], {}, [], {}, "")
    table = table_of(case)
    begin(table, case)
    return table


def on_street(
    told: Mapping[str, Any],
    seats: Iterable[int],
    street: str,
    stacks: Mapping[int, int] = Frozen({}),
    **settings: Any,
) -> HoldemTable:
    """The same with everybody in to the first decision of a street; `stacks` are what seats have from there on."""
    table = table_with(told, dict.fromkeys(seats, DEEP), **settings)
    goes_on_to(table, street)
    now = table.state.play.round
    left = tuple(stacks.get(seat, behind) for seat, behind in zip(now.seats, now.stacks, strict=True))
    table.state = with_round(table.state, now._replace(stacks=left))
    return table


def raised_by(table: HoldemTable, increment: int) -> None:
    """The last bet or raise was by so much, and the next one is at least that."""
    now = table.state.play.round
    table.state = with_round(table.state, now._replace(increment=increment))


def goes_on_to(table: HoldemTable, street: str) -> None:
    """Hole cards, and the streets up to this one."""
    deal_hole_cards(table)
    put_right(table)
    if street != "preflop":
        bring_to_street(table, street)
        complete_betting(table)
        goes_on(table)


def given_to(table: HoldemTable, command: Command) -> Events:
    answer = table.do(command)
    if isinstance(answer, Refusal):
        raise Refused(answer)
    return answer


def act_at(table: HoldemTable, action: Mapping[str, Any]) -> None:
    """An action of a player, in turn or not; what is free before the flop is to stand."""
    now, do, seat = table.state.play.round, action["do"], action["seat"]
    if do == "check" and now.street == PREFLOP:
        do = "stand"
    if action.get("out_of_turn"):
        given_to(table, Command(Role.DEALER, "out_of_turn", seat, ruling=do, amount=action.get("to")))
    else:
        given_to(table, Command(Role.PLAYER, do, seat, amount=action.get("to")))


def out_of_turn(scene: Scene) -> Answer:
    """What is left to whoever acted too early, when the turn has come."""
    told, actions = scene.particulars, scene.particulars["actions"]
    if not all(isinstance(each, dict) for each in actions):
        raise MalformedCase("actions: must say who does what.")
    early = next((each for each in actions if each.get("out_of_turn")), None)
    if early is None:
        raise MalformedCase("actions: nobody acts out of turn.")
    seats = told.get("seats") or sorted({each["seat"] for each in actions})
    sizes = {"blinds": [told["sb"], told["bb"]], "min_bet": told["bb"]} if "bb" in told else {}
    table = on_street(told, seats, told.get("street", "flop"), **sizes)
    for action in actions:
        act_at(table, action)
    return early_settled(table, early)


def early_settled(table: HoldemTable, early: Mapping[str, Any]) -> Answer:
    """What has become of an action out of turn, once everybody who was skipped has acted."""
    if early["do"] == "fold" and early["seat"] not in _still_in(table):
        return {"binding": True, "stands": {"do": "fold"}}
    if table.game.due(table.state) != (early["seat"],):
        raise MalformedCase("actions: the turn of the seat that acted out of turn has not come.")
    # An all-in is offered by this name too, beside the call or the raise that it is.
    offered = {choice.do: choice for choice in table.choices() if choice.do != "tap_out"}
    shown = _early_amount(table, early)
    if set(offered) == {early["do"]} and offered[early["do"]].amounts in ((), (shown,)):
        stands = {"do": early["do"], **({"to": shown} if shown else {})}
        return {"binding": True, "stands": stands}
    options: Answer = {"call": table.state.play.round.call, "fold": "fold" in offered, "raise": "raise" in offered}
    if "raise" in offered:
        options["min_raise_to"] = offered["raise"].least
    return {"binding": False, "returned": shown, "options": options, "if_fold_left_in_pot": _left_by_fold(table)}


def _early_amount(table: HoldemTable, early: Mapping[str, Any]) -> int:
    """What was put out too early: the amount that was said, or what there was to call."""
    now = table.state.play.round
    kept = early_of(now, now.turn)
    amount: int = early.get("to", 0 if kept is None else kept.to)
    return amount


def _still_in(table: HoldemTable) -> set[int]:
    now = table.state.play.round
    return {now.seats[hand] for hand in hands_in(now)}


def _left_by_fold(table: HoldemTable) -> int:
    """What stays in the pot of whoever folds now; nothing where no fold is offered."""
    if not any(choice.do in _GIVES_UP for choice in table.choices()):
        return 0
    other = copy_of(table)
    now = other.state.play.round
    hand, before = now.turn, now.paid[now.turn]
    choose(other, *_GIVES_UP)
    return other.state.play.round.paid[hand] - before


def substantial_action(scene: Scene) -> Answer:
    said = [action["do"] if isinstance(action, dict) else action for action in scene.particulars["actions"]]
    # An all-in is a bet, a call or a raise, and puts chips in as they do.
    return {"substantial": is_substantial(tuple("bet" if do == "all_in" else do for do in said))}


def call_clock(scene: Scene) -> Answer:
    """The clock on a player who has a bet in the pot or none, and faces one or none."""
    told = scene.particulars
    facing, held = told.get("facing_bet", True), told.get("bet_in_pot", 0)
    # Without a bet to face, what is in the pot was put there before.
    before: dict[str, Any] = {} if facing or not held else {"blinds": [held, held]}
    table = on_street(told, (1, 2, 3), "flop", **before)
    if facing and held:
        act_at(table, {"seat": 1, "do": "bet", "to": held})
        act_at(table, {"seat": 2, "do": "raise", "to": 2 * held})
        act_at(table, {"seat": 3, "do": "fold"})
    elif facing:
        act_at(table, {"seat": 1, "do": "bet", "to": 100})
    (seat,) = table.game.due(table.state)
    if told.get("caller_at_seat", True):
        events = given_to(table, Command(Role.OPERATOR, "call_clock"))
    else:
        events = given_to(table, Command(Role.PLAYER, "call_clock", player="somebody who is not there"))
    called = next(event for event in events if isinstance(event, ClockCalled))
    star = told.get("ruleset", "STAR") == "STAR"
    answer: Answer = {"accepted": True, "expires_s": called.seconds}
    if star:
        answer["countdown_starts_s"] = called.seconds - STAR_COUNTDOWN
    acts = told.get("acts_at_s")
    if acts is not None and acts <= called.seconds:
        return answer | {"result": "action_stands"}
    events = given_to(table, Command(Role.OPERATOR, "no_decision", seat, seconds=called.seconds))
    dead = any(isinstance(event, Folded) for event in events)
    result = ("dead_hand" if star else "folded") if dead else "check"
    return answer | {"result": result, "left_in_pot": held}


def chips_in(scene: Scene) -> Answer:
    """Chips put in without words, or with one, against a bet of some size."""
    told = scene.particulars
    facing, chips, declared = told["facing"], told["chips"], told["declared"]
    table = facing_bet(told, facing, told.get("min_raise_to", 2 * facing) - facing)
    (seat,) = table.game.due(table.state)
    return chips_read(table, seat, chips, declared)


def facing_bet(told: Mapping[str, Any], facing: int, increment: int, stack: int = DEEP, **settings: Any) -> HoldemTable:
    """After the flop it is the turn of a player with such a stack who faces a bet, or none, of that increment."""
    table = on_street(told, (1, 2, 3), "flop", {2 if facing else 1: stack}, **settings)
    if facing:
        act_at(table, {"seat": 1, "do": "bet", "to": facing})
        raised_by(table, increment)
    return table


def chips_read(table: HoldemTable, seat: int, chips: Sequence[int], declared: str | None) -> Answer:
    """What chips put in by the player whose turn it is amount to, with what was said."""
    if declared == "call":
        events = given_to(table, Command(Role.PLAYER, "call", seat))
    else:
        counted = {str(value): chips.count(value) for value in sorted(set(chips))}
        events = given_to(table, Command(Role.PLAYER, "push", seat, amounts=counted, reason=declared))
    first = events[0]
    if not isinstance(first, Bet):
        return {"action": "short", "amount": sum(chips), "clause": first.clause}
    action = {"raise": "raise_to"}.get(first.do, first.do)
    return {"action": action, "amount": first.to, "clause": first.clause}


def post_big_blind(scene: Scene) -> Answer:
    """What a short stack posts as big blind and ante, and what the others have to call then."""
    told = scene.particulars
    small, big, ante = told["sb"], told["bb"], told["bba"]
    stacks = {1: DEEP, 2: DEEP, 3: told["stack"], 4: DEEP}
    blinds = {"blinds": [small, big], "big_blind_ante": ante, "min_bet": big, "button": 1}
    table = table_with(told, stacks, **blinds)
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
