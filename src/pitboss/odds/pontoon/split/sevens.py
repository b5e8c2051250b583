"""Splitting sevens, where suits matter: two of one suit can still make 7-7-7 of one suit, and the Super Bonus.

The same walk over the second cards as in `splits`, with the suits of all sevens kept. Whether sevens of one suit are
split again may differ from mixed ones, and once suited sevens have been split the box has lost the bonus (PON 11.10).
"""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from pitboss.games.pontoon.layout import MOST_HANDS
from pitboss.odds.pontoon.cells import CELLS, KINDS, MIXED, SEVEN
from pitboss.odds.pontoon.payouts import Floats
from pitboss.odds.pontoon.split.hands import DOUBLED
from pitboss.odds.pontoon.split.worth import (
    Cases,
    SplitBox,
    by_case,
    case_grid,
    chance_of_pair,
    hand_figures,
    other_starts,
    own_worth,
    waiting_worth,
)

SUITS = range(4)
SPADES = 3
# How many sevens may be out when a hand gets its second card: two or more hands, of which three may have kept a pair.
OUT = range(2, 2 * MOST_HANDS)
OUT_WITH_PAIR = range(3, 2 * MOST_HANDS + 1)


# The cell of two sevens by their suits.
PAIRS = {
    (first, second): int(CELLS.next_cell[CELLS.one_card[KINDS.index((SEVEN, first))], KINDS.index((SEVEN, second))])
    for first in SUITS
    for second in SUITS
}


class Resplit(NamedTuple):
    """Which sevens are split again."""

    mixed: bool
    suited: bool
    spades: bool

    def of(self, suit: int) -> bool:
        """For sevens of one suit, or MIXED."""
        return self.mixed if suit == MIXED else self.spades if suit == SPADES else self.suited


class SevensBox(NamedTuple):
    """A box of split sevens: with the Super Bonus open and with it lost, how many sevens of each suit the decks have
    beside those seen elsewhere, and whether mixed ones lose the bonus as well (P-07)."""

    open: SplitBox
    lost: SplitBox
    suits: tuple[int, ...]
    mixed_lose: bool


class Walk(NamedTuple):
    """Where the walk is: the suits of the hands that wait for a second card, the sevens out by suit, how many other
    second cards are out, hands formed, whether the bonus is lost, and which sevens are split again."""

    waiting: tuple[int, ...]
    out: tuple[int, ...]
    hidden: int
    hands: int
    lost: bool
    resplit: Resplit


