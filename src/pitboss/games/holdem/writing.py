"""Settings and rounds of Poker Hold-em written down."""

from collections.abc import Mapping
from typing import Any

from pitboss.games.holdem.settings import BY_TIME, TOURNAMENT
from pitboss.games.writing.way import Json, Writing

# What a case says of its table beside the settings: where the button and the blinds are, and what it has been.
FACTS = ("button", "button_revolution_complete", "small_blind", "big_blind")


def _values(table: Mapping[str, Any]) -> dict[str, Any]:
    """Lists are tuples, and some names mean something else."""
    values: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in table.items() if name not in FACTS
    }
    over_blind = values.get("over_blind")
    if isinstance(over_blind, Mapping):
        # Who has made it is a fact; what the sign says is its level.
        values["over_blind"] = over_blind["amount"]
    if "players" in values:
        # A case counts the players that a table is for; it does not name them.
        values["boxes"] = values.pop("players")
    if values.get("mode") == TOURNAMENT:
        values.setdefault("commission", None)
    return values


def _report(state: Any) -> Json:
    from pitboss.games.writing.holdem_outcomes import report

    return report(state)


def _export(table: Any, case_id: str, title: str) -> Json:
    from pitboss.games.writing.holdem_rounds import export_round

    return export_round(table, case_id, title)


WRITING = Writing(silent={"commission": BY_TIME}, values=_values, report=_report, export=_export)
