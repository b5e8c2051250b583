"""Betting: what the hand whose turn it is may do, in which sizes, and the round after it did (HLD 10 to HLD 14).

An amount is always the total of a player in the betting round, blinds included: a raise to 30 with 10 already in costs
20 more.
"""

from typing import NamedTuple

from pitboss.games.holdem.betting.early import PASSES, bound_to, early_of, stays_on_fold
from pitboss.games.holdem.betting.opening import clauses_now, opener_may_not, opening_option
from pitboss.games.holdem.betting.sizes import (
    amount_words,
    full_raise,
    options,
    tap_out_total,
    why_no_raise,
    wrong_size,
)
from pitboss.games.holdem.fast.mutable_round import MutableRound
from pitboss.games.holdem.settings import MIN_BET_UNITS, STAR, HoldemSettings, settings_of
from pitboss.games.holdem.state import IN_PLAY, NOBODY, PREFLOP, Holdem, Round, with_round
from pitboss.games.play import Appliers, Cents, Command, Decision, Role, Stage, Verb
from pitboss.rulebook.refusal import Refusal

# The clauses by which somebody whose time has run out is folded, or in a Star tournament checked.
TIME_RAN_OUT = ("HLD 4.8[s2]", "STAR 7.25[s5]")


class Bet(NamedTuple):
    """A player checks, stands, calls, bets or raises: the total in this betting round, and whether it was a tap-out."""

    seat: int
    player: str
    do: str
    to: Cents
    added: Cents
    clause: str
    tapped: bool = False


class Folded(NamedTuple):
    """A hand is out of the round. `returned` are chips that go back before it (HLD 17.8[s2], R-34)."""

    seat: int
    clause: str
    why: str
    returned: Cents = 0


def absent_hand(state: Holdem) -> int:
    """The hand of an absent entrant that is to be folded now, or nobody.

    HLD 20.11[s2]: when its turn comes. STAR 7.15[s1], STAR 7.39[s4]: after the initial deal, in the order of the
    betting, so that with nobody at the table the last blind is left.
    """
    now = state.play.round
    waiting = now.absent & ~now.folded
    if not waiting or len(now.seats) - now.folded.bit_count() < 2 or state.felt.stage is not Stage.PLAYING:
        return NOBODY
    if settings_of(state).procedures == STAR:
        count = len(now.seats)
        return next(hand for each in range(count) if waiting >> (hand := (max(now.turn, 0) + each) % count) & 1)
    return now.turn if now.turn != NOBODY and waiting >> now.turn & 1 else NOBODY


def _turn(state: Holdem, command: Command) -> int | Refusal:
    """The hand whose turn it is, if the command comes from it.

    HLD 10.3, HLD 12.3: in sequence, clockwise.
    """
    now = state.play.round
    hand = now.turn
    if hand == NOBODY or state.felt.stage is not IN_PLAY:
        return Refusal("HLD 9.3", "No decision is awaited from anybody.")
    seat = now.seats[hand]
    if now.to_replace is not None:
        return Refusal("HLD 17.20[s1]", "The exposed hole card is replaced before the betting begins.")
    if command.seat != seat:
        clause = "HLD 10.3" if now.street == PREFLOP else "HLD 12.3"
        return Refusal(clause, f"It is the turn of seat {seat}, not of seat {command.seat}.")
    folding = absent_hand(state) if now.absent else NOBODY
    if folding != NOBODY:
        clause = "STAR 7.15[s1]" if settings_of(state).procedures == STAR else "HLD 20.11[s2]"
        return Refusal(clause, f"The entrant at seat {now.seats[folding]} is absent: the dealer folds the hand.")
    if command.player is not None and command.player != now.names[hand]:
        return Refusal("HLD 14.4", f"The hand at seat {seat} is played by {now.names[hand]} alone.")
    return hand


