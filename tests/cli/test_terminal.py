"""The commands in a real terminal of 80 columns and 24 lines."""

import os
import shlex
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.needs("tmux")


@pytest.fixture
def tmux() -> Iterator[list[str]]:
    command = ["tmux", "-L", f"pitboss-test-{os.getpid()}", "-f", os.devnull]
    yield command
    subprocess.run([*command, "kill-server"], check=False)


def on_screen(tmux: list[str], *command: str) -> list[str]:
    """Runs a command in the terminal and reads the screen when it has ended."""
    words = f"cd {shlex.quote(str(ROOT))}; {shlex.join(command)}; echo exit status $?; sleep 60"
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"}
    new = [*tmux, "-u", "new-session", "-d", "-s", "screen", "-x", "80", "-y", "24", words]
    subprocess.run(new, check=True, env=environment)
    for _ in range(300):
        said = subprocess.run([*tmux, "capture-pane", "-p", "-t", "screen"], capture_output=True, text=True, check=True)
        if "exit status" in said.stdout:
            return [line.rstrip() for line in said.stdout.splitlines() if line.strip()]
        time.sleep(0.1)
    raise AssertionError(f"no end after 30 seconds:\n{said.stdout}")


def test_rank_in_a_terminal(tmux: list[str]) -> None:
    assert on_screen(tmux, "./pit", "rank", "Kd Kc 9h 9s Jd 2c 3c") == [
        "Two pairs, kings and nines, with a jack (HLD 3.3(i))",
        "Kd Kc 9h 9s Jd",
        "From 52 cards, ace high and low in straights (HLD 3.5(a))",
        "exit status 0",
    ]


def test_a_clause_fits_in_a_terminal(tmux: list[str]) -> None:
    lines = on_screen(tmux, "./pit", "rules", "UTH 3.1(a)")
    assert lines[0].startswith("UTH 3.1(a): Royal flush")
    assert lines[-1] == "exit status 0"
    assert any("pitboss.cards.order.ULTIMATE" in line for line in lines)


def test_an_unknown_clause_in_a_terminal(tmux: list[str]) -> None:
    *_, sentence, status = on_screen(tmux, "./pit", "rules", "UTH", "9.99")
    assert sentence == "There is no clause UTH 9.99 in the rulebook (UTH 9 has 9.1 to 9.10)."
    assert status == "exit status 2"
