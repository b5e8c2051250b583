"""The rules that Ultimate Texas Hold-em is computed by."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from pitboss.games.frozen import Frozen
from pitboss.games.ultimate.layout import ANTE, UltimateSettings
from pitboss.odds.rules import Rules


@dataclass(frozen=True, slots=True)
class UltimateRules(Rules):
    """Ultimate Texas Hold-em. `trips_lost_on_fold` is ruling U-A2, which is no setting of a table: False is a study."""

    settings: UltimateSettings = field(default_factory=UltimateSettings)
    trips_lost_on_fold: bool = True
    game: ClassVar[str] = "ultimate"
    spot: ClassVar[str] = ANTE
    short: ClassVar[Mapping[str, str]] = Frozen({"blind": "blind_pays", "trips": "trips_pays"})


APPROVED = UltimateRules()
