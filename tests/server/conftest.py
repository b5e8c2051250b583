"""A furnished house on SQLite, behind a real server where a test wants one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.floor.kernel.floor import Floor
from pitboss.screens.common import floods, process
from tests.floor import house_scene
from tests.screens import api_scene


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Floor]:
    with house_scene.sqlite_house(tmp_path, furnish=api_scene.furnished) as floor:
        monkeypatch.setattr(process, "floor", lambda: floor)
        yield floor


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> floods.Floods:
    """What is turned away in this test alone."""
    counted = floods.Floods()
    for where in ("pitboss.server.gate.floods", "pitboss.server.ticker.floods"):
        monkeypatch.setattr(where, lambda: counted)
    return counted
