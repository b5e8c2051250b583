"""One hand of a split box, played by a table on its own cards: what it brings on average, and how it can end.

The cards of the box that lie elsewhere change the decks this hand draws from. Cards of the split value are counted out.
Of the second cards of earlier hands only this is known to matter: they have not the split value, or the pair would have
been split again. They are the `hidden` cards. A next card has the split value with chance a / (a + b - h), with a cards
of it left, b others and h of the others hidden; and if it has not, it is any of the b others with equal chance, since
nothing tells the hidden ones from the rest.
"""

from typing import Any, NamedTuple

import numpy as np

from pitboss.cards.compiled import compile_kernel
from pitboss.odds.pontoon.cells import Bools, Int8s, Ints
from pitboss.odds.pontoon.dealer import DealerTree
from pitboss.odds.pontoon.decisions import Hands
from pitboss.odds.pontoon.payouts import Floats, Payouts
from pitboss.odds.pontoon.strategy_table import DOUBLE, DRAW

# More cards than the dealer can draw.
MOST_DRAWN = 20
# What is known of a hand in the end. EARNED leaves out what a dealer's Pontoon takes of it, which is PONTOON_COST if
# every hand pays for itself. EXTRA is what its 21s brought by Table 1 beyond the even money of PON 12.8, and below zero
# where Table 1 pays less. The others are chances: doubled; final before the dealer draws (over 21, paid or rescued);
# final by 21; not lost before the dealer draws.
EARNED, PONTOON_COST, EXTRA, DOUBLED, FINAL, MADE_21, NOT_LOST, FIGURES = range(8)


class SplitPlay(NamedTuple):
    """By what the hands of a split box are played and paid, against one card of the dealer.

    `of_21` is what a 21 brings and `table_21` how much of that is by Table 1.
    """

    hands: Hands
    tree: DealerTree
    dealer: int
    action: Int8s
    rescue: Bools
    pays: Payouts
    of_21: Floats
    table_21: Floats
    aces: bool


class Groups(NamedTuple):
    """The dealer's ends in groups: each `pairs` cards of the split value in `sizes` drawn cards; `group` by node."""

    pairs: Ints
    sizes: Ints
    group: Ints


