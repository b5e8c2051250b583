"""What a hand with some of the board is worth by rule of thumb: its class, whose cards make it, and what may come."""

from collections import Counter
from collections.abc import Iterable

from pitboss.cards.card import ACE, JOKER, Card, rank_of, suit_of
from pitboss.cards.order import Category
from pitboss.cards.ranking import Ranking

_FULL_BOARD = 5
_STRAIGHT = 5
# Of cards still to come: those that complete a flush, and those of one rank that complete a straight.
_FLUSH_OUTS, _RANK_OUTS = 9, 4
# Where the board plays alone nobody can do worse than divide, and only from a straight up is that likely.
_BOARD_ALONE, _BOARD_AND_GOOD = 10, 40
_FROM_STRAIGHT = {
    Category.STRAIGHT: 88,
    Category.FLUSH: 91,
    Category.FULL_HOUSE: 95,
    Category.FOUR_OF_A_KIND: 98,
}


def made_worth(ranking: Ranking, hole: tuple[Card, ...], board: tuple[Card, ...]) -> int:
    """A hand as it is, in hundredths: what lies on the board for everybody counts for nothing."""
    strength = ranking.strength(_best_seven(ranking, hole, board))
    category, ranks = ranking.unpack(strength)
    if len(board) == _FULL_BOARD and strength == ranking.strength(board):
        return _BOARD_AND_GOOD if category >= Category.STRAIGHT else _BOARD_ALONE
    common = Counter(_ranks(board))
    if category >= Category.STRAIGHT:
        worth = _FROM_STRAIGHT.get(category, 100)
    elif category is Category.THREE_OF_A_KIND and common[ranks[0]] < 3:
        worth = 88 if common[ranks[0]] == 1 else 82
    else:
        pairs = ranks[: {Category.TWO_PAIRS: 2, Category.ONE_PAIR: 1}.get(category, 0)]
        own = [rank for rank in pairs if common[rank] < 2]
        worth = 80 if len(own) == 2 else _pair_worth(own[0], hole, common) if own else _high_cards(hole, common)
    return max(worth - _threats(category, board, common), 0)


def _best_seven(ranking: Ranking, hole: tuple[Card, ...], board: tuple[Card, ...]) -> tuple[Card, ...]:
    """Two hole cards and the board; of four, the two that make the most of it."""
    if len(hole) == 2:
        return hole + board
    pairs = ((first, second) for place, first in enumerate(hole) for second in hole[place + 1 :])
    return max(((*pair, *board) for pair in pairs), key=ranking.strength)


def _pair_worth(pair: int, hole: tuple[Card, ...], common: Counter[int]) -> int:
    """A pair by the cards of the board above it, and by the card beside it."""
    above = sum(rank > pair for rank in common)
    if above:
        return 44 if above == 1 else 34
    if not common[pair]:
        return 70
    beside = max((rank for rank in _ranks(hole) if rank != pair), default=0)
    return 58 + beside // 2


def _high_cards(hole: tuple[Card, ...], common: Counter[int]) -> int:
    """Nothing made: cards above the board may still pair, and an ace may win alone."""
    top = max(common, default=0)
    ranks = set(_ranks(hole))
    return 8 + 4 * sum(rank > top for rank in ranks) + 4 * (ACE in ranks)


def _threats(category: Category, board: tuple[Card, ...], common: Counter[int]) -> int:
    """What the board may have given to somebody else."""
    suited = max(Counter(map(suit_of, board)).values())
    less = 0
    if category < Category.FLUSH and suited >= 3:
        less += 25 if suited > 3 else 8
    if category < Category.STRAIGHT and any(len(run & set(common)) >= 4 for run in _runs(ace_low=True)):
        less += 15
    if category in (Category.STRAIGHT, Category.FLUSH) and max(common.values()) > 1:
        less += 5
    return less


def chance_to_improve(ranking: Ranking, hole: tuple[Card, ...], board: tuple[Card, ...]) -> int:
    """Of 100 times, how often a straight or a flush comes that one's own cards are part of: four for every card that
    makes it with two to come, two with one."""
    to_come = _FULL_BOARD - len(board)
    if not to_come or ranking.unpack(ranking.strength(_best_seven(ranking, hole, board)))[0] >= Category.STRAIGHT:
        return 0
    suits = Counter(suit_of(card) for card in hole + board if card != JOKER)
    own_suits = set(map(suit_of, hole))
    outs = _FLUSH_OUTS if any(count == 4 and suit in own_suits for suit, count in suits.items()) else 0
    mine, common = set(_ranks(hole)), set(_ranks(board))
    missing: set[int] = set()
    for run in _runs(ace_low=ranking.ace_low_straights):
        lacking = run - mine - common
        if len(lacking) == 1 and run & mine - common:
            missing |= lacking
    outs += _RANK_OUTS * len(missing)
    return outs * 2 * to_come


def _runs(*, ace_low: bool) -> Iterable[frozenset[int]]:
    """The ranks of every straight, by the numbers of a full deck."""
    return _ALL_RUNS if ace_low else _ALL_RUNS[1:]


_ALL_RUNS = (
    frozenset((ACE, 0, 1, 2, 3)),
    *(frozenset(range(low, low + _STRAIGHT)) for low in range(ACE - _STRAIGHT + 2)),
)


def _ranks(cards: Iterable[Card]) -> list[int]:
    return [rank_of(card) for card in cards if card != JOKER]
