"""All boards that may come, one of each kind: boards that differ by a change of suits which changes nothing else are
counted once, with the number there are of them."""

from dataclasses import dataclass
from itertools import permutations
from math import comb
from operator import attrgetter
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.cards.card import JOKER, SUITS, Card, mask_of
from pitboss.cards.compiled import compile_kernel
from pitboss.cards.keys import CARD_KEYS, START
from pitboss.odds.equity.question import Question
from pitboss.odds.equity.ranges import Range

SuitChanges = npt.NDArray[np.int64]

_u64 = np.uint64
_LANE = np.uint64(13)
_LANE_BITS = np.uint64(0x1FFF)
_JOKER = np.uint64(JOKER)
_ONE = np.uint64(1)


@dataclass(frozen=True, slots=True)
class Boards:
    """Full boards: the set of cards, the sum of their keys (`pitboss.cards.keys`), and how many boards each is for."""

    masks: npt.NDArray[np.uint64]
    keys: npt.NDArray[np.uint64]
    times: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.masks)


def boards_of(asked: Question, changes: SuitChanges) -> Boards:
    """Every board that may come on top of what lies there."""
    unseen = asked.unseen_cards
    most = comb(len(unseen), asked.to_come)
    found = Boards(np.empty(most, np.uint64), np.empty(most, np.uint64), np.empty(most, np.int64))
    lying_key = START + sum(CARD_KEYS[card] for card in asked.board)
    count = _list_boards(
        np.array(unseen, np.uint64),
        asked.to_come,
        np.uint64(mask_of(asked.board)),
        np.uint64(lying_key),
        np.array(CARD_KEYS, np.uint64),
        changes,
        found.masks,
        found.keys,
        found.times,
    )
    return Boards(found.masks[:count], found.keys[:count], found.times[:count])


def suit_changes(asked: Question) -> SuitChanges:
    """The changes of suits that leave the question as it is: row by row, where each suit goes. The first changes none.

    The 24 changes form a group, and those that keep the board, the dead cards and every range form one too.
    """
    kept = [change for change in permutations(range(len(SUITS))) if _keeps(change, asked)]
    return np.array(kept, np.int64)


def _keeps(change: tuple[int, ...], asked: Question) -> bool:
    for lying in (asked.board, asked.dead):
        if {_move_card(card, change) for card in lying} != set(lying):
            return False
    # A random hand lacks only cards that lie elsewhere for certain, and those have been looked at.
    listed = [each for each in asked.ranges if not each.is_random]
    return all(_keeps_range(change, each) for each in sorted(listed, key=attrgetter("count")))


def _move_card(card: Card, change: tuple[int, ...]) -> Card:
    return card if card == JOKER else Card(13 * change[card // 13] + card % 13)


def _keeps_range(change: tuple[int, ...], each: Range) -> bool:
    weights = dict(each.hands)
    return all(
        weights.get(tuple(sorted(_move_card(card, change) for card in hole))) == weight for hole, weight in each.hands
    )


@compile_kernel
def _change_suits(cards: Any, change: Any) -> Any:
    """A set of cards after a change of suits: whole lanes move."""
    image = cards >> _JOKER << _JOKER
    for suit in range(4):
        image |= (cards >> (_LANE * _u64(suit)) & _LANE_BITS) << (_LANE * _u64(change[suit]))
    return image


@compile_kernel
def _times(cards: Any, changes: Any) -> int:
    """How many boards are this one with other suits, if it is the least of them, else none.

    As many as there are changes, divided by those that change nothing on this board.
    """
    same = 1
    for each in range(1, changes.shape[0]):
        image = _change_suits(cards, changes[each])
        if image < cards:
            return 0
        if image == cards:
            same += 1
    return int(changes.shape[0] // same)


@compile_kernel
def _list_boards(
    unseen: Any, to_come: Any, mask: Any, key: Any, card_keys: Any, changes: Any, masks: Any, keys: Any, times: Any
) -> int:
    """Every choice of so many cards in ascending order; answers with the number of boards kept."""
    chosen = np.arange(to_come)
    most = unseen.shape[0]
    count = 0
    while True:
        coming = _u64(0)
        sum_of_keys = key
        for place in range(to_come):
            card = unseen[chosen[place]]
            coming |= _ONE << card
            sum_of_keys += card_keys[card]
        here = _times(coming, changes)
        if here:
            masks[count] = mask | coming
            keys[count] = sum_of_keys
            times[count] = here
            count += 1
        place = to_come - 1
        while place >= 0 and chosen[place] == most - to_come + place:
            place -= 1
        if place < 0:
            return count
        chosen[place] += 1
        for following in range(place + 1, to_come):
            chosen[following] = chosen[following - 1] + 1
