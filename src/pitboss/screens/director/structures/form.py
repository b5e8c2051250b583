"""A structure as somebody writes it in the editor: from conditions to a form, and from a form to conditions.

A form keeps what is written, whether it can be meant or not. Lists have rows, and every row has its fields in the order
in which they stand on the page.
"""

import calendar
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.http import QueryDict

from pitboss.floor.tournaments.structures import size_problem
from pitboss.games.frozen import Frozen
from pitboss.screens.common.forms import NotSo
from pitboss.screens.director.structures.number_fields import KINDS, UNLIMITED, percents_from, percents_said
from pitboss.screens.director.structures.spec import OWN_SCALE, REBUYS, SECTIONS, SESSIONS, Section, StructureField
from pitboss.tournaments.event import library
from pitboss.tournaments.event.conditions import HOUSE_GAMES, Band, Conditions, Rebuys, Sessions
from pitboss.tournaments.event.conditions_document import ITEMS
from pitboss.tournaments.event.rulesets import RULESETS
from pitboss.tournaments.event.validator import games_of
from pitboss.tournaments.prizes.scales import SCALES

Row = tuple[str, ...]
# The lists of a structure, with the fields of their rows.
# A structure as its file has it, part by part.
Data = dict[str, Any]
LEVELS, STRAYS, BANDS, TICKETS, WORDS = "levels", "strays", "bands", "tickets", "items"
ROWS: Mapping[str, tuple[str, ...]] = Frozen(
    {
        LEVELS: ("small", "big", "ante", "minutes", "pause"),
        # Breaks that cannot stand in the row of a level: after a level there is not, or a second one after a level.
        STRAYS: ("after", "minutes"),
        BANDS: ("from", "to", "percent"),
        TICKETS: ("place", "cost", "what"),
        WORDS: ("number", "words"),
    }
)
# Tables of the data file that are there or not.
OPTIONAL: Mapping[str, Section] = Frozen({"sessions": SESSIONS, "rebuys": REBUYS})


class StructureForm(NamedTuple):
    """The contents of the editor: single fields by place, such as `sessions.rounds`, ticked boxes, and rows."""

    plain: Mapping[str, str]
    ticked: frozenset[str]
    rows: Mapping[str, tuple[Row, ...]]


class FormFaults(NamedTuple):
    """Faults of a form by their places, each in one sentence."""

    sentences: Mapping[str, str]


def place_of(section: Section, field: StructureField) -> str:
    return f"{section.table}.{field.name}" if section.table else field.name


def fixed_in(ruleset: str) -> dict[str, tuple[str, str]]:
    """T-34: what a document fixes, by its place: as it is written in the editor, and the clause. No tick is ""."""
    fixed = RULESETS[ruleset].fixed if ruleset in RULESETS else {}
    kinds = {place_of(section, field): field.kind for section in SECTIONS for field in section.fields}
    return {
        place: (KINDS[kinds[place]].write(each.value) if each.value is not False else "", each.clause)
        for place, each in fixed.items()
    }


def form_of(conditions: Conditions) -> StructureForm:
    """Conditions as the editor shows them."""
    tables: Data = {
        "": conditions,
        "sessions": conditions.sessions or Sessions(),
        "rebuys": conditions.rebuys or Rebuys(),
        "readings": conditions.readings,
    }
    plain: dict[str, str] = {}
    ticked = {name for name in OPTIONAL if getattr(conditions, name) is not None}
    for section in SECTIONS:
        for field in section.fields:
            place, value = place_of(section, field), getattr(tables[section.table], field.name)
            if field.name == "scale":
                plain |= _scale_written(conditions)
            elif field.kind == "yes":
                ticked |= {place} if value else set()
            else:
                plain[place] = "" if value is None and field.kind != "often" else KINDS[field.kind].write(value)
    return StructureForm(plain, frozenset(ticked), _rows_of(conditions))


def _scale_written(conditions: Conditions) -> dict[str, str]:
    scale = conditions.scale
    if scale is None:
        return {"scale": "", "scale.name": "", "scale.label": ""}
    is_ours = SCALES.get(scale.name) == scale
    return {"scale": scale.name if is_ours else OWN_SCALE, "scale.name": scale.name, "scale.label": scale.label}


