"""Records as snapshots keep them: any record that is made of what events are made of."""

import json
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from typing import Any

from pitboss.journal.hooks import OfAnotherVersion, hooks_of, to_json
from pitboss.journal.kinds import type_shape, types_within


def writer_of(kind: type) -> Callable[[Any], str]:
    """Writes records of a kind."""
    return lambda record: to_json({"shape": _shape(kind), "record": hooks_of(kind).write(record)})


def reader_of(kind: type) -> Callable[[str], Any]:
    """Reads records of a kind; one that had other fields is unreadable: it is not what the events lead to now."""

    def read(text: str) -> Any:
        found = json.loads(text)
        if not isinstance(found, dict) or found.get("shape") != _shape(kind):
            raise OfAnotherVersion(f"This snapshot of {kind.__name__} was made by another version of the program.")
        return hooks_of(kind).read(found["record"], None)

    return read


@cache
def _shape(kind: type) -> str:
    """A short sign of all types that a record is made of."""
    shapes = {tag: type_shape(each) for tag, each in types_within(kind).items()}
    return sha256(to_json(shapes).encode()).hexdigest()[:16]
