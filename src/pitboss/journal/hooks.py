"""How values of each type are written for the journal and read from it, as strictly one way as the other.

Cards are written by their faces, enumerations by their words, and records with their fields by name. Mappings come back
in the order in which they were written, because the rules go through them in it: one whose keys ascend is an object,
any other is a list of pairs.
"""

import json
from collections.abc import Callable, Mapping
from datetime import date
from fractions import Fraction
from functools import cache
from itertools import islice
from operator import itemgetter, le
from typing import Any, NamedTuple

from pitboss.cards.card import JOKER, UNSEEN, Card, face
from pitboss.cards.order import Category
from pitboss.games.frozen import Frozen
from pitboss.games.shape_check import fields_of
from pitboss.journal import kinds
from pitboss.journal.kinds import form_of, tag_of

# Which class it is, where one of several may stand. No field can have this name: it is a word of the language.
_TAG = "is"
to_json = json.JSONEncoder(sort_keys=True, separators=(",", ":"), check_circular=False, allow_nan=False).encode


class Unreadable(ValueError):
    """A row that cannot be read as an event: one sentence that says why."""


class OfAnotherVersion(Unreadable):
    """A snapshot that another version of the program has made: nobody reads it, and the events are folded instead."""


class Hooks(NamedTuple):
    """How values of one type are written and read. The second argument of `read` is for cattrs, and not looked at."""

    write: Callable[[Any], Any]
    read: Callable[[Any, Any], Any]


# Values that are one word or number.


def _exactly(kind: type, what: str) -> Hooks:
    """Values that JSON has too: nothing is converted, and nothing that is almost one is taken for one."""

    def write(value: Any) -> Any:
        if type(value) is not kind:
            raise TypeError(f"{value!r} is not {what}")
        return value

    def read(value: Any, _: Any) -> Any:
        if type(value) is not kind:
            raise Unreadable(f"{value!r} is not {what}")
        return value

    return Hooks(write, read)


def _by_word(words: Mapping[str, Any], kind: type, what: str) -> Hooks:
    """Values that are known one by one, such as cards and members of an enumeration."""
    by_value = {value: word for word, value in words.items()}

    def write(value: Any) -> str:
        if type(value) is not kind or value not in by_value:
            raise TypeError(f"{value!r} is not {what}")
        return by_value[value]

    def read(word: Any, _: Any) -> Any:
        if type(word) is not str or word not in words:
            raise Unreadable(f"{word!r} is not {what}")
        return words[word]

    return Hooks(write, read)


def _by_text(kind: Any, what: str, parse: Callable[[str], Any]) -> Hooks:
    """Values that have one spelling, `str` of them, and can be read from it."""

    def write(value: Any) -> str:
        if type(value) is not kind:
            raise TypeError(f"{value!r} is not {what}")
        return str(value)

    def read(text: Any, _: Any) -> Any:
        if type(text) is not str or str(value := parse(text)) != text:
            raise Unreadable(f"{text!r} is not {what}")
        return value

    return Hooks(write, read)


def _write_anything(value: Any) -> Any:
    """A value of a field whose type says nothing: words, numbers, tuples and mappings, and classes with their names."""
    if type(value) in _PLAIN_VALUES:
        return value
    if type(value) is tuple:
        return [_write_anything(each) for each in value]
    if type(value) is Frozen:
        return {_TAG: "map", "of": [[_write_anything(key), _write_anything(each)] for key, each in value.items()]}
    kind: Any = type(value)
    tag = tag_of(kind)
    if kinds.taggable().get(tag) is not kind:
        raise TypeError(f"The journal cannot keep {value!r} where anything may stand.")
    return {_TAG: tag, "of": hooks_of(kind).write(value)}


def _read_anything(stored: Any, _: Any) -> Any:
    if type(stored) in _PLAIN_VALUES:
        return stored
    if type(stored) is list:
        return tuple([_read_anything(each, _) for each in stored])
    if stored.keys() != {_TAG, "of"}:
        raise Unreadable("it does not say what it is")
    tag, inner = stored[_TAG], stored["of"]
    if tag == "map":
        return _pairs(_ANYTHING, _ANYTHING).read(inner, None)
    if type(tag) is not str or tag not in kinds.taggable():
        raise Unreadable(f"there is nothing called {tag!r}")
    return hooks_of(kinds.taggable()[tag]).read(inner, None)


_PLAIN_VALUES = (type(None), bool, int, str)
_ANYTHING = Hooks(_write_anything, _read_anything)
_PLAIN: Mapping[Any, Hooks] = {
    int: _exactly(int, "a whole number"),
    str: _exactly(str, "words"),
    bool: _exactly(bool, "true or false"),
    type(None): _exactly(type(None), "nothing"),
    Card: _by_word({face(Card(card)): Card(card) for card in range(UNSEEN, JOKER + 1)}, int, "a card"),
    Fraction: _by_text(Fraction, "a fraction", Fraction),
    date: _by_text(date, "a day", date.fromisoformat),
    object: _ANYTHING,
    Any: _ANYTHING,
}


