"""What is offered to the hand whose turn it is: all that would be accepted, with its amounts, and nothing more."""

from collections.abc import Iterator, Mapping

from pitboss.games.copies import new
from pitboss.games.holdem.betting.betting import VERBS, Bet
from pitboss.games.holdem.betting.early import binding
from pitboss.games.holdem.betting.opening import clauses_now
from pitboss.games.holdem.betting.sizes import options, tap_out_total
from pitboss.games.holdem.settings import HoldemSettings, settings_of
from pitboss.games.holdem.state import PREFLOP, Holdem, Round
from pitboss.games.play import Cents, Choice, Command, Role
from pitboss.rulebook.refusal import Refusal

_PLAYER = Role.PLAYER
_TAP_OUT = "HLD 14.1[s1]"
# A seat and who sits there.
_Player = tuple[int, str]


def player_choices(state: Holdem) -> tuple[Choice, ...]:
    """HLD 10.2, HLD 10.3, HLD 12.2, HLD 12.3: what the hand whose turn it is may do, in the order of the rules."""
    now = state.play.round
    if now.early or now.short_push:
        return tuple(_asked_one_by_one(state))
    settings, hand = settings_of(state), now.turn
    whole, clauses = tap_out_total(settings, now, hand), clauses_now(settings, now)
    who = now.seats[hand], now.names[hand]
    return *_passing(now, who, whole, clauses), *_wagers(settings, now, who, whole, clauses)


def _offer(who: _Player, do: str, clause: str, amounts: tuple[Cents, ...] = ()) -> Choice:
    seat, player = who
    return new(Choice, (_PLAYER, do, clause, seat, player, 1, amounts, None, None, 1, ()))


def _passing(now: Round, who: _Player, whole: Cents, clauses: Mapping[str, str]) -> list[Choice]:
    """To fold, check, stand or call. HLD 14.1[s1]: with less than the call, it is a tap-out."""
    hand, call = now.turn, now.call
    bet = now.bets[hand]
    owes = call - bet
    choices = []
    if "fold" in clauses:
        choices.append(_offer(who, "fold", clauses["fold"]))
    if owes >= now.stacks[hand]:
        choices.append(_offer(who, "call", _TAP_OUT, (whole - bet,)))
    elif owes:
        if "call" in clauses:
            choices.append(_offer(who, "call", clauses["call"], (owes,)))
    elif now.street != PREFLOP:
        choices.append(_offer(who, "check", clauses["check"]))
    elif call and "call" in clauses:
        choices.append(_offer(who, "stand", "HLD 10.2 tail" if hand == now.last_blind else "HLD 10.3(a)"))
    if "call_and_fold" in clauses:
        choices.append(_offer(who, "call_and_fold", clauses["call_and_fold"]))
    return choices


def _wagers(
    settings: HoldemSettings, now: Round, who: _Player, whole: Cents, clauses: Mapping[str, str]
) -> list[Choice]:
    """To bet or raise, and to tap out, which is a call where it reaches no further."""
    hand, call = now.turn, now.call
    bet = now.bets[hand]
    _, _, may_raise, least, most, _ = options(settings, now, hand)
    do = "raise" if call else "bet"
    choices = []
    if may_raise and do in clauses:
        clause = _TAP_OUT if least == bet + now.stacks[hand] else clauses[do]
        seat, player = who
        choices.append(new(Choice, (_PLAYER, do, clause, seat, player, 1, (), least, most, settings.chip_unit, ())))
    if whole <= call or (choices and least <= whole <= most):
        choices.append(_offer(who, "tap_out", _TAP_OUT, (whole - bet,)))
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
