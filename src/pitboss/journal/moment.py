"""Looking at the whole house as of one moment, while it goes on."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def one_moment() -> Iterator[None]:
    """Read everything inside as of one moment, without making writers wait.

    Inside a transaction that is open already it is that transaction's moment.
    """
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield
    else:
        # Not Django's own transaction, which would hold the one place there is to write from.
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
        try:
            yield
        finally:
            with connection.cursor() as cursor:
                cursor.execute("ROLLBACK")


@contextmanager
def any_bytes() -> Iterator[None]:
    """SQLite: text comes back also where its bytes are not UTF-8, so that whoever checks it can say where it stands."""
    if connection.vendor != "sqlite":
        yield
        return
    connection.ensure_connection()
    raw = connection.connection
    before, raw.text_factory = raw.text_factory, lambda found: found.decode("utf-8", "surrogateescape")
    try:
        yield
    finally:
        raw.text_factory = before
