"""What a simulated player puts down in every round, and which wager each spot on the layout belongs to."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pitboss.games.frozen import Frozen
from pitboss.games.play import Cents, Command, HouseSettings, Limit
from pitboss.games.table import Table
from pitboss.kits import kit_of
from pitboss.odds.rules import Rules

# A result is counted against the wager it follows from; a spot that is not here is a wager of its own.
PART_OF: Mapping[str, str] = dict.fromkeys(("ante", "blind", "play", "bet"), "main")


@dataclass(frozen=True, slots=True, kw_only=True)
class AtTable:
    """One game at the rules engine's own table.

    `wagers` are the chips on the spots before the first card: the stake, and as much on each side wager that the table
    offers. `decisions` are those of one player in a round that is over, in the words that the kernels count them by.
    `refusal` is why no table can be played by some rules, since variants for study are known to the kernels alone;
    `is_refilled` whether each round begins at a fresh table. `unit` is what one unit of a wager is, where that is not
    what is put down on it, `solved_as` the name under which the solver tells what best play brings, and `always` has
    what every round takes part in.
    """

    wagers: Callable[[Any], dict[str, Cents]]
    decisions: Callable[[Any, Sequence[Command], Table[Any]], Counter[str]]
    refusal: Callable[[Any], str] = lambda rules: ""
    is_refilled: Callable[[Any], bool] = lambda rules: False
    unit: Callable[[Any, str], Cents | None] = lambda rules, wager: None
    solved_as: Callable[[Any, str], str] = lambda rules, wager: wager
    always: tuple[str, ...] = ()


def at_table(game: str) -> AtTable:
    """How a game is played at a table."""
    found: AtTable = kit_of(game).solve("rules:AT_TABLE")
    return found


def wagers_placed(rules: Rules) -> dict[str, Cents]:
    """Chips on the spots before the first card."""
    return at_table(rules.game).wagers(rules)


def decisions(rules: Rules, commands: Sequence[Command], table: Table[Any]) -> Counter[str]:
    """The decisions of one player in the round that is over, each in a word."""
    return at_table(rules.game).decisions(rules, commands, table)


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
    own = at_table(rules.game).unit(rules, wager)
    return wagers_placed(rules).get(wager, rules.stake) if own is None else own


def solved_as(rules: Rules, wager: str) -> str:
    """The name under which the solver tells what rounds of best play bring."""
    return at_table(rules.game).solved_as(rules, wager)