def fold(state: Holdem, command: Command) -> Decision:
    """HLD 10.2, HLD 10.3(c), HLD 12.2(c), HLD 12.3(d), HLD D-Fold: out of the round; what was bet stays in the pot.

    The opener of an ante game must bet, and under Blind A pays the call first (R-05, R-17).
    """
    hand = _turn(state, command)
    if isinstance(hand, Refusal):
        return hand
    now, settings = state.play.round, settings_of(state)
    refusal = opener_may_not(settings, now, "fold") if now.street == PREFLOP else None
    if now.early:
        refusal = refusal or bound_to(settings, now, "fold", 0)
    if refusal:
        return refusal
    seat = now.seats[hand]
    early = early_of(now, hand) if now.early else None
    if early is not None and early.do not in PASSES:
        return _fold_after_early(settings, now, hand)
    if now.short_push:
        return (Folded(seat, "HLD 17.8[s2]", "Folded rather than make up the call.", now.short_push),)
    return (Folded(seat, clauses_now(settings, now)["fold"], "Folded."),)


def _fold_after_early(settings: HoldemSettings, now: Round, hand: int) -> Decision:
    """HLD 17.6(b), HLD 17.6(c), R-34: a wager shown out of turn stays in the pot only where it was exceeded."""
    seat, stays = now.seats[hand], stays_on_fold(settings, now, hand)
    if not stays:
        clause = "STAR 7.35[s4]" if settings.procedures == STAR else "HLD 17.6(b)"
        return (Folded(seat, clause, "Folded; the chips shown out of turn go back."),)
    left = Bet(seat, now.names[hand], "call", now.bets[hand] + stays, stays, "HLD 17.6(c)", stays == now.stacks[hand])
    return left, Folded(seat, "HLD 17.6(c)", "Folded; the wager shown out of turn stays in the pot.")


def check(state: Holdem, command: Command) -> Decision:
    """HLD 11.1, HLD 11.2, HLD 11.3, HLD D-Check: passing the opening, from the second betting round, before any bet."""
    hand = _turn(state, command)
    if isinstance(hand, Refusal):
        return hand
    now = state.play.round
    if now.street == PREFLOP:
        return Refusal("HLD 11.1", "There is no check in the first betting round.")
    if now.call > now.bets[hand]:
        return Refusal("HLD 11.2", "A bet has been made in this betting round: call, raise or fold.")
    settings = settings_of(state)
    refusal = bound_to(settings, now, "check", 0) if now.early else None
    if refusal:
        return refusal
    return (Bet(now.seats[hand], now.names[hand], "check", now.bets[hand], 0, clauses_now(settings, now)["check"]),)


def stand(state: Holdem, command: Command) -> Decision:
    """HLD 10.2 tail, R-27: the last blind, or who has posted as much, takes no raise: a call of nothing, no check."""
    hand = _turn(state, command)
    if isinstance(hand, Refusal):
        return hand
    now, settings = state.play.round, settings_of(state)
    if now.street != PREFLOP:
        return Refusal("HLD 11.1", "Standing is for the first betting round; here it is a check.")
    if now.call > now.bets[hand] or not now.call:
        return Refusal("HLD 10.2 tail", "Only who owes nothing more, such as the last blind, may stand.")
    if opening_option(settings, now) == "C":
        return Refusal("HLD 10.2(c)", "The opening player must raise or fold here.")
    clause = "HLD 10.2 tail" if hand == now.last_blind else "HLD 10.3(a)"
    return bound_to(settings, now, "stand", 0) or (
        Bet(now.seats[hand], now.names[hand], "stand", now.bets[hand], 0, clause),
    )


