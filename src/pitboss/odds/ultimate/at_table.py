"""Ultimate Texas Hold-em at the rules engine's own table: what is put down there, and what was decided in a round."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from pitboss.games.play import Cents, Command
from pitboss.games.table import Table
from pitboss.odds.rules import Rules
from pitboss.odds.simulation.wagers import AtTable
from pitboss.odds.ultimate.rules import UltimateRules


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
