"""The fixtures `clock` and `house`, for conftest.py of a folder: each test with `house` runs on both engines."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import house_scene
from pitboss.floor.house import Floor
from postgres_server import PostgresServer

ENGINES = (house_scene.SQLITE, pytest.param(house_scene.POSTGRESQL, marks=pytest.mark.needs("postgresql")))


@pytest.fixture
def clock() -> house_scene.Clock:
    return house_scene.Clock()


@pytest.fixture(params=ENGINES)
def house(request: pytest.FixtureRequest, tmp_path: Path, clock: house_scene.Clock) -> Iterator[Floor]:
    """A new, empty house."""
    if request.param == house_scene.SQLITE:
        with house_scene.sqlite_house(tmp_path, clock) as floor:
            yield floor
        return
    server: PostgresServer = request.getfixturevalue("postgres")
    with house_scene.postgresql_house(server, clock) as floor:
        yield floor
