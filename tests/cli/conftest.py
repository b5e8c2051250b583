"""Commands without a process of their own: the same words, the same sentences and the same exit status."""

import signal
import sys
from collections.abc import Callable, Iterator
from subprocess import CompletedProcess

import pytest

from pitboss.cli.app import run


@pytest.fixture
def pit(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Callable[..., object]]:
    """Runs a command in a terminal of 80 columns, or as many as are asked for."""

    def called(*arguments: str, columns: int = 80) -> CompletedProcess[str]:
        monkeypatch.setattr(sys, "argv", ["pitboss", *arguments])
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.delenv("PITBOSS_CALLED_AS", raising=False)
        status = run()
        return CompletedProcess(arguments, status, *capsys.readouterr())

    before = signal.getsignal(signal.SIGINT)
    yield called
    signal.signal(signal.SIGINT, before)
