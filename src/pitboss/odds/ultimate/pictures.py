"""A hand as a person sees it: what it makes of the flop, and on the river which single cards of the dealer beat it."""

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.cards.batch import BatchRanker
from pitboss.cards.card import RANKS
from pitboss.cards.compiled import compile_kernel
from pitboss.cards.keys import RANK_KEYS
from pitboss.cards.ranking import ULTIMATE
from pitboss.cards.tables import COLUMN_BITS, tables
from pitboss.odds.ultimate.boards import (
    FIRST_OF_FIVE,
    FIRST_OF_FOUR,
    FIRST_OF_THREE,
    KINDS,
    PAIRS,
    SUITED_ONLY,
    board_classes,
)
from pitboss.odds.ultimate.flops import FLOPS, flops
from pitboss.odds.ultimate.outcomes import FLOPS_OF_A_BOARD, class_arrays, sum_up
from pitboss.odds.ultimate.plan import Plan, hand_class
from pitboss.odds.ultimate.played import deals_played_after_flop, fill_played
from pitboss.odds.ultimate.showdown import count_left, in_parts, pair_place, ranker_tables, ranks_key, showdowns
from pitboss.odds.ultimate.solver import Stakes, flop_gains, fold_gains, river_table
from pitboss.odds.ultimate.ways import ways_of

FLOP_PICTURES = (
    "Straight or better",
    "Three of a kind, with a hole card",
    "Two pairs, with a hole card",
    "Pair in the hole",
    "Highest flop card paired",
    "Middle flop card paired",
    "Lowest flop card paired",
    "Four to a flush, with a ten or better in the hole",
    "Four to a flush, others",
    "Four to a straight, open at both ends",
    "Pair or three of a kind on the flop alone",
    "Nothing yet",
)
(
    _STRAIGHT,
    _THREE,
    _TWO_PAIRS,
    POCKET_PAIR,
    HIGHEST,
    _MIDDLE,
    LOWEST,
    HIGH_FLUSH_DRAW,
    _FLUSH_DRAW,
    _STRAIGHT_DRAW,
    _ON_FLOP,
    _NOTHING,
) = range(len(FLOP_PICTURES))

# Cards of the flop's commonest suit, and how many the hand holds of it.
FLOP_SUITS = ("1", "2 + 0", "2 + 1", "2 + 2", "3 + 0", "3 + 1", "3 + 2")
# On the river: hands of a higher category than the board by the cards of one suit on it; others by what the board is.
RIVER_PICTURES = (
    "Better than the board: no flush possible",
    "Better than the board: three of a suit on it",
    "Better than the board: four of a suit on it",
    "No better than a board without a pair",
    "No better than a pair on the board",
    "No better than two pairs on the board",
    "No better than three of a kind on the board",
    "No better than a straight or more on the board",
)
# So many of these are hands better than the board.
BETTER_THAN_BOARD, _STRAIGHT_ON_BOARD = 3, 4

NINE, _TEN = RANKS.index("9"), RANKS.index("T")
_KEYS = np.array(RANK_KEYS)
_COLUMN = (1 << COLUMN_BITS) - 1
_THREE_OF_A_KIND = 3
# Cards that a player with five on the board does not see.
MOST_OUTS = 45


@compile_kernel
def flop_picture(flop: Any, one: Any, other: Any) -> Any:
    """Which of the pictures a hand and a flop are."""
    a, b = np.int64(one % 13), np.int64(other % 13)
    counts = np.zeros(13, np.int64)
    for card in flop:
        counts[card % 13] += 1
    on_flop = counts.max()
    counts[a] += 1
    counts[b] += 1
    most, pairs = counts.max(), (counts == 2).sum()
    drawn, high = _flush_draw(flop, one, other)
    if drawn == 5 or _straight_run(counts) == 5 or most == 4 or (most == _THREE_OF_A_KIND and pairs):
        return _STRAIGHT
    if most == _THREE_OF_A_KIND and on_flop < _THREE_OF_A_KIND:
        return _THREE
    if pairs == 2:
        return _TWO_PAIRS
    if pairs == 1 and on_flop == 1:
        return POCKET_PAIR if a == b else _pair_picture(flop, a if counts[a] == 2 else b)
    if drawn == 4:
        return HIGH_FLUSH_DRAW if high >= _TEN else _FLUSH_DRAW
    if on_flop > 1:
        return _ON_FLOP
    return _STRAIGHT_DRAW if _straight_run(counts) == 4 else _NOTHING


