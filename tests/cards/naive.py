"""The order of hands once more, slow and from the text alone: five cards at a time, the joker as every card in turn."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from pitboss.cards.card import JOKER, Card, card_at, rank_of, suit_of
from pitboss.cards.deck import Deck

ACE = 12
NAMES_FULL = (
    *("high_card", "one_pair", "two_pairs", "three_of_a_kind", "straight", "flush"),
    *("full_house", "four_of_a_kind", "straight_flush", "five_of_a_kind", "royal_flush"),
)
NAMES_REDUCED = (
    *("high_card", "one_pair", "two_pairs", "three_of_a_kind", "straight", "full_house"),
    *("flush", "four_of_a_kind", "straight_flush", "five_of_a_kind", "royal_flush"),
)

Value = tuple[int, list[int]]


def best_high(cards: Sequence[Card], deck: Deck, *, ace_low: bool) -> tuple[str, Value]:
    """The name and the value of the best five; values compare as the hands do."""
    names = NAMES_REDUCED if len(deck) < 52 else NAMES_FULL
    best = max(
        (_value(five, deck, ace_low=ace_low) for chosen in combinations(cards, 5) for five in _stand_ins(chosen, deck)),
        key=lambda found: (names.index(found[0]), found[1]),
    )
    return best[0], (names.index(best[0]), best[1])


def _stand_ins(cards: Sequence[Card], deck: Deck) -> list[list[Card]]:
    """The five cards with the joker as each card of the deck; the same card twice only for five of a kind (R-02)."""
    if JOKER not in cards:
        return [list(cards)]
    held = [card for card in cards if card != JOKER]
    five_alike = len({rank_of(card) for card in held}) == 1
    others = [card_at(rank, suit) for rank in deck.ranks for suit in range(4)]
    return [[*held, card] for card in others if card not in held or (five_alike and rank_of(card) == rank_of(held[0]))]


def _value(cards: Sequence[Card], deck: Deck, *, ace_low: bool) -> tuple[str, list[int]]:
    ranks = Counter(rank_of(card) for card in cards)
    by_weight = sorted(ranks, key=lambda rank: (ranks[rank], rank), reverse=True)
    pattern = sorted(ranks.values(), reverse=True)
    suited = len({suit_of(card) for card in cards}) == 1
    in_order = sorted(ranks)
    sequence = len(ranks) == 5 and in_order[4] - in_order[0] == 4
    wheel = ace_low and in_order == [*deck.ranks[:4], ACE]
    top = [in_order[3] if wheel and not sequence else in_order[-1]]
    if suited and (sequence or wheel):
        return ("royal_flush", []) if top == [ACE] else ("straight_flush", top)
    if sequence or wheel:
        return "straight", top
    if suited:
        return "flush", by_weight
    names = {
        (5,): "five_of_a_kind",
        (4, 1): "four_of_a_kind",
        (3, 2): "full_house",
        (3, 1, 1): "three_of_a_kind",
        (2, 2, 1): "two_pairs",
        (2, 1, 1, 1): "one_pair",
        (1, 1, 1, 1, 1): "high_card",
    }
    return names[tuple(pattern)], by_weight


def best_low(cards: Sequence[Card], deck: Deck, *, ace_is_low: bool) -> Value:
    """The value of the lowest five: unpaired before a pair and so on, then from the top; the lesser wins."""
    order = [(1, 1, 1, 1, 1), (2, 1, 1, 1), (2, 2, 1), (3, 1, 1), (3, 2), (4, 1)]
    values = []
    for chosen in combinations(cards, 5):
        held = [rank_of(card) for card in chosen if card != JOKER]
        for extra in [[rank] for rank in deck.ranks] if JOKER in chosen else [[]]:
            ranks = Counter(0 if ace_is_low and rank == ACE else rank + 1 for rank in held + extra)
            pattern = tuple(sorted(ranks.values(), reverse=True))
            if pattern != (5,):
                by_weight = sorted(ranks, key=lambda rank: (ranks[rank], rank), reverse=True)
                values.append((order.index(pattern), by_weight))
    return min(values)
