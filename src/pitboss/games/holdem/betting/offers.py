"""What is offered to the hand whose turn it is: all that would be accepted, with its amounts, and nothing more."""

from collections.abc import Iterator
from functools import lru_cache

from pitboss.games.copies import new
from pitboss.games.holdem.betting.betting import VERBS, Bet
from pitboss.games.holdem.betting.early import binding
from pitboss.games.holdem.betting.opening import clauses_now
from pitboss.games.holdem.betting.sizes import options, tap_out_total
from pitboss.games.holdem.fast.mutable_round import AnyRound
from pitboss.games.holdem.settings import HoldemSettings, settings_of
from pitboss.games.holdem.state import PREFLOP, Holdem
from pitboss.games.play import Cents, Choice, Command, Role
from pitboss.rulebook.refusal import Refusal

_PLAYER = Role.PLAYER
_TAP_OUT = "HLD 14.1[s1]"


def player_choices(state: Holdem) -> tuple[Choice, ...]:
    """HLD 10.2, HLD 10.3, HLD 12.2, HLD 12.3: what the hand whose turn it is may do, in the order of the rules."""
    now = state.play.round
    return tuple(_asked_one_by_one(state)) if now.early or now.short_push else offers(settings_of(state), now)


def offers(settings: HoldemSettings, now: AnyRound) -> tuple[Choice, ...]:
    """The same where nothing binds the hand: to fold, check, stand or call, to bet or raise, and to tap out.

    HLD 14.1[s1]: with less than the call, a call is a tap-out; and a tap-out is a call where it reaches no further.
    """
    hand, call = now.turn, now.call
    bet, stack, seat, player = now.bets[hand], now.stacks[hand], now.seats[hand], now.names[hand]
    owes, whole, clauses = call - bet, tap_out_total(settings, now, hand), clauses_now(settings, now)
    choices = []
    if "fold" in clauses:
        choices.append(_passing(seat, player, "fold", clauses["fold"]))
    if owes >= stack:
        choices.append(_paying(seat, player, "call", _TAP_OUT, whole - bet))
    elif owes:
        if "call" in clauses:
            choices.append(_paying(seat, player, "call", clauses["call"], owes))
    elif now.street != PREFLOP:
        choices.append(_passing(seat, player, "check", clauses["check"]))
    elif call and "call" in clauses:
        choices.append(_passing(seat, player, "stand", "HLD 10.2 tail" if hand == now.last_blind else "HLD 10.3(a)"))
    if "call_and_fold" in clauses:
        choices.append(_passing(seat, player, "call_and_fold", clauses["call_and_fold"]))
    _, _, may_raise, least, most, _ = options(settings, now, hand)
    do = "raise" if call else "bet"
    may_raise = may_raise and do in clauses
    if may_raise:
        clause = _TAP_OUT if least == bet + stack else clauses[do]
        choices.append(new(Choice, (_PLAYER, do, clause, seat, player, 1, (), least, most, settings.chip_unit, ())))
    if whole <= call or (may_raise and least <= whole <= most):
        choices.append(_paying(seat, player, "tap_out", _TAP_OUT, whole - bet))
    return tuple(choices)


# Offered again in round after round, whatever the cards and the chips.
@lru_cache(maxsize=1 << 12)
def _passing(seat: int, player: str, do: str, clause: str) -> Choice:
    return Choice(_PLAYER, do, clause, seat, player)


def _paying(seat: int, player: str, do: str, clause: str, amount: Cents) -> Choice:
    return new(Choice, (_PLAYER, do, clause, seat, player, 1, (amount,), None, None, 1, ()))


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
