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

from collections.abc import Callable, Mapping
from functools import cache
from typing import NamedTuple

import numpy as np

from pitboss.games.pontoon.layout import ALL_LIVE, MOST_HANDS, ORIGINAL_ONLY
from pitboss.odds.pontoon.cells import ACE, CELLS, KINDS, NO_SUIT, TEN, VALUE_COUNT
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
    both_end,
    groups_of,
    list_ends,
    play_hands,
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

    out: tuple[int, ...]
    hidden: tuple[int, ...]
    third_seven: tuple[float, ...]


def case_grid(outs: range) -> Cases:
    """So many cards of the value out, and up to three hands before this one with others."""
    grid = [(out, hidden) for out in outs for hidden in range(MOST_HANDS)]
    return Cases(tuple(out for out, _ in grid), tuple(hidden for _, hidden in grid), (0.25,) * len(grid))


def hand_figures(box: SplitBox, starts: Mapping[int, float], own: int, cases: Cases) -> Floats:
    """Play one hand from these cells, which have `own` cards of the split value, in each case."""
    reach = np.zeros((CELLS.total, len(cases.out)))
    for cell, chance in starts.items():
        reach[cell] += chance
    figures = np.empty((len(cases.out), FIGURES))
    left = box.of_value - np.array(cases.out, np.float64), np.array(cases.hidden, np.float64)
    rest = np.array(cases.third_seven), figures
    groups = groups_of(box.play.tree, box.play.dealer, box.value)
    play_hands(box.play, groups, reach, np.array(box.others), (box.value, own), left, rest)
    return figures


def by_case(box: SplitBox, starts: Mapping[int, float], own: int, outs: range) -> "HandFigures":
    """The figures of a hand that begins like this, found by what is out and hidden."""
    cases = case_grid(outs)
    figures = hand_figures(box, starts, own, cases)
    places = {case: place for place, case in enumerate(zip(cases.out, cases.hidden, strict=True))}
    return lambda out, hidden: figures[places[out, hidden]]


def other_starts(
    box: SplitBox, suits: tuple[int, ...], *, chances: bool = True, pairs: bool = False
) -> dict[int, float]:
    """The two-card hands that begin with one of these suits of the split value and go on with another value.

    With their chances, or without as the shares of suits alone; and with `pairs` any card may come.
    """
    left = [box.of_value - 2.0 if pairs and value == box.value else count for value, count in enumerate(box.others)]
    starts: dict[int, float] = {}
    for kind, (value, suit) in enumerate(KINDS):
        if value == box.value and not pairs:
            continue
        weight = (left[value] / sum(left) if chances else 1.0) * (1.0 if suit == NO_SUIT else 0.25)
        for mine in suits:
            cell = int(CELLS.next_cell[CELLS.one_card[KINDS.index((box.value, mine))], kind])
            starts[cell] = starts.get(cell, 0.0) + weight / len(suits)
    return starts


def _suits_of(value: int) -> tuple[int, ...]:
    return tuple(suit for kind, suit in KINDS if kind == value)


def _pair_cell(value: int) -> int:
    kind = next(index for index, (of, _) in enumerate(KINDS) if of == value)
    return int(CELLS.next_cell[CELLS.one_card[kind], kind])


def chance_of_pair(box: SplitBox, out: int, hidden: int) -> float:
    """That the next second card has the split value."""
    left = box.of_value - out
    return left / (left + sum(box.others) - hidden)


# One hand's figures, by how many of the split value are out and how many other second cards are.
HandFigures = Callable[[int, int], Floats]


def worth_of_split(box: SplitBox) -> float:
    """What splitting a pair brings on average. Not for sevens, which `sevens` has."""
    earned = _walk(box, *_figures(box)) if box.resplit else _two_hands(box)
    return earned - taken_by_pontoon(box)


