"""`./pit` itself: what it says when it cannot start, and that it starts at once when it can."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def as_old_python(path: Path) -> subprocess.CompletedProcess[str]:
    """Runs the launcher in a Python that claims to be 3.9, with nothing but `path` on the PATH."""
    program = (
        "import runpy, sys; sys.version_info = (3, 9, 2); sys.argv = ['pit', 'rank'];"
        f"runpy.run_path({str(ROOT / 'pit')!r}, run_name='__main__')"
    )
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env={"PATH": str(path)})


def test_an_old_python_is_told_what_is_needed(tmp_path: Path) -> None:
    said = as_old_python(tmp_path)
    sentence = "pit: needs Python 3.11 or newer; this is Python 3.9 and no newer one is on the PATH.\n"
    assert (said.returncode, said.stderr) == (1, sentence)


def test_an_old_python_hands_over_to_a_newer_one(tmp_path: Path) -> None:
    newer = tmp_path / "python3.12"
    newer.write_text('#!/bin/sh\necho "newer: $2"\n')
    newer.chmod(0o755)
    said = as_old_python(tmp_path)
    assert (said.returncode, said.stdout) == (0, "newer: rank\n")


def test_without_network_one_sentence_says_so(tmp_path: Path) -> None:
    """A checkout without .venv, and an index at which nobody answers."""
    shutil.copy(ROOT / "pit", tmp_path)
    shutil.copytree(ROOT / "locks", tmp_path / "locks")
    environment = {
        "PATH": "/nowhere",
        "HOME": str(tmp_path),
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_INDEX_URL": "http://127.0.0.1:9/simple",
        "PIP_NO_CACHE_DIR": "1",
        "PIP_RETRIES": "0",
    }
    said = subprocess.run([sys.executable, tmp_path / "pit", "rank"], capture_output=True, text=True, env=environment)
    assert said.returncode == 1
    *_, last = said.stderr.splitlines()
    assert last.startswith("pit: could not download the packages in the lock file: is the network up,")
    assert "Traceback" not in said.stderr
    assert not (tmp_path / ".venv" / "installed-run").exists()


def test_a_checkout_that_is_set_up_starts_without_installing() -> None:
    said = subprocess.run([ROOT / "pit", "rank", "AsKsQsJsTs"], capture_output=True, text=True)
    assert (said.returncode, said.stderr) == (0, "")
    assert said.stdout.startswith("Royal flush")


def test_a_python_that_is_gone_is_replaced_by_a_new_environment(tmp_path: Path) -> None:
    """As after an upgrade of the system: the stamp is right, the interpreter is a dead link."""
    program = (
        "import os, runpy; pit = runpy.run_path('pit');"
        "os.makedirs('.venv/bin'); os.symlink('/nowhere/python3', '.venv/bin/python');"
        "open('.venv/installed-run', 'w').write(pit['fingerprint']('run'));"
        "print(pit['is_installed']('run'))"
    )
    shutil.copy(ROOT / "pit", tmp_path)
    shutil.copytree(ROOT / "locks", tmp_path / "locks")
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path)
    assert (said.stdout, said.stderr) == ("False\n", "")
