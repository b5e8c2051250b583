"""The table that is asked for: seats, blinds, limit and money, or one sentence that says why there is none."""

from dataclasses import dataclass
from math import gcd

from pitboss.cli.options import quote
from pitboss.cli.playing.prompts import amount
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

LIMIT_WORDS = {NO_LIMIT: "No limit", FULL_POT: "Full pot limit", HALF_POT: "Half pot limit", FIXED: "Fixed limit"}
LIMITS = tuple(LIMIT_WORDS)
FEWEST_PLAYERS, MOST_PLAYERS = 2, 10
# A table stake is told in last blinds: the least, the usual, and the most to buy in for.
LEAST_STAKE, USUAL_STAKE, MOST_STAKE = 10, 50, 100
# The usual number of raises in a betting round with a fixed limit.
_FIXED_RAISES = 3
_DOLLAR: Cents = 100


class CannotBeSetUp(Exception):
    """Why there is no such table, in one sentence."""


@dataclass(frozen=True, slots=True)
class TableRequest:
    """The options of the command: everything that can be chosen for the table."""

    players: int = 6
    blinds: str = "5/10"
    limit: str = NO_LIMIT
    hands: int | None = None


def settings_for(wanted: TableRequest) -> HoldemSettings:
    """The operator's choices for this table; what the rules refuse is said with their clause."""
    if wanted.limit not in LIMITS:
        *others, last = LIMITS
        raise CannotBeSetUp(f"--limit is {', '.join(others)} or {last}, not {quote(wanted.limit)}.")
    levels = [amount(level) for level in wanted.blinds.split("/")]
    blinds = tuple(level for level in levels if level)
    if len(blinds) < len(levels):
        raise CannotBeSetUp(f"--blinds are amounts such as 5/10, not {quote(wanted.blinds)}.")
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
    """10% where the table stake allows it, otherwise 5%; at most one last blind in whole dollars."""
    scale = SCALE_II if LEAST_STAKE * big <= MOST_STAKE_FOR_SCALE_II else SCALE_I
    return Commission(POT, scale, max(big // _DOLLAR * _DOLLAR, _DOLLAR))


def check(settings: HoldemSettings, money: Cents, *, is_recorded: bool) -> None:
    """Refuse a stake below the table minimum, and a record of a table that PHH cannot describe."""
    if is_recorded and settings.limit in (FULL_POT, HALF_POT):
        raise CannotBeSetUp("--record writes PHH, and PHH has no hold'em with a pot limit.")
    if money < settings.min_table_stake:
        least = dollars(settings.min_table_stake)
        raise CannotBeSetUp(f"--bankroll must cover the minimum table stake, {least}, and {dollars(money)} does not.")


def sign_words(settings: HoldemSettings) -> str:
    """The sign at the table in a line."""
    commission = settings.commission
    assert commission is not None
    rate = "10%" if commission.scale == SCALE_II else "5%"
    blinds = "/".join(map(dollars, settings.blinds))
    least = settings.min_bet if isinstance(settings.min_bet, int) else settings.min_bet[0]
    bets = f"bets from {dollars(least)}"
    if settings.limit == FIXED:
        bets = f"bets of {dollars(least)}, from the turn {dollars(2 * least)}, {settings.max_raises} raises"
    stakes = f"table stakes {dollars(settings.min_table_stake)} to {dollars(settings.max_buy_in)}"
    charge = f"commission {rate} of the pots, at most {dollars(commission.cap)} a round"
    return f"{LIMIT_WORDS[settings.limit]}: blinds {blinds}, {bets}, {stakes}, {charge}."
