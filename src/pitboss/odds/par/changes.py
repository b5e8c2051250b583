"""What could be otherwise in a game, one thing at a time: pay rows, readings, decks, stakes and variants for study.

Each change is a whole set of rules of its own, so it is solved like any other and best play follows it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pitboss.cards.order import Category
from pitboss.games.frozen import Frozen
from pitboss.games.pays import Odds
from pitboss.games.play import Cents
from pitboss.odds.par.games import game_sheet
from pitboss.odds.rules import Rules


@dataclass(frozen=True, slots=True)
class RuleChange:
    """One thing that is otherwise: in words, by which clause or ruling, and the wager whose edge tells its worth."""

    label: str
    clause: str
    wager: str
    rules: Rules


def changes_of(rules: Rules) -> tuple[RuleChange, ...]:
    """All that a sheet tries on these rules; what they have already is left out."""
    return tuple(change for change in game_sheet(rules.game).changes(rules) if change.rules != rules)


POKER_ROWS = (
    Category.ROYAL_FLUSH,
    Category.STRAIGHT_FLUSH,
    Category.FOUR_OF_A_KIND,
    Category.FULL_HOUSE,
    Category.FLUSH,
    Category.STRAIGHT,
    Category.THREE_OF_A_KIND,
    Category.TWO_PAIRS,
    Category.ONE_PAIR,
)


def category_words(category: Category) -> str:
    return category.name.lower().replace("_", " ")


def with_row(table: Mapping[Any, Odds], row: Any, odds: Odds | None) -> Frozen[Any, Odds]:
    """A pay table with one row changed, or without it."""
    rest = {each: pays for each, pays in table.items() if each != row}
    return Frozen(rest if odds is None else {**rest, row: odds})


def in_short(odds: Iterable[Odds]) -> str:
    return ", ".join(str(each.to) if each.for_each == 1 else str(each) for each in odds)


def stakes_above(stake: Cents, others: Iterable[Cents]) -> Iterator[Cents]:
    return (other for other in others if other > stake)
