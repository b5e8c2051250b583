"""`./pit equity`, as a person types it."""

import json

import pytest

from tests.cli.terminal import Pit, pitboss, refusal, stopped


def test_two_hands_before_the_flop_in_a_process_of_their_own() -> None:
    said = pitboss("equity", "AhKh", "QcQd")
    assert (said.returncode, said.stderr) == (0, "")
    lines = [line.split() for line in said.stdout.splitlines() if line.strip()]
    assert [line for line in lines if not line[0].startswith("─")] == [
        ["hand", "wins", "ties", "equity"],
        ["AhKh", "46.018%", "0.393%", "46.214%"],
        ["QcQd", "53.589%", "0.393%", "53.786%"],
        ["Exact,", "over", "1,712,304", "deals"],
    ]


def test_a_board_dead_cards_and_ranges_as_json(pit: Pit) -> None:
    said = pit("equity", "AhKh", "QQ, 22@0.5", "--board", "2c 3d 4h Kd", "--dead", "Qs 2d", "--json")
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


def test_other_decks_and_omaha(pit: Pit) -> None:
    short = pit("equity", "AhJK", "TT+", "--deck", "36", "--joker", "--board", "6c 7d 8h", "--json")
    assert [each["hand"] for each in json.loads(short.stdout)["hands"]] == ["AhJK", "TT+"]
    omaha = pit("equity", "AsAhKsKh", "QdQcJdJc", "--omaha", "--board", "2c 3d 4h 8s", "--json")
    assert json.loads(omaha.stdout)["deals"] == 40


def test_a_simulation_states_its_error(pit: Pit) -> None:
    asked = ("equity", "random", "AA", "KK", "--simulate", "20,000", "--seed", "7")
    said = pit(*asked)
    assert said.stdout.splitlines()[-1] == "From 20,000 deals at random (seed 7)"
    assert "error" in said.stdout
    answer = json.loads(pit(*asked, "--json").stdout)
    assert (answer["deals"], answer["exact"], answer["seed"]) == (20_000, False, 7)
    assert all(0 < each["error"] < 0.004 for each in answer["hands"])


@pytest.mark.parametrize("columns", [30, 60])
def test_figures_are_never_cut(pit: Pit, columns: int) -> None:
    said = pit("equity", "TT+, AKs, AQo, KQs, 22-55", "AdAc", "--board", "2c 3c 4d Th", columns=columns)
    assert "…" not in said.stdout
    [aces] = [line.split() for line in said.stdout.splitlines() if "AdAc" in line]
    assert len(aces) == 4


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["AhKh", "AhQd"], "Ah is there twice."),
        (
            ["AhKh", "QcQd", "--deck", "abc"],
            "There is no deck of 'abc' cards: HLD 2.2 allows 52, 48, 44, 40, 36 and 32.",
        ),
        (["AhKh", "QcQd", "--deck", ""], "There is no deck of '' cards: HLD 2.2 allows 52, 48, 44, 40, 36 and 32."),
        (
            ["AhKh", "QcQd", "--deck", "\u0665\u0662"],
            "There is no deck of '\u0665\u0662' cards: HLD 2.2 allows 52, 48, 44, 40, 36 and 32.",
        ),
        (
            ["AhKh", "QcQd", "--deck", 5000 * "9"],
            f"There is no deck of '{40 * '9'}...' cards: HLD 2.2 allows 52, 48, 44, 40, 36 and 32.",
        ),
        (
            ["random"] * 3,
            "To go through all of it would take about 4 hours; --simulate 1000000 deals at random instead.",
        ),
        (
            [f"AKs@0.{5000 * '9'}", "QQ"],
            f"The weight in 'AKs@0.{34 * '9'}...' is not a decimal above 0 and at most 1, like AKs@0.5,"
            " with at most 12 digits behind the point.",
        ),
        (["AA", "KK", "--seed", "4"], "--seed is for --simulate: what is computed exactly has no seed."),
        (
            ["AA", "KK", "--simulate", "10", "--seed", "x"],
            "--seed is a whole number of at most 24 digits, not 'x'.",
        ),
        (
            ["AA", "KK", "--simulate", "1e6"],
            "--simulate is a whole number from 1 to 1,000,000,000,000, not '1e6'.",
        ),
        (
            ["AA", "KK", "--simulate", "99999999999999999999"],
            "--simulate is a whole number from 1 to 1,000,000,000,000, not '99999999999999999999'.",
        ),
        ([], "Missing argument 'HANDS'."),
    ],
)
def test_bad_input_gets_one_sentence(pit: Pit, arguments: list[str], sentence: str) -> None:
    assert refusal(pit("equity", *arguments)) == sentence


@pytest.mark.needs("tmux")
@pytest.mark.parametrize(
    "arguments",
    [
        ("random", "random", "--simulate", "1000000000000"),
        # One board, which a thread goes through for most of a minute.
        ("random", "22+,A2+,K2+", "22+,A2+,K2+", "22+,A2s+", "--board", "2c 3d 4h 9s Jh"),
    ],
)
def test_ctrl_c_stops_what_would_take_minutes(arguments: tuple[str, ...]) -> None:
    _, shown = stopped("equity", *arguments, at="Dealing")
    assert "Stopped." in shown
