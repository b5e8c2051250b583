"""Database guards: triggers and constraints that refuse forbidden changes, and a check that all are there."""

from collections.abc import Iterator
from importlib import import_module
from types import SimpleNamespace
from typing import Any, NamedTuple

from django.apps import apps
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import CheckConstraint, Model

APPS = ("journal", "ledger", "floor")
_MIGRATION = "pitboss.journal.migrations.0002_never_changed"
# How PostgreSQL tells the same checks that Django makes of the models.
_POSTGRESQL_CHECKS = {
    "ledger_account_never_below_zero": "CHECK (may_owe OR balance >= 0)",
    "ledger_transfer_moves_something": "CHECK (cents > 0)",
    "ledger_transfer_goes_elsewhere": "CHECK (NOT debit::text = credit::text)",
}


class Gap(NamedTuple):
    """A guard that is not as it was put there: whose it is, what it is called, and what is wrong with it."""

    table: str
    name: str
    problem: str


def models() -> tuple[type[Model], ...]:
    """The tables of the house, those that others refer to first."""
    order = {"journal_event": 0, "ledger_account": 1, "ledger_transfer": 2}
    found = [model for app in APPS for model in apps.get_app_config(app).get_models()]
    return tuple(sorted(found, key=lambda model: (order.get(model._meta.db_table, 3), model._meta.db_table)))


def is_there() -> bool:
    """Whether this database has the tables of a house."""
    return "journal_event" in connection.introspection.table_names()


def gaps() -> Iterator[Gap]:
    """Every guard that is missing, changed or strange."""
    on_postgresql = connection.vendor == "postgresql"
    yield from _trigger_gaps(*(_postgresql_triggers() if on_postgresql else _sqlite_triggers()))
    for model in models():
        yield from _postgresql_gaps(model) if on_postgresql else _sqlite_gaps(model)
    yield from _migration_gaps()


def damage() -> str | None:
    """SQLite: what is wrong with the file itself, and nothing where it is whole."""
    if connection.vendor != "sqlite":
        return None
    try:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA integrity_check(1)")
            said = " ".join(str(cursor.fetchone()[0]).split())
    except DatabaseError as error:
        said = str(error)
    return None if said == "ok" else said


def known_migrations() -> list[str]:
    """The steps by which this version makes its tables."""
    return sorted(f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations)


def applied_migrations() -> list[str]:
    """The steps that this database has been through."""
    return sorted(f"{app}.{name}" for app, name in MigrationRecorder(connection).applied_migrations())


Triggers = dict[tuple[str, str], str]


def _trigger_gaps(expected: Triggers, found: Triggers) -> Iterator[Gap]:
    for table, name in sorted(expected.keys() | found.keys()):
        if (table, name) not in found:
            yield Gap(table, name, "the trigger that refuses changes is not there")
        elif (table, name) not in expected:
            yield Gap(table, name, "there is a trigger that does not belong there")
        elif found[table, name] != expected[table, name]:
            yield Gap(table, name, "the trigger that refuses changes is not as it was put there")


def _statements() -> list[str]:
    """Return the SQL statements of the migration that forbid changes."""
    said: list[str] = []
    editor = SimpleNamespace(connection=connection, execute=said.append)
    import_module(_MIGRATION).forbid_changes(None, editor)
    return said


def _sqlite_triggers() -> tuple[Triggers, Triggers]:
    words = [statement.split(maxsplit=8) for statement in _statements()]
    expected = {(each[each.index("ON") + 1], each[2]): said for each, said in zip(words, _statements(), strict=True)}
    with connection.cursor() as cursor:
        cursor.execute("SELECT tbl_name, name, sql FROM sqlite_master WHERE type = 'trigger'")
        return expected, {(table, name): sql for table, name, sql in cursor.fetchall()}


