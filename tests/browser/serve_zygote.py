"""A process that has everything imported and forks `pitboss serve` whenever it is told to, for any house.

`python -m tests.browser.serve_zygote FOLDER` keeps what it needs itself in the folder. Each line on its standard input
is a JSON object: `stdout`, a named pipe for what the server says; `data`, the folder of the house; `words`, the
command line; and `clock`, a file in which the server finds the time, or nothing. The zygote prints the number of the
process, and when that has ended its status is in a file beside it.
"""

import importlib
import json
import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from pitboss.server import setup
from tests import session
from tests.crash.zygote import make_ready
from tests.screens.maths import zygote

# What a start would import one after the other.
USED = (
    *("pitboss.cli.app", "pitboss.cli.serve", "pitboss.server.asgi", "pitboss.server.run", "typer._adapters"),
    "django.core.management.commands.migrate",
)
# The named pipes of the servers that run, by the number of their process.
RUNNING: dict[int, Path] = {}


def main() -> None:
    setup.set_up(Path(sys.argv[1]))
    # After Django is set up, and before the first fork.
    from django.template import engines

    for name in USED:
        importlib.import_module(name)
    session.share_templates()
    templates: Any = engines["jinja2"]
    for name in templates.env.list_templates(extensions=["html"]):
        templates.env.get_template(name)
    make_ready()
    signal.signal(signal.SIGCHLD, has_ended)
    for line in sys.stdin:
        asked = json.loads(line)
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD])
        child = os.fork()
        if child == 0:
            if asked["clock"]:
                go_by(Path(asked["clock"]))
            become(Path(asked["stdout"]), Path(asked["data"]), asked["words"])
        RUNNING[child] = Path(asked["stdout"])
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGCHLD])
        print(child, flush=True)


def has_ended(*_: object) -> None:
    """Tells how a server has ended, in a file that is there all at once."""
    for child, pipe in list(RUNNING.items()):
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            del RUNNING[child]
            told = pipe.with_suffix(".telling")
            told.write_text(str(os.waitstatus_to_exitcode(status)))
            told.rename(pipe.with_suffix(".ended"))


def go_by(clock: Path) -> None:
    """The time of this process stands in a file, in nanoseconds since 1970."""
    time.time_ns = lambda: int(clock.read_text())


def become(stdout: Path, data: Path, words: list[str]) -> None:
    """This process is the server from now on, and nothing of the zygote's own is left in it."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGCHLD])
    said, nothing = os.open(stdout, os.O_WRONLY), os.open(os.devnull, os.O_RDONLY)
    for source, target in ((nothing, 0), (said, 1), (said, 2)):
        os.dup2(source, target)
    os.close(said)
    os.close(nothing)
    point_at(data)
    zygote.take_part()
    sys.argv = ["pitboss", *words]
    status = 1
    try:
        from pitboss.cli import main as pitboss

        pitboss()
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    finally:
        sys.stdout.flush()
        os._exit(status)


def point_at(data: Path) -> None:
    """Django on another house: what it read of the zygote's own folder is read again of this one."""
    from django.conf import settings
    from django.db import connections

    os.environ["PITBOSS_DATA"] = str(data)
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    own = importlib.reload(sys.modules["pitboss.server.settings"])
    # What the power might do to these houses is no question.
    own.DATABASES["default"]["OPTIONS"]["init_command"] += " PRAGMA synchronous=OFF;"
    for name in ("DATA", "DATABASES", "SECRET_KEY"):
        setattr(settings, name, getattr(own, name))
    connections.close_all()
    connections.settings = connections.configure_settings(own.DATABASES)
    with suppress(AttributeError):
        # There is none as long as nobody has asked for it.
        del connections["default"]


if __name__ == "__main__":
    main()
