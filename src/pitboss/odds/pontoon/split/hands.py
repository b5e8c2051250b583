"""One hand of a split box, played by a table on its own cards: what it brings on average, and how it can end.

The cards of the box that lie elsewhere change the decks this hand draws from. Cards of the split value are counted out.
Of the second cards of earlier hands only this is known to matter: they have not the split value, or the pair would have
been split again. They are the `hidden` cards. A next card has the split value with chance a / (a + b - h), with a cards
of it left, b others and h of the others hidden; and if it has not, it is any of the b others with equal chance, since
nothing tells the hidden ones from the rest.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from pitboss.cards.compiled import compile_kernel
from pitboss.odds.pontoon.card_sets import LANES, MOST_DRAWN, NO_VALUE, CardTree, Groups, sum_ways
from pitboss.odds.pontoon.cells import BUST, CELLS, Bools, Int8s, Int16s, Ints
from pitboss.odds.pontoon.dealer import BUST_RESULT, PONTOON_RESULT, RESULTS, STANDS_FROM
from pitboss.odds.pontoon.decisions import Hands
from pitboss.odds.pontoon.payouts import Floats, Payouts
from pitboss.odds.pontoon.strategy_table import DOUBLE, DRAW

# More cards than a hand can hold.
MOST_HELD = 21
# What is known of a hand in the end. EARNED leaves out what a dealer's Pontoon takes of it, which is PONTOON_COST if
# every hand pays for itself. EXTRA is what its 21s brought by Table 1 beyond the even money of PON 12.8, and below zero
# where Table 1 pays less. The others are chances: doubled; final before the dealer draws (over 21, paid or rescued);
# final by 21; not lost before the dealer draws.
EARNED, PONTOON_COST, EXTRA, DOUBLED, FINAL, MADE_21, NOT_LOST, FIGURES = range(8)


class SplitPlay(NamedTuple):
    """By what the hands of a split box are played and paid, against one card of the dealer.

    `groups` are the dealer's ends by the cards of the split value in them. `of_21` is what a 21 brings and `table_21`
    how much of that is by Table 1.
    """

    hands: Hands
    tree: CardTree
    groups: Groups
    dealer: int
    action: Int8s
    rescue: Bools
    pays: Payouts
    of_21: Floats
    table_21: Floats
    aces: bool


class Holding(NamedTuple):
    """The cells that hold a value, in ascending order, and the other way round the row of each cell; and by row and
    kind the row of what each becomes, or BUST."""

    cells: Int16s
    row_of: Int16s
    next_row: Int16s


@cache
def holding(value: int) -> Holding:
    cells = np.nonzero(CELLS.held[:, value])[0]
    row_of = np.full(CELLS.total + 1, BUST, np.int16)
    row_of[cells] = np.arange(len(cells))
    # BUST is found at the end of the list.
    return Holding(cells.astype(np.int16), row_of, row_of[CELLS.next_cell[cells]])


class _OpenHands(NamedTuple):
    """Hands that the dealer's total decides, side by side for `sum_ways`.

    `left[value, hand]` are the cards beside the hand, none of the split value, of which it holds `known` among `size`
    cards. The chances are those that each start leads to it. `there_are` has one number: how many hands there are.
    `weights` by known cards and size are what the dealer's ways of a group count for in each case, where they are
    `ready`.
    """

    left: Floats
    known: Ints
    size: Ints
    points: Ints
    doubled: Bools
    chances: Floats
    there_are: Ints
    weights: Floats
    ready: Bools


@compile_kernel
def _no_open_hands(groups: Any, cases: Any) -> Any:
    of_value, _, case_of = cases
    known, size, points = np.empty(LANES, np.int64), np.empty(LANES, np.int64), np.empty(LANES, np.int64)
    chances = np.empty((LANES, case_of.size))
    weights = np.empty((MOST_HELD, MOST_HELD, groups.sizes.size, of_value.size))
    ready = np.zeros((MOST_HELD, MOST_HELD), np.bool_)
    count = np.zeros(1, np.int64)
    return _OpenHands(
        np.zeros((10, LANES)), known, size, points, np.empty(LANES, np.bool_), chances, count, weights, ready
    )


@compile_kernel
def _fill_weights(groups: Any, known: Any, others: Any, cases: Any, weights: Any) -> None:
    """Beside a hand that holds so many cards of the split value and leaves so many others."""
    of_value, hidden, _ = cases
    of_known, of_others, of_all = np.ones(MOST_DRAWN), np.ones(MOST_DRAWN), np.ones(MOST_DRAWN)
    for case in range(of_value.size):
        left = of_value[case] - known
        # The ways to draw so many of the split value, the share of the ways to draw others that takes no hidden one,
        # and one over the ways to draw so many cards at all.
        for card in range(groups.sizes.max()):
            of_known[card + 1] = of_known[card] * max(left - card, 0.0)
            seen = max(others - hidden[case] - card, 0.0)
            of_others[card + 1] = of_others[card] * seen / max(others - card, 1.0)
            of_all[card + 1] = of_all[card] / max(others + left - hidden[case] - card, 1.0)
        for group in range(groups.sizes.size):
            pairs, size = groups.known[group], groups.sizes[group]
            weights[group, case] = of_known[pairs] * of_others[size - pairs] * of_all[size]


@compile_kernel
def _sum_above(ways: Any, above: Any) -> None:
    """Fill `above[group, end, hand]` with the ways of better totals than nothing, 17, 18 and so on."""
    for group in range(ways.shape[0]):
        for hand in range(LANES):
            above[group, BUST_RESULT, hand] = 0.0
        for result in range(BUST_RESULT - 1, -1, -1):
            better, same, total = above[group, result + 1], ways[group, result], above[group, result]
            for hand in range(total.size):
                total[hand] = better[hand] + same[hand]


@compile_kernel
def _fill_nets(ways: Any, above: Any, hand: Any, points: Any, wagers: Any, weights: Any, nets: Any) -> None:
    """Fill `nets[:, case]` with what a hand of so many points earns, and the chance of a dealer's Pontoon.

    `wagers` are what it wins against a dealer who is beaten, and what it loses to one who beats it.
    """
    win, lose = wagers
    earned, pontoon = nets[0], nets[1]
    for case in range(earned.size):
        earned[case], pontoon[case] = win, 0.0
    end = max(points - STANDS_FROM, -1)
    for group in range(weights.shape[0]):
        same = ways[group, end, hand] if end >= 0 else 0.0
        most = ways[group, PONTOON_RESULT, hand]
        # The dealer is beaten by all that is left: with a lower total, or over 21.
        less, weight = win * (same + most) + (win + lose) * above[group, end + 1, hand], weights[group]
        for case in range(earned.size):
            earned[case] -= weight[case] * less
        if most > 0.0:
            for case in range(earned.size):
                pontoon[case] += weight[case] * most


@compile_kernel
def _settle_open(play: Any, split: Any, open_hands: Any, cases: Any, figures: Any) -> None:
    """The open hands against the dealer, after which there are none."""
    tree, groups, pays, case_of = play.tree, play.groups, play.pays, cases[2]
    ways = np.empty((groups.sizes.size, RESULTS, LANES))
    above = np.empty((groups.sizes.size, BUST_RESULT + 1, LANES))
    sum_ways(tree, groups.group, split, open_hands.left, np.empty((tree.value.size, LANES)), ways)
    _sum_above(ways, above)
    nets = np.empty((2, cases[0].size))
    for hand in range(open_hands.there_are[0]):
        known, size = open_hands.known[hand], open_hands.size[hand]
        weights = open_hands.weights[known, size]
        if not open_hands.ready[known, size]:
            _fill_weights(groups, known, open_hands.left[:, hand].sum(), cases, weights)
            open_hands.ready[known, size] = True
        doubled, chances = open_hands.doubled[hand], open_hands.chances[hand]
        wagers, cost = ((pays.doubled_win, 2.0), pays.doubled_pontoon) if doubled else ((pays.win, 1.0), 1.0)
        _fill_nets(ways, above, hand, open_hands.points[hand], wagers, weights, nets)
        for start in range(chances.size):
            figures[EARNED, start] += chances[start] * nets[0, case_of[start]]
            figures[PONTOON_COST, start] += chances[start] * cost * nets[1, case_of[start]]
            figures[NOT_LOST, start] += chances[start]
    open_hands.there_are[0] = 0


@compile_kernel
def _end_double(play: Any, cell: Any, value: Any, chances: Any, figures: Any) -> Any:
    """The one card of a double; whether the dealer's total decides then."""
    points, rescue = play.hands.doubled[cell, value], play.rescue[cell, value]
    for start in range(chances.size):
        chance = chances[start]
        figures[DOUBLED, start] += chance
        if points > 21:
            figures[EARNED, start] -= 2.0 * chance
            figures[FINAL, start] += chance
        elif points == 21:
            figures[EARNED, start] += chance * play.pays.doubled_win
            figures[FINAL, start] += chance
            figures[MADE_21, start] += chance
            figures[NOT_LOST, start] += chance
        elif rescue:
            figures[EARNED, start] -= chance
            figures[FINAL, start] += chance
    return points < 21 and not rescue


