"""`./pit prizes`, as a person types it."""

import json
import os
import subprocess
import sys

import pytest


def prizes(*arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "COLUMNS": "80"}
    return subprocess.run(
        [sys.executable, "-m", "pitboss", "prizes", *arguments], capture_output=True, text=True, env=environment
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ["5000", "3000", "2000", "--prizes", "50", "30", "20"],
        ["5000", "3000", "2000", "--prizes", "50,30,20"],
        ["--prizes", "50, 30, 20", "--", "5000", "3000", "2000"],
    ],
)
def test_the_deals_side_by_side(arguments: list[str]) -> None:
    said = prizes(*arguments)
    assert (said.returncode, said.stderr) == (0, "")
    rows = [line.replace("│", " ").split() for line in said.stdout.splitlines() if line.startswith("│")]
    assert rows == [
        ["1", "5,000", "38.39", "40.00", "50.00", "33.34", "38.3929"],
        ["2", "3,000", "32.75", "32.00", "30.00", "33.33", "32.7500"],
        ["3", "2,000", "28.86", "28.00", "20.00", "33.33", "28.8571"],
    ]


def test_an_odd_deal_is_told() -> None:
    said = prizes("400000", "300000", "200000", "100000", "--prizes", "1600", "1000", "600", "400")
    assert said.stdout.splitlines()[-1] == "By chips: player 4 would get less than the lowest prize, which is certain."


def test_the_deals_as_json() -> None:
    answer = json.loads(prizes("5000", "3000", "2000", "--prizes", "49.95", "30", "20.05", "--json").stdout)
    assert (answer["stacks"], answer["prizes"]) == ([5000, 3000, 2000], [4995, 3000, 2005])
    assert list(answer["deals"]) == ["icm", "chip_chop", "by_chips", "even"]
    assert all(sum(deal["payouts"]) == 10_000 for deal in answer["deals"].values())
    assert answer["deals"]["even"] == {
        "shares": [{"numerator": 10_000, "denominator": 3}] * 3,
        "error": 0.0,
        "payouts": [3334, 3333, 3333],
        "objections": [],
    }


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["5,000", "3000", "--prizes", "50"], "'5,000' is not a number of chips like 5000."),
        (["5000", "3000", "--prizes", "50", "3x"], "'3x' is not an amount like 50 or 49.95."),
        (["5000", "3000", "--prizes", "50.505"], "'50.505' is not an amount like 50 or 49.95."),
        (["5000", "3000", "--prizes", "50", "30", "20"], "There are 3 prizes for 2 players."),
        (["5000", "--prizes", "50"], "A deal is between two players or more."),
        (["5000", "3000"], "Missing option '--prizes'."),
        (["5000", "3000", "--prizes"], "Option '--prizes' requires an argument."),
        (["--prizes", "50", "30"], "Missing argument 'STACKS'."),
    ],
)
def test_bad_input_gets_one_sentence(arguments: list[str], sentence: str) -> None:
    said = prizes(*arguments)
    assert (said.returncode, said.stdout, said.stderr) == (2, "", sentence + "\n")
