"""Actions before their turn: noticed, taken back, and what becomes of those who were skipped (HLD 17.5, HLD 17.6).

What an action out of turn means for its player once the turn has come is said in `early`.
"""

from typing import NamedTuple

from pitboss.games.holdem.betting.betting import Bet, Folded, bet_applied
from pitboss.games.holdem.betting.early import WAGERS, early_of, is_substantial, ruling_on
from pitboss.games.holdem.betting.sizes import amount_words, tap_out_total, wrong_size
from pitboss.games.holdem.irregular.irregularities import live_hand
from pitboss.games.holdem.settings import STAR, HoldemSettings, settings_of
from pitboss.games.holdem.state import NOBODY, PREFLOP, Early, Holdem, Round, with_round
from pitboss.games.house.felt import Recorded
from pitboss.games.play import Appliers, Cents, Command, Decision, Role, Stage, Verb
from pitboss.rulebook.refusal import Refusal, in_words, one_of

_ACTIONS = ("check", "stand", "call", "bet", "raise", "tap_out", "fold")


class ShownEarly(NamedTuple):
    """HLD 17.6, STAR 7.35[s1]: an action out of turn, kept until its turn comes."""

    seat: int
    early: Early
    clause: str


class EarlyWithdrawn(NamedTuple):
    """HLD 17.5: actions taken on the dealer's mistaken direction are taken back."""

    seats: tuple[int, ...]
    clause: str


class MayNotRaise(NamedTuple):
    """STAR 7.36[s3]: a hand that was skipped and did not speak up is held to calls and folds."""

    seat: int
    clause: str


def out_of_turn(state: Holdem, command: Command) -> Decision:
    """HLD 17.6, STAR 7.35[s1], R-20: an action shown before its turn, `ruling` saying which and `amount` to what total.

    A fold binds at once: HLD 17.10, STAR 7.35[s5].
    """
    settings, now = settings_of(state), state.play.round
    star = settings.procedures == STAR
    clause = "STAR 7.35[s1]" if star else "HLD 17.6"
    hand = live_hand(state, command.seat)
    refusal = _nothing_to_do(now, hand, clause, command)
    if refusal:
        return refusal
    seat, shown = now.seats[hand], _as_shown(settings, now, hand)
    do, to = _action(settings, shown, hand, command)
    early = Early(hand, do, to, shown.call, _hands_skipped(now, hand))
    if do == "fold":
        folded = Folded(seat, "STAR 7.35[s5]" if star else "HLD 17.10", "Folded out of turn: the hand is dead.")
        # Where skipped hands must speak up, a fold is one of the actions they kept silent to.
        return (folded, ShownEarly(seat, early, clause)) if star else (folded,)
    return _not_showable(settings, shown, early, clause) or (ShownEarly(seat, early, clause),)


def _nothing_to_do(now: Round, hand: int, clause: str, command: Command) -> Refusal | None:
    """Why a seat cannot have acted out of turn."""
    seat = command.seat
    if command.ruling not in _ACTIONS:
        return Refusal(clause, f"An action out of turn is one of these: {one_of(_ACTIONS)}.")
    if now.turn == NOBODY or hand == NOBODY or (now.tapped | now.absent) >> hand & 1:
        return Refusal(clause, f"Seat {seat} has no action to take in this betting round.")
    if now.to_replace is not None:
        return Refusal("HLD 17.20[s1]", "The exposed hole card is replaced before the betting begins.")
    if hand == now.turn:
        return Refusal(clause, f"It is the turn of seat {seat}.")
    if early_of(now, hand) is not None:
        return Refusal(clause, f"Seat {seat} has acted out of turn already.")
    return None


def _as_shown(settings: HoldemSettings, now: Round, hand: int) -> Round:
    """The betting as somebody out of turn sees it: with what hands before this one have shown out of turn as well.

    What a wager in turn has overtaken since is not shown any more.
    """
    count, turn, call = len(now.seats), now.turn, now.call
    before = [early for early in now.early if (early.hand - turn) % count < (hand - turn) % count]
    for early in sorted(before, key=lambda each: (each.hand - turn) % count):
        if early.before >= call:
            seat, name = now.seats[early.hand], now.names[early.hand]
            shown = Bet(seat, name, early.do, early.to, early.to - now.bets[early.hand], "HLD 17.6")
            now = bet_applied(now, shown, settings)
    return now


def _action(settings: HoldemSettings, shown: Round, hand: int, command: Command) -> tuple[str, Cents]:
    """What was done, and the total in the betting round that it shows."""
    do, bet = command.ruling or "", shown.bets[hand]
    if do in WAGERS:
        return do, command.amount or 0
    if do == "tap_out":
        whole = tap_out_total(settings, shown, hand)
        return ("call" if whole <= shown.call else "raise" if shown.call else "bet"), whole
    # Who has too little for the call shows what there is (HLD 14.1).
    return do, min(shown.call, bet + shown.stacks[hand]) if do == "call" else bet


