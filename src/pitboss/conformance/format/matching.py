"""Compares the outcome of a case with what its `expect` says, and names every place where they part.

Objects match as subsets and lists exactly, save for rows that have no order, cards that play, hole cards, clauses
and the matchers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Any

from pitboss.cards.card import JOKER, CardError, card, rank_of
from pitboss.conformance.format.vocabulary import is_number
from pitboss.rulebook.book import UnknownClause, key_of, rulebook

ROWS = ("wagers", "hands", "awards", "advised")
CLAUSES = ("refused", "clause", "ruling", "commission_clause")
PLAIN = (str, int, bool, type(None))
# What tells one row from another, in the order a person would say it, with the word before its value.
ROW_NAMES = {"pot": "pot ", "side": "", "seat": "seat ", "player": "", "wager": "", "hand": "hand "}


class Absent(Enum):
    """Stands where one side has nothing at all, which is not the same as null."""

    ABSENT = "nothing"

    def __str__(self) -> str:
        return self.value


ABSENT = Absent.ABSENT


@dataclass(frozen=True, slots=True)
class Difference:
    """A place such as `wagers[seat 1 P1 ante].net` where the outcome is not the expected one."""

    path: str
    expected: object
    got: object


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the comparison stands: the path for people, and the keys that decide how to compare."""

    path: str = ""
    keys: tuple[str, ...] = ()

    def key(self, key: str) -> "_Place":
        return _Place(f"{self.path}.{key}" if self.path else key, (*self.keys, key))

    def item(self, name: object) -> "_Place":
        return _Place(f"{self.path}[{name}]", self.keys)

    def differs(self, expected: object, got: object) -> list[Difference]:
        return [Difference(self.path, expected, got)]


def differences(expect: Mapping[str, object], got: Mapping[str, object]) -> list[Difference]:
    """Every place where the outcome misses what is expected; none if the case is met."""
    return _compare(expect, got, _Place())


@lru_cache(maxsize=4096)
def clause_meets(expected: str, named: str) -> bool:
    """Whether the program named the expected clause or a paragraph of it, in whatever way it is written."""
    wanted, given = key_of(expected), key_of(named)
    if given == wanted or given.startswith((f"{wanted}(", f"{wanted}[")):
        return True
    try:
        cited = rulebook().clauses(named)
        return set(cited) <= set(rulebook().family(expected))
    except UnknownClause:
        return False


def _compare(expected: object, got: object, place: _Place) -> list[Difference]:
    if isinstance(expected, Mapping):
        matcher = next((key for key in expected if key.startswith("$")), None)
        if matcher is not None:
            met = _MATCHERS[matcher](expected[matcher], got, place)
            return [] if met else place.differs(expected, got)
        return _compare_objects(expected, got, place)
    if isinstance(expected, list | tuple):
        if isinstance(got, list | tuple):
            return _compare_lists(expected, got, place)
        return place.differs(expected, got)
    if place.keys and place.keys[-1] in CLAUSES and isinstance(expected, str) and isinstance(got, str):
        return [] if clause_meets(expected, got) else place.differs(expected, got)
    return [] if _same(expected, got) else place.differs(expected, got)


def _same(expected: object, got: object) -> bool:
    """Equality as JSON has it, where true is not 1."""
    if isinstance(expected, bool) or isinstance(got, bool):
        return expected is got
    return expected == got


def _compare_objects(expected: Mapping[str, object], got: object, place: _Place) -> list[Difference]:
    if not isinstance(got, Mapping):
        return place.differs(expected, got)
    found: list[Difference] = []
    for key, value in expected.items():
        other = got.get(key, ABSENT)
        # Most are plain and the same: then where they stand is nobody's question.
        if type(value) is not type(other) or type(value) not in PLAIN or value != other:
            inner = place.key(key)
            found += inner.differs(value, ABSENT) if other is ABSENT else _compare(value, other, inner)
    return found


def _compare_lists(expected: Sequence[object], got: Sequence[object], place: _Place) -> list[Difference]:
    if place.keys and place.keys[-1] in ROWS and all(isinstance(row, Mapping) for row in (*expected, *got)):
        return _compare_rows(expected, got, place)
    if place.keys and place.keys[-1] == "best":
        return [] if _ranks(expected) == _ranks(got) else place.differs(expected, got)
    if len(expected) == len(got) == 2 and _holds_hole_cards(place.keys):
        return [] if sorted(map(str, expected)) == sorted(map(str, got)) else place.differs(expected, got)
    if len(expected) != len(got):
        return place.differs(expected, got)
    pairs = enumerate(zip(expected, got, strict=True))
    found = [difference for number, pair in pairs for difference in _compare(*pair, place.item(number))]
    # A list of plain values is better read whole.
    plain = not any(isinstance(item, Mapping | list | tuple) for item in expected)
    return place.differs(expected, got) if found and plain else found


