"""What `./pit par` refuses before it computes anything."""

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

Pit = Callable[..., CompletedProcess[str]]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--html", ""], "--html is the name of a file, not ''."),
        (["--pdf", ""], "--pdf is the name of a file, not ''."),
        (["--html", 300 * "a"], f"{300 * 'a'} cannot be written: File name too long."),
        (["--decks", "x"], "--decks is a whole number from 3 to 8, not 'x'."),
        (["--decks", "-1"], "--decks is a whole number from 3 to 8, not '-1'."),
        (["--decks", 15 * "9"], f"--decks is a whole number from 3 to 8, not '{15 * '9'}'."),
    ],
)
def test_one_sentence(pit: Pit, arguments: list[str], sentence: str) -> None:
    said = pit("par", "pontoon", *arguments)
    assert (said.returncode, said.stdout, said.stderr) == (2, "", sentence + "\n")


def test_a_link_that_leads_to_itself(pit: Pit, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(link)
    said = pit("par", "pontoon", "--html", str(link), "--pdf", str(link))
    assert (said.returncode, said.stdout) == (2, "")
    assert said.stderr.count("\n") == 1