def call(state: Holdem, command: Command) -> Decision:
    """HLD 10.3(a), HLD 12.3(a), HLD D-Call: as much as the last bet; with too few chips it is a tap-out (HLD 14.1)."""
    hand = _turn(state, command)
    if isinstance(hand, Refusal):
        return hand
    now, settings = state.play.round, settings_of(state)
    owes = now.call - now.bets[hand]
    price = owes if owes < now.stacks[hand] else tap_out_total(settings, now, hand) - now.bets[hand]
    if command.amount not in (None, price) and owes:
        return Refusal("HLD D-Call", f"A call is {amount_words(settings, price)} here.")
    if not owes:
        first = "stand or raise" if now.call else "bet"
        return Refusal("HLD D-Call", f"There is nothing to call: {first if now.street == PREFLOP else 'check or bet'}.")
    if owes >= now.stacks[hand]:
        return _tap_out(settings, now, hand)
    refusal = opener_may_not(settings, now, "call") or bound_to(settings, now, "call", now.call)
    if refusal:
        return refusal
    return (Bet(now.seats[hand], now.names[hand], "call", now.call, owes, clauses_now(settings, now)["call"]),)


def call_and_fold(state: Holdem, command: Command) -> Decision:
    """HLD 10.2(a)(iii), R-17: under Blind A the opening player pays the call even when giving up the hand."""
    hand = _turn(state, command)
    if isinstance(hand, Refusal):
        return hand
    now, settings = state.play.round, settings_of(state)
    if opening_option(settings, now) != "A":
        return Refusal("HLD 10.2(a)(iii)", "To call and fold is for the opening player under Blind A.")
    seat, owes = now.seats[hand], min(now.call - now.bets[hand], now.stacks[hand])
    paid = Bet(seat, now.names[hand], "call", now.bets[hand] + owes, owes, "HLD 10.2(a)(iii)", owes == now.stacks[hand])
    return paid, Folded(seat, "HLD 10.2(a)(iii)", "Paid the call and folded.")


def bet(state: Holdem, command: Command) -> Decision:
    """HLD 12.2(a), HLD 10.2(d)(i), HLD 6.1, HLD 5.2: opens the betting round, within the limits of the table."""
    hand = _turn(state, command)
    if isinstance(hand, Refusal):
        return hand
    now = state.play.round
    if now.call:
        clause = "HLD 10.3" if now.street == PREFLOP else "HLD 12.3"
        return Refusal(clause, "The betting has been opened: call, raise or fold.")
    return _wager(state, hand, "bet", command.amount or 0)


def raise_(state: Holdem, command: Command) -> Decision:
    """HLD 10.3(b), HLD 12.3(b), HLD D-Raise: calls and bets more, by at least the opening bet and any earlier raise."""
    hand = _turn(state, command)
    if isinstance(hand, Refusal):
        return hand
    now = state.play.round
    if not now.call and now.street == PREFLOP:
        return Refusal("HLD 10.2(d)", "There is no bet to raise: the opening player must bet.")
    if not now.call:
        return Refusal("HLD 12.2", "There is no bet to raise: bet or check.")
    return _wager(state, hand, "raise", command.amount or 0)


def _wager(state: Holdem, hand: int, do: str, to: Cents) -> Decision:
    now, settings = state.play.round, settings_of(state)
    refusal = _short_push_open(now) or bound_to(settings, now, do, to)
    return refusal or wrong_size(settings, now, hand, do, to) or _decide_size(settings, now, hand, do, to)


def _short_push_open(now: Round) -> Refusal | None:
    """HLD 17.8[s1]: who has put in less than the call makes it up or folds, and nothing else."""
    return Refusal("HLD 17.8[s1]", "Make the call up, or fold.") if now.short_push else None


def _decide_size(settings: HoldemSettings, now: Round, hand: int, do: str, to: Cents) -> Decision:
    added = to - now.bets[hand]
    # In whole units a tap-out leaves a stub behind, and nothing else can be less than a full raise.
    in_units = settings.tap_out_units == MIN_BET_UNITS
    tapped = added == now.stacks[hand] or (in_units and to < full_raise(settings, now, hand))
    clause = "HLD 14.1[s1]" if tapped else clauses_now(settings, now)[do]
    return (Bet(now.seats[hand], now.names[hand], do, to, added, clause, tapped),)


