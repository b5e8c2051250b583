"""Tests whose system parts are missing are left out by name, and in CI they fail the run instead."""

import subprocess
import sys

import pytest

from tests import system_parts
from tests.test_tree import ROOT

TERMINAL = "tests/cli/test_terminal.py"
# Where no program is on the PATH; what a package keeps in a folder of its own is found all the same.
ABSENT = {name: part for name, part in system_parts.PARTS.items() if not part.folders or not part.is_there}


def without_parts(*options: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs pytest where no program is on the PATH."""
    command = ["-m", "pytest", "-p", "no:cacheprovider", *options, TERMINAL, "tests/cards/test_card.py"]
    return run(command, **environment)


def run(command: list[str], **environment: str) -> subprocess.CompletedProcess[str]:
    usual = {"PATH": "/nowhere"}
    return subprocess.run(
        [sys.executable, *command], cwd=ROOT, capture_output=True, text=True, env={**usual, **environment}
    )


@pytest.mark.parametrize("options", [(), ("--processes=2",)])
def test_left_out_tests_are_named_with_the_command_that_installs_what_they_need(options: tuple[str, ...]) -> None:
    said = without_parts(*options)
    assert said.returncode == 0
    assert f"{TERMINAL}::test_rank_in_a_terminal needs tmux" in said.stdout
    assert "--no-install-recommends" in (command := system_parts.install_command(ABSENT))
    assert f"Install what is missing, as root: {command}" in said.stdout
    assert "21 passed" in said.stdout


def test_in_ci_nothing_is_left_out() -> None:
    said = without_parts(CI="true")
    assert said.returncode != 0
    assert "tmux missing: in CI no test is left out, and 3 would be." in said.stderr


def test_all_checks_stop_in_ci_where_a_part_is_missing() -> None:
    said = run(["-m", "tests.check_all"], CI="true")
    assert (said.returncode, said.stdout) == (1, "")
    assert said.stderr == f"{', '.join(ABSENT)} missing: in CI no test is left out.\n"
