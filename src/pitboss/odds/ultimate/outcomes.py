"""How every deal ends under a plan: counts by decision, by category of the player's hand, and against the dealer.

A deal is a hand of two, a board, the three of its cards that are the flop, and a hand of the dealer: 27,813,810,024,000
of them, which fit a 64-bit number 300,000 times over.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.cards.compiled import compile_kernel
from pitboss.odds.ultimate.boards import (
    CLASSES,
    FLOP_BOARDS,
    KINDS,
    NO_FLUSH,
    board_classes,
    first_kind,
    flop_boards,
    flops,
    kind_of,
)
from pitboss.odds.ultimate.plan import HAND_CLASSES, Plan, hand_class
from pitboss.odds.ultimate.showdown import DEALER_HANDS, PAIRS, THREADS, Showdowns, count_left, in_parts, pair_of
from pitboss.odds.ultimate.ways import families, ways_of

CATEGORIES = 11
# Against the dealer: won, and won against a dealer who does not qualify, equal, lost, lost to one who does not qualify.
WON, WON_UNQUALIFIED, TIED, LOST, LOST_UNQUALIFIED = range(5)
ENDS = 5
FLOPS_OF_A_BOARD = 10
DEALS = comb(52, 2) * comb(50, 5) * FLOPS_OF_A_BOARD * DEALER_HANDS

Ends = npt.NDArray[np.int64]

# By the number of a pair of kinds: the two kinds, and the classes of its suited hands and of those of two suits.
_KINDS_OF = np.array([(low, high) for high in range(KINDS) for low in range(high + 1)])
_HANDS_OF = np.array(
    [(max(ranks) * 13 + min(ranks), min(ranks) * 13 + max(ranks)) for ranks in (_KINDS_OF % 13).tolist()]
)


@dataclass(frozen=True, slots=True, eq=False)
class Outcomes:
    """`counts[m, category, end]` are the deals in which m times the ante is played, or 0 for a fold.

    `hands[h]` are the ends of a hand class by category if it never folds, one flop a board.
    """

    counts: Ends
    hands: Ends


@compile_kernel
def showdown_ends(wins: Any, ties: Any, unqualified: Any, category: Any) -> Any:
    """The five ends of a showdown. Without a pair the player beats and ties only dealers who do not qualify."""
    losses = DEALER_HANDS - wins - ties
    if category == 0:
        lost_unqualified = unqualified - wins - ties
        return 0, wins, ties, losses - lost_unqualified, lost_unqualified
    return wins - unqualified, unqualified, ties, losses, 0


# The counts of `count_hands`, once they are known: they are small, and the showdowns they come from are not.
_HANDS: list[Ends] = []


def count_hands(shown: Showdowns) -> Ends:
    """The ends of every hand class over all boards, by category: `[169, 11, 5]`."""
    if not _HANDS:
        _HANDS.append(sum_ends((HAND_CLASSES, CATEGORIES, ENDS), _count_hands, class_arrays(), shown.arrays()))
    return _HANDS[0]


def count_outcomes(shown: Showdowns, plan: Plan) -> Outcomes:
    """How all deals end under a plan."""
    hands = count_hands(shown)
    tables = (plan.before_flop, plan.river, deals_played_after_flop(plan))
    counts = sum_ends((5, CATEGORIES, ENDS), _count_later, class_arrays(), shown.arrays(), tables)
    for multiple in (3, 4):
        counts[multiple] = FLOPS_OF_A_BOARD * hands[plan.before_flop == multiple].sum(axis=0)
    return Outcomes(counts, hands)


def class_arrays() -> tuple[npt.NDArray[Any], ...]:
    classes = board_classes()
    return classes.suited, classes.others, *families()


def sum_ends(shape: tuple[int, ...], count: Any, *arrays: Any) -> Ends:
    """The counts over all classes."""
    found: list[Ends] = []

    def work(part: npt.NDArray[np.int64]) -> None:
        counts = np.zeros(shape, np.int64)
        count(part, *arrays, counts)
        found.append(counts)

    in_parts(CLASSES, work)
    total: Ends = np.sum(found, axis=0)
    return total


@compile_kernel
def _fill_ways(number: Any, classes: Any, left: Any, ways: Any) -> None:
    """Of a class, by pair of kinds: how many boards with suited hands there are, and with hands of two suits."""
    suited, others, family, boards, free = classes
    lying, group = others[number], family[number]
    count_left(number, suited[number], lying, left)
    for pair in range(PAIRS):
        low, high = _KINDS_OF[pair, 0], _KINDS_OF[pair, 1]
        if left[low] == 0 or left[high] == 0:
            ways[pair] = 0
        else:
            ways[pair, 0], ways[pair, 1] = ways_of(boards[group], free[group], lying, left, low, high)


@compile_kernel
def _count_hands(part: Any, classes: Any, shown: Any, counts: Any) -> None:
    wins, ties, unqualified, categories = shown
    left, ways = np.empty(KINDS, np.int64), np.empty((PAIRS, 2), np.int64)
    for number in part:
        won, tied, unfit, made = wins[number], ties[number], unqualified[number], categories[number]
        _fill_ways(number, classes, left, ways)
        for pair in range(PAIRS):
            same, mixed = ways[pair, 0], ways[pair, 1]
            if same == 0 and mixed == 0:
                continue
            category = made[pair]
            ends = showdown_ends(won[pair], tied[pair], unfit[pair], category)
            if same:
                _add(counts[_HANDS_OF[pair, 0], category], same, ends)
            if mixed:
                _add(counts[_HANDS_OF[pair, 1], category], mixed, ends)


@compile_kernel
def _add(counts: Any, times: Any, ends: Any) -> None:
    counts[0] += times * ends[0]
    counts[1] += times * ends[1]
    counts[2] += times * ends[2]
    counts[3] += times * ends[3]
    counts[4] += times * ends[4]


@compile_kernel
def _count_later(part: Any, classes: Any, shown: Any, plan: Any, counts: Any) -> None:
    """Hands that check before the flop: played after it, played on the river, folded."""
    wins, ties, unqualified, categories = shown
    before_flop, river, played = plan
    left, ways = np.empty(KINDS, np.int64), np.empty((PAIRS, 2), np.int64)
    for number in part:
        won, tied, unfit, made = wins[number], ties[number], unqualified[number], categories[number]
        _fill_ways(number, classes, left, ways)
        for pair in range(PAIRS):
            hands = 0
            for suits in range(2):
                if before_flop[_HANDS_OF[pair, suits]] == 0:
                    hands += ways[pair, suits]
            if hands == 0:
                continue
            low, high = _KINDS_OF[pair, 0], _KINDS_OF[pair, 1]
            category = made[pair]
            ends = showdown_ends(won[pair], tied[pair], unfit[pair], category)
            at_once = np.int64(played[number, pair])
            what = 0 if river[number, low] >> np.uint32(high) & np.uint32(1) else 1
            _add(counts[2, category], at_once, ends)
            _add(counts[what, category], FLOPS_OF_A_BOARD * hands - at_once, ends)


def deals_played_after_flop(plan: Plan) -> npt.NDArray[np.int32]:
    """By class and pair of kinds: the boards, flops of them and hands that play twice the ante after the flop.

    At most 1,024 boards, 16 hands and 10 flops.
    """
    found = flop_boards()
    boards = (found.live, found.number, found.suit)
    played = np.zeros((CLASSES, PAIRS), np.int32)
    table = (plan.before_flop, plan.after_flop)
    ways = flops().ways
    _count_played(0, 1, boards, ways[:0], table, played)
    with ThreadPoolExecutor(THREADS) as pool:
        # Each thread counts classes of its own, so that no two write to the same place.
        list(pool.map(lambda mine: _count_played(mine, THREADS, boards, ways, table, played), range(THREADS)))
    return played


@compile_kernel
def _count_played(mine: Any, threads: Any, boards: Any, ways: Any, plan: Any, played: Any) -> None:
    """The sums of `weigh_flops` turned about: every hand that plays adds to all classes its flop can lead to.

    First as if no turn or river held a card of the hand, then those that do are taken away again.
    """
    live, numbers, suits = boards
    of_pair = np.empty((KINDS, KINDS), np.int64)
    for one in range(KINDS):
        for other in range(KINDS):
            of_pair[one, other] = pair_of(one, other)
    plays = np.empty((49, 49), np.int32)
    base = np.empty((5, PAIRS), np.int32)
    with_card = np.empty((49, 5, KINDS), np.int32)
    times = np.zeros((5, CLASSES), np.int32)
    for flop in range(len(ways)):
        _mark_hands(flop, live[flop], ways[flop], plan, plays)
        _count_kinds(live[flop], plays, of_pair, base, with_card)
        _spread_counts(
            mine, threads, (live[flop], numbers[flop], suits[flop]), of_pair, (plays, base, with_card, times), played
        )


@compile_kernel
def _mark_hands(flop: Any, live: Any, ways: Any, plan: Any, plays: Any) -> None:
    before_flop, after_flop = plan
    for first in range(49):
        for second in range(49):
            one, other = live[first], live[second]
            does = after_flop[flop, one] >> np.uint64(other) & np.uint64(1)
            checked = before_flop[hand_class(one, other)] == 0
            plays[first, second] = ways if does and checked else 0


@compile_kernel
def _count_kinds(live: Any, plays: Any, of_pair: Any, base: Any, with_card: Any) -> None:
    base[:] = 0
    with_card[:] = 0
    for suit in range(NO_FLUSH + 1):
        if suit < NO_FLUSH and (live // 13 == suit).sum() == 13:
            # No card of the flop is of this suit, so no flush in it is possible.
            continue
        for first in range(49):
            a = kind_of(live[first], suit)
            for second in range(first + 1, 49):
                b, ways = kind_of(live[second], suit), plays[first, second]
                if ways:
                    with_card[first, suit, b] += ways
                    with_card[second, suit, a] += ways
                    base[suit, of_pair[a, b]] += ways


@compile_kernel
def _spread_counts(mine: Any, threads: Any, boards: Any, of_pair: Any, counted: Any, played: Any) -> None:
    live, numbers, suits = boards
    plays, base, with_card, times = counted
    for at in range(FLOP_BOARDS):
        times[suits[at], numbers[at]] += 1
    at = 0
    for turn in range(49):
        for river in range(turn + 1, 49):
            suit, number = suits[at], numbers[at]
            at += 1
            if number % threads != mine:
                times[suit, number] = 0
                continue
            row = played[number]
            often = times[suit, number]
            if often:
                times[suit, number] = 0
                total = base[suit]
                for pair in range(PAIRS):
                    row[pair] += np.int32(often * total[pair])
            a, b = kind_of(live[turn], suit), kind_of(live[river], suit)
            of_turn, of_river = of_pair[a], of_pair[b]
            turn_sum, river_sum = with_card[turn, suit], with_card[river, suit]
            for kind in range(first_kind(suit), KINDS):
                row[of_turn[kind]] -= turn_sum[kind]
                row[of_river[kind]] -= river_sum[kind]
            row[of_pair[a, b]] += plays[turn, river]
