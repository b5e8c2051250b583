"""All hands of five cards by strength, and one hand to stand for all that a change of suits makes of it."""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.cards.card import Card, card_at, mask_of, rank_of, suit_of
from pitboss.cards.compiled import compiled
from pitboss.odds.canberra.places import categories, least_in, place_of, places

HANDS = 2_598_960

_LANE = (1 << 13) - 1


class Hands(NamedTuple):
    """Hands by place: those at place p are the rows from `starts[p]` to `starts[p + 1]`, their cards ascending."""

    cards: npt.NDArray[np.uint8]
    starts: npt.NDArray[np.int64]


class PlayerHands(NamedTuple):
    """One hand for each set of hands that a change of suits makes of each other, and how many hands that is."""

    hands: Hands
    places: npt.NDArray[np.uint16]
    weights: npt.NDArray[np.int64]
    categories: npt.NDArray[np.uint8]


class Dealt(NamedTuple):
    """The player's hands, up to a change of suits, and the dealer's hands that take part."""

    player: PlayerHands
    dealer: Hands


@cache
def dealt() -> Dealt:
    """Every hand ranked and sorted, which takes a moment once."""
    lookup, least = places(), least_in()
    ranked = np.empty(HANDS, np.uint16)
    dealer_counts = np.zeros(len(categories()), np.int64)
    player_counts = np.zeros(len(categories()), np.int64)
    _rank_all(lookup, least, ranked, dealer_counts, player_counts)
    dealer, player = _empty(dealer_counts), _empty(player_counts)
    weights = np.empty(len(player.cards), np.int64)
    _sort_all(ranked, least, dealer.starts[:-1].copy(), dealer.cards, player.starts[:-1].copy(), player.cards, weights)
    of_place = np.repeat(np.arange(len(player_counts), dtype=np.uint16), player_counts)
    return Dealt(PlayerHands(player, of_place, weights, categories()[of_place]), dealer)


@cache
def _rows() -> dict[int, int]:
    """The row of each of the player's hands by its set of cards."""
    masks = (np.uint64(1) << dealt().player.hands.cards.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    return {mask: row for row, mask in enumerate(masks.tolist())}


def row_of(hand: Sequence[Card], upcard: Card) -> tuple[int, Card]:
    """The row that stands for a hand, and the upcard after the same change of suits."""
    mask = mask_of(hand)
    lanes = sorted(((mask >> 13 * suit & _LANE, suit) for suit in range(4)), reverse=True)
    suits = {suit: new for new, (_, suit) in enumerate(lanes)}
    row = _rows()[sum(lane << 13 * new for new, (lane, _) in enumerate(lanes))]
    return row, card_at(rank_of(upcard), suits[suit_of(upcard)])


def _empty(counts: npt.NDArray[np.int64]) -> Hands:
    starts = np.concatenate(([0], np.cumsum(counts)))
    return Hands(np.empty((int(starts[-1]), 5), np.uint8), starts)


@compiled
def _alike(cards: Any) -> Any:
    """Of how many hands this one stands for all, or 0 where another does: its suits hold the greater lanes first."""
    clubs, diamonds = cards & _LANE, cards >> 13 & _LANE
    hearts, spades = cards >> 26 & _LANE, cards >> 39 & _LANE
    if clubs < diamonds or diamonds < hearts or hearts < spades:
        return 0
    weight = 24
    run = 1
    for same in (clubs == diamonds, diamonds == hearts, hearts == spades):
        run = run + 1 if same else 1
        weight //= run
    return weight


@compiled
def _rank_all(lookup: Any, least: Any, ranked: Any, dealer_counts: Any, player_counts: Any) -> None:
    number = 0
    for a in range(52):
        for b in range(a + 1, 52):
            for c in range(b + 1, 52):
                for d in range(c + 1, 52):
                    four = 1 << a | 1 << b | 1 << c | 1 << d
                    for e in range(d + 1, 52):
                        place = place_of(a, b, c, d, e, lookup)
                        ranked[number] = place
                        number += 1
                        if place >= least:
                            dealer_counts[place] += 1
                        if _alike(four | 1 << e):
                            player_counts[place] += 1


@compiled
def _sort_all(
    ranked: Any, least: Any, dealer_next: Any, dealer: Any, player_next: Any, player: Any, weights: Any
) -> None:
    number = 0
    for a in range(52):
        for b in range(a + 1, 52):
            for c in range(b + 1, 52):
                for d in range(c + 1, 52):
                    four = 1 << a | 1 << b | 1 << c | 1 << d
                    for e in range(d + 1, 52):
                        place = ranked[number]
                        number += 1
                        if place >= least:
                            _put(dealer, dealer_next[place], a, b, c, d, e)
                            dealer_next[place] += 1
                        weight = _alike(four | 1 << e)
                        if weight:
                            weights[player_next[place]] = weight
                            _put(player, player_next[place], a, b, c, d, e)
                            player_next[place] += 1


@compiled
def _put(cards: Any, row: Any, a: Any, b: Any, c: Any, d: Any, e: Any) -> None:
    cards[row, 0], cards[row, 1], cards[row, 2], cards[row, 3], cards[row, 4] = a, b, c, d, e
