"""What each result of a Pontoon hand brings, per unit of the initial wager, as the settlement of the engine has it."""

from fractions import Fraction
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.games.pays import Odds
from pitboss.games.play import Cents
from pitboss.games.pontoon.hands import Row
from pitboss.games.pontoon.layout import ALL_LIVE, DOUBLED_PAYS, DOWN_TO_CHIP, PontoonSettings
from pitboss.odds.pontoon.cells import CELLS, NO_ROW, OTHER_ROW, PONTOON_ROW, ROWS, SEVEN, VALUE_COUNT
from pitboss.odds.pontoon.rules import PontoonRules

Floats = npt.NDArray[np.float64]


class Payouts(NamedTuple):
    """Net results in units of the initial wager.

    `of_21[cell, dealer]` is what an undoubled 21 brings, the Super Bonus included, on a box that was not split,
    and `of_21_split` on one that was, with `of_21_split_lost` where the Super Bonus is lost (PON 11.10). `surrender` is
    lost without a Pontoon of the dealer. `doubled_pontoon` is what that Pontoon takes from a doubled hand (P-09).
    """

    win: float
    doubled_win: float
    surrender: float
    doubled_pontoon: float
    rescue: bool
    of_21: Floats
    of_21_split: Floats
    of_21_split_lost: Floats


def paid_on_21(settings: PontoonSettings, row: Row, stake: Cents) -> Cents:
    """PON 14.2, P-26: what Table 1 pays on a 21, rounded down to chips of the float where the table does so."""
    paid = settings.table_1[row].on(stake)
    return paid - paid % settings.smallest_float_chip if settings.rounding == DOWN_TO_CHIP else paid


def surrender_costs(settings: PontoonSettings, stake: Cents) -> Cents:
    """PON 9.4, P-11, P-26: what a surrender takes; a cent that cannot be halved is left to the player."""
    half = stake // 2
    if settings.rounding == DOWN_TO_CHIP:
        half = stake - (half - half % settings.smallest_float_chip)
    return half


def payouts(rules: PontoonRules) -> Payouts:
    """All of them by the rules of one computation."""
    settings, stake = rules.settings, rules.stake
    by_row = [paid_on_21(settings, row, stake) for row in ROWS]
    split_row = list(by_row)
    if settings.split_bonus == "off":
        split_row = [by_row[OTHER_ROW]] * len(ROWS)
    # PON 11.7: ace and ten-value of a split hand are 21 as any other, and the engine does not round those.
    split_row[PONTOON_ROW] = settings.table_1[Row.OTHER].on(stake)
    bonus = settings.super_bonus.on(stake)
    return Payouts(
        win=_units(settings.table_1[Row.OTHER], stake, stake),
        doubled_win=_units(DOUBLED_PAYS, 2 * stake, stake),
        surrender=float(Fraction(surrender_costs(settings, stake), stake)),
        doubled_pontoon=2.0 if settings.dealer_pontoon_collects == ALL_LIVE else 1.0,
        rescue=rules.rescue,
        of_21=_of_21(by_row, bonus, stake),
        of_21_split=_of_21(split_row, bonus, stake),
        of_21_split_lost=_of_21(split_row, 0, stake),
    )


def _units(odds: Odds, amount: Cents, stake: Cents) -> float:
    return float(Fraction(odds.on(amount), stake))


def _of_21(by_row: list[Cents], bonus: Cents, stake: Cents) -> Floats:
    """PON 14.2, PON 14.3 Table 2 bonus: Table 1, and the Super Bonus on suited sevens against a dealer's seven."""
    net = np.array([0 if row == NO_ROW else by_row[row] for row in CELLS.row], np.float64)
    paid = np.repeat(net[:, None], VALUE_COUNT, axis=1)
    paid[CELLS.suited_sevens, SEVEN] += bonus
    return paid / stake
