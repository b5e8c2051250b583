"""What every choice before the flop is worth, from the solver's counts."""

from fractions import Fraction

from pitboss.odds.ultimate.money import FOLD, MULTIPLES, Money, Nets
from pitboss.odds.ultimate.outcomes import FLOPS_OF_A_BOARD
from pitboss.odds.ultimate.solver import best_play

CHECK = max(MULTIPLES) + 1


def values_before_flop(money: Money, hand: int, *, with_trips: bool) -> dict[int, Fraction]:
    """The expected net cents of a hand class, by multiple played at once, for a fold, and for a check.

    Best play follows the check: of all wagers together, or of ante, blind and play alone.
    """
    stakes = money.stakes(with_trips=with_trips)
    best = best_play(stakes)
    counts, nets = best.outcomes.hands[hand], money.main()
    if with_trips:
        nets = nets + money.side()
    deals = int(counts.sum())
    values = {multiple: Fraction(total(counts, nets[multiple]), deals) for multiple in (FOLD, *MULTIPLES)}
    unit = money.ante // stakes.ante
    # Waiting is measured against twice the ante, whatever comes.
    values[CHECK] = values[2] + Fraction(unit * best.gains[hand], FLOPS_OF_A_BOARD * deals)
    return values


def total(counts: Nets, nets: Nets) -> int:
    """Counts times results, in whole numbers of any size."""
    return sum(count * net for count, net in zip(counts.ravel().tolist(), nets.ravel().tolist(), strict=True))
