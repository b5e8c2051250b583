"""One number per card, made so that the sum over a hand tells its ranks, its size and any flush.

Bits of the sum, from the lowest:

| bits  | what                                                                                   |
| ----- | -------------------------------------------------------------------------------------- |
| 0-22  | sum of the rank keys: different for every choice of up to seven ranks, four of each    |
| 23    | the joker                                                                              |
| 24-26 | number of cards                                                                        |
| 27-42 | cards in each suit, four bits each from clubs up; the joker counts in every suit       |

The rank keys are the smallest such numbers when each rank in turn takes the first that works; a test proves that
their sums are unique.
"""

RANK_KEYS = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)

JOKER_BIT = 1 << 23
RANK_FIELD = JOKER_BIT | (JOKER_BIT - 1)
ONE_CARD = 1 << 24
RANKS_AND_SIZE = (1 << 27) - 1
SUIT_SHIFT = 27

_IN_SUIT = tuple(1 << (SUIT_SHIFT + 4 * suit) for suit in range(4))

# Starting from three in each suit, the fifth suited card sets the highest of the suit's four bits.
START = 3 * sum(_IN_SUIT)
FLUSH_BITS = 8 * sum(_IN_SUIT)
FLUSH_BIT = tuple(8 * one for one in _IN_SUIT)

CARD_KEYS = (
    *(ONE_CARD + _IN_SUIT[suit] + key for suit in range(4) for key in RANK_KEYS),
    ONE_CARD + sum(_IN_SUIT) + JOKER_BIT,
)
