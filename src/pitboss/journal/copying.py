"""Whole tables out of the database and into an empty one, the same on both engines."""

from collections.abc import Generator, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from django.db import connection
from django.db.models import Model

from pitboss.journal.guards import models
from pitboss.journal.models import Stream
from pitboss.journal.store import HOUSE_CHAIN

_AT_ONCE = 2000


def columns_of(model: type[Model]) -> tuple[str, ...]:
    return tuple(str(field.column) for field in model._meta.concrete_fields)


def rows_of(model: type[Model]) -> Generator[tuple[Any, ...], None, None]:
    """Yield all rows of a table, in the order of their keys."""
    names = [field.attname for field in model._meta.concrete_fields]
    yield from model._default_manager.order_by("pk").values_list(*names).iterator(_AT_ONCE)


def is_empty() -> bool:
    """Whether nothing has ever happened in this house."""
    return all(not rows.exists() for rows in _anything())


def _anything() -> Iterator[Any]:
    for model in models():
        yield Stream.objects.exclude(name=HOUSE_CHAIN, position=0) if model is Stream else model._default_manager.all()


def make_room() -> None:
    """Takes out of an empty house the one row that a new one begins with."""
    Stream.objects.filter(name=HOUSE_CHAIN).delete()


def load(model: type[Model], rows: Iterable[Sequence[Any]]) -> None:
    """Puts rows into a table, within the transaction that is open."""
    columns = columns_of(model)
    names, marks = ", ".join(f'"{name}"' for name in columns), ", ".join(["%s"] * len(columns))
    statement = f'INSERT INTO "{model._meta.db_table}" ({names}) VALUES ({marks})'
    coming = iter(rows)
    with connection.cursor() as cursor:
        while batch := list(islice(coming, _AT_ONCE)):
            cursor.executemany(statement, batch)
