"""The progressive jackpot against its meter: what the wager returns, and from which meter on it loses nothing."""

from dataclasses import dataclass
from fractions import Fraction

from pitboss.games.play import Cents
from pitboss.odds.par.games import game_sheet
from pitboss.odds.rules import Rules, game_of


@dataclass(frozen=True, slots=True)
class Meter:
    """The value of the table's wager per unit at meters from nothing up, in cents, and the break-even by wager.

    A wager that loses nothing even with an empty meter breaks even at 0.
    """

    wager: Cents
    points: tuple[tuple[Cents, Fraction], ...]
    break_even: tuple[tuple[Cents, Fraction], ...]


def meter_of(rules: Rules) -> Meter | None:
    """Of a game with a progressive jackpot; None for all others."""
    return game_sheet(game_of(rules)).meter(rules)
