"""Events read from their data files: those that come with the program, and an operator's own."""

import calendar
import dataclasses
import re
import tomllib
from collections.abc import Iterator, Mapping
from datetime import datetime
from decimal import Decimal
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from pitboss.games.command import is_whole, value_words
from pitboss.games.frozen import Frozen
from pitboss.games.shape_check import UNFIT, Forms, Misfit, Place, Wording, checked_type, fit, named_type, record_type
from pitboss.rulebook.refusal import Refusal
from pitboss.tournaments.event.conditions import Band, Conditions, Level, Scale
from pitboss.tournaments.event.validator import problems
from pitboss.tournaments.prizes.scales import SCALES

_FOLDER = resources.files("pitboss.tournaments") / "structures"
# Nobody writes a longer file by hand.
_MOST_BYTES = 1_000_000


class UnknownEvent(ValueError):
    """No such event: one sentence with those there are."""


class UnreadableEvent(ValueError):
    """A data file that is no event: one sentence with the file and the field. `problems` is all the validator found."""

    def __init__(self, sentence: str, problems: tuple[Refusal, ...] = ()) -> None:
        super().__init__(sentence)
        self.problems = problems


@cache
def names() -> tuple[str, ...]:
    """The events there are, by their names."""
    return tuple(sorted(each.name.removesuffix(".toml") for each in _FOLDER.iterdir() if each.name.endswith(".toml")))


@cache
def event(name: str) -> Conditions:
    """The conditions of an event, by its name or by the beginning of it: "saturday" will do.

    STAR 4-Monday, STAR 4-Jam, STAR 4-Friday, STAR 4-Saturday: each is a data file, and is played as it stands there.
    """
    found = [each for each in names() if each == name] or [each for each in names() if name and each.startswith(name)]
    if len(found) != 1:
        raise UnknownEvent(f"There is no event {name!r}; there are {', '.join(names())}.")
    return read_conditions(_parse((_FOLDER / f"{found[0]}.toml").read_text(encoding="utf-8")))


def read_file(path: Path) -> Conditions:
    """The conditions in an operator's own data file, which the validator has found nothing against."""
    conditions = read_unchecked(path)
    found = problems(conditions)
    if found:
        raise UnreadableEvent(f"{path.name}: {found[0].word}: {found[0]}", found)
    return conditions


def read_unchecked(path: Path) -> Conditions:
    """The conditions in a data file, whatever the validator has to say about them."""
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise UnreadableEvent(f"{path.name} is too long to be an event.")
        return read_conditions(_parse(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise UnreadableEvent(f"{path.name} cannot be read: {error.strerror or error}.") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        reason = str(error).splitlines()[0]
        raise UnreadableEvent(f"{path.name} is not a data file in TOML: {reason}.") from error
    except WrongField as error:
        raise UnreadableEvent(f"{path.name}: {error}") from error


class WrongField(ValueError):
    """A field of a data file that is unknown, missing or of another kind: one sentence."""

    def __init__(self, where: str, what: str) -> None:
        super().__init__(f"{where}: {what}")


def _parse(text: str) -> dict[str, Any]:
    return tomllib.loads(text, parse_float=Decimal)


def read_conditions(data: Mapping[str, Any]) -> Conditions:
    """Conditions from the words of a data file; the validator says whether they can be."""
    words = dict(data)
    seconds = words.pop("level_seconds", 0)
    _refuse_unfit(seconds, int, "level_seconds")
    if isinstance(words.get("levels"), list):
        rows = words["levels"]
        full = len(Level._fields)
        words["levels"] = [[*row, seconds] if isinstance(row, list) and len(row) == full - 1 else row for row in rows]
    if words.get("reentries") == "unlimited":
        words["reentries"] = None
    start = words.get("start")
    if isinstance(start, datetime) and start.tzinfo is None:
        words["start"] = calendar.timegm(start.timetuple())
    scale = words.get("scale")
    if isinstance(scale, dict) and isinstance(scale.get("bands"), list):
        # A band that leaves one out is told what it takes, and not that it is missing.
        bands = [{"from": None, "percent": None, **row} if isinstance(row, dict) else row for row in scale["bands"]]
        words["scale"] = {**scale, "bands": bands}
    _refuse_unfit(words, _FORMS.of(Conditions))
    if words.get("scale") is not None:
        words["scale"] = _scale(words["scale"])
    conditions = msgspec.convert(words, Conditions)
    return dataclasses.replace(conditions, items=Frozen(conditions.items))


def _refuse_unfit(value: Any, kind: Any, *within: str) -> None:
    found = fit(value, kind)
    if isinstance(found, Misfit):
        raise WrongField(_place_name((*within, *found.place)), _WORDING.sentence(found))


def _place_name(place: Place) -> str:
    """`sessions.rounds`; rows are numbered, and what is in a row stands behind a comma: `levels, row 2, big`."""
    steps = (f", row {step + 1}" if isinstance(step, int) else f".{step}" for step in place)
    return re.sub(r"(, row \d+)\.", r"\1, ", "".join(steps).removeprefix("."))


def _scale(told: str | Mapping[str, Any]) -> Scale:
    """A scale of the house by its name, or one's own: a label, and bands with from, to (or no end) and percent."""
    if isinstance(told, str):
        if told not in SCALES:
            raise WrongField("scale", f"it is {', '.join(SCALES)} or a table of its own, not {value_words(told)}.")
        return SCALES[told]
    bands = (
        Band(row["from"], row.get("to"), tuple(int(100 * share) for share in row["percent"])) for row in told["bands"]
    )
    return Scale(told.get("name", "own"), told["label"], tuple(bands))


def _percents(shares: Any) -> Iterator[Misfit]:
    """Shares in percent, of which hundredths are the finest: 6.5."""
    if not isinstance(shares, list):
        yield Misfit((), UNFIT, shares, list)
        return
    for share in shares:
        is_number = is_whole(share) or (isinstance(share, Decimal) and share.is_finite())
        if not is_number or abs(share) > 100:
            yield Misfit((), UNFIT, share, named_type("percents", Decimal))
        elif 100 * share != int(100 * share):
            yield Misfit((), f"{share} is finer than hundredths of a percent.")


_BAND: Any = named_type(
    "a table of from, to and percent", record_type({"from": int, "to": int, "percent": checked_type(_percents)})
)
_OWN_SCALE = record_type({"name": str, "label": str, "bands": list[_BAND]}, ("label", "bands"))
_FORMS = Forms({Scale: named_type("the name of a scale or a table", str | _OWN_SCALE)}, rows=True)
_WORDING = Wording(
    missing="it is missing.",
    unknown="there is no such field.",
    unfit="it takes {wanted}, not {value}.",
    kinds={str: "words", dict: "a table"},
    shown=value_words,
)
