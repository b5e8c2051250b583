"""A furnished house with its pages, and High Card among its games."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.floor.kernel.floor import Floor
from pitboss.kits import register_temporarily
from tests.floor import house_scene
from tests.kits.toy import KIT
from tests.screens import api_scene
from tests.screens.conftest import api, clock

__all__ = ["api", "clock"]


@pytest.fixture(autouse=True)
def high_card() -> Iterator[None]:
    with register_temporarily(KIT):
        yield


@pytest.fixture
def house(tmp_path: Path, clock: house_scene.Clock) -> Iterator[Floor]:
    with house_scene.sqlite_house(tmp_path, clock) as floor:
        yield api_scene.furnished(floor)
