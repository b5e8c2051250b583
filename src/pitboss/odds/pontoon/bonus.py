"""What the Super Bonus is worth, apart from what Table 1 pays (PON 14.3)."""

from dataclasses import replace

import numpy as np

from pitboss.odds.pontoon.against import Against, full_decks, setup_of, solve_against
from pitboss.odds.pontoon.cells import SEVEN
from pitboss.odds.pontoon.solver import Solution, solve
from pitboss.odds.rules import PontoonRules


def bonus_value(rules: PontoonRules) -> float:
    """The mean of the bonus in a round of best play, per unit of the wager.

    As long as the decisions stay as they are the mean of a round grows with the bonus in a straight line, so a bonus
    that is a little larger tells how often it is won. It is won against a dealer's seven only. Where even one cent more
    changes a decision, two ways to play are worth the same, and this is the one with the bonus in it.
    """
    pays = rules.settings.super_bonus
    paid = pays.on(rules.stake)
    if not paid:
        return 0.0
    usual = solve(rules)
    decks = full_decks(rules.settings.decks).without(SEVEN)
    for more in (max(paid // 100, 1), 1):
        larger = replace(pays, below=paid + more, from_threshold=paid + more)
        setup = setup_of(replace(rules, settings=replace(rules.settings, super_bonus=larger)))
        other = solve_against(setup, decks, SEVEN)
        if _same_play(usual, other):
            break
    gain = usual.chances[:, SEVEN] / usual.ways * (other.best - usual.best[:, SEVEN])
    return float(gain.sum()) * paid / more


def _same_play(usual: Solution, other: Against) -> bool:
    """Whether every hand is played as before against a seven."""
    pairs = (
        (usual.table.actions, other.action),
        (usual.table.after_split, other.after_split),
        (usual.table.resplit, other.resplit),
        (usual.table.rescue, other.rescue),
    )
    return all(np.array_equal(before[..., SEVEN], now) for before, now in pairs)
