"""Backup and restore: the whole house in one file, on either engine, all of it or nothing."""

import copy
import hashlib
import json
import re
import stat
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pitboss.floor.kernel.floor import Done, Floor
from pitboss.floor.kernel.premises import SetHouse
from pitboss.floor.upkeep import backup as backups
from pitboss.floor.upkeep.backup import CannotRestore, backup, restore
from pitboss.floor.upkeep.verify import verify
from pitboss.journal.copying import is_empty, rows_of
from pitboss.journal.guards import models
from tests.floor import house_scene
from tests.floor.answers import at_once
from tests.floor.upkeep import busy_house_scene
from tests.postgres_server import PostgresServer

EVENTS = "journal_event.jsonl"


def everything() -> dict[str, list[tuple[Any, ...]]]:
    return {model._meta.db_table: list(rows_of(model)) for model in models()}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of the busy house on SQLite."""
    target = tmp_path_factory.mktemp("backup") / "house.zip"
    with busy_house_scene.busy_sqlite_house(tmp_path_factory.mktemp("house")):
        backup(target)
    return target


def rewritten(made: Path, target: Path, change: Callable[[dict[str, bytes]], object]) -> Path:
    """The same archive with something in it changed."""
    with zipfile.ZipFile(made) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    change(members)
    with zipfile.ZipFile(target, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return target


def manifest_with(members: dict[str, bytes], **changes: Any) -> None:
    manifest = json.loads(members["manifest.json"]) | changes
    members["manifest.json"] = json.dumps(manifest).encode()


def table_with(members: dict[str, bytes], table: str, content: bytes) -> None:
    """Another table, with a manifest that says so too."""
    members[f"{table}.jsonl"] = content
    tables = json.loads(members["manifest.json"])["tables"]
    tables[table] |= {"sha256": hashlib.sha256(content).hexdigest(), "rows": content.count(b"\n")}
    manifest_with(members, tables=tables)


def test_what_was_backed_up_on_either_engine_is_restored(house: Floor, made: Path, tmp_path: Path) -> None:
    restore(made)
    before, target = everything(), tmp_path / "house.zip"
    done = backup(target)
    assert done.anchor == verify().anchor
    assert done.rows == sum(map(len, before.values()))
    with house_scene.sqlite_house(tmp_path / "new"):
        report = restore(target)
        assert report.is_good
        assert report.anchor == done.anchor
        assert everything() == before


@pytest.mark.needs("postgresql")
def test_a_house_moves_from_sqlite_to_postgresql_and_goes_on(made: Path, postgres: PostgresServer) -> None:
    with house_scene.postgresql_house(postgres) as floor:
        assert restore(made).is_good
        there = everything()
        assert isinstance(floor.execute(busy_house_scene.MANAGER, SetHouse(large_cash=800_000)), Done)
        assert verify().is_good
    with zipfile.ZipFile(made) as archive:
        for table, rows in there.items():
            lines = archive.read(f"{table}.jsonl").splitlines()
            assert sorted(map(str, rows)) == sorted(str(tuple(json.loads(line))) for line in lines), table


def test_the_file_is_for_its_owner_only_and_nothing_else_is_left(tmp_path: Path) -> None:
    with busy_house_scene.busy_sqlite_house(tmp_path / "house"):
        target = tmp_path / "backups" / "house.zip"
        target.parent.mkdir()
        backup(target)
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert list(target.parent.iterdir()) == [target]


def test_nothing_is_overwritten_and_a_backup_that_fails_leaves_nothing(tmp_path: Path) -> None:
    with busy_house_scene.busy_sqlite_house(tmp_path / "house"):
        target = tmp_path / "house.zip"
        target.write_text("somebody's")
        with pytest.raises(FileExistsError):
            backup(target)
        assert target.read_text() == "somebody's"

        def full(_done: int, _of: int) -> None:
            raise OSError(28, "No space left on device")

        with pytest.raises(OSError, match="No space left"):
            backup(tmp_path / "other.zip", full)
    assert {each.name for each in tmp_path.iterdir()} == {"house", "house.zip"}


def test_a_backup_is_of_one_moment_while_the_house_goes_on(house: Floor, made: Path, tmp_path: Path) -> None:
    restore(made)
    before, given = everything(), list[object]()

    def somebody(_done: int, _of: int) -> None:
        if not given:
            other, command = Floor(house_scene.Clock()), SetHouse(large_cash=700_000)
            given.extend(at_once([lambda: other.execute(busy_house_scene.MANAGER, command)]))

    backup(tmp_path / "house.zip", somebody)
    assert len(given) == 1
    assert isinstance(given[0], Done)
    with house_scene.sqlite_house(tmp_path / "new"):
        restore(tmp_path / "house.zip")
        assert everything() == before


def test_only_an_empty_house_takes_a_backup(made: Path, tmp_path: Path) -> None:
    with busy_house_scene.busy_sqlite_house(tmp_path):
        before = everything()
        with pytest.raises(CannotRestore, match="not empty"):
            restore(made)
        assert everything() == before


def _later_migration(members: dict[str, bytes]) -> None:
    known = json.loads(members["manifest.json"])["migrations"]
    manifest_with(members, migrations=[*known, "floor.0099_later"], pitboss="9.9")


def _a_balance_changed(members: dict[str, bytes]) -> None:
    lines = members["ledger_account.jsonl"].splitlines(keepends=True)
    name, book, owes, balance = json.loads(lines[0])
    lines[0] = json.dumps([name, book, owes, balance + 1]).encode() + b"\n"
    table_with(members, "ledger_account", b"".join(lines))


DAMAGED = "is not a backup of a house, or it is damaged"
NOT_TAKEN = "holds something that the database does not take"
BROKEN: dict[str, tuple[Callable[[dict[str, bytes]], object], str]] = {
    "cut off": (lambda told: told.pop("ledger_account.jsonl"), DAMAGED),
    "a file more": (lambda told: told.update({"notes.txt": b"hello"}), DAMAGED),
    "no manifest": (lambda told: told.pop("manifest.json"), DAMAGED),
    "a strange manifest": (lambda told: told.update({"manifest.json": b"[]"}), DAMAGED),
    "other bytes": (
        lambda told: told.update({EVENTS: told[EVENTS].replace(b"maria", b"mario", 1)}),
        "journal_event.jsonl is not what its manifest says",
    ),
    "newer": (lambda told: manifest_with(told, format=2, pitboss="9.9"), "made by a newer version, '9.9'"),
    "a later migration": (_later_migration, "made by a newer version, '9.9'"),
    "an earlier migration": (
        lambda told: manifest_with(told, migrations=["floor.0001_initial"], pitboss="0.0.1"),
        "made by an older version, '0.0.1'",
    ),
    "no row": (
        lambda told: table_with(told, "ledger_account", b'["a","money",1,0]\n'),
        "holds something in ledger_account.jsonl that is no row of it",
    ),
    "too much": (
        lambda told: table_with(told, "ledger_account", b'["a","money",true,123456789012345678901234567890]\n'),
        NOT_TAKEN,
    ),
    "no line": (lambda told: table_with(told, "ledger_account", b"not JSON\n"), NOT_TAKEN),
    "a row twice": (lambda told: table_with(told, "journal_stream", told["journal_stream.jsonl"] * 2), NOT_TAKEN),
    "transfers without events": (lambda told: table_with(told, "journal_event", b""), NOT_TAKEN),
    "a balance changed": (_a_balance_changed, "not a whole house: ledger_account"),
}


def test_an_archive_that_is_not_good_changes_nothing(house: Floor, made: Path, tmp_path: Path) -> None:
    for what, (change, said) in BROKEN.items():
        broken = rewritten(made, tmp_path / "broken.zip", change)
        with pytest.raises(CannotRestore) as why:
            restore(broken)
        assert said in str(why.value), what
        assert is_empty(), what
    assert verify().is_good
    assert restore(made).is_good


def bomb(made: Path, target: Path, content: bytes, **packing: Any) -> Path:
    """The archive with a table that unpacks to far more than it takes, and a manifest that says so too."""
    with zipfile.ZipFile(made) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    table_with(members, "journal_snapshot", content)
    with zipfile.ZipFile(target, "w", **packing) as archive:
        for name, each in members.items():
            archive.writestr(name, each)
    return target


def said_size(archive: Path, name: str, size: int) -> None:
    """Lets an archive say that one of its members is of another size than it is."""
    content = bytearray(archive.read_bytes())
    for record, at in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        found = next(
            start
            for start in (each.start() for each in re.finditer(re.escape(record), content))
            if name.encode() in content[start : start + 80]
        )
        content[found + at : found + at + 4] = size.to_bytes(4, "little")
    archive.write_bytes(content)


def test_an_archive_that_would_unpack_beyond_its_bound_is_refused(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By what it says and by what it does; small bounds stand for large ones here."""
    monkeypatch.setattr(backups, "_SMALL_BYTES", 1_000_000)
    monkeypatch.setattr(backups, "_MOST_LINE_BYTES", 1_000_000)
    deflated, target = {"compression": zipfile.ZIP_DEFLATED}, tmp_path / "bomb.zip"
    with house_scene.sqlite_house(tmp_path / "new"):
        for what, content, packing in (
            ("many lines", b"[]\n" * 10_000_000, deflated),
            ("one long line", b"0" * 1_100_000, {}),
            ("packed otherwise", b"[]\n" * 100, {"compression": zipfile.ZIP_LZMA}),
        ):
            bomb(made, target, content, **packing)
            with pytest.raises(CannotRestore, match="unpack to more than any backup") as why:
                restore(target)
            assert str(why.value) == backups.TOO_LARGE, what
        bomb(made, target, b"[]\n" * 10_000_000, **deflated)
        said_size(target, "journal_snapshot.jsonl", 3)
        with pytest.raises(CannotRestore, match=f"{DAMAGED}|{backups.TOO_LARGE}"):
            restore(target)
        assert is_empty()


