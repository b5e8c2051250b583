"""Classes of boards, showdowns and ways, against plain counting."""

from itertools import combinations
from math import comb
from random import Random

import numpy as np
import pytest

from pitboss.cards.card import Card
from pitboss.cards.ranking import ULTIMATE
from pitboss.odds.ultimate.boards import CLASSES, NO_FLUSH, board_class, board_classes, kind_of, pair_of
from pitboss.odds.ultimate.flops import FLOPS, flop_boards, flop_number, flops
from pitboss.odds.ultimate.outcomes import DEALS, FLOPS_OF_A_BOARD, count_hands
from pitboss.odds.ultimate.plan import hand_class
from pitboss.odds.ultimate.showdown import Showdowns, showdowns
from pitboss.odds.ultimate.ways import families
from tests.odds.ultimate.oracle import others

_PAIR = 1 << 20


@pytest.fixture(scope="module")
def shown() -> Showdowns:
    return showdowns()


def _dealt(random: Random, index: int) -> list[int]:
    """Seven cards; two of three times with three, four or five of a suit on the board."""
    if index % 3 == 0:
        return random.sample(range(52), 7)
    suit = random.randrange(4)
    suited = random.sample(range(13 * suit, 13 * suit + 13), random.choice((3, 4, 5)))
    rest = random.sample([card for card in range(52) if card not in suited], 7 - len(suited))
    board = suited + rest[: 5 - len(suited)]
    random.shuffle(board)
    return board + rest[5 - len(suited) :]


def test_a_class_holds_the_ranks_and_the_flush_cards_of_its_boards() -> None:
    random, classes = Random(11), board_classes()
    for index in range(600):
        board = _dealt(random, index)[:5]
        number, suit = board_class(np.array(board, np.uint8))
        suited = {card % 13 for card in board if card // 13 == suit}
        off = sorted(card % 13 for card in board if card // 13 != suit)
        assert (suit == NO_FLUSH) == (max(sum(card // 13 == s for card in board) for s in range(4)) < 3)
        assert {rank for rank in range(13) if classes.suited[number] >> rank & 1} == suited
        assert [rank for rank in range(13) for _ in range(classes.others[number, rank])] == off


def test_showdowns_are_those_of_every_dealer_hand(shown: Showdowns) -> None:
    random = Random(5)
    for index in range(90):
        cards = [Card(card) for card in _dealt(random, index)]
        board, hole = cards[:5], cards[5:]
        number, suit = board_class(np.array(board, np.uint8))
        pair = pair_of(kind_of(hole[0], suit), kind_of(hole[1], suit))
        mine = ULTIMATE.strength((*board, *hole))
        theirs = [ULTIMATE.strength((*board, *dealer)) for dealer in combinations(others(cards), 2)]
        assert shown.wins[number, pair] == sum(strength < mine for strength in theirs)
        assert shown.ties[number, pair] == sum(strength == mine for strength in theirs)
        assert shown.unqualified[number, pair] == sum(strength < _PAIR for strength in theirs)
        assert shown.category[number, pair] == ULTIMATE.unpack(mine)[0]


def test_all_deals_are_counted_once() -> None:
    hands = count_hands()
    assert int(hands.sum()) * FLOPS_OF_A_BOARD == DEALS
    boards = comb(50, 5) * 990
    sizes = [6 if row == column else 4 if row > column else 12 for row in range(13) for column in range(13)]
    assert hands.sum(axis=(1, 2)).tolist() == [size * boards for size in sizes]
    # Every set of seven cards comes with 21 hands.
    assert hands.sum(axis=(0, 2))[4].item() == 6_180_020 * 21 * 990
    assert hands.sum(axis=(0, 2))[10].item() == 4_324 * 21 * 990


def test_aces_win_as_often_as_is_known() -> None:
    """Pocket aces against one random hand: 84.9% wins, 0.5% ties."""
    aces = count_hands()[int(hand_class(12, 25))].sum(axis=0)
    assert round((aces[0] + aces[1]) / aces.sum(), 4) == 0.8493
    assert round(aces[2] / aces.sum(), 4) == 0.0054


def test_families_hold_all_boards() -> None:
    family, boards, _ = families()
    assert int(boards[family].sum()) == comb(52, 5)
    assert len(family) == CLASSES


def test_every_flop_becomes_its_canonical_one() -> None:
    flop = flops()
    assert len(flop.cards) == FLOPS
    assert int(flop.ways.sum()) == comb(52, 3)
    random = Random(3)
    for _ in range(500):
        cards = random.sample(range(52), 3)
        number = flop_number(*cards)
        there = sorted(int(flop.changed[flop.change[number], card]) for card in cards)
        assert there == flop.cards[flop.canonical[number]].tolist()
        assert {int(flop.changed[flop.change[number], card]) % 13 for card in cards} == {card % 13 for card in cards}


def test_boards_of_a_flop_stand_in_their_order() -> None:
    found, flop = flop_boards(), flops()
    for number in (0, 700, 1754):
        pairs = list(combinations(found.live[number].tolist(), 2))
        for at in (0, 500, 1175):
            board = np.array([*flop.cards[number], *pairs[at]], np.uint8)
            group = found.group[number, at]
            assert found.first[number] <= group < found.first[number + 1]
            assert board_class(board) == (found.number[group], found.suit[group])
