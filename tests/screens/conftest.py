"""A furnished house on each engine, and its JSON API."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.floor.kernel.floor import Floor
from pitboss.floor.people.directory import Directory
from pitboss.screens.common import process
from tests import session
from tests.floor import house_scene
from tests.screens import api_scene
from tests.screens.maths import zygote

ENGINES = (house_scene.SQLITE, pytest.param(house_scene.POSTGRESQL, marks=pytest.mark.needs("postgresql")))


@pytest.fixture(autouse=True, scope="session")
def _shared() -> None:
    session.share_templates()
    zygote.take_part()


@pytest.fixture
def clock() -> house_scene.Clock:
    return house_scene.Clock()


@pytest.fixture(params=ENGINES)
def house(request: pytest.FixtureRequest, tmp_path: Path, clock: house_scene.Clock) -> Iterator[Floor]:
    """An open house with people and a table."""
    if request.param == house_scene.SQLITE:
        opened = house_scene.sqlite_house(tmp_path, clock, api_scene.furnished)
    else:
        opened = house_scene.postgresql_house(request.getfixturevalue("postgres"), clock, api_scene.furnished)
    with opened as floor:
        yield floor


@pytest.fixture
def api(house: Floor, monkeypatch: pytest.MonkeyPatch) -> api_scene.Api:
    directory = Directory()
    monkeypatch.setattr(process, "floor", lambda: house)
    monkeypatch.setattr(process, "directory", lambda: directory)
    return api_scene.Api(house)