def _postgresql_triggers() -> tuple[Triggers, Triggers]:
    migration: Any = import_module(_MIGRATION)
    body = f" BEGIN RAISE EXCEPTION '{migration.SAID}'; END "
    expected = {
        (table, f"{table}_never_changed"): f"CREATE TRIGGER {table}_never_changed BEFORE DELETE OR UPDATE OR TRUNCATE"
        f" ON {table} FOR EACH STATEMENT EXECUTE FUNCTION pitboss_never_changed() {body}"
        for table in migration.RECORDS
    }
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname, tgname, tgisinternal, tgenabled, pg_get_triggerdef(t.oid, true), prosrc FROM pg_trigger t "
            "JOIN pg_class c ON c.oid = tgrelid JOIN pg_proc p ON p.oid = tgfoid WHERE relname = ANY(%s)",
            [[model._meta.db_table for model in models()]],
        )
        found = {
            (table, name): f"{told} {source}" if enabled == "O" else "switched off"
            for table, name, internal, enabled, told, source in cursor.fetchall()
            # Those that PostgreSQL makes for foreign keys are told only when somebody has switched them off.
            if not internal or enabled != "O"
        }
    return expected, found


def _sqlite_gaps(model: type[Model]) -> Iterator[Gap]:
    """Yield the differences between a table's own definition and the one this version would make."""
    table = model._meta.db_table
    editor = connection.schema_editor(collect_sql=True)
    editor.deferred_sql = []
    expected = _clauses(editor.table_sql(model)[0])
    with connection.cursor() as cursor:
        cursor.execute("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = %s", [table])
        found = _clauses((cursor.fetchone() or ("",))[0])
    for clause in sorted(expected - found):
        yield Gap(table, clause, "the database no longer holds to this")
    for clause in sorted(found - expected):
        yield Gap(table, clause, "this does not belong to the table")


def _clauses(statement: str) -> set[str]:
    """The columns and constraints of a statement that makes a table."""
    parts, depth = [""], 0
    for sign in statement.partition("(")[2].rpartition(")")[0]:
        depth += (sign == "(") - (sign == ")")
        if sign == "," and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    return {part.strip() for part in parts}


def _postgresql_gaps(model: type[Model]) -> Iterator[Gap]:
    table = model._meta.db_table
    with connection.cursor() as cursor:
        found = connection.introspection.get_constraints(cursor, table).values()
        cursor.execute(
            "SELECT conname, pg_get_constraintdef(o.oid, true) FROM pg_constraint o "
            "JOIN pg_class c ON c.oid = conrelid WHERE relname = %s AND contype = 'c'",
            [table],
        )
        checks = dict(cursor.fetchall())
    uniques = {tuple(each["columns"]) for each in found if each["unique"] or each["primary_key"]}
    keys = {(*each["columns"], each["foreign_key"]) for each in found if each["foreign_key"]}
    for columns in _unique_columns(model):
        if columns not in uniques:
            yield Gap(table, ", ".join(columns), "the database no longer sees to it that each is there once")
    for field in model._meta.local_fields:
        other = field.related_model
        if other is not None and not isinstance(other, str):
            key = (other._meta.db_table, other._meta.pk.column)
            if (field.column, key) not in keys:
                yield Gap(table, str(field.column), f"the database no longer asks for a row of {key[0]}")
    for check in model._meta.constraints:
        if isinstance(check, CheckConstraint) and checks.get(check.name) != _POSTGRESQL_CHECKS[check.name]:
            yield Gap(table, check.name, "the database no longer checks this")


def _unique_columns(model: type[Model]) -> Iterator[tuple[str, ...]]:
    meta = model._meta
    column_of = {field.name: str(field.column) for field in meta.local_fields}
    yield tuple(str(field.column) for field in meta.pk_fields)
    for fields in meta.total_unique_constraints:
        yield tuple(column_of[name] for name in fields.fields)
    yield from ((str(field.column),) for field in meta.local_fields if field.unique and not field.primary_key)


def _migration_gaps() -> Iterator[Gap]:
    known, applied = known_migrations(), applied_migrations()
    for name in sorted({*known, *applied}):
        if name not in applied:
            yield Gap("django_migrations", name, "this step has not been made: the house is of an older version")
        elif name not in known:
            yield Gap("django_migrations", name, "this version knows no such step: the house is of a newer one")
