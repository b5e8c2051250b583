"""Reads worked cases, and says in one sentence what is wrong with a file that cannot be played."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, NoReturn

from pitboss.conformance.format import vocabulary
from pitboss.conformance.format.vocabulary import WORDING, Word
from pitboss.conformance.tournament import vocabulary as tournament_vocabulary
from pitboss.games.shape_check import UNFIT, Misfit, checked_type, fit, path_of, record_type
from pitboss.games.writing.steps import FORMAT, Json
from pitboss.kits import games, kit_of


class MalformedCase(ValueError):
    """A file that is no list of cases: one sentence with the file, the case and the field."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One worked case; the values inside are as the file has them, with their shapes checked."""

    id: str
    title: str = ""
    clauses: tuple[str, ...] = ()
    table: Json = field(default_factory=dict)
    given: Json = field(default_factory=dict)
    seats: list[Json] = field(default_factory=list)
    shoe: list[str] = field(default_factory=list)
    cards: Json = field(default_factory=dict)
    script: list[Json]
    expect: Json
    note: str = ""


@dataclass(frozen=True, slots=True)
class CaseFile:
    path: Path
    game: str
    cases: tuple[Case, ...]


# Games that are played elsewhere, by name, with what stands in a case of theirs beside its id, title and outcome.
Further = Mapping[str, Callable[[], Mapping[str, Any]]]


def load(path: Path, further: Further = MappingProxyType({})) -> CaseFile:
    """The cases of a file, all of them checked before the first can be played."""
    try:
        game, rows = _outer(path, _read(path), (*games(), "tournament", *further))
        shape = _case(game, further)
        labels = [_label(row, number) for number, row in enumerate(rows, start=1)]
        for label, row in zip(labels, rows, strict=True):
            found = fit(row, shape)
            if isinstance(found, Misfit):
                raise _malformed_case(path, found, label)
    except RecursionError:
        raise MalformedCase(f"{path}: is nested too deeply to be a list of cases.") from None
    _refuse_twice_used_ids(path, rows)
    return CaseFile(path, game, tuple(Case(**{**row, "clauses": tuple(row.get("clauses", ()))}) for row in rows))


def _malformed_case(path: Path, fault: Misfit, label: str = "") -> MalformedCase:
    where = ", ".join(filter(None, (str(path), label, path_of(fault.place))))
    return MalformedCase(f"{where}: {WORDING.sentence(fault)}")


def _read(path: Path) -> Any:
    """The JSON of a file; what JSON leaves open, such as a key written twice, is refused."""
    try:
        text = path.read_text(encoding="utf-8")
        data = json.loads(text, object_pairs_hook=_object, parse_constant=_no_such_number)
        # JSON can write half a character, which nothing could show again.
        json.dumps(data, ensure_ascii=False).encode()
    except OSError as error:
        raise MalformedCase(f"{path}: cannot be read: {error.strerror}.") from None
    except UnicodeError:
        raise MalformedCase(f"{path}: is not a text in UTF-8.") from None
    except json.JSONDecodeError as error:
        raise MalformedCase(f"{path}, line {error.lineno}: is not JSON: {error.msg}.") from None
    except ValueError as error:
        # A number of more digits than Python reads, and what the two hooks refuse.
        raise MalformedCase(f"{path}: is not JSON that can be used: {str(error).rstrip('.')}.") from None
    return data


def _object(pairs: list[tuple[str, Any]]) -> Json:
    made = dict(pairs)
    if len(made) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"an object has the key {vocabulary.value_words(twice)} twice")
    return made


def _no_such_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


def _outer(path: Path, data: Any, games: Iterable[str]) -> tuple[str, list[Any]]:
    """The game and the cases of a file whose outer shape is right; further keys beside them do no harm."""
    fields = {
        "format": vocabulary.one_of(FORMAT),
        "game": vocabulary.one_of(*games),
        "cases": checked_type(_some_cases),
    }
    outer = {key: data[key] for key in fields if key in data} if isinstance(data, dict) else data
    found = fit(outer, record_type(fields, fields))
    if isinstance(found, Misfit):
        raise _malformed_case(path, found)
    return data["game"], data["cases"]


def _some_cases(value: object) -> Iterator[Misfit]:
    """Nothing to play would look like everything passed."""
    if not isinstance(value, list):
        yield Misfit((), UNFIT, value, list)
    elif not value:
        yield Misfit((), "must hold at least one case.")


def _case(game: str, further: Further) -> Any:
    """The shape of a case: what stands in it, and what a round of its game is made of."""
    fields: dict[str, Any] = {
        "id": Word,
        "title": str,
        "clauses": list[Word],
        "expect": vocabulary.outcome_type(),
        "note": str,
    }
    if game in further:
        fields |= further[game]()
    elif game == "tournament":
        fields |= {"given": tournament_vocabulary.Given, "script": list[tournament_vocabulary.Step]}
    else:
        fields |= kit_of(game).load("case_fields")(game)
    return record_type(fields, ("id", "script", "expect"))


def _label(row: object, number: int) -> str:
    """Return the name of a case in sentences: its id, or its place where it has none."""
    case_id = row.get("id") if isinstance(row, Mapping) else None
    return f"case {case_id}" if isinstance(case_id, str) and case_id.strip() else f"case number {number}"


def _refuse_twice_used_ids(path: Path, rows: list[Json]) -> None:
    seen: dict[str, int] = {}
    for number, row in enumerate(rows, start=1):
        first = seen.setdefault(row["id"], number)
        if first != number:
            wrong = f"is the id of case number {first} and again of case number {number}."
            raise _malformed_case(path, Misfit(("id",), wrong), f"case {row['id']}")
