"""Runs the house until it is told to stop: one process by itself, or several behind one address."""

import logging
import os
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path
from types import FrameType

import uvicorn

from pitboss.server.asgi import HouseProcess
from pitboss.server.connections import Connection
from pitboss.server.setup import CannotBeSetUp

LOG = logging.getLogger("pitboss.server")
# For commands and streams that are under way when the house is told to stop.
PATIENCE_SECONDS = 10
# A process that ends by itself is started again, and not more often than this.
RESTART_SECONDS = 1.0
# New connections that may wait, and that are taken one after the other before anybody else has their turn.
BACKLOG, ACCEPTED_AT_ONCE = 2048, 16
# Python lets a thread go on for this long while others wait for their turn. A command has dozens of turns, one after
# each word with the database, and would wait so long at each of them behind a page that is being drawn.
SWITCH_SECONDS = 0.0005
STOPS = (signal.SIGINT, signal.SIGTERM)


class Server(uvicorn.Server):
    """A server that ends its live streams when it is told to stop: they would never end by themselves."""

    def __init__(self, house: HouseProcess) -> None:
        super().__init__(
            uvicorn.Config(
                house.gate,
                http=Connection,
                ws="none",
                loop="asyncio",
                lifespan="on",
                log_config=None,
                access_log=False,
                proxy_headers=False,
                server_header=False,
                backlog=ACCEPTED_AT_ONCE,
                timeout_graceful_shutdown=PATIENCE_SECONDS,
            )
        )
        self._house = house

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listening in sockets or ():
            # As many may wait to be taken as before: how many are taken at once is what asyncio reads the backlog for.
            listening.listen(BACKLOG)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._house.end_streams()
        await super().shutdown(sockets)


def bind_socket(host: str, port: int) -> socket.socket:
    """The socket that the house listens at."""
    # The protocol is named, because asyncio sends at once only on sockets that say they are TCP: otherwise an answer in
    # two parts waits for the client's delayed acknowledgement, some forty milliseconds.
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(BACKLOG)
    except (OSError, UnicodeError) as fault:
        listening.close()
        reason = getattr(fault, "strerror", None) or "this is no address"
        raise CannotBeSetUp(f"The house cannot be served at {host}, port {port}: {reason}.") from fault
    return listening


def serve(house: HouseProcess, listening: socket.socket) -> None:
    """One process, until Ctrl-C or SIGTERM; whoever asks again is not patient."""
    for number in STOPS:
        # uvicorn raises the signal once more after it has stopped, for whoever handled it before: nobody needs to.
        signal.signal(number, _ignore_signal)
    sys.setswitchinterval(SWITCH_SECONDS)
    Server(house).run([listening])


def serve_many(listening: socket.socket, workers: int, log: Path | None) -> None:
    """Several processes that take turns at one socket; the one that watches over them starts again what breaks."""
    stop = threading.Event()
    for number in STOPS:
        signal.signal(number, lambda _number, _frame: stop.set())
    running = [_worker(listening, log) for _ in range(workers)]
    while not stop.wait(RESTART_SECONDS):
        for place, worker in enumerate(running):
            if worker.poll() is not None:
                LOG.error("a process ended", extra={"told": {"process": worker.pid, "status": worker.returncode}})
                running[place] = _worker(listening, log)
    for worker in running:
        assert worker.stdin is not None
        worker.stdin.close()
    for worker in running:
        worker.wait()


def _worker(listening: socket.socket, log: Path | None) -> subprocess.Popen[bytes]:
    """A process of its own session, which stops when this one closes its standard input or is gone."""
    words = [sys.executable, "-m", "pitboss.server.worker", str(listening.fileno()), *([str(log)] if log else [])]
    return subprocess.Popen(
        words, stdin=subprocess.PIPE, pass_fds=[listening.fileno()], start_new_session=True, env=os.environ.copy()
    )


def _ignore_signal(_number: int, _frame: FrameType | None) -> None:
    """The signal has done its work."""
