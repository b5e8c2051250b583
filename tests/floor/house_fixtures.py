"""The fixtures `clock` and `house`, for files and folders with many small tests: each runs on both engines.

On PostgreSQL all tests of a process share one database, which is emptied before each: a tenth of the time that a new
database takes. Tests that change the tables themselves need one of their own, from `house_scene`.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, connections

from pitboss.floor.kernel.floor import Floor
from pitboss.journal import guards
from pitboss.journal.chain import BEGINNING
from pitboss.journal.store import HOUSE_CHAIN
from pitboss.server.settings import database
from tests.floor import house_scene
from tests.postgres_server import PostgresServer

ENGINES = (house_scene.SQLITE, pytest.param(house_scene.POSTGRESQL, marks=pytest.mark.needs("postgresql")))


@pytest.fixture
def clock() -> house_scene.Clock:
    return house_scene.Clock()


@pytest.fixture(params=ENGINES)
def house(request: pytest.FixtureRequest, tmp_path: Path, clock: house_scene.Clock) -> Iterator[Floor]:
    """An empty house."""
    if request.param == house_scene.SQLITE:
        with house_scene.sqlite_house(tmp_path, clock) as floor:
            yield floor
        return
    server: PostgresServer = request.getfixturevalue("postgres")
    house_scene.use(database(_kept_database(server), tmp_path))
    # A new connection would be a new process of the server, which has to find its way about first.
    connections["default"] = _kept_connection(server)
    _empty()
    yield Floor(clock)
    del connections["default"]


@cache
def _kept_database(server: PostgresServer) -> str:
    with house_scene.postgresql_house(server):
        return server.database(template=str(connection.settings_dict["NAME"]))


@cache
def _kept_connection(_server: PostgresServer) -> Any:
    """Of the thread of the tests, in the database that is used now."""
    return connections["default"]


def _empty() -> None:
    """All rows go, past the triggers that forbid it, as only the server's superuser can."""
    with connection.cursor() as cursor:
        # TRUNCATE makes new files, which takes longer than a few rows do.
        emptied = "; ".join(f"DELETE FROM {model._meta.db_table}" for model in guards.models())
        cursor.execute(f"SET session_replication_role = replica; {emptied}")
        cursor.execute(
            "INSERT INTO journal_stream (name, position, digest) VALUES (%s, 0, %s)", [HOUSE_CHAIN, BEGINNING]
        )
        cursor.execute("SET session_replication_role = DEFAULT")
