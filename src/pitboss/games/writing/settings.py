"""The settings of a table as a case writes them, and as a round is written down."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from pitboss.games.frozen import Frozen
from pitboss.games.pay_text import NotPaid, pay_from, pay_written, tells_pay
from pitboss.games.play import Game, HouseSettings, Limit, Settings
from pitboss.rulebook.refusal import Refusal

# When and by whom a round may be played says nothing of how it goes.
_NOT_OF_A_ROUND = ("hours", "players")


def usual_settings(game: Game[Any]) -> Settings:
    """What a case of a game takes for granted."""
    return replace(game.default_settings, **game.writing.silent)


def settings_from(game: Game[Any], table: Mapping[str, Any]) -> Settings | Refusal:
    """What a case takes for granted with what it says otherwise; a limit that is given replaces that of its kind."""
    usual = usual_settings(game)
    try:
        values = values_from(game, table)
    except NotPaid as wrong:
        return Refusal(game.clauses.limits, str(wrong))
    if "limits" in values and isinstance(usual, HouseSettings):
        values["limits"] = Frozen({**usual.limits, **limits_from(values["limits"])})
    if "boxes" in values and "boxes_per_player" in {field.name for field in fields(usual)}:
        values.setdefault("boxes_per_player", values["boxes"])
    charge = table.get("commission")
    usual_charge: Any = getattr(usual, "commission", None)
    if isinstance(charge, Mapping) and "rate" not in charge and values["commission"].basis == usual_charge.basis:
        values["commission"] = replace(values["commission"], rate=usual_charge.rate)
    settings = replace(usual, **values)
    return game.settings_error(settings) or settings


def values_from(game: Game[Any], table: Mapping[str, Any]) -> dict[str, Any]:
    """The words of a case as values of the game's settings."""
    values = game.writing.values(table)
    for name, make in game.nested_settings.items():
        if values.get(name) is not None:
            values[name] = make(**_whole_split(values[name]))
    for each in fields(game.default_settings):
        usual = getattr(game.default_settings, each.name)
        if each.name in values and each.name not in game.nested_settings and tells_pay(each.name, usual):
            values[each.name] = pay_from(each.name, usual, values[each.name])
    return values


def _whole_split(jackpot: Mapping[str, Any]) -> dict[str, Any]:
    """What goes to one pool of the jackpot says what goes to the other (CAN 10.6[s1])."""
    parts = {"to_pool_pct": "to_reserve_pct", "to_reserve_pct": "to_pool_pct"}
    rest = {other: 100 - jackpot[part] for part, other in parts.items() if part in jackpot and other not in jackpot}
    return {**jackpot, **rest}


def limits_from(table: Mapping[str, Mapping[str, int]]) -> dict[str, Limit]:
    """Limits by kind, as a case writes them."""
    return {kind: Limit(limit["min"], limit["max"]) for kind, limit in table.items()}


def limits_written(limits: Mapping[str, Limit]) -> dict[str, dict[str, int]]:
    """The other way round."""
    return {kind: {"min": limit.least, "max": limit.most} for kind, limit in limits.items()}


def settings_written(game: Game[Any], settings: Settings) -> dict[str, Any]:
    """Only what differs from what a case takes for granted, as it would say it."""
    table: dict[str, Any] = {}
    silent = usual_settings(game)
    for field in fields(settings):
        value, usual = getattr(settings, field.name), getattr(silent, field.name)
        if value == usual or field.name in _NOT_OF_A_ROUND:
            continue
        if field.name not in game.nested_settings and tells_pay(field.name, usual):
            table[field.name] = pay_written(value, usual)
        elif field.name == "limits":
            changed = {kind: limit for kind, limit in value.items() if usual.get(kind) != limit}
            table["limits"] = limits_written(changed)
        elif is_dataclass(value):
            table[field.name] = {part.name: getattr(value, part.name) for part in fields(value)}
        else:
            table[field.name] = list(value) if isinstance(value, tuple) else value
    return table