def _holds_hole_cards(keys: tuple[str, ...]) -> bool:
    return keys[-2:] == ("hands", "cards") or keys[-3:-1] == ("cards", "hole")


def _ranks(cards: Sequence[object]) -> list[str]:
    """The ranks of cards in any order; the joker is a rank of its own."""

    def rank(text: object) -> str:
        try:
            read = card(str(text))
        except CardError:
            return str(text)
        return "joker" if read == JOKER else str(rank_of(read))

    return sorted(map(rank, cards))


def _compare_rows(expected: Sequence[Any], got: Sequence[Any], place: _Place) -> list[Difference]:
    """Rows in any order, but exactly these: those that fit are paired up first, the rest by what they are called."""
    fitting = _pairs([[n for n, row in enumerate(got) if _fits(wanted, row, place)] for wanted in expected])
    left = [number for number in range(len(got)) if number not in fitting.values()]
    found: list[Difference] = []
    for number, wanted in enumerate(expected):
        if number in fitting:
            continue
        inner = place.item(_row_name(wanted) or number)
        namesake = next((n for n in left if _has_name_of(got[n], wanted)), None)
        if namesake is None:
            found += inner.differs(wanted, ABSENT)
        else:
            left.remove(namesake)
            found += _compare(wanted, got[namesake], inner)
    for number in left:
        found += place.item(_row_name(got[number]) or number).differs(ABSENT, got[number])
    return found


def _fits(wanted: Mapping[str, object], row: Mapping[str, object], place: _Place) -> bool:
    """Whether nothing differs; most rows differ in what they are called, which is soon seen."""
    names = [(wanted[key], row.get(key)) for key in ROW_NAMES if key in wanted]
    if any(value != other and isinstance(value, int | str) for value, other in names):
        return False
    return not _compare(wanted, row, place)


def _row_name(row: Mapping[str, object]) -> str:
    """Return the name of a row: "seat 1 P1 ante"."""
    return " ".join(f"{word}{row[key]}" for key, word in ROW_NAMES.items() if key in row)


def _has_name_of(row: Mapping[str, object], wanted: Mapping[str, object]) -> bool:
    names = [key for key in ROW_NAMES if key in wanted]
    return bool(names) and all(key in row and _same(wanted[key], row[key]) for key in names)


def _pairs(fits: list[list[int]]) -> dict[int, int]:
    """Return a largest matching of things that fit: expected -> got.

    The first that fits is not always the right one: a row that says little fits many. So one that is taken is given
    up again when its holder can have another.
    """
    holder: dict[int, int] = {}

    def take(number: int, tried: set[int]) -> bool:
        for candidate in fits[number]:
            if candidate in tried:
                continue
            tried.add(candidate)
            if candidate not in holder or take(holder[candidate], tried):
                holder[candidate] = number
                return True
        return False

    for number in range(len(fits)):
        take(number, set())
    return {number: candidate for candidate, number in holder.items()}


def _in_range(bounds: Any, got: object, _: _Place) -> bool:
    low, high = bounds
    members = got if isinstance(got, list | tuple) else [got]
    return all(is_number(member) and low <= member <= high for member in members)


def _same_set(wanted: Any, got: object, place: _Place) -> bool:
    if not isinstance(got, list | tuple) or len(got) != len(wanted):
        return False
    fits = [[n for n, item in enumerate(got) if not _compare(member, item, place)] for member in wanted]
    return len(_pairs(fits)) == len(wanted)


def _has(wanted: Any, got: object, place: _Place) -> bool:
    """Everything that is wanted is somewhere in a list, or in a text, whatever else is there."""
    if isinstance(got, str):
        return all(isinstance(part, str) and part in got for part in wanted)
    members = got if isinstance(got, list | tuple) else []
    return all(any(_is_or_has(part, each, place) for each in members) for part in wanted)


def _is_or_has(wanted: object, got: object, place: _Place) -> bool:
    if isinstance(wanted, str) and isinstance(got, str):
        return wanted in got
    return not _compare(wanted, got, place)


def _near(argument: Any, got: object, _: _Place) -> bool:
    wanted, tolerance = argument
    if not isinstance(got, list | tuple) or len(got) != len(wanted):
        return False
    return all(is_number(item) and abs(item - aim) <= tolerance for aim, item in zip(wanted, got, strict=True))


_MATCHERS = {"$range": _in_range, "$set": _same_set, "$approx_list": _near, "$has": _has}
