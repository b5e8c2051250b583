"""The best play of Ultimate Texas Hold-em, exactly, over all deals.

A hand that is not given up wins or loses the same ante, blind and trips whenever its play wager is made: only the size
of the play wager differs. So the choices compare without the pay table of the blind, but for the fold on the river:

- Let D be the dealer hands beaten less those that win. On the river playing is worth V = D + ante + blind, and folding
  -2 antes. Waiting for the river instead of playing twice the ante after the flop gains -D, and -2 - V where it folds.
- Of a hand and a flop the gains of waiting add up over all turns and rivers: below zero, twice the ante is better.
- Four times the ante before the flop gains 2 D over twice, summed over all boards, and forgoes what waiting gains.
  Three times would need D below zero to be better than four; then twice after the flop is better still.
- A fold before the river is never better than one on the river.

Values are whole numbers in a unit of the wager, times the 990 dealer hands.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.cards.compiled import compile_kernel
from pitboss.odds.ultimate.boards import CLASSES, KINDS, NO_FLUSH, PAIRS, SUITED_ONLY, kind_of, pair_of
from pitboss.odds.ultimate.flops import FLOPS, flop_boards, flops
from pitboss.odds.ultimate.outcomes import (
    FLOPS_OF_A_BOARD,
    LOST,
    LOST_UNQUALIFIED,
    WON,
    WON_UNQUALIFIED,
    Ends,
    Outcomes,
    count_hands,
    count_outcomes,
    showdown_ends,
)
from pitboss.odds.ultimate.plan import HAND_CLASSES, Plan, hand_class
from pitboss.odds.ultimate.showdown import DEALER_HANDS, Showdowns, in_parts, showdowns


@dataclass(frozen=True, slots=True)
class Stakes:
    """What decides between the choices, all in one unit of money: the wagers, and the play wager at its four sizes.

    `pays` is what a winning blind is paid by category. `kept` is what a hand that plays on has more from its other
    wagers than one that folds: the trips wager, where a fold forfeits it and the player thinks of it.
    """

    ante: int
    blind: int
    plays: tuple[int, ...]
    pays: tuple[int, ...]
    kept: tuple[int, ...]

    def arrays(self) -> tuple[Any, ...]:
        """For compiled code."""
        return (self.ante, self.blind, *self.plays[:2], np.array(self.pays), np.array(self.kept))

    @property
    def most_gained(self) -> int:
        """No gain of waiting is larger, either way: all of it is the play wager after the flop that was spared."""
        return DEALER_HANDS * self.plays[1]


@dataclass(frozen=True, slots=True)
class Flopped:
    """What the flop brings: the hands that play twice the ante, and by hand class what waiting gains over it.

    The gains are sums over the hands of a class, all flops, turns and rivers and 990 dealer hands, where above zero.
    """

    play: npt.NDArray[np.uint64]
    gains: tuple[int, ...]


@compile_kernel
def fold_gains(shown: Any, stakes: Any, number: Any, pair: Any) -> Any:
    """What a fold on the river is better by than playing once the ante, over all dealer hands, and D of the hand.

    UTH 9.5, UTH 9.6(b), UTH 9.8: the ante counts against a dealer who qualifies, blind and play against any.
    """
    wins, ties, unqualified, categories = shown
    ante, blind, once, _, pays, kept = stakes
    category = categories[number, pair]
    ends = showdown_ends(wins[number, pair], ties[number, pair], unqualified[number, pair], category)
    won, lost = ends[0] + ends[1], ends[3] + ends[4]
    playing = once * (won - lost) + ante * (ends[0] - ends[3]) - blind * lost + pays[category] * won
    return -DEALER_HANDS * (ante + blind + kept[category]) - playing, won - lost


@compile_kernel
def weigh_river(part: Any, shown: Any, stakes: Any, gains: Any, folds: Any) -> None:
    """For every class and pair of kinds: what waiting for the river gains, and whether the hand then folds."""
    once, twice = stakes[2], stakes[3]
    for number in part:
        pair = 0
        for high in range(KINDS):
            for low in range(high + 1):
                better, beaten = fold_gains(shown, stakes, number, pair)
                gains[number, pair] = max(better, 0) - (twice - once) * beaten
                if better > 0:
                    folds[number, low] |= np.uint32(1) << np.uint32(high)
                    folds[number, high] |= np.uint32(1) << np.uint32(low)
                pair += 1


@compile_kernel
def weigh_flops(part: Any, boards: Any, gains: Any, room: Any, waiting: Any) -> None:
    """What waiting gains every hand on these flops, over all turns and rivers: `waiting[flop, one, other]`.

    `room` is where the sums are made: over all groups of boards by flush suit and pair of kinds; over those with one
    certain card of a kind beside each kind; and without a flush suit over those with a card beside each rank.
    """
    for flop in part:
        room[0][:] = 0
        room[1][:] = 0
        room[2][:] = 0
        for group in range(boards.first[flop], boards.first[flop + 1]):
            _add_group(boards, flop, group, gains[boards.number[group]], room)
        _sum_up(boards, flop, gains, room, waiting[flop])


@compile_kernel
def _add_group(boards: Any, flop: Any, group: Any, row: Any, room: Any) -> None:
    base, with_kind, with_card = room
    suit, turn, river = boards.suit[group], boards.turn[group], boards.river[group]
    total, times = base[suit], boards.times[group]
    for pair in range(PAIRS):
        total[pair] += times * row[pair]
    if suit == NO_FLUSH:
        _add_beside(boards.beside[flop], turn, river, row, with_card)
        if turn != river:
            _add_beside(boards.beside[flop], river, turn, row, with_card)
        return
    for kind in range(KINDS):
        with_kind[suit, turn, kind] += boards.with_turn[group] * row[pair_of(turn, kind)]
        with_kind[suit, river, kind] += boards.with_river[group] * row[pair_of(river, kind)]


@compile_kernel
def _add_beside(beside: Any, mine: Any, other: Any, row: Any, with_card: Any) -> None:
    """The boards with a card of one kind beside the other, for each card of it."""
    for suit in range(4):
        card = 13 * suit + mine - SUITED_ONLY
        times = beside[card, other - SUITED_ONLY]
        if times:
            for rank in range(13):
                with_card[card, rank] += times * row[pair_of(mine, rank + SUITED_ONLY)]


@compile_kernel
def _sum_up(boards: Any, flop: Any, gains: Any, added: Any, waiting: Any) -> None:
    base, with_kind, with_card = added
    live, at = boards.live[flop], 0
    for first in range(49):
        for second in range(first + 1, 49):
            one, other = live[first], live[second]
            # A flush in a suit that is not on the flop is never possible, and its sums are nothing.
            gain = base[NO_FLUSH, pair_of(kind_of(one, NO_FLUSH), kind_of(other, NO_FLUSH))]
            gain -= with_card[one, other % 13] + with_card[other, one % 13]
            for suit in range(NO_FLUSH):
                a, b = kind_of(one, suit), kind_of(other, suit)
                gain += base[suit, pair_of(a, b)] - with_kind[suit, a, b] - with_kind[suit, b, a]
            # The one board that holds both cards was taken away twice.
            group = boards.group[flop, at]
            suit = boards.suit[group]
            waiting[one, other] = gain + gains[boards.number[group], pair_of(kind_of(one, suit), kind_of(other, suit))]
            at += 1


@compile_kernel
def decide_flops(part: Any, ways: Any, live: Any, waiting: Any, play: Any, sums: Any) -> None:
    """Which hands play twice the ante on these flops, and what waiting gains the others, by hand class."""
    for flop in part:
        for first in range(49):
            for second in range(first + 1, 49):
                one, other = live[flop, first], live[flop, second]
                gain = waiting[flop, one, other]
                if gain < 0:
                    play[flop, one] |= np.uint64(1) << np.uint64(other)
                    play[flop, other] |= np.uint64(1) << np.uint64(one)
                else:
                    sums[flop, hand_class(one, other)] += ways[flop] * gain


def river_table(shown: Showdowns, stakes: Stakes) -> tuple[npt.NDArray[Any], npt.NDArray[np.uint32]]:
    """The gains of waiting by class and pair of kinds, and the folds."""
    # Where 16 bits hold a gain, 32 bits hold the sum of 1,176 of them, and the work takes half the time.
    gains = np.empty((CLASSES, PAIRS), np.int16 if stakes.most_gained < 1 << 15 else np.int64)
    folds = np.zeros((CLASSES, KINDS), np.uint32)
    in_parts(CLASSES, lambda part: weigh_river(part, shown.arrays(), stakes.arrays(), gains, folds))
    return gains, folds


def flop_gains(gains: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """By canonical flop and the two cards, the lower one first: what waiting gains over all turns and rivers."""
    boards, waiting = flop_boards(), np.zeros((FLOPS, 52, 52), np.int64)
    wide = np.int32 if gains.dtype == np.int16 else np.int64

    def weigh(part: npt.NDArray[np.int64]) -> None:
        shapes = (NO_FLUSH + 1, PAIRS), (NO_FLUSH, KINDS, KINDS), (52, 13)
        weigh_flops(part, boards, gains, tuple(np.empty(shape, wide) for shape in shapes), waiting)

    in_parts(FLOPS, weigh)
    return waiting


def flop_table(gains: npt.NDArray[Any]) -> Flopped:
    """The decisions after the flop that follow from the gains of waiting.

    The sums by hand class are over less than 12 x 19,600 hands and flops; with 64-bit gains of at most 2 to the 40th, a
    stake of many millions of cents, they stay in 64 bits.
    """
    waiting = flop_gains(gains)
    play = np.zeros((FLOPS, 52), np.uint64)
    sums = np.zeros((FLOPS, HAND_CLASSES), np.int64)
    live, ways = flop_boards().live, flops().ways
    in_parts(FLOPS, lambda part: decide_flops(part, ways, live, waiting, play, sums))
    return Flopped(play, tuple(sums.sum(axis=0).tolist()))


@dataclass(frozen=True, slots=True, eq=False)
class Best:
    """The best plan, how all deals end under it, and by hand class what waiting gains after a check before the flop."""

    plan: Plan
    outcomes: Outcomes
    gains: tuple[int, ...]


@lru_cache(maxsize=8)
def best_play(stakes: Stakes) -> Best:
    """Solves the game. Of equal choices the smaller wager is taken, and on the river the hand that plays."""
    shown = showdowns()
    gains, folds = river_table(shown, stakes)
    flopped = flop_table(gains)
    plan = Plan(_before_flop(stakes, count_hands(), flopped.gains), flopped.play, folds)
    return Best(plan, count_outcomes(plan), flopped.gains)


def _before_flop(stakes: Stakes, hands: Ends, gains: tuple[int, ...]) -> npt.NDArray[np.int8]:
    """The multiple that is best at once, or 0: what it gains over twice the ante against what waiting gains."""
    duels = hands[:, :, [WON, WON_UNQUALIFIED]].sum(axis=(1, 2)) - hands[:, :, [LOST, LOST_UNQUALIFIED]].sum(
        axis=(1, 2)
    )
    best = np.zeros(HAND_CLASSES, np.int8)
    for hand, (duel, waiting) in enumerate(zip(duels.tolist(), gains, strict=True)):
        most = waiting
        for multiple in (3, 4):
            gain = FLOPS_OF_A_BOARD * (stakes.plays[multiple - 1] - stakes.plays[1]) * duel
            if gain > most:
                best[hand], most = multiple, gain
    return best
