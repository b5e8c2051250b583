"""The rules that Ultimate Texas Hold-em is computed by, and how it is played at the rules engine's own table."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from pitboss.games.frozen import Frozen
from pitboss.games.play import Cents, Command
from pitboss.games.table import Table
from pitboss.games.ultimate.layout import ANTE, UltimateSettings
from pitboss.odds.rules import Rules
from pitboss.odds.simulation.wagers import AtTable


@dataclass(frozen=True, slots=True)
class UltimateRules(Rules):
    """Ultimate Texas Hold-em. `trips_lost_on_fold` is ruling U-A2, which is no setting of a table: False is a study."""

    settings: UltimateSettings = field(default_factory=UltimateSettings)
    trips_lost_on_fold: bool = True
    game: ClassVar[str] = "ultimate"
    spot: ClassVar[str] = ANTE
    short: ClassVar[Mapping[str, str]] = Frozen({"blind": "blind_pays", "trips": "trips_pays"})


APPROVED = UltimateRules()


def _wagers(rules: UltimateRules) -> dict[str, Cents]:
    """Trips are limited by their sign, which may cut what they pay with the blind (U-A10)."""
    stake = rules.stake
    return {"ante": stake, "blind": stake, "trips": min(stake, rules.settings.limits["trips"].most)}


def _refusal(rules: UltimateRules) -> str:
    if rules.trips_lost_on_fold:
        return ""
    return "The rules engine takes trips with a folded hand (U-A2): only the kernel can play otherwise."


def _solved_as(rules: UltimateRules, wager: str) -> str:
    """A fold may forfeit trips (U-A2)."""
    return "trips_lost_on_fold" if wager == "trips" and rules.trips_lost_on_fold else wager


def _decisions(rules: Rules, commands: Sequence[Command], _: Table[Any]) -> Counter[str]:
    """The play wager as a multiple of the ante, or the fold: one a round."""
    return Counter(
        f"play_{command.amount // rules.stake}x" if command.amount else command.do
        for command in commands
        if command.do in ("play", "fold")
    )


AT_TABLE = AtTable(decisions=_decisions, wagers=_wagers, refusal=_refusal, solved_as=_solved_as)
