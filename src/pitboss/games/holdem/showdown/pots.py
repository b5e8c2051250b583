"""Pots: what nobody matched goes back, and the rest lies in layers that the same hands contest (HLD 14.2, 15.2(b))."""

from collections.abc import Sequence
from typing import NamedTuple

from pitboss.games.copies import new
from pitboss.games.holdem.fast.mutable_round import AnyRound
from pitboss.games.holdem.settings import HoldemSettings
from pitboss.games.holdem.state import hands_but
from pitboss.games.play import Cents


class Layer(NamedTuple):
    """Chips that the same hands contest; `hands` clockwise from the button."""

    amount: Cents
    hands: tuple[int, ...]


class OnTheTable(NamedTuple):
    """The chips of a round that is being played: the pots, the bets in front of the seats, and what will go back."""

    pots: tuple[Layer, ...]
    bets: Cents
    back: tuple[int, Cents] | None


def pot_now(now: AnyRound) -> Cents:
    """HLD D-Pot: all chips in, bets that have not been collected included."""
    return sum(now.paid) + sum(now.dead)


def uncalled_bet(settings: HoldemSettings, now: AnyRound) -> tuple[int, Cents] | None:
    """HLD 15.2(b), R-12: the hand with the largest bet and what nobody has matched of it, if there is any.

    A bet is matched by whoever put in as much, folded since or not. A hand that was folded leaves its bets in the pot.
    """
    paid = now.paid
    ranked = sorted(paid)
    most, second = ranked[-1], ranked[-2]
    if second == most:
        return None
    hand = paid.index(most)
    if now.folded >> hand & 1:
        return None
    if settings.uncalled_bet == "all" and now.aggressor == hand and not _was_called(now, hand):
        # The whole of a bet that nobody called is outside the pot, but not what it was built on: an earlier bet of
        # the hand that was called, or its blind or ante.
        before = 0 if now.bet_over is None else now.bet_over.held
        second = min(second, max(now.forced[hand], most - now.bets[hand] + before))
    return hand, most - second


def _was_called(now: AnyRound, hand: int) -> bool:
    """Whether another hand has put a chip in against the bet of this betting round and stayed in."""
    others = (other for other in range(len(now.seats)) if other != hand and not now.folded >> other & 1)
    return any(now.bets[other] for other in others)


def layers(paid: Sequence[Cents], dead: Cents, hands: tuple[int, ...], tapped: int = 0) -> tuple[Layer, ...]:
    """HLD 14.2[s1]: the main pot and the side pots, in order of formation, by what each hand has put in.

    Dead chips belong to the main pot. Chips of folded hands lie in the layers they reach, and layers that the same
    hands contest are one pot. `tapped` are the hands that can win nothing bet after they had tapped out.
    """
    levels = sorted({paid[hand] for hand in hands})
    if len(levels) == 1 and max(paid) == levels[0]:
        # Most rounds have one pot.
        return (new(Layer, (sum(paid) + dead, hands)),)
    made: list[Layer] = []
    below, extra = 0, dead
    for level in levels:
        amount = sum(min(each, level) - min(each, below) for each in paid) + extra
        eligible = tuple(hand for hand in hands if paid[hand] >= level)
        below, extra = level, 0
        if amount:
            made.append(Layer(amount, eligible))
    above = sum(each - below for each in paid if each > below)
    if above:
        # A folded hand went further than any that stayed: its chips are for those who could still bet, if there are
        # any, and else in the last pot.
        last = made[-1]
        active = tuple(hand for hand in hands if not tapped >> hand & 1)
        if active and active != last.hands:
            made.append(Layer(above, active))
        else:
            made[-1] = Layer(last.amount + above, last.hands)
    return tuple(made)


def on_the_table(settings: HoldemSettings, now: AnyRound, *, betting_is_over: bool) -> OnTheTable:
    """HLD 14.2[s1], HLD 15.2(b): the pots as they lie, without the bets that have not been collected.

    A bet that nobody can match any more is in no pot. Where bets are made that somebody who has tapped out cannot win,
    the pot that they will form is there and empty.
    """
    paid, bets, hands = [*now.paid], [*now.bets], hands_but(now.folded, len(now.seats))
    back = uncalled_bet(settings, now) if betting_is_over else None
    if back is not None:
        hand, amount = back
        paid[hand] -= amount
        bets[hand] = max(bets[hand] - amount, 0)
    if not hands:
        return OnTheTable((), sum(bets), back)
    collected = [all_in - bet for all_in, bet in zip(paid, bets, strict=True)]
    pots = layers(collected, sum(now.dead), hands, now.tapped)
    last = pots[-1].hands
    able = tuple(hand for hand in last if bets[hand] or not now.tapped >> hand & 1)
    if any(bets) and able != last:
        pots = (*pots, Layer(0, able))
    return OnTheTable(pots, sum(bets), back)
