"""Values by type hints alone, and what is different between two values, types and order included."""

import dataclasses
import types
import typing
from collections.abc import Mapping
from datetime import date
from enum import Enum
from typing import Any

from hypothesis import strategies as st

from pitboss.cards.card import JOKER, Card
from pitboss.games.frozen import Frozen

NUMBERS = st.integers(-(2**257), 2**257)
# Words of any script, and text that no table would let through: line ends, quotes, half a character.
WORDS = st.text(st.characters(), max_size=8)
PLAIN: Mapping[Any, st.SearchStrategy[Any]] = {
    int: NUMBERS,
    str: WORDS,
    bool: st.booleans(),
    type(None): st.none(),
    Card: st.integers(0, JOKER).map(Card),
    date: st.dates(),
    object: st.one_of(st.none(), st.booleans(), NUMBERS, WORDS, st.tuples(NUMBERS, WORDS)),
}


def values(hint: Any) -> st.SearchStrategy[Any]:
    """Any value that a hint allows."""
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if hint in PLAIN:
        return PLAIN[hint]
    if origin in (types.UnionType, typing.Union):
        return st.one_of(*map(values, inner))
    if origin is tuple and inner[1:] == (Ellipsis,):
        return st.lists(values(inner[0]), max_size=3).map(tuple)
    if origin is tuple:
        return st.tuples(*map(values, inner))
    if origin is frozenset:
        return st.frozensets(values(inner[0]), max_size=3)
    if origin is not None:
        assert issubclass(origin, Mapping), hint
        return st.dictionaries(values(inner[0]), values(inner[1]), max_size=3).map(Frozen)
    if issubclass(hint, Enum):
        return st.sampled_from(list(hint))
    hints = typing.get_type_hints(hint)
    names = hint._fields if issubclass(hint, tuple) else [each.name for each in dataclasses.fields(hint)]
    return st.builds(hint, **{name: values(hints[name]) for name in names})


def difference(one: Any, other: Any, where: str = "") -> str | None:
    """The first place where two values are not the same, of the same types and in the same order.

    What an equality may overlook is found: True and 1, a tuple and a named tuple, an enumeration and its word.
    """
    if type(one) is not type(other):
        return f"{where}: {type(one).__name__} and {type(other).__name__}"
    if isinstance(one, frozenset):
        # Without an order of their own, members are compared in that of their words.
        return (
            difference(sorted(one, key=repr), sorted(other, key=repr), where) if one == other else f"{where}: members"
        )
    if isinstance(one, tuple | list | Mapping) or dataclasses.is_dataclass(one):
        ones, others = _parts(one), _parts(other)
        if [name for name, _ in ones] != [name for name, _ in others]:
            return f"{where}: {len(ones)} and {len(others)} parts, or in another order"
        found = (difference(a, b, f"{where}.{name}") for (name, a), (_, b) in zip(ones, others, strict=True))
        return next((each for each in found if each), None)
    return None if one == other else f"{where}: {one!r} and {other!r}"


def _parts(value: Any) -> list[tuple[str, Any]]:
    """What is inside a value, each part with its name; the types of keys are part of their names."""
    if isinstance(value, Mapping):
        return [(repr(key), each) for key, each in value.items()]
    if dataclasses.is_dataclass(value):
        return [(each.name, getattr(value, each.name)) for each in dataclasses.fields(value)]
    names = getattr(value, "_fields", range(len(value)))
    return [(str(name), each) for name, each in zip(names, value, strict=True)]
