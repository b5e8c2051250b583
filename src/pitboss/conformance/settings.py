"""The settings of a table as a case writes them, and as a round is written down."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from pitboss.games.frozen import Frozen
from pitboss.games.play import Game, Limit, Settings
from pitboss.rulebook.refusal import Refusal


def settings_from(game: Game[Any], table: Mapping[str, Any]) -> Settings | Refusal:
    """The game's defaults with what the case says otherwise; a limit that is given replaces that of its kind."""
    values = dict(table)
    if "limits" in values:
        values["limits"] = Frozen({**game.default_settings.limits, **limits_from(values["limits"])})
    for name, make in game.nested_settings.items():
        if name in values:
            values[name] = make(**values[name])
    settings = replace(game.default_settings, **values)
    return game.settings_error(settings) or settings


def limits_from(table: Mapping[str, Mapping[str, int]]) -> dict[str, Limit]:
    """Limits by kind, as a case writes them."""
    return {kind: Limit(limit["min"], limit["max"]) for kind, limit in table.items()}


def limits_written(limits: Mapping[str, Limit]) -> dict[str, dict[str, int]]:
    """The other way round."""
    return {kind: {"min": limit.least, "max": limit.most} for kind, limit in limits.items()}


def written(game: Game[Any], settings: Settings) -> dict[str, Any]:
    """Only what differs from the defaults, as a case would say it."""
    table: dict[str, Any] = {}
    for field in fields(settings):
        value, usual = getattr(settings, field.name), getattr(game.default_settings, field.name)
        # The hours of gaming say when a round may begin, and nothing of how it goes.
        if value == usual or field.name == "hours":
            continue
        if field.name == "limits":
            changed = {kind: limit for kind, limit in value.items() if usual.get(kind) != limit}
            table["limits"] = limits_written(changed)
        elif is_dataclass(value):
            table[field.name] = {part.name: getattr(value, part.name) for part in fields(value)}
        else:
            table[field.name] = value
    return table
