"""What each legal choice is worth at a live table: for practice tables only (UTH 15.1, CAN 16.1)."""

from fractions import Fraction
from typing import NamedTuple

from pitboss.games.play import Cents, Choice


class ChoiceValue(NamedTuple):
    """A choice with its amount, and the expected net result of the round in cents if best play follows it."""

    choice: Choice
    amount: Cents | None
    value: Fraction
