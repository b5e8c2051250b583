"""Splitting sevens, where suits matter: two of one suit can still make 7-7-7 of one suit, and the Super Bonus.

The same walk over the second cards as in `worth`, with the suits of all sevens kept. Whether sevens of one suit are
split again may differ from mixed ones, and once suited sevens have been split the box has lost the bonus (PON 11.10).
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from pitboss.cards.compiled import compile_kernel
from pitboss.games.pontoon.layout import ALL_LIVE, MOST_HANDS
from pitboss.odds.pontoon.cells import CELLS, KINDS, MIXED, SEVEN
from pitboss.odds.pontoon.payouts import Floats
from pitboss.odds.pontoon.split.hands import DOUBLED, EARNED, EXTRA, PONTOON_COST
from pitboss.odds.pontoon.split.worth import Begin, SplitBox, case_grid, hand_figures, other_starts

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


class _Hands(NamedTuple):
    """What a hand adds to the box, by sevens out and hidden cards: its worth, what of it is lost once a hand before it
    was doubled (P-06), and the chance that it doubles itself.

    `other` is by whether its seven is a spade and has a second card of another value; `mixed` is a mixed pair that is
    played. A `suited` pair is by its suit, whether the bonus is lost, and whether the next seven would be of the suit:
    between these two its figures lie in proportion to that chance.
    """

    other: Floats
    mixed: Floats
    suited: Floats


class Sevens:
    """The hands of a box of sevens, each computed once for all that may happen on the box."""

    def __init__(self, box: SevensBox) -> None:
        self.box = box
        # Clubs, diamonds and hearts are worth the same where the decks have as many of each.
        alike = len(set(box.suits[:SPADES])) == 1
        suits = (0, SPADES) if alike else tuple(SUITS)
        suited = [
            Begin(np.array([PAIRS[suit, suit]]), np.ones(1), 2, case_grid(OUT_WITH_PAIR, share))
            for suit in suits
            for share in (0.0, 1.0)
        ]
        found = hand_figures(
            box.open,
            *(Begin(*other_starts(box.open, (suit,)), 1, case_grid(OUT)) for suit in (0, SPADES)),
            Begin(np.array([PAIRS[0, 1]]), np.ones(1), 2, case_grid(OUT_WITH_PAIR)),
            *suited,
        )
        lost = hand_figures(box.lost, *suited) if self._may_lose else found[3:]
        by_suit = np.stack([_by_case(box.open, kept) for kept in (found[3:], lost)], axis=1)
        by_suit = by_suit.reshape(len(suits), 2, 2, *by_suit.shape[2:]).swapaxes(1, 2)
        self.hands = _Hands(
            _by_case(box.open, found[:2]),
            _by_case(box.open, found[2:3])[0],
            np.ascontiguousarray(by_suit[[0, 0, 0, 1]] if alike else by_suit),
        )

    @property
    def _may_lose(self) -> bool:
        """PON 11.10: only a dealer's seven has a Super Bonus to give."""
        return self.box.open.play.dealer == SEVEN

    def values(self, pairs: Sequence[tuple[int, int]], resplits: Sequence[Resplit]) -> Floats:
        """What splitting sevens of two suits brings on average, before a dealer's Pontoon takes of the box: by pair and
        by which are split again."""
        again = np.array([[resplit.of(suit) for suit in (*SUITS, MIXED)] for resplit in resplits])
        loses = np.full(5, self._may_lose, np.int64)
        loses[MIXED] &= self.box.mixed_lose
        decks = np.array(self.box.suits), float(self.box.open.of_value), sum(self.box.open.others)
        found = np.empty((len(pairs), len(resplits)))
        _walk_all(decks, self.hands, again, loses, np.array(pairs), found)
        return found


def _by_case(box: SplitBox, found: tuple[Floats, ...]) -> Floats:
    """What hands add to the box: `[hand, out, hidden, 3]`, with the fewest cards out first."""
    figures = np.stack(found).reshape(len(found), -1, MOST_HANDS, found[0].shape[-1])
    worth = figures[..., EARNED] - (figures[..., PONTOON_COST] if box.collects == ALL_LIVE else 0.0)
    by_box = 1.0 if box.box_scope else 0.0
    return np.stack([worth, by_box * figures[..., EXTRA], by_box * figures[..., DOUBLED]], axis=-1)


