"""The house as this process runs it: one `Floor` and one directory of patrons that all its threads share."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache

from pitboss.floor.kernel.floor import Floor
from pitboss.floor.people.directory import Directory

_followed: ContextVar[Floor | None] = ContextVar("followed", default=None)


@cache
def floor() -> Floor:
    """The floor of this process, made when it is first asked for."""
    return Floor()


@cache
def directory() -> Directory:
    return Directory()


@contextmanager
def following(followed: Floor) -> Iterator[None]:
    """What is drawn meanwhile is for the live stream, from a floor as far as the stream has followed it."""
    token = _followed.set(followed)
    try:
        yield
    finally:
        _followed.reset(token)


def is_following() -> bool:
    """Whether something is being drawn for the live stream: the same house must come to the same text."""
    return _followed.get() is not None


def floor_drawn() -> Floor:
    """The floor that whatever is being drawn is drawn from."""
    return _followed.get() or floor()
