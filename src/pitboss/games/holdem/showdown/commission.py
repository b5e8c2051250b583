"""Commission from the pots: whether any is due, how much, and which pot bears it (HLD 15.2)."""

from collections.abc import Sequence
from fractions import Fraction

from pitboss.games.copies import new
from pitboss.games.holdem.fast.mutable_round import AnyRound
from pitboss.games.holdem.settings import MAIN_FIRST, POT, SCALE_II, TOURNAMENT, Commission, HoldemSettings
from pitboss.games.holdem.showdown.pots import Layer
from pitboss.games.holdem.state import Charge
from pitboss.games.pays import whole_cents
from pitboss.games.play import Cents

DOLLAR: Cents = 100
# The rate of each scale, and the pot that bears nothing.
_SCALES: dict[str, tuple[Fraction, Cents, str]] = {
    "i": (Fraction(5, 100), 1900, "HLD 15.2(a)(i)"),
    SCALE_II: (Fraction(10, 100), 900, "HLD 15.2(a)(ii)"),
}


BY_SCALE = tuple(clause for _, _, clause in _SCALES.values())


def commission(settings: HoldemSettings, now: AnyRound, paid: Sequence[Cents], pots: tuple[Layer, ...]) -> Charge:
    """HLD 15.2: what the house takes from this round, before the pots are divided.

    HLD 15.2(d), HLD D-Bet, R-12: nothing where only blinds or antes are in the pot, which are no bets. `paid` is
    without what went back.
    """
    rules = settings.commission
    if settings.mode == TOURNAMENT:
        # STAR 7.38, R-33: chips without value bear no commission.
        return new(Charge, (0, (0,) * len(pots), "STAR 7.38"))
    assert rules is not None
    if rules.basis != POT:
        return Charge(0, (0,) * len(pots), "HLD 15.3[s1]")
    if all(amount <= forced for amount, forced in zip(paid, now.forced, strict=True)):
        return Charge(0, (0,) * len(pots), "HLD 15.2(d)")
    return _by_scale(rules, pots, settings.chip_unit)


def rate_of(rules: Commission) -> Fraction:
    """HLD 15.2(a)(i), HLD 15.2(a)(ii): the share of the pots that a scale takes."""
    return _SCALES[rules.scale][0]


def waive(charge: Charge) -> Charge:
    """HLD 15.2(c), R-15: everybody who put in a chip ties to the end, so nothing is deducted."""
    return Charge(0, (0,) * len(charge.by_pot), "HLD 15.2(c)")


def _by_scale(rules: Commission, pots: tuple[Layer, ...], unit: Cents) -> Charge:
    """HLD 15.2(a)(i), HLD 15.2(a)(ii), R-14: the threshold pot by pot, the rate on the sum of all pots, once.

    Whole dollars, rounded down, up to the approved maximum; borne by the pots above the threshold.
    """
    rate, threshold, clause = _SCALES[rules.scale]
    bearing = [number for number, pot in enumerate(pots) if pot.amount > threshold]
    if not bearing:
        return Charge(0, (0,) * len(pots), clause)
    due = whole_cents(rate * sum(pot.amount for pot in pots) / DOLLAR) * DOLLAR
    shares = _shares(rules, pots, bearing, min(due, rules.cap), unit)
    return Charge(sum(shares), shares, clause)


def _shares(
    rules: Commission, pots: tuple[Layer, ...], bearing: list[int], total: Cents, unit: Cents
) -> tuple[Cents, ...]:
    """What each pot bears of the whole: in proportion, in dollars as far as they go, or the main pot first."""
    shares = [0] * len(pots)
    if rules.allocation == MAIN_FIRST:
        left = total
        for number in bearing:
            # Whoever wins a pot is left with a chip of it.
            shares[number] = max(0, min(left, pots[number].amount - unit))
            left -= shares[number]
        return tuple(shares)
    whole = sum(pots[number].amount for number in bearing)
    exact = {number: Fraction(total * pots[number].amount, whole * DOLLAR) for number in bearing}
    for number in bearing:
        shares[number] = whole_cents(exact[number]) * DOLLAR
    # What rounding down has left over goes, dollar by dollar, to the pots that lost most by it, the main pot first.
    left = total - sum(shares)
    for number in sorted(bearing, key=lambda each: (exact[each] - whole_cents(exact[each]), -each), reverse=True):
        share = min(left, DOLLAR)
        shares[number] += share
        left -= share
    return tuple(shares)