@compile_kernel
def _share(suits: Any, suit: Any, out: Any, of_suit: Any) -> Any:
    """Of a suit among the sevens that are left."""
    left = suits.sum() - out
    return max(suits[suit] - of_suit, 0) / left if left > 0 else 0.0


@compile_kernel
def _out_of_all(out: Any) -> Any:
    return (out & 15) + (out >> 4 & 15) + (out >> 8 & 15) + (out >> 12 & 15)


@compile_kernel
def _kept_pair(suits: Any, hands: Any, mine: Any, suit: Any, place: Any, figure: Any) -> Any:
    """A figure of a hand of one suit with a seven of another more, or of its own, played as it is."""
    _, _, out, hidden, _, lost = place
    before = _out_of_all(out)
    if mine != suit:
        return hands.mixed[before - 2, hidden, figure]
    share = _share(suits, suit, before + 1, (out >> 4 * suit & 15) + 1)
    pair = hands.suited[suit, lost]
    return (1.0 - share) * pair[0, before - 2, hidden, figure] + share * pair[1, before - 2, hidden, figure]


@compile_kernel
def _last_hands(suits: Any, hands: Any, place: Any, pair: Any, undoubled: Any) -> Any:
    """What all hands that wait add once no more can be formed, with this chance of a pair."""
    waiting, count, out, hidden, _, _ = place
    before = _out_of_all(out)
    worth = 0.0
    for number in range(count):
        mine = waiting >> 2 * number & 3
        for figure, part in ((0, 1.0), (1, undoubled - 1.0)):
            worth += part * (1.0 - pair) * hands.other[mine // SPADES, before - 2, hidden, figure]
            for suit in range(4):
                chance = pair * _share(suits, suit, before, out >> 4 * suit & 15)
                if chance > 0.0:
                    worth += part * chance * _kept_pair(suits, hands, mine, suit, place, figure)
    return worth


@compile_kernel
def _walk(decks: Any, hands: Any, again: Any, loses: Any, first: Any, second: Any) -> Any:
    """What splitting these two adds: every way that the second cards can come, one step after another.

    A place in the walk is the suits of the hands that wait for a second card, two bits each from the next one up, and
    how many they are; the sevens out by suit, four bits each; other second cards that are out; hands formed; and
    whether the bonus is lost. With it goes its chance, and that of no double so far.
    """
    suits, of_value, others = decks
    lost = loses[first if first == second else MIXED]
    worth = 0.0
    places = [((first + 4 * second, 2, (1 << 4 * first) + (1 << 4 * second), 0, 2, lost), 1.0, 1.0)]
    while len(places):
        place, chance, undoubled = places.pop()
        waiting, count, out, hidden, formed, lost = place
        before = _out_of_all(out)
        pair = (of_value - before) / (of_value - before + others - hidden)
        if formed == MOST_HANDS:
            worth += chance * _last_hands(suits, hands, place, pair, undoubled)
            continue
        mine, rest = waiting & 3, waiting >> 2
        for suit in range(-1, 4):
            which = suit if mine == suit else MIXED
            here = chance * (1.0 - pair if suit < 0 else pair * _share(suits, suit, before, out >> 4 * suit & 15))
            if here <= 0.0:
                continue
            if suit >= 0 and again[which]:
                more = (mine | suit << 2 | rest << 4, count + 1, out + (1 << 4 * suit), hidden)
                places.append(((*more, formed + 1, max(lost, loses[which])), here, undoubled))
                continue
            if suit < 0:
                adds, extra, doubled = hands.other[mine // SPADES, before - 2, hidden]
                after = (rest, count - 1, out, hidden + 1, formed, lost)
            else:
                adds, extra, doubled = (
                    _kept_pair(suits, hands, mine, suit, place, 0),
                    _kept_pair(suits, hands, mine, suit, place, 1),
                    _kept_pair(suits, hands, mine, suit, place, 2),
                )
                after = (rest, count - 1, out + (1 << 4 * suit), hidden, formed, lost)
            worth += here * (adds - extra * (1.0 - undoubled))
            if count > 1:
                places.append((after, here, undoubled * (1.0 - doubled)))
    return worth


@compile_kernel
def _walk_all(decks: Any, hands: Any, again: Any, loses: Any, pairs: Any, found: Any) -> None:
    """Fill `found` for every pair and every row of what is split again."""
    for pair in range(pairs.shape[0]):
        for way in range(again.shape[0]):
            found[pair, way] = _walk(decks, hands, again[way], loses, pairs[pair, 0], pairs[pair, 1])
