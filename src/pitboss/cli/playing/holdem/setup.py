"""The table that is asked for: seats, blinds, limit and money, or one sentence that says why there is none."""

from dataclasses import dataclass
from math import gcd

from pitboss.cli.playing.asking import amount, quoted
from pitboss.games.holdem.settings import (
    FIXED,
    FULL_POT,
    HALF_POT,
    MOST_STAKE_FOR_SCALE_II,
    NO_LIMIT,
    POT,
    SCALE_I,
    SCALE_II,
    Commission,
    HoldemSettings,
    settings_error,
)
from pitboss.games.play import Cents, dollars

LIMITS = (NO_LIMIT, FULL_POT, HALF_POT, FIXED)
FEWEST_PLAYERS, MOST_PLAYERS = 2, 10
# A table stake is told in last blinds: the least, the usual, and the most to buy in for.
LEAST_STAKE, USUAL_STAKE, MOST_STAKE = 10, 50, 100
# The usual number of raises in a betting round with a fixed limit.
_FIXED_RAISES = 3
_DOLLAR: Cents = 100


class CannotBeSetUp(Exception):
    """Why there is no such table, in one sentence."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the command was given: everything that can be chosen for the table."""

    players: int = 6
    blinds: str = "5/10"
    limit: str = NO_LIMIT


def settings_for(wanted: Wanted) -> HoldemSettings:
    """HLD 4.2 as this table has it; what the rules refuse is said with their clause."""
    if not FEWEST_PLAYERS <= wanted.players <= MOST_PLAYERS:
        raise CannotBeSetUp(f"--players is a number from {FEWEST_PLAYERS} to {MOST_PLAYERS}, not {wanted.players}.")
    if wanted.limit not in LIMITS:
        *others, last = LIMITS
        raise CannotBeSetUp(f"--limit is {', '.join(others)} or {last}, not {quoted(wanted.limit)}.")
    levels = [amount(level) for level in wanted.blinds.split("/")]
    blinds = tuple(level for level in levels if level)
    if len(blinds) < len(levels):
        raise CannotBeSetUp(f"--blinds are amounts such as 5/10, not {quoted(wanted.blinds)}.")
    big = blinds[-1]
    by_round = (big, big, 2 * big, 2 * big)
    settings = HoldemSettings(
        boxes=wanted.players,
        blinds=blinds,
        limit=wanted.limit,
        min_bet=by_round if wanted.limit == FIXED else big,
        max_bet=by_round if wanted.limit == FIXED else None,
        max_raises=_FIXED_RAISES if wanted.limit == FIXED else None,
        chip_unit=gcd(_DOLLAR, *blinds),
        min_table_stake=LEAST_STAKE * big,
        max_buy_in=MOST_STAKE * big,
        commission=_commission(big),
    )
    wrong = settings_error(settings)
    if wrong:
        raise CannotBeSetUp(str(wrong))
    return settings


def _commission(big: Cents) -> Commission:
    """HLD 15.2(e)[s2]: 10% where the table stake allows it, otherwise 5%; at most one last blind in whole dollars."""
    scale = SCALE_II if LEAST_STAKE * big <= MOST_STAKE_FOR_SCALE_II else SCALE_I
    return Commission(POT, scale, max(big // _DOLLAR * _DOLLAR, _DOLLAR))


def check_money(settings: HoldemSettings, money: Cents) -> None:
    """HLD 4.3[s1]: nobody sits down with less than the minimum table stake."""
    if money < settings.min_table_stake:
        least = dollars(settings.min_table_stake)
        raise CannotBeSetUp(f"--bankroll must cover the minimum table stake, {least}, and {dollars(money)} does not.")
