"""How many hands of each class a deck holds, counted by combinatorics and without the evaluator.

Hands are counted by the ranks they are made of: a choice of ranks stands for so many hands, and in so many of those
some suit holds a given part of the ranks. The classes are told apart here in their own way, from sets of ranks: of a
number each bit is a rank.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations
from math import comb, prod

from pitboss.cards.order import Category

ACE = 12
BROADWAY = 0b11111 << 8
# How many ways there are to take 0, 1, 2 or 3 cards of a rank from three suits.
FROM_THREE_SUITS = (1, 3, 3, 1, 0)

Ranks = dict[int, int]


def category_counts(lowest: int, size: int, *, joker: bool, ace_low: bool, reduced: bool) -> Counter[Category]:
    """Hands of `size` cards of a deck from rank `lowest` up to the ace, by class."""
    ranks = range(lowest, ACE + 1)
    straights = tuple(0b11111 << low for low in range(lowest, ACE - 3))
    if ace_low:
        straights += (1 << ACE | 0b1111 << lowest,)
    counts: Counter[Category] = Counter()
    for wild in (0, 1) if joker else (0,):
        for held in rank_choices(list(ranks), size - wild):
            for category, ways in _classes(held, straights, wild, reduced=reduced):
                counts[category] += ways
    return counts


def rank_choices(ranks: list[int], size: int) -> Iterator[Ranks]:
    """All ways to take `size` cards by rank, at most four of each."""
    if not ranks:
        if size == 0:
            yield {}
        return
    first, *others = ranks
    for count in range(min(4, size) + 1):
        for rest in rank_choices(others, size - count):
            yield {first: count, **rest} if count else rest


def _classes(held: Ranks, straights: tuple[int, ...], wild: int, *, reduced: bool) -> Iterator[tuple[Category, int]]:
    """The classes that hands of these ranks fall into, each with its number of hands."""
    plain = _without_flush(held, straights, wild)
    suited = 0
    for size in range(5 - wild, len(held) + 1):
        for flush in combinations(held, size):
            # One suit holds just these ranks: it gives one card of each, the three other suits give the rest.
            ways = 4 * prod([FROM_THREE_SUITS[count - (rank in flush)] for rank, count in held.items()])
            suited += ways
            yield _better(_with_flush(flush, straights, wild), plain, reduced=reduced), ways
    yield plain, prod(comb(4, count) for count in held.values()) - suited


def _bits(ranks: Iterable[int]) -> int:
    return sum([1 << rank for rank in ranks])


def _holds_one(ranks: int, straights: tuple[int, ...], wild: int) -> bool:
    return max([(straight & ranks).bit_count() for straight in straights]) >= 5 - wild


def _without_flush(held: Ranks, straights: tuple[int, ...], wild: int) -> Category:
    most, second, *_ = [*sorted(held.values(), reverse=True), 0]
    if most + wild == 5:
        return Category.FIVE_OF_A_KIND
    if most + wild == 4:
        return Category.FOUR_OF_A_KIND
    if most + wild == 3 and second >= 2:
        return Category.FULL_HOUSE
    if _holds_one(_bits(held), straights, wild):
        return Category.STRAIGHT
    if most + wild == 3:
        return Category.THREE_OF_A_KIND
    if second == 2:
        return Category.TWO_PAIRS
    return Category.ONE_PAIR if most + wild == 2 else Category.HIGH_CARD


@cache
def _with_flush(flush: tuple[int, ...], straights: tuple[int, ...], wild: int) -> Category:
    suited = _bits(flush)
    if (BROADWAY & suited).bit_count() >= 5 - wild:
        return Category.ROYAL_FLUSH
    if _holds_one(suited, straights, wild):
        return Category.STRAIGHT_FLUSH
    return Category.FLUSH


def _better(flush: Category, plain: Category, *, reduced: bool) -> Category:
    if reduced and flush is Category.FLUSH and plain is Category.FULL_HOUSE:
        return Category.FLUSH
    return max(flush, plain)
