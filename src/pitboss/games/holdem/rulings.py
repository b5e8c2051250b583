"""Betting that went wrong, time that ran out, and the powers of those who run the table (HLD 17.5 to 17.8, HLD 19)."""

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.games.felt import Recorded
from pitboss.games.holdem import betting
from pitboss.games.holdem.betting import Bet, Folded
from pitboss.games.holdem.dealing import absent_hand
from pitboss.games.holdem.early import ruling_on
from pitboss.games.holdem.irregularities import live_hand
from pitboss.games.holdem.settings import CLAUSES, STAR, HoldemSettings, settings_of
from pitboss.games.holdem.settlement import ChipsBack, chips_in, round_over
from pitboss.games.holdem.sizes import amount_words, options, wrong_size
from pitboss.games.holdem.state import NOBODY, PREFLOP, Clock, Early, Holdem, Round, with_room, with_round
from pitboss.games.play import RUNNING, Appliers, Cents, Command, Decision, Role, Stage, Verb
from pitboss.rulebook.refusal import Refusal

FORTY_SECONDS = 40
STAR_SECONDS = 25 + 5
_FOLDS: Mapping[str, str] = {
    "HLD 19.2(a)": "The operator has folded the hand for a breach of the rules.",
    "HLD 20.11": "The entrant is absent: the hand is folded.",
    "STAR 7.15": "The entrant is absent: the hand is folded.",
    "STAR 7.39": "The entrant serves a penalty: the hand is mucked.",
}


class ShownEarly(NamedTuple):
    """HLD 17.6, STAR 7.35[s1]: an action out of turn, kept until its turn comes."""

    seat: int
    early: Early
    clause: str


class EarlyWithdrawn(NamedTuple):
    """HLD 17.5: actions taken on the dealer's mistaken direction are taken back."""

    seats: tuple[int, ...]
    clause: str


class ShortPush(NamedTuple):
    """HLD 17.8[s1]: fewer chips than the call were put in; they are made up, or go back with a fold."""

    seat: int
    amount: Cents
    clause: str


class ClockCalled(NamedTuple):
    """HLD 4.8[s1], STAR 7.25[s4]: a player has so many seconds to act."""

    seat: int
    seconds: int
    clause: str


class MayNotRaise(NamedTuple):
    """STAR 7.36[s3]: a hand that was skipped and did not speak up is held to calls and folds."""

    seat: int
    clause: str


class HandForHand(NamedTuple):
    """STAR 7.30: whether called all-in hands stay face down until the other tables finish."""

    on: bool
    clause: str


def out_of_turn(state: Holdem, command: Command) -> Decision:
    """HLD 17.6, STAR 7.35[s1], R-20: an action shown before its turn.

    A fold binds at once: HLD 17.10, STAR 7.35[s5].
    """
    settings, now = settings_of(state), state.play.round
    star = settings.procedures == STAR
    clause = "STAR 7.35[s1]" if star else "HLD 17.6"
    hand, do = live_hand(state, command.seat), command.ruling
    if now.turn == NOBODY or hand == NOBODY or now.tapped >> hand & 1:
        return Refusal(clause, f"Seat {command.seat} has no action to take in this betting round.")
    if hand == now.turn:
        return Refusal(clause, f"It is the turn of seat {command.seat}.")
    if any(early.hand == hand for early in now.early):
        return Refusal(clause, f"Seat {command.seat} has acted out of turn already.")
    if do == "fold":
        bound = "STAR 7.35[s5]" if star else "HLD 17.10"
        return (Folded(now.seats[hand], bound, "Folded out of turn: the cards are in the discards."),)
    wrong = _not_showable(settings, now, hand, do, command.amount or 0, clause)
    if wrong:
        return wrong
    to = now.call if do == "call" else command.amount or 0 if do in ("bet", "raise") else now.bets[hand]
    return (ShownEarly(now.seats[hand], Early(hand, do or "", to, now.call, _skipped(now, hand)), clause),)


