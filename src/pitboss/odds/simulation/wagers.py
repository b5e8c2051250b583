"""What a simulated player puts down in every round, and which wager each spot on the layout belongs to."""

from collections.abc import Mapping
from dataclasses import replace

from pitboss.games.frozen import Frozen
from pitboss.games.play import Cents, HouseSettings, Limit
from pitboss.odds.rules import CanberraRules, PontoonRules, Rules, UltimateRules

# A result is counted against the wager it follows from; a spot that is not here is a wager of its own.
PART_OF: Mapping[str, str] = dict.fromkeys(("ante", "blind", "play", "bet"), "main")


def wagers_placed(rules: Rules) -> dict[str, Cents]:
    """Chips on the spots before the first card: the stake, and as much on each side wager that the table offers.

    Trips are limited by their sign, which may cut what they pay with the blind (U-A10); the jackpot takes one amount
    only (CAN 10.6[s2]).
    """
    stake = rules.stake
    if isinstance(rules, UltimateRules):
        return {"ante": stake, "blind": stake, "trips": min(stake, rules.settings.limits["trips"].most)}
    if isinstance(rules, CanberraRules):
        jackpot = rules.settings.jackpot
        return {"ante": stake} | ({"jackpot": jackpot.wager} if jackpot else {})
    return {"main": stake} | ({"perfect_pairs": stake} if rules.settings.perfect_pairs else {})


def settings_at(rules: Rules) -> HouseSettings:
    """The settings with a sign that allows these wagers: what a wager returns does not depend on the sign."""
    limits = dict(rules.settings.limits)
    for spot, amount in wagers_placed(rules).items():
        if spot in limits:
            least, most = limits[spot]
            limits[spot] = Limit(min(least, amount), max(most, amount))
    return replace(rules.settings, limits=Frozen(limits))


def unit(rules: Rules, wager: str) -> Cents:
    """What one unit of a wager is in cents: the returns of a simulation are told per unit."""
    if wager == "insurance" and isinstance(rules, PontoonRules):
        return _insurance(rules)
    return wagers_placed(rules).get(wager, rules.stake)


def solved_as(rules: Rules, wager: str) -> str:
    """The name under which the solver tells what rounds of best play bring: a fold may forfeit trips (U-A2)."""
    forfeits = isinstance(rules, UltimateRules) and rules.trips_lost_on_fold
    return "trips_lost_on_fold" if wager == "trips" and forfeits else wager


def _insurance(rules: PontoonRules) -> Cents:
    """PON 7.1[s2], PON 7.3: half the original wager, as far as it is a multiple of half the smallest chip."""
    chip = rules.settings.smallest_float_chip
    step = chip if chip % 2 else chip // 2
    return rules.stake // 2 // step * step
