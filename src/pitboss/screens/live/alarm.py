"""Wakes whoever follows the journal: at once after a commit of this process, or of any other on PostgreSQL.

On SQLite nothing tells of other processes, so that nobody sleeps longer than a second.
"""

import threading
import time
from contextlib import suppress

from django.db import Error as DatabaseError
from django.db import connection

from pitboss.journal.store import CHANNEL

LONGEST_SLEEP_SECONDS = 1.0


class Alarm:
    """Rung from any thread; one thread waits for it."""

    def __init__(self) -> None:
        self._rung = threading.Event()
        self._is_closed = False
        self._listener: threading.Thread | None = None

    def ring(self, _seq: int = 0) -> None:
        self._rung.set()

    def wait(self, seconds: float = LONGEST_SLEEP_SECONDS) -> None:
        """Until it rings, or so long."""
        self._rung.wait(seconds)
        self._rung.clear()

    def listen(self) -> None:
        """Lets the other processes on a PostgreSQL ring it too."""
        if connection.vendor == "postgresql":
            self._listener = threading.Thread(target=self._hear, name="journal-listener", daemon=True)
            self._listener.start()

    def close(self) -> None:
        self._is_closed = True
        if self._listener is not None:
            self._listener.join()

    def _hear(self) -> None:
        """A connection of its own, made anew whenever it breaks."""
        while not self._is_closed:
            try:
                self._hear_until_closed()
            except DatabaseError:
                time.sleep(LONGEST_SLEEP_SECONDS)
            finally:
                with suppress(DatabaseError):
                    connection.close()

    def _hear_until_closed(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"LISTEN {CHANNEL}")
        # Something may have been recorded before it listened.
        self.ring()
        while not self._is_closed:
            with connection.wrap_database_errors:
                for _ in connection.connection.notifies(timeout=LONGEST_SLEEP_SECONDS / 2):
                    self.ring()
