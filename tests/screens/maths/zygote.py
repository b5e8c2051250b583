"""One process for a whole session of tests that has the maths in it and forks the processes that compute for houses.

Every house has one of those (`pitboss.screens.common.computing.working`): to import the maths and to solve the first
game would take each of them seconds. `python -m tests.screens.maths.zygote FOLDER` is started by whoever needs it
first, listens in the folder, and ends when the folder is gone.
"""

import fcntl
import os
import signal
import socket
import subprocess
import sys
from functools import cached_property
from pathlib import Path
from typing import BinaryIO

from tests import session

ROOT = Path(__file__).resolve().parents[3]
# How often it looks whether the session is over.
LOOK_SECONDS = 1.0


def take_part() -> None:
    """The house of this process has its maths from the zygote."""
    from pitboss.screens.common.computing import worker

    worker.start_process = Forked  # type: ignore[assignment]


class Forked:
    """A process that computes for a house, to be handled like one of its own. Nobody waits until it is there."""

    def __init__(self) -> None:
        questions, asked = os.pipe()
        told, answers = os.pipe()
        self.stdin: BinaryIO = os.fdopen(asked, "wb")
        self.stdout: BinaryIO = os.fdopen(told, "rb")
        self._zygote = _reached(session.folder("maths"))
        socket.send_fds(self._zygote, [b"fork"], [questions, answers, 2])
        os.close(questions)
        os.close(answers)

    @cached_property
    def pid(self) -> int:
        with self._zygote:
            return int(self._zygote.recv(20))

    def wait(self) -> None:
        """The zygote buries it."""
        self._zygote.close()


def _reached(folder: Path) -> socket.socket:
    """The zygote, which is started unless it is there."""
    with (folder / "lock").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        if not _address(folder).exists():
            words = [sys.executable, "-m", "tests.screens.maths.zygote", str(folder)]
            silent = subprocess.DEVNULL
            subprocess.run(words, cwd=ROOT, stdin=silent, stdout=silent, stderr=silent, check=True)
    reached = socket.socket(socket.AF_UNIX)
    reached.connect(str(_address(folder)))
    return reached


def _address(folder: Path) -> Path:
    return folder / "zygote"


def main() -> None:
    folder = Path(sys.argv[1])
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(_address(folder)))
        listening.listen()
        if os.fork():
            # Whoever has started it knows from this end that it listens.
            return
        os.setsid()
        make_ready()
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        listening.settimeout(LOOK_SECONDS)
        while folder.exists():
            try:
                asking, _ = listening.accept()
            except TimeoutError:
                continue
            with asking:
                answer(asking, listening)


def make_ready() -> None:
    """Solves the game that is asked about most; others need what that has imported."""
    from pitboss.screens.common.computing import jobs, working  # noqa: F401
    from tests.screens.maths.scene import ultimate_state

    jobs.choices(ultimate_state(), 1, "p1", may_pass=False)


def answer(asking: socket.socket, listening: socket.socket) -> None:
    """Forks the process of a house, with the house's pipes."""
    _, pipes, _, _ = socket.recv_fds(asking, 10, 3)
    if child := os.fork():
        for pipe in pipes:
            os.close(pipe)
        asking.sendall(str(child).encode())
        return
    listening.close()
    asking.close()
    for number, pipe in enumerate(pipes):
        os.dup2(pipe, number)
        os.close(pipe)
    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    from pitboss.screens.common.computing import working

    try:
        working.main()
    finally:
        os._exit(1)


if __name__ == "__main__":
    main()
