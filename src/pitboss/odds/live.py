"""What each legal choice is worth at a live table: for practice tables only (UTH 15.1, CAN 16.1)."""

from fractions import Fraction
from importlib import import_module
from typing import Any, NamedTuple

from pitboss.games.canberra.layout import CanberraSettings
from pitboss.games.play import Cents, Choice, Settings, State
from pitboss.games.pontoon.layout import PontoonSettings
from pitboss.games.ultimate.layout import UltimateSettings

# Each game has its own module of this name, which loads its solver.
_GAMES: dict[type[Settings], str] = {
    UltimateSettings: "ultimate",
    CanberraSettings: "canberra",
    PontoonSettings: "pontoon",
}


class ChoiceValue(NamedTuple):
    """A choice with its amount, and the expected net result of the round in cents if best play follows it."""

    choice: Choice
    amount: Cents | None
    value: Fraction


def choice_values(state: State[Any], seat: int) -> tuple[ChoiceValue, ...]:
    """Every legal choice of a seat at a table of any house game, on what that seat can see; none before the deal."""
    game = import_module(f"pitboss.odds.{_GAMES[type(state.settings)]}.live")
    found: tuple[ChoiceValue, ...] = game.choice_values(state, seat)
    return found


def passing_value(state: State[Any], seat: int, player: str) -> Fraction | None:
    """What it is worth to let pass what need not be answered: insurance, surrender and rescue in Pontoon, else None."""
    if not isinstance(state.settings, PontoonSettings) or not choice_values(state, seat):
        return None
    found: Fraction = import_module("pitboss.odds.pontoon.live").passing_value(state, seat, player)
    return found
