"""Simulated rounds of Pontoon: many with shuffled cards, or given ones deal by deal."""

from collections import Counter
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.cards.card import CardError
from pitboss.cards.deck import pontoon_decks
from pitboss.games.play import Cents
from pitboss.games.pontoon.hands import Pair, Row
from pitboss.games.pontoon.layout import ALL_LIVE, BB_PLUS_1, DOUBLED_PAYS, ORIGINAL_ONLY, PontoonSettings
from pitboss.odds.pontoon import kernel
from pitboss.odds.pontoon.cells import (
    CELLS,
    KIND_COUNT,
    KIND_OF_CARD,
    KIND_VALUE,
    OTHER_ROW,
    PONTOON_ROW,
    ROWS,
    doubled_points,
)
from pitboss.odds.pontoon.payouts import paid_on_21, surrender_costs
from pitboss.odds.pontoon.rules import PontoonRules
from pitboss.odds.pontoon.strategies import Way, way_to_play
from pitboss.odds.pontoon.strategy_table import ACTION_NAMES
from pitboss.odds.simulation.wagers import unit
from pitboss.odds.tally import Tally

Ints = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]

# As the kernel has them.
WAGERS = ("main", "perfect_pairs", "insurance", "super_bonus")
DECISIONS = {
    **{name: kernel.FIRST_DECISIONS + number for number, name in enumerate(ACTION_NAMES)},
    "pontoon": kernel.PONTOONS,
    "insurance": kernel.INSURANCES,
    "all splits": kernel.SPLITS,
    "all doubles": kernel.DOUBLES,
    "rescue": kernel.RESCUED,
    "super bonus": kernel.SUPER_BONUSES,
}
# Far more than the net results a round can have: up to four hands, each with a dozen results, and four bonuses.
RESULT_ROWS = 1 << 15


def simulate(rules: PontoonRules, strategy: str, rounds: int, seed: int) -> Tally:
    """Rounds of one box, each from freshly shuffled decks; the same ones for the same seed.

    Perfect Pairs is wagered with as much as the box where a table offers it, insurance is tallied only in rounds where
    the strategy takes it, and the Super Bonus comes on top of the main wager. First decisions on the dealt hand and
    Pontoons add up to the rounds; "all splits" and "all doubles" are what they say, so that all stakes together are
    rounds + all splits + all doubles.
    """
    shoe = _shoe(rules.settings.decks)
    shoe[kernel.MIXES] = 1
    # Seeds that follow each other must not give runs of numbers that overlap, so the seed is mixed before it counts.
    shoe[kernel.CHANCE] = np.random.SeedSequence(seed).generate_state(1, np.uint64)[0]
    box = np.zeros(kernel.BOX_PLACES, np.int64)
    results = tuple(np.zeros((RESULT_ROWS, 2), np.int64) for _ in WAGERS)
    kernel.play_many(shoe, *_tables(rules, strategy), box, rounds, results)
    tally = Tally(rounds)
    for wager, rows in zip(WAGERS, results, strict=True):
        seen = rows[rows[:, 1] > 0].tolist()
        if seen and (wager != "perfect_pairs" or rules.settings.perfect_pairs):
            tally.results[wager] = Counter(dict(seen))
    won = tally.results.setdefault("super_bonus", Counter())
    won[0] = rounds - won.total()
    tally.decisions = Counter({name: int(box[place]) for name, place in DECISIONS.items() if box[place]})
    return tally


def play_deals(rules: PontoonRules, strategy: str, decks: npt.NDArray[Any]) -> dict[str, Ints]:
    """Net cents by wager of one round from each order of cards, one row a deal: whole shoes, the first card first.

    What the table burns from a new shoe comes off first (P-24).
    """
    settings = rules.settings
    whole = np.sort(np.array(pontoon_decks(settings.decks).cards))
    if decks.ndim != 2 or decks.shape[1] != len(whole) or (np.sort(decks, axis=1) != whole).any():
        raise CardError(f"Each deal must be an order of all {len(whole)} cards of {settings.decks} decks.")
    left = _CODES[decks[:, settings.burn_on_new_shoe :]]
    shoe = _shoe(settings.decks)[: kernel.FIRST_CARD + left.shape[1]]
    nets = np.zeros((len(decks), len(WAGERS)), np.int64)
    kernel.play_given(shoe, *_tables(rules, strategy), np.zeros(kernel.BOX_PLACES, np.int64), left, nets)
    by_wager = dict(zip(WAGERS, nets.T, strict=True))
    if not settings.perfect_pairs:
        del by_wager["perfect_pairs"]
    return by_wager


