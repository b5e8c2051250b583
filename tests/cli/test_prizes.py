"""`./pit prizes`, as a person types it."""

import json
from subprocess import CompletedProcess

import pytest

from tests.cli.terminal import Pit, pitboss, refusal


def rows(said: CompletedProcess[str]) -> list[list[str]]:
    """The lines of the players."""
    return [line.split() for line in said.stdout.splitlines() if line.strip()[:1].isdecimal()]


def test_the_deals_side_by_side_in_a_process_of_their_own() -> None:
    said = pitboss("prizes", "5000", "3000", "2000", "--prizes", "50", "30", "20")
    assert (said.returncode, said.stderr) == (0, "")
    assert rows(said) == [
        ["1", "5,000", "38.39", "40.00", "50.00", "33.34", "38.3929"],
        ["2", "3,000", "32.75", "32.00", "30.00", "33.33", "32.7500"],
        ["3", "2,000", "28.86", "28.00", "20.00", "33.33", "28.8571"],
    ]


@pytest.mark.parametrize("written", [["50", "30", "20"], ["50,30,20"], ["50, 30, 20"], ["$50,", "30.00", "20.0"]])
def test_spaces_or_commas_stand_between_prizes(pit: Pit, written: list[str]) -> None:
    said = pit("prizes", "--prizes", *written, "--json", "--", "5000", "3000", "2000")
    assert json.loads(said.stdout)["prizes"] == [5000, 3000, 2000]


@pytest.mark.parametrize(("written", "cents"), [("500,300", [50_000, 30_000]), ("50,0", [5000, 0]), ("5", [500])])
def test_what_can_only_be_a_list_is_one(pit: Pit, written: str, cents: list[int]) -> None:
    said = pit("prizes", "500", "300", "--prizes", written, "--json")
    assert json.loads(said.stdout)["prizes"] == cents


@pytest.mark.parametrize(
    ("written", "word"),
    [
        (["1,000"], "1,000"),
        (["1,500"], "1,500"),
        (["1,000,000"], "1,000,000"),
        (["$1,000.50"], "$1,000.50"),
        (["1,000,", "500"], "1,000"),
        (["900,500", "300"], "900,500"),
        (["2,000,1,500"], "2,000,1,500"),
    ],
)
def test_thousands_apart_are_not_taken_for_a_list(pit: Pit, written: list[str], word: str) -> None:
    said = pit("prizes", "500", "300", "--prizes", *written)
    how = "write no comma inside an amount, and spaces between amounts, such as 1000 500."
    assert (said.returncode, said.stdout) == (2, "")
    assert said.stderr == f"'{word}' may be one amount or several: {how}\n"


@pytest.mark.parametrize(("columns", "figures"), [(80, 7), (60, 6), (30, 6)])
def test_a_narrow_screen_has_fewer_figures_and_cuts_none(pit: Pit, columns: int, figures: int) -> None:
    said = pit("prizes", "5000", "3000", "2000", "--prizes", "50,30,20", columns=columns)
    assert "…" not in said.stdout
    assert [len(row) for row in rows(said)] == [figures] * 3


def test_an_odd_deal_is_told(pit: Pit) -> None:
    said = pit("prizes", "400000", "300000", "200000", "100000", "--prizes", "1600", "1000", "600", "400")
    assert said.stdout.splitlines()[-1] == "By chips: player 4 would get less than the lowest prize, which is certain."


def test_the_deals_as_json(pit: Pit) -> None:
    answer = json.loads(pit("prizes", "5000", "3000", "2000", "--prizes", "49.95", "30", "20.05", "--json").stdout)
    assert (answer["stacks"], answer["prizes"]) == ([5000, 3000, 2000], [4995, 3000, 2005])
    assert list(answer["deals"]) == ["icm", "chip_chop", "by_chips", "even"]
    assert all(sum(deal["payouts"]) == 10_000 for deal in answer["deals"].values())
    assert answer["deals"]["even"] == {
        "shares": [{"numerator": 10_000, "denominator": 3}] * 3,
        "error": 0.0,
        "payouts": [3334, 3333, 3333],
        "objections": [],
    }


def test_the_largest_numbers_that_can_be_written(pit: Pit) -> None:
    said = pit("prizes", 15 * "9", "1", "--prizes", f"{15 * '9'}.99")
    assert (said.returncode, said.stderr) == (0, "")
    assert rows(said)[0][5] == "500,000,000,000,000.00"


NO_CHIPS = "is not a number of chips like 5000, of at most 15 digits."
NO_AMOUNT = "is not an amount like 50 or 49.95, of at most 15 digits."


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["5,000", "3000", "--prizes", "50"], f"'5,000' {NO_CHIPS}"),
        (["\u0663", "4", "--prizes", "50"], f"'\u0663' {NO_CHIPS}"),
        ([5000 * "9", "1", "--prizes", "5"], f"'{40 * '9'}...' {NO_CHIPS}"),
        (["5000", "3000", "--prizes", "50", "3x"], f"'3x' {NO_AMOUNT}"),
        (["5000", "3000", "--prizes", "50.505"], f"'50.505' {NO_AMOUNT}"),
        (["5000", "3000", "--prizes", "\u0663"], f"'\u0663' {NO_AMOUNT}"),
        (["5000", "3000", "--prizes", 400 * "9"], f"'{40 * '9'}...' {NO_AMOUNT}"),
        (["5000", "3000", "--prizes", "50", "30", "20"], "There are 3 prizes for 2 players."),
        (["5000", "3000", "--prizes", ","], "There is no prize to divide."),
        (["5000", "--prizes", "50"], "A deal is between two players or more."),
        (["5000", "3000"], "Missing option '--prizes'."),
        (["5000", "3000", "--prizes"], "Option '--prizes' requires an argument."),
        (["--prizes", "50", "30"], "Missing argument 'STACKS'."),
    ],
)
def test_bad_input_gets_one_sentence(pit: Pit, arguments: list[str], sentence: str) -> None:
    assert refusal(pit("prizes", *arguments)) == sentence
