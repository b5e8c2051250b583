"""The progressive jackpot against its meter: what the wager returns, and from which meter on it loses nothing."""

from dataclasses import dataclass
from fractions import Fraction

from pitboss.games.play import Cents
from pitboss.odds.rules import CanberraRules, Rules

POINTS = 40
LEAST_STEP = Fraction(10_000)


@dataclass(frozen=True, slots=True)
class Meter:
    """The value of the table's wager per unit at meters from nothing up, in cents, and the break-even by wager.

    A wager that loses nothing even with an empty meter breaks even at 0.
    """

    wager: Cents
    points: tuple[tuple[Cents, Fraction], ...]
    break_even: tuple[tuple[Cents, Fraction], ...]


def meter_of(rules: Rules) -> Meter | None:
    """Canberra Poker only, CAN 10: drawn a little beyond the break-even of the table's own wager.

    The sizes of the wager are those of the table in the analysis.
    """
    if not isinstance(rules, CanberraRules):
        return None
    from pitboss.odds.canberra.analysis import WAGERS
    from pitboss.odds.canberra.progressive import break_even, jackpot_settings, jackpot_value

    wager = jackpot_settings(rules).wager
    even = {size: max(break_even(rules, size), Fraction(0)) for size in sorted({*WAGERS, wager})}
    step = _round_step(max(even[wager] * Fraction(4, 3) / POINTS, LEAST_STEP))
    points = tuple((step * number, jackpot_value(rules, step * number)) for number in range(POINTS + 1))
    return Meter(wager, points, tuple(even.items()))


def _round_step(least: Fraction) -> Cents:
    """At least so many cents, and a round sum of dollars."""
    ten = 1
    while ten * 10 < least:
        ten *= 10
    return next(size * ten for size in (1, 2, 3, 4, 5, 6, 8, 10) if size * ten >= least)
