"""The table of a hand: the settings of the hold'em engine that say what a PHH file says."""

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache
from typing import NoReturn

from pitboss.games.holdem.settings import (
    ANTE,
    BLINDS,
    CASH,
    FIXED,
    FULL_POT,
    MOST_BLINDS,
    NO_LIMIT,
    ON_BUTTON,
    TOURNAMENT,
    Commission,
    HoldemSettings,
    settings_error,
)
from pitboss.games.play import MOST_CENTS
from pitboss.histories.history import HEADS_UP, VARIANTS, Amount, HandHistory

SECOND = 1


class CannotBePlayed(ValueError):
    """Why the engine has no table for a hand, in one sentence, and the field that says so."""

    def __init__(self, field: str, fault: str) -> None:
        super().__init__(fault)
        self.field = field


def scale_of(history: HandHistory) -> int:
    """How many chips a unit of the file is, so that all amounts are whole: 1, or a power of ten for fractions."""
    decimals = 0
    for amounts in (history.antes, history.blinds_or_straddles, history.starting_stacks, history.bets.values()):
        for amount in amounts:
            if type(amount) is not int:
                decimals = max(decimals, _decimals(amount))
    for action in history.actions:
        if action.amount is not None and type(action.amount) is not int:
            decimals = max(decimals, _decimals(action.amount))
    scale: int = 10**decimals
    return scale


def _decimals(amount: Amount) -> int:
    if isinstance(amount, int) or not amount.is_finite():
        return 0
    exponent = amount.normalize().as_tuple().exponent
    assert isinstance(exponent, int)
    return max(0, -exponent)


def chips(amount: Amount, scale: int) -> int:
    """An amount of the file in whole chips."""
    return int(amount * scale)


def settings_of_hand(history: HandHistory, scale: int) -> HoldemSettings:
    """The table at which the hand is played; a hand that no table of ours can have is refused at its line."""
    antes, blinds = history.forced
    try:
        return _settings(history.variant, antes, blinds, history.bets, scale)
    except CannotBePlayed as refused:
        raise history.broken(str(refused), field=refused.field) from None


@lru_cache(maxsize=1024)
def _settings(
    variant: str, antes: tuple[Amount, ...], blinds: tuple[Amount, ...], bets: Mapping[str, Amount], scale: int
) -> HoldemSettings:
    game = VARIANTS[variant]
    settings = HoldemSettings(
        boxes=len(antes),
        mode=TOURNAMENT,
        deck=game.deck,
        hole_cards=game.hole_cards,
        limit=FULL_POT if variant == "PO" else NO_LIMIT,
        min_bet=chips(next(iter(bets.values())), scale),
        chip_unit=1,
        min_table_stake=1,
        max_buy_in=MOST_CENTS,
    )
    if variant == "FT":
        small, big = (chips(bets[size], scale) for size in game.bets)
        # The format does not say how many raises there are, so any number is.
        settings = replace(settings, limit=FIXED, min_bet=(small, small, big, big), max_bet=(small, small, big, big))
    settings = _with_antes(_with_blinds(settings, blinds, antes, scale), antes, scale)
    wrong = settings_error(settings)
    if wrong:
        _refuse("blinds_or_straddles", f"{wrong.reason.rstrip('.')} ({wrong.clause}).")
    return settings


def _refuse(field: str, fault: str) -> NoReturn:
    raise CannotBePlayed(field, fault)


def _with_blinds(
    settings: HoldemSettings, blinds: tuple[Amount, ...], antes: tuple[Amount, ...], scale: int
) -> HoldemSettings:
    """Blinds from the first player on, one on the button, or antes alone.

    Between two players the button posts the small blind. Where it posts the big one the order is that of a cash game
    (R-06), which has no antes beside its blinds.
    """
    posted = tuple(chips(amount, scale) for amount in blinds)
    count = len(posted) - posted.count(0)
    if not count:
        return replace(settings, structure=ANTE, blinds=())
    if count == 1 and posted[-1]:
        return replace(settings, structure=BLINDS, blinds=posted[-1:], first_blind=ON_BUTTON)
    if len(posted) == HEADS_UP:
        big, small = posted
        if 0 < small <= big:
            return replace(settings, blinds=(small, big))
        if any(antes):
            _refuse("blinds_or_straddles", "between two players with antes the button posts the small blind.")
        return replace(settings, mode=CASH, blinds=posted[:count], commission=Commission())
    if count > MOST_BLINDS or 0 in posted[:count]:
        fault = "blinds are posted by one to three players from p1 on, or by the button alone."
        _refuse("blinds_or_straddles", fault)
    return replace(settings, blinds=posted[:count])


def _with_antes(settings: HoldemSettings, antes: tuple[Amount, ...], scale: int) -> HoldemSettings:
    """The same ante from everybody, or one from the big blind for all."""
    posted = tuple(chips(amount, scale) for amount in antes)
    if len(set(posted)) == 1:
        return replace(settings, ante=posted[0])
    big = 0 if len(posted) == HEADS_UP else SECOND
    if posted[big] and sum(posted) == posted[big] and len(settings.blinds) == HEADS_UP:
        return replace(settings, big_blind_ante=posted[big])
    _refuse("antes", "antes are the same for everybody, or the big blind pays one alone.")


def starting_stacks(history: HandHistory, scale: int) -> tuple[int, ...]:
    """The stakes in chips; one that is not known cannot be played with."""
    for player, stack in enumerate(history.starting_stacks, start=1):
        if isinstance(stack, Decimal) and not stack.is_finite():
            fault = f"the starting stack of p{player} is not known, and a hand is replayed with known ones."
            raise history.broken(fault, field="starting_stacks")
    stacks = tuple(chips(stack, scale) for stack in history.starting_stacks)
    if sum(stacks) > MOST_CENTS:
        raise history.broken("there are more chips in this hand than can be counted.", field="starting_stacks")
    return stacks
