"""Bet and fold the plain way: every hand the dealer may have, one after the other, settled by the text of the rules."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from random import Random

import numpy as np

from pitboss.cards.batch import BatchRanker
from pitboss.cards.card import Card, cards
from pitboss.cards.ranking import CANBERRA
from pitboss.odds.canberra.rules import CanberraRules

_RANKER = BatchRanker(CANBERRA, 5)
_LEAST_IN = CANBERRA.strength(cards("As Kh 4d 3c 2s"))


def ends(hand: Sequence[Card], known: Sequence[Card], unseen: Iterable[Card]) -> tuple[int, int, int, int]:
    """How many hands of the dealer with these known cards are not in, beaten, equal or better."""
    rest = list(combinations(unseen, 5 - len(known)))
    dealers = np.empty((len(rest), 5), np.uint8)
    dealers[:, : len(known)] = known
    dealers[:, len(known) :] = rest
    strengths = _RANKER.strengths[_RANKER.rank(dealers)]
    mine = CANBERRA.strength(hand)
    is_in = strengths >= _LEAST_IN
    counted = (~is_in, is_in & (strengths < mine), is_in & (strengths == mine), is_in & (strengths > mine))
    not_in, beaten, equal, better = (int(each.sum()) for each in counted)
    return not_in, beaten, equal, better


def ends_against(hand: Sequence[Card], upcard: Card) -> tuple[int, int, int, int]:
    """With one upcard known and 46 cards unseen."""
    return ends(hand, [upcard], [Card(card) for card in range(52) if card not in (*hand, upcard)])


def bet_value(rules: CanberraRules, hand: Sequence[Card], upcard: Card) -> Fraction:
    """The mean result of a bet in antes, by CAN 9.3 to CAN 9.6, for stakes that no sign limits, in whole cents."""
    not_in, beaten, _, better = ends_against(hand, upcard)
    category, _ = CANBERRA.unpack(CANBERRA.strength(hand))
    odds = rules.settings.bet_pays[category]
    paid = 2 * rules.stake * odds.to // odds.for_each
    win = Fraction(min(paid, rules.settings.max_payout), rules.stake)
    return (not_in + beaten * (1 + win) - 3 * better) / (46 * 45 * 44 * 43 // 24)


# One hand of each class, and ace-kings of several kinds.
CLASSES = (
    *("As Ks Qs Js Ts", "9h 8h 7h 6h 5h", "5d 4d 3d 2d Ad", "9s 9d 9c 9h Jd", "Tc Th Td 3h 3d", "Kd Jd 9d 7d 5d"),
    *("6c 5c 4c 3c 2d", "Ah Kd Qc Js Th", "Js Jh Jc 6s 5s", "Ts Th 6s 6d Qd", "2h 2c 9s 7s 3s", "Ah Ac Ks Qd Jh"),
    *("As Kc Qs Jd 3s", "As Kc Qh 6d 2c", "As Kc Jh 6d 2c", "As Ks Ts 3s 2d", "Ad Ks 4h 3c 2d", "Ah Qd Js Td 9c"),
    *("Qs Jc 9d 7c 5h", "7c 5d 4h 3s 2c"),
)


def chosen_deals(random: Random) -> list[tuple[tuple[Card, ...], Card]]:
    """Each of the hands above with an upcard by chance, and as many that are all chance."""
    deals = []
    for text in CLASSES:
        hand = cards(text)
        deals.append((hand, Card(random.choice([card for card in range(52) if card not in hand]))))
        *five, upcard = random.sample(range(52), 6)
        deals.append((tuple(map(Card, five)), Card(upcard)))
    return deals
