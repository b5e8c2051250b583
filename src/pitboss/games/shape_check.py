"""The one check of shapes: msgspec says whether a value fits a type, and this module where it does not, and why.

Commands, forms, the particulars of the desk, structures and case files are all held against types here, and every edge
has its own sentences for the same few faults.
"""

import dataclasses
import types
import typing
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from difflib import get_close_matches
from enum import Enum
from functools import cache, reduce
from operator import or_
from typing import Annotated, Any, Literal, NamedTuple

import msgspec

MISSING, UNKNOWN, UNFIT = "missing", "unknown", "unfit"
Place = tuple[str | int, ...]
_ABSENT: Any = object()
_ARRAYS: tuple[Any, ...] = (list, tuple, frozenset)
_UNIONS = (types.UnionType, typing.Union)
_DICT: Any = dict


class Misfit(NamedTuple):
    """Where a value does not fit, and why: missing, unknown, unfit, or the sentence of a check."""

    place: Place
    why: str
    value: Any = None
    kind: Any = None


class CheckedType:
    """A type that a function decides, which yields whatever is wrong with a value."""

    faults: Callable[[Any], Iterator[Misfit]]


def checked_type(faults: Callable[[Any], Iterator[Misfit]]) -> Any:
    """The type of values with which a function finds no fault."""
    return type("Checked", (CheckedType,), {"faults": staticmethod(faults)})


def fit(value: Any, kind: Any) -> Any:
    """The value as its type has it, or the first `Misfit` in it."""
    try:
        return msgspec.convert(value, kind, str_keys=True, dec_hook=_check)
    except msgspec.ValidationError:
        return _first(value, kind)


def _check(kind: type[CheckedType], value: Any) -> Any:
    if next(kind.faults(value), None) is not None:
        raise ValueError
    # What is checked stays as it is: nobody looks at this.
    return kind()


def _first(value: Any, kind: Any) -> Misfit:
    for option in _options(kind):
        for step, part, inner in _parts(value, option):
            if inner is _ABSENT:
                return Misfit((step,), MISSING if part is _ABSENT else UNKNOWN, part, option)
            found = fit(part, inner)
            if isinstance(found, Misfit):
                return found._replace(place=(step, *found.place))
        if isinstance(option, type) and issubclass(option, CheckedType):
            return next(option.faults(value))
    return Misfit((), UNFIT, value, kind)


def _options(kind: Any) -> tuple[Any, ...]:
    """The types that a value may have, without what is said about them."""
    bare = _bare(kind)
    if typing.get_origin(bare) in _UNIONS:
        return tuple(option for each in typing.get_args(bare) for option in _options(each))
    return (bare,)


def _bare(kind: Any) -> Any:
    return kind.__origin__ if typing.get_origin(kind) is Annotated else kind


def _parts(value: Any, kind: Any) -> Iterator[tuple[str | int, Any, Any]]:
    """What is inside a value, each with its place and type; no type where it is missing or not known."""
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if isinstance(value, Mapping) and hasattr(kind, "__struct_fields__"):
        kinds = _kinds_within(kind)
        required = (each.encode_name for each in msgspec.structs.fields(kind) if each.required)
        yield from ((name, part, _ABSENT) for name, part in value.items() if name not in kinds)
        yield from ((name, _ABSENT, _ABSENT) for name in required if name not in value)
        yield from ((name, part, kinds[name]) for name, part in value.items())
    elif isinstance(value, Mapping) and dataclasses.is_dataclass(kind):
        hints, usual = fields_of(kind), defaults_of(kind)
        yield from ((name, part, hints.get(name, _ABSENT)) for name, part in value.items())
        yield from ((name, _ABSENT, _ABSENT) for name in hints if name not in usual and name not in value)
    elif isinstance(value, Mapping) and isinstance(origin, type) and issubclass(origin, Mapping):
        yield from ((name, part, inner[1]) for name, part in value.items())
        yield from ((name, name, inner[0]) for name in value)
    elif isinstance(value, list | tuple) and origin in _ARRAYS:
        yield from ((at, part, inner[0]) for at, part in enumerate(value))
    elif isinstance(value, list | tuple) and _is_row(kind) and len(value) <= len(kind.__struct_fields__):
        row = zip(msgspec.structs.fields(kind), value, strict=False)
        yield from ((each.name, part, each.type) for each, part in row)


def _kinds_within(kind: Any) -> dict[str, Any]:
    if dataclasses.is_dataclass(kind):
        return fields_of(kind)
    return {each.encode_name: each.type for each in msgspec.structs.fields(kind)}


def _is_row(kind: Any) -> bool:
    return hasattr(kind, "__struct_config__") and bool(kind.__struct_config__.array_like)


# What is said.


