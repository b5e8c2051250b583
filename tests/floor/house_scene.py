"""A real house for tests, on a database of its own: a new SQLite file, or a new database on the suite's PostgreSQL.

Import this before anything of the floor: it sets Django up. `house` in conftest.py gives one on each engine.
"""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec

_HOME = Path(tempfile.mkdtemp(prefix="pitboss-tests-"))
os.environ["PITBOSS_DATA"] = str(_HOME)
os.environ.pop("DATABASE_URL", None)
os.environ["PITBOSS_SECRET"] = "only for tests"
os.environ["PITBOSS_SEAL_KEY"] = "7e57" * 16
os.environ["DJANGO_SETTINGS_MODULE"] = "pitboss.server.settings"

import django  # noqa: E402
import pytest  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection, connections, transaction  # noqa: E402

django.setup()

from pitboss.floor.kernel.floor import Floor  # noqa: E402
from pitboss.journal import copying, guards, store  # noqa: E402
from pitboss.server.settings import database  # noqa: E402
from tests.postgres_server import PostgresServer  # noqa: E402

SQLITE, POSTGRESQL = "sqlite", "postgresql"
Furnish = Callable[[Floor], object]
Given = ParamSpec("Given")
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
    options = settings.get("OPTIONS")
    if options:
        # What the power might do to a file is no question here.
        options["init_command"] += " PRAGMA synchronous=OFF;"
    connections.settings = connections.configure_settings({"default": settings})
    with suppress(AttributeError):
        del connections["default"]


def _make(furnish: Furnish | None) -> None:
    """What a house in the database that is used now begins with: its tables, and what is brought into it."""
    if furnish is None:
        call_command("migrate", verbosity=0, interactive=False)
    else:
        furnish(Floor(Clock()))
    connections.close_all()


@cache
def _made_file(furnish: Furnish | None) -> Path:
    folder = Path(tempfile.mkdtemp(dir=_HOME))
    if furnish is not None:
        shutil.copy(_made_file(None), folder)
    use(database("", folder))
    _make(furnish)
    return folder / "house.sqlite3"


@contextmanager
def sqlite_house(
    folder: Path, clock: Callable[[], int] | None = None, furnish: Furnish | None = None
) -> Iterator[Floor]:
    """A new house in a folder; what it is furnished with is made once and copied."""
    made = _made_file(furnish)
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(made, folder)
    use(database("", folder))
    yield Floor(clock or Clock())
    connections.close_all()


@cache
def _made_database(server: PostgresServer, furnish: Furnish | None) -> str:
    url = server.database(template=None if furnish is None else _made_database(server, None))
    use(database(url, _HOME))
    _make(furnish)
    return url


@contextmanager
def postgresql_house(
    server: PostgresServer, clock: Callable[[], int] | None = None, furnish: Furnish | None = None
) -> Iterator[Floor]:
    """The same in a database of its own."""
    url = server.database(template=_made_database(server, furnish))
    use(database(url, _HOME))
    yield Floor(clock or Clock())
    connections.close_all()
    server.drop(url)


def once(furnish: Callable[Concatenate[Floor, Given], None]) -> Callable[Concatenate[Floor, Given], None]:
    """What an empty house begins with is made by its commands once on each engine, and then its rows are copied."""
    made: dict[object, tuple[int, list[Any]]] = {}

    @wraps(furnish)
    def furnished(floor: Floor, /, *given: Given.args, **named: Given.kwargs) -> None:
        called = None if store.last_seq() else (connection.vendor, floor.clock(), repr((given, named)))
        if called not in made:
            furnish(floor, *given, **named)
            if called:
                made[called] = floor.clock(), [(model, [*copying.rows_of(model)]) for model in guards.models()]
            return
        now, tables = made[called]
        with transaction.atomic():
            copying.make_room()
            for model, rows in tables:
                copying.load(model, rows)
        if isinstance(floor.clock.wall, Clock):
            floor.clock.wall.now = now

    return furnished