# Types with types inside them.


@cache
def hooks_of(hint: Any) -> Hooks:
    """Return the functions that write and read values of a type, made once for each type."""
    sort, inner = form_of(hint)
    match sort:
        case "plain":
            return _PLAIN[hint]
        case "enum":
            return _by_word(kinds.words_of(hint), hint, f"one of {', '.join(kinds.words_of(hint))}")
        case "record":
            return _record(hint)
        case "base":
            return _tagged_hooks(lambda: kinds.descendants(hint))
        case "tuple":
            return _tuple(hooks_of(inner[0]))
        case "row":
            return _row([hooks_of(each) for each in inner])
        case "set":
            return _set_hooks(inner[0])
        case "map":
            return _map(inner[0], hooks_of(inner[1]))
        case _:
            return _union(inner)


def _record(kind: Any) -> Hooks:
    """A named tuple or a dataclass, as an object with its fields; its functions are written out by cattrs.

    The hooks of the fields are ours and not those of a converter: that one looks for a class first, and would take a
    StrEnum for the string that it also is.
    """
    from cattrs import override
    from cattrs.cols import namedtuple_dict_structure_factory, namedtuple_dict_unstructure_factory
    from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn

    hooks = {name: hooks_of(hint) for name, hint in fields_of(kind).items()}
    fields: Any = {name: override(unstruct_hook=hook.write, struct_hook=hook.read) for name, hook in hooks.items()}
    converter = _converter()
    if issubclass(kind, tuple):
        write_fields = namedtuple_dict_unstructure_factory(kind, converter, False, False, **fields)
        read = namedtuple_dict_structure_factory(kind, converter, False, True, False, **fields)
    else:
        write_fields = make_dict_unstructure_fn(kind, converter, _cattrs_use_linecache=False, **fields)
        read = make_dict_structure_fn(kind, converter, _cattrs_use_linecache=False, **fields)

    def write(value: Any) -> Any:
        if type(value) is not kind:
            raise TypeError(f"{value!r} is not a {kind.__name__}")
        return write_fields(value)

    return Hooks(write, read)


@cache
def _converter() -> Any:
    """Loaded when the first record is met: whoever only needs the names of things does not wait for it."""
    from cattrs import Converter

    return Converter(forbid_extra_keys=True, detailed_validation=False)


def _tagged_hooks(classes_now: Callable[[], Mapping[str, type]]) -> Hooks:
    """One of several classes, as an object that says which; a game that is registered later counts too."""

    def write(value: Any) -> Any:
        classes = classes_now()
        tag = next((tag for tag, kind in classes.items() if kind is type(value)), None)
        if tag is None:
            raise TypeError(f"{value!r} is none of {', '.join(classes)}")
        return {_TAG: tag, **hooks_of(classes[tag]).write(value)}

    def read(stored: Any, _: Any) -> Any:
        classes = classes_now()
        kind = classes.get(stored[_TAG]) if type(stored[_TAG]) is str else None
        if kind is None:
            raise Unreadable(f"{stored[_TAG]!r} is none of {', '.join(classes)}")
        return hooks_of(kind).read({name: value for name, value in stored.items() if name != _TAG}, kind)

    return Hooks(write, read)


def _tuple(each: Hooks) -> Hooks:
    def write(value: Any) -> Any:
        if type(value) is not tuple:
            raise TypeError(f"{value!r} is not a tuple")
        return [each.write(part) for part in value]

    def read(stored: Any, _: Any) -> Any:
        return tuple([each.read(part, _) for part in _list(stored)])

    return Hooks(write, read)


def _row(places: list[Hooks]) -> Hooks:
    """A tuple of so many values, each with its own type."""

    def write(value: Any) -> Any:
        if type(value) is not tuple or len(value) != len(places):
            raise TypeError(f"{value!r} is not a tuple of {len(places)}")
        return [hook.write(part) for hook, part in zip(places, value, strict=True)]

    def read(stored: Any, _: Any) -> Any:
        if len(_list(stored)) != len(places):
            raise Unreadable(f"there are {len(stored)} values in the place of {len(places)}")
        return tuple([hook.read(part, _) for hook, part in zip(places, stored, strict=True)])

    return Hooks(write, read)


def _set_hooks(hint: Any) -> Hooks:
    """A set has no order of its own: words and numbers are written in theirs, all else in that of its text."""
    each = hooks_of(hint)
    in_order = None if hint in (int, str) or form_of(hint).sort == "enum" else to_json

    def write(value: Any) -> Any:
        if type(value) is not frozenset:
            raise TypeError(f"{value!r} is not a frozen set")
        return sorted([each.write(part) for part in value], key=in_order)

    def read(stored: Any, _: Any) -> Any:
        found = frozenset([each.read(part, _) for part in _list(stored)])
        if len(found) != len(stored) or stored != sorted(stored, key=in_order):
            raise Unreadable("a member of a set stands there twice, or in another order")
        return found

    return Hooks(write, read)


