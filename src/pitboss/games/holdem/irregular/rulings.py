"""Time that ran out, entrants who are absent, and the powers of those who run the table (HLD 4.8, HLD 19)."""

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.games.holdem.betting import betting, out_of_turn, pushes
from pitboss.games.holdem.betting.betting import Bet, Folded, absent_hand
from pitboss.games.holdem.betting.early import WAGERS, binding, stays_on_fold
from pitboss.games.holdem.irregular.irregularities import left_in, live_hand, part_of_call
from pitboss.games.holdem.settings import CLAUSES, STAR, TOURNAMENT, settings_of
from pitboss.games.holdem.showdown.settlement import ChipsBack, chips_in, round_over
from pitboss.games.holdem.state import NOBODY, PREFLOP, Clock, Holdem, hands_in, with_room, with_round
from pitboss.games.play import RUNNING, Appliers, Command, Decision, Role, Stage, Verb
from pitboss.rulebook.refusal import Refusal, one_of

FORTY_SECONDS = 40
# STAR 7.25[s4]: of these the last are counted down aloud.
STAR_SECONDS, STAR_COUNTDOWN = 25 + 5, 5
# By which clauses a hand is folded for its player, the sentence of each that says so, and why.
_FOLDS: Mapping[str, tuple[str, str]] = {
    "HLD 19.2(a)": ("HLD 19.2(a)", "The operator has folded the hand for a breach of the rules."),
    "HLD 20.11": ("HLD 20.11[s2]", "The entrant is absent: the hand is folded."),
    "STAR 7.15": ("STAR 7.15[s1]", "The entrant is absent: the hand is folded."),
    "STAR 7.39": ("STAR 7.39[s4]", "The entrant serves a penalty: the hand is mucked."),
}


class ClockCalled(NamedTuple):
    """HLD 4.8[s1], STAR 7.25[s4]: a player has so many seconds to act."""

    seat: int
    seconds: int
    clause: str


class HandForHand(NamedTuple):
    """STAR 7.30: whether called all-in hands stay face down until the other tables finish."""

    on: bool
    clause: str


def _hand_awaited(state: Holdem) -> int:
    """The hand whose decision is awaited, or nobody."""
    now = state.play.round
    waits = now.to_replace is None and absent_hand(state) == NOBODY
    return now.turn if waits else NOBODY


def call_clock(state: Holdem, command: Command) -> Decision:
    """HLD 4.8[s1], STAR 7.25[s2], STAR 7.25[s3], STAR 7.25[s4]: the player whose turn it is has so long to act.

    In a Star tournament another entrant may ask for it too, and must be at the seat.
    """
    now, star = state.play.round, settings_of(state).procedures == STAR
    hand = _hand_awaited(state)
    if hand == NOBODY:
        return Refusal("STAR 7.25[s2]" if star else "HLD 4.8[s1]", "Nobody has to act now.")
    if now.clock is not None:
        return Refusal("STAR 7.25[s4]" if star else "HLD 4.8[s1]", "The clock runs already.")
    if command.by is Role.PLAYER:
        if not star:
            return Refusal("HLD 4.8[s1]", "Only the operator gives a player forty seconds.")
        if command.player == now.names[hand]:
            return Refusal("STAR 7.25[s2]", "The clock is asked for by another entrant.")
        if command.player not in {chair.player for chair in state.play.room.chairs.values() if not chair.absent}:
            return Refusal("STAR 7.25[s3]", "Only an entrant at the seat may ask for the clock.", "not_at_seat")
    seconds, clause = (STAR_SECONDS, "STAR 7.25[s4]") if star else (FORTY_SECONDS, "HLD 4.8[s1]")
    return (ClockCalled(now.seats[hand], seconds, clause),)


def no_decision(state: Holdem, command: Command) -> Decision:
    """HLD 4.8[s2], R-31: forty seconds are over: folded even if a check was free, and the bets stay in.

    STAR 7.25[s5]: the hand is dead facing a bet, otherwise it is checked. An action out of turn that stands needs no
    decision any more, and a wager that stays in on a fold (HLD 17.6(c)) stays in here too.
    """
    now, settings = state.play.round, settings_of(state)
    star = settings.procedures == STAR
    clause, needed = ("STAR 7.25[s5]", STAR_SECONDS) if star else ("HLD 4.8[s2]", FORTY_SECONDS)
    hand = _hand_awaited(state)
    if hand == NOBODY or now.seats[hand] != command.seat:
        return Refusal(clause, f"No decision is awaited from seat {command.seat}.")
    if (command.seconds or 0) < needed:
        return Refusal(clause, f"The player has {needed} seconds, and {command.seconds} have passed.")
    seat, held_to = now.seats[hand], binding(settings, now, hand)
    if held_to is not None:
        amount = held_to.to if held_to.do in WAGERS else None
        return betting.VERBS[held_to.do].decide(state, Command(Role.PLAYER, held_to.do, seat, amount=amount))
    if star and now.call == now.bets[hand]:
        do = "stand" if now.street == PREFLOP else "check"
        return (Bet(seat, now.names[hand], do, now.bets[hand], 0, clause),)
    stays = stays_on_fold(settings, now, hand)
    left = (part_of_call(now, hand, stays, clause),) if stays else left_in(now, hand, clause)
    return *left, Folded(seat, clause, "Time ran out: the hand is folded.")


