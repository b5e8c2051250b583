"""Canberra Poker at the rules engine's own table: what is put down there, and what was decided in a round."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from pitboss.games.play import Cents, Command
from pitboss.games.table import Table
from pitboss.odds.canberra.rules import CanberraRules
from pitboss.odds.rules import Rules
from pitboss.odds.simulation.wagers import AtTable


def _wagers(rules: CanberraRules) -> dict[str, Cents]:
    """The jackpot takes one amount only (CAN 10.6[s2])."""
    jackpot = rules.settings.jackpot
    return {"ante": rules.stake} | ({"jackpot": jackpot.wager} if jackpot else {})


def _decisions(_: Rules, commands: Sequence[Command], __: Table[Any]) -> Counter[str]:
    return Counter(command.do for command in commands if command.do in ("bet", "fold"))


AT_TABLE = AtTable(
    decisions=_decisions,
    wagers=_wagers,
    is_refilled=lambda rules: rules.settings.jackpot is not None,
)