def _rows_of(conditions: Conditions) -> dict[str, tuple[Row, ...]]:
    minutes, whole = KINDS["minutes"].write, KINDS["whole"].write
    pauses: dict[int, int] = {}
    strays: list[Row] = []
    for after, seconds in conditions.breaks:
        if 1 <= after <= len(conditions.levels) and after not in pauses:
            pauses[after] = seconds
        else:
            strays.append((str(after), minutes(seconds)))
    levels = (
        (*map(whole, level[:3]), minutes(level.seconds), minutes(pauses[number]) if number in pauses else "")
        for number, level in enumerate(conditions.levels, start=1)
    )
    own_scale = _scale_written(conditions)["scale"] == OWN_SCALE and conditions.scale is not None
    return {
        LEVELS: tuple(levels),
        STRAYS: tuple(strays),
        BANDS: tuple(map(band_written, conditions.scale.bands if own_scale and conditions.scale else ())),
        TICKETS: tuple((str(each.place), KINDS["money"].write(each.cents), each.what) for each in conditions.tickets),
        WORDS: tuple(_items_of(conditions)),
    }


def band_written(band: Band) -> Row:
    return str(band.least), "" if band.most is None else str(band.most), percents_said(band.shares)


def _items_of(conditions: Conditions) -> Iterable[Row]:
    """Return the items that the document requires, in its order, then any others of the conditions."""
    prefix, told = f"{conditions.ruleset} ", dict(conditions.items)
    for item in ITEMS.get(conditions.ruleset, ()):
        words = told.pop(item.number, "") or told.pop(f"{prefix}{item.number}", "")
        told.pop(f"{prefix}{item.number}", "")
        yield item.number, words
    yield from told.items()


def form_from(posted: QueryDict) -> StructureForm:
    """Return the form as a browser sent it."""
    fields = [(place_of(section, field), field) for section in SECTIONS for field in section.fields]
    plain = {place: str(posted.get(place, "")).strip() for place, field in fields if field.kind != "yes"}
    plain |= {each: str(posted.get(each, "")).strip() for each in ("scale.name", "scale.label")}
    ticks = [*OPTIONAL, *(place for place, field in fields if field.kind == "yes")]
    rows = {name: _rows_from(posted, name, columns) for name, columns in ROWS.items()}
    return StructureForm(plain, frozenset(each for each in ticks if posted.get(each, "")), rows)


def _rows_from(posted: QueryDict, name: str, columns: tuple[str, ...]) -> tuple[Row, ...]:
    written = [[str(each).strip() for each in posted.getlist(f"{name}.{column}")] for column in columns]
    return tuple(zip(*written, strict=False))


def suit(form: StructureForm) -> StructureForm:
    """A form after its document, its game or its scale was chosen anew: with the parts that these want."""
    plain, ticked = dict(form.plain), set(form.ticked)
    games = games_of(plain["ruleset"])
    if games and plain["game"] not in games:
        plain["game"] = games[0]
    is_house_game = plain["game"] in HOUSE_GAMES
    ticked = ticked | {"sessions"} if is_house_game else ticked - {"sessions"}
    rows = dict(form.rows)
    if plain["scale"] == OWN_SCALE and not rows[BANDS]:
        began = SCALES.get(plain["scale.name"])
        rows[BANDS] = tuple(map(band_written, began.bands if began else ()))
        plain |= {"scale.name": OWN_SCALE, "scale.label": "A scale of our own"}
    elif plain["scale"] in SCALES:
        plain["scale.name"] = plain["scale"]
    rows[WORDS] = _items_for(plain["ruleset"], rows[WORDS])
    for place, (written, _clause) in fixed_in(plain["ruleset"]).items():
        if written:
            plain[place] = written
        ticked.discard(place)
    return StructureForm(plain, frozenset(ticked), rows)