def fold_absent(state: Holdem, command: Command) -> Decision:
    """HLD 20.11[s2], STAR 7.15[s1], STAR 7.39[s4]: the hand of an entrant who is not at the table is folded."""
    hand = absent_hand(state)
    if hand == NOBODY:
        return Refusal("HLD 20.11[s2]", "No hand of an absent entrant is to be folded now.")
    clause = "STAR 7.15[s1]" if settings_of(state).procedures == STAR else "HLD 20.11[s2]"
    return (Folded(state.play.round.seats[hand], clause, "The entrant is absent: the hand is folded."),)


def supervisor_fold(state: Holdem, command: Command) -> Decision:
    """HLD 19.2(a), HLD 20.11[s2], R-34: the operator folds a hand, and what was bet stays in the pot.

    What was only shown out of turn was no bet yet.
    """
    asked = command.clause or "HLD 19.2(a)"
    if asked not in _FOLDS:
        return Refusal("HLD 19.2(a)", f"A hand is folded by {one_of(_FOLDS)}, not by {asked}.")
    clause, why = _FOLDS[asked]
    if clause != "HLD 19.2(a)" and settings_of(state).mode != TOURNAMENT:
        return Refusal("HLD 20.1", f"{asked} is for tournaments.")
    hand, now = live_hand(state, command.seat), state.play.round
    if hand == NOBODY:
        return Refusal(clause, f"Seat {command.seat} holds no live hand.")
    if len(hands_in(now)) < 2:
        return Refusal("HLD 10.4(a)", "The only hand left has won the pot.")
    return *left_in(now, hand, clause), Folded(now.seats[hand], clause, why)


def void_round(state: Holdem, command: Command) -> Decision:
    """HLD 19.1, HLD 19.3, HLD D-Void, R-25: nobody wins, every chip goes back, and the button stays."""
    grounds = {"disturbance": "HLD 19.1", "fraud": "HLD 19.3", "impractical": "HLD 19.3"}
    clause = command.clause or grounds.get(command.reason or "impractical", "")
    if clause not in grounds.values():
        return Refusal("HLD 19.3", f"A round is void for {one_of(grounds)} (HLD 19.1, HLD 19.3).")
    if state.felt.stage not in (Stage.BETTING, *RUNNING):
        return Refusal("HLD 17.14", "No round is being played, and the decision on the last one stands.")
    why = "The operator has made the round void: every chip goes back."
    return ChipsBack(chips_in(state.play.round), clause, why), *round_over(state, "void", clause)


def hand_for_hand(state: Holdem, command: Command) -> Decision:
    """STAR 7.30: the director says from when and until when called all-in hands stay face down."""
    on = command.ruling == "on"
    if settings_of(state).mode != TOURNAMENT or command.ruling not in ("on", "off"):
        return Refusal("STAR 7.30", "In a tournament hand-for-hand is on or off.")
    if on is state.play.room.hand_for_hand:
        return Refusal("STAR 7.30", f"Hand-for-hand is {command.ruling} already.")
    return (HandForHand(on, "STAR 7.30"),)


def _clock_called(state: Holdem, event: ClockCalled) -> Holdem:
    now = state.play.round
    return with_round(state, now._replace(clock=Clock(now.seats.index(event.seat), event.seconds)))


_POWER = (Role.SUPERVISOR, Role.OPERATOR)
_PLAYING = (Stage.PLAYING,)
VERBS = {
    **out_of_turn.VERBS,
    **pushes.VERBS,
    "call_clock": Verb(call_clock, "HLD 4.8[s1]", (*_POWER, Role.PLAYER), (), ("player",), _PLAYING, of_round=False),
    "no_decision": Verb(no_decision, "HLD 4.8[s2]", _POWER, ("seat", "seconds"), (), _PLAYING),
    "fold_absent": Verb(fold_absent, "HLD 20.11[s2]", (Role.DEALER,)),
    "supervisor_fold": Verb(supervisor_fold, "HLD 19.2(a)", _POWER, ("seat",), ("clause", "reason"), _PLAYING),
    "void_round": Verb(void_round, CLAUSES.impractical, _POWER, (), ("reason", "clause"), (Stage.BETTING, *RUNNING)),
    "hand_for_hand": Verb(hand_for_hand, "STAR 7.30", _POWER, ("ruling",), (), tuple(Stage), of_round=False),
}
APPLIERS: Appliers = {
    **out_of_turn.APPLIERS,
    **pushes.APPLIERS,
    ClockCalled: _clock_called,
    HandForHand: lambda state, event: with_room(state, state.play.room._replace(hand_for_hand=event.on)),
}
