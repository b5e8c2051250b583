"""Rounds of Ultimate Texas Hold-em by the million: one box, dealt as the engine deals, played by a plan.

A round is told by one number: the multiple played, the category of the player's hand and the end against the dealer.
What it brings is looked up in the money of the rules.
"""

from collections import Counter
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.cards.compiled import compile_kernel
from pitboss.cards.keys import CARD_KEYS, FLUSH_BITS, RANK_FIELD, START, SUIT_SHIFT
from pitboss.cards.tables import COLUMN_BITS
from pitboss.odds.tally import Tally
from pitboss.odds.ultimate.money import FOLD, MULTIPLES, Money, Nets, money_of
from pitboss.odds.ultimate.outcomes import CATEGORIES, ENDS, LOST, LOST_UNQUALIFIED, TIED, WON, WON_UNQUALIFIED
from pitboss.odds.ultimate.plan import fold_on_river, hand_class, play_after_flop
from pitboss.odds.ultimate.rules import UltimateRules
from pitboss.odds.ultimate.showdown import ranker_tables
from pitboss.odds.ultimate.strategies import plan_of

# UTH 7.2: five communal cards, two to the box, two to the dealer.
ROUND_CARDS = 9
ROUND_KINDS = (max(MULTIPLES) + 1) * CATEGORIES * ENDS
DECISIONS = {FOLD: "fold", **{multiple: f"play_{multiple}x" for multiple in MULTIPLES}}

_CARD_KEYS = np.array(CARD_KEYS[:52], np.int64)
_COLUMN = (1 << COLUMN_BITS) - 1


def simulate(rules: UltimateRules, strategy: str, rounds: int, seed: int) -> Tally:
    """So many rounds; the same seed brings the same cards."""
    counts = np.zeros(ROUND_KINDS, np.int64)
    _simulate(rounds, np.uint64(seed % 2**64), plan_of(rules, strategy).arrays(), ranker_tables(), counts)
    money = money_of(rules)
    tally = Tally(rounds)
    for wager, nets in _nets(money).items():
        results: Counter[int] = Counter()
        for net, count in zip(nets.tolist(), counts.tolist(), strict=True):
            if count:
                results[net] += count
        tally.results[wager] = results
    by_multiple = counts.reshape(-1, CATEGORIES * ENDS).sum(axis=1).tolist()
    tally.decisions.update({DECISIONS[multiple]: count for multiple, count in enumerate(by_multiple) if count})
    return tally


def play_deals(rules: UltimateRules, strategy: str, decks: npt.NDArray[Any]) -> dict[str, npt.NDArray[np.int64]]:
    """Net cents by wager for orders of cards, one row a deal, of which the first nine are dealt."""
    ends = np.empty(len(decks), np.int64)
    cards = np.ascontiguousarray(decks[:, :ROUND_CARDS], np.uint8)
    _play_all(cards, plan_of(rules, strategy).arrays(), ranker_tables(), ends)
    return {wager: nets[ends] for wager, nets in _nets(money_of(rules)).items()}


def _nets(money: Money) -> dict[str, Nets]:
    return {"main": money.main().ravel(), "trips": money.side().ravel()}


@compile_kernel
def _simulate(rounds: Any, seed: Any, plan: Any, ranker: Any, counts: Any) -> None:
    """Cards from a counter stirred to look random (SplitMix64); the counter starts at the stirred seed.

    A card is a 32-bit number times the cards left, cut down to 32 bits: no card is likelier than another by more than
    one part in 80 million.
    """
    deck = np.arange(52).astype(np.uint8)
    counter = _stir(seed)
    for _ in range(rounds):
        for at in range(ROUND_CARDS):
            counter += np.uint64(0x9E3779B97F4A7C15)
            drawn = (_stir(counter) >> np.uint64(32)) * np.uint64(52 - at) >> np.uint64(32)
            other = at + np.int64(drawn)
            deck[at], deck[other] = deck[other], deck[at]
        counts[play_round(deck, plan, ranker)] += 1


@compile_kernel
def _stir(number: Any) -> Any:
    number = (number ^ number >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    number = (number ^ number >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return number ^ number >> np.uint64(31)


@compile_kernel
def _play_all(decks: Any, plan: Any, ranker: Any, ends: Any) -> None:
    for row in range(decks.shape[0]):
        ends[row] = play_round(decks[row], plan, ranker)


@compile_kernel
def play_round(cards: Any, plan: Any, ranker: Any) -> Any:
    """UTH 7.2, UTH 8.1, UTH 8.3, UTH 8.5: one round by the plan, as the number of its kind."""
    board, one, other = cards[:5], cards[5], cards[6]
    multiple = np.int64(plan[0][hand_class(one, other)])
    if multiple == 0 and play_after_flop(plan, board, one, other):
        multiple = np.int64(2)
    if multiple == 0 and not fold_on_river(plan, board, one, other):
        multiple = np.int64(1)
    common = board_of(board)
    player, dealer = place_of(common, one, other, ranker), place_of(common, cards[7], cards[8], ranker)
    return (multiple * CATEGORIES + ranker[3][player]) * ENDS + end_of(player, dealer, ranker)


@compile_kernel
def end_of(player: Any, dealer: Any, ranker: Any) -> Any:
    """UTH D-Qualify, UTH 9.5: how a hand ends against the dealer's, both given as places."""
    qualifies = ranker[3][dealer] > 0
    if player == dealer:
        return TIED
    if player > dealer:
        return WON if qualifies else WON_UNQUALIFIED
    return LOST if qualifies else LOST_UNQUALIFIED


@compile_kernel
def board_of(board: Any) -> Any:
    """What the strengths of all hands on a board have in common: the sum of its keys, and its cards as a mask."""
    key, mask = np.int64(START), np.int64(0)
    for card in board:
        key += _CARD_KEYS[card]
        mask |= np.int64(1) << np.int64(card)
    return key, mask


@compile_kernel
def place_of(board: Any, one: Any, other: Any, ranker: Any) -> Any:
    """The strength of two cards on a board among all strengths."""
    key, mask = board
    offsets, places, flush_places, _ = ranker
    key = key + _CARD_KEYS[one] + _CARD_KEYS[other]
    ranks = key & RANK_FIELD
    place = np.int64(places[offsets[ranks >> COLUMN_BITS] + (ranks & _COLUMN)])
    if key & FLUSH_BITS:
        mask = mask | np.int64(1) << np.int64(one) | np.int64(1) << np.int64(other)
        for suit in range(4):
            if key >> (SUIT_SHIFT + 4 * suit + 3) & 1:
                place = max(place, np.int64(flush_places[mask >> (13 * suit) & 0x1FFF]))
    return place
