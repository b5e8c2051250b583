"""Cards, decks, shuffles and the ranking of hands.

    >>> from pitboss.cards.card import cards
    >>> from pitboss.cards.ranking import holdem_ranking
    >>> holdem_ranking().hand(cards("Kd Kc 9h 9s Jd 2c 3c")).name
    'two pairs, kings and nines, with a jack'

The batch evaluator stands apart in `pitboss.cards.batch`, because it needs numpy and numba.
"""