def _not_showable(
    settings: HoldemSettings, now: Round, hand: int, do: str | None, to: Cents, clause: str
) -> Refusal | None:
    """What could not be done even in turn cannot be done out of it."""
    if do in ("bet", "raise"):
        if (do == "raise") is not bool(now.call):
            return Refusal(clause, "A bet opens the betting; once it is open, it is a raise.")
        return wrong_size(settings, now, hand, do, to)
    if do == "call":
        return None if now.call > now.bets[hand] else Refusal(clause, "There is nothing to call.")
    if do == "check":
        free = now.street != PREFLOP and now.call == now.bets[hand]
        return None if free else Refusal("HLD 11.2", "There is no check here.")
    return Refusal(clause, f"An action out of turn is check, call, bet, raise or fold, not {do!r}.")


def _skipped(now: Round, hand: int) -> int:
    """The hands that were to act before this one."""
    count, out, skipped = len(now.seats), now.folded | now.tapped, 0
    each = now.turn
    while each != hand:
        if not out >> each & 1:
            skipped |= 1 << each
        each = (each + 1) % count
    return skipped


def retract(state: Holdem, command: Command) -> Decision:
    """HLD 17.5: whoever the dealer wrongly directed, and all who followed, take back and act in order."""
    now = state.play.round
    if command.reason != "dealer_direction":
        return Refusal("HLD 17.5", "Actions are taken back only where the dealer directed them in error.")
    hand = live_hand(state, command.seat)
    if hand == NOBODY or now.turn == NOBODY or now.seats[now.turn] == command.seat:
        return Refusal("HLD 17.5", f"Seat {command.seat} has not acted out of turn.")
    said = f"{command.ruling or 'an action'} to {command.amount}" if command.amount else command.ruling or "an action"
    taken_back = Recorded("retract", "HLD 17.5", command.by, command.seat, command.player, said)
    place = next((place for place, early in enumerate(now.early) if early.hand == hand), None)
    if place is None:
        return (taken_back,)
    seats = tuple(now.seats[early.hand] for early in now.early[place:])
    return taken_back, EarlyWithdrawn(seats, "HLD 17.5")


def push(state: Holdem, command: Command) -> Decision:
    """HLD 17.7, HLD 17.8[s1], STAR 7.32, STAR 7.33, STAR 7.34: chips put in without words, ruled by their amount.

    `amount` is what was pushed now. Under the Star's procedures `amounts` may name the chips (value: how many), and
    `reason` what was said: "raise" without an amount, or "asked_for_count".
    """
    now, settings = state.play.round, settings_of(state)
    if now.turn == NOBODY or state.felt.stage is not Stage.PLAYING or now.seats[now.turn] != command.seat:
        return Refusal("HLD 10.3" if now.street == PREFLOP else "HLD 12.3", "It is not the turn of this seat.")
    hand = now.turn
    if not all(value.isdecimal() for value in command.amounts):
        return Refusal("STAR 7.32[s1]", "Chips are named by their value.")
    chips = {int(value): count for value, count in command.amounts.items()}
    amount = sum(value * count for value, count in chips.items()) or command.amount or 0
    if not 0 < amount <= now.stacks[hand]:
        return Refusal("HLD 4.4", f"The stake is {amount_words(settings, now.stacks[hand])}.")
    if settings.procedures == STAR:
        do, to, clause = _star_push(settings, now, chips, amount, command.reason)
    else:
        do, to, clause = _holdem_push(settings, now, amount)
    if command.ruling is not None and not clause.startswith(command.ruling):
        return Refusal(clause, f"These chips are ruled by {clause}, not by {command.ruling}.")
    if do == "short":
        return (ShortPush(now.seats[hand], amount, clause),)
    asked = Command(Role.PLAYER, do, command.seat, command.player, amount=to if do in ("bet", "raise") else None)
    decision = betting.VERBS[do].decide(state, asked)
    if isinstance(decision, Refusal):
        return decision
    first = decision[0]
    assert isinstance(first, Bet)
    return (first._replace(clause=clause), *decision[1:]) if clause else decision


