"""`python -m pitboss.server.worker SOCKET [LOG]`: one of several processes of a house, started by `run.serve_many`."""

import os
import signal
import socket
import sys
import threading
from contextlib import suppress
from pathlib import Path

from django.db import Error as DatabaseError

from pitboss.server import logs, setup


def main() -> None:
    number, *log = sys.argv[1:]
    logs.set_up(Path(log[0]) if log else None)
    setup.set_up(Path(os.environ["PITBOSS_DATA"]), os.environ["DATABASE_URL"])
    # A process that was started again serves as soon as the database answers, whether or not that could be recorded.
    with suppress(DatabaseError):
        setup.note_start()
    from pitboss.server.asgi import application
    from pitboss.server.run import serve

    threading.Thread(target=_stop_with_parent, daemon=True).start()
    serve(application(), socket.socket(fileno=int(number)))


def _stop_with_parent() -> None:
    """The standard input ends when the process that started this one wants it to stop, and when that one is gone."""
    sys.stdin.buffer.read()
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    main()
