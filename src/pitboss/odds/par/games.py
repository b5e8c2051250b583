"""What a sheet says of each game beside its figures, and where its solver and its simulation are."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from pitboss.games.frozen import Frozen
from pitboss.games.pays import Odds
from pitboss.games.play import Cents, dollars
from pitboss.kits import game_named, kit_of
from pitboss.odds.rules import Rules
from pitboss.odds.worth import Analysis
from pitboss.rulebook.book import rulebook

if TYPE_CHECKING:
    from pitboss.odds.par.changes import RuleChange

Progress = Callable[[float], None]


class Edge(NamedTuple):
    """What the player loses per unit of the wager with best play, and how far that may be off where it is not exact."""

    edge: Fraction
    error: float | None = None


@dataclass(frozen=True, slots=True)
class Meter:
    """The value of the table's wager per unit at meters from nothing up, in cents, and the break-even by wager.

    A wager that loses nothing even with an empty meter breaks even at 0.
    """

    wager: Cents
    points: tuple[tuple[Cents, Fraction], ...]
    break_even: tuple[tuple[Cents, Fraction], ...]


class Analyse(Protocol):
    def __call__(self, rules: Rules, *, progress: Progress | None = None) -> Analysis: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """One game as its sheet names it: `unit` is the initial wager, in which all figures are told.

    `pays` are the clauses of its pay tables; `wagers` and `decisions` the words for what the analysis calls by a key;
    `how_often` says of which decisions of a round the analysis has the chances, and `plays` what best play is here.
    `cards` are the cards and the pay table in short; `edge` is that of one wager and nothing else, `changes` all that a
    sheet tries on the rules, and `meter` what a progressive jackpot returns.
    """

    name: str
    unit: str
    units: str
    pays: tuple[str, ...]
    wagers: Mapping[str, str]
    cards: Callable[[Any], str]
    edge: Callable[[Any, str], Edge]
    changes: Callable[[Any], Iterable["RuleChange"]]
    decisions: Mapping[str, str] = Frozen()
    how_often: str = "How often each decision is best"
    plays: str = "best decision every time"
    meter: Callable[[Any], Meter | None] = lambda rules: None

    @property
    def title(self) -> str:
        return game_named(self.name).title

    @property
    def instrument(self) -> str:
        return rulebook().document(game_named(self.name).prefix).instrument

    @property
    def analyse(self) -> Analyse:
        found: Analyse = kit_of(self.name).solve("analysis:analyse")
        return found

    def wager_said(self, wager: str) -> str:
        return self.wagers.get(wager, wager.replace("_", " "))

    def decision_said(self, decision: str) -> str:
        return self.decisions.get(decision, decision.replace("_", " "))


def game_sheet(name: str) -> Game:
    """What the sheet of a game says."""
    found: Game = kit_of(name).solve("sheet:SHEET")
    return found


@cache
def subtitle(rules: Rules) -> str:
    """The line under the title: the cards, the pay table in short, and the stake that caps and bonuses depend on."""
    game = game_sheet(rules.game)
    return f"{game.cards(rules)} · {game.unit} of {dollars(rules.stake)}"


def short(odds: Odds) -> str:
    return str(odds.to) if odds.for_each == 1 else f"{odds.to} to {odds.for_each}"
