"""A hand as a PHH file tells it: the table as it began, what was dealt and done, and what else is told about it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum
from typing import Any, NamedTuple

from pitboss.cards.card import Card
from pitboss.games.frozen import Frozen
from pitboss.histories.source import Source

Amount = int | Decimal
# A card that nobody wrote down.
UNKNOWN = None
Cards = tuple[Card | None, ...]
HEADS_UP = 2
# Our own field, for what the format has none for.
TERMS = "_pitboss"


class Variant(NamedTuple):
    """A game of the format that the hold'em engine plays: its name, its cards, and the fields of its bet sizes."""

    name: str
    bets: tuple[str, ...]
    deck: int = 52
    hole_cards: int = 2


VARIANTS: Mapping[str, Variant] = {
    "NT": Variant("no-limit hold'em", ("min_bet",)),
    "FT": Variant("fixed-limit hold'em", ("small_bet", "big_bet")),
    "NS": Variant("no-limit short-deck hold'em", ("min_bet",), deck=36),
    "PO": Variant("pot-limit Omaha", ("min_bet",), hole_cards=4),
}
# The other games that the format knows; none of them is in the rules of hold'em.
OTHER_VARIANTS: Mapping[str, str] = {
    "FO/8": "fixed-limit Omaha, high/low split with eight or better",
    "F7S": "fixed-limit seven card stud",
    "F7S/8": "fixed-limit seven card stud, high/low split with eight or better",
    "FR": "fixed-limit razz",
    "N2L1D": "no-limit deuce-to-seven single draw",
    "F2L3D": "fixed-limit deuce-to-seven triple draw",
    "FB": "fixed-limit badugi",
}


class BrokenHistory(ValueError):
    """A file that is no hand of hold'em, or a hand that the rules refuse: one sentence with the file and the line."""

    def __init__(self, name: str, line: int | None, fault: str) -> None:
        super().__init__(f"{name}, line {line}: {fault}" if line is not None else f"{name}: {fault}")
        self.name, self.line, self.fault = name, line, fault


class Do(StrEnum):
    """The kind of an action. `SHOW_DEALT` shows the cards as they were dealt, `NOTHING` is a comment."""

    DEAL_HOLE = "dh"
    DEAL_BOARD = "db"
    FOLD = "f"
    CHECK_CALL = "cc"
    BET_RAISE = "cbr"
    SHOW = "sm"
    SHOW_DEALT = "sm -"
    MUCK = "sm muck"
    NOTHING = ""


class Action(NamedTuple):
    """One line of a hand: `player` 1 is the first left of the button, 0 nobody; `amount` the total bet or raised to."""

    do: Do
    player: int = 0
    cards: Cards = ()
    amount: Amount | None = None
    comment: str | None = None


@dataclass(frozen=True, slots=True)
class HandHistory:
    """A hand. Players are in the order of the format: the first left of the button first, the button last.

    `bets` holds the bet sizes of the variant, and `more` every optional and user-defined field.
    """

    variant: str
    antes: tuple[Amount, ...]
    blinds_or_straddles: tuple[Amount, ...]
    bets: Mapping[str, Amount]
    starting_stacks: tuple[Amount, ...]
    actions: tuple[Action, ...]
    more: Mapping[str, Any] = Frozen({})
    source: Source | None = field(default=None, compare=False, repr=False)
    # How many chips a unit of the file is, so that all amounts are whole: 1, or a power of ten for fractions.
    scale: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        of_actions = [action.amount for action in self.actions if action.amount is not None]
        amounts = *self.antes, *self.blinds_or_straddles, *self.bets.values(), *self.starting_stacks, *of_actions
        decimals = max((_decimals(amount) for amount in amounts if type(amount) is not int), default=0)
        object.__setattr__(self, "scale", 10**decimals)

    @property
    def name(self) -> str:
        """Return the name of the hand: its file, and its number where the file has several."""
        return "the hand" if self.source is None else self.source.title

    @property
    def game(self) -> Variant:
        return VARIANTS[self.variant]

    @property
    def finishing_stacks(self) -> tuple[Amount, ...] | None:
        return self.more.get("finishing_stacks")

    @property
    def forced_bets(self) -> tuple[tuple[Amount, ...], tuple[Amount, ...]]:
        """The antes and the blinds player by player: between two players the format writes both in reverse."""
        antes, blinds = self.antes, self.blinds_or_straddles
        return (antes[::-1], blinds[::-1]) if len(antes) == HEADS_UP else (antes, blinds)

    def fault_at(self, fault: str, *, action: int | None = None, field: str = "actions") -> BrokenHistory:
        """Return the fault of a hand at the line of one of its actions or fields."""
        source = self.source
        if source is None:
            return BrokenHistory(self.name, None, fault)
        line = source.line_of(field) if action is None else source.line_of_action(action)
        return BrokenHistory(source.name, line, fault)


def _decimals(amount: Amount) -> int:
    if isinstance(amount, int) or not amount.is_finite():
        return 0
    exponent = amount.normalize().as_tuple().exponent
    assert isinstance(exponent, int)
    return max(0, -exponent)