@compile_kernel
def _pay_21(play: Any, cell: Any, chances: Any, figures: Any) -> None:
    """PON 10.2(b): a 21 that was not doubled."""
    for start in range(chances.size):
        chance = chances[start]
        figures[EARNED, start] += chance * play.of_21[cell]
        figures[EXTRA, start] += chance * (play.table_21[cell] - play.pays.doubled_win / 2.0)
        figures[FINAL, start] += chance
        figures[MADE_21, start] += chance
        figures[NOT_LOST, start] += chance


@compile_kernel
def _fill_chances(known: Any, others: Any, cases: Any, reach: Any, next_card: Any) -> None:
    """Fill `next_card` with the chances that a hand which holds so many cards of the split value gets one more of it,
    and a certain one of so many others."""
    of_value, hidden, case_of = cases
    for start in range(reach.size):
        case = case_of[start]
        there = of_value[case] - known
        pair = max(there, 0.0) / (there + others - hidden[case])
        next_card[0, start], next_card[1, start] = reach[start] * pair, reach[start] * (1.0 - pair) / others


@compile_kernel
def _draw(play: Any, rows: Any, row: Any, left: Any, split: Any, next_card: Any, rest: Any) -> None:
    """A card to a hand, of every kind there is."""
    hands, cell = play.hands, rows.cells[row]
    reach, third_seven, figures = rest
    for kind in range(hands.kind_value.size):
        value, after = hands.kind_value[kind], rows.next_row[row, kind]
        chances, there = (next_card[0], 1.0) if value == split else (next_card[1], left[value])
        if there <= 0.0:
            continue
        if is_suited_pair(hands, cell, value):
            for start in range(third_seven.size):
                third = share_of_suit(hands, cell, kind, third_seven[start])
                reach[after, start] += there * chances[start] * third
            continue
        if hands.kind_suit[kind] >= 0:
            there *= 0.25
        if after >= 0:
            becomes = reach[after]
            for start in range(becomes.size):
                becomes[start] += there * chances[start]
        else:
            for start in range(chances.size):
                figures[EARNED, start] -= there * chances[start]
                figures[FINAL, start] += there * chances[start]


