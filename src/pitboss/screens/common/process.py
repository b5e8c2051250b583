"""The house as this process runs it: one `Floor` and one directory of patrons that all its threads share."""

from functools import cache

from pitboss.floor.kernel.floor import Floor
from pitboss.floor.people.directory import Directory


@cache
def floor() -> Floor:
    """The floor of this process, made when it is first asked for."""
    return Floor()


@cache
def directory() -> Directory:
    return Directory()
