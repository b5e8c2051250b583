"""docs/odds.md: its program prints what it says, and each `--set` in its table is a change of some game's rules."""

import re
import shlex
from itertools import chain, combinations
from math import comb
from pathlib import Path

import numpy as np
import pytest

from pitboss.odds.rules import GAMES, BadRules, dollars_from, read_rules
from pitboss.odds.ultimate.outcomes import DEALS

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "odds.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
ROWS = re.findall(r"^\| `(--set [^`]+)` \|", PAGE, re.MULTILINE)


def test_the_program_prints_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    [program] = PROGRAMS
    exec(program, {"__name__": "__main__"})
    [promised] = re.findall(r"# (.*)", program)
    assert capsys.readouterr().out.strip() == promised


def test_the_page_counts_deals_and_classes_of_boards() -> None:
    """Counted here one by one: the boards that differ in ranks, or in the ranks and suits of a possible flush."""
    boards = np.fromiter(chain.from_iterable(combinations(range(52), 5)), np.int64).reshape(-1, 5)
    ranks, suits = boards % 13, boards // 13
    of_suit = np.stack([(suits == suit).sum(axis=1) for suit in range(4)], axis=1)
    flush = np.where(of_suit.max(axis=1) >= 3, of_suit.argmax(axis=1), -1)
    kinds = np.sort(2 * ranks + (suits == flush[:, None]), axis=1)
    classes = len(np.unique(kinds @ 26 ** np.arange(5)))
    assert f" {classes:,} classes" in PAGE
    deals = comb(52, 2) * comb(50, 3) * comb(47, 2) * comb(45, 2)
    assert f" {deals:,} deals" in PAGE
    assert (len(boards), classes, deals) == (2_598_960, 42_783, DEALS)


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