def _holdem_push(settings: HoldemSettings, now: Round, amount: Cents) -> tuple[str, Cents, str]:
    """HLD 17.7, HLD 17.8[s1]: what chips amount to: a bet or raise, a call with the excess back, or too little."""
    hand = now.turn
    total, money = now.bets[hand] + amount, options(settings, now, hand)
    if amount == now.stacks[hand] and (total <= now.call or money.may_raise):
        return "tap_out", total, "HLD 14.1[s1]"
    if total < now.call:
        return "short", total, "HLD 17.8[s1]"
    if money.may_raise and total >= money.min_to:
        return ("raise" if now.call else "bet"), total, ""
    if total == now.call or not now.call:
        return ("call" if now.call else "bet"), total, ""
    return _call(now), total, "HLD 17.7"


def _call(now: Round) -> str:
    """A call, which is standing where nothing is owed."""
    return "call" if now.call > now.bets[now.turn] else "stand"


def _star_push(
    settings: HoldemSettings, now: Round, chips: Mapping[Cents, int], amount: Cents, said: str | None
) -> tuple[str, Cents, str]:
    """STAR 7.32, STAR 7.33, STAR 7.34, STAR 7.44: how chips pushed at a Star tournament are read."""
    hand = now.turn
    total, money = now.bets[hand] + amount, options(settings, now, hand)
    single = sum(chips.values()) == 1
    facing = now.call > now.bets[hand]
    if said == "asked_for_count" and facing:
        # STAR 7.44[s2]: whoever was told a wrong amount and puts it in is bound to the true one.
        return "call", now.call, "STAR 7.44[s2]"
    if said == "raise" and now.call:
        # STAR 7.32[s2]: raise said before the chip, without an amount: the most the chip allows.
        return "raise", max(money.min_to, min(total, money.max_to)), "STAR 7.32[s2]"
    if single and facing and total > now.call:
        return "call", now.call, "STAR 7.32[s1]"
    if single and not now.call:
        return "bet", min(total, money.max_to), "STAR 7.32[s3]"
    if total == now.call and facing:
        return "call", now.call, "STAR 7.34(b)"
    two_equal = sum(chips.values()) == 2 and len(chips) == 1
    if two_equal and now.call < total < money.min_to and next(iter(chips)) < now.call:
        return "call", now.call, "STAR 7.33"
    return _holdem_push(settings, now, amount)


def call_clock(state: Holdem, command: Command) -> Decision:
    """HLD 4.8[s1], STAR 7.25[s2], STAR 7.25[s3], STAR 7.25[s4]: the player whose turn it is has so long to act.

    In a Star tournament an entrant at the table may ask for it too.
    """
    now, settings = state.play.round, settings_of(state)
    star = settings.procedures == STAR
    if now.turn == NOBODY or state.felt.stage is not Stage.PLAYING:
        return Refusal("STAR 7.25[s2]" if star else "HLD 4.8[s1]", "Nobody has to act now.")
    if now.clock is not None:
        return Refusal("STAR 7.25[s4]" if star else "HLD 4.8[s1]", "The clock runs already.")
    if command.by is Role.PLAYER:
        if not star:
            return Refusal("HLD 4.8[s1]", "Only the operator gives a player forty seconds.")
        sitters = {chair.player for chair in state.play.room.chairs.values() if not chair.absent}
        if command.player not in sitters:
            return Refusal("STAR 7.25[s3]", "Only an entrant at the seat may ask for the clock.")
    seconds, clause = (STAR_SECONDS, "STAR 7.25[s4]") if star else (FORTY_SECONDS, "HLD 4.8[s1]")
    return (ClockCalled(now.seats[now.turn], seconds, clause),)


