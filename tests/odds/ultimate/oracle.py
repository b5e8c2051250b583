"""Slow and plain ways to know what a hand of Ultimate Texas Hold-em is worth, and rounds through the engine."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.cards.batch import BatchRanker
from pitboss.cards.card import Card
from pitboss.cards.ranking import ULTIMATE
from pitboss.games.house.showdown import best_shown
from pitboss.games.play import Cents, Wager
from pitboss.games.table import StackedShoe, Table
from pitboss.games.ultimate import GAME, UltimateSettings
from pitboss.games.ultimate.layout import cap_of
from pitboss.games.ultimate.settlement import settle_ante, settle_blind, settle_play, settle_trips

ANTE: Cents = 1000
TRIPS: Cents = 1000
RANKER = BatchRanker(ULTIMATE, 7)
DEALERS = np.array(list(combinations(range(45), 2)))
# What the approved tables pay: the blind in half antes, trips in its own units.
HALVES = {4: 2, 5: 3, 6: 6, 7: 20, 8: 100, 10: 1000}
TRIPS_ODDS = {3: 3, 4: 4, 5: 7, 6: 8, 7: 30, 8: 40, 10: 50}


def others(*known: Iterable[int]) -> list[Card]:
    seen = {card for cards in known for card in cards}
    return [Card(card) for card in range(52) if card not in seen]


def played_by_engine_rules(
    hole: Sequence[Card], board: Sequence[Card], multiple: int, *, dealers: Iterable[Sequence[Card]] | None = None
) -> Fraction:
    """The mean net of ante, blind, play and trips, each settled by the engine against every dealer hand."""
    settings = UltimateSettings()
    cap = cap_of(settings)
    ante, blind, trips = (Wager(1, "P1", kind, ANTE, ANTE) for kind in ("ante", "blind", "trips"))
    play = Wager(1, "P1", "play", multiple * ANTE, multiple * ANTE)
    mine = best_shown(ULTIMATE, (*board, *hole))
    total, hands = 0, 0
    for cards in dealers if dealers is not None else combinations(others(hole, board), 2):
        theirs = best_shown(ULTIMATE, (*board, *cards))
        total += settle_ante(ante, mine, theirs).net + settle_play(play, mine, theirs).net
        total += settle_blind(blind, mine, theirs, settings.blind_pays, (cap, cap.most)).net
        total += settle_trips(trips, mine, settings.trips_pays, (cap, None)).net
        hands += 1
    return Fraction(total, hands)


def nets_of_boards(hole: Sequence[int], boards: npt.NDArray[np.uint8]) -> tuple[npt.NDArray[np.int64], ...]:
    """For boards, one a row: the sum over all dealer hands of ante and blind, that of one ante of play, the categories.

    Sums are in half antes.
    """
    unseen = np.array([others(hole, board) for board in boards.tolist()], np.uint8)
    dealers = unseen[:, DEALERS].reshape(-1, 2)
    theirs = RANKER.rank(np.concatenate([np.repeat(boards, len(DEALERS), axis=0), dealers], axis=1))
    mine = RANKER.rank(np.concatenate([boards, np.tile(np.array(hole, np.uint8), (len(boards), 1))], axis=1))
    theirs = theirs.reshape(len(boards), -1)
    category = RANKER.category[mine].astype(np.int64)
    paid = np.array([HALVES.get(each, 0) for each in category.tolist()])
    won, lost = theirs < mine[:, None], theirs > mine[:, None]
    duel = won.astype(np.int64) - lost
    rest = 2 * duel * (RANKER.category[theirs] > 0) + paid[:, None] * won - 2 * lost
    return rest.sum(axis=1), 2 * duel.sum(axis=1), category


def flop_choices(hole: Sequence[int], flop: Sequence[int]) -> dict[bool, tuple[Fraction, Fraction]]:
    """Without a trips wager and with one of an ante: twice the ante after the flop, and waiting, in antes."""
    boards = np.array([(*flop, *last) for last in combinations(others(hole, flop), 2)], np.uint8)
    rest, duel, category = nets_of_boards(hole, boards)
    choices = {}
    for trips in (False, True):
        side = np.array([2 * 990 * (TRIPS_ODDS.get(each, -1) if trips else 0) for each in category.tolist()])
        folded = -990 * (6 if trips else 4)
        twice, waiting = rest + 2 * duel + side, np.maximum(rest + duel + side, folded)
        deals = 2 * 990 * len(boards)
        choices[trips] = Fraction(int(twice.sum()), deals), Fraction(int(waiting.sum()), deals)
    return choices


def random_deck(random: Random, *, strong: bool) -> list[Card]:
    """All cards in an order; strong ones begin with nine cards of two suits or few ranks, so that rare hands come."""
    deck = others()
    random.shuffle(deck)
    if strong:
        suit, ranks = random.randrange(4), random.sample(range(13), 3)
        rare = [card for card in deck if (card // 13 == suit and card % 13 > 5) or card % 13 in ranks]
        deck = rare + [card for card in deck if card not in rare]
        first = deck[:11]
        random.shuffle(first)
        deck[:11] = first
    return deck


def decks(seed: int, number: int) -> list[list[Card]]:
    random = Random(seed)
    return [random_deck(random, strong=index % 3 == 0) for index in range(number)]


def opened(settings: UltimateSettings | None = None) -> Table[Any]:
    return Table(GAME, settings, StackedShoe(())).open()
