"""The rules that Canberra Poker is computed by."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from pitboss.games.canberra.layout import ANTE, CanberraSettings
from pitboss.games.frozen import Frozen
from pitboss.odds.rules import Rules


@dataclass(frozen=True, slots=True)
class CanberraRules(Rules):
    """Canberra Poker; `stake` is the ante."""

    settings: CanberraSettings = field(default_factory=CanberraSettings)
    game: ClassVar[str] = "canberra"
    spot: ClassVar[str] = ANTE
    short: ClassVar[Mapping[str, str]] = Frozen({"bet": "bet_pays"})
    parts: ClassVar[Mapping[str, tuple[str, ...]]] = Frozen({"jackpot": ("pool", "wager", "to_pool_pct")})


APPROVED = CanberraRules()