def no_decision(state: Holdem, command: Command) -> Decision:
    """HLD 4.8[s2], R-31: forty seconds are over: folded even if a check was free, and the bets stay in.

    STAR 7.25[s5]: the hand is dead facing a bet, otherwise it is checked.
    """
    now, settings = state.play.round, settings_of(state)
    star = settings.procedures == STAR
    clause, needed = ("STAR 7.25[s5]", STAR_SECONDS) if star else ("HLD 4.8[s2]", FORTY_SECONDS)
    if now.turn == NOBODY or state.felt.stage is not Stage.PLAYING or now.seats[now.turn] != command.seat:
        return Refusal(clause, f"No decision is awaited from seat {command.seat}.")
    if command.seconds is not None and command.seconds < needed:
        return Refusal(clause, f"The player has {needed} seconds, and {command.seconds} have passed.")
    hand = now.turn
    if star and now.call == now.bets[hand]:
        do = "stand" if now.street == PREFLOP else "check"
        return (Bet(now.seats[hand], now.names[hand], do, now.bets[hand], 0, clause),)
    return (Folded(now.seats[hand], clause, "Time ran out: the hand is folded."),)


def fold_absent(state: Holdem, command: Command) -> Decision:
    """HLD 20.11[s2], STAR 7.15[s1], STAR 7.39[s4]: the hand of an entrant who is not at the table is folded."""
    hand = absent_hand(state)
    if hand == NOBODY:
        return Refusal("HLD 20.11[s2]", "No hand of an absent entrant is to be folded now.")
    clause = "STAR 7.15[s1]" if settings_of(state).procedures == STAR else "HLD 20.11[s2]"
    return (Folded(state.play.round.seats[hand], clause, "The entrant is absent: the hand is folded."),)


def supervisor_fold(state: Holdem, command: Command) -> Decision:
    """HLD 19.2(a), HLD 20.11[s2], R-34: the operator folds a hand, and what was bet stays in the pot."""
    clause = command.clause or "HLD 19.2(a)"
    why = _FOLDS.get(clause)
    if why is None:
        return Refusal("HLD 19.2(a)", f"A hand is folded by {', '.join(_FOLDS)}, not by {clause}.")
    if clause != "HLD 19.2(a)" and settings_of(state).mode != "tournament":
        return Refusal("HLD 20.1", f"{clause} is for tournaments.")
    hand, now = live_hand(state, command.seat), state.play.round
    if hand == NOBODY:
        return Refusal(clause, f"Seat {command.seat} holds no live hand.")
    if len(now.seats) - now.folded.bit_count() < 2:
        return Refusal("HLD 10.4(a)", "The only hand left has won the pot.")
    return (Folded(now.seats[hand], clause, why),)


def void_round(state: Holdem, command: Command) -> Decision:
    """HLD 19.1, HLD 19.3, HLD D-Void, R-25: nobody wins, every chip goes back, and the button stays."""
    grounds = {"disturbance": "HLD 19.1", "fraud": "HLD 19.3", "impractical": "HLD 19.3"}
    clause = command.clause or grounds.get(command.reason or "impractical", "")
    if clause not in grounds.values():
        return Refusal("HLD 19.3", f"A round is void for {', '.join(grounds)} (HLD 19.1, HLD 19.3).")
    if state.felt.stage not in (Stage.BETTING, *RUNNING):
        return Refusal("HLD 17.14", "No round is being played, and the decision on the last one stands.")
    why = "The operator has made the round void: every chip goes back."
    return ChipsBack(chips_in(state.play.round), clause, why), *round_over(state, "void", clause)


def skipped_hand(state: Holdem, command: Command) -> Decision:
    """STAR 7.36[s2], STAR 7.36[s3]: who was skipped and kept silent until substantial action: dead, or no raise.

    Either way the action to the hand that acted out of turn does not change, so it binds.
    """
    now, settings = state.play.round, settings_of(state)
    if settings.procedures != STAR:
        return Refusal("HLD 17.6", "Only the procedures of the Star know this ruling.")
    hand = live_hand(state, command.seat)
    if hand == NOBODY or not any(early.skipped >> hand & 1 for early in now.early):
        return Refusal("STAR 7.36[s2]", f"Seat {command.seat} has not been skipped.")
    if command.ruling == "dead":
        return (Folded(now.seats[hand], "STAR 7.36[s3]", "Skipped without speaking up: the hand is ruled dead."),)
    if command.ruling == "no_raise":
        return (MayNotRaise(now.seats[hand], "STAR 7.36[s3]"),)
    return Refusal("STAR 7.36[s3]", f"The ruling is dead or no_raise, not {command.ruling!r}.")


