"""The edge of one wager and nothing else: what a changed rule is worth needs no charts, no tables and no results."""

from fractions import Fraction
from typing import NamedTuple

from pitboss.odds.rules import CanberraRules, PontoonRules, Rules, UltimateRules


class Edge(NamedTuple):
    """What the player loses per unit of the wager with best play, and how far that may be off where it is not exact."""

    edge: Fraction
    error: float | None = None


def edge_of(rules: Rules, wager: str) -> Edge:
    """By the solver of the game."""
    if isinstance(rules, UltimateRules):
        return _of_ultimate(rules, wager)
    return _of_canberra(rules, wager) if isinstance(rules, CanberraRules) else _of_pontoon(rules, wager)


def _of_ultimate(rules: UltimateRules, wager: str) -> Edge:
    from pitboss.odds.ultimate.analysis import main_worth, table_worth
    from pitboss.odds.ultimate.money import money_of
    from pitboss.odds.ultimate.strategies import BEST, counts_of

    worth = main_worth if wager == "main" else table_worth
    return Edge(worth(money_of(rules), counts_of(rules, BEST)).edge)


def _of_canberra(rules: CanberraRules, wager: str) -> Edge:
    from pitboss.odds.canberra.progressive import jackpot_worth
    from pitboss.odds.canberra.solver import solve

    return Edge((solve(rules).worth if wager == "main" else jackpot_worth(rules)).edge)


def _of_pontoon(rules: PontoonRules, wager: str) -> Edge:
    from pitboss.odds.pontoon.analysis import to_precision
    from pitboss.odds.pontoon.bonus import bonus_value
    from pitboss.odds.pontoon.pairs import insurance_worth, perfect_pairs_worth
    from pitboss.odds.pontoon.solver import solve

    if wager in ("perfect_pairs", "insurance"):
        return Edge((perfect_pairs_worth if wager == "perfect_pairs" else insurance_worth)(rules).edge)
    solution, bonus = solve(rules), bonus_value(rules)
    return Edge(to_precision(bonus - solution.value if wager == "main" else -bonus), solution.error)
