"""The commands in a real terminal of 80 columns and 24 lines."""

from contextlib import closing

import pytest

from tests.cli.terminal import Terminal

pytestmark = pytest.mark.needs("tmux")


def on_screen(*command: str) -> list[str]:
    """Runs a command in the terminal and reads the screen when it has ended."""
    with closing(Terminal(*command)) as terminal:
        return [line.rstrip() for line in terminal.screen("exit status").splitlines() if line.strip()]


def test_rank_in_a_terminal() -> None:
    assert on_screen("./pit", "rank", "Kd Kc 9h 9s Jd 2c 3c") == [
        "Two pairs, kings and nines, with a jack (HLD 3.3(i))",
        "Kd Kc 9h 9s Jd",
        "From 52 cards, ace high and low in straights (HLD 3.5(a))",
        "exit status 0",
    ]


def test_a_clause_fits_in_a_terminal() -> None:
    lines = on_screen("./pit", "rules", "UTH 3.1(a)")
    assert lines[0].startswith("UTH 3.1(a): Royal flush")
    assert lines[-1] == "exit status 0"
    assert any("pitboss.cards.order.ULTIMATE" in line for line in lines)


def test_an_unknown_clause_in_a_terminal() -> None:
    *_, sentence, status = on_screen("./pit", "rules", "UTH", "9.99")
    assert sentence == "There is no clause UTH 9.99 in the rulebook (UTH 9 has 9.1 to 9.10)."
    assert status == "exit status 2"
