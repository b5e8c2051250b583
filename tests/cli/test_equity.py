"""`./pit equity`, as a person types it."""

import json
import os
import subprocess
import sys

import pytest


def equity(*arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "COLUMNS": "80"}
    return subprocess.run(
        [sys.executable, "-m", "pitboss", "equity", *arguments], capture_output=True, text=True, env=environment
    )


def test_two_hands_before_the_flop() -> None:
    said = equity("AhKh", "QcQd")
    assert (said.returncode, said.stderr) == (0, "")
    lines = said.stdout.splitlines()
    assert [line.split() for line in lines[1:2] + lines[3:5]] == [
        ["┃", "hand", "┃", "wins", "┃", "ties", "┃", "equity", "┃"],
        ["│", "AhKh", "│", "46.018%", "│", "0.393%", "│", "46.214%", "│"],
        ["│", "QcQd", "│", "53.589%", "│", "0.393%", "│", "53.786%", "│"],
    ]
    assert lines[-1] == "Exact, over 1,712,304 deals"


def test_a_board_dead_cards_and_ranges_as_json() -> None:
    said = equity("AhKh", "QQ, 22@0.5", "--board", "2c 3d 4h Kd", "--dead", "Qs 2d", "--json")
    answer = json.loads(said.stdout)
    # Against three pairs of queens, which count twice, only the last queen loses; against the twos four fives win.
    assert (answer["deals"], answer["exact"], answer["seed"]) == (294, True, None)
    assert answer["hands"][0] == {
        "hand": "AhKh",
        "win": {"numerator": 125, "denominator": 147},
        "tie": {"numerator": 0, "denominator": 1},
        "equity": {"numerator": 125, "denominator": 147},
        "counts": [250, 0],
        "error": 0.0,
    }


def test_other_decks_and_omaha() -> None:
    short = json.loads(equity("AhJK", "TT+", "--deck", "36", "--joker", "--board", "6c 7d 8h", "--json").stdout)
    assert [each["hand"] for each in short["hands"]] == ["AhJK", "TT+"]
    omaha = json.loads(equity("AsAhKsKh", "QdQcJdJc", "--omaha", "--board", "2c 3d 4h 8s", "--json").stdout)
    assert omaha["deals"] == 40


def test_a_simulation_states_its_error() -> None:
    said = equity("random", "AA", "KK", "--simulate", "20000", "--seed", "7")
    assert said.stdout.splitlines()[-1] == "From 20,000 deals at random (seed 7)"
    assert "error" in said.stdout
    answer = json.loads(equity("random", "AA", "KK", "--simulate", "20000", "--seed", "7", "--json").stdout)
    assert (answer["deals"], answer["exact"], answer["seed"]) == (20_000, False, 7)
    assert all(0 < each["error"] < 0.004 for each in answer["hands"])


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["AhKh", "AhQd"], "Ah is there twice."),
        (["AhKh", "QcQd", "--deck", "abc"], "There is no deck of abc cards: HLD 2.2 allows 52, 48, 44, 40, 36 and 32."),
        (
            ["random"] * 3,
            "To go through all of it would take about 4 hours; --simulate 1000000 deals at random instead.",
        ),
        ([], "Missing argument 'HANDS'."),
    ],
)
def test_bad_input_gets_one_sentence(arguments: list[str], sentence: str) -> None:
    said = equity(*arguments)
    assert (said.returncode, said.stdout, said.stderr) == (2, "", sentence + "\n")
