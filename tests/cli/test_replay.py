"""`./pit replay`, as a person types it."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.terminal import ROOT, Pit, refusal
from tests.histories.phh_hands import ODD_CHIP, THREE_WAY, phh

WRONG = THREE_WAY.replace("[500, 1975, 1025]", "[501, 1974, 1025]")
REFUSED = phh("d dh p1 AcKd", "p3 cbr 3")


@pytest.fixture
def hands(tmp_path: Path) -> Path:
    """A folder with a hand that is equal, one that is explained, and two in a file of their own further down."""
    (tmp_path / "deeper").mkdir()
    (tmp_path / "equal.phh").write_text(THREE_WAY)
    (tmp_path / "odd.phh").write_text(ODD_CHIP)
    (tmp_path / "deeper" / "two.phhs").write_text(f"[1]\n{THREE_WAY}\n[2]\n{phh('d dh p1 AcKd')}")
    (tmp_path / "notes.txt").write_text("no hand")
    return tmp_path


def test_a_folder_of_hands(pit: Pit, hands: Path) -> None:
    said = pit("replay", str(hands))
    assert (said.returncode, said.stderr) == (0, "")
    assert said.stdout.splitlines() == [
        f"{hands}/deeper/two.phhs, hand 2: p1 99, p2 98, p3 100",
        "  The hole cards have not been dealt.",
        f"{hands}/odd.phh: p1 99, p2 101, p3 100",
        "  p2 has 101 and in the file 100.5.",
        "  p3 has 100 and in the file 100.5.",
        "  p2 and p3 divide 5 with one odd chip left over: here p2, nearest clockwise of the button, takes all that is "
        "left, and in the file it is shared (HLD 13.2[s2], R-19).",
        "4 hands: 2 with final stacks as in the file, 1 with a difference that is explained, 1 not played to the end",
    ]


def test_every_hand_when_asked(pit: Pit, hands: Path) -> None:
    said = pit("replay", str(hands / "equal.phh"), "--verbose")
    assert said.stdout.splitlines() == [
        f"{hands}/equal.phh: p1 500, p2 1,975, p3 1,025",
        "1 hand: 1 with final stacks as in the file",
    ]


def test_hands_as_text(pit: Pit, hands: Path) -> None:
    said = pit("replay", str(hands / "equal.phh"), "--text")
    assert "  Hold'em, no limit, 52 cards, blinds 10/20, ante 5. Round 1, the button is at seat 3.\n" in said.stdout
    assert "    Grace: ?? ??\n" in said.stdout
    assert "    Joan shows 7h 6h: straight flush, ten high.\n" in said.stdout


def test_a_difference_that_nothing_explains(pit: Pit, tmp_path: Path) -> None:
    (tmp_path / "wrong.phh").write_text(WRONG)
    said = pit("replay", str(tmp_path))
    assert (said.returncode, said.stderr) == (1, "")
    assert said.stdout.splitlines() == [
        f"{tmp_path}/wrong.phh: p1 500, p2 1,975, p3 1,025",
        "  p1 has 500 and in the file 501.",
        "  p2 has 1,975 and in the file 1,974.",
        "  Nothing explains this.",
        "1 hand: 1 DIFFERENT",
    ]


def test_broken_files_are_told_with_their_lines_and_the_rest_is_played(pit: Pit, hands: Path) -> None:
    (hands / "a.phh").write_text(REFUSED)
    (hands / "b.phh").write_text("variant = 'NT'\nantes = [0, 0\nmin_bet = 2\n")
    (hands / "c.phh").write_bytes(b"\xff\xfe")
    said = pit("replay", str(hands))
    assert said.returncode == 1
    lines = said.stdout.splitlines()
    assert lines[:3] == [
        f"{hands}/a.phh, line 8: 'p3 cbr 3' is refused: Here a raise is to a total between 4 and 100, not to 3 "
        "(HLD 5.1[s2]).",
        f"{hands}/b.phh, line 3: this is not TOML: unclosed array.",
        f"{hands}/c.phh: the file is not UTF-8 text.",
    ]
    assert lines[-1].endswith("1 not played to the end, 3 broken")


def test_json(pit: Pit, hands: Path) -> None:
    (hands / "broken.phh").write_text(REFUSED)
    said = pit("replay", str(hands), "--json")
    assert said.returncode == 1
    answer = json.loads(said.stdout)
    results: list[dict[str, Any]] = answer.pop("results")
    assert answer == {
        "hands": 5,
        "equal": 2,
        "explained": 1,
        "uncompared": 0,
        "unfinished": 1,
        "different": 0,
        "broken": 1,
    }
    broken, *_, equal, odd = results
    assert (broken["verdict"], broken["file"]) == ("broken", f"{hands}/broken.phh")
    assert broken["fault"].endswith("(HLD 5.1[s2]).")
    assert equal == {
        "file": f"{hands}/equal.phh",
        "hand": f"{hands}/equal.phh",
        "verdict": "equal",
        "variant": "NT",
        "players": ["Ada", "Grace", "Joan"],
        "stacks": ["500", "1975", "1025"],
        "unfinished": None,
        "differences": [],
    }
    assert odd["differences"][0] | {"why": ""} == {"player": 2, "expected": "100.5", "got": "101", "why": ""}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "Missing argument 'FILE'."),
        (["nonsense"], "There is no file or folder nonsense."),
        (["tests/cli"], "There are no .phh or .phhs files in tests/cli."),
        (["--seat", "1", "x"], "No such option: --seat."),
    ],
)
def test_nonsense_gets_one_sentence(
    pit: Pit, monkeypatch: pytest.MonkeyPatch, arguments: list[str], sentence: str
) -> None:
    monkeypatch.chdir(ROOT)
    assert refusal(pit("replay", *arguments)) == sentence


def test_what_would_command_a_terminal_is_written_out(pit: Pit, tmp_path: Path) -> None:
    (tmp_path / "x.phh").write_text(phh("d dh p1 AcKd", "p3 g\\u001b[2J").replace("'p3", '"p3').replace("2J'", '2J"'))
    said = pit("replay", str(tmp_path))
    assert "\x1b" not in said.stdout
    assert "p3 g" in said.stdout
