"""`/health` tries a write: it knows a disk that takes nothing before anybody's wager does, and leaves no trace."""

import subprocess
import sys
from collections import namedtuple
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.db import connection

from pitboss.journal import store
from pitboss.journal.models import Event, Snapshot, Stream
from pitboss.screens import health
from tests.browser.served_scene import ENVIRONMENT
from tests.floor import house_scene
from tests.screens.api_scene import Api, told

on_sqlite = pytest.mark.parametrize("house", [house_scene.SQLITE], indirect=True)
Usage = namedtuple("Usage", ("total", "used", "free"))


class Stopwatch:
    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Stopwatch:
    made = Stopwatch()
    monkeypatch.setattr(health, "_last_try", health.LastTry(made))
    return made


def rows() -> list[list[tuple[object, ...]]]:
    return [list(model.objects.order_by("pk").values_list()) for model in (Event, Stream, Snapshot)]


@contextmanager
def read_only() -> Iterator[None]:
    """The database takes nothing."""
    on, off = ("PRAGMA query_only = 1", "PRAGMA query_only = 0")
    if connection.vendor == "postgresql":
        on, off = ("SET default_transaction_read_only = on", "SET default_transaction_read_only = off")
    with connection.cursor() as cursor:
        cursor.execute(on)
        yield
        cursor.execute(off)


def test_it_writes_and_nothing_is_left_of_it(api: Api, watch: Stopwatch) -> None:
    before = rows()
    assert told(api.get("/health")) == {"status": "ok", "seq": store.last_seq(), "database": connection.vendor}
    assert rows() == before


def test_a_database_that_takes_nothing_is_found_and_tried_once_a_second(
    api: Api, watch: Stopwatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries = []
    real = health._try_to_write

    def counted() -> str:
        tries.append(real())
        return tries[-1]

    monkeypatch.setattr(health, "_try_to_write", counted)
    told(api.get("/health"))
    with read_only():
        # What was found a moment ago is told: nobody wears the disk out by asking.
        for _ in range(5):
            told(api.get("/health"))
        watch.seconds += health.EVERY_SECONDS
        assert told(api.get("/health"), 503) == {"status": health.NOT_WRITING, "database": connection.vendor}
    watch.seconds += health.EVERY_SECONDS
    told(api.get("/health"))
    assert tries == [health.OK, health.NOT_WRITING, health.OK]


@on_sqlite
def test_a_disk_that_is_nearly_full_is_told_before_it_is(
    api: Api, watch: Stopwatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _folder: Usage(10**12, 10**12, health.LEAST_BYTES - 1))
    assert told(api.get("/health"), 503)["status"] == health.DISK_FULL


def test_a_disk_that_takes_no_more_is_found(tmp_path: Path) -> None:
    """The system refuses every file that grows, as it does when the disk is full."""
    script = (
        "import resource; from pathlib import Path; from pitboss.server import setup\n"
        f"setup.set_up(Path({str(tmp_path)!r})); setup.bring_up_to_date()\n"
        "from pitboss.screens import health\n"
        "print(health._try_to_write())\n"
        f"grown = Path({str(tmp_path)!r}, 'house.sqlite3-wal').stat().st_size\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (grown, grown))\n"
        "print(health._try_to_write())"
    )
    said = subprocess.run([sys.executable, "-c", script], env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert (said.stdout.splitlines(), said.stderr) == ([health.OK, health.NOT_WRITING], "")