def tap_out(state: Holdem, command: Command) -> Decision:
    """HLD 14.1[s1], HLD D-Tap Out: the whole stake, as a call or a raise as its size dictates."""
    hand = _turn(state, command)
    if isinstance(hand, Refusal):
        return hand
    now, settings = state.play.round, settings_of(state)
    added = tap_out_total(settings, now, hand) - now.bets[hand]
    if command.amount not in (None, added):
        return Refusal("HLD D-Tap Out", f"A tap-out is {amount_words(settings, added)} here.")
    return _tap_out(settings, now, hand)


def _tap_out(settings: HoldemSettings, now: Round, hand: int) -> Decision:
    to = tap_out_total(settings, now, hand)
    if to <= now.call:
        refusal = bound_to(settings, now, "call", to)
        return refusal or (_all_in(now, hand, "call", to),)
    do = "raise" if now.call else "bet"
    refusal = _short_push_open(now) or bound_to(settings, now, do, to)
    if refusal:
        return refusal
    choice = options(settings, now, hand)
    if not choice.may_raise:
        return Refusal(choice.clause, why_no_raise(settings, now, choice))
    if to < choice.min_to:
        reason = f"The stake reaches to a full {do}, which is not tapped out for less."
        return Refusal("HLD 14.1[s1]", reason)
    if to > choice.max_to:
        most = amount_words(settings, choice.max_to)
        return Refusal(choice.clause, f"The limit is a total of {most}: the whole stake cannot be bet.")
    return (_all_in(now, hand, do, to),)


def _all_in(now: Round, hand: int, do: str, to: Cents) -> Bet:
    return Bet(now.seats[hand], now.names[hand], do, to, to - now.bets[hand], "HLD 14.1[s1]", tapped=True)


def bet_applied(now: Round, event: Bet, settings: HoldemSettings, *, goes_on: bool = False) -> Round:
    """The round after a bet, with the turn gone on to the next hand or left where it is."""
    motion = MutableRound(now, settings)
    motion.bet(now.seats.index(event.seat), event.to, event.added, event.tapped)
    if goes_on:
        motion.go_on()
    return motion.round()


def fold_applied(now: Round, event: Folded, settings: HoldemSettings) -> Round:
    """The round without a hand, whoever's turn it was."""
    motion, hand = MutableRound(now, settings), now.seats.index(event.seat)
    motion.fold(hand)
    if event.clause in TIME_RAN_OUT:
        motion.timed_out |= 1 << hand
    return motion.round()


def _apply_bet(state: Holdem, event: Bet) -> Holdem:
    return with_round(state, bet_applied(state.play.round, event, settings_of(state), goes_on=True))


def _apply_folded(state: Holdem, event: Folded) -> Holdem:
    return with_round(state, fold_applied(state.play.round, event, settings_of(state)))


_PLAYER = (Role.PLAYER,)
VERBS = {
    "fold": Verb(fold, "HLD D-Fold", _PLAYER, ("seat",), ("player",)),
    "check": Verb(check, "HLD 11.1", _PLAYER, ("seat",), ("player",)),
    "stand": Verb(stand, "HLD 10.2 tail", _PLAYER, ("seat",), ("player",)),
    "call": Verb(call, "HLD D-Call", _PLAYER, ("seat",), ("player", "amount")),
    "call_and_fold": Verb(call_and_fold, "HLD 10.2(a)(iii)", _PLAYER, ("seat",), ("player",)),
    "bet": Verb(bet, "HLD 12.2(a)", _PLAYER, ("seat", "amount"), ("player",)),
    "raise": Verb(raise_, "HLD D-Raise", _PLAYER, ("seat", "amount"), ("player",)),
    "tap_out": Verb(tap_out, "HLD D-Tap Out", _PLAYER, ("seat",), ("player", "amount")),
}
APPLIERS: Appliers = {Bet: _apply_bet, Folded: _apply_folded}
