"""A served house whose clock stands still until a test sets it on, so that a gaming day can end while a test looks.

The server is a process of its own: it finds the time in a file.
"""

import os
from pathlib import Path


class StillClock:
    """It begins at this moment, in nanoseconds since 1970."""

    def __init__(self, file: Path, begins: int) -> None:
        self.file = file
        self._set(begins)

    def pass_hours(self, hours: int) -> None:
        self._set(int(self.file.read_text()) + hours * 3600 * 10**9)

    def _set(self, now: int) -> None:
        # At no moment is there half a number in the file.
        new = self.file.with_suffix(".new")
        new.write_text(str(now))
        os.replace(new, self.file)
