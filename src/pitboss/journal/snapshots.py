"""Snapshots: what a stream had come to at a position. They save time and are proof of nothing: `verify` checks them."""

from django.db import connection


def keep(stream: str, position: int, body: str) -> None:
    """Keeps what a stream has come to."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO journal_snapshot (stream, position, body) VALUES (%s, %s, %s) "
            "ON CONFLICT (stream, position) DO NOTHING",
            [stream, position, body],
        )


def before(stream: str, position: int) -> tuple[int, str] | None:
    """The last snapshot of a stream at or before a position."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT position, body FROM journal_snapshot WHERE stream = %s AND position <= %s "
            "ORDER BY position DESC LIMIT 1",
            [stream, position],
        )
        found: tuple[int, str] | None = cursor.fetchone()
        return found
