"""A real terminal of 80 columns and 24 lines, in tmux: commands are started in it, keys pressed, the screen read."""

import os
import shlex
import subprocess
import time
from itertools import count
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# A server of its own for each terminal: the last one may still be on its way out.
_numbers = count()


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
