"""Ways to play Canberra Poker by name: best play, and what people do who do not carry its tables in their heads."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

import numpy as np

from pitboss.cards.card import ACE, RANKS
from pitboss.cards.order import Category
from pitboss.odds.canberra.charts import bets_by, charts
from pitboss.odds.canberra.counts import counts
from pitboss.odds.canberra.places import categories, deciding_ranks, least_in, least_pair
from pitboss.odds.canberra.rules import CanberraRules
from pitboss.odds.canberra.solver import Bets, Solution, solve, value_of_play, ways_by, weights_of
from pitboss.odds.canberra.stakes import stakes
from pitboss.odds.rules import Strategy

_KING, _QUEEN, _JACK = ACE - 1, ACE - 2, ACE - 3
_EVERY_CARD = (1 << 52) - 1
_ONE_OF_EACH_SUIT = 1 | 1 << 13 | 1 << 26 | 1 << 39


def solution_of(rules: CanberraRules, strategy: str) -> Solution:
    """A named way to play, with all its deals and what it is worth."""
    return solve(rules) if strategy == BEST else _solution_of(rules, strategy)


@lru_cache(maxsize=64)
def _solution_of(rules: CanberraRules, strategy: str) -> Solution:
    return value_of_play(rules, STRATEGIES[strategy].play(rules))


def _own_cards() -> Bets:
    """The cards of each of the player's hands: no upcards for it."""
    cards = counts().player.hands.cards.astype(np.uint64)
    own: Bets = (np.uint64(1) << cards).sum(axis=1, dtype=np.uint64)
    return own


def bets_from(place: int) -> Bets:
    """With the hands at this place and above it, whatever the upcard; no other."""
    bets = ~_own_cards() & np.uint64(_EVERY_CARD)
    bets[: counts().player.hands.starts[place]] = 0
    return bets


def three_rules(ranks: tuple[int, ...], upcard: int) -> bool:
    """Whether an ace-king bets, by its five ranks from the ace down and the rank of the upcard.

    It does against an ace or a king if it holds a queen or a jack; against a lower card if that pairs one of its own,
    or if it holds a queen and its fourth card is above the upcard.
    """
    if upcard >= _KING:
        return ranks[2] in (_QUEEN, _JACK)
    return upcard in ranks or (ranks[2] == _QUEEN and upcard < ranks[3])


def _by_three_rules(_: CanberraRules) -> Bets:
    bets, starts, own = bets_from(least_pair()), counts().player.hands.starts, _own_cards()
    for place in range(least_in(), least_pair()):
        ranks = deciding_ranks(place)
        chosen = sum(_ONE_OF_EACH_SUIT << upcard for upcard in range(13) if three_rules(ranks, upcard))
        rows = slice(starts[place], starts[place + 1])
        bets[rows] = np.uint64(chosen) & ~own[rows]
    return bets


def _by_charts(rules: CanberraRules) -> Bets:
    """What the charts of best play say of each place."""
    bets, starts, own = bets_from(0), counts().player.hands.starts, _own_cards()
    found = charts(solve(rules).bets)
    for place in range(len(categories())):
        chosen = sum(_ONE_OF_EACH_SUIT << upcard for upcard in bets_by(found, place))
        rows = slice(starts[place], starts[place + 1])
        bets[rows] = np.uint64(chosen) & ~own[rows]
    return bets


@lru_cache(maxsize=16)
def least_hand(rules: CanberraRules) -> int:
    """The place from which on to bet, for somebody who does not look at the upcard and wants to lose the least."""
    unit, not_in_brings, lost_brings, wins = weights_of(stakes(rules))
    ways = ways_by(counts().player.places, len(categories()), bets_from(0)).tolist()
    win_brings = wins[categories()].tolist()
    best, least, gained = 0, len(categories()), 0
    for place in range(len(categories()) - 1, -1, -1):
        _, not_in, won, tied, lost = (row[place] for row in ways)
        # A bet brings this much more than a fold, over all deals of the hands at this place and above.
        gained += not_in * not_in_brings + won * win_brings[place] + lost * lost_brings
        gained += (not_in + won + tied + lost) * unit
        if gained > best:
            best, least = gained, place
    return least


def hand_words(place: int) -> str:
    """A hand as people say it, such as A-K-J-8-3, or its class with the ranks that matter."""
    ranks = "-".join(RANKS[rank].replace("T", "10") for rank in deciding_ranks(place))
    category = Category(int(categories()[place]))
    if category is Category.HIGH_CARD:
        return ranks
    return " ".join(filter(None, (category.name.lower().replace("_", " "), ranks)))


BEST, CHARTS, THREE_RULES, LEAST_HAND, ACE_KING, PAIR, ALWAYS = (
    *("best", "charts", "three_rules", "least_hand"),
    *("ace_king", "pair", "always"),
)
STRATEGIES: Mapping[str, Strategy[CanberraRules, Bets]] = MappingProxyType(
    {
        BEST: Strategy("Best play", "Bet wherever a bet is worth more than a fold.", lambda rules: solve(rules).bets),
        CHARTS: Strategy(
            "What the charts say",
            "The charts of best play, and where they bet part of the hands, all of them from half on.",
            _by_charts,
        ),
        THREE_RULES: Strategy(
            "Ace-king by three rules",
            "Bet a pair or better and fold less than ace-king. With ace-king bet if the upcard is a queen or lower and"
            " pairs one of your cards; if it is an ace or a king and you hold a queen or a jack; or if you hold a queen"
            " and your fourth card is above the upcard.",
            _by_three_rules,
        ),
        LEAST_HAND: Strategy(
            "One least hand",
            "Bet with one least hand or better, whatever the upcard.",
            lambda rules: bets_from(least_hand(rules)),
        ),
        ACE_KING: Strategy("Ace-king or better", "Bet with ace-king or better.", lambda _: bets_from(least_in())),
        PAIR: Strategy("A pair or better", "Bet with a pair or better.", lambda _: bets_from(least_pair())),
        ALWAYS: Strategy("Every hand", "Never fold.", lambda _: bets_from(0)),
    }
)