def _not_showable(settings: HoldemSettings, shown: Round, early: Early, clause: str) -> Refusal | None:
    """What could not be done even in turn cannot be done out of it."""
    hand, do = early.hand, early.do
    free = shown.call == shown.bets[hand]
    if do in WAGERS:
        if (do == "raise") is not bool(shown.call):
            return Refusal(clause, "A bet opens the betting; once it is open, it is a raise.")
        return wrong_size(settings, shown, hand, do, early.to)
    if do == "call":
        return Refusal(clause, "There is nothing to call.") if free else None
    if shown.acted >> hand & 1:
        return Refusal(clause, f"Seat {shown.seats[hand]} has acted in this betting round.")
    first_round = shown.street == PREFLOP
    if (do == "stand") is not first_round:
        return Refusal("HLD 11.1", "In the first betting round one stands; after it one checks.")
    return None if free and (shown.call or not first_round) else Refusal("HLD 11.2", f"There is no {do} here.")


def _hands_skipped(now: Round, hand: int) -> int:
    """The hands that are to act before this one."""
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
    early = early_of(now, hand)
    if hand == NOBODY or now.turn == NOBODY or (hand == now.turn and early is None):
        return Refusal("HLD 17.5", f"Seat {command.seat} has not acted out of turn.")
    said = in_words(command.ruling or "an action")
    if command.amount:
        said = f"{said} to {amount_words(settings_of(state), command.amount)}"
    taken_back = Recorded("retract", "HLD 17.5", command.by, command.seat, command.player, said)
    if early is None:
        return (taken_back,)
    followed = now.early[now.early.index(early) :]
    return taken_back, EarlyWithdrawn(tuple(now.seats[each.hand] for each in followed), "HLD 17.5")


def skipped_hand(state: Holdem, command: Command) -> Decision:
    """STAR 7.36[s2], STAR 7.36[s3]: who was skipped and kept silent until substantial action: dead, or no raise.

    Either way the action to the hand that acted out of turn does not change, so it binds.
    """
    now, settings = state.play.round, settings_of(state)
    if settings.procedures != STAR:
        return Refusal("HLD 17.6", "Only the procedures of the Star know this ruling.")
    hand = live_hand(state, command.seat)
    if hand == NOBODY or now.turn == NOBODY:
        return Refusal("STAR 7.36[s2]", f"Seat {command.seat} has no action to take in this betting round.")
    silent = tuple(each.do for each in now.early if each.skipped & _hands_skipped(now, each.hand) & 1 << hand)
    if not is_substantial(silent, check_fold=settings.sa_check_fold):
        return Refusal("STAR 7.36[s2]", f"There has been no substantial action past seat {command.seat}.")
    if command.ruling == "dead":
        return (Folded(now.seats[hand], "STAR 7.36[s3]", "Skipped without speaking up: the hand is ruled dead."),)
    if command.ruling == "no_raise":
        return (MayNotRaise(now.seats[hand], "STAR 7.36[s3]"),)
    return Refusal("STAR 7.36[s3]", "The ruling is that the hand is dead, or that it may not raise.")


def out_of_turn_ruling(state: Holdem) -> str | None:
    """The paragraph that holds for the hand whose turn has come after it acted out of turn."""
    now = state.play.round
    early = early_of(now, now.turn)
    return None if early is None else ruling_on(settings_of(state), now, early)


def _shown_early(state: Holdem, event: ShownEarly) -> Holdem:
    now = state.play.round
    return with_round(state, now._replace(early=(*now.early, event.early)))


def _apply_withdrawn(state: Holdem, event: EarlyWithdrawn) -> Holdem:
    now = state.play.round
    left = tuple(early for early in now.early if now.seats[early.hand] not in event.seats)
    return with_round(state, now._replace(early=left))


def _may_not_raise(state: Holdem, event: MayNotRaise) -> Holdem:
    now = state.play.round
    return with_round(state, now._replace(passive=now.passive | 1 << now.seats.index(event.seat)))


_STAFF = (Role.DEALER, Role.SUPERVISOR, Role.OPERATOR)
_POWER = (Role.SUPERVISOR, Role.OPERATOR)
_PLAYING = (Stage.PLAYING,)
VERBS = {
    "out_of_turn": Verb(out_of_turn, "HLD 17.6", _STAFF, ("seat", "ruling"), ("amount",), _PLAYING),
    "retract": Verb(retract, "HLD 17.5", _STAFF, ("seat", "reason"), ("ruling", "amount"), _PLAYING),
    "skipped_hand": Verb(skipped_hand, "STAR 7.36[s3]", _POWER, ("seat", "ruling"), (), _PLAYING),
}
APPLIERS: Appliers = {ShownEarly: _shown_early, EarlyWithdrawn: _apply_withdrawn, MayNotRaise: _may_not_raise}
