"""One process at a time: whoever sets a house up holds its lock, on the database or in its folder."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection

# Any number, as long as all versions of the program use the same.
_ADVISORY_LOCK = 7_148_202


@contextmanager
def hold_process_lock() -> Iterator[None]:
    """While this lasts no other process is here."""
    if connection.vendor == "postgresql":
        _advisory("pg_advisory_lock")
        try:
            yield
        finally:
            _advisory("pg_advisory_unlock")
        return
    lock = os.open(Path(str(connection.settings_dict["NAME"])).parent / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


def _advisory(function: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {function}(%s)", [_ADVISORY_LOCK])