class Sevens:
    """The walk, with what has been computed on the way."""

    def __init__(self, box: SevensBox) -> None:
        self.box = box
        plain, spades = (by_case(box.open, other_starts(box.open, (suit,)), 1, OUT) for suit in (0, SPADES))
        self.other = {False: plain, True: spades}
        self.pairs = cache(self._pairs)
        self.rest = cache(self._rest)

    def value(self, first: int, second: int, resplit: Resplit) -> float:
        """What splitting sevens of these two suits brings on average, before a dealer's Pontoon takes of the box."""
        out = tuple((suit == first) + (suit == second) for suit in SUITS)
        start = Walk((first, second), out, 0, 2, self._loses(first, second), resplit)
        return self.rest(_canonical(start, self.box.suits), 1.0)

    def _loses(self, first: int, second: int) -> bool:
        """PON 11.10: whether this split loses the Super Bonus, which only a dealer's seven has to give."""
        return self.box.open.play.dealer == SEVEN and (self.box.mixed_lose or first == second)

    def _pairs(self, cell: int, suit: int, *, lost: bool) -> Mapping[tuple[int, int, int], Floats]:
        """The figures of a pair of sevens that is played, by sevens out, hidden cards, and sevens of its suit out."""
        grid = case_grid(OUT_WITH_PAIR)
        keys = [
            (out, hidden, of_suit)
            for out, hidden in zip(grid.out, grid.hidden, strict=True)
            for of_suit in range(out + 1)
        ]
        shares = tuple(self._share(suit, out, of_suit) for out, _, of_suit in keys)
        cases = Cases(tuple(key[0] for key in keys), tuple(key[1] for key in keys), shares)
        figures = hand_figures(self.box.lost if lost else self.box.open, {cell: 1.0}, 2, cases)
        return dict(zip(keys, figures, strict=True))

    def _share(self, suit: int, out: int, of_suit: int) -> float:
        """Of a suit among the sevens that are left."""
        left = sum(self.box.suits) - out
        return max(self.box.suits[suit] - of_suit, 0) / left if left > 0 else 0.0

    def _kept_pair(self, mine: int, suit: int, walk: Walk) -> Floats:
        """A hand of this suit with one more seven, played as it is."""
        out, of_suit = sum(walk.out) + 1, walk.out[mine] + 1
        if mine != suit:
            # Mixed sevens have no suit to complete; any one stands for the key.
            return self.pairs(PAIRS[mine, suit], 0, lost=False)[out, walk.hidden, 0]
        return self.pairs(PAIRS[mine, suit], mine, lost=walk.lost)[out, walk.hidden, of_suit]

    def _rest(self, walk: Walk, undoubled: float) -> float:
        if not walk.waiting:
            return 0.0
        if walk.hands == MOST_HANDS:
            parts = (waiting_worth(self.box.open, self._any_card(suit, walk), 1, undoubled) for suit in walk.waiting)
            return sum(parts)
        again, mine = self._again(walk), walk.waiting[0]
        other = self.other[mine == SPADES](sum(walk.out), walk.hidden)
        after = walk._replace(waiting=walk.waiting[1:], hidden=walk.hidden + 1)
        worth = (1.0 - again) * self._with(other, after, undoubled)
        for suit in SUITS:
            chance = again * self._share(suit, sum(walk.out), walk.out[suit])
            if chance > 0.0:
                worth += chance * self._one_more(walk, suit, undoubled)
        return worth

    def _again(self, walk: Walk) -> float:
        return chance_of_pair(self.box.open, sum(walk.out), walk.hidden)

    def _any_card(self, mine: int, walk: Walk) -> Floats:
        """The figures of a hand of this suit over every second card, with four hands formed."""
        again, out = self._again(walk), sum(walk.out)
        figures: Floats = (1.0 - again) * self.other[mine == SPADES](out, walk.hidden)
        for suit in SUITS:
            share = self._share(suit, out, walk.out[suit])
            if share > 0.0:
                figures = figures + again * share * self._kept_pair(mine, suit, walk)
        return figures

    def _with(self, mine: Floats, after: Walk, undoubled: float) -> float:
        """A hand that is played out, and the hands after it."""
        still = undoubled * (1.0 - float(mine[DOUBLED])) if self.box.open.box_scope else 1.0
        return own_worth(self.box.open, mine, undoubled) + self.rest(_canonical(after, self.box.suits), still)

    def _one_more(self, walk: Walk, suit: int, undoubled: float) -> float:
        """The second card is a seven of this suit: split again or played."""
        mine, others = walk.waiting[0], walk.waiting[1:]
        out = tuple(count + (each == suit) for each, count in enumerate(walk.out))
        if walk.resplit.of(mine if mine == suit else MIXED):
            lost = walk.lost or self._loses(mine, suit)
            split = Walk((mine, suit, *others), out, walk.hidden, walk.hands + 1, lost, walk.resplit)
            return self.rest(_canonical(split, self.box.suits), undoubled)
        return self._with(self._kept_pair(mine, suit, walk), walk._replace(waiting=others, out=out), undoubled)


def _canonical(walk: Walk, suits: tuple[int, ...]) -> Walk:
    """The same place with clubs, diamonds and hearts renamed in the order they come, if the decks have as many of each.

    They are worth the same, so that much less has to be computed.
    """
    if len(set(suits[:SPADES])) > 1:
        return walk
    seen = [suit for suit in dict.fromkeys(walk.waiting) if suit != SPADES]
    rest = sorted((suit for suit in range(SPADES) if suit not in seen), key=lambda suit: -walk.out[suit])
    order = (*seen, *rest, SPADES)
    names = {suit: name for name, suit in enumerate(order)}
    return walk._replace(
        waiting=tuple(names[suit] for suit in walk.waiting), out=tuple(walk.out[suit] for suit in order)
    )
