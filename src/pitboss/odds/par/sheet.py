"""A PAR sheet as a value: everything that is printed on it, computed once."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from pitboss import __version__
from pitboss.odds.par import checks as simulation
from pitboss.odds.par import volatility
from pitboss.odds.par.changes import RuleChange, changes_of
from pitboss.odds.par.checks import SimulationCheck
from pitboss.odds.par.games import Game, Meter, game_sheet
from pitboss.odds.par.volatility import Volatility
from pitboss.odds.rules import Rules, digest
from pitboss.odds.simulation.record import find_record
from pitboss.odds.worth import Analysis, Worth

# What is being done, and how much of the whole is done.
Report = Callable[[str, float], None]


@dataclass(frozen=True, slots=True)
class Variation:
    """A change, the edge it leads to with the play that is best then, and how much more the player loses by it."""

    change: RuleChange
    edge: Fraction
    difference: Fraction
    error: float | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """All of it; `findings` are sentences, the most telling first, `made` is the day of its figures."""

    game: Game
    rules: Rules
    digest: str
    analysis: Analysis
    variations: tuple[Variation, ...]
    checks: tuple[SimulationCheck, ...]
    runs: tuple[Volatility, ...]
    fan: tuple[Volatility, ...]
    findings: tuple[str, ...]
    meter: Meter | None = None
    made: date | None = None
    version: str = __version__

    @property
    def main(self) -> Worth:
        return self.analysis.wagers["main"]

    @property
    def decisions(self) -> dict[str, Fraction]:
        """In words."""
        return {self.game.decision_said(name): chance for name, chance in self.analysis.decisions.items()}

    @property
    def sides(self) -> tuple[Worth, ...]:
        return tuple(worth for name, worth in self.analysis.wagers.items() if name != "main")


def silent(_: str, __: float) -> None:
    """Nobody watches."""


# How much of the time each part takes, roughly: for the progress bar only.
SOLVING, VARYING, SIMULATING = 0.4, 0.4, 0.2


def make_sheet(
    rules: Rules,
    *,
    report: Report = silent,
    rounds: int | None = None,
    variations: tuple[Variation, ...] | None = None,
    made: date | None = None,
) -> Sheet:
    """Solves the game, then every change of its rules unless those are known already, then plays it.

    Where nobody says how many rounds, the simulation that is kept for these rules is told, if there is one.
    """
    game = game_sheet(rules.game)
    report("solving", 0.0)
    analysis = game.analyse(rules, progress=lambda part: report("solving", SOLVING * part))
    if variations is None:
        variations = _variations(analysis, changes_of(rules), report)
    report("simulating", SOLVING + VARYING)
    kept = find_record(rules) if rounds is None else None
    played = kept or simulation.play_rounds(
        rules, rounds or simulation.ROUNDS, lambda part: report("simulating", 1 - SIMULATING + SIMULATING * part)
    )
    results = analysis.wagers["main"].results
    return Sheet(
        game=game,
        rules=rules,
        digest=digest(rules),
        analysis=analysis,
        variations=variations,
        checks=simulation.checks(analysis, rules, played),
        runs=volatility.runs(results),
        fan=volatility.fan(results),
        findings=analysis.findings,
        meter=game.meter(rules),
        made=made,
    )


def _variations(base: Analysis, changes: Sequence[RuleChange], report: Report) -> tuple[Variation, ...]:
    """Every change solved, the one that costs the player most first."""
    found = []
    for number, change in enumerate(changes):
        report(f"solving: {change.label}", SOLVING + VARYING * number / len(changes))
        now = base.wagers.get(change.wager)
        if now is not None:
            edge, error = game_sheet(base.game).edge(change.rules, change.wager)
            found.append(Variation(change, edge, edge - now.edge, error))
    return tuple(sorted(found, key=lambda each: (-each.difference, each.change.label)))
