"""Cases as tests have them: of a few parts, in a file, with one place changed, and rounds that were played as cases."""

import json
import re
from collections.abc import Iterable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from pitboss.conformance.format.document import Case, MalformedCase, load
from pitboss.conformance.runner import run_case
from pitboss.games.table import Table
from pitboss.games.writing.house_rounds import export_file, export_round

Place = tuple[str | int, ...]


def of(**parts: Any) -> Case:
    """A case of a few parts, the rest of it empty."""
    return Case(**{"id": "X", "script": [], "expect": {}, **parts})


def file_of(folder: Path, game: str, *cases: object, name: str = "mine.json") -> Path:
    path = folder / name
    path.write_text(json.dumps({"format": "pitboss-case/1", "game": game, "cases": cases}), encoding="utf-8")
    return path


def complaint(path: Path) -> str:
    """The sentence about a file, without the folder it stands in."""
    with pytest.raises(MalformedCase) as raised:
        load(path)
    sentence = str(raised.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence.replace(f"{path.parent}/", "")


def leaves(value: object, path: Place = ()) -> Iterator[Place]:
    """The place of every plain value; what a matcher says is one."""
    if isinstance(value, dict) and not any(key.startswith("$") for key in value):
        for key, inner in value.items():
            yield from leaves(inner, (*path, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from leaves(inner, (*path, number))
    else:
        yield path


def at(value: Any, place: Iterable[str | int]) -> Any:
    for key in place:
        value = value[int(key) if isinstance(value, list) else key]
    return value


def changed(value: object, place: str | Place, new: object) -> Any:
    """A copy in which the value at a place, or a path such as `script[0].amount`, is another; `...` takes it away."""
    copy = deepcopy(value)
    *outer, last = re.findall(r"[^.\[\]]+", place) if isinstance(place, str) else place
    inner = at(copy, outer)
    key = int(last) if isinstance(inner, list) else last
    if new is ...:
        del inner[key]
    else:
        inner[key] = new
    return copy


def replayed(folder: Path, table: Table[Any]) -> dict[str, Any]:
    """A round that was played as a file has it, once it has come out the same."""
    path = folder / "round.json"
    written = export_round(table, "R-1", "A round")
    path.write_text(json.dumps(export_file(table.game.name, [written])), encoding="utf-8")
    (case,) = load(path).cases
    verdict = run_case(table.game.name, case)
    assert verdict.passed, (written["table"], written["seats"], written["script"], verdict)
    return written
