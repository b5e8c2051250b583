"""The edge of one wager and nothing else: what a changed rule is worth needs no charts, no tables and no results."""

from fractions import Fraction
from typing import NamedTuple

from pitboss.odds.par.games import game_sheet
from pitboss.odds.rules import Rules, game_of


class Edge(NamedTuple):
    """What the player loses per unit of the wager with best play, and how far that may be off where it is not exact."""

    edge: Fraction
    error: float | None = None


def edge_of(rules: Rules, wager: str) -> Edge:
    """By the solver of the game."""
    return game_sheet(game_of(rules)).edge(rules, wager)
