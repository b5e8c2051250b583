"""A served house whose clock stands still until a test sets it on, so that a gaming day can end while a test looks.

The server is a process of its own: it finds the time in a file, by a module that Python imports before everything else.
"""

import os
from pathlib import Path

import pytest

from tests.browser import served_scene

_MODULE = """
import time
from pathlib import Path

_file = Path({file!r})
time.time_ns = lambda: int(_file.read_text())
"""


class StillClock:
    """The clock of every house that is served from now on; it begins at this moment, in nanoseconds since 1970."""

    def __init__(self, folder: Path, begins: int, monkeypatch: pytest.MonkeyPatch) -> None:
        folder.mkdir()
        self._file = folder / "now"
        (folder / "sitecustomize.py").write_text(_MODULE.format(file=str(self._file)))
        self._set(begins)
        monkeypatch.setitem(served_scene.ENVIRONMENT, "PYTHONPATH", str(folder))

    def pass_hours(self, hours: int) -> None:
        self._set(int(self._file.read_text()) + hours * 3600 * 10**9)

    def _set(self, now: int) -> None:
        # At no moment is there half a number in the file.
        new = self._file.with_suffix(".new")
        new.write_text(str(now))
        os.replace(new, self._file)
