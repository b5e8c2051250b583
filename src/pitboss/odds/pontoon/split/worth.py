"""What splitting a pair is worth in Pontoon, computed and not simulated.

Each hand of a split box is played by a table on its own cards. Think of the cards as lying in several stacks, one for
the second cards of the hands, one for the further cards of each hand and one for the dealer: whichever stack the next
card is taken from, it is a card of the shuffled decks like any other, so the chances are those of one shoe. Then

* which pairs come depends on the stack of second cards alone, card by card (PON 11.3, PON 11.4); in a box they are all
  split again or all kept, whichever is better;
* what one hand brings depends on its own stack, the dealer's, and what the second cards before it have told, which is
  how many cards of the split value are out and how many others (`split_hands`);
* what the box brings is the sum over its hands, whatever else happens on it.

So the mean is exact but for rounding. Two things tie hands to each other. A dealer's Pontoon takes one original wager
of all open hands together (PON 11.9, P-09): the mean counts it once and gives it back where no hand is open. For two
hands that chance is exact; for three and four it is taken from that of each pair of hands, which is wrong by far less
than `TIES_ERROR` of a wager. And where a double cuts the odds of its whole box (P-06) doubles of earlier hands are
taken as if they told nothing of this one's cards.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from pitboss.games.pontoon.layout import ALL_LIVE, MOST_HANDS, ORIGINAL_ONLY
from pitboss.odds.pontoon.card_sets import MOST_DRAWN, CardTree, blocks_of_ways, groups_of, tree_of, ways_to_end
from pitboss.odds.pontoon.cells import ACE, CELLS, KINDS, NO_SUIT, TEN, VALUE_COUNT, Ints
from pitboss.odds.pontoon.dealer import RESULTS
from pitboss.odds.pontoon.payouts import Floats
from pitboss.odds.pontoon.split.hands import (
    DOUBLED,
    EARNED,
    EXTRA,
    FIGURES,
    FINAL,
    MADE_21,
    NOT_LOST,
    PONTOON_COST,
    SplitPlay,
    holding,
    list_ends,
    play_hands,
    room_for_open,
    settle_open,
)

# Of the mean of a whole game, with three and four hands tied together by pairs. It is checked in the tests.
TIES_ERROR = 1e-7

Deck = tuple[float, ...]


class SplitBox(NamedTuple):
    """A pair that is split, and the rules that tie its hands together.

    `others` are the cards of other values that are in the decks beside the dealer's, by value and none of the pair's;
    `of_value` is how many cards of the pair's value there are beside the dealer's, the pair included. `resplit` says
    whether a pair that comes to a hand is split again; aces are not (PON 11.3).
    """

    play: SplitPlay
    value: int
    others: Deck
    of_value: int
    collects: str
    box_scope: bool
    resplit: bool = False


class Cases(NamedTuple):
    """What may have happened on the box before a hand is played: cards of the split value `out` of the decks, hidden
    second cards, and for sevens the share of the hand's suit among those left."""

    out: Ints
    hidden: Ints
    third_seven: float = 0.25


@cache
def case_grid(outs: range, third_seven: float = 0.25) -> Cases:
    """So many cards of the value out, and up to three hands before this one with others."""
    out, hidden = np.meshgrid(outs, range(MOST_HANDS), indexing="ij")
    return Cases(out.ravel(), hidden.ravel(), third_seven)


class Begin(NamedTuple):
    """Hands that begin in these cells with these chances, all with `own` cards of the split value."""

    cells: Ints
    chances: Floats
    own: int
    cases: Cases


def hand_figures(box: SplitBox, *begins: Begin) -> tuple[Floats, ...]:
    """The figures of one hand by case, for each way to begin; all are played at once."""
    rows, sizes = holding(box.value), [len(begin.cases.out) for begin in begins]
    ends = np.cumsum(sizes)
    reach, figures = np.zeros((len(rows.cells), ends[-1])), np.zeros((FIGURES, ends[-1]))
    for begin, first, last in zip(begins, ends - sizes, ends, strict=True):
        reach[rows.row_of[begin.cells], first:last] = begin.chances[:, None]
    # How many of the value there are beside a hand that has none, with the hidden cards in one number.
    there = [MOST_HANDS * (box.of_value - begin.cases.out + begin.own) + begin.cases.hidden for begin in begins]
    known, case_of = np.unique(np.concatenate(there), return_inverse=True)
    cases = known // MOST_HANDS * 1.0, known % MOST_HANDS * 1.0, case_of
    third_seven = np.repeat([begin.cases.third_seven for begin in begins], sizes)
    play, deck, open_hands = box.play, (box.value, np.array(box.others)), room_for_open(box.play, rows, ends[-1])
    count = play_hands(play, rows, reach, deck, cases, open_hands, (third_seven, figures))
    ways = blocks_of_ways(play.tree, play.groups, open_hands.left[:count], RESULTS, box.value)
    settle_open(play, open_hands, count, ways, cases, figures)
    return tuple(np.split(figures.T, ends[:-1]))


