"""A private PostgreSQL for the tests, on a loopback port, in a temporary folder that goes with it.

Tests share one server: the fixture `postgres` is server(), started by whichever pytest process asks first. Each test
makes databases of its own there. A test that kills its server makes a PostgresServer of its own:

    with PostgresServer() as own:
        url = own.database()
        own.kill()
        own.start()

A server belongs to the process that made it, which holds a lock on the server's folder. When that process was killed
before it could clean up, the lock is free, and the next to make a server removes what was left.
"""

import fcntl
import os
import pwd
import secrets
import shlex
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Self
from uuid import uuid4

import psycopg
from psycopg import sql

from tests import system_parts

SETTINGS = {
    # What a commit promises is what the crash tests are about.
    "fsync": "on",
    "full_page_writes": "on",
    "synchronous_commit": "on",
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "max_connections": "200",
    "shared_buffers": "16MB",
    # Shared memory as files in the server's folder: nothing stays in /dev/shm after a kill, and containers have little.
    "dynamic_shared_memory_type": "mmap",
    "timezone": "UTC",
}
# Of the server that tests share nobody asks what a power cut would leave.
SHARED_SETTINGS = {**SETTINGS, "fsync": "off", "full_page_writes": "off", "synchronous_commit": "off"}
SUPERUSER = "pitboss"
FOLDER_PREFIX = "pitboss-postgres-"
SESSION_FOLDER = "PITBOSS_TEST_POSTGRES_FOLDER"
# Below the ports that systems give to outgoing connections: while a killed server is down, no client takes its port.
PORTS = range(20000, 32000)
PATIENCE_SECONDS = 20


