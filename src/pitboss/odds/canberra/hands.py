"""All hands of five cards by strength, and one hand to stand for all that a change of suits makes of it."""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.cards.compiled import compile_kernel
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
def ranked_hands() -> Dealt:
    """Every hand ranked and sorted, which takes a moment once."""
    cards, ranked = np.empty((HANDS, 5), np.uint8), np.empty(HANDS, np.uint16)
    weights = np.empty(HANDS, np.int64)
    _rank_all(places(), cards, ranked, weights)
    order = np.argsort(ranked, kind="stable")
    cards, ranked, weights = cards[order], ranked[order], weights[order]
    stands_for_all, takes_part = weights > 0, ranked >= least_in()
    of_place = ranked[stands_for_all]
    player = PlayerHands(
        _by_place(cards[stands_for_all], of_place), of_place, weights[stands_for_all], categories()[of_place]
    )
    return Dealt(player, _by_place(cards[takes_part], ranked[takes_part]))


def _by_place(cards: npt.NDArray[np.uint8], ranked: npt.NDArray[np.uint16]) -> Hands:
    """Hands that are sorted by their places."""
    return Hands(cards, np.searchsorted(ranked, np.arange(len(categories()) + 1)))


@compile_kernel
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


@compile_kernel
def _rank_all(lookup: Any, cards: Any, ranked: Any, weights: Any) -> None:
    """Every hand with its cards, its place, and how many hands it stands for."""
    number = 0
    for a in range(52):
        for b in range(a + 1, 52):
            for c in range(b + 1, 52):
                for d in range(c + 1, 52):
                    four = 1 << a | 1 << b | 1 << c | 1 << d
                    for e in range(d + 1, 52):
                        for place, card in enumerate((a, b, c, d, e)):
                            cards[number, place] = card
                        ranked[number] = place_of(a, b, c, d, e, lookup)
                        weights[number] = _alike(four | 1 << e)
                        number += 1
