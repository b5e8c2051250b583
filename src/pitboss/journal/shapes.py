"""The stored shape of every kind of event, on file: so that nobody changes what old rows mean without noticing."""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pitboss.games.shape_check import defaults_of, fields_of
from pitboss.games.state import Settings
from pitboss.journal.hooks import hooks_of, to_json
from pitboss.journal.kinds import (
    OWN_GROUPS,
    PLAIN,
    form_of,
    kinds_of,
    spell,
    tag_of,
    type_shape,
    types_within,
    version_of,
)

SHAPES = Path(__file__).parent / "shapes.json"
WHAT_TO_DO = "bump the version and add an upcaster, then run ./pit docs"
# Between the type of a field and the value that it has in rows from before there was the field.
_IF_MISSING = " = "
_ANYTHING = PLAIN[object]


class ShapeChanged(ValueError):
    """Rows that are stored would be read as something else: one sentence with the kinds and what to do."""


def shapes(groups: Iterable[str] = OWN_GROUPS) -> str:
    """The shapes of all kinds of these groups, and of every type inside them."""
    kinds = kinds_of(groups)
    inside = types_within(*(hint for event in kinds.values() for hint in fields_of(event).values()))
    shaped = {
        "kinds": {kind: {"version": version_of(kind), "fields": _shape(event)} for kind, event in kinds.items()},
        "types": {tag: _shape(each) for tag, each in inside.items()},
    }
    return json.dumps(shaped, indent=1) + "\n"


def shapes_after(path: Path, groups: Iterable[str] = OWN_GROUPS) -> str:
    """The shapes for this file, unless a kind on it has changed under its old version.

    A house that keeps no journal yet can begin afresh: without the file there is nothing to compare with.
    """
    now = shapes(groups)
    changed = changed_kinds(path.read_text(encoding="utf-8"), now) if path.exists() else ()
    if changed:
        raise ShapeChanged(f"The stored shape of {', '.join(changed)} has changed: {WHAT_TO_DO}.")
    return now


def changed_kinds(before: str, now: str) -> tuple[str, ...]:
    """The kinds whose old rows would not be read as they were written; one with a new version has its upcaster.

    A new field with a default is no such change, nor a new word of an enumeration.
    """
    old, new = json.loads(before), json.loads(now)
    changed_types = {tag for tag, shape in old["types"].items() if not _still_fits(shape, new["types"].get(tag))}
    return tuple(
        kind
        for kind, shape in old["kinds"].items()
        if not _is_lifted(shape, new["kinds"].get(kind))
        and (
            not _still_fits(shape["fields"], new["kinds"].get(kind, {}).get("fields"))
            or changed_types & _tags_within(shape["fields"], old["types"])
        )
    )


def _is_lifted(old: Mapping[str, Any], new: Mapping[str, Any] | None) -> bool:
    return new is not None and new["version"] > old["version"]


def _still_fits(old: Any, new: Any) -> bool:
    """Whether everything that was written in the old shape reads the same in the new one."""
    if isinstance(old, list):
        return isinstance(new, list) and set(old) <= set(new)
    if not isinstance(new, dict):
        return False
    added = (shape for name, shape in new.items() if name not in old)
    return all(new.get(name) == shape for name, shape in old.items()) and all(_IF_MISSING in each for each in added)


def _tags_within(fields: Mapping[str, str], types: Mapping[str, Any]) -> set[str]:
    """The types that fields are made of, however deep."""
    found: set[str] = set()
    open_shapes: list[Any] = [fields]
    while open_shapes:
        shape = open_shapes.pop()
        texts = shape if isinstance(shape, list) else shape.values()
        words = {word for text in texts for word in text.partition(_IF_MISSING)[0].replace(",", " ").split()}
        named = {word.strip("[]()") for word in words} & {*types, _ANYTHING}
        for tag in named - found:
            open_shapes += _settings(types) if tag == _ANYTHING else [types[tag]]
        found |= named
    return found


def _settings(types: Mapping[str, Any]) -> list[Any]:
    """Return the types that may stand where anything may: the settings of the games."""
    return [types[tag] for tag in types.get(tag_of(Settings), ())]


def _shape(kind: Any) -> Any:
    return dict(_fields(kind)) if form_of(kind).sort == "record" else type_shape(kind)


def _fields(record: Any) -> Iterator[tuple[str, str]]:
    defaults = defaults_of(record)
    for name, hint in fields_of(record).items():
        if name in defaults:
            yield name, f"{spell(hint)}{_IF_MISSING}{to_json(hooks_of(hint).write(defaults[name]))}"
        else:
            yield name, spell(hint)
