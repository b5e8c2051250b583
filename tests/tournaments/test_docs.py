"""docs/tournaments.md is true: its program prints what it says, and commands, names, clauses and links are right."""

import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.rulebook.book import rulebook
from pitboss.tournaments.event.engine import VERBS

DOCS = Path(__file__).resolve().parents[2] / "docs"
TEXT = (DOCS / "tournaments.md").read_text(encoding="utf-8")


def test_the_program_prints_what_its_comments_say() -> None:
    (program,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    promised = re.findall(r"^print.*  # (.*)$", program, re.MULTILINE)
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert len(promised) == 4
    assert said.stdout.splitlines() == promised


def test_every_command_stands_beside_the_module_that_decides_it() -> None:
    rows = dict(re.findall(r"^\| `([\w.]+)` \| (`[A-Z].*`) \|$", TEXT, re.MULTILINE))
    told = {name: set(re.findall(r"`(\w+)`", commands)) for name, commands in rows.items()}
    there_are: dict[str, set[str]] = {}
    for name in told:
        there_are[name] = {kind.__name__ for kind in importlib.import_module(f"pitboss.tournaments.{name}").VERBS}
    assert told == there_are
    assert set().union(*told.values()) == {kind.__name__ for kind in VERBS}


@pytest.mark.parametrize(
    "module", sorted(set(re.findall(r"`((?!pitboss)[a-z_/]+\.[A-Za-z_0-9.]+)(?:\(.*?\))?`", TEXT)))
)
def test_names_in_the_text_are_names_in_the_program(module: str) -> None:
    where, name = module.rsplit(".", 1)
    if name == "py":
        assert (DOCS.parent / "src" / "pitboss" / "tournaments" / module).is_file()
    else:
        assert hasattr(importlib.import_module(f"pitboss.tournaments.{where}"), name)


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\(([^)]*)\)", TEXT))))
def test_links_lead_somewhere(link: str) -> None:
    assert (DOCS / link).is_file()


def cited() -> set[tuple[str, str]]:
    """Document and number of everything in the last column of the director's table."""
    found = set()
    for cell in re.findall(r"^\|[^|]*\|[^|]*\| ([^|]*) \|$", TEXT, re.MULTILINE):
        document = "STAR"
        for each in cell.split(", "):
            *prefix, number = each.split()
            document = prefix[0] if prefix else document
            found.add((document, number))
    return found - {("STAR", "clauses"), ("STAR", "---")}


@pytest.mark.parametrize(("document", "number"), sorted(cited()))
def test_the_clauses_and_rulings_of_the_table_exist(document: str, number: str) -> None:
    book = rulebook()
    if number.startswith("T-"):
        assert book.ruling(number)
    elif book.documents[document].section(number) is None:
        assert book.clauses(f"{document} {number}")
