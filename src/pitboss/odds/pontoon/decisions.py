"""The best decision in every cell against one card of the dealer, from the cells that it can become.

Values are what the hand brings from there on, per unit of the initial wager. Going down the numbers of the cells meets
every hand after those it can become, so one pass decides all of them. Each step is an average with positive weights, so
rounding adds up to less than 1e-13 over the longest hand; two choices closer than that are worth the same to any money,
and the one taken costs at most so much.
"""

from typing import Any, NamedTuple

import numpy as np

from pitboss.cards.compiled import compile_kernel
from pitboss.odds.pontoon.card_sets import CardTree
from pitboss.odds.pontoon.cells import CELLS, KIND_SUIT, KIND_VALUE, Bools, Int8s, Int16s
from pitboss.odds.pontoon.dealer import RESULTS, dealer_results
from pitboss.odds.pontoon.payouts import Floats
from pitboss.odds.pontoon.strategy_table import DOUBLE, DRAW, STAND


class Hands(NamedTuple):
    """The arrays of the cells that compiled code reads, with the doubled totals of the reading in force (P-02)."""

    next_cell: Int16s
    points: Int8s
    soft: Bools
    size: Int8s
    held: Int8s
    suit: Int8s
    doubled: Int8s
    kind_value: Int8s
    kind_suit: Int8s


def hands_of(doubled: Int8s) -> Hands:
    """The cells with these doubled totals."""
    cells = CELLS
    return Hands(
        cells.next_cell, cells.points, cells.soft, cells.size, cells.held, cells.suit, doubled, KIND_VALUE, KIND_SUIT
    )


class Choices(NamedTuple):
    """By cell, against one card of the dealer: what each choice is worth and which is best, and when to rescue.

    A choice that the rules refuse is worth minus infinity (PON 10.2(c)).
    """

    stand: Floats
    draw: Floats
    double: Floats
    best: Floats
    action: Int8s
    rescue: Bools


def no_choices() -> Choices:
    """Room for the answers."""
    total = CELLS.total
    return Choices(
        stand=np.full(total, -np.inf),
        draw=np.full(total, -np.inf),
        double=np.full(total, -np.inf),
        best=np.zeros(total),
        action=np.full(total, STAND, np.int8),
        rescue=np.zeros((total, 10), np.bool_),
    )


@compile_kernel
def margins(results: Any, points: Any) -> Any:
    """The chances that a hand of so many points beats the dealer, and that the dealer's total beats it."""
    won, lost = results[5], 0.0
    for total in range(17, 22):
        if total < points:
            won += results[total - 17]
        elif total > points:
            lost += results[total - 17]
    return won, lost


def results_by_cell(tree: CardTree, counts: Floats) -> Floats:
    """The dealer's chances for every cell: `counts` of each value are left beside the player's cards."""
    results = np.zeros((CELLS.total, RESULTS))
    left = counts - CELLS.held
    possible = (left >= 0.0).all(axis=1)
    results[possible] = dealer_results(tree, left[possible])
    return results


@compile_kernel
def suit_share(hands: Any, kinds: Any, cell: Any, kind: Any) -> Any:
    """Of the cards of a value that are left, the part that has the suit of this kind. `kinds` counts the cards left
    beside the player's own; of these the suit is known wherever it can matter."""
    value, suit = hands.kind_value[kind], hands.kind_suit[kind]
    if suit < 0:
        return 1.0
    left = 0.0
    for other in range(hands.kind_value.size):
        if hands.kind_value[other] == value:
            left += kinds[other]
    own = hands.held[cell, value]
    if hands.suit[cell] < 0 or hands.suit[cell] > 3 or own == 0 or left <= own:
        return kinds[kind] / max(left, 1.0)
    held = own if hands.suit[cell] == suit else 0
    return (kinds[kind] - held) / (left - own)


@compile_kernel
def _fill_left(hands: Any, cell: Any, counts: Any, left: Any) -> Any:
    """Fill `left` with the cards that are there beside the hand's own; whether the hand can be at all."""
    possible = hands.size[cell] >= 2
    for value in range(10):
        left[value] = counts[value] - hands.held[cell, value]
        possible &= left[value] >= 0
    return possible


