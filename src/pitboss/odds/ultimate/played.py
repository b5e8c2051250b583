"""How many deals of every class of boards and pair of kinds are played after the flop.

These are the sums of `weigh_flops` turned about: every hand that plays counts for all classes its flop can lead to.
First the hands of each flop are added up, then each class gathers from its flops.
"""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.cards.compiled import compile_kernel
from pitboss.odds.ultimate.boards import KINDS, NO_FLUSH, PAIRS, SUITED_ONLY, kind_of, pair_of
from pitboss.odds.ultimate.flops import FLOPS, FlopBoards, flop_boards, flops
from pitboss.odds.ultimate.plan import Plan, hand_class
from pitboss.odds.ultimate.showdown import in_parts

Counts = npt.NDArray[np.int16]


class HandsPlayed(NamedTuple):
    """The hands that play twice the ante on every canonical flop, times the flops it stands for: at most 24 x 16.

    By flop and flush suit: `base` by pair of kinds, `with_kind[k, m]` those with a card of the kind k beside one of m.
    `with_card[c, r]` has the card c beside one of rank r. `both` are by group of boards those that hold the very cards
    of turn and river.
    """

    base: Counts
    with_kind: Counts
    with_card: Counts
    both: Counts


class Played(NamedTuple):
    """What `fill_played` needs."""

    boards: FlopBoards
    hands: HandsPlayed


@lru_cache(maxsize=2)
def deals_played_after_flop(plan: Plan) -> Played:
    boards = flop_boards()
    hands = HandsPlayed(
        np.zeros((FLOPS, NO_FLUSH + 1, PAIRS), np.int16),
        np.zeros((FLOPS, NO_FLUSH, KINDS, KINDS), np.int16),
        np.zeros((FLOPS, 52, 13), np.int16),
        np.zeros(len(boards.number), np.int16),
    )
    table, ways = (plan.before_flop, plan.after_flop), flops().ways
    in_parts(FLOPS, lambda part: _count_played(part, boards, ways, table, hands))
    return Played(boards, hands)


@compile_kernel
def _count_played(part: Any, boards: Any, ways: Any, plan: Any, played: Any) -> None:
    before_flop, after_flop = plan
    for flop in part:
        live, at, times = boards.live[flop], -1, ways[flop]
        base, with_kind, with_card = played.base[flop], played.with_kind[flop], played.with_card[flop]
        for first in range(49):
            one = live[first]
            for second in range(first + 1, 49):
                other = live[second]
                at += 1
                plays = after_flop[flop, one] >> np.uint64(other) & np.uint64(1)
                if not plays or before_flop[hand_class(one, other)]:
                    continue
                played.both[boards.group[flop, at]] += times
                base[NO_FLUSH, pair_of(kind_of(one, NO_FLUSH), kind_of(other, NO_FLUSH))] += times
                with_card[one, other % 13] += times
                with_card[other, one % 13] += times
                for suit in range(NO_FLUSH):
                    a, b = kind_of(one, suit), kind_of(other, suit)
                    base[suit, pair_of(a, b)] += times
                    with_kind[suit, a, b] += times
                    with_kind[suit, b, a] += times


@compile_kernel
def fill_played(number: Any, played: Any, row: Any) -> None:
    """Fill the row of a class, by pair of kinds: the boards, flops of them and hands that play twice the ante after the
    flop. At most 1,024 boards, 16 hands and 10 flops."""
    boards, hands = played
    row[:] = 0
    for at in range(boards.first_of_class[number], boards.first_of_class[number + 1]):
        group = boards.of_class[at]
        flop, suit, turn, river = boards.flop[group], boards.suit[group], boards.turn[group], boards.river[group]
        base, times = hands.base[flop, suit], boards.times[group]
        for pair in range(PAIRS):
            row[pair] += times * base[pair]
        row[pair_of(turn, river)] += hands.both[group]
        if suit == NO_FLUSH:
            _take_beside(boards.beside[flop], hands.with_card[flop], turn, river, row)
            if turn != river:
                _take_beside(boards.beside[flop], hands.with_card[flop], river, turn, row)
            continue
        with_kind = hands.with_kind[flop, suit]
        for kind in range(KINDS):
            row[pair_of(turn, kind)] -= boards.with_turn[group] * with_kind[turn, kind]
            row[pair_of(river, kind)] -= boards.with_river[group] * with_kind[river, kind]


@compile_kernel
def _take_beside(beside: Any, with_card: Any, mine: Any, other: Any, row: Any) -> None:
    """The boards with a card of one kind beside the other, for each card of it."""
    for suit in range(4):
        card = 13 * suit + mine - SUITED_ONLY
        times = beside[card, other - SUITED_ONLY]
        if times:
            for rank in range(13):
                row[pair_of(mine, rank + SUITED_ONLY)] -= times * with_card[card, rank]
