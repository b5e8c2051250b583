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
from pitboss.odds.pontoon.card_sets import LANES, MOST_DRAWN, NO_VALUE, CardTree, Groups
from pitboss.odds.pontoon.cells import BUST, CELLS, VALUE_COUNT, Bools, Int8s, Int16s, Ints
from pitboss.odds.pontoon.dealer import BUST_RESULT, PONTOON_RESULT, STANDS_FROM
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


class OpenHands(NamedTuple):
    """Hands that the dealer's total decides: the cards beside each, none of the split value, of which it holds `known`
    among `size` cards; its points and whether it is doubled; and how likely each start leads to it."""

    left: Floats
    known: Ints
    size: Ints
    points: Ints
    doubled: Bools
    chances: Floats


def room_for_open(play: SplitPlay, rows: Holding, starts: int) -> OpenHands:
    """As many as there can be: one for each hand that stands, and one for each card of a double."""
    actions = play.action[rows.cells]
    most = int((actions != DRAW).sum() + 9 * (actions == DOUBLE).sum()) if not play.aces else len(actions)
    known, size, points = np.empty((3, most), np.int64)
    doubled, chances = np.empty(most, np.bool_), np.empty((most, starts))
    return OpenHands(np.empty((most, VALUE_COUNT)), known, size, points, doubled, chances)


@compile_kernel
def _add(chances: Any, there: Any, each: Any, figures: Any) -> None:
    """Hands that are over: `each` is what every figure of one is, and `there` how many cards lead to it."""
    for figure in range(FIGURES):
        if each[figure] != 0.0:
            for start in range(chances.size):
                figures[figure, start] += there * chances[start] * each[figure]


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
        # Of a value each suit is a quarter, for nothing else of it has been told apart, save with two sevens of a suit.
        suited = value == 6 and hands.held[cell, 6] == 2 and hands.size[cell] == 2 and 0 <= hands.suit[cell] <= 3
        if hands.kind_suit[kind] >= 0 and not suited:
            there *= 0.25
        if after < 0:
            _add(chances, there, (-1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0), figures)
            continue
        becomes = reach[after]
        for start in range(becomes.size):
            share = 1.0
            if suited:
                third = third_seven[start]
                share = third if hands.kind_suit[kind] == hands.suit[cell] else (1.0 - third) / 3.0
            becomes[start] += there * chances[start] * share


@compile_kernel
def _stand(play: Any, cell: Any, left: Any, split: Any, rest: Any, open_hands: Any, count: Any) -> Any:
    """A hand that takes no more cards, or the one card of a double of every value there is. Answers how many are open
    then."""
    reach, next_card, figures = rest
    hands, pays, doubles = play.hands, play.pays, play.action[cell] == DOUBLE and not play.aces
    for card in range(0 if doubles else NO_VALUE, 10 if doubles else 0):
        chances, there, points = reach, 1.0, hands.points[cell]
        if doubles:
            chances, there = (next_card[0], 1.0) if card == split else (next_card[1], left[card])
            points = hands.doubled[cell, card]
            if there <= 0.0:
                continue
            if points >= 21 or play.rescue[cell, card]:
                made = 1.0 if points == 21 else 0.0
                earned = pays.doubled_win if points == 21 else -2.0 if points > 21 else -1.0
                _add(chances, there, (earned, 0.0, 0.0, 1.0, 1.0, made, made), figures)
                continue
            _add(chances, there, (0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0), figures)
        for start in range(chances.size):
            open_hands.chances[count, start] = there * chances[start]
        for value in range(10):
            open_hands.left[count, value] = left[value] - (1.0 if doubles and value == card != split else 0.0)
        open_hands.known[count] = hands.held[cell, split] + (1 if card == split else 0)
        open_hands.size[count] = hands.size[cell] + (1 if doubles else 0)
        open_hands.points[count], open_hands.doubled[count] = points, doubles
        count += 1
    return count