def _figures(box: SplitBox) -> tuple["HandFigures", "HandFigures"]:
    """Of a hand whose second card has another value, and of a pair that four hands forbid to split again."""
    starts = other_starts(box, _suits_of(box.value))
    other = by_case(box, starts, 1, range(2, MOST_HANDS + 1))
    return other, by_case(box, {_pair_cell(box.value): 1.0}, 2, range(MOST_HANDS + 1, MOST_HANDS + 2))


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


def _walk(box: SplitBox, other: HandFigures, pair: HandFigures) -> float:
    """PON 11.3, PON 11.4, P-15: the second cards one after another, each hand taken up when its own has come.

    Once there are four hands, each of those that wait has the same chances as the next of them, for nothing is known of
    the second cards to come.
    """

    @cache
    def rest(hands: int, waiting: int, out: int, hidden: int, undoubled: float) -> float:
        if not waiting:
            return 0.0
        again = chance_of_pair(box, out, hidden)
        mine = other(out, hidden)
        if hands == MOST_HANDS:
            return waiting_worth(box, (1.0 - again) * mine + again * pair(out + 1, hidden), waiting, undoubled)
        worth = own_worth(box, mine, undoubled)
        still = undoubled * (1.0 - float(mine[DOUBLED])) if box.box_scope else 1.0
        alone = worth + rest(hands, waiting - 1, out, hidden + 1, still)
        return (1.0 - again) * alone + again * rest(hands + 1, waiting + 1, out + 1, hidden, undoubled)

    return rest(2, 2, 2, 0, 1.0)


def waiting_worth(box: SplitBox, mine: Floats, waiting: int, undoubled: float) -> float:
    """What so many hands add that each have these figures."""
    if not box.box_scope:
        return waiting * own_worth(box, mine, 1.0)
    still = 1.0 - float(mine[DOUBLED])
    return sum(own_worth(box, mine, undoubled * still**before) for before in range(waiting))


def _two_hands(box: SplitBox) -> float:
    """PON 11.5, PON 11.3: any second card to each hand, which may make a pair again, and no more hands."""
    # Nothing is hidden: of the other hand's card it is not even known that it makes no pair.
    starts = other_starts(box, _suits_of(box.value), pairs=True)
    figures = hand_figures(box, starts, 1, Cases((2,), (0,), (0.25,)))[0]
    return waiting_worth(box, figures, 2, 1.0)


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
    other, pair = _figures(box)
    first, second = (1.0 - chance_of_pair(box, 2, hidden) for hidden in (0, 1))
    apart = float(first * other(2, 0)[wanted] * second * other(2, 1)[wanted])
    tie = _both(box, other_starts(box, suits, chances=False), wanted) / apart if apart else 1.0

    @cache
    def rest(hands: int, waiting: int, out: int, hidden: int, done: int) -> float:
        if not waiting:
            return 1.0
        again = chance_of_pair(box, out, hidden)
        mine = other(out, hidden)[wanted]
        if hands == MOST_HANDS:
            each = (1.0 - again) * mine + again * pair(out + 1, hidden)[wanted]
            return float(np.prod([each * tie ** (done + before) for before in range(waiting)]))
        alone = mine * tie**done * rest(hands, waiting - 1, out, hidden + 1, done + 1)
        return float((1.0 - again) * alone + again * rest(hands + 1, waiting + 1, out + 1, hidden, done))

    return rest(2, 2, 2, 0, 0)


def _both(box: SplitBox, starts: Mapping[int, float], wanted: int) -> float:
    """The chance that two hands get second cards that let them begin like this and both end as wanted."""
    reach = np.zeros(CELLS.total)
    for cell, weight in starts.items():
        reach[cell] += weight
    # A hand of this table has hundreds of ends, each cell at most one for itself and ten for its cards.
    ends = np.empty((11 * CELLS.total, VALUE_COUNT), np.int16)
    weights = np.empty(11 * CELLS.total)
    found = list_ends(box.play, reach, box.value, wanted, ends, weights)
    counts = np.array(box.others)
    counts[box.value] = box.of_value - 2
    return float(both_end(ends[:found], weights[:found], counts))
