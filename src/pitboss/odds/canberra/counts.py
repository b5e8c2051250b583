"""The counts behind every figure of Canberra Poker: they depend on the order of hands alone, not on what is paid."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from pitboss.odds.canberra.hands import Hands, PlayerHands, ranked_hands
from pitboss.odds.canberra.places import least_in
from pitboss.odds.canberra.sweep import DECK, Passed, all_avoiding, both, none_passed, sweep

# The dealer's other four cards, out of those that the player does not see.
OTHER_FOURS = 163_185
DEALS = 2_598_960 * 47 * OTHER_FOURS


@dataclass(frozen=True, slots=True)
class Counts:
    """Of the 163,185 hands a dealer may have, by the player's hand (a row of `player`) and by the dealer's upcard.

    `takes_part` counts those with ace-king or better, CAN 9.2. `beaten` and `equal` are the ones among them that are
    weaker than the player's hand or as strong; their rows begin with row `first` of the player, since a hand below
    ace-king beats nobody who takes part. Upcards that the player holds count 0.
    """

    player: PlayerHands
    first: int
    takes_part: npt.NDArray[np.int32]
    beaten: npt.NDArray[np.int32]
    equal: npt.NDArray[np.int16]


@cache
def counts() -> Counts:
    """All 6,319,573 pairs of hand and upcard. One sweep goes up from ace-king, another down from the royal flush."""
    player, dealer = ranked_hands()
    lowest, places = least_in(), len(dealer.starts) - 1
    # Half of the dealer's hands for either sweep.
    middle = int(np.searchsorted(dealer.starts, dealer.starts[-1] // 2))
    first = int(player.hands.starts[lowest])
    beaten = np.empty((len(player.weights) - first, DECK), np.int32)
    equal = np.empty(beaten.shape, np.int16)
    takes_part = np.empty((len(player.weights), DECK), np.int32)
    up, down = none_passed(), none_passed()
    with ThreadPoolExecutor(2) as pool:
        going = [
            pool.submit(sweep, lowest, middle, 1, dealer, player.hands, up, beaten, equal, first),
            pool.submit(sweep, places - 1, middle - 1, -1, dealer, player.hands, down, beaten, equal, first),
        ]
        for each in going:
            each.result()
        _all_that_take_part(pool, player.hands, both(up, down), takes_part)
    # The sweep from above has counted who beats the player.
    above = int(player.hands.starts[middle]) - first
    beaten[above:] = takes_part[first + above :] - beaten[above:] - equal[above:]
    return Counts(player, first, takes_part, beaten, equal)


def _all_that_take_part(pool: ThreadPoolExecutor, player: Hands, passed: Passed, out: npt.NDArray[np.int32]) -> None:
    half = len(player.cards) // 2
    parts = [
        pool.submit(all_avoiding, first, stop, player.cards, passed, out)
        for first, stop in ((0, half), (half, len(player.cards)))
    ]
    for part in parts:
        part.result()