@compile_kernel
def _stand_value(hands: Any, cell: Any, results: Any, pays: Any, pontoon: Any) -> Any:
    """PON 10.2(c): minus infinity where the rules refuse it."""
    if not hands.soft[cell] and hands.points[cell] < 12:
        return -np.inf
    won, lost = margins(results[cell], hands.points[cell])
    return pays.win * won - lost - pontoon * results[cell, 6]


@compile_kernel
def _draw_value(hands: Any, cell: Any, left: Any, kinds: Any, best: Any) -> Any:
    """A card more, and then what the hand that it becomes is worth by `best`."""
    total = left.sum()
    drawn = 0.0
    for kind in range(hands.kind_value.size):
        chance = left[hands.kind_value[kind]] / total
        if chance > 0.0:
            after = hands.next_cell[cell, kind]
            net = best[after] if after >= 0 else -1.0
            drawn += chance * suit_share(hands, kinds, cell, kind) * net
    return drawn


@compile_kernel
def _double_value(
    hands: Any, cell: Any, left: Any, results: Any, pays: Any, pontoon: Any, decides: Any, rescue: Any
) -> Any:
    """PON 12.1, PON 12.6, PON 12.7: one card for a doubled wager, given up by the value of the card as `rescue` says;
    it `decides` that first, where the whole original wager is better."""
    total = left.sum()
    worth = 0.0
    kind = 0
    for value in range(10):
        while hands.kind_value[kind] != value:
            kind += 1
        if left[value] <= 0.0:
            continue
        points = hands.doubled[cell, value]
        if points > 21:
            net = -2.0
        elif points == 21:
            net = pays.doubled_win
        else:
            after = results[hands.next_cell[cell, kind]]
            won, lost = margins(after, points)
            net = pays.doubled_win * won - 2.0 * lost - pays.doubled_pontoon * pontoon * after[6]
            if decides:
                rescue[value] = pays.rescue and net < -1.0
            if rescue[value]:
                net = -1.0
        worth += left[value] / total * net
    return worth


@compile_kernel
def decide(
    hands: Any, results: Any, counts: Any, kinds: Any, pays: Any, of_21: Any, pontoon: Any, choices: Any
) -> None:
    """Fill `choices`. `of_21` by cell is what a 21 is paid, `pontoon` what a dealer's Pontoon takes of an open hand."""
    left = np.empty(10)
    for cell in range(hands.points.size - 1, -1, -1):
        if hands.points[cell] == 21:
            choices.best[cell] = of_21[cell]
            continue
        if not _fill_left(hands, cell, counts, left):
            continue
        choices.stand[cell] = _stand_value(hands, cell, results, pays, pontoon)
        choices.draw[cell] = _draw_value(hands, cell, left, kinds, choices.best)
        choices.double[cell] = _double_value(hands, cell, left, results, pays, pontoon, True, choices.rescue[cell])
        best, action = choices.stand[cell], STAND
        if choices.draw[cell] > best:
            best, action = choices.draw[cell], DRAW
        if choices.double[cell] > best:
            best, action = choices.double[cell], DOUBLE
        choices.best[cell], choices.action[cell] = best, action


@compile_kernel
def follow(
    hands: Any, results: Any, counts: Any, kinds: Any, pays: Any, of_21: Any, pontoon: Any, way: Any, worth: Any
) -> None:
    """Fill `worth` by cell: what each hand brings that is played on by the actions and rescues of a given way."""
    action, rescue = way
    left = np.empty(10)
    for cell in range(hands.points.size - 1, -1, -1):
        if hands.points[cell] == 21:
            worth[cell] = of_21[cell]
        elif _fill_left(hands, cell, counts, left):
            if action[cell] == DRAW:
                worth[cell] = _draw_value(hands, cell, left, kinds, worth)
            elif action[cell] == DOUBLE:
                worth[cell] = _double_value(hands, cell, left, results, pays, pontoon, False, rescue[cell])
            else:
                worth[cell] = _stand_value(hands, cell, results, pays, pontoon)
