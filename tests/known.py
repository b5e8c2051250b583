"""What must be there."""

from typing import TypeVar

T = TypeVar("T")


def known(value: T | None) -> T:
    """The value itself, which may not be `None` here."""
    assert value is not None
    return value
