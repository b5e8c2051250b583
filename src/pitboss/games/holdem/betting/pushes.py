"""Chips pushed forward without words, and what they amount to (HLD 17.7, HLD 17.8, STAR 7.32 to STAR 7.34)."""

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.games.holdem.betting import betting
from pitboss.games.holdem.betting.betting import Bet
from pitboss.games.holdem.betting.sizes import amount_words, options
from pitboss.games.holdem.settings import STAR, HoldemSettings, settings_of
from pitboss.games.holdem.state import NOBODY, PREFLOP, Holdem, Round, with_round
from pitboss.games.play import MOST_CENTS, Appliers, Cents, Command, Decision, Role, Stage, Verb
from pitboss.rulebook.refusal import Refusal

_SHORT = "short"
# The value of a chip has fewer digits than any amount that can be said.
_MOST_DIGITS = len(str(MOST_CENTS))


class ShortPush(NamedTuple):
    """HLD 17.8[s1]: fewer chips than the call were put in; they are made up, or go back with a fold."""

    seat: int
    amount: Cents
    clause: str


class _Reading(NamedTuple):
    """What chips are taken for: an action with its total, and the clause where it is not the usual one."""

    do: str
    to: Cents
    clause: str = ""


def push(state: Holdem, command: Command) -> Decision:
    """HLD 17.7, HLD 17.8[s1], STAR 7.34: chips put in without words, ruled by their amount.

    `amount` is what was pushed now; chips pushed before for the same call count with it. `amounts` may name the chips
    (value: how many), and `reason` what was said: "raise" without an amount, or "asked_for_count". Whoever rules may
    say by which clause (`ruling`).
    """
    now, settings = state.play.round, settings_of(state)
    if now.turn == NOBODY or now.seats[now.turn] != command.seat:
        return Refusal("HLD 10.3" if now.street == PREFLOP else "HLD 12.3", "It is not the turn of this seat.")
    hand, seat = now.turn, now.seats[now.turn]
    if not all(value.isdecimal() and len(value) <= _MOST_DIGITS for value in command.amounts):
        return Refusal("STAR 7.32[s1]", "Chips are named by their value.")
    chips = {int(value): count for value, count in command.amounts.items()}
    amount = sum(value * count for value, count in chips.items()) or command.amount or 0
    in_front = amount + now.short_push
    if not amount or in_front > now.stacks[hand]:
        return Refusal("HLD 4.4", f"The stake is {amount_words(settings, now.stacks[hand])}.")
    reading = _read(settings, now, chips, in_front, command.reason)
    do = "call" if reading.do == _SHORT else reading.do
    to = reading.to if do in ("bet", "raise") else None
    # Fewer chips than the call are accepted only where the call itself would be.
    decision = betting.VERBS[do].decide(state, Command(Role.PLAYER, do, seat, command.player, amount=to))
    if isinstance(decision, Refusal):
        return decision
    first = decision[0]
    clause = reading.clause or first.clause
    if command.ruling is not None and not clause.startswith(command.ruling):
        return Refusal(clause, f"These chips are ruled by {clause}, not by {command.ruling}.")
    if reading.do == _SHORT:
        return (ShortPush(seat, in_front, clause),)
    assert isinstance(first, Bet)
    return (first._replace(clause=clause),)


def _read(
    settings: HoldemSettings, now: Round, chips: Mapping[Cents, int], amount: Cents, said: str | None
) -> _Reading:
    """By the procedures of the table; chips that make up for a short push are no chips of their own any more."""
    special = settings.procedures == STAR and not now.short_push
    reading = _star_reading(settings, now, chips, amount, said) if special else None
    return reading or _by_amount(settings, now, amount)


def _by_amount(settings: HoldemSettings, now: Round, amount: Cents) -> _Reading:
    """HLD 17.7, HLD 17.8[s1]: what chips amount to: a bet or raise, a call with the excess back, or too little.

    Either way a whole stake is a tap-out (HLD 14.1).
    """
    hand = now.turn
    total, money = now.bets[hand] + amount, options(settings, now, hand)
    if now.short_push and total >= now.call:
        return _Reading("call", total, "HLD 17.8[s1]")
    if total < now.call and amount < now.stacks[hand]:
        return _Reading(_SHORT, total, "HLD 17.8[s1]")
    if not now.call or (money.may_raise and total >= money.min_to):
        return _Reading("raise" if now.call else "bet", total)
    if total <= now.call:
        return _Reading("call", total)
    # Who owes nothing before the flop stands.
    return _Reading("call" if now.call > now.bets[hand] else "stand", total, "HLD 17.7")


def _star_reading(
    settings: HoldemSettings, now: Round, chips: Mapping[Cents, int], amount: Cents, said: str | None
) -> _Reading | None:
    """STAR 7.32[s1], STAR 7.32[s2], STAR 7.32[s3], STAR 7.33, STAR 7.34(b), STAR 7.44[s2]: chips at a Star tournament.

    Whatever these do not speak of is ruled by its amount. STAR 7.34(c), STAR 7.34(d): a silent oversized chip, and two
    equal ones under the rule for several, are ways to call.
    """
    hand = now.turn
    total, money = now.bets[hand] + amount, options(settings, now, hand)
    count, facing = sum(chips.values()), now.call > now.bets[hand]
    if said == "asked_for_count" and facing:
        # Whoever was told a wrong amount and puts it in is bound to the true one.
        return _Reading("call", now.call, "STAR 7.44[s2]")
    if said == "raise" and now.call:
        # The most the chip allows, and a raise that was announced is at least the least one.
        return _Reading("raise", max(money.min_to, min(total, money.max_to)), "STAR 7.32[s2]")
    if count == 1 and facing and total > now.call:
        return _Reading("call", now.call, "STAR 7.32[s1]")
    if count == 1 and not facing and total >= money.min_to:
        return _Reading("raise" if now.call else "bet", min(total, money.max_to), "STAR 7.32[s3]")
    if total == now.call:
        return _Reading("call", now.call, "STAR 7.34(b)")
    two_equal = count == 2 and len(chips) == 1
    if two_equal and facing and now.call < total < now.call + now.increment and min(chips) < now.call:
        return _Reading("call", now.call, "STAR 7.33")
    return None


def _short_push(state: Holdem, event: ShortPush) -> Holdem:
    return with_round(state, state.play.round._replace(short_push=event.amount))


VERBS = {
    "push": Verb(
        push,
        "HLD 17.7",
        (Role.PLAYER, Role.DEALER, Role.SUPERVISOR, Role.OPERATOR),
        ("seat",),
        ("amount", "amounts", "ruling", "reason"),
        (Stage.PLAYING,),
    ),
}
APPLIERS: Appliers = {ShortPush: _short_push}
