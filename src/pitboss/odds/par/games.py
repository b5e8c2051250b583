"""What a sheet says of each game beside its figures, and where its solver and its simulation are."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Protocol

from pitboss.games.frozen import Frozen
from pitboss.games.play import dollars
from pitboss.odds.rules import CanberraRules, PontoonRules, Rules, UltimateRules, game_of
from pitboss.odds.worth import Analysis
from pitboss.rulebook.book import rulebook

Progress = Callable[[float], None]


class Analyse(Protocol):
    def __call__(self, rules: Rules, *, progress: Progress | None = None) -> Analysis: ...


@dataclass(frozen=True, slots=True)
class Game:
    """One game as its sheet names it: `unit` is the initial wager, in which all figures are told.

    `pays` are the clauses of its pay tables; `wagers` and `decisions` the words for what the analysis calls by a key;
    `how_often` says of which decisions of a round the analysis has the chances, and `plays` what best play is here.
    """

    name: str
    title: str
    document: str
    unit: str
    units: str
    pays: tuple[str, ...]
    wagers: Mapping[str, str]
    decisions: Mapping[str, str] = Frozen()
    how_often: str = "How often each decision is best"
    plays: str = "best decision every time"

    @property
    def instrument(self) -> str:
        return rulebook().document(self.document).instrument

    @property
    def analyse(self) -> Analyse:
        found: Analyse = import_module(f"pitboss.odds.{self.name}.analysis").analyse
        return found

    def wager_said(self, wager: str) -> str:
        return self.wagers.get(wager, wager.replace("_", " "))

    def decision_said(self, decision: str) -> str:
        return self.decisions.get(decision, decision.replace("_", " "))


GAMES: Mapping[str, Game] = {
    game.name: game
    for game in (
        Game(
            name="ultimate",
            title="Ultimate Texas Hold-em",
            document="UTH",
            unit="ante",
            units="antes",
            pays=("UTH 10.1",),
            wagers={
                "main": "Ante, blind and play",
                "trips": "Trips by its table",
                "trips_lost_on_fold": "Trips, lost on a fold",
            },
            decisions={
                "play_4x": "4 x ante before the flop",
                "play_3x": "3 x ante before the flop",
                "play_2x": "2 x ante after the flop",
                "play_1x": "1 x ante on the river",
                "fold": "fold on the river",
            },
        ),
        Game(
            name="canberra",
            title="Canberra Poker",
            document="CAN",
            unit="ante",
            units="antes",
            pays=("CAN 8.1",),
            wagers={"main": "Ante and bet", "jackpot": "Progressive jackpot"},
        ),
        Game(
            name="pontoon",
            title="Pontoon",
            document="PON",
            unit="wager",
            units="wagers",
            pays=("PON 14.2", "PON 14.3"),
            wagers={
                "main": "Pontoon wager",
                "super_bonus": "Super Bonus",
                "perfect_pairs": "Perfect Pairs",
                "insurance": "Insurance",
            },
            decisions={"pontoon": "Pontoon, paid at once"},
            how_often="How often each first decision is best",
            plays="best table",
        ),
    )
}


@cache
def subtitle(rules: Rules) -> str:
    """The line under the title: the cards, the pay table in short, and the stake that caps and bonuses depend on."""
    stake = f"{GAMES[game_of(rules)].unit} of {dollars(rules.stake)}"
    if isinstance(rules, UltimateRules):
        pays = ", ".join(_short(odds.to, odds.for_each) for odds in rules.settings.blind_pays.values())
        return f"one 52-card deck · blind pays {pays} · {stake}"
    if isinstance(rules, CanberraRules):
        pays = ", ".join(dict.fromkeys(_short(o.to, o.for_each) for o in rules.settings.bet_pays.values()))
        return f"one 52-card deck · bet pays {pays} · {stake}"
    return f"{_count(rules)} 48-card decks without tens · {stake}"


def _count(rules: PontoonRules) -> str:
    return {3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight"}[rules.settings.decks]


def _short(to: int, for_each: int) -> str:
    return str(to) if for_each == 1 else f"{to} to {for_each}"
