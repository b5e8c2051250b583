"""Tampering: whatever anybody changes in the database behind the house's back, `verify` finds it and names the row."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper
from django.db.models import Model

from pitboss.floor.models import Credential, Shoe
from pitboss.floor.upkeep.checks import Anchor, Fault
from pitboss.floor.upkeep.verify import Report, verify
from pitboss.journal import guards
from pitboss.journal.copying import columns_of, rows_of
from pitboss.journal.models import Event, Snapshot, Stream
from pitboss.ledger.models import Account, Transfer
from tests.floor import house_scene
from tests.floor.house_fixtures import ENGINES
from tests.floor.upkeep import busy_house_scene

TABLES = (Event, Stream, Snapshot, Account, Transfer, Shoe, Credential)
NEVER_BELOW_ZERO = "ledger_account_never_below_zero"
FAR = 10_000_000
# On PostgreSQL one row of each table; on SQLite more of them, and more bytes of each text.
ROWS = {house_scene.SQLITE: 2, house_scene.POSTGRESQL: 1}
PLACES = {house_scene.SQLITE: (0, 0.5), house_scene.POSTGRESQL: (0.5,)}


@pytest.fixture(scope="module", params=ENGINES)
def engine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A busy house, which all tests share: whatever they change is taken back."""
    if request.param == house_scene.SQLITE:
        with busy_house_scene.busy_sqlite_house(tmp_path_factory.mktemp("house")):
            yield request.param
        return
    with busy_house_scene.busy_postgresql_house(request.getfixturevalue("postgres")):
        yield request.param


@contextmanager
def behind_its_back() -> Iterator[CursorWrapper]:
    """The database with nothing to hold anybody back; in the end all is as before."""
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL session_replication_role = replica")
            yield cursor
        else:
            cursor.execute("PRAGMA ignore_check_constraints = ON")
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            triggers = cursor.fetchall()
            for name, _ in triggers:
                cursor.execute(f"DROP TRIGGER {name}")
            yield _Restoring(cursor, [sql for _, sql in triggers])  # type: ignore[misc]
            cursor.execute("PRAGMA ignore_check_constraints = OFF")
        transaction.set_rollback(True)


class _Restoring:
    """A cursor that puts the triggers back once something has been changed, so that they are not what is found."""

    def __init__(self, cursor: CursorWrapper, triggers: list[str]) -> None:
        self._cursor, self._triggers = cursor, triggers

    def execute(self, statement: str, given: Any = None) -> None:
        self._cursor.execute(statement, given)

    def restore(self) -> None:
        for sql in self._triggers:
            self._cursor.execute(sql)
        self._triggers = []


def checked(cursor: Any, anchor: Anchor | None = None) -> Report:
    if isinstance(cursor, _Restoring):
        cursor.restore()
    return verify(anchor)


def key_columns(model: type[Model]) -> tuple[str, ...]:
    return tuple(str(field.column) for field in model._meta.pk_fields)


def where(model: type[Model]) -> str:
    return " AND ".join(f'"{column}" = %s' for column in key_columns(model))


def keys_of(model: type[Model], row: dict[str, Any]) -> list[Any]:
    return [row[column] for column in key_columns(model)]


def told_key(model: type[Model], row: dict[str, Any]) -> str:
    return " ".join(map(str, keys_of(model, row)))


def rows(model: type[Model]) -> list[dict[str, Any]]:
    found = [dict(zip(columns_of(model), row, strict=True)) for row in rows_of(model)]
    assert found, f"the busy house has nothing in {model._meta.db_table}"
    return found


