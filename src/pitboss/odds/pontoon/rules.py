"""The rules that Pontoon is computed by, and how it is played at the rules engine's own table."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from pitboss.games.frozen import Frozen
from pitboss.games.play import Cents, Command
from pitboss.games.pontoon.layout import MAIN, PontoonSettings
from pitboss.games.table import Table
from pitboss.odds.rules import Rules
from pitboss.odds.simulation.wagers import AtTable


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


def _wagers(rules: PontoonRules) -> dict[str, Cents]:
    return {"main": rules.stake} | ({"perfect_pairs": rules.stake} if rules.settings.perfect_pairs else {})


def _refusal(rules: PontoonRules) -> str:
    if not rules.dealer_stands_on_soft_17:
        return ""
    return "The dealer of the rules engine draws on soft 17 (P-01): only the kernel can play otherwise."


def _insurance(rules: PontoonRules) -> Cents:
    """PON 7.1[s2], PON 7.3: half the original wager, as far as it is a multiple of half the smallest chip."""
    chip = rules.settings.smallest_float_chip
    step = chip if chip % 2 else chip // 2
    return rules.stake // 2 // step * step


_ON_THE_DEALT_HAND = {"stand": "stand", "hit": "draw", "double": "double", "split": "split", "surrender": "surrender"}


def _decisions(_: Rules, commands: Sequence[Command], table: Table[Any]) -> Counter[str]:
    """The first decision, one a round, and how often each of the others happened at all."""
    verbs = [command.do for command in commands]
    first = [_ON_THE_DEALT_HAND[verb] for verb in verbs if verb in _ON_THE_DEALT_HAND][:1]
    bonuses = sum(outcome.wager == "super_bonus" for outcome in table.outcomes)
    told = Counter(first or ["pontoon"])
    later = {
        "insurance": verbs.count("insure"),
        "all splits": verbs.count("split"),
        "all doubles": verbs.count("double"),
        "rescue": verbs.count("forfeit"),
        "super bonus": bonuses,
    }
    return told + Counter(later)


AT_TABLE = AtTable(
    decisions=_decisions,
    wagers=_wagers,
    refusal=_refusal,
    unit=lambda rules, wager: _insurance(rules) if wager == "insurance" else None,
    # The Super Bonus is nothing that is wagered: every round has a part in it, and hardly any wins it.
    always=("super_bonus",),
)
