"""What is offered to the hand whose turn it is: all that would be accepted, with its amounts, and nothing more."""

from collections.abc import Iterator, Mapping

from pitboss.games.copies import new
from pitboss.games.holdem.betting import VERBS, Bet
from pitboss.games.holdem.early import binding
from pitboss.games.holdem.opening import clauses_now
from pitboss.games.holdem.settings import HoldemSettings, settings_of
from pitboss.games.holdem.sizes import options, tap_out_total
from pitboss.games.holdem.state import IN_PLAY, NOBODY, PREFLOP, Holdem, Round
from pitboss.games.play import Cents, Choice, Command, Role
from pitboss.rulebook.refusal import Refusal

_PLAYER = Role.PLAYER
_TAP_OUT = "HLD 14.1[s1]"


def player_choices(state: Holdem) -> tuple[Choice, ...]:
    """HLD 10.2, HLD 10.3, HLD 12.2, HLD 12.3: what the hand whose turn it is may do, in the order of the rules."""
    now = state.play.round
    if now.turn == NOBODY or state.felt.stage is not IN_PLAY:
        return ()
    if now.early or now.short_push:
        return tuple(_asked_one_by_one(state))
    settings = settings_of(state)
    whole, clauses = tap_out_total(settings, now, now.turn), clauses_now(settings, now)
    return *_passing(now, whole, clauses), *_wagers(settings, now, whole, clauses)


def _offer(now: Round, do: str, clause: str, amounts: tuple[Cents, ...] = ()) -> Choice:
    hand = now.turn
    return new(Choice, (_PLAYER, do, clause, now.seats[hand], now.names[hand], 1, amounts, None, None, 1, ()))


def _passing(now: Round, whole: Cents, clauses: Mapping[str, str]) -> list[Choice]:
    """To fold, check, stand or call. HLD 14.1[s1]: with less than the call, it is a tap-out."""
    hand, call = now.turn, now.call
    owes = call - now.bets[hand]
    choices = []
    if "fold" in clauses:
        choices.append(_offer(now, "fold", clauses["fold"]))
    if owes >= now.stacks[hand]:
        choices.append(_offer(now, "call", _TAP_OUT, (whole - now.bets[hand],)))
    elif owes:
        if "call" in clauses:
            choices.append(_offer(now, "call", clauses["call"], (owes,)))
    elif now.street != PREFLOP:
        choices.append(_offer(now, "check", clauses["check"]))
    elif call and "call" in clauses:
        choices.append(_offer(now, "stand", "HLD 10.2 tail" if hand == now.last_blind else "HLD 10.3(a)"))
    if "call_and_fold" in clauses:
        choices.append(_offer(now, "call_and_fold", clauses["call_and_fold"]))
    return choices


def _wagers(settings: HoldemSettings, now: Round, whole: Cents, clauses: Mapping[str, str]) -> list[Choice]:
    """To bet or raise, and to tap out, which is a call where it reaches no further."""
    hand = now.turn
    bet, call = now.bets[hand], now.call
    _, _, may_raise, least, most, _ = options(settings, now, hand)
    do = "raise" if call else "bet"
    may_raise = may_raise and do in clauses
    choices = []
    if may_raise:
        clause = _TAP_OUT if least == bet + now.stacks[hand] else clauses[do]
        sizes = (), least, most, settings.chip_unit, ()
        choices.append(new(Choice, (_PLAYER, do, clause, now.seats[hand], now.names[hand], 1, *sizes)))
    if whole <= call or (may_raise and least <= whole <= most):
        choices.append(_offer(now, "tap_out", _TAP_OUT, (whole - bet,)))
    return choices


def _asked_one_by_one(state: Holdem) -> Iterator[Choice]:
    """What is accepted where the hand is bound by what it did out of turn or by chips it has pushed."""
    now, settings = state.play.round, settings_of(state)
    hand = now.turn
    seat, player = now.seats[hand], now.names[hand]
    money = options(settings, now, hand)
    held_to = binding(settings, now, hand) if now.early else None
    for do in ("fold", "check", "stand", "call", "call_and_fold", "bet", "raise", "tap_out"):
        amount = None
        if do in ("bet", "raise"):
            amount = money.min_to if held_to is None else held_to.to
        decision = VERBS[do].decide(state, Command(_PLAYER, do, seat, player, amount=amount))
        if isinstance(decision, Refusal):
            continue
        first = decision[0]
        choice = Choice(_PLAYER, do, first.clause, seat, player)
        if amount is None:
            put_in = (first.added,) if do in ("call", "tap_out") and isinstance(first, Bet) else ()
            yield choice._replace(amounts=put_in)
        elif held_to is not None:
            yield choice._replace(amounts=(amount,))
        else:
            yield choice._replace(least=amount, most=money.max_to, step=settings.chip_unit)