class PostgresServer:
    """One cluster and its processes. It is made by the process it belongs to; others join it by its folder."""

    def __init__(self, joined: Path | None = None) -> None:
        self._owner_lock: int | None = None
        self._settings = SETTINGS if joined is None else SHARED_SETTINGS
        if joined is None:
            joined, self._owner_lock = _claim_folder()
        self.folder = joined
        self._data = self.folder / "data"
        self._port = self.folder / "port"
        self._log = self.folder / "log"

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        """Starts the server, the first time with a new cluster; after kill() it recovers what was committed."""
        if not self._data.exists():
            self._make_cluster()
        settings = {**self._settings, "port": self._port.read_text()}
        options = shlex.join(f"--{name}={value}" for name, value in settings.items())
        self._run("pg_ctl", "start", "--wait", f"--pgdata={self._data}", f"--log={self._log}", f"--options={options}")

    def start_unless_running(self) -> None:
        """For servers that several processes use: one of them starts it, the others wait until it is there."""
        with _locked(self.folder / "starting"):
            if not self.processes():
                self.start()

    def kill(self) -> None:
        """kill -9 of every process of the server, as in a power cut: none of them gets to finish anything."""
        self._signal_until_gone(signal.SIGKILL)
        # Left by the dead server. Where nobody buries orphans its process number still looks taken to the next one.
        (self._data / "postmaster.pid").unlink(missing_ok=True)

    def restart(self) -> None:
        """A crash and the recovery from it; the port, and with it every address, stays the same."""
        self.kill()
        self.start()

    def stop(self) -> None:
        """Stops the server and removes all its files."""
        # Without a checkpoint, since nothing is kept, but so that the server gives back its shared memory.
        if not self._signal_until_gone(signal.SIGQUIT):
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)
        if self._owner_lock is not None:
            os.close(self._owner_lock)
            self._owner_lock = None

    def database(self, template: str | None = None) -> str:
        """The address of a new database: an empty one, or a copy of the one at the address given."""
        name = f"test_{uuid4().hex}"
        source = "template1" if template is None else _database_name(template)
        self._execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(name), sql.Identifier(source)))
        return self._address(name)

    def drop(self, url: str) -> None:
        """Removes a database and closes the connections that are still open to it."""
        self._execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(_database_name(url))))

    def processes(self) -> list[int]:
        """The process numbers of the server and its children: all of them work in the folder of the data."""
        found = []
        for working_folder in Path("/proc").glob("[0-9]*/cwd"):
            with suppress(OSError):  # It has just ended, or belongs to somebody else.
                if working_folder.readlink() == self._data:
                    found.append(int(working_folder.parent.name))
        return found

    def _make_cluster(self) -> None:
        self._port.write_text(str(_free_port()))
        names = [f"--username={SUPERUSER}", "--auth=trust", "--no-locale", "--encoding=UTF8"]
        self._run("initdb", f"--pgdata={self._data}", "--no-sync", *names)

    def _run(self, program: str, *options: str) -> None:
        """Runs one of PostgreSQL's programs, as another user where this one is root."""
        account = server_account()
        settings = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
        done = subprocess.run(
            [_programs() / program, *options],
            cwd=self.folder,
            env={**settings, "LC_ALL": "C"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            user=account.pw_uid if account else None,
            group=account.pw_gid if account else None,
            extra_groups=[] if account else None,
        )
        if done.returncode != 0:
            log = self._log.read_text() if self._log.exists() else ""
            raise RuntimeError(f"{program} failed:\n{done.stdout}{log}")

    def _signal_until_gone(self, number: signal.Signals) -> bool:
        """Whether all processes of the server have ended; again and again, since it may just be starting new ones."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while running := self.processes():
            if time.monotonic() > deadline:
                return False
            for process in running:
                with suppress(ProcessLookupError):
                    os.kill(process, number)
            time.sleep(0.01)
        return True

    def _address(self, database: str) -> str:
        return f"postgresql://{SUPERUSER}@127.0.0.1:{self._port.read_text()}/{database}"

    def _execute(self, statement: sql.Composed) -> None:
        with psycopg.connect(self._address("postgres"), autocommit=True) as connection:
            connection.execute(statement)


def offer_to_session() -> PostgresServer:
    """The server for all processes of a test session, not started: the first process that calls server() does that.

    For the process that starts the others and outlives them: it is the one to stop the server.
    """
    offered = PostgresServer()
    os.environ[SESSION_FOLDER] = str(offered.folder)
    return offered


def server() -> PostgresServer:
    """The server of this test session, running."""
    shared = PostgresServer(joined=Path(os.environ[SESSION_FOLDER]))
    shared.start_unless_running()
    return shared


def server_account() -> pwd.struct_passwd | None:
    """The account that runs the server where root runs the tests, since PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return None
    try:
        return pwd.getpwnam("postgres")
    except KeyError:
        return pwd.getpwnam("nobody")


def _programs() -> Path:
    found = system_parts.PARTS["postgresql"].path
    if found is None:
        raise RuntimeError('PostgreSQL is missing. Mark the test: @pytest.mark.needs("postgresql")')
    return Path(found).parent


def _claim_folder() -> tuple[Path, int]:
    """A new folder for a server, and the lock that says its owner lives: it ends with the owner's process."""
    temporary = Path(tempfile.gettempdir()).resolve()
    with _locked(temporary):  # Nobody takes a folder for left over before its owner has locked it.
        _remove_left_over(temporary)
        folder = Path(tempfile.mkdtemp(prefix=FOLDER_PREFIX, dir=temporary))
        lock = os.open(folder, os.O_RDONLY)
        fcntl.flock(lock, fcntl.LOCK_EX)
    (folder / "starting").touch()
    account = server_account()
    if account:
        os.chown(folder, account.pw_uid, account.pw_gid)
    return folder, lock


def _remove_left_over(temporary: Path) -> None:
    """Stops and removes the servers whose owners were killed."""
    for folder in temporary.glob(f"{FOLDER_PREFIX}*"):
        # Another user's folder cannot be opened, and the lock of a living owner cannot be had.
        with suppress(PermissionError, FileNotFoundError, BlockingIOError), _locked(folder, fcntl.LOCK_NB):
            PostgresServer(joined=folder).stop()


@contextmanager
def _locked(path: Path, option: int = 0) -> Iterator[None]:
    """Holds the lock on a file or folder: at most one process has it, and none keeps it longer than it lives."""
    opened = os.open(path, os.O_RDONLY)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | option)
        yield
    finally:
        os.close(opened)


def _free_port() -> int:
    while True:
        port = secrets.choice(PORTS)  # Not from `random`, which hypothesis starts the same in every process.
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def _database_name(url: str) -> str:
    return url.rpartition("/")[2]
