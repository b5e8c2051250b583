"""The hands of a showdown: quick to compare, with the words a dealer says."""

from collections.abc import Sequence
from typing import NamedTuple

from pitboss.cards.card import Card
from pitboss.cards.hand import in_words
from pitboss.cards.order import Category
from pitboss.cards.ranking import Ranking


class Shown(NamedTuple):
    """A hand face up: of two, the one of greater strength wins; equal strengths tie."""

    strength: int
    category: Category
    words: str


_SHOWN: dict[tuple[Ranking, int], Shown] = {}


def best_shown(ranking: Ranking, cards: Sequence[Card]) -> Shown:
    """The best hand in these cards."""
    return of_strength(ranking, ranking.strength(cards))


def of_strength(ranking: Ranking, strength: int) -> Shown:
    """The hand of a strength. There are few thousand different ones, so each is put into words once."""
    known = _SHOWN.get((ranking, strength))
    if known is None:
        category, ranks = ranking.unpack(strength)
        known = _SHOWN[ranking, strength] = Shown(strength, category, in_words(category, ranks))
    return known


def beats(player: Shown, dealer: Shown) -> str:
    return f"Your {player.words} beats the dealer's {dealer.words}"


def beaten_words(player: Shown, dealer: Shown) -> str:
    return f"The dealer's {dealer.words} beats your {player.words}"


def equal(player: Shown) -> str:
    return f"You and the dealer have equal hands, {player.words}"
