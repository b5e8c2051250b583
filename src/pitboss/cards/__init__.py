"""Cards, decks, shoes and the ranking of hands.

    >>> from pitboss.cards import cards, holdem_ranking
    >>> holdem_ranking().hand(cards("Kd Kc 9h 9s Jd 2c 3c")).name
    'two pairs, kings and nines, with a jack'

The batch evaluator stands apart in `pitboss.cards.batch`, because it needs numpy and numba.
"""

from pitboss.cards.card import JOKER, Card, CardError, card, cards, face, faces, rank_of, suit_of
from pitboss.cards.deck import CANBERRA_DECK, ULTIMATE_DECK, CardCheck, Deck, check_cards, holdem_deck, pontoon_decks
from pitboss.cards.hand import Hand
from pitboss.cards.order import Category
from pitboss.cards.ranking import CANBERRA, ULTIMATE, LowAce, Ranking, holdem_ranking
from pitboss.cards.shoe import (
    CANBERRA_DEVICE,
    PONTOON_DEVICE,
    ULTIMATE_DEVICE,
    AutomatedShoe,
    CardShoe,
    DeviceRule,
    EnteredShoe,
    ShoeEmpty,
    automated_shoe,
    place_cutting_card,
)
from pitboss.cards.shuffle import (
    CANBERRA_CUT,
    HOLDEM_CUT,
    PONTOON_CUT,
    ULTIMATE_CUT,
    CutLimit,
    Shuffle,
    cut_shuffle,
    permute,
    shuffle,
)

__all__ = [
    "CANBERRA",
    "CANBERRA_CUT",
    "CANBERRA_DECK",
    "CANBERRA_DEVICE",
    "HOLDEM_CUT",
    "JOKER",
    "PONTOON_CUT",
    "PONTOON_DEVICE",
    "ULTIMATE",
    "ULTIMATE_CUT",
    "ULTIMATE_DECK",
    "ULTIMATE_DEVICE",
    "AutomatedShoe",
    "Card",
    "CardCheck",
    "CardError",
    "CardShoe",
    "Category",
    "CutLimit",
    "Deck",
    "DeviceRule",
    "EnteredShoe",
    "Hand",
    "LowAce",
    "Ranking",
    "ShoeEmpty",
    "Shuffle",
    "automated_shoe",
    "card",
    "cards",
    "check_cards",
    "cut_shuffle",
    "face",
    "faces",
    "holdem_deck",
    "holdem_ranking",
    "permute",
    "place_cutting_card",
    "pontoon_decks",
    "rank_of",
    "shuffle",
    "suit_of",
]
