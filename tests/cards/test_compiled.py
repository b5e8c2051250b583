"""Compiled code is kept under the digest of all that went into it."""

import os
import signal
import time
from contextlib import nullcontext
from pathlib import Path
from threading import Thread

import pytest
from numba.core.compiler_lock import global_compiler_lock

from pitboss.cards import compiled

SOURCES = {
    "cards/kernel.py": "from pitboss.cards.numbers import SIZE\nfrom pitboss.games import (\n    hands,\n)\n",
    "cards/numbers.py": "from pitboss.cards.far import LAST as SIZE\n",
    "cards/far.py": "LAST = 7\n",
    "cards/other.py": "LAST = 9\n",
    "games/__init__.py": "",
    "games/hands.py": "BEST = 21\n",
}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in SOURCES.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    monkeypatch.setattr(compiled, "_PACKAGE", tmp_path)
    return tmp_path


def digest() -> str:
    forget()
    found = compiled._digest("pitboss.cards.kernel")
    forget()
    return found


def forget() -> None:
    for kept in (compiled._digest, compiled._imports_of, compiled._file_of):
        kept.cache_clear()


@pytest.mark.parametrize("changed", ["cards/kernel.py", "cards/numbers.py", "cards/far.py", "games/hands.py"])
def test_a_change_anywhere_below_is_another_digest(package: Path, changed: str) -> None:
    before = digest()
    (package / changed).write_text(SOURCES[changed] + "# changed\n")
    assert digest() != before


def test_a_change_elsewhere_is_not(package: Path) -> None:
    before = digest()
    (package / "cards/other.py").write_text("LAST = 10\n")
    assert digest() == before


def test_only_what_is_old_is_thrown_away(tmp_path: Path) -> None:
    for name, age_days in (("old", 40), ("new", 1)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "code").write_text("")
        when = time.time() - age_days * 24 * 3600
        os.utime(tmp_path / name, (when, when))
    compiled._tidy(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["new"]


@pytest.mark.parametrize("where", ["machine code", "a nested lock"])
def test_ctrl_c_while_something_is_compiled_comes_afterwards(where: str) -> None:
    """And comes once: whoever stops the program stops it, only not inside the compiler."""
    reached: list[str] = []

    def compiling() -> None:
        with global_compiler_lock:
            with global_compiler_lock if where == "a nested lock" else nullcontext():
                signal.raise_signal(signal.SIGINT)
                reached.append("inside")
            reached.append("to the end")

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    with pytest.raises(KeyboardInterrupt):
        compiling()
    assert reached == ["inside", "to the end"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    signal.signal(signal.SIGINT, before)


def test_whoever_does_not_hear_ctrl_c_does_not_hear_it_afterwards_either() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with global_compiler_lock:
            signal.raise_signal(signal.SIGINT)
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def test_other_threads_compile_as_ever() -> None:
    found = []

    def compile_something() -> None:
        with global_compiler_lock:
            found.append(signal.getsignal(signal.SIGINT))

    usual = signal.getsignal(signal.SIGINT)
    thread = Thread(target=compile_something)
    thread.start()
    thread.join()
    assert found == [usual]
