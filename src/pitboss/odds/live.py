"""What each legal choice is worth at a live table: for practice tables only (UTH 15.1, CAN 16.1)."""

from fractions import Fraction
from typing import Any, NamedTuple

from pitboss.games.play import Cents, Choice, State
from pitboss.kits import games, kit_of
from pitboss.kits.kit import Kit


class ChoiceValue(NamedTuple):
    """A choice with its amount, and the expected net result of the round in cents if best play follows it."""

    choice: Choice
    amount: Cents | None
    value: Fraction


def choice_values(state: State[Any], seat: int) -> tuple[ChoiceValue, ...]:
    """Every legal choice of a seat at a table of any house game, on what that seat can see; none before the deal."""
    found: tuple[ChoiceValue, ...] = _kit_at(state).solve("live:choice_values")(state, seat)
    return found


def passing_value(state: State[Any], seat: int, player: str) -> Fraction | None:
    """What it is worth to let pass what need not be answered, such as insurance; None where there is no such thing."""
    kit = _kit_at(state)
    if not kit.may_pass or not choice_values(state, seat):
        return None
    found: Fraction = kit.solve("live:passing_value")(state, seat, player)
    return found


def _kit_at(state: State[Any]) -> Kit:
    kits = (kit_of(name) for name in games())
    return next(kit for kit in kits if type(kit.game.default_settings) is type(state.settings))