class _Seconds(NamedTuple):
    """The hands that a card and a second one make: the cell, the value of that one, and its part of that value."""

    cells: Ints
    values: Ints
    parts: Floats


@cache
def _seconds(value: int, suits: tuple[int, ...], pairs: bool) -> _Seconds:
    """To a card of this value, of each suit as often as of another."""
    found: dict[tuple[int, int], float] = {}
    for kind, (second, suit) in enumerate(KINDS):
        if second == value and not pairs:
            continue
        for mine in suits:
            cell = int(CELLS.next_cell[CELLS.one_card[KINDS.index((value, mine))], kind])
            part = (1.0 if suit == NO_SUIT else 0.25) / len(suits)
            found[cell, second] = found.get((cell, second), 0.0) + part
    cells, values = np.array([*found]).T
    return _Seconds(cells, values, np.array([*found.values()]))


def other_starts(
    box: SplitBox, suits: tuple[int, ...], *, chances: bool = True, pairs: bool = False
) -> tuple[Ints, Floats]:
    """The two-card hands that begin with one of these suits of the split value and go on with another value.

    With their chances, or without as the shares of suits alone; and with `pairs` any card may come.
    """
    seconds = _seconds(box.value, suits, pairs)
    if not chances:
        return seconds.cells, seconds.parts
    left = np.array(box.others)
    if pairs:
        left[box.value] = box.of_value - 2
    return seconds.cells, seconds.parts * left[seconds.values] / left.sum()


@cache
def _suits_of(value: int) -> tuple[int, ...]:
    return tuple(suit for kind, suit in KINDS if kind == value)


def _pair_cell(value: int) -> Ints:
    kind = next(index for index, (of, _) in enumerate(KINDS) if of == value)
    return np.array([CELLS.next_cell[CELLS.one_card[kind], kind]])


def chance_of_pair(box: SplitBox, out: int, hidden: int) -> float:
    """That the next second card has the split value."""
    left = box.of_value - out
    return left / (left + sum(box.others) - hidden)


class SplitFigures(NamedTuple):
    """The figures of the hands of a box: of one whose second card has another value, by cards of the value out less two
    and by hidden ones; of a pair that four hands forbid to split again, by hidden ones; and with any second card."""

    other: Floats
    pair: Floats
    any_card: Floats


def split_figures(box: SplitBox) -> SplitFigures:
    """Not for sevens, which `sevens` has."""
    suits = _suits_of(box.value)
    other, pair, any_card = hand_figures(
        box,
        Begin(*other_starts(box, suits), 1, case_grid(range(2, MOST_HANDS + 1))),
        Begin(_pair_cell(box.value), np.ones(1), 2, case_grid(range(MOST_HANDS + 1, MOST_HANDS + 2))),
        # Nothing is hidden: of the other hand's card it is not even known that it makes no pair.
        Begin(*other_starts(box, suits, pairs=True), 1, Cases(np.array([2]), np.array([0]))),
    )
    return SplitFigures(other.reshape(-1, MOST_HANDS, FIGURES), pair, any_card[0])


def worth_of_split(box: SplitBox, figures: SplitFigures) -> float:
    """What splitting a pair brings on average, if pairs that come to its hands are split again as the box says."""
    # PON 11.5, PON 11.3: else any second card to each hand, which may make a pair again, and no more hands.
    earned = _walk(box, figures) if box.resplit else waiting_worth(box, figures.any_card, 2, 1.0)
    return earned - taken_by_pontoon(box)


def taken_by_pontoon(box: SplitBox) -> float:
    """The mean of what a dealer's Pontoon takes of the whole box, which the hands by themselves leave out."""
    chance = _pontoon_chance(box)
    return chance * _pontoon_takes(box) if chance else 0.0


def _pontoon_chance(box: SplitBox) -> float:
    """Of a dealer's Pontoon that takes from the box as a whole: none where every wager is taken by itself (P-09)."""
    if box.play.dealer not in (ACE, TEN) or box.collects == ALL_LIVE:
        return 0.0
    card = TEN if box.play.dealer == ACE else ACE
    left = box.of_value - 2 if card == box.value else box.others[card]
    return left / (sum(box.others) + box.of_value - 2)


def own_worth(box: SplitBox, figures: Floats, undoubled: float) -> float:
    """What one hand adds to the box, a dealer's Pontoon left out unless it takes every wager (P-09).

    `undoubled` is the chance that no hand before it was doubled, which matters where that cuts its odds (P-06).
    """
    worth = figures[EARNED]
    if box.collects == ALL_LIVE:
        worth -= figures[PONTOON_COST]
    if box.box_scope:
        worth -= figures[EXTRA] * (1.0 - undoubled)
    return float(worth)


