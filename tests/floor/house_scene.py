"""A real house for tests, on a database of its own: a new SQLite file, or a new database on the suite's PostgreSQL.

Import this before anything of the floor: it sets Django up. `house` in conftest.py gives one on each engine.
"""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

_HOME = Path(tempfile.mkdtemp(prefix="pitboss-tests-"))
os.environ["PITBOSS_DATA"] = str(_HOME)
os.environ.pop("DATABASE_URL", None)
os.environ["PITBOSS_SECRET"] = "only for tests"
os.environ["DJANGO_SETTINGS_MODULE"] = "pitboss.server.settings"

import django  # noqa: E402
import pytest  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connections  # noqa: E402

django.setup()

from pitboss.floor.kernel.floor import Floor  # noqa: E402
from pitboss.server.settings import database  # noqa: E402
from tests.postgres_server import PostgresServer  # noqa: E402

SQLITE, POSTGRESQL = "sqlite", "postgresql"
# For tests with a `house` that its database makes no difference to: pages, whose commands are tried on both elsewhere.
ON_SQLITE = pytest.mark.parametrize("house", [SQLITE], indirect=True)


class Clock:
    """A clock that stands still until it is told to go on. Microseconds since 1970; it begins on a Saturday noon."""

    def __init__(self) -> None:
        self.now = 1_763_172_000_000_000

    def __call__(self) -> int:
        return self.now

    def pass_seconds(self, seconds: float) -> None:
        self.now += int(seconds * 1_000_000)


def use(settings: dict[str, Any]) -> None:
    """Points Django at another database; connections of this thread are closed first."""
    connections.close_all()
    connections.settings = connections.configure_settings({"default": settings})
    with suppress(AttributeError):
        del connections["default"]


@cache
def _migrated_file() -> Path:
    template = _HOME / "template" / "house.sqlite3"
    template.parent.mkdir()
    use(database("", template.parent))
    call_command("migrate", verbosity=0, interactive=False)
    connections.close_all()
    return template


@contextmanager
def sqlite_house(folder: Path, clock: Callable[[], int] | None = None) -> Iterator[Floor]:
    """A new house in a folder."""
    template = _migrated_file()
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(template, folder / "house.sqlite3")
    use(database("", folder))
    yield Floor(clock or Clock())
    connections.close_all()


@cache
def _migrated_database(server: PostgresServer) -> str:
    url = server.database()
    use(database(url, _HOME))
    call_command("migrate", verbosity=0, interactive=False)
    connections.close_all()
    return url


@contextmanager
def postgresql_house(server: PostgresServer, clock: Callable[[], int] | None = None) -> Iterator[Floor]:
    """A new house in a database of its own."""
    url = server.database(template=_migrated_database(server))
    use(database(url, _HOME))
    yield Floor(clock or Clock())
    connections.close_all()
    server.drop(url)
