"""Ctrl-C, wherever it comes: one word, and status 130."""

import subprocess
import sys
from itertools import pairwise

import pytest
from typer.core import TyperGroup

from pitboss.cli import main, par


def interrupted(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


def ended(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["pitboss", *arguments])
    monkeypatch.setattr("signal.signal", lambda *_: None)
    # Threads that other tests have left in this process are none of the command's: it would not wait for them.
    monkeypatch.setattr("threading.enumerate", list)
    with pytest.raises(SystemExit) as left:
        main()
    assert isinstance(left.value.code, int)
    return left.value.code


def test_in_a_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(par, "_make_sheet", interrupted)
    assert ended(monkeypatch, "par", "canberra") == 130
    assert capsys.readouterr() == ("", "Stopped.\n")


def test_while_a_class_is_made(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def made(*_: object, **__: object) -> None:
        type("Made", (), {"name": type("Named", (), {"__set_name__": interrupted})()})

    monkeypatch.setattr(par, "_make_sheet", made)
    assert ended(monkeypatch, "par", "canberra") == 130
    assert capsys.readouterr() == ("", "Stopped.\n")


def test_while_the_command_line_is_read(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(TyperGroup, "make_context", interrupted)
    assert ended(monkeypatch, "par", "canberra") == 130
    assert capsys.readouterr() == ("", "Stopped.\n")


@pytest.mark.parametrize(
    "comes", ["interrupted()", "type('Made', (), {'name': type('Named', (), {'__set_name__': interrupted})()})"]
)
def test_while_the_commands_are_imported(comes: str) -> None:
    """An import in which somebody presses Ctrl-C, in a process of its own because this one has imported everything."""
    script = (
        "import builtins, sys; real = builtins.__import__\n"
        "def interrupted(*_): raise KeyboardInterrupt\n"
        "def importing(name, *rest):\n"
        f"    if name == 'typer': {comes}\n"
        "    return real(name, *rest)\n"
        "builtins.__import__ = importing; sys.argv = ['pitboss', 'rank']\n"
        "import pitboss.__main__"
    )
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (said.returncode, said.stdout, said.stderr) == (130, "", "Stopped.\n")


def test_the_text_of_help_flows_as_one_paragraph(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert ended(monkeypatch, "simulate", "--help") == 0
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    first = next(place for place, line in enumerate(lines) if line.startswith("With --json:"))
    paragraph = lines[first : lines.index("", first)]
    # No line but the last has room for the word that begins the next.
    assert all(len(line) + 1 + len(following.split()[0]) > 78 for line, following in pairwise(paragraph))
