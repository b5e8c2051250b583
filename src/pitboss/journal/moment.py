"""Looking at the whole house as of one moment, while it goes on, and without writing anything."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

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
def only_looking() -> Iterator[None]:
    """SQLite: the house is opened so that nothing of it is written, whether or not it could be.

    To be entered before the first connection.
    """
    if connection.vendor != "sqlite":
        yield
        return
    settings = connection.settings_dict
    name, options = settings["NAME"], settings["OPTIONS"]
    with tempfile.TemporaryDirectory(prefix="pitboss-") as own:
        settings["NAME"] = _name_to_look_at(Path(name), Path(own))
        settings["OPTIONS"] = {each: value for each, value in options.items() if each != "init_command"}
        try:
            yield
        finally:
            connection.close()
            settings["NAME"], settings["OPTIONS"] = name, options


def _name_to_look_at(file: Path, own: Path) -> str:
    """The name by which SQLite opens a file to look at; where it cannot as it lies there, that of a copy."""
    log, index = (file.with_name(f"{file.name}-{each}") for each in ("wal", "shm"))
    has_log = log.exists() and log.stat().st_size > 0
    if all(os.access(each, os.W_OK, effective_ids=True) for each in (file, file.parent)):
        return f"file:{quote(str(file))}?mode=ro" if has_log else str(file)
    if log.exists() and index.exists():
        # Somebody else runs it.
        return f"file:{quote(str(file))}?mode=ro"
    if not has_log:
        return f"file:{quote(str(file))}?immutable=1"
    # The copy of a house that ran, without what SQLite reads the log by, where that cannot be made.
    for each in (file, log):
        shutil.copyfile(each, own / each.name)
    return str(own / file.name)


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
