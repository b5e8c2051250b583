"""A house in memory: for every case an empty database of its own, made in a millisecond."""

import os
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

import django
from django.apps import apps
from django.core.management import call_command
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import DEFAULT_DB_ALIAS, load_backend

_ENGINE = "django.db.backends.sqlite3"


def set_up() -> None:
    """Prepares this process for the floor, where that has not been done; no folder is touched and none is needed."""
    if not apps.ready:
        os.environ["PITBOSS_SECRET"] = os.environ.get("PITBOSS_SECRET") or secrets.token_urlsafe()
        os.environ["PITBOSS_SEAL_KEY"] = os.environ.get("PITBOSS_SEAL_KEY") or secrets.token_hex(32)
        os.environ["DATABASE_URL"] = ""
        os.environ["DJANGO_SETTINGS_MODULE"] = "pitboss.server.settings"
        django.setup()


@contextmanager
def empty_house() -> Iterator[None]:
    """Within it the database of this thread is an empty one in memory."""
    with _in_memory() as database:
        _furnish().backup(database)
        yield


@cache
def _furnish() -> sqlite3.Connection:
    """The tables of a house with nothing in them, to be copied."""
    kept = sqlite3.connect(":memory:", check_same_thread=False)
    with _in_memory() as database:
        call_command("migrate", verbosity=0, interactive=False)
        database.backup(kept)
    return kept


@contextmanager
def _in_memory() -> Iterator[sqlite3.Connection]:
    options = {"transaction_mode": "IMMEDIATE", "init_command": "PRAGMA recursive_triggers=ON;"}
    settings = connections.configure_settings(
        {DEFAULT_DB_ALIAS: {"ENGINE": _ENGINE, "NAME": ":memory:", "OPTIONS": options}}
    )
    before = connections[DEFAULT_DB_ALIAS]
    made: BaseDatabaseWrapper = load_backend(_ENGINE).DatabaseWrapper(settings[DEFAULT_DB_ALIAS], DEFAULT_DB_ALIAS)
    connections[DEFAULT_DB_ALIAS] = made
    try:
        made.ensure_connection()
        assert isinstance(made.connection, sqlite3.Connection)
        yield made.connection
    finally:
        if made.connection is not None:
            made.connection.close()
        connections[DEFAULT_DB_ALIAS] = before
