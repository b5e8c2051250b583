"""Floods for tests: plain sockets against a house that is served, and what comes back on them."""

import resource
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPResponse
from typing import Any

from pitboss.server.limits import Limits, Pace
from tests.screens.live.live_scene import PATIENCE_SECONDS

# Nothing of it comes in a test's time.
NEVER = 3600.0
WIDE = Limits(receiving_seconds=NEVER, idle_seconds=NEVER, idle_seconds_of_people=NEVER)
NONE_A_SECOND = 0.0


def limits(**changed: Any) -> Limits:
    """The usual limits with some of them changed; nothing ends for want of time."""
    return WIDE._replace(**changed)


def at_once(count: int) -> Pace:
    """So many, and never more."""
    return Pace(count, NONE_A_SECOND)


@contextmanager
def many_files() -> Iterator[None]:
    """As many open files as the system gives."""
    usual, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (usual, most))


def line_to(address: str) -> socket.socket:
    host, _, port = address.removeprefix("http://").partition(":")
    return socket.create_connection((host, int(port)), PATIENCE_SECONDS)


@contextmanager
def lines(address: str, count: int, sent: bytes) -> Iterator[list[socket.socket]]:
    """So many connections, on each of which the same was sent."""
    with ExitStack() as opened:
        made = [opened.enter_context(line_to(address)) for _ in range(count)]
        for line in made:
            line.sendall(sent)
        yield made


def status_on(line: socket.socket) -> str:
    """The status of the answer that comes; nothing where the line is cut."""
    try:
        return line.recv(12).decode()[9:]
    except ConnectionError:
        return ""


def whole_answer_on(line: socket.socket) -> int:
    """The status of an answer that is read to its end, so that the next one can come."""
    answer = HTTPResponse(line)
    answer.begin()
    answer.read()
    return answer.status


def until(is_so: Any) -> None:
    """Waits for something that will be so."""
    last = time.monotonic() + PATIENCE_SECONDS
    while not is_so():
        assert time.monotonic() < last, "it was never so"
        time.sleep(0.01)