def _items_for(ruleset: str, rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """Return the written items under those of this document; nothing of them is lost."""
    told = {number: words for number, words in rows if words}
    items = tuple((item.number, told.pop(item.number, "")) for item in ITEMS.get(ruleset, ()))
    return (*items, *told.items())


def conditions_of(form: StructureForm) -> Conditions | FormFaults:
    """The conditions that are written in a form, or everything in it that cannot be meant."""
    reading = _Reading(form)
    data = reading.data()
    if reading.wrong:
        return FormFaults(reading.wrong)
    try:
        conditions = library.read_conditions(data)
    except library.WrongField as fault:
        where, _, what = str(fault).partition(": ")
        return FormFaults({where.partition(",")[0]: f"{what[:1].upper()}{what[1:]}"})
    found = size_problem(conditions)
    return conditions if found is None else FormFaults({"": found})


class _Reading:
    """Reads a form to what a data file has, and notes what cannot be read."""

    def __init__(self, form: StructureForm) -> None:
        self._form = form
        self.wrong: dict[str, str] = {}

    def data(self) -> Data:
        data: Data = {}
        for section in SECTIONS:
            if section.table in OPTIONAL and section.table not in self._form.ticked:
                continue
            into = data.setdefault(section.table, {}) if section.table else data
            for field in section.fields:
                self._put(into, section, field)
        if isinstance(data.get("start"), datetime):
            data["start"] = calendar.timegm(data["start"].timetuple())
        if data.get("reentries") == UNLIMITED:
            data["reentries"] = None
        data.pop("scale", None)
        return data | self._lists() | self._scale()

    def _put(self, into: Data, section: Section, field: StructureField) -> None:
        place = place_of(section, field)
        if field.kind == "yes":
            into[field.name] = place in self._form.ticked
            return
        text = self._form.plain[place]
        if text or not field.may_be_empty:
            into[field.name] = self._value(place, field.kind, text)

    def _value(self, place: str, kind: str, text: str) -> Any:
        if not text and kind != "words":
            self.wrong[place] = "Something must be written here."
            return None
        try:
            return KINDS[kind].read(text)
        except NotSo as fault:
            self.wrong[place] = str(fault)
            return None

    def _lists(self) -> Data:
        levels, breaks = [], []
        for number, row in enumerate(self._form.rows[LEVELS], start=1):
            at = f"{LEVELS}.{number}"
            small, big, ante, minutes, pause = row
            figures = [
                self._value(f"{at}.{column}", "whole", text)
                for column, text in zip(ROWS[LEVELS][:3], (small, big, ante), strict=True)
            ]
            levels.append([*figures, self._value(f"{at}.minutes", "minutes", minutes)])
            if pause:
                breaks.append([number, self._value(f"breaks.{number}", "minutes", pause)])
        for number, (after, minutes) in enumerate(self._form.rows[STRAYS], start=1):
            if after or minutes:
                at = f"{STRAYS}.{number}"
                row_of = self._value(f"{at}.after", "whole", after), self._value(f"{at}.minutes", "minutes", minutes)
                breaks.append([*row_of])
        return {LEVELS: levels, "breaks": breaks, TICKETS: self._tickets(), WORDS: self._items()}

    def _tickets(self) -> list[list[Any]]:
        found = []
        for number, (place, cost, what) in enumerate(self._form.rows[TICKETS], start=1):
            at = f"{TICKETS}.{number}"
            if place or cost or what:
                paid = self._value(f"{at}.place", "whole", place), self._value(f"{at}.cost", "money", cost)
                found.append([*paid, what or "ticket"])
        return found

    def _items(self) -> dict[str, str]:
        return {number: words for number, words in self._form.rows[WORDS] if number and words}

    def _scale(self) -> Data:
        name = self._form.plain["scale"]
        if name != OWN_SCALE:
            return {"scale": name} if name else {}
        bands = [self._band(number, row) for number, row in enumerate(self._form.rows[BANDS], start=1) if any(row)]
        own = self._form.plain["scale.name"]
        label = self._form.plain["scale.label"]
        return {"scale": {"name": OWN_SCALE if own in SCALES or not own else own, "label": label, "bands": bands}}

    def _band(self, number: int, row: Row) -> Data:
        at, (least, most, percent) = f"scale.{number}", row
        band: Data = {"from": self._value(f"{at}.from", "whole", least)}
        if most:
            band["to"] = self._value(f"{at}.to", "whole", most)
        try:
            band["percent"] = percents_from(percent)
        except NotSo as fault:
            self.wrong[f"{at}.percent"] = str(fault)
        return band