@compile_kernel
def _stand(play: Any, cell: Any, left: Any, split: Any, cases: Any, rest: Any) -> None:
    """A hand that takes no more cards, or the one card of a double of every value there is."""
    reach, next_card, open_hands, figures = rest
    hands, doubles = play.hands, play.action[cell] == DOUBLE and not play.aces
    for card in range(0 if doubles else NO_VALUE, 10 if doubles else 0):
        if open_hands.there_are[0] == LANES:
            _settle_open(play, split, open_hands, cases, figures)
        count = open_hands.there_are[0]
        chances, likely, there = open_hands.chances[count], reach, 1.0
        if doubles:
            likely, there = (next_card[0], 1.0) if card == split else (next_card[1], left[card])
        for start in range(chances.size):
            chances[start] = there * likely[start]
        if doubles and (there <= 0.0 or not _end_double(play, cell, card, chances, figures)):
            continue
        for value in range(10):
            open_hands.left[value, count] = left[value]
        open_hands.known[count] = hands.held[cell, split] + (1 if card == split else 0)
        if doubles and card != split:
            open_hands.left[card, count] -= 1.0
        open_hands.size[count] = hands.size[cell] + (1 if doubles else 0)
        open_hands.points[count] = hands.doubled[cell, card] if doubles else hands.points[cell]
        open_hands.doubled[count] = doubles
        open_hands.there_are[0] += 1