def test_an_archive_of_very_many_files_is_refused(made: Path, tmp_path: Path) -> None:
    target = tmp_path / "many.zip"
    target.write_bytes(made.read_bytes())
    with zipfile.ZipFile(target, "a") as archive:
        for number in range(1000):
            archive.writestr(f"{number}.jsonl", b"")
    with house_scene.sqlite_house(tmp_path / "new"), pytest.raises(CannotRestore, match="unpack to more than any"):
        restore(target)


def test_members_that_lie_on_one_another_are_refused(made: Path, tmp_path: Path) -> None:
    """Each entry of the directory is small, and all of them unpack the same bytes."""
    target = tmp_path / "overlapping.zip"
    target.write_bytes(made.read_bytes())
    with zipfile.ZipFile(target, "a") as archive:
        largest = max(archive.infolist(), key=lambda each: each.compress_size)
        for number in range(50):
            again = copy.copy(largest)
            again.filename = f"again-{number}"
            archive.filelist.append(again)
        archive._didModify = True  # type: ignore[attr-defined]
    with house_scene.sqlite_house(tmp_path / "new"), pytest.raises(CannotRestore, match="unpack to more than any"):
        restore(target)


@pytest.mark.parametrize("part", [0, 100, 0.5, 0.99])
def test_a_file_that_is_cut_off_or_something_else(made: Path, tmp_path: Path, part: float) -> None:
    content = made.read_bytes()
    broken = tmp_path / "broken.zip"
    broken.write_bytes(content[: int(part * len(content))] if part < 1 else b"x" * int(part))
    with house_scene.sqlite_house(tmp_path / "new"):
        with pytest.raises(CannotRestore, match=DAMAGED):
            restore(broken)
        assert is_empty()


def test_any_byte_of_a_backup_that_is_changed_is_found(made: Path, tmp_path: Path) -> None:
    """Unless it says the same, as some bytes of a zip archive do."""
    content = bytearray(made.read_bytes())
    # All over the archive, and closer together in the directory at its end, which says where everything is.
    directory = content.index(b"PK\x01\x02")
    places = (*range(7, directory, directory // 25), *range(directory, len(content), 5))
    with house_scene.sqlite_house(tmp_path / "new"):
        for at in places:
            broken = tmp_path / "broken.zip"
            broken.write_bytes(content[:at] + bytes([content[at] ^ 0xFF]) + content[at + 1 :])
            try:
                archive = backups.Archive(broken)
            except CannotRestore:
                continue
            told = {table: said["sha256"] for table, said in archive.manifest["tables"].items()}
            good = backups.Archive(made).manifest["tables"]
            assert told == {table: said["sha256"] for table, said in good.items()}
