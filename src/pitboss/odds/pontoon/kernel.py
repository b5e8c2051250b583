"""Rounds of Pontoon for one box, compiled: cards, decisions and money exactly as the rules engine has them.

A hand is its cell (see `cells`). Everything is in five arrays with named places, because a compiled function that takes
arrays out of a larger value pays for each of them, every time:

* `shoe`: how many cards are drawn, the state of chance, and the cards in the order they will leave it;
* `cells[cell]`: what becomes of a hand with each kind of card, then its points and what else is named below;
* `way[cell, upcard]`: a way to play, its decisions side by side in the bits of one number;
* `pays`: what everything pays and takes in cents, and the readings of the rules;
* `box`: the round so far, its results, and how often each decision came in all rounds.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np

from pitboss.cards.card import RANKS
from pitboss.cards.compiled import compile_kernel
from pitboss.games.pontoon.hands import BEST
from pitboss.games.pontoon.layout import MOST_HANDS
from pitboss.odds.pontoon.cells import ACE, BUST, KIND_COUNT, ROWS, SEVEN, TEN, VALUE_COUNT
from pitboss.odds.pontoon.strategy_table import ACTION_NAMES, DOUBLE, DRAW, SPLIT, SURRENDER

# Places of a shoe. A card in it is a number that has its value, its kind and the cell of a hand with no other card from
# these bits on.
DRAWN, MIXES, CHANCE, FIRST_CARD = range(4)
VALUE_BITS, KIND_BITS, CELL_BITS = 8, 16, 24

# Columns of a cell: the cells with one more card by kind, the points doubled with one more by value, and these.
DOUBLED = KIND_COUNT
POINTS, ROW, SUITED_SEVENS = range(DOUBLED + VALUE_COUNT, DOUBLED + VALUE_COUNT + 3)
CELL_COLUMNS = SUITED_SEVENS + 1

# Bits of a way to play: the action on an unsplit box and on a split one, three bits each; whether to split again and to
# insure; and from RESCUE on, by the value of the card that came to a double, whether to rescue it.
UNSPLIT, SPLIT_BOX, RESPLIT, INSURE, RESCUE = 0, 3, 6, 7, 8
ACTION = 7

# Places of the pays: amounts, readings, and what a 21 pays by row of Table 1 on an unsplit box and on a split one.
# A round brings at most a few wagers times the odds and four bonuses, which 64 bits of cents hold by far.
STAKE, WINS, EVEN, EVEN_DOUBLED, SURRENDERED, SUPER_BONUS = range(6)
INSURED, INSURANCE_WINS, PAIRS, MIXED_PAIR, COLOURED_PAIR, PERFECT_PAIR = range(6, 12)
EVEN_ON_BOX, ANY_SEVENS_LOSE_BONUS, DEALER_COLLECTS, SOFT_STAYS = range(12, 16)
UNSPLIT_21, SPLIT_21 = 16, 16 + len(ROWS)
PAY_COUNT = SPLIT_21 + len(ROWS)
# PON 11.9, ruling P-09: what a dealer's Pontoon takes.
ONE_WAGER, ONE_WAGER_IN_ALL, EVERYTHING = range(3)

# Places of a box: running sums of the round, then cards split off that wait for their turn, and the hands that stand
# with their points and stakes.
NET, LOST, HANDS, WAITING, OPEN, HAS_DOUBLED, BONUS_IS_LOST, BONUSES = range(8)
WAITING_CARDS, OPEN_POINTS, OPEN_STAKES = (BONUSES + 1 + MOST_HANDS * group for group in range(3))
# Results of the round by wager; insurance only counts where it was taken.
MAIN, PERFECT_PAIRS, INSURANCE, BONUS, HAS_INSURED = range(OPEN_STAKES + MOST_HANDS, OPEN_STAKES + MOST_HANDS + 5)
# What is counted over all rounds: the first decision on a dealt hand by its number, Pontoons, and these in all.
FIRST_DECISIONS = HAS_INSURED + 1
PONTOONS, INSURANCES, SPLITS, DOUBLES, RESCUED, SUPER_BONUSES = range(
    FIRST_DECISIONS + len(ACTION_NAMES), FIRST_DECISIONS + len(ACTION_NAMES) + 6
)
BOX_PLACES = SUPER_BONUSES + 1

_Function = TypeVar("_Function", bound=Callable[..., Any])


def _inline(function: _Function) -> _Function:
    """Makes a function part of those that call it: to hand on five arrays costs more than most of them do."""
    return cast(_Function, numba.njit(inline="always")(function))


_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_1, _MIX_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_HALF, _LOW_HALF, _WHOLE = np.uint64(32), np.uint64(0xFFFFFFFF), np.uint64(1 << 32)


@_inline
def _random(shoe: Any) -> Any:
    """SplitMix64: the next 64 bits of a counter that is well mixed."""
    shoe[CHANCE] += _STEP
    word = shoe[CHANCE]
    word = (word ^ (word >> np.uint64(30))) * _MIX_1
    word = (word ^ (word >> np.uint64(27))) * _MIX_2
    return word ^ (word >> np.uint64(31))


@_inline
def _below(shoe: Any, limit: Any) -> Any:
    """A number under the limit, each equally likely: draws that would favour some are thrown away (Lemire's method)."""
    while True:
        product = (_random(shoe) >> _HALF) * limit
        rest = product & _LOW_HALF
        # The division is only done where it could matter, which is hardly ever.
        if rest >= limit or rest >= (_WHOLE - limit) % limit:
            return product >> _HALF


@_inline
def _draw(shoe: Any) -> Any:
    """The next card. Each place is chosen from all cards that are left, so the order that earlier rounds left behind
    does not matter and every round comes from freshly shuffled decks."""
    place = np.int64(shoe[DRAWN]) + FIRST_CARD
    shoe[DRAWN] += np.uint64(1)
    if shoe[MIXES]:
        other = place + np.int64(_below(shoe, np.uint64(shoe.size - place)))
        shoe[place], shoe[other] = shoe[other], shoe[place]
    return np.int64(shoe[place])


@_inline
def _value(card: Any) -> Any:
    return card >> VALUE_BITS & 0xFF


@_inline
def _kind(card: Any) -> Any:
    return card >> KIND_BITS & 0xFF


@_inline
def _two_cards(cells: Any, first: Any, second: Any) -> Any:
    """The cell of a hand's first two cards."""
    return cells[first >> CELL_BITS, _kind(second)]


@_inline
def _pair_net(pays: Any, first: Any, second: Any) -> Any:
    """PON 18.11, PON 18.12: what Perfect Pairs brings on the first two cards."""
    if first == second:
        return pays[PERFECT_PAIR]
    one, other = first & 0xFF, second & 0xFF
    if one % len(RANKS) != other % len(RANKS):
        return -pays[PAIRS]
    # PON 18.6: clubs and spades are suits 0 and 3, diamonds and hearts 1 and 2.
    one_colour = one // len(RANKS) + other // len(RANKS) == 3
    return pays[COLOURED_PAIR] if one_colour else pays[MIXED_PAIR]


@_inline
def _lose(box: Any, stake: Any) -> None:
    box[NET] -= stake
    box[LOST] += stake


@_inline
def _leave_open(box: Any, points: Any, stake: Any) -> None:
    """The dealer's hand will decide this one."""
    place = box[OPEN]
    box[OPEN_POINTS + place] = points
    box[OPEN_STAKES + place] = stake
    box[OPEN] = place + 1


@_inline
def _pay_21(cells: Any, pays: Any, box: Any, up: Any, cell: Any) -> None:
    """PON 10.2(b), PON 14.2, PON 12.8: a 21 that was not doubled, and PON 14.3 Table 2 bonus if it wins that too."""
    if cells[cell, SUITED_SEVENS] and up == SEVEN and not box[BONUS_IS_LOST]:
        box[BONUSES] += 1
    if pays[EVEN_ON_BOX] and box[HAS_DOUBLED]:
        box[NET] += pays[EVEN]
    else:
        box[NET] += pays[(UNSPLIT_21 if box[HANDS] == 1 else SPLIT_21) + cells[cell, ROW]]


@_inline
def _double(shoe: Any, cells: Any, way: Any, pays: Any, box: Any, up: Any, cell: Any) -> None:
    """PON 12.1, PON 12.6, PON 12.7: one card for as much again.

    21 is paid, over 21 is lost, and the rest may be rescued for the original wager.
    """
    box[DOUBLES] += 1
    box[HAS_DOUBLED] = 1
    value = _value(_draw(shoe))
    points = cells[cell, DOUBLED + value]
    if points > BEST:
        _lose(box, 2 * pays[STAKE])
    elif points == BEST:
        box[NET] += pays[EVEN_DOUBLED]
    elif way[cell, up] >> (RESCUE + value) & 1:
        box[RESCUED] += 1
        _lose(box, pays[STAKE])
    else:
        _leave_open(box, points, 2 * pays[STAKE])


@_inline
def _play_on(shoe: Any, cells: Any, way: Any, pays: Any, box: Any, up: Any, cell: Any) -> None:
    """PON 10.1: a hand of two cards that is not split, until it is complete."""
    decisions = UNSPLIT if box[HANDS] == 1 else SPLIT_BOX
    while cells[cell, POINTS] < BEST:
        action = way[cell, up] >> decisions & ACTION
        if action == DOUBLE:
            _double(shoe, cells, way, pays, box, up, cell)
            return
        if action != DRAW:
            _leave_open(box, cells[cell, POINTS], pays[STAKE])
            return
        cell = cells[cell, _kind(_draw(shoe))]
        if cell == BUST:
            _lose(box, pays[STAKE])
            return
    _pay_21(cells, pays, box, up, cell)


@_inline
def _is_split(way: Any, box: Any, up: Any, cell: Any) -> Any:
    """PON 11.3: whether these two cards are split, with four hands at most."""
    if box[HANDS] == 1:
        return way[cell, up] >> UNSPLIT & ACTION == SPLIT
    return box[HANDS] < MOST_HANDS and way[cell, up] >> RESPLIT & 1


@_inline
def _split_aces(shoe: Any, cells: Any, pays: Any, box: Any, up: Any, ace: Any) -> None:
    """PON 11.3, PON 11.5: aces are split once and get one card each."""
    box[HANDS] = 2
    for _ in range(2):
        cell = _two_cards(cells, ace, _draw(shoe))
        if cells[cell, POINTS] == BEST:
            _pay_21(cells, pays, box, up, cell)
        else:
            _leave_open(box, cells[cell, POINTS], pays[STAKE])


@_inline
def _split_hands(pays: Any, box: Any, first: Any, second: Any) -> None:
    """PON 11.4, PON 11.10, ruling P-15: the second card waits for its turn, and split sevens may cost the bonus."""
    box[WAITING_CARDS + box[WAITING]] = second
    box[WAITING] += 1
    box[HANDS] += 1
    if _value(first) == SEVEN and (first == second or pays[ANY_SEVENS_LOSE_BONUS]):
        box[BONUS_IS_LOST] = 1


@_inline
def _play_box(shoe: Any, cells: Any, way: Any, pays: Any, box: Any, up: Any, first: Any, second: Any) -> None:
    """PON 10.1, PON 11.4: all hands of the box; the hand split off last lies next."""
    while True:
        cell = _two_cards(cells, first, second)
        if _is_split(way, box, up, cell):
            box[SPLITS] += 1
            if _value(first) == ACE:
                _split_aces(shoe, cells, pays, box, up, first)
                return
            _split_hands(pays, box, first, second)
        else:
            _play_on(shoe, cells, way, pays, box, up, cell)
            if not box[WAITING]:
                return
            box[WAITING] -= 1
            first = box[WAITING_CARDS + box[WAITING]]
        second = _draw(shoe)


@_inline
def _dealer_points(shoe: Any, pays: Any, up: Any, second: Any) -> Any:
    """PON 13.1(a), ruling P-01: the dealer draws on hard 16 and soft 17 or less."""
    hard = up + second + 2
    has_ace = up == ACE or second == ACE
    while True:
        if has_ace and hard + 10 <= BEST:
            if hard + 10 >= pays[SOFT_STAYS]:
                return hard + 10
        elif hard >= 17:
            return hard
        value = _value(_draw(shoe))
        hard += value + 1
        has_ace |= value == ACE


@_inline
def _compare(pays: Any, box: Any, dealer: Any) -> None:
    """PON 14.1, PON 12.7: hands under 21 against the dealer's total."""
    for place in range(box[OPEN]):
        points, stake = box[OPEN_POINTS + place], box[OPEN_STAKES + place]
        if dealer > BEST or points > dealer:
            box[NET] += pays[WINS] if stake == pays[STAKE] else pays[EVEN_DOUBLED]
        elif points < dealer:
            box[NET] -= stake


@_inline
def _collect(pays: Any, box: Any) -> None:
    """PON 11.9, PON 12.5, ruling P-09: what the dealer's Pontoon takes of all open hands together."""
    if not box[OPEN]:
        return
    if pays[DEALER_COLLECTS] == EVERYTHING:
        for place in range(box[OPEN]):
            box[NET] -= box[OPEN_STAKES + place]
    elif pays[DEALER_COLLECTS] == ONE_WAGER_IN_ALL:
        box[NET] -= max(pays[STAKE] - box[LOST], 0)
    else:
        box[NET] -= pays[STAKE]


@_inline
def _finish(shoe: Any, pays: Any, box: Any, up: Any, surrendered: Any) -> None:
    """PON 13.1, PON 14.1, PON 7.5: the dealer's hand, and what it decides."""
    if not (box[OPEN] or surrendered or box[HAS_INSURED]):
        # PON 13.1(b): no card could change anything.
        return
    second = _value(_draw(shoe))
    pontoon = (up == ACE and second == TEN) or (up == TEN and second == ACE)
    if box[HAS_INSURED]:
        box[INSURANCE] = pays[INSURANCE_WINS] if pontoon else -pays[INSURED]
    if surrendered:
        # PON 9.3, PON 9.4: the dealer's Pontoon annuls it.
        box[NET] = -pays[STAKE] if pontoon else -pays[SURRENDERED]
    elif pontoon:
        _collect(pays, box)
    elif box[OPEN]:
        _compare(pays, box, _dealer_points(shoe, pays, up, second))


@compile_kernel
def _play_round(shoe: Any, cells: Any, way: Any, pays: Any, box: Any) -> None:
    """One round, whose results are then in the box."""
    for place in range(WAITING_CARDS):
        box[place] = 0
    box[HANDS] = 1
    first, up, second = _draw(shoe), _value(_draw(shoe)), _draw(shoe)
    box[PERFECT_PAIRS] = _pair_net(pays, first, second)
    box[INSURANCE] = box[BONUS] = box[HAS_INSURED] = 0
    cell = _two_cards(cells, first, second)
    if cells[cell, POINTS] == BEST:
        # PON 8.1: paid at once, whatever the dealer shows, and then nothing is open.
        box[PONTOONS] += 1
        box[MAIN] = pays[UNSPLIT_21 + cells[cell, ROW]]
        return
    action = way[cell, up] >> UNSPLIT & ACTION
    box[FIRST_DECISIONS + action] += 1
    if up == ACE and way[cell, up] >> INSURE & 1:
        box[HAS_INSURED] = 1
        box[INSURANCES] += 1
    if action != SURRENDER:
        _play_box(shoe, cells, way, pays, box, up, first, second)
    _finish(shoe, pays, box, up, action == SURRENDER)
    box[SUPER_BONUSES] += box[BONUSES] > 0
    box[MAIN] = box[NET]
    box[BONUS] = box[BONUSES] * pays[SUPER_BONUS]


@_inline
def _count(results: Any, net: Any) -> None:
    """One more of this net result, in rows of net and count that are found by hashing; there are 2^n rows."""
    last = results.shape[0] - 1
    place = (net * 40503) & last
    while results[place, 1] and results[place, 0] != net:
        place = (place + 1) & last
    results[place, 0] = net
    results[place, 1] += 1


@compile_kernel
def play_many(shoe: Any, cells: Any, way: Any, pays: Any, box: Any, rounds: Any, results: Any) -> None:
    """Rounds from freshly shuffled decks; `results` count the net ones of each wager, the bonus where it was won."""
    main, pairs, insurance, bonus = results
    for _ in range(rounds):
        shoe[DRAWN] = 0
        _play_round(shoe, cells, way, pays, box)
        _count(main, box[MAIN])
        _count(pairs, box[PERFECT_PAIRS])
        if box[HAS_INSURED]:
            _count(insurance, box[INSURANCE])
        if box[BONUS]:
            _count(bonus, box[BONUS])


@compile_kernel
def play_given(shoe: Any, cells: Any, way: Any, pays: Any, box: Any, deals: Any, nets: Any) -> None:
    """One round from each order of cards given; one row of `nets` a round."""
    for deal in range(deals.shape[0]):
        shoe[DRAWN] = 0
        for place in range(deals.shape[1]):
            shoe[FIRST_CARD + place] = deals[deal, place]
        _play_round(shoe, cells, way, pays, box)
        nets[deal, 0] = box[MAIN]
        nets[deal, 1] = box[PERFECT_PAIRS]
        nets[deal, 2] = box[INSURANCE]
        nets[deal, 3] = box[BONUS]