def _card_codes() -> Words:
    """Cards as the kernel has them in its shoe, by card; a ten, which no deck has, would be no kind at all."""
    cards = np.arange(len(KIND_OF_CARD))
    kinds = KIND_OF_CARD.astype(np.int64)
    values, alone = KIND_VALUE[kinds].astype(np.int64), CELLS.one_card[kinds].astype(np.int64)
    codes = cards | values << kernel.VALUE_BITS | kinds << kernel.KIND_BITS | alone << kernel.CELL_BITS
    return np.where(kinds < 0, 0, codes).astype(np.uint64)


_CODES = _card_codes()


def _shoe(decks: int) -> Words:
    """Whole decks, in no order yet."""
    cards = _CODES[np.array(pontoon_decks(decks).cards)]
    return np.concatenate([np.zeros(kernel.FIRST_CARD, np.uint64), cards])


@lru_cache(maxsize=32)
def _tables(rules: PontoonRules, strategy: str) -> tuple[npt.NDArray[Any], npt.NDArray[Any], Ints]:
    """Cells, way to play and pays as the kernel reads them."""
    return _cells(rules.settings.double_aces), _pack(way_to_play(rules, strategy)), _pays(rules)


def _cells(double_aces: str) -> npt.NDArray[np.int16]:
    cells = np.zeros((CELLS.total, kernel.CELL_COLUMNS), np.int16)
    cells[:, :KIND_COUNT] = CELLS.next_cell
    cells[:, kernel.DOUBLED : kernel.POINTS] = doubled_points(double_aces)
    cells[:, kernel.POINTS] = CELLS.points
    cells[:, kernel.ROW] = CELLS.row
    cells[:, kernel.SUITED_SEVENS] = CELLS.suited_sevens
    return cells


def _pack(way: Way) -> npt.NDArray[np.int32]:
    """The decisions of each cell against each card of the dealer, in the bits of one number."""
    table = way.table
    packed = table.actions.astype(np.int32) << kernel.UNSPLIT
    packed |= table.after_split.astype(np.int32) << kernel.SPLIT_BOX
    packed |= table.resplit.astype(np.int32) << kernel.RESPLIT
    packed |= way.insures.astype(np.int32)[:, None] << kernel.INSURE
    for value in range(table.rescue.shape[1]):
        packed |= table.rescue[:, value].astype(np.int32) << (kernel.RESCUE + value)
    return packed


def _pays(rules: PontoonRules) -> Ints:
    settings, stake = rules.settings, rules.stake
    usual, pairs = settings.table_1[Row.OTHER], settings.pairs_pay
    insured = unit(rules, "insurance")
    pays = np.zeros(kernel.PAY_COUNT, np.int64)
    for place, amount in {
        kernel.STAKE: stake,
        kernel.WINS: usual.on(stake),
        kernel.EVEN: DOUBLED_PAYS.on(stake),
        kernel.EVEN_DOUBLED: DOUBLED_PAYS.on(2 * stake),
        kernel.SURRENDERED: surrender_costs(settings, stake),
        kernel.SUPER_BONUS: settings.super_bonus.on(stake),
        kernel.INSURED: insured,
        kernel.INSURANCE_WINS: settings.insurance_pays.on(insured),
        kernel.PAIRS: stake,
        kernel.MIXED_PAIR: pairs[Pair.MIXED].on(stake),
        kernel.COLOURED_PAIR: pairs[Pair.COLOURED].on(stake),
        kernel.PERFECT_PAIR: pairs[Pair.PERFECT].on(stake),
        **_readings(rules),
    }.items():
        pays[place] = amount
    pays[kernel.UNSPLIT_21 : kernel.SPLIT_21], pays[kernel.SPLIT_21 :] = _table_1(settings, stake)
    return pays


def _readings(rules: PontoonRules) -> dict[int, int]:
    settings = rules.settings
    collects = {
        BB_PLUS_1: kernel.ONE_WAGER,
        ORIGINAL_ONLY: kernel.ONE_WAGER_IN_ALL,
        ALL_LIVE: kernel.EVERYTHING,
    }
    return {
        kernel.EVEN_ON_BOX: settings.double_odds_scope == "box",
        kernel.ANY_SEVENS_LOSE_BONUS: settings.super_bonus_after_mixed_split == "lost",
        kernel.DEALER_COLLECTS: collects[settings.dealer_pontoon_collects],
        kernel.SOFT_STAYS: 17 if rules.dealer_stands_on_soft_17 else 18,
    }


def _table_1(settings: PontoonSettings, stake: Cents) -> tuple[list[Cents], list[Cents]]:
    """PON 14.2, PON 11.6, PON 11.7: what a 21 pays by row on a box that is not split, and on one that is (P-07)."""
    unsplit = [paid_on_21(settings, row, stake) for row in ROWS]
    split = list(unsplit) if settings.split_bonus == "on" else [unsplit[OTHER_ROW]] * len(ROWS)
    # Ace and ten-value after a split are 21 and no more, in exact cents.
    split[PONTOON_ROW] = settings.table_1[Row.OTHER].on(stake)
    return unsplit, split
