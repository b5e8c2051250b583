"""docs/odds.md: its program prints what it says, and each `--set` in its table is a change of some game's rules."""

import re
import shlex
from pathlib import Path

import pytest

from pitboss.odds.rules import GAMES, BadRules, dollars_from, read_rules

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "odds.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
ROWS = re.findall(r"^\| `(--set [^`]+)` \|", PAGE, re.MULTILINE)


def test_the_program_prints_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    [program] = PROGRAMS
    exec(program, {"__name__": "__main__"})
    [promised] = re.findall(r"# (.*)", program)
    assert capsys.readouterr().out.strip() == promised


def test_there_are_rows() -> None:
    assert len(ROWS) >= 7


@pytest.mark.parametrize("row", ROWS)
def test_a_row_changes_the_rules_of_a_game(row: str) -> None:
    words = shlex.split(row)
    given = dict(zip(words[::2], words[1::2], strict=True))
    sets = [value for option, value in zip(words[::2], words[1::2], strict=True) if option == "--set"]
    decks = int(given["--decks"]) if "--decks" in given else None
    stake = dollars_from(given["--stake"]) if "--stake" in given else None
    assert {*given} <= {"--set", "--decks", "--stake"}
    changed = []
    for game in GAMES:
        try:
            changed.append(read_rules(game, sets=sets, decks=decks, stake=stake) != read_rules(game))
        except BadRules:
            continue
    assert any(changed)