def sampled(model: type[Model], count: int) -> list[dict[str, Any]]:
    found = rows(model)
    return found[:: max(1, len(found) // count)][:count] if count > 1 else [found[len(found) // 2]]


def changes(value: Any, places: tuple[float, ...], *, is_key: bool) -> Iterator[Any]:
    """The same value with one byte of it changed, or missing."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + (FAR if is_key else 1)
    elif not value:
        yield "x"
    else:
        for place in places:
            at = round(place * (len(value) - 1))
            yield f"{value[:at]}{'1' if value[at] == '0' else '0'}{value[at + 1 :]}"
        if len(places) > 1:
            yield value[:-1]


def name_it(report: Report, model: type[Model], *keys: str) -> bool:
    first: Fault | None = report.faults[0] if report.faults else None
    return first is not None and first.table == model._meta.db_table and first.key in keys


@pytest.mark.parametrize("model", TABLES, ids=lambda model: model._meta.db_table)
def test_every_column_of_every_table(engine: str, model: type[Model]) -> None:
    owing = [row for row in rows(Account) if row["balance"] < 0][:1] if model is Account else []
    for row in (*sampled(model, ROWS[engine]), *owing):
        for column, value in row.items():
            is_key = column in key_columns(model) or column == "position"
            for other in changes(value, PLACES[engine], is_key=is_key):
                changed = {**row, column: other}
                with behind_its_back() as cursor:
                    if model is Account and engine == house_scene.POSTGRESQL:
                        # No session is free of a constraint; that it is gone is found too, after the row.
                        cursor.execute(f"ALTER TABLE ledger_account DROP CONSTRAINT {NEVER_BELOW_ZERO}")
                    statement = f'UPDATE {model._meta.db_table} SET "{column}" = %s WHERE {where(model)}'
                    cursor.execute(statement, [other, *keys_of(model, row)])
                    report = checked(cursor)
                keys = told_key(model, row), told_key(model, changed)
                assert name_it(report, model, *keys), (column, value, other, report.faults)
    assert verify().is_good


# A snapshot may be thrown away: it saves time and is proof of nothing.
@pytest.mark.parametrize("model", [each for each in TABLES if each is not Snapshot], ids=lambda each: each.__name__)
def test_a_row_that_is_gone(engine: str, model: type[Model]) -> None:
    for row in (*sampled(model, ROWS[engine]), rows(model)[-1]):
        with behind_its_back() as cursor:
            cursor.execute(f"DELETE FROM {model._meta.db_table} WHERE {where(model)}", keys_of(model, row))
            report = checked(cursor)
        # The last event has no row after it that would miss it: how far the streams have got tells.
        is_last = model is Event and row["seq"] == len(rows(Event))
        assert name_it(report, Stream, "*") if is_last else name_it(report, model, told_key(model, row)), report.faults


@pytest.mark.parametrize("model", TABLES, ids=lambda each: each.__name__)
def test_a_row_that_was_slipped_in(engine: str, model: type[Model]) -> None:
    row = rows(model)[-1]
    extra = dict(row)
    for column in (*key_columns(model), "position"):
        if column in extra:
            extra[column] = extra[column] + 1 if isinstance(extra[column], int) else f"{extra[column]}x"
    if model is Event:
        extra["key"] = None
    names, marks = ", ".join(f'"{name}"' for name in extra), ", ".join(["%s"] * len(extra))
    with behind_its_back() as cursor:
        cursor.execute(f"INSERT INTO {model._meta.db_table} ({names}) VALUES ({marks})", list(extra.values()))
        report = checked(cursor)
    assert name_it(report, model, told_key(model, extra)), report.faults


@pytest.mark.parametrize(("model", "column"), [(Event, "seq"), (Transfer, "id")], ids=["events", "transfers"])
def test_rows_that_have_changed_places(engine: str, model: type[Model], column: str) -> None:
    found = rows(model)
    one, other = next(
        (first, second)
        for first, second in pairwise(found[len(found) // 2 :])
        if {**first, column: 0} != {**second, column: 0}
    )
    table = model._meta.db_table
    with behind_its_back() as cursor:
        for before, after in ((one, FAR), (other, one[column]), ({column: FAR}, other[column])):
            cursor.execute(f"UPDATE {table} SET {column} = %s WHERE {column} = %s", [after, before[column]])
        report = checked(cursor)
    assert name_it(report, model, str(one[column])), report.faults


def test_a_journal_that_was_cut_off_is_whole_in_itself_and_not_by_its_anchor(engine: str) -> None:
    anchor = verify().anchor
    last, before = Event.objects.get(seq=anchor.seq), Event.objects.get(seq=anchor.seq - 1)
    stream_before = Event.objects.get(stream=last.stream, position=last.position - 1)
    heads = {"*": (before.seq, before.house_digest), last.stream: (stream_before.position, stream_before.digest)}
    with behind_its_back() as cursor:
        cursor.execute("DELETE FROM journal_event WHERE seq = %s", [anchor.seq])
        for name, head in heads.items():
            cursor.execute("UPDATE journal_stream SET position = %s, digest = %s WHERE name = %s", [*head, name])
        without, with_anchor = checked(cursor), checked(cursor, anchor)
    assert without.is_good
    assert name_it(with_anchor, Event, str(anchor.seq)), with_anchor.faults


def test_a_journal_that_was_written_anew_does_not_pass_through_the_anchor(engine: str) -> None:
    other = Anchor(3, "ab" * 32)
    assert name_it(verify(other), Event, "3")
    assert verify(Anchor(3, Event.objects.get(seq=3).house_digest)).is_good


def test_the_triggers_that_forbid_changes(engine: str) -> None:
    """Gone, switched off, or doing nothing."""
    postgresql = (
        "DROP TRIGGER journal_event_never_changed ON journal_event",
        "ALTER TABLE ledger_transfer DISABLE TRIGGER ALL",
        "CREATE OR REPLACE FUNCTION pitboss_never_changed() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RETURN NULL; END $$",
        f"ALTER TABLE ledger_account DROP CONSTRAINT {NEVER_BELOW_ZERO}",
        "ALTER TABLE journal_event DROP CONSTRAINT journal_event_one_a_position",
    )
    sqlite = ("DROP TRIGGER journal_event_no_update", "DROP TRIGGER ledger_transfer_no_replace")
    for statement in postgresql if engine == house_scene.POSTGRESQL else sqlite:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute(statement)
            (fault,) = verify().faults
            transaction.set_rollback(True)
        assert fault.table in statement or "FUNCTION" in statement, (statement, fault)
    assert verify().is_good


def test_migrations_that_this_version_does_not_know(engine: str) -> None:
    for statement in (
        "INSERT INTO django_migrations (app, name, applied) VALUES ('floor', '0099_later', '2026-01-01 00:00:00+00')",
        "DELETE FROM django_migrations WHERE name = '0002_never_changed'",
    ):
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute(statement)
            (fault,) = verify().faults
            transaction.set_rollback(True)
        assert fault.table == "django_migrations"
    assert not list(guards.gaps())


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    """SQLite keeps whatever it is given: the row is named all the same."""
    with busy_house_scene.busy_sqlite_house(tmp_path):
        for table, key, column in (("journal_event", "seq = 7", "body"), ("floor_credential", "1", "password")):
            with behind_its_back() as cursor:
                cursor.execute(f"UPDATE {table} SET {column} = CAST(X'fffe41' AS TEXT) WHERE {key}")
                report = checked(cursor)
            assert report.faults[0].table == table


def test_a_file_that_is_damaged(tmp_path: Path) -> None:
    """A whole page of it is overwritten, wherever it lies; only the first says that this is a database at all."""
    file, page = tmp_path / "house.sqlite3", 4096
    with busy_house_scene.busy_sqlite_house(tmp_path):
        pass
    content = file.read_bytes()
    # Wherever the tables are described, the file cannot even be opened; every other place is like its neighbours.
    described = content.rindex(b"CREATE TABLE") // page * page
    for at in (described, *range(page, len(content), len(content) // 7 // page * page)):
        with busy_house_scene.busy_sqlite_house(tmp_path):
            file.write_bytes(content[:at] + b"\xaa" * page + content[at + page :])
            report = verify()
        assert not report.is_good, at
        assert report.faults[0].table == "house.sqlite3", (at, report.faults)