def _list(stored: Any) -> Any:
    if type(stored) is not list:
        raise Unreadable(f"{stored!r} is not a list")
    return stored


def _map(key_hint: Any, values: Hooks) -> Hooks:
    # The names in an object are words, also of a mapping by numbers.
    names = _number_or_category(_by_text(int, "a whole number", int)) if key_hint is int else hooks_of(key_hint)
    keys = _number_or_category(_PLAIN[int]) if key_hint is int else names
    pairs = _pairs(keys, values)

    def write(value: Any) -> Any:
        # A mapping that could still be changed comes back as one that cannot.
        if type(value) is not Frozen and type(value) is not dict:
            raise TypeError(f"{value!r} is not a mapping")
        if _ascends(value):
            return {names.write(key): values.write(each) for key, each in value.items()}
        return pairs.write(value)

    def read(stored: Any, _: Any) -> Any:
        if type(stored) is list:
            found = pairs.read(stored, _)
            if _ascends(found):
                raise Unreadable("a mapping in the order of its keys is an object")
            return found
        entries = [(names.read(name, _), values.read(each, _)) for name, each in stored.items()]
        return Frozen(sorted(entries, key=itemgetter(0)))

    return Hooks(write, read)


def _ascends(value: Mapping[Any, Any]) -> bool:
    return all(map(le, value, islice(value, 1, None)))


def _number_or_category(numbers: Hooks) -> Hooks:
    """Keys of a mapping by numbers: pay tables go by categories of hands, which are numbers with names."""
    categories = hooks_of(Category)

    def write(key: Any) -> Any:
        return categories.write(key) if type(key) is Category else numbers.write(key)

    def read(stored: Any, _: Any) -> Any:
        is_category = type(stored) is str and stored in kinds.words_of(Category)
        return categories.read(stored, _) if is_category else numbers.read(stored, _)

    return Hooks(write, read)


def _pairs(keys: Hooks, values: Hooks) -> Hooks:
    """A mapping as a list, in its own order."""
    pair = _row([keys, values])

    def write(value: Any) -> Any:
        return [pair.write(each) for each in value.items()]

    def read(stored: Any, _: Any) -> Any:
        found = Frozen([pair.read(each, _) for each in _list(stored)])
        if len(found) != len(stored):
            raise Unreadable("a key of a mapping stands there twice")
        return found

    return Hooks(write, read)


def _union(members: tuple[Any, ...]) -> Hooks:
    """One of several types, told apart by what is there; classes say which one they are."""
    records = {tag_of(each): each for each in members if form_of(each).sort == "record"}
    rest = [each for each in members if len(records) < 2 or each not in records.values()]
    writers: dict[type, Any] = {}
    readers: dict[type, Any] = {}
    for each in rest:
        _add_alternative(writers, readers, *_looks_of(each), hooks_of(each))
    if len(records) > 1:
        _add_alternative(writers, readers, tuple(records.values()), (dict,), _tagged_hooks(lambda: records))

    def write(value: Any) -> Any:
        if type(value) not in writers:
            raise TypeError(f"{value!r} is none of {', '.join(each.__name__ for each in writers)}")
        return writers[type(value)](value)

    def read(stored: Any, _: Any) -> Any:
        if type(stored) not in readers:
            raise Unreadable(f"{stored!r} is nothing that may stand there")
        return readers[type(stored)](stored, _)

    return Hooks(write, read)


def _add_alternative(
    writers: dict[type, Any], readers: dict[type, Any], values: tuple[type, ...], stored: tuple[type, ...], hooks: Hooks
) -> None:
    if writers.keys() & set(values) or readers.keys() & set(stored):
        raise TypeError(f"The journal cannot tell the alternatives of a union apart: {values} and {tuple(writers)}.")
    writers.update(dict.fromkeys(values, hooks.write))
    readers.update(dict.fromkeys(stored, hooks.read))


def _looks_of(hint: Any) -> tuple[tuple[type, ...], tuple[type, ...]]:
    """The classes that a value of a type can have, and those of what is written of it."""
    match form_of(hint).sort:
        case "plain" if hint in (object, Any):
            raise TypeError("The journal cannot keep a union with anything in it.")
        case "plain":
            return (int if hint is Card else hint,), (str if hint in (Card, Fraction, date) else hint,)
        case "enum":
            return (hint,), (str,)
        case "tuple" | "row":
            return (tuple,), (list,)
        case "set":
            return (frozenset,), (list,)
        case "map":
            return (Frozen,), (dict, list)
        case "base":
            return tuple(kinds.descendants(hint).values()), (dict,)
        case _:
            return (hint,), (dict,)
