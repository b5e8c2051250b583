"""The README is true: its commands run, its Python prints what it says, its figures and links are right."""

import re
import shlex
import subprocess
import sys

import pytest

from pitboss.rulebook.book import rulebook
from tests.test_tree import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")

# The first runs until it is stopped, the second runs this test: each is tried in its own place.
ELSEWHERE = {"./pit serve", "./pit test"}
COMMANDS = [line.split("  ")[0].strip() for line in re.findall(r"^\./pit.*$", README, re.MULTILINE)]


@pytest.mark.parametrize("command", [command for command in COMMANDS if command not in ELSEWHERE])
def test_a_command_to_try_runs(command: str) -> None:
    said = subprocess.run([ROOT / "pit", *shlex.split(command)[1:]], input="", capture_output=True, text=True, cwd=ROOT)
    assert (said.returncode, said.stderr) == (0, "")
    assert said.stdout


def test_there_are_two_commands_and_five_things_to_try() -> None:
    assert len(COMMANDS) == 7
    assert set(COMMANDS) >= ELSEWHERE


def test_the_python_prints_what_its_comments_say() -> None:
    (program,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    promised = re.findall(r"^(?:print.*  )?# (.*)$", program, re.MULTILINE)
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert said.stdout.splitlines() == promised


def test_the_figures_of_the_rulebook() -> None:
    clauses = sum(len(document.clauses) for document in rulebook().documents.values())
    assert f"{clauses:,} clauses and {len(rulebook().rulings)} rulings" in README


@pytest.mark.parametrize("link", re.findall(r"\]\(([^)]*)\)", README))
def test_links_lead_somewhere(link: str) -> None:
    assert (ROOT / link).is_file()