def hand_for_hand(state: Holdem, command: Command) -> Decision:
    """STAR 7.30: the director says from when and until when called all-in hands stay face down."""
    on = command.ruling == "on"
    if settings_of(state).mode != "tournament" or command.ruling not in ("on", "off"):
        return Refusal("STAR 7.30", "In a tournament hand-for-hand is on or off.")
    if on is state.play.room.hand_for_hand:
        return Refusal("STAR 7.30", f"Hand-for-hand is {command.ruling} already.")
    return (HandForHand(on, "STAR 7.30"),)


def out_of_turn_ruling(state: Holdem) -> str | None:
    """The paragraph that holds for the hand whose turn has come after it acted out of turn."""
    now = state.play.round
    early = next((early for early in now.early if early.hand == now.turn), None)
    return None if early is None else ruling_on(settings_of(state), now, early)


def _shown_early(state: Holdem, event: ShownEarly) -> Holdem:
    now = state.play.round
    return with_round(state, now._replace(early=(*now.early, event.early)))


def _withdrawn(state: Holdem, event: EarlyWithdrawn) -> Holdem:
    now = state.play.round
    left = tuple(early for early in now.early if now.seats[early.hand] not in event.seats)
    return with_round(state, now._replace(early=left))


def _short_push(state: Holdem, event: ShortPush) -> Holdem:
    return with_round(state, state.play.round._replace(short_push=event.amount))


def _clock_called(state: Holdem, event: ClockCalled) -> Holdem:
    now = state.play.round
    return with_round(state, now._replace(clock=Clock(now.seats.index(event.seat), event.seconds)))


def _may_not_raise(state: Holdem, event: MayNotRaise) -> Holdem:
    now = state.play.round
    return with_round(state, now._replace(passive=now.passive | 1 << now.seats.index(event.seat)))


def _hand_for_hand(state: Holdem, event: HandForHand) -> Holdem:
    return with_room(state, state.play.room._replace(hand_for_hand=event.on))


_STAFF = (Role.DEALER, Role.SUPERVISOR, Role.OPERATOR)
_POWER = (Role.SUPERVISOR, Role.OPERATOR)
_PLAYING = (Stage.PLAYING,)
VERBS = {
    "out_of_turn": Verb(out_of_turn, "HLD 17.6", _STAFF, ("seat", "ruling"), ("amount",), _PLAYING),
    "retract": Verb(retract, "HLD 17.5", _STAFF, ("seat", "reason"), ("ruling", "amount"), _PLAYING),
    "push": Verb(
        push, "HLD 17.7", (Role.PLAYER, *_STAFF), ("seat",), ("amount", "amounts", "ruling", "reason"), _PLAYING
    ),
    "call_clock": Verb(call_clock, "HLD 4.8[s1]", (*_POWER, Role.PLAYER), (), ("player",), _PLAYING, of_round=False),
    "no_decision": Verb(no_decision, "HLD 4.8[s2]", _POWER, ("seat",), ("seconds",), _PLAYING),
    "fold_absent": Verb(fold_absent, "HLD 20.11[s2]", (Role.DEALER,)),
    "supervisor_fold": Verb(supervisor_fold, "HLD 19.2(a)", _POWER, ("seat",), ("clause", "reason"), _PLAYING),
    "void_round": Verb(void_round, CLAUSES.impractical, _POWER, (), ("reason", "clause"), (Stage.BETTING, *RUNNING)),
    "skipped_hand": Verb(skipped_hand, "STAR 7.36[s3]", _POWER, ("seat", "ruling"), (), _PLAYING),
    "hand_for_hand": Verb(hand_for_hand, "STAR 7.30", _POWER, ("ruling",), (), tuple(Stage), of_round=False),
}
APPLIERS: Appliers = {
    ShownEarly: _shown_early,
    EarlyWithdrawn: _withdrawn,
    ShortPush: _short_push,
    ClockCalled: _clock_called,
    MayNotRaise: _may_not_raise,
    HandForHand: _hand_for_hand,
}