def _walk(box: SplitBox, figures: SplitFigures) -> float:
    """PON 11.3, PON 11.4, P-15: the second cards one after another, each hand taken up when its own has come.

    Once there are four hands, each of those that wait has the same chances as the next of them, for nothing is known of
    the second cards to come.
    """

    @cache
    def rest(hands: int, waiting: int, hidden: int, undoubled: float) -> float:
        if not waiting:
            return 0.0
        again, mine = chance_of_pair(box, hands, hidden), figures.other[hands - 2, hidden]
        if hands == MOST_HANDS:
            return waiting_worth(box, (1.0 - again) * mine + again * figures.pair[hidden], waiting, undoubled)
        worth = own_worth(box, mine, undoubled)
        still = undoubled * (1.0 - float(mine[DOUBLED])) if box.box_scope else 1.0
        alone = worth + rest(hands, waiting - 1, hidden + 1, still)
        return (1.0 - again) * alone + again * rest(hands + 1, waiting + 1, hidden, undoubled)

    return rest(2, 2, 0, 1.0)


def waiting_worth(box: SplitBox, mine: Floats, waiting: int, undoubled: float) -> float:
    """What so many hands add that each have these figures."""
    if not box.box_scope:
        return waiting * own_worth(box, mine, 1.0)
    still = 1.0 - float(mine[DOUBLED])
    return sum(own_worth(box, mine, undoubled * still**before) for before in range(waiting))


def _pontoon_takes(box: SplitBox) -> float:
    """PON 11.9, P-09: the mean of what a dealer's Pontoon, if there is one, takes of the whole box.

    One original wager unless no hand is open; by the other reading only if nothing was lost before.
    """
    without = _without(box, TEN if box.play.dealer == ACE else ACE)
    if box.collects == ORIGINAL_ONLY:
        return _all_are(without, NOT_LOST) - _all_are(without, MADE_21)
    return 1.0 - _all_are(without, FINAL)


def _without(box: SplitBox, card: int) -> SplitBox:
    """The box with the dealer's second card out of the decks."""
    if card == box.value:
        return box._replace(of_value=box.of_value - 1)
    others = tuple(count - (value == card) for value, count in enumerate(box.others))
    return box._replace(others=others)


def _all_are(box: SplitBox, wanted: int) -> float:
    """The chance that every hand of a split box ends as wanted.

    Hands are not quite independent: they share the decks. The tie of two hands is computed and used for each pair.
    """
    suits = _suits_of(box.value)
    if not box.resplit:
        return _both(box, other_starts(box, suits, chances=False, pairs=True), wanted)
    figures = split_figures(box)
    other, pair = figures.other[..., wanted], figures.pair[:, wanted]
    first, second = (1.0 - chance_of_pair(box, 2, hidden) for hidden in (0, 1))
    apart = float(first * other[0, 0] * second * other[0, 1])
    tie = _both(box, other_starts(box, suits, chances=False), wanted) / apart if apart else 1.0

    @cache
    def rest(hands: int, waiting: int, hidden: int, done: int) -> float:
        if not waiting:
            return 1.0
        again, mine = chance_of_pair(box, hands, hidden), other[hands - 2, hidden]
        if hands == MOST_HANDS:
            each = (1.0 - again) * mine + again * pair[hidden]
            return float(np.prod([each * tie ** (done + before) for before in range(waiting)]))
        alone = mine * tie**done * rest(hands, waiting - 1, hidden + 1, done + 1)
        return float((1.0 - again) * alone + again * rest(hands + 1, waiting + 1, hidden, done))

    return rest(2, 2, 0, 0)


def _both(box: SplitBox, starts: tuple[Ints, Floats], wanted: int) -> float:
    """The chance that two hands get second cards that let them begin like this and both end as wanted."""
    reach = np.zeros(CELLS.total)
    reach[starts[0]] = starts[1]
    # A hand of this table has thousands of ends at most, each cell one for itself and ten for its cards.
    ends = np.empty((11 * CELLS.total, VALUE_COUNT), np.int8)
    weights = np.empty(11 * CELLS.total)
    found = list_ends(box.play, reach, box.value, wanted, ends, weights)
    if not found:
        return 0.0
    counts = np.array(box.others)
    counts[box.value] = box.of_value - 2
    return both_end(tree_of(ends[:found], weights[:found], np.zeros(found, np.int8)), counts)


def both_end(tree: CardTree, counts: Floats) -> float:
    """The chance that two hands drawn from the same cards one after the other both end with a set of the tree.

    Without replacement it depends only on the cards of both together: those of the first hand, and of all sets those
    of the second that can be drawn beside them.
    """
    groups, ends = groups_of(tree), tree.orders > 0
    held, size = tree.held[ends], tree.size[ends].astype(np.int64)
    cards = np.arange(2 * MOST_DRAWN)
    of_value = np.cumprod(np.maximum(counts[:, None] - cards, 0.0), axis=1)
    first = np.where(held > 0, of_value[range(VALUE_COUNT), held - 1], 1.0).prod(axis=1) * tree.orders[ends]
    second = ways_to_end(tree, groups, counts - held, 1)[:, 0]
    of_both = np.cumprod(np.maximum(counts.sum() - cards, 1.0))[size + groups.sizes[:, None] - 1]
    return float((first * (second / of_both).sum(axis=0)).sum())
