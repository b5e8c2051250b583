"""`./pit verify`, `backup`, `restore`, `export` and `vouch`, as a person types them."""

import json
import os
import pwd
import shutil
import sqlite3
import stat
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from django.conf import settings
from django.db import connections

from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.premises import SETTING_UP, SetHouse
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.people.staff import AddStaff, other_people
from pitboss.server import setup
from pitboss.server.settings import database
from tests.cli.terminal import Pit, pitboss, refusal
from tests.floor import house_scene
from tests.floor.answers import give
from tests.floor.upkeep import busy_house_scene
from tests.postgres_server import PostgresServer


@pytest.fixture(autouse=True)
def _in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Django can be set up once in a process: here it is only pointed at another house."""

    def set_up(data: Path, url: str = "") -> None:
        data.mkdir(parents=True, exist_ok=True)
        house_scene.use(database(url, data))

    monkeypatch.setattr(setup, "set_up", set_up)
    monkeypatch.delenv("DATABASE_URL", raising=False)


@pytest.fixture
def busy(tmp_path: Path) -> Path:
    """The folder of a busy house that nobody is in."""
    with busy_house_scene.busy_sqlite_house(tmp_path / "busy"):
        pass
    return tmp_path / "busy"


def change(folder: Path, statement: str) -> None:
    """Somebody is at the file."""
    connections.close_all()
    with sqlite3.connect(folder / "house.sqlite3") as raw:
        for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            raw.execute(f"DROP TRIGGER {name}")
        raw.execute(statement)
    raw.close()


def last_line(said: CompletedProcess[str]) -> str:
    return said.stdout.splitlines()[-1]


def test_verify_in_a_process_of_its_own(busy: Path) -> None:
    said = pitboss("verify", "--data", busy, env={**os.environ, "PITBOSS_SECRET": ""})
    assert (said.returncode, said.stderr) == (0, "")
    assert "The house is whole." in said.stdout
    assert last_line(said).startswith("anchor ")
    assert not (busy / "secret").exists()


def test_a_good_house_passes_through_its_anchor(pit: Pit, busy: Path) -> None:
    said = pit("verify", "--data", str(busy))
    assert said.returncode == 0
    again = pit("verify", "--data", str(busy), "--anchor", last_line(said))
    assert (again.returncode, again.stdout) == (0, said.stdout)
    told = json.loads(pit("verify", "--data", str(busy), "--json").stdout)
    assert told["good"]
    assert f"anchor {told['anchor']}" == last_line(said)
    assert all(each["done"] and each["fault"] is None for each in told["checks"])


class TestOnlyLooking:
    """Whoever looks into a house leaves it as it is, and need not be able to change it."""

    @pytest.fixture(params=["at rest", "running", "running, without its index"])
    def copied(self, request: pytest.FixtureRequest) -> Iterator[Path]:
        """A copy of a house that was at rest, or of one in the middle of its work, where anybody may look."""
        folder = Path(tempfile.mkdtemp(prefix="pitboss-copies-"))
        folder.chmod(0o755)
        with busy_house_scene.busy_sqlite_house(folder / "busy") as floor:
            if request.param != "at rest":
                busy_house_scene.do(floor, busy_house_scene.MANAGER, SetHouse(large_cash=700_000))
                shutil.copytree(folder / "busy", folder / "copy")
        if request.param == "at rest":
            shutil.copytree(folder / "busy", folder / "copy")
        assert (folder / "copy" / "house.sqlite3-wal").exists() is (request.param != "at rest")
        if request.param == "running, without its index":
            (folder / "copy" / "house.sqlite3-shm").unlink()
        for each in (folder / "copy").iterdir():
            each.chmod(0o644)
        yield folder / "copy"
        connections.close_all()
        shutil.rmtree(folder)

    def test_nothing_is_changed(self, pit: Pit, copied: Path) -> None:
        before = contents(copied)
        said = pit("verify", "--data", str(copied))
        assert (said.returncode, said.stderr) == (0, "")
        connections.close_all()
        assert contents(copied) == before

    def test_a_house_that_cannot_be_written_is_looked_at(self, pit: Pit, copied: Path) -> None:
        for each in copied.iterdir():
            each.chmod(0o444)
        copied.chmod(0o555)
        copied.parent.chmod(0o777)
        before, made = contents(copied), copied.parent / "made.zip"
        with as_nobody():
            for command in (["verify"], ["export", "journal"], ["backup", str(made)]):
                said = pit(*command, "--data", str(copied))
                assert (said.returncode, said.stderr) == (0, ""), command
            connections.close_all()
        assert contents(copied) == before
        copied.chmod(0o755)
        # What was in the log has been seen too.
        seen = json.loads(pit("verify", "--data", str(copied), "--json").stdout)
        with zipfile.ZipFile(made) as archive:
            assert seen["anchor"] == json.loads(archive.read("manifest.json"))["anchor"]


def contents(folder: Path) -> dict[str, object]:
    """Everything in a folder but the index, which SQLite makes anew from the log whenever somebody reads it."""
    return {
        each.name: (each.read_bytes(), each.stat().st_mtime_ns)
        for each in folder.iterdir()
        if not each.name.endswith("-shm")
    }


@contextmanager
def as_nobody() -> Iterator[None]:
    """Without the rights of the superuser, who may write anything."""
    is_root = os.geteuid() == 0
    if is_root:
        os.seteuid(pwd.getpwnam("nobody").pw_uid)
    try:
        yield
    finally:
        if is_root:
            os.seteuid(0)


def test_the_first_bad_row_is_named(pit: Pit, busy: Path) -> None:
    change(busy, "UPDATE journal_event SET body = replace(body, 'maria', 'mario') WHERE seq = 2")
    said = pit("verify", "--data", str(busy))
    assert said.returncode == 1
    assert last_line(said).startswith("The first bad row: journal_event 2: ")
    told = json.loads(pit("verify", "--data", str(busy), "--json").stdout)
    assert (told["good"], told["anchor"]) == (False, None)
    assert next(each["fault"] for each in told["checks"] if each["fault"])["key"] == "2"


def test_what_would_command_the_terminal_is_shown_and_not_done(pit: Pit, busy: Path) -> None:
    change(busy, "UPDATE ledger_account SET name = char(27) || '[2J' WHERE name = 'patron:p1001'")
    said = pit("verify", "--data", str(busy))
    assert said.returncode == 1
    assert "\x1b" not in said.stdout


@pytest.mark.parametrize("anchor", ["", "12", "12:abc", "0:" + "1" * 64])
def test_nonsense_for_an_anchor(pit: Pit, busy: Path, anchor: str) -> None:
    assert "is not an anchor like" in refusal(pit("verify", "--data", str(busy), "--anchor", anchor))


@pytest.mark.parametrize(
    "command",
    [["verify"], ["backup", "target.zip"], ["export", "journal"], ["vouch", "dora"]],
    ids=lambda each: each[0],
)
class TestWhereThereIsNoHouse:
    def test_no_folder(self, pit: Pit, tmp_path: Path, command: list[str]) -> None:
        said = refusal(pit(*command, "--data", str(tmp_path / "nowhere")))
        assert said == f"There is no folder {tmp_path / 'nowhere'}."
        assert not (tmp_path / "nowhere").exists()

    def test_an_empty_folder(self, pit: Pit, tmp_path: Path, command: list[str]) -> None:
        assert refusal(pit(*command, "--data", str(tmp_path))) == f"There is no house in {tmp_path}."
        assert not list(tmp_path.iterdir())

    def test_a_file_for_a_folder(self, pit: Pit, tmp_path: Path, command: list[str]) -> None:
        (tmp_path / "file").touch()
        assert refusal(pit(*command, "--data", str(tmp_path / "file"))) == f"{tmp_path / 'file'} is not a folder."

    def test_a_file_that_is_no_database(self, pit: Pit, tmp_path: Path, command: list[str]) -> None:
        (tmp_path / "house.sqlite3").write_text("A letter, and not a database. " * 100)
        said = refusal(pit(*command, "--data", str(tmp_path)))
        assert said == f"The database of {tmp_path} cannot be used: file is not a database."

    def test_a_database_of_something_else(self, pit: Pit, tmp_path: Path, command: list[str]) -> None:
        with sqlite3.connect(tmp_path / "house.sqlite3") as other:
            other.execute("CREATE TABLE letters (body TEXT)")
        other.close()
        said = refusal(pit(*command, "--data", str(tmp_path)))
        assert said == f"{tmp_path / 'house.sqlite3'} is not the file of a house."


def test_there_and_back_again(pit: Pit, busy: Path, tmp_path: Path) -> None:
    target, new = tmp_path / "house.zip", tmp_path / "deep" / "new"
    said = pit("backup", str(target), "--data", str(busy))
    assert (said.returncode, said.stderr) == (0, "")
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    restored = pit("restore", str(target), "--data", str(new))
    assert (restored.returncode, restored.stderr) == (0, "")
    assert last_line(restored) == last_line(said)
    assert last_line(pit("verify", "--data", str(new))) == last_line(said)


def test_in_a_folder_for_everybody_the_restored_house_is_still_its_owners(pit: Pit, busy: Path, tmp_path: Path) -> None:
    new = tmp_path / "new"
    new.mkdir(mode=0o755)
    pit("backup", str(tmp_path / "house.zip"), "--data", str(busy))
    assert pit("restore", str(tmp_path / "house.zip"), "--data", str(new)).returncode == 0
    assert {each.name: stat.S_IMODE(each.stat().st_mode) for each in new.iterdir() if each.stat().st_mode & 0o077} == {}


def test_restored_without_the_key_of_its_shoes_the_house_is_told_how_its_tables_go_on(
    pit: Pit, busy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive, elsewhere = tmp_path / "house.zip", tmp_path / "elsewhere"
    assert pit("backup", str(archive), "--data", str(busy)).returncode == 0
    same = pit("restore", str(archive), "--data", str(tmp_path / "same")).stdout
    assert "sealed" not in same
    monkeypatch.setattr(settings, "SEAL_KEY", "")
    monkeypatch.setattr(settings, "SEAL_FILE", elsewhere / "seal")
    said = pit("restore", str(archive), "--data", str(elsewhere)).stdout.splitlines()
    assert said[1].startswith("Shoes in play are sealed with a key that is not here: bring the file `seal`")
    assert said[1].endswith("a round in play waits for a ruling, and then its table goes on with a new shoe.")
    assert "sealed with a key that is not here" in pit("verify", "--data", str(elsewhere)).stdout
    assert not (elsewhere / "seal").exists()


def test_backup_and_restore_as_json(pit: Pit, busy: Path, tmp_path: Path) -> None:
    target = tmp_path / "house.zip"
    made = json.loads(pit("backup", str(target), "--data", str(busy), "--json").stdout)
    back = json.loads(pit("restore", str(target), "--data", str(tmp_path / "new"), "--json").stdout)
    assert made == back == {"file": str(target), "rows": made["rows"], "anchor": made["anchor"]}


def test_a_backup_goes_only_where_it_can(pit: Pit, busy: Path, tmp_path: Path) -> None:
    there = tmp_path / "there.zip"
    there.touch()
    said = pit("backup", str(there), "--data", str(busy))
    assert said.stderr == f"{there} is there already: a backup never overwrites anything.\n"
    said = pit("backup", str(tmp_path / "no" / "such.zip"), "--data", str(busy))
    assert (said.returncode, said.stderr) == (2, f"There is no folder {tmp_path / 'no'}.\n")


def test_a_full_disk(pit: Pit, busy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    said = pit("backup", str(tmp_path / "house.zip"), "--data", str(busy))
    assert (said.returncode, said.stderr) == (2, "Cannot go on: No space left on device.\n")
    assert not (tmp_path / "house.zip").exists()


def test_ctrl_c_leaves_nothing(pit: Pit, busy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(_descriptor: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", stopped)
    said = pit("backup", str(tmp_path / "house.zip"), "--data", str(busy))
    assert (said.returncode, said.stderr) == (130, "Stopped.\n")
    assert [each.name for each in tmp_path.iterdir()] == ["busy"]


def test_restore_refuses_what_is_no_backup_and_leaves_nothing(pit: Pit, tmp_path: Path) -> None:
    letter = tmp_path / "letter.zip"
    letter.write_text("Dear house,")
    for source, said in (
        (letter, f"{letter} is not a backup of a house, or it is damaged.\n"),
        (tmp_path / "nothing.zip", f"There is no file {tmp_path / 'nothing.zip'}.\n"),
        (tmp_path, f"{tmp_path} is a folder.\n"),
    ):
        refused = pit("restore", str(source), "--data", str(tmp_path / "new"))
        assert (refused.returncode, refused.stdout, refused.stderr) == (2, "", said)
        assert not (tmp_path / "new").exists()


def test_restore_refuses_a_house_that_is_not_empty(pit: Pit, busy: Path, tmp_path: Path) -> None:
    pit("backup", str(tmp_path / "house.zip"), "--data", str(busy))
    said = pit("restore", str(tmp_path / "house.zip"), "--data", str(busy))
    assert (said.returncode, said.stderr) == (
        2,
        "This house is not empty: a backup is restored into a new one only.\n",
    )
    assert pit("verify", "--data", str(busy)).returncode == 0


@pytest.mark.parametrize(
    ("options", "first"),
    [
        (["journal"], '{"seq": 1, '),
        (["ledger"], "transfer,time,debit,"),
        (["ledger", "--format", "json"], '{"transfer": 1, '),
        (["ledger", "--practice"], "transfer,time,debit,"),
        (["rounds", "--table", "pon-1"], '{"table": "pon-1", "round": 1, '),
        (["rounds", "--table", "pon-1", "--round", "1", "--format", "case"], "{"),
        (["rounds", "--table", "hld-1", "--format", "phh"], 'variant = "NT"'),
        (["results", "--tournament", "saturday"], "places,public_name,"),
        (["report", "--day", "2025-11-15"], "{"),
        (["report", "--day", "2025-11-15", "--format", "csv"], "table,opening,"),
    ],
    ids=" ".join,
)
def test_everything_that_can_be_exported(pit: Pit, busy: Path, tmp_path: Path, options: list[str], first: str) -> None:
    said = pit("export", *options, "--data", str(busy))
    assert (said.returncode, said.stderr) == (0, "")
    assert said.stdout.startswith(first)
    out = tmp_path / "out"
    written = pit("export", *options, "--data", str(busy), "--out", str(out))
    assert (written.returncode, written.stdout) == (0, "")
    assert out.read_text() == said.stdout


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["nonsense"], "'nonsense' cannot be exported: journal, ledger, rounds, results, report, night can."),
        (["journal", "--format", "csv"], "--format for journal is json, not 'csv'."),
        (["ledger", "--table", "uth-1"], "--table says nothing about ledger."),
        (["rounds"], "--table must say which rounds are wanted."),
        (["results"], "--tournament must say which results are wanted."),
        (["report"], "--day must say which report is wanted."),
        (["night"], "--day must say which night is wanted."),
        (["night", "--day", "2020-01-01"], "Nothing happened in this house on 2020-01-01 that a case could tell."),
        (["report", "--day", "yesterday"], "--day is a date like 2026-11-15, not 'yesterday'."),
        (["report", "--day", "9999-12-31"], "--day is a date like 2026-11-15, not '9999-12-31'."),
        (["rounds", "--table", "uth-9"], "There is no table 'uth-9' in this house."),
        (["rounds", "--table", "pon-1", "--round", "99"], "There is no round 99 of table 'pon-1'."),
        (
            ["rounds", "--table", "pon-1", "--round", "x"],
            "--round is a whole number from 1 to 1,000,000,000,000, not 'x'.",
        ),
        (["rounds", "--table", "pon-1", "--format", "phh"], "PHH has no words for Pontoon: it tells hold'em only."),
        (["results", "--tournament", "sunday"], "There is no tournament 'sunday' in this house."),
    ],
    ids=lambda each: " ".join(each) if isinstance(each, list) else "",
)
def test_nonsense_for_export(pit: Pit, busy: Path, options: list[str], sentence: str) -> None:
    assert refusal(pit("export", *options, "--data", str(busy))) == sentence


def test_a_night_that_was_exported_is_a_case_that_conforms(pit: Pit, busy: Path, tmp_path: Path) -> None:
    out = tmp_path / "night.json"
    said = pit("export", "night", "--day", "2025-11-15", "--data", str(busy), "--out", str(out))
    assert (said.returncode, said.stdout, said.stderr) == (0, "", "")
    played = pit("conform", str(out))
    assert (played.stdout, played.stderr) == ("1 passed, 0 failed\n", "")


def test_an_export_goes_only_where_it_can(pit: Pit, busy: Path, tmp_path: Path) -> None:
    assert refusal(pit("export", "journal", "--data", str(busy), "--out", str(tmp_path))) == f"{tmp_path} is a folder."
    nowhere = tmp_path / "no" / "such"
    said = pit("export", "journal", "--data", str(busy), "--out", str(nowhere))
    assert (said.returncode, said.stderr) == (2, f"There is no folder {nowhere.parent}.\n")


@pytest.mark.needs("postgresql")
def test_a_house_on_postgresql(
    pit: Pit, busy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, postgres: PostgresServer
) -> None:
    target = tmp_path / "house.zip"
    anchor = last_line(pit("backup", str(target), "--data", str(busy)))
    monkeypatch.setenv("DATABASE_URL", postgres.database())
    monkeypatch.chdir(tmp_path)
    assert refusal(pit("verify")) == "There is no house in this database."
    assert last_line(pit("restore", str(target))) == anchor
    assert last_line(pit("verify", "--anchor", anchor)) == anchor
    monkeypatch.setenv("DATABASE_URL", "postgresql://nobody@127.0.0.1:9/nowhere")
    unreachable = pit("verify")
    assert unreachable.returncode == 2
    assert unreachable.stderr.count("\n") == 1
    connections.close_all()


def test_vouching_for_somebody_whom_the_only_manager_has_made(tmp_path: Path, pit: Pit) -> None:
    maria = Actor("staff:maria", Role.MANAGER)
    with house_scene.sqlite_house(tmp_path) as floor:
        give(floor, SETTING_UP, AddStaff(id="maria", name="Maria Lind", roles=(Role.MANAGER,)))
        give(floor, maria, AddStaff(id="dora", name="Dora Vale", roles=(Role.DEALER,)))
        assert not other_people(floor.now(), maria.person, "staff:dora")
    said = pit("vouch", "dora", "--data", str(tmp_path))
    assert (said.returncode, said.stdout) == (
        0,
        "Dora Vale is vouched for: the account is in nobody else's hands.\n",
    )
    house_scene.use(database("", tmp_path))
    assert other_people(Floor(house_scene.Clock()).now(), maria.person, "staff:dora")
    assert refusal(pit("vouch", "dora", "--data", str(tmp_path))) == "Dora Vale is vouched for already."
    assert refusal(pit("vouch", "nobody", "--data", str(tmp_path))) == "Nobody called nobody works here."
