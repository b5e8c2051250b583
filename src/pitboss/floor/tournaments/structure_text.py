"""The conditions of an event as the text of a structure: what `tournament_structures.read_structure` reads."""

import dataclasses
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from decimal import Decimal

from pitboss.histories.toml_text import assignment, in_toml
from pitboss.tournaments.event.conditions import Conditions, Level, Scale
from pitboss.tournaments.prizes.scales import SCALES

# What a structure says in any case; the rest stands there where it is not as usual.
_ALWAYS = ("event", "title", "ruleset", "game", "entry_fee", "admin_fee", "stack", "reentries", "seats")
# What is written in a way of its own, or as a table at the end.
_APART = ("start", "levels", "breaks", "denominations", "scale", "tickets", "items", "sessions", "rebuys", "readings")


def text_of(conditions: Conditions) -> str:
    """TOML with everything that differs from what is usual: read again, it is the same conditions."""
    return "\n".join((*_plain(conditions), *_rows(conditions), *_tables(conditions), ""))


def _plain(conditions: Conditions) -> Iterator[str]:
    for field in dataclasses.fields(Conditions):
        value = getattr(conditions, field.name)
        if field.name in _APART or (value == field.default and field.name not in _ALWAYS):
            continue
        yield assignment(field.name, "unlimited" if value is None else value)
    if conditions.start is not None:
        yield assignment("start", datetime.fromtimestamp(conditions.start, UTC).replace(tzinfo=None))


def _rows(conditions: Conditions) -> Iterator[str]:
    yield assignment("denominations", conditions.denominations)
    if conditions.levels:
        usual = Counter(level.seconds for level in conditions.levels).most_common(1)[0][0]
        yield assignment("level_seconds", usual)
        yield "# Small blind, big blind, ante, and the seconds where they differ."
        yield "levels = ["
        yield from (f"  {in_toml(_level(level, usual))}," for level in conditions.levels)
        yield "]"
    if conditions.breaks:
        yield "# After which level, and how many seconds."
        yield assignment("breaks", conditions.breaks)
    if conditions.tickets:
        yield assignment("tickets", conditions.tickets)
    if conditions.scale is not None and SCALES.get(conditions.scale.name) == conditions.scale:
        yield assignment("scale", conditions.scale.name)


def _level(level: Level, usual: int) -> tuple[int, ...]:
    return tuple(level) if level.seconds != usual else tuple(level)[:-1]


def _tables(conditions: Conditions) -> Iterator[str]:
    scale = conditions.scale
    if scale is not None and SCALES.get(scale.name) != scale:
        yield from _scale(scale)
    for name in ("sessions", "rebuys"):
        table = getattr(conditions, name)
        if table is not None:
            yield from _table(name, {each.name: getattr(table, each.name) for each in dataclasses.fields(table)})
    readings = conditions.readings
    usual = ((each.name, getattr(readings, each.name), each.default) for each in dataclasses.fields(readings))
    others = {name: value for name, value, default in usual if value != default}
    if others:
        yield from _table("readings", others)
    if conditions.items:
        yield from _table("items", dict(conditions.items))


def _scale(scale: Scale) -> Iterator[str]:
    yield from _table("scale", {"name": scale.name, "label": scale.label})
    yield "bands = ["
    for band in scale.bands:
        ends = {} if band.most is None else {"to": band.most}
        row = {"from": band.least, **ends, "percent": [_percent(share) for share in band.shares]}
        yield f"  {in_toml(row)},"
    yield "]"


def _percent(hundredths: int) -> int | Decimal:
    return Decimal(hundredths) / 100 if hundredths % 100 else hundredths // 100


def _table(name: str, values: Mapping[str, object]) -> Iterator[str]:
    yield ""
    yield f"[{name}]"
    yield from (assignment(key, value) for key, value in values.items())