def path_of(place: Place) -> str:
    """`script[3].amount`."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in place).removeprefix(".")


def suggestion(written: str, known: Iterable[str]) -> str:
    """` (did you mean amount?)`; nothing where no known word is near."""
    near = get_close_matches(written, list(known), n=1)
    return f" (did you mean {near[0]}?)" if near else ""


_KINDS: Mapping[Any, str] = {
    str: "text",
    int: "a whole number",
    float: "a number with a fraction",
    bool: "true or false",
    list: "a list",
    dict: "an object",
    type(None): "null",
}


class Wording(NamedTuple):
    """The sentences of an edge.

    `{wanted}` is the kind that fits, `{kind}` that of the value, `{value}` what it is, `{near}` a field with a name
    that may have been meant.
    """

    missing: str
    unknown: str
    unfit: str
    # A number below its least; a word that is none of those there are.
    below: str = ""
    choice: str = ""
    # What kinds are called otherwise than elsewhere; how a value is written.
    kinds: Mapping[Any, str] = {}
    shown: Callable[[Any], str] = str
    # Whether all kinds are told where several fit, or the first.
    tells_all: bool = False

    def sentence(self, found: Misfit) -> str:
        """What is wrong, in one sentence."""
        if found.why == UNKNOWN:
            return self.unknown.format(near=suggestion(str(found.place[-1]), _kinds_within(found.kind)))
        if found.why == UNFIT:
            return self._unfit(found.value, found.kind)
        return self.missing if found.why == MISSING else found.why

    def _unfit(self, value: Any, kind: Any) -> str:
        members = typing.get_args(kind) if typing.get_origin(kind) in _UNIONS else (kind,)
        for meta in filter(None, map(_meta, members)):
            if type(value) is int and meta.ge is not None and value < meta.ge:
                return self.below.format(least=meta.ge, value=value)
            if type(value) is int and meta.le is not None and value > meta.le:
                return "This number is too large."
            if type(value) is str and meta.max_length is not None and len(value) > meta.max_length:
                return f"{meta.max_length} characters at most."
        if type(value) is str and self.choice and any(map(_is_enum, _options(kind))):
            return self.choice.format(value=repr(value))
        return self.unfit.format(
            wanted=self._expected_words(kind), kind=self._type_name(type(value)), value=self.shown(value)
        )

    def _expected_words(self, kind: Any) -> str:
        meta, bare = _meta(kind), _bare(kind)
        if meta and meta.extra:
            return str(meta.extra["words"])
        if len(_options(kind)) > 1:
            named = list(map(self._expected_words, typing.get_args(bare)))
            return " or ".join(named) if self.tells_all else named[0]
        if typing.get_origin(bare) is Literal:
            return f"one of {', '.join(typing.get_args(bare))}"
        return f"a row of {', '.join(bare.__struct_fields__)}" if _is_row(bare) else self._type_name(bare)

    def _type_name(self, kind: Any) -> str:
        kind = typing.get_origin(kind) or kind
        base = str if _is_enum(kind) else list if kind in _ARRAYS else kind if kind in _KINDS else dict
        return self.kinds.get(base, _KINDS[base])


def _meta(kind: Any) -> msgspec.Meta | None:
    return kind.__metadata__[0] if typing.get_origin(kind) is Annotated else None


def _is_enum(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Enum)


# Types for edges.


def named_type(words: str, kind: Any, **bounds: Any) -> Any:
    """A type that sentences call by these words."""
    return Annotated[kind, msgspec.Meta(extra={"words": words}, **bounds)]


def readable_type(words: str, read: Callable[[Any], object]) -> Any:
    """The type of what a function can read: it raises ValueError where it cannot, or answers None."""

    def faults(value: Any) -> Iterator[Misfit]:
        try:
            fits = read(value) is not None
        except ValueError:
            fits = False
        if not fits:
            yield Misfit((), UNFIT, value, named_type(words, str))

    return checked_type(faults)


def record_type(fields: Mapping[str, Any], required: Collection[str] = ()) -> Any:
    """The type of an object with these fields and no others."""
    rows: Any = [(name, kind) if name in required else (name, kind, None) for name, kind in fields.items()]
    return msgspec.defstruct("Record", rows, kw_only=True, forbid_unknown_fields=True)


class Forms:
    """The types of the program as an edge takes them: each record is an object with its fields, or a row of them.

    `own` are the types that the edge has for some of ours, such as words with a bound; fields of `without` are not for
    it to say.
    """

    def __init__(self, own: Mapping[Any, Any], *, rows: bool = False, without: tuple[str, ...] = ()) -> None:
        self._own = own
        self._rows = rows
        self._without = without
        self.of: Callable[[Any], Any] = cache(self._of)

    def _of(self, hint: Any) -> Any:
        if hint is ... or hint in self._own:
            return self._own.get(hint, hint)
        origin, inner = typing.get_origin(hint), tuple(map(self.of, typing.get_args(hint)))
        if origin in _UNIONS:
            return reduce(or_, inner)
        if origin in (tuple, frozenset):
            return origin[inner]
        if origin is not None and issubclass(origin, Mapping):
            return _DICT[inner]
        return self._record(hint) if dataclasses.is_dataclass(hint) or hasattr(hint, "_fields") else hint

    def _record(self, kind: Any) -> Any:
        defaults = {
            name: msgspec.field(default_factory=dict) if isinstance(usual, Mapping) else usual
            for name, usual in defaults_of(kind).items()
        }
        fields: Any = [
            (name, self.of(hint), defaults[name]) if name in defaults else (name, self.of(hint))
            for name, hint in fields_of(kind).items()
            if name not in self._without
        ]
        is_row = hasattr(kind, "_fields")
        return msgspec.defstruct(
            kind.__name__,
            fields,
            kw_only=not is_row,
            array_like=is_row and self._rows,
            forbid_unknown_fields=True,
            frozen=True,
        )


def fields_of(kind: Any) -> dict[str, Any]:
    """The fields of a named tuple or a dataclass, each with its type."""
    return _fields_of(kind)


@cache
def _fields_of(kind: Any) -> dict[str, Any]:
    hints = typing.get_type_hints(kind)
    names = kind._fields if hasattr(kind, "_fields") else [each.name for each in dataclasses.fields(kind)]
    return {name: hints[name] for name in names}


def defaults_of(kind: Any) -> dict[str, Any]:
    """What the fields of a named tuple or a dataclass are where nothing is said."""
    if hasattr(kind, "_fields"):
        return dict(kind._field_defaults)
    none, fields = dataclasses.MISSING, dataclasses.fields(kind)
    made = {each.name: each.default_factory() for each in fields if each.default_factory is not none}
    return made | {each.name: each.default for each in fields if each.default is not none}
