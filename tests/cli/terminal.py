"""Commands as people give them: in a process of their own, as a game that is typed at, and in a real terminal.

The terminal has 80 columns and 24 lines, in tmux: commands are started in it, keys pressed, the screen read.
"""

import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

import typer
from typer.testing import CliRunner, Result

from pitboss.cli.play import play
from pitboss.cli.playing.prompts import amount

ROOT = Path(__file__).resolve().parents[2]
PITBOSS = (sys.executable, "-m", "pitboss")
# What the fixture `pit` gives: a command by its words, in this process.
Pit = Callable[..., subprocess.CompletedProcess[str]]
# A server of its own for each terminal: the last one may still be on its way out.
_numbers = count()

_playing = typer.Typer(pretty_exceptions_enable=False, add_completion=False)
_playing.command()(play)


def pitboss(*words: object, **more: Any) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own."""
    given = {"env": {**os.environ, "COLUMNS": "80"}, **more}
    return subprocess.run([*PITBOSS, *map(str, words)], capture_output=True, text=True, **given)


def refusal(done: subprocess.CompletedProcess[str]) -> str:
    """The one sentence of a command that could not be done: nothing else was told, and it ended with status 2."""
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    return done.stderr.removesuffix("\n")


def pit_play(*arguments: str, lines: str = "", columns: int = 80) -> Result:
    """One session; `lines` are what is typed, one word a line, `_` for Enter alone and for a space in a word."""
    typed = "".join("\n" if word == "_" else f"{word.replace('_', ' ')}\n" for word in lines.split())
    return CliRunner().invoke(_playing, arguments, input=typed, env={"COLUMNS": str(columns)})


def said(*arguments: str, lines: str, columns: int = 80) -> str:
    """What a session says, as it is printed."""
    done = pit_play(*arguments, lines=lines, columns=columns)
    assert (done.exit_code, done.stderr) == (0, ""), done.output
    return done.stdout


def told(*arguments: str, lines: str, columns: int = 80) -> str:
    """What a session says, in one line."""
    return " ".join(said(*arguments, lines=lines, columns=columns).split())


def stopped(*words: str, at: str, times: int = 1) -> tuple[str, str]:
    """The screen of a command that shows what is awaited, and after Ctrl-C; it tells no trace of the program."""
    with closing(Terminal(*PITBOSS, *words)) as terminal:
        before = terminal.screen(at)
        terminal.press(*["C-c"] * times)
        after = terminal.screen("exit status 130")
    assert "Traceback" not in after
    return before, after


def check_money(text: str, began_with: int) -> None:
    """What is left at the end of a session is what it began with, in cents, and the net that it tells."""
    summary = re.search(r"(\d+) rounds? played, net (\S+)\. You leave with (\S+)\.\n$", text)
    assert summary is not None
    net, left = (amount(word.replace("+", "").replace("-", "")) for word in summary.groups()[1:])
    assert net is not None
    assert left == began_with + (-net if "-" in summary[2] else net)


class Terminal:
    """One command in one terminal, which says its exit status at the end and stays to be read."""

    def __init__(self, *command: str) -> None:
        self._tmux = ["tmux", "-L", f"pitboss-test-{os.getpid()}-{next(_numbers)}", "-f", os.devnull]
        words = f"cd {shlex.quote(str(ROOT))}; {shlex.join(command)}; echo exit status $?; sleep 60"
        environment = {**os.environ, "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"}
        new = [*self._tmux, "-u", "new-session", "-d", "-s", "screen", "-x", "80", "-y", "24", words]
        subprocess.run(new, check=True, env=environment)

    def screen(self, awaited: str) -> str:
        """What is on the screen once it shows what is awaited."""
        for _ in range(300):
            capture = [*self._tmux, "capture-pane", "-p", "-t", "screen"]
            shown = subprocess.run(capture, capture_output=True, text=True, check=True).stdout
            if awaited in shown:
                return shown
            time.sleep(0.1)
        raise AssertionError(f"no {awaited!r} after 30 seconds:\n{shown}")

    def press(self, *keys: str) -> None:
        subprocess.run([*self._tmux, "send-keys", "-t", "screen", *keys], check=True)

    def close(self) -> None:
        subprocess.run([*self._tmux, "kill-server"], check=False)