@compile_kernel
def play_hands(play: Any, rows: Any, reach: Any, deck: Any, cases: Any, open_hands: Any, rest: Any) -> Any:
    """Play hands from the rows of `holding` that they begin in, with their chances in `reach[row, start]`. Fill the
    figures of every start, but for the open hands, and answer how many of those there are.

    `deck` is the split value, and how many cards there are of others. `cases` say how many of the value there are
    beside a hand if it held none, and how many others are hidden; and by start which case it is. `rest` is by start the
    share of one suit among the sevens left, for a suited pair of sevens, and the figures.
    """
    hands, (third_seven, figures), (split, others) = play.hands, rest, deck
    left, next_card, count = np.empty(10), np.empty((2, third_seven.size)), 0
    for row in range(rows.cells.size):
        if not reach[row].any():
            continue
        cell = rows.cells[row]
        if hands.points[cell] == 21:
            # PON 10.2(b): a 21 that was not doubled.
            extra = play.table_21[cell] - play.pays.doubled_win / 2.0
            _add(reach[row], 1.0, (play.of_21[cell], 0.0, extra, 0.0, 1.0, 1.0, 1.0), figures)
            continue
        for value in range(10):
            left[value] = others[value] - hands.held[cell, value]
        left[split] = 0.0
        _fill_chances(hands.held[cell, split], left.sum(), cases, reach[row], next_card)
        if play.action[cell] == DRAW and not play.aces:
            _draw(play, rows, row, left, split, next_card, (reach, third_seven, figures))
        else:
            count = _stand(play, cell, left, split, (reach[row], next_card, figures), open_hands, count)
    return count


@compile_kernel
def _fill_weights(groups: Any, known: Any, others: Any, cases: Any, weights: Any) -> None:
    """Fill `weights[group, case]` with what the dealer's ways of a group count for, beside a hand that holds so many
    cards of the split value and leaves so many others."""
    of_value, hidden, _ = cases
    of_known, of_others, of_all = np.ones(MOST_DRAWN), np.ones(MOST_DRAWN), np.ones(MOST_DRAWN)
    most = groups.sizes.max()
    for case in range(of_value.size):
        left = of_value[case] - known
        # The ways to draw so many of the split value, the share of the ways to draw others that takes no hidden one,
        # and one over the ways to draw so many cards at all.
        for card in range(most):
            of_known[card + 1] = of_known[card] * max(left - card, 0.0)
            seen = max(others - hidden[case] - card, 0.0)
            of_others[card + 1] = of_others[card] * seen / max(others - card, 1.0)
            of_all[card + 1] = of_all[card] / max(others + left - hidden[case] - card, 1.0)
        for group in range(groups.sizes.size):
            pairs, size = groups.known[group], groups.sizes[group]
            weights[group, case] = of_known[pairs] * of_others[size - pairs] * of_all[size]


@compile_kernel
def settle_open(play: Any, open_hands: Any, count: Any, ways: Any, cases: Any, figures: Any) -> None:
    """The first so many open hands against the dealer, by the blocks of ways of the dealer's ends beside each."""
    groups, pays, case_of = play.groups, play.pays, cases[2]
    # By how many of the split value a hand holds, and how many cards.
    weights = np.empty((MOST_HELD, MOST_HELD, groups.sizes.size, cases[0].size))
    ready = np.zeros((MOST_HELD, MOST_HELD), np.bool_)
    earned, pontoon = np.empty(cases[0].size), np.empty(cases[0].size)
    for hand in range(count):
        known, size = open_hands.known[hand], open_hands.size[hand]
        if not ready[known, size]:
            _fill_weights(groups, known, open_hands.left[hand].sum(), cases, weights[known, size])
            ready[known, size] = True
        doubled, chances = open_hands.doubled[hand], open_hands.chances[hand]
        win, lose, cost = (pays.doubled_win, 2.0, pays.doubled_pontoon) if doubled else (pays.win, 1.0, 1.0)
        earned[:] = win
        pontoon[:] = 0.0
        for group in range(groups.sizes.size):
            end, weight = ways[hand // LANES, group, :, hand % LANES], weights[known, size, group]
            # The dealer is beaten but by what is equal, better or Pontoon.
            less = win * end[PONTOON_RESULT]
            for result in range(max(open_hands.points[hand] - STANDS_FROM, 0), BUST_RESULT):
                equal = result == open_hands.points[hand] - STANDS_FROM
                less += (win if equal else win + lose) * end[result]
            for case in range(earned.size):
                earned[case] -= weight[case] * less
            if end[PONTOON_RESULT] > 0.0:
                for case in range(earned.size):
                    pontoon[case] += weight[case] * end[PONTOON_RESULT]
        for start in range(chances.size):
            figures[EARNED, start] += chances[start] * earned[case_of[start]]
            figures[PONTOON_COST, start] += chances[start] * cost * pontoon[case_of[start]]
            figures[NOT_LOST, start] += chances[start]


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
