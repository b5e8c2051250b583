"""The connections that the threads of a process make to the database, closed when the threads are over."""

import threading
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created


class Connections:
    """Each thread keeps a connection of its own for as long as it lives, and cannot close it when the pool ends."""

    def __init__(self) -> None:
        self._made: set[BaseDatabaseWrapper] = set()

    def follow(self) -> None:
        connection_created.connect(self._note)

    def close(self) -> None:
        """Close the connections, when no thread works any more."""
        connection_created.disconnect(self._note)
        for made in self._made:
            made.inc_thread_sharing()
            made.close()
        self._made.clear()

    def _note(self, connection: BaseDatabaseWrapper, **_: Any) -> None:
        if threading.current_thread() is not threading.main_thread():
            self._made.add(connection)
