"""The wire to the database: what is said over it is heard, and some of it fails."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any
from unittest.mock import patch

from django.db import connections


class Wire:
    """The connection of a driver, or one of its cursors: `say` hears of every call that reaches the database."""

    def __init__(self, real: Any, say: Callable[..., Any]) -> None:
        self.__dict__.update(_real=real, _say=say)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._real, name, value)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._real)

    def cursor(self, *given: Any, **named: Any) -> "Wire":
        return Wire(self._real.cursor(*given, **named), self._say)

    def execute(self, statement: Any, *given: Any) -> "Wire":
        self._say(partial(self._real.execute, statement, *given), is_commit=statement == "COMMIT")
        return self

    def executemany(self, statement: Any, given: Any) -> "Wire":
        self._say(partial(self._real.executemany, statement, given), is_commit=False)
        return self

    def commit(self) -> None:
        self._say(self._real.commit, is_commit=True)


def fault(words: str) -> Exception:
    """As the driver of the database tells it."""
    driver: Any = connections["default"]
    told: Exception = driver.Database.OperationalError(words)
    return told


@contextmanager
def heard(say: Callable[..., Any]) -> Iterator[None]:
    """Everything that this thread says to its database is said through `say`."""
    used: Any = connections["default"]
    used.ensure_connection()
    real = used.connection
    with patch.object(used, "connection", Wire(real, say)):
        yield


class Failing:
    """Counts the calls of the database and lets one of them fail, before the database has heard of it."""

    def __init__(self, number: int) -> None:
        self._left = number
        # Whether it was the one after the commit, with which PostgreSQL is asked to have everything on the disk.
        self.is_at_disk = False

    def __call__(self, call: Callable[[], Any], *, is_commit: bool) -> None:
        self._left -= 1
        if self._left == 0:
            self.is_at_disk = isinstance(call, partial) and "pg_logical_emit_message" in str(call.args[:1])
            raise fault("the disk is on fire")
        call()

    @property
    def has_failed(self) -> bool:
        return self._left <= 0

    @contextmanager
    def at_work(self) -> Iterator[None]:
        with heard(self):
            yield


@contextmanager
def answer_of_the_commit_is_lost() -> Iterator[None]:
    """The database commits, and then the connection breaks before it can say so."""

    def say(call: Callable[[], Any], *, is_commit: bool) -> None:
        call()
        if is_commit:
            raise fault("the line is dead")

    with heard(say):
        yield
