"""Pontoon at the rules engine's own table: what is put down there, and what was decided in a round."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from pitboss.games.play import Cents, Command
from pitboss.games.table import Table
from pitboss.odds.pontoon.rules import PontoonRules
from pitboss.odds.rules import Rules
from pitboss.odds.simulation.wagers import AtTable


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
