"""The rules that Canberra Poker is computed by, and how it is played at the rules engine's own table."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from pitboss.games.canberra.layout import ANTE, CanberraSettings
from pitboss.games.frozen import Frozen
from pitboss.games.play import Cents, Command
from pitboss.games.table import Table
from pitboss.odds.rules import Rules
from pitboss.odds.simulation.wagers import AtTable


@dataclass(frozen=True, slots=True)
class CanberraRules(Rules):
    """Canberra Poker; `stake` is the ante."""

    settings: CanberraSettings = field(default_factory=CanberraSettings)
    game: ClassVar[str] = "canberra"
    spot: ClassVar[str] = ANTE
    short: ClassVar[Mapping[str, str]] = Frozen({"bet": "bet_pays"})
    parts: ClassVar[Mapping[str, tuple[str, ...]]] = Frozen({"jackpot": ("pool", "wager", "to_pool_pct")})


APPROVED = CanberraRules()


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
