"""Runs the tests in several processes, forked once all tests are imported and collected: `pytest --processes=3`.

A process takes one file after the other, in the order in which they were collected, so that the tests of a file share
what they have made. pytest-xdist would import and collect everything once more in each of its processes.
"""

import atexit
import json
import os
import signal
import struct
import sys
import traceback
from collections.abc import Callable, Iterator
from itertools import pairwise
from multiprocessing.connection import Connection, Pipe, wait
from typing import Any

import pytest

# How a process is told which file to take: by number, all of them in a pipe that a single read empties by one.
NUMBER = struct.Struct("I")
# What becomes of a test whose process has died.
DIED = "The process of this test has died (status {})."


def run(session: pytest.Session, processes: int, bundle_of: Callable[[pytest.Item], str]) -> None:
    """Runs everything that was collected; tests of one bundle go to one process."""
    bundled: dict[str, list[pytest.Item]] = {}
    for item in session.items:
        bundled.setdefault(bundle_of(item), []).append(item)
    bundles = [*bundled.values()]
    numbers, sent = os.pipe()
    # Each process begins with one of the first, and takes the others as it comes to them.
    os.write(sent, b"".join(NUMBER.pack(number) for number in range(processes, len(bundles))))
    os.close(sent)
    # The folder of all temporary folders must be there before each process makes its own in it.
    session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
    children: dict[Connection, Child] = {}
    try:
        for number in range(processes):
            heard, told = Pipe(duplex=False)
            process = os.fork()
            if not process:
                heard.close()
                _become_child(session, number, told, _bundles(number, numbers, bundles))
            told.close()
            children[heard] = Child(session, process)
        while children:
            for ready in wait([*children]):
                assert isinstance(ready, Connection)
                if not children[ready].hear(ready):
                    del children[ready]
            if session.shouldfail or session.shouldstop:
                break
    finally:
        os.close(numbers)
        for child in children.values():
            os.kill(child.process, signal.SIGTERM)
            os.waitpid(child.process, 0)
    if session.shouldfail:
        raise session.Failed(session.shouldfail)
    if session.shouldstop:
        raise session.Interrupted(session.shouldstop)


class Child:
    """One of the processes, as the one that started it sees it."""

    def __init__(self, session: pytest.Session, process: int) -> None:
        self.process = process
        self._session = session
        # The test that it is at: its id and where it stands.
        self._test: tuple[str, Any] | None = None

    def hear(self, heard: Connection) -> bool:
        """Passes on the next thing that the process tells; False where it has ended."""
        hook = self._session.config.hook
        try:
            said = json.loads(heard.recv_bytes())
        except EOFError:
            heard.close()
            _, status = os.waitpid(self.process, 0)
            if self._test is not None or status:
                self._tell_of_death(os.waitstatus_to_exitcode(status))
            return False
        if "began" in said:
            nodeid, place = said["began"]
            self._test = nodeid, tuple(place)
            hook.pytest_runtest_logstart(nodeid=nodeid, location=self._test[1])
        elif "ended" in said:
            nodeid, place = said["ended"]
            self._test = None
            hook.pytest_runtest_logfinish(nodeid=nodeid, location=tuple(place))
        else:
            report = hook.pytest_report_from_serializable(config=self._session.config, data=said["report"])
            hook.pytest_runtest_logreport(report=report)
        return True

    def _tell_of_death(self, status: int) -> None:
        nodeid, place = self._test or ("the end of a process", ("", None, ""))
        report = pytest.TestReport(nodeid, place, {}, "failed", DIED.format(status), "call")
        self._session.config.hook.pytest_runtest_logreport(report=report)


class Teller:
    """What a child process has in place of the terminal: it tells everything to the process that started it."""

    def __init__(self, config: pytest.Config, told: Connection) -> None:
        self._config, self._told = config, told

    def pytest_runtest_logstart(self, nodeid: str, location: object) -> None:
        self._tell(began=(nodeid, location))

    def pytest_runtest_logfinish(self, nodeid: str, location: object) -> None:
        self._tell(ended=(nodeid, location))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        # Nobody reads the keywords of a test.
        report.keywords = {}
        self._tell(report=self._config.hook.pytest_report_to_serializable(config=self._config, report=report))

    def _tell(self, **said: object) -> None:
        self._told.send_bytes(json.dumps(said).encode())


def _become_child(session: pytest.Session, number: int, told: Connection, bundles: Iterator[list[pytest.Item]]) -> None:
    """Runs bundles until there are none, and ends the process."""
    status = 1
    try:
        config: Any = session.config
        config._tmp_path_factory._basetemp = config._tmp_path_factory._basetemp / f"process{number}"
        config._tmp_path_factory._basetemp.mkdir()
        config.pluginmanager.unregister(name="terminalreporter")
        config.pluginmanager.register(Teller(config, told))
        # What is caught goes to a file, which would otherwise be that of all processes.
        capturing = config.pluginmanager.getplugin("capturemanager")
        capturing.stop_global_capturing()
        capturing.start_global_capturing()
        _run_bundles(bundles)
        atexit._run_exitfuncs()
        capturing.stop_global_capturing()
        status = 0
    finally:
        if status:
            traceback.print_exc()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def _run_bundles(bundles: Iterator[list[pytest.Item]]) -> None:
    """Each test is told the next one, for which it leaves what both need; the last one puts everything away."""
    items = next(bundles, [])
    while items:
        for item, after in pairwise(items):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
        last, items = items[-1], next(bundles, [])
        last.config.hook.pytest_runtest_protocol(item=last, nextitem=items[0] if items else None)


def _bundles(first: int, numbers: int, bundles: list[list[pytest.Item]]) -> Iterator[list[pytest.Item]]:
    yield from bundles[first : first + 1]
    while told := os.read(numbers, NUMBER.size):
        yield bundles[NUMBER.unpack(told)[0]]
