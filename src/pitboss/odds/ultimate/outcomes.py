"""How every deal ends under a plan: counts by decision, by category of the player's hand, and against the dealer.

A deal is a hand of two, a board, the three of its cards that are the flop, and a hand of the dealer: 27,813,810,024,000
of them, which fit a 64-bit number 300,000 times over.
"""

from dataclasses import dataclass
from functools import cache
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.cards.compiled import compile_kernel
from pitboss.odds.ultimate.boards import CLASSES, KINDS, KINDS_OF, PAIRS, board_classes, pair_of
from pitboss.odds.ultimate.plan import HAND_CLASSES, Plan
from pitboss.odds.ultimate.played import deals_played_after_flop, fill_played
from pitboss.odds.ultimate.showdown import DEALER_HANDS, count_left, in_parts, showdowns
from pitboss.odds.ultimate.ways import families, ways_of

CATEGORIES = 11
# Against the dealer: won, and won against a dealer who does not qualify, equal, lost, lost to one who does not qualify.
WON, WON_UNQUALIFIED, TIED, LOST, LOST_UNQUALIFIED = range(5)
ENDS = 5
FLOPS_OF_A_BOARD = 10
DEALS = comb(52, 2) * comb(50, 5) * FLOPS_OF_A_BOARD * DEALER_HANDS

Ends = npt.NDArray[np.int64]

# Sums that the ends follow from: of deals, of dealer hands beaten, of equal ones, and of those that do not qualify.
_SUMS = 4
# By the number of a pair of kinds: the classes of its suited hands and of those of two suits.
_HANDS_OF = np.array(
    [(max(ranks) * 13 + min(ranks), min(ranks) * 13 + max(ranks)) for ranks in (KINDS_OF % 13).tolist()],
    np.uint8,
)


@dataclass(frozen=True, slots=True, eq=False)
class Outcomes:
    """`counts[m, category, end]` are the deals in which m times the ante is played, or 0 for a fold.

    `hands[h]` are the ends of a hand class by category if it never folds, one flop a board.
    """

    counts: Ends
    hands: Ends


@compile_kernel
def showdown_ends(wins: Any, ties: Any, unqualified: Any, category: Any, dealer_hands: Any = DEALER_HANDS) -> Any:
    """The five ends of a showdown. Without a pair the player beats and ties only dealers who do not qualify."""
    losses = dealer_hands - wins - ties
    if category == 0:
        lost_unqualified = unqualified - wins - ties
        return 0, wins, ties, losses - lost_unqualified, lost_unqualified
    return wins - unqualified, unqualified, ties, losses, 0


def _ends_of(sums: Ends) -> Ends:
    """The ends by category, which go along with the sums."""
    ends = np.empty((*sums.shape[:-1], ENDS), np.int64)
    for category in range(CATEGORIES):
        deals, wins, ties, unqualified = np.moveaxis(sums[..., category, :], -1, 0)
        found = showdown_ends.py_func(wins, ties, unqualified, category, DEALER_HANDS * deals)  # type: ignore[attr-defined]
        for end, count in enumerate(found):
            ends[..., category, end] = count
    return ends


@cache
def count_hands() -> Ends:
    """The ends of every hand class over all boards, by category: `[169, 11, 5]`."""
    return _ends_of(sum_up((HAND_CLASSES, CATEGORIES, _SUMS), _count_hands, class_arrays(), showdowns().arrays()))


def count_outcomes(plan: Plan) -> Outcomes:
    """How all deals end under a plan."""
    hands = count_hands()
    before_flop = [FLOPS_OF_A_BOARD * hands[plan.before_flop == multiple].sum(axis=0) for multiple in (0, 3, 4)]
    tables = (plan.before_flop, plan.river, deals_played_after_flop(plan))
    sums = sum_up((2, CATEGORIES, _SUMS), _count_later, class_arrays(), showdowns().arrays(), tables)
    folded, after_flop = _ends_of(sums)
    # Whoever checks before the flop and is in neither count plays on the river.
    counts = folded, before_flop[0] - folded - after_flop, after_flop, *before_flop[1:]
    return Outcomes(np.stack(counts), hands)


def class_arrays() -> tuple[npt.NDArray[Any], ...]:
    classes = board_classes()
    return classes.suited, classes.others, *families()


def sum_up(shape: tuple[int, ...], count: Any, *arrays: Any) -> Ends:
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
def _add(sums: Any, times: Any, wins: Any, ties: Any, unqualified: Any) -> None:
    sums[0] += times
    sums[1] += times * wins
    sums[2] += times * ties
    sums[3] += times * unqualified


@compile_kernel
def _count_hands(part: Any, classes: Any, shown: Any, counts: Any) -> None:
    suited, others, family, boards, free = classes
    left = np.empty(KINDS, np.int64)
    for number in part:
        group = family[number]
        wins, ties, unqualified, categories = shown[0][number], shown[1][number], shown[2][number], shown[3][number]
        count_left(number, suited[number], others[number], left)
        for high in range(KINDS):
            for low in range(high + 1 if left[high] else 0):
                if left[low] == 0:
                    continue
                pair = pair_of(low, high)
                same, mixed = ways_of(boards[group], free[group], others[number], left, low, high)
                won, tied, unfit = np.int64(wins[pair]), np.int64(ties[pair]), np.int64(unqualified[pair])
                if same:
                    _add(counts[_HANDS_OF[pair, 0], categories[pair]], same, won, tied, unfit)
                if mixed:
                    _add(counts[_HANDS_OF[pair, 1], categories[pair]], mixed, won, tied, unfit)


@compile_kernel
def _count_later(part: Any, classes: Any, shown: Any, plan: Any, sums: Any) -> None:
    """Hands that check before the flop: folded on the river, and played after the flop."""
    suited, others, family, boards, free = classes
    before_flop, river, after_flop = plan
    left, played = np.empty(KINDS, np.int64), np.empty(PAIRS, np.int32)
    for number in part:
        group = family[number]
        wins, ties, unqualified, categories = shown[0][number], shown[1][number], shown[2][number], shown[3][number]
        count_left(number, suited[number], others[number], left)
        fill_played(number, after_flop, played)
        for high in range(KINDS):
            folds = river[number, high]
            for low in range(high + 1 if left[high] else 0):
                pair = pair_of(low, high)
                folded = folds >> np.uint32(low) & np.uint32(1) and left[low]
                if not played[pair] and not folded:
                    continue
                won, tied, unfit = np.int64(wins[pair]), np.int64(ties[pair]), np.int64(unqualified[pair])
                if played[pair]:
                    _add(sums[1, categories[pair]], np.int64(played[pair]), won, tied, unfit)
                if folded:
                    same, mixed = ways_of(boards[group], free[group], others[number], left, low, high)
                    hands = 0 if before_flop[_HANDS_OF[pair, 0]] else same
                    hands += 0 if before_flop[_HANDS_OF[pair, 1]] else mixed
                    _add(sums[0, categories[pair]], FLOPS_OF_A_BOARD * hands - played[pair], won, tied, unfit)
