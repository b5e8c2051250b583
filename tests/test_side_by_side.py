"""Tests run in several processes: what each of them says is told once, and a process that dies is told as a failure."""

import subprocess
import sys
from pathlib import Path

FILES = {
    "test_good.py": "def test_one(): pass\ndef test_two(): pass\n",
    "test_wrong.py": "def test_wrong():\n    print('said before')\n    assert 1 + 1 == 3\n",
    "test_deadly.py": "import os\ndef test_deadly(): os._exit(7)\ndef test_after(): pass\n",
    "test_torn_down.py": (
        "import pathlib, pytest\n"
        "@pytest.fixture(scope='session')\n"
        "def made():\n    yield 1\n    pathlib.Path(__file__).with_suffix('.put_away').touch()\n"
        "def test_made(made): pass\n"
    ),
}
CONFTEST = """
from tests import side_by_side
def pytest_runtestloop(session):
    side_by_side.run(session, 2, lambda item: item.path.name)
    return True
"""


def run(folder: Path, *names: str, options: tuple[str, ...] = ()) -> "subprocess.CompletedProcess[str]":
    (folder / "conftest.py").write_text(CONFTEST)
    for name in names:
        (folder / name).write_text(FILES[name])
    words = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-c", "/dev/null", f"--rootdir={folder}"]
    root = Path(__file__).resolve().parents[1]
    return subprocess.run([*words, *options, str(folder)], capture_output=True, text=True, cwd=root, check=False)


def test_what_went_wrong_is_told_with_what_was_said_and_all_is_counted(tmp_path: Path) -> None:
    ran = run(tmp_path, "test_good.py", "test_wrong.py")
    assert ran.returncode == 1, ran.stderr
    assert "1 failed, 2 passed" in ran.stdout
    assert "assert (1 + 1) == 3" in ran.stdout
    assert ran.stdout.count("said before") == 1 + 1  # Once in the source that is shown, once as it was said.


def test_a_process_that_dies_fails_the_test_it_was_at_and_others_go_on(tmp_path: Path) -> None:
    ran = run(tmp_path, "test_good.py", "test_deadly.py")
    assert ran.returncode == 1, ran.stderr
    assert "1 failed, 2 passed" in ran.stdout
    assert "The process of this test has died (status 7)." in ran.stdout


def test_the_last_test_of_a_process_puts_everything_away(tmp_path: Path) -> None:
    ran = run(tmp_path, "test_good.py", "test_torn_down.py")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert (tmp_path / "test_torn_down.put_away").exists()


def test_after_the_first_failure_no_more_where_that_is_asked_for(tmp_path: Path) -> None:
    ran = run(tmp_path, "test_wrong.py", "test_good.py", options=("--maxfail=1",))
    assert ran.returncode == 1, ran.stderr
    assert "stopping after 1 failures" in ran.stdout
