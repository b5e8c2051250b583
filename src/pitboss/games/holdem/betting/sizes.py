"""Sizes of bets: what it costs to call, and the totals that can be bet or raised to (HLD 4.2(g), 5, 6, 14).

An amount is always the total of a player in the betting round, blinds included: a raise to 30 with 10 already in costs
20 more.
"""

from typing import NamedTuple

from pitboss.games.copies import new
from pitboss.games.holdem.fast.mutable_round import AnyRound
from pitboss.games.holdem.settings import (
    ANTE,
    COMPLETABLE,
    CUMULATIVE,
    FULL_POT,
    HALF_POT,
    MIN_BET_UNITS,
    NO_LIMIT,
    STRADDLE,
    TOURNAMENT,
    HoldemSettings,
    in_round,
)
from pitboss.games.holdem.showdown.pots import pot_now
from pitboss.games.holdem.state import PREFLOP
from pitboss.games.play import Cents, dollars
from pitboss.rulebook.refusal import Refusal


class Options(NamedTuple):
    """The money side of a turn: what it costs to call, and the totals that can be bet or raised to."""

    hand: int
    owes: Cents
    may_raise: bool
    min_to: Cents
    max_to: Cents
    # The clause that forbids a raise, or that bounds its size from above.
    clause: str


def amount_words(settings: HoldemSettings, amount: Cents) -> str:
    """An amount as people at this table say it: dollars, or chips in a tournament."""
    return f"{amount:,}" if settings.mode == TOURNAMENT else dollars(amount)


def options(settings: HoldemSettings, now: AnyRound, hand: int) -> Options:
    """HLD 5.1[s2], HLD 6.2, HLD 4.2(g), HLD 14.5: what the hand may call for, and bet or raise to.

    The sizes are cut down to the stake: a hand that has less than the least raise may still tap out.
    """
    bet, stack, call = now.bets[hand], now.stacks[hand], now.call
    owes = call - bet
    if owes >= stack:
        return new(Options, (hand, stack, False, call, call, "HLD 14.1[s1]"))
    forbidden = _raise_forbidden(settings, now, hand, owes)
    if forbidden:
        return new(Options, (hand, owes, False, call, call, forbidden))
    least, most, clause = _sizes(settings, now, hand)
    if most < least:
        # The only size left where a limit falls below the minimum.
        most = least
    whole = bet + stack
    if least > whole and settings.tap_out_units == MIN_BET_UNITS:
        whole, clause = tap_out_total(settings, now, hand), "HLD 14.1[s1]"
        if whole <= call:
            return new(Options, (hand, owes, False, call, call, clause))
    least, most = least if least < whole else whole, most if most < whole else whole
    return new(Options, (hand, owes, True, least, most, clause))


def _raise_forbidden(settings: HoldemSettings, now: AnyRound, hand: int, owes: Cents) -> str | None:
    """The clause by which this hand may not raise, if there is one.

    HLD 14.5, R-10: a tap-out below a full raise gives no right to raise; who has not yet acted on a full bet keeps it.
    HLD D-Betting Round: where raises are limited in number, not after the last one.
    """
    if now.short_open and settings.short_open_tap_out != COMPLETABLE:
        return "HLD 14.5"
    if now.acted >> hand & 1:
        if not owes:
            # Whoever has acted acts again only when somebody has bet or raised.
            return "HLD 10.4" if now.street == PREFLOP else "HLD 12.4"
        if settings.short_all_in_reopen != CUMULATIVE or owes < now.increment:
            return "HLD 14.5"
    if settings.max_raises is not None and now.raises >= settings.max_raises and now.call:
        return "HLD D-Betting Round"
    if now.passive >> hand & 1:
        return "STAR 7.36[s3]"
    others = now.folded | now.tapped | 1 << hand
    if others == (1 << len(now.seats)) - 1:
        # Nobody is left who could call it (HLD 9.6).
        return "HLD 9.6"
    return None


