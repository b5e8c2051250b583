"""Decisions as arrays: what a compiled round and a player at the table look up before they bet or fold.

Most places are bet or folded against every upcard. Hands at the other places, which are those with ace-king, have a
row of upcards for each pattern of suits.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.cards.card import Card
from pitboss.cards.compiled import compile_kernel
from pitboss.cards.ranking import CANBERRA
from pitboss.odds.canberra.counts import counts
from pitboss.odds.canberra.places import place_of_strength
from pitboss.odds.canberra.rules import CanberraRules
from pitboss.odds.canberra.solver import Bets
from pitboss.odds.canberra.strategies import STRATEGIES, solution_of
from pitboss.odds.rules import BadRules

FOLD, BET, LOOK = 0, 1, 2
_PATTERNS = 4**5
_SUITS = np.array(list(permutations(range(4))), np.int64)


class Plan(NamedTuple):
    """`by_place` says fold, bet or look; then `upcards[rows[place], pattern]` are the upcards to bet against."""

    by_place: npt.NDArray[np.uint8]
    rows: npt.NDArray[np.int64]
    upcards: npt.NDArray[np.uint64]

    def bets(self, hand: Sequence[Card], upcard: Card) -> bool:
        """Whether to bet with these five cards."""
        place = place_of_strength(CANBERRA.strength(hand))
        decision = int(self.by_place[place])
        if decision != LOOK:
            return decision == BET
        return bool(int(self.upcards[self.rows[place], pattern_of(*map(int, hand))]) >> upcard & 1)


@lru_cache(maxsize=64)
def plan(rules: CanberraRules, strategy: str) -> Plan:
    """The decisions of a named way to play."""
    if strategy not in STRATEGIES:
        raise BadRules(f"There is no strategy '{strategy}' for Canberra Poker: {', '.join(STRATEGIES)}.")
    return plan_of(solution_of(rules, strategy).bets)


def plan_of(bets: Bets) -> Plan:
    """The same decisions by place and pattern of suits."""
    player = counts().player
    cards, starts = player.hands
    how_many = np.bitwise_count(bets)
    # Every place has hands of its own, so that none of these groups is empty.
    most, least = np.maximum.reduceat(how_many, starts[:-1]), np.minimum.reduceat(how_many, starts[:-1])
    by_place = np.full(len(most), LOOK, np.uint8)
    by_place[most == 0] = FOLD
    by_place[least == 52 - 5] = BET
    looked_up = np.flatnonzero(by_place == LOOK)
    rows = np.zeros(len(by_place), np.int64)
    rows[looked_up] = np.arange(len(looked_up))
    upcards = np.zeros((len(looked_up), _PATTERNS), np.uint64)
    for place in looked_up:
        _fill(cards[starts[place] : starts[place + 1]], bets[starts[place] : starts[place + 1]], upcards[rows[place]])
    return Plan(by_place, rows, upcards)


@compile_kernel
def pattern_of(a: Any, b: Any, c: Any, d: Any, e: Any) -> Any:
    """The suits of a hand from its lowest rank up, equal ranks by suit: with its place they tell the very hand."""
    sorted_cards = np.empty(5, np.int64)
    for held, card in enumerate((a, b, c, d, e)):
        key = card % 13 * 4 + card // 13
        at = held
        while at > 0 and sorted_cards[at - 1] > key:
            sorted_cards[at] = sorted_cards[at - 1]
            at -= 1
        sorted_cards[at] = key
    pattern = 0
    for at in range(5):
        pattern = pattern << 2 | sorted_cards[at] & 3
    return pattern


@compile_kernel
def _fill(cards: Any, bets: Any, upcards: Any) -> None:
    """The upcards of the hands at one place, in all changes of suits."""
    for row in range(cards.shape[0]):
        for new in _SUITS:
            chosen = np.uint64(0)
            for suit in range(4):
                lane = bets[row] >> np.uint64(13 * suit) & np.uint64(0x1FFF)
                chosen |= lane << np.uint64(13 * new[suit])
            moved = np.empty(5, np.int64)
            for each in range(5):
                card = np.int64(cards[row, each])
                moved[each] = card % 13 + 13 * new[card // 13]
            upcards[pattern_of(moved[0], moved[1], moved[2], moved[3], moved[4])] = chosen
