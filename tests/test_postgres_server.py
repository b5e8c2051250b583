"""The tests' own PostgreSQL: shared by all processes of a run, safe to kill, gone with the run that started it."""

import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests import postgres_server, system_parts
from tests.postgres_server import PostgresServer
from tests.system_parts import Part
from tests.test_tree import ROOT

needs_postgresql = pytest.mark.needs("postgresql")


def execute(url: str, statement: str) -> None:
    with psycopg.connect(url) as connection:
        connection.execute(statement)


def value(url: str, query: str) -> object:
    with psycopg.connect(url) as connection:
        row = connection.execute(query).fetchone()
    assert row is not None
    return row[0]


def tables(url: str) -> object:
    return value(url, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")


@needs_postgresql
def test_each_database_is_empty_and_separate(postgres: PostgresServer) -> None:
    one, other = postgres.database(), postgres.database()
    execute(one, "CREATE TABLE chips (amount int)")
    assert (tables(one), tables(other)) == (1, 0)


@needs_postgresql
def test_a_copy_carries_the_tables_and_goes_its_own_way(postgres: PostgresServer) -> None:
    template = postgres.database()
    execute(template, "CREATE TABLE chips AS SELECT 25 AS amount")
    copy = postgres.database(template)
    execute(copy, "UPDATE chips SET amount = 100")
    assert value(copy, "SELECT amount FROM chips") == 100
    assert value(template, "SELECT amount FROM chips") == 25


@needs_postgresql
def test_a_database_is_dropped_although_somebody_is_connected(postgres: PostgresServer) -> None:
    url = postgres.database()
    with psycopg.connect(url):
        postgres.drop(url)
    with pytest.raises(psycopg.OperationalError, match="does not exist"):
        psycopg.connect(url)


@needs_postgresql
def test_there_is_room_for_many(postgres: PostgresServer) -> None:
    assert value(postgres.database(), "SELECT current_setting('max_connections')") == "200"


@needs_postgresql
def test_what_is_committed_survives_a_kill_and_nothing_else_does() -> None:
    with PostgresServer() as own:
        url = own.database()
        for setting in ("fsync", "synchronous_commit", "full_page_writes"):
            assert value(url, f"SELECT current_setting('{setting}')") == "on"
        execute(url, "CREATE TABLE chips AS SELECT 25 AS amount")
        unfinished = psycopg.connect(url)
        unfinished.execute("INSERT INTO chips VALUES (100)")
        own.kill()
        assert own.processes() == []
        with pytest.raises(psycopg.OperationalError):
            unfinished.commit()
        unfinished.close()
        with pytest.raises(psycopg.OperationalError, match="refused"):
            psycopg.connect(url)
        own.start()
        assert value(url, "SELECT sum(amount) FROM chips") == 25
        own.restart()
        assert value(url, "SELECT sum(amount) FROM chips") == 25
    assert not own.folder.exists()
    assert own.processes() == []


@pytest.fixture
def temporary() -> Iterator[Path]:
    """A folder for temporary files that the server's account can reach too, unlike pytest's own."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o711)
    yield folder
    shutil.rmtree(folder)


def running_in(folder: Path) -> list[str]:
    """The command lines that name the folder, as each PostgreSQL names its own."""
    found = []
    for command in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = command.read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if f"{folder}/{postgres_server.FOLDER_PREFIX}" in words:
            found.append(words)
    return found


def run(temporary: Path, *command: str | Path) -> subprocess.CompletedProcess[str]:
    """Runs Python with the modules of the tests at hand and temporary files where they can be counted."""
    modules = os.pathsep.join([str(ROOT), *sys.path])
    environment = {**os.environ, "TMPDIR": str(temporary), "PYTHONPATH": modules}
    return subprocess.run([sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, text=True)


JOINING_TEST = """
import os
import time
from pathlib import Path

import pytest

@pytest.mark.needs("postgresql")
def test_join(postgres):
    here = Path(__file__)
    here.with_suffix(".joined").write_text(f"{os.getpid()} {postgres.folder} {len(postgres.processes()) > 0}")
    postgres.database()
    deadline = time.monotonic() + 30
    while len(list(here.parent.glob("*.joined"))) < 2 and time.monotonic() < deadline:
        time.sleep(0.01)
    assert here.stem == "test_one", "one passes and the other fails"
"""


@needs_postgresql
def test_the_processes_of_a_run_share_a_server_and_leave_nothing_behind(tmp_path: Path, temporary: Path) -> None:
    for name in ("test_one.py", "test_other.py"):
        (tmp_path / name).write_text(JOINING_TEST)
    options = ["-c", "pyproject.toml", "-p", "no:cacheprovider", "-p", "tests.conftest", "--processes=2"]
    said = run(temporary, "-m", "pytest", *options, tmp_path)
    assert "1 failed, 1 passed" in said.stdout, said.stdout + said.stderr
    joined = [(tmp_path / f"{name}.joined").read_text().split() for name in ("test_one", "test_other")]
    (one_process, *one_server), (other_process, *other_server) = joined
    assert one_process != other_process
    assert one_server == other_server
    assert one_server[1] == "True"
    assert Path(one_server[0]).parent == temporary
    assert list(temporary.glob(f"{postgres_server.FOLDER_PREFIX}*")) == []
    assert running_in(temporary) == []


@needs_postgresql
def test_what_a_killed_run_leaves_is_removed_by_the_next(temporary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start = "from tests.postgres_server import PostgresServer; PostgresServer().start()"
    assert run(temporary, "-c", f"import os; {start}; os.kill(os.getpid(), 9)").returncode == -signal.SIGKILL
    assert running_in(temporary) != []
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    first, second = PostgresServer(), PostgresServer()
    assert running_in(temporary) == []
    assert set(temporary.iterdir()) == {first.folder, second.folder}
    first.stop()
    second.stop()


def test_a_missing_postgresql_says_how_to_mark_the_test(monkeypatch: pytest.MonkeyPatch) -> None:
    nowhere = Part(program="postgres-nowhere", package="postgresql", folders="/nowhere/*/bin")
    monkeypatch.setitem(system_parts.PARTS, "postgresql", nowhere)
    assert "postgresql" in system_parts.missing()
    assert system_parts.install_command({"postgresql": nowhere}).endswith(" postgresql")
    server = PostgresServer()
    with pytest.raises(RuntimeError, match="PostgreSQL is missing"):
        server.start()
    server.stop()


def make_program(folder: Path) -> str:
    folder.mkdir(parents=True)
    program = folder / "postgres"
    program.touch(mode=0o755)
    return str(program)


def test_the_program_on_the_path_comes_first_then_the_newest_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    part = Part(program="postgres", package="postgresql", folders=f"{tmp_path}/versions/*/bin")
    monkeypatch.setenv("PATH", str(tmp_path / "path"))
    assert part.path is None
    make_program(tmp_path / "versions" / "9.6" / "bin")
    newest = make_program(tmp_path / "versions" / "17" / "bin")
    (tmp_path / "versions" / "18" / "bin").mkdir(parents=True)  # Only the client of this one is there.
    assert part.path == newest
    on_the_path = make_program(tmp_path / "path")
    assert part.path == on_the_path


def test_root_hands_the_server_to_another_account(monkeypatch: pytest.MonkeyPatch) -> None:
    accounts = {"nobody": pwd.getpwuid(os.getuid())}
    monkeypatch.setattr(pwd, "getpwnam", accounts.__getitem__)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert postgres_server.server_account() is None
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert postgres_server.server_account() is accounts["nobody"]
    accounts["postgres"] = pwd.struct_passwd(("postgres", "x", 101, 104, "", "/", "/bin/sh"))
    assert postgres_server.server_account() is accounts["postgres"]