@compile_kernel
def flop_suits(flop: Any, one: Any, other: Any) -> Any:
    """Which of FLOP_SUITS a hand and a flop are."""
    most, held = np.int64(0), np.int64(0)
    for card in flop:
        same, mine = np.int64(0), np.int64(one // 13 == card // 13) + np.int64(other // 13 == card // 13)
        for each in flop:
            same += np.int64(each // 13 == card // 13)
        if same > most:
            most, held = same, mine
    return 0 if most == 1 else 3 * most - 5 + held


@compile_kernel
def river_picture(number: Any, own: Any, category: Any) -> Any:
    """Which of RIVER_PICTURES a hand is on a board of this class and category; `own` is 1 if it is of a higher one."""
    if own:
        return np.int64(number >= FIRST_OF_THREE) + np.int64(number >= FIRST_OF_FOUR)
    return BETTER_THAN_BOARD + np.int64(min(category, _STRAIGHT_ON_BOARD))


@compile_kernel
def has_high_card(low: Any, high: Any) -> Any:
    """1 for cards of two kinds of which one is a nine or better: lower ones hardly ever count beside a board."""
    return np.int64(max(low % 13, high % 13) >= NINE)


@compile_kernel
def _pair_picture(flop: Any, rank: Any) -> Any:
    above = 0
    for card in flop:
        above += np.int64(card % 13) > rank
    return HIGHEST + above


@compile_kernel
def _flush_draw(flop: Any, one: Any, other: Any) -> Any:
    """The most cards of one suit that a hole card is among, and the highest such hole card."""
    most, high = np.int64(0), np.int64(-1)
    for card in (one, other):
        suited = np.int64(one // 13 == card // 13) + np.int64(other // 13 == card // 13)
        for shown in flop:
            suited += np.int64(shown // 13 == card // 13)
        rank = np.int64(card % 13)
        if suited > most or (suited == most and rank > high):
            most, high = suited, rank
    return most, high


@compile_kernel
def _straight_run(counts: Any) -> Any:
    """Five for a straight, four for four ranks in a row that one at either end would make a straight, else 0."""
    held = 0
    for rank in range(13):
        if counts[rank]:
            held |= 2 << rank
    # The ace stands below the two as well.
    held |= held >> 13
    for low in range(10):
        if held >> low & 31 == 31:
            return 5
    for low in range(1, 10):
        if held >> low & 15 == 15:
            return 4
    return 0


def six_card_tables() -> tuple[npt.NDArray[Any], ...]:
    """What compiled code needs to rank the board with one card more; places are those of seven cards."""
    found = tables(ULTIMATE, 6)
    return found.offsets, found.places, found.flush_places


@cache
def board_categories() -> npt.NDArray[np.uint8]:
    """The category of the five cards on the board alone, by class."""
    classes, found = board_classes(), tables(ULTIMATE, 5)
    lying = classes.others + (classes.suited[:, None] >> np.arange(13) & 1)
    keys = lying @ _KEYS
    places = found.places[found.offsets[keys >> COLUMN_BITS] + (keys & _COLUMN)]
    places[FIRST_OF_FIVE:] = np.maximum(places[FIRST_OF_FIVE:], found.flush_places[classes.suited[FIRST_OF_FIVE:]])
    category: npt.NDArray[np.uint8] = BatchRanker(ULTIMATE, 5).category[places]
    return category


@compile_kernel
def single_card_places(number: Any, suited: Any, others: Any, six: Any, left: Any, places: Any) -> None:
    """For a class of boards: the cards left of every kind, and how strong the board is with one of them."""
    count_left(number, suited, others, left)
    offsets, by_ranks, by_suit = six
    key, on_board = ranks_key(suited, others)
    for kind in range(KINDS):
        places[kind] = 0
        if left[kind]:
            with_it = key + _KEYS[kind % 13]
            places[kind] = by_ranks[offsets[with_it >> COLUMN_BITS] + (with_it & _COLUMN)]
            same = kind < SUITED_ONLY
            if on_board + same >= 5:
                lane = suited | 1 << kind if same else suited
                places[kind] = max(places[kind], np.int64(by_suit[lane]))


@compile_kernel
def outs_against(place: Any, low: Any, high: Any, left: Any, places: Any) -> Any:
    """How many single cards in the dealer's hand beat the player, of those the player does not see."""
    outs = 0
    for kind in range(KINDS):
        if places[kind] > place:
            outs += left[kind]
    return outs - (places[low] > place) - (places[high] > place)


def count_flops(plan: Plan) -> npt.NDArray[np.int64]:
    """Of hands that check before the flop: hands and flops by picture, in which the plan waits and plays."""
    flop = flops()
    found: list[npt.NDArray[np.int64]] = []

    def work(part: npt.NDArray[np.int64]) -> None:
        counts = np.zeros((len(FLOP_PICTURES), 2), np.int64)
        _count_flops(part, flop.cards, flop.ways, plan.before_flop, plan.after_flop, counts)
        found.append(counts)

    in_parts(FLOPS, work)
    counted: npt.NDArray[np.int64] = np.sum(found, axis=0)
    return counted


@compile_kernel
def _count_flops(part: Any, flops: Any, ways: Any, before_flop: Any, after_flop: Any, counts: Any) -> None:
    for number in part:
        first, second, third = flops[number]
        for one in range(52):
            for other in range(one):
                if before_flop[hand_class(one, other)] or one in (first, second, third):
                    continue
                if other in (first, second, third):
                    continue
                plays = after_flop[number, one] >> np.uint64(other) & np.uint64(1)
                counts[flop_picture(flops[number], one, other), np.int64(plays)] += ways[number]


def count_rivers(plan: Plan) -> npt.NDArray[np.int64]:
    """Of hands that check twice: boards, flops and hands by `[own, outs, plays]`.

    `own` is 1 for a hand of a higher category than the board, and `outs` the single dealer cards that beat the hand.
    """
    tables = (plan.before_flop, plan.river, deals_played_after_flop(plan))
    return sum_up(
        (2, MOST_OUTS + 1, 2),
        _count_rivers,
        class_arrays(),
        ranker_tables(),
        six_card_tables(),
        board_categories(),
        tables,
    )


@compile_kernel
def _count_rivers(part: Any, classes: Any, ranker: Any, six: Any, board_category: Any, plan: Any, counts: Any) -> None:
    suited, others, family, boards, free = classes
    before_flop, river, after_flop = plan
    left, places, played = np.empty(KINDS, np.int64), np.empty(KINDS, np.int64), np.empty(PAIRS, np.int32)
    for number in part:
        fill_played(number, after_flop, played)
        single_card_places(number, suited[number], others[number], six, left, places)
        board = ranks_key(suited[number], others[number])
        group, pair = family[number], -1
        for high in range(KINDS):
            for low in range(high + 1):
                pair += 1
                same, mixed = ways_of(boards[group], free[group], others[number], left, low, high)
                small, large = min(low % 13, high % 13), max(low % 13, high % 13)
                hands = 0 if before_flop[large * 13 + small] else same
                hands += 0 if before_flop[small * 13 + large] else mixed
                if hands == 0:
                    continue
                place = pair_place(board, suited[number], low, high, ranker)
                own = 1 if ranker[3][place] > board_category[number] else 0
                plays = 0 if river[number, low] >> np.uint32(high) & np.uint32(1) else 1
                outs = outs_against(place, low, high, left, places)
                counts[own, outs, plays] += FLOPS_OF_A_BOARD * hands - played[pair]


def weigh_flop_pictures(stakes: Stakes, before_flop: npt.NDArray[np.int8]) -> npt.NDArray[np.int64]:
    """Of hands that check before the flop: what waiting gains over twice the ante, by picture and suits, in sums; and
    how many hands and flops there are."""
    flop, gains = flops(), flop_gains(river_table(showdowns(), stakes)[0])
    sums = np.zeros((len(FLOP_PICTURES), len(FLOP_SUITS), 2), np.int64)
    _weigh_flops(flop.cards, flop.ways, before_flop, gains, sums)
    return sums


@compile_kernel
def _weigh_flops(flops: Any, ways: Any, before_flop: Any, gains: Any, sums: Any) -> None:
    for number in range(flops.shape[0]):
        flop = flops[number]
        for one in range(52):
            for other in range(one + 1, 52):
                if before_flop[hand_class(one, other)] or one in flop or other in flop:
                    continue
                place = sums[flop_picture(flop, one, other), flop_suits(flop, one, other)]
                place[0] += ways[number] * gains[number, one, other]
                place[1] += ways[number]


def weigh_river_pictures(stakes: Stakes, plan: Plan) -> npt.NDArray[np.int64]:
    """Of hands that check twice: what a fold gains over once the ante, in sums, and how many boards, flops and hands
    there are: by picture, single dealer cards that win, and whether the hand has a nine or better."""
    tables = (plan.before_flop, deals_played_after_flop(plan))
    of_cards = (class_arrays(), ranker_tables(), six_card_tables(), board_categories())
    shape = (len(RIVER_PICTURES), MOST_OUTS + 1, 2, 2)
    return sum_up(shape, _weigh_rivers, of_cards, tables, showdowns().arrays(), stakes.arrays())


@compile_kernel
def _weigh_rivers(part: Any, of_cards: Any, plan: Any, shown: Any, stakes: Any, sums: Any) -> None:
    (suited, others, family, boards, free), ranker, six, board_category = of_cards
    before_flop, after_flop = plan
    left, places, played = np.empty(KINDS, np.int64), np.empty(KINDS, np.int64), np.empty(PAIRS, np.int32)
    for number in part:
        fill_played(number, after_flop, played)
        single_card_places(number, suited[number], others[number], six, left, places)
        board = ranks_key(suited[number], others[number])
        group, pair = family[number], -1
        for high in range(KINDS):
            for low in range(high + 1):
                pair += 1
                same, mixed = ways_of(boards[group], free[group], others[number], left, low, high)
                small, large = min(low % 13, high % 13), max(low % 13, high % 13)
                hands = 0 if before_flop[large * 13 + small] else same
                hands += 0 if before_flop[small * 13 + large] else mixed
                if hands == 0:
                    continue
                place = pair_place(board, suited[number], low, high, ranker)
                own = 1 if ranker[3][place] > board_category[number] else 0
                outs = outs_against(place, low, high, left, places)
                cell = sums[river_picture(number, own, board_category[number]), outs, has_high_card(low, high)]
                deals = FLOPS_OF_A_BOARD * hands - played[pair]
                cell[0] += deals * fold_gains(shown, stakes, number, pair)[0]
                cell[1] += deals