def _sizes(settings: HoldemSettings, now: AnyRound, hand: int) -> tuple[Cents, Cents, str]:
    """HLD 4.2(g), HLD D-Half Pot, HLD D-Full Pot, R-08: the least and the most total.

    The stake is not looked at here; the clause is that of the most.

    Pot limits bind the raise: the pot with the amount to call in it, rounded down to the smallest chip.
    """
    call, limit = now.call, settings.limit
    # where it may be raised at all, a short opening bet is first made up to the minimum.
    has_full_bet = call and not now.short_open
    least = call + now.increment if has_full_bet else in_round(settings.min_bet, now.street)
    if limit == NO_LIMIT:
        return least, now.bets[hand] + now.stacks[hand], "HLD D-No Limit"
    if limit in (FULL_POT, HALF_POT):
        pot = pot_now(now) + call - now.bets[hand]
        if now.street == PREFLOP and settings.hole_cards == 4:
            # STAR 7.14[s4]: the big blind ante is outside the pot before the flop in pot-limit Omaha.
            pot -= sum(now.dead)
        most = pot if limit == FULL_POT else pot // 2
        return least, call + most - most % settings.chip_unit, "HLD 4.2(g)"
    if limit == STRADDLE:
        # where there is no bet yet, the table minimum counts as the previous bet.
        first = settings.straddle_open_max or 2 * in_round(settings.min_bet, now.street)
        return least, 2 * call if call else first, "HLD D-Straddle"
    highest = settings.min_bet if settings.max_bet is None else settings.max_bet
    return least, call + in_round(highest, now.street), "HLD 4.2(g)"


def full_raise(settings: HoldemSettings, now: AnyRound, hand: int) -> Cents:
    """HLD 5.1[s2], HLD 6.1, HLD 6.2: the least total of a full bet or raise, whatever the stake."""
    return _sizes(settings, now, hand)[0]


def tap_out_total(settings: HoldemSettings, now: AnyRound, hand: int) -> Cents:
    """HLD 14.1[s1], R-13: all remaining chips; in the strict reading whole minimum bets, and a stub stays behind.

    A stake that reaches to the call is not cut down below it.
    """
    stack, owes = now.stacks[hand], now.call - now.bets[hand]
    if settings.tap_out_units == MIN_BET_UNITS:
        minimum = in_round(settings.min_bet, now.street)
        units = stack - stack % minimum or stack
        stack = units if stack < owes else max(units, owes)
    return now.bets[hand] + stack


def wrong_size(settings: HoldemSettings, now: AnyRound, hand: int, do: str, to: Cents) -> Refusal | None:
    """HLD 4.2(g), HLD 5.1[s2], HLD 6.1, HLD 6.2: a bet or raise outside the limits, with the limits.

    HLD 4.7: in chips, so in multiples of the smallest one; the least and the most can always be bet.
    """
    choice = options(settings, now, hand)
    words = amount_words
    if not choice.may_raise:
        return Refusal(choice.clause, why_no_raise(settings, now, choice))
    least, most = choice.min_to, choice.max_to
    if least <= to <= most and (to % settings.chip_unit == 0 or to in (least, most)):
        return None
    whole = now.bets[hand] + now.stacks[hand]
    low, high = words(settings, least), words(settings, most)
    between = f"between {low} and {high}" if least < most else f"of {low}"
    reason = f"Here a {do} is to a total {between}, not to {words(settings, to)}."
    if to < least:
        return Refusal(_least_clause(settings, now), reason)
    if to > whole:
        return Refusal("HLD 4.4", f"The stake reaches to {words(settings, whole)}. {reason}")
    if to > most:
        return Refusal(choice.clause, reason)
    unit = words(settings, settings.chip_unit)
    return Refusal("HLD 4.7", f"Bets are made with chips, in multiples of {unit}. {reason}")


def _least_clause(settings: HoldemSettings, now: AnyRound) -> str:
    if settings.structure == ANTE:
        return "HLD 6.2" if now.call else "HLD 6.1"
    return "HLD 5.1[s2]" if now.call else "HLD 5.2"


def why_no_raise(settings: HoldemSettings, now: AnyRound, choice: Options) -> str:
    owes = amount_words(settings, choice.owes)
    reasons = {
        "HLD 14.1[s1]": f"The stake does not reach above the call: {owes} can be put in.",
        "HLD D-Betting Round": f"No more raises than {settings.max_raises} are made in a betting round: call or fold.",
        "HLD 10.4": "The hand has acted, and nobody has raised since.",
        "HLD 12.4": "The hand has acted, and nobody has bet or raised since.",
        "HLD 9.6": "Nobody is left who could call a raise.",
        "STAR 7.36[s3]": "Who was skipped and did not speak up may call or fold, but not raise.",
    }
    incomplete = "A tap-out below a full raise gives no right to raise: call or fold."
    return reasons.get(choice.clause, incomplete)
