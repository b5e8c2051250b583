"""A way to play, as tables: what to do with every hand at each of the three chances to decide."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.cards.compiled import compile_kernel
from pitboss.odds.ultimate.boards import board_class, kind_of
from pitboss.odds.ultimate.flops import flop_number, flops


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """`before_flop[h]` is the multiple played at once with the hand class h, 0 to check.

    `after_flop[f, a]` has bit b where the cards a and b play twice the ante on the canonical flop f. `river[c, k]` has
    bit m where cards of the kinds k and m fold on a board of the class c.
    """

    before_flop: npt.NDArray[np.int8]
    after_flop: npt.NDArray[np.uint64]
    river: npt.NDArray[np.uint32]

    def arrays(self) -> tuple[npt.NDArray[Any], ...]:
        """For compiled code: the three tables, and how a flop becomes canonical."""
        flop = flops()
        return self.before_flop, self.after_flop, self.river, flop.canonical, flop.change, flop.changed


HAND_CLASSES = 169


@compile_kernel
def hand_class(one: Any, other: Any) -> Any:
    """13 x 13 as people draw it: suited hands by their higher rank first, others by their lower rank, aces last."""
    low, high = np.int64(min(one % 13, other % 13)), np.int64(max(one % 13, other % 13))
    return high * 13 + low if one // 13 == other // 13 else low * 13 + high


@compile_kernel
def play_after_flop(plan: Any, flop: Any, one: Any, other: Any) -> Any:
    """Whether the hand plays twice the ante on this flop of three cards."""
    _, after_flop, _, canonical, change, changed = plan
    number = flop_number(flop[0], flop[1], flop[2])
    suits = changed[change[number]]
    return after_flop[canonical[number], suits[one]] >> np.uint64(suits[other]) & np.uint64(1) == 1


@compile_kernel
def fold_on_river(plan: Any, board: Any, one: Any, other: Any) -> Any:
    """Whether the hand folds on this board of five cards."""
    number, suit = board_class(board)
    return plan[2][number, kind_of(one, suit)] >> np.uint32(kind_of(other, suit)) & np.uint32(1) == 1