@compile_kernel
def play_hands(play: Any, rows: Any, reach: Any, others: Any, split: Any, cases: Any, rest: Any) -> None:
    """Play hands from the rows of `holding` that they begin in, with their chances in `reach[row, start]`, and fill the
    figures of every start.

    `others` are the cards of other values than the `split` one. `cases` say how many of that there are beside a hand if
    it held none, and how many others are hidden; and by start which case it is. `rest` is by start the share of one
    suit among the sevens left, for a suited pair of sevens, and the figures.
    """
    hands, (third_seven, figures) = play.hands, rest
    figures[:] = 0.0
    left, next_card = np.empty(10), np.empty((2, third_seven.size))
    open_hands = _no_open_hands(play.groups, cases)
    for row in range(rows.cells.size):
        if not reach[row].any():
            continue
        cell = rows.cells[row]
        if hands.points[cell] == 21:
            _pay_21(play, cell, reach[row], figures)
            continue
        for value in range(10):
            left[value] = others[value] - hands.held[cell, value]
        left[split] = 0.0
        _fill_chances(hands.held[cell, split], left.sum(), cases, reach[row], next_card)
        if play.action[cell] == DRAW and not play.aces:
            _draw(play, rows, row, left, split, next_card, (reach, third_seven, figures))
        else:
            _stand(play, cell, left, split, cases, (reach[row], next_card, open_hands, figures))
    _settle_open(play, split, open_hands, cases, figures)


@compile_kernel
def is_suited_pair(hands: Any, cell: Any, value: Any) -> Any:
    """Whether the cell is two sevens of one suit, to which another seven comes."""
    return value == 6 and hands.held[cell, 6] == 2 and hands.size[cell] == 2 and 0 <= hands.suit[cell] <= 3


@compile_kernel
def share_of_suit(hands: Any, cell: Any, kind: Any, third_seven: Any) -> Any:
    """The part of the sevens that has one suit, beside two of one suit. Of other cards it is a quarter, for nothing
    else of their value has been told apart."""
    return third_seven if hands.kind_suit[kind] == hands.suit[cell] else (1.0 - third_seven) / 3.0


@compile_kernel
def _note(ends: Any, weights: Any, found: Any, held: Any, known: Any, value: Any, weight: Any) -> Any:
    """Keep the cards of a hand that has ended, without the card that was split."""
    for other in range(10):
        ends[found, other] = held[other]
    ends[found, known] -= 1
    if value >= 0:
        ends[found, value] += 1
    weights[found] = weight
    return found + 1


@compile_kernel
def _is_wanted(play: Any, cell: Any, value: Any, wanted: Any) -> Any:
    """Whether a doubled hand with a card of this value ends as wanted."""
    points = play.hands.doubled[cell, value]
    lost = points > 21 or (points < 21 and play.rescue[cell, value])
    return points == 21 or (wanted == FINAL and lost) or (wanted == NOT_LOST and not lost)


@compile_kernel
def list_ends(play: Any, reach: Any, known: Any, wanted: Any, ends: Any, weights: Any) -> Any:
    """Every set of cards with which a hand ends as `wanted`, with the number of its orders; how many there are.

    `reach` has one for every cell that a hand may begin in, or the share of its suit. `wanted` is FINAL, MADE_21 or
    NOT_LOST. Each row of `ends` is the cards drawn to the hand.
    """
    hands = play.hands
    found = 0
    for cell in range(hands.points.size):
        weight, action = reach[cell], play.action[cell]
        if weight == 0.0:
            continue
        if hands.points[cell] == 21 or play.aces or (action != DRAW and action != DOUBLE):
            if hands.points[cell] == 21 or wanted == NOT_LOST:
                found = _note(ends, weights, found, hands.held[cell], known, -1, weight)
            continue
        for kind in range(hands.kind_value.size):
            value, after = hands.kind_value[kind], hands.next_cell[cell, kind]
            # Where suits do not matter a value is one way to go on, counted with its first suit.
            once = hands.kind_suit[kind] <= 0
            if action == DOUBLE:
                if once and _is_wanted(play, cell, value, wanted):
                    found = _note(ends, weights, found, hands.held[cell], known, value, weight)
            elif after >= 0:
                reach[after] += weight * (1.0 if hands.kind_suit[kind] < 0 else 0.25)
            elif once and wanted == FINAL:
                found = _note(ends, weights, found, hands.held[cell], known, value, weight)
    return found
