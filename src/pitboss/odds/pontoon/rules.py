"""The rules that Pontoon is computed by."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from pitboss.games.frozen import Frozen
from pitboss.games.pontoon.layout import MAIN, PontoonSettings
from pitboss.odds.rules import Rules


@dataclass(frozen=True, slots=True)
class PontoonRules(Rules):
    """Pontoon. A dealer who stands on soft 17 (P-01) and play without rescue (P-10) are for study."""

    settings: PontoonSettings = field(default_factory=PontoonSettings)
    dealer_stands_on_soft_17: bool = False
    rescue: bool = True
    game: ClassVar[str] = "pontoon"
    spot: ClassVar[str] = MAIN
    short: ClassVar[Mapping[str, str]] = Frozen({"pairs": "pairs_pay", "insurance": "insurance_pays"})
    parts: ClassVar[Mapping[str, tuple[str, ...]]] = Frozen({"super_bonus": ("below", "from_threshold", "threshold")})
    # Pontoon knows no maximum payout.
    irrelevant: ClassVar[tuple[str, ...]] = ("max_payout", "max_payout_scope")


APPROVED = PontoonRules()