def groups_of(tree: DealerTree, dealer: int, known: int) -> Groups:
    """The groups of one first card of the dealer, for one split value."""
    nodes = slice(int(tree.first[dealer]), int(tree.first[dealer + 1]))
    keys = tree.held[nodes, known].astype(np.int64) * MOST_DRAWN + tree.size[nodes]
    ends = tree.orders[nodes] > 0
    found, group = np.unique(np.where(ends, keys, keys[ends][0]), return_inverse=True)
    return Groups(found // MOST_DRAWN, found % MOST_DRAWN, group.astype(np.int64))


@compile_kernel
def _group_sums(play: Any, groups: Any, left: Any, known: Any, points: Any, sums: Any) -> None:
    """Add up the dealer's ends by group: equal to so many points, better, and Pontoon.

    Each counts with its orders and the ways to draw its other cards one by one, which are the same in every case.
    """
    tree = play.tree
    sums[:] = 0.0
    start, end = tree.first[play.dealer], tree.first[play.dealer + 1]
    ways = np.empty(end - start)
    ways[0] = 1.0
    for node in range(start + 1, end):
        value = tree.value[node]
        way = ways[tree.parent[node]]
        if value != known:
            way *= left[value] - tree.before[node]
        ways[node - start] = way
        result = tree.result[node]
        if tree.orders[node] > 0.0 and result + 17 >= points:
            column = 2 if result == 6 else 0 if result + 17 == points else 1
            sums[groups.group[node - start], column] += way * tree.orders[node]


@compile_kernel
def _against_dealer(play: Any, groups: Any, left: Any, known: Any, points: Any, cases: Any, odds: Any) -> None:
    """Fill `odds` by case: the chances that the dealer is beaten, beats the hand, and has Pontoon.

    `left` are the cards of other values, `cases` how many of the split value are left and how many others are hidden.
    """
    of_value, hidden = cases
    sums = np.empty((groups.pairs.size, 3))
    _group_sums(play, groups, left, known, points, sums)
    others = left.sum() - left[known]
    any_cards, of_pairs, not_hidden = np.ones(20), np.ones(20), np.ones(20)
    for case in range(of_value.size):
        # The ways to draw so many of the split value, the share of the ways to draw others that takes no hidden one,
        # and one over the ways to draw so many cards at all.
        for size in range(19):
            of_pairs[size + 1] = of_pairs[size] * max(of_value[case] - size, 0.0)
            seen = max(others - hidden[case] - size, 0.0)
            not_hidden[size + 1] = not_hidden[size] * seen / max(others - size, 1.0)
            any_cards[size + 1] = any_cards[size] / max(others + of_value[case] - hidden[case] - size, 1.0)
        equal, above, pontoon = 0.0, 0.0, 0.0
        for group in range(groups.pairs.size):
            pairs, size = groups.pairs[group], groups.sizes[group]
            weight = of_pairs[pairs] * not_hidden[size - pairs] * any_cards[size]
            equal += weight * sums[group, 0]
            above += weight * sums[group, 1]
            pontoon += weight * sums[group, 2]
        # Beaten is all that is left: a lower total, or over 21.
        odds[case, 0] = 1.0 - equal - above - pontoon
        odds[case, 1] = above
        odds[case, 2] = pontoon


@compile_kernel
def _open_hand(play: Any, odds: Any, doubled: Any, chances: Any, figures: Any) -> None:
    """A hand that the dealer's total decides."""
    pays = play.pays
    for case in range(chances.size):
        chance = chances[case]
        won, lost, pontoon = odds[case, 0], odds[case, 1], odds[case, 2]
        if doubled:
            figures[case, EARNED] += chance * (pays.doubled_win * won - 2.0 * lost)
            figures[case, PONTOON_COST] += chance * pays.doubled_pontoon * pontoon
        else:
            figures[case, EARNED] += chance * (pays.win * won - lost)
            figures[case, PONTOON_COST] += chance * pontoon
        figures[case, NOT_LOST] += chance


@compile_kernel
def _doubled_card(play: Any, cell: Any, value: Any, left: Any, known: Any, cases: Any, rest: Any) -> None:
    """The one card of a double; `left` and `cases` are the cards without it."""
    groups, odds, chances, figures = rest
    points = play.hands.doubled[cell, value]
    for case in range(chances.size):
        chance = chances[case]
        figures[case, DOUBLED] += chance
        if points > 21:
            figures[case, EARNED] -= 2.0 * chance
            figures[case, FINAL] += chance
        elif points == 21:
            figures[case, EARNED] += chance * play.pays.doubled_win
            figures[case, FINAL] += chance
            figures[case, MADE_21] += chance
            figures[case, NOT_LOST] += chance
        elif play.rescue[cell, value]:
            figures[case, EARNED] -= chance
            figures[case, FINAL] += chance
    if points < 21 and not play.rescue[cell, value]:
        _against_dealer(play, groups, left, known, points, cases, odds)
        _open_hand(play, odds, True, chances, figures)


@compile_kernel
def _paid_hand(play: Any, cell: Any, chances: Any, figures: Any) -> None:
    """PON 10.2(b): a 21 that was not doubled."""
    for case in range(chances.size):
        chance = chances[case]
        figures[case, EARNED] += chance * play.of_21[cell]
        figures[case, EXTRA] += chance * (play.table_21[cell] - play.pays.doubled_win / 2.0)
        figures[case, FINAL] += chance
        figures[case, MADE_21] += chance
        figures[case, NOT_LOST] += chance


@compile_kernel
def _next_cards(play: Any, cell: Any, left: Any, known: Any, cases: Any, rest: Any) -> None:
    """A card to a hand that draws or doubles, of every kind there is."""
    hands = play.hands
    of_value, hidden = cases
    groups, odds, reach, third_seven, figures = rest
    others = left.sum() - left[known]
    chances = np.empty(of_value.size)
    seen = -1
    for kind in range(hands.kind_value.size):
        value = hands.kind_value[kind]
        doubles = play.action[cell] == DOUBLE
        if (doubles and value == seen) or (value != known and left[value] <= 0.0):
            continue
        seen = value
        for case in range(chances.size):
            total = of_value[case] + others - hidden[case]
            pair = max(of_value[case], 0.0) / total
            chances[case] = reach[cell, case] * (pair if value == known else (1.0 - pair) * left[value] / others)
        if doubles:
            if value == known:
                fewer = (of_value - 1.0, hidden)
                _doubled_card(play, cell, value, left, known, fewer, (groups, odds, chances, figures))
            else:
                left[value] -= 1.0
                _doubled_card(play, cell, value, left, known, cases, (groups, odds, chances, figures))
                left[value] += 1.0
            continue
        after = hands.next_cell[cell, kind]
        for case in range(chances.size):
            chance = chances[case]
            if hands.kind_suit[kind] >= 0:
                chance *= share_of_suit(hands, cell, kind, third_seven[case])
            if after >= 0:
                reach[after, case] += chance
            else:
                figures[case, EARNED] -= chance
                figures[case, FINAL] += chance


@compile_kernel
def play_hands(play: Any, groups: Any, reach: Any, others: Any, own: Any, cases: Any, rest: Any) -> None:
    """Play a hand from the cells it may begin in, with their chances in `reach` by case, and fill `figures` by case.

    `others` are the cards of other values, `own` the split value and how many cards of it every hand begins with, and
    `cases` how many more of it the decks have, with the hidden cards. `rest` is by case the share of one suit among the
    sevens left, for a suited pair of sevens, and the figures.
    """
    hands = play.hands
    known, begun = own
    of_value, hidden = cases
    third_seven, figures = rest
    figures[:] = 0.0
    left = np.empty(10)
    odds = np.empty((of_value.size, 3))
    for cell in range(hands.points.size):
        if not reach[cell].any():
            continue
        if hands.points[cell] == 21:
            _paid_hand(play, cell, reach[cell], figures)
            continue
        for value in range(10):
            left[value] = others[value] - hands.held[cell, value]
        left[known] = 0.0
        mine = (of_value - (hands.held[cell, known] - begun), hidden)
        action = play.action[cell]
        if play.aces or (action != DRAW and action != DOUBLE):
            _against_dealer(play, groups, left, known, hands.points[cell], mine, odds)
            _open_hand(play, odds, False, reach[cell], figures)
        else:
            _next_cards(play, cell, left, known, mine, (groups, odds, reach, third_seven, figures))


@compile_kernel
def share_of_suit(hands: Any, cell: Any, kind: Any, third_seven: Any) -> Any:
    """The part of a value's cards that has one suit: a quarter, for nothing else of the value has been told apart,
    save with two sevens of one suit."""
    if (
        hands.held[cell, 6] == 2
        and hands.size[cell] == 2
        and 0 <= hands.suit[cell] <= 3
        and hands.kind_value[kind] == 6
    ):
        return third_seven if hands.kind_suit[kind] == hands.suit[cell] else (1.0 - third_seven) / 3.0
    return 0.25


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
                reach[after] += weight * (1.0 if hands.kind_suit[kind] < 0 else share_of_suit(hands, cell, kind, 0.25))
            elif once and wanted == FINAL:
                found = _note(ends, weights, found, hands.held[cell], known, value, weight)
    return found


@compile_kernel
def both_end(ends: Any, weights: Any, counts: Any) -> Any:
    """The chance that two hands drawn from the same cards one after the other both end with one of these sets.

    Without replacement it depends only on the cards of both together.
    """
    left = counts.sum()
    falling = np.zeros((10, 45))
    for value in range(10):
        falling[value, 0] = 1.0
        for drawn in range(44):
            falling[value, drawn + 1] = falling[value, drawn] * max(counts[value] - drawn, 0.0)
    all_falling = np.ones(90)
    for drawn in range(89):
        all_falling[drawn + 1] = all_falling[drawn] * (left - drawn)
    chance = 0.0
    for first in range(weights.size):
        for second in range(first + 1):
            size = 0
            term = weights[first] * weights[second]
            for value in range(10):
                drawn = ends[first, value] + ends[second, value]
                size += drawn
                term *= falling[value, drawn]
            chance += (1.0 if first == second else 2.0) * term / all_falling[size]
    return chance
