"""`./pit rank`, as a person types it."""

import json
import subprocess

import pytest

from pitboss import __version__
from tests.cli.terminal import PITBOSS, Pit, refusal

HOW_TO_WRITE = "write rank and suit like As, Td, 7h, or JK for the joker."


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (
            ["As Ks Qs Js Ts 2d 3c"],
            [
                "Royal flush (HLD 3.3(a))",
                "As Ks Qs Js Ts",
                "From 52 cards, ace high and low in straights (HLD 3.5(a))",
            ],
        ),
        (
            ["6h", "7c", "8s", "JK", "Ad", "--deck", "36", "--joker"],
            [
                "Straight, nine high (HLD 3.4(g))",
                "JK 8s 7c 6h Ad, the joker as 9c",
                "From 36 cards and a joker, ace high and low in straights (HLD 3.5(a))",
            ],
        ),
        (
            ["8h6c4c3d2sKdKc", "--low"],
            [
                "Low hand, no pair, eight high, then six, four, three and two (HLD 3.6)",
                "8h 6c 4c 3d 2s",
                "Eight or better (HLD 3.5(d))",
            ],
        ),
        (
            ["5h 4c 3d 2s Ad", "--no-ace-low-straights"],
            [
                "No pair, ace high, then five, four, three and two (HLD 3.3(k))",
                "Ad 5h 4c 3d 2s",
                "From 52 cards, ace high only in straights (HLD 3.5(a))",
            ],
        ),
    ],
)
def test_a_hand_in_words(pit: Pit, arguments: list[str], lines: list[str]) -> None:
    said = pit("rank", *arguments)
    assert (said.returncode, said.stderr) == (0, "")
    assert said.stdout.splitlines() == lines


def test_a_hand_as_json(pit: Pit) -> None:
    answer, lesser = (
        json.loads(pit("rank", text, "--joker", "--json").stdout) for text in ("Kd Kc 9h 9s JK", "Kd Kc 9h 9s Jd")
    )
    assert answer.pop("strength") > lesser.pop("strength")
    assert answer == {
        "name": "full house, kings over nines",
        "category": "full_house",
        "clause": "HLD 3.3(e)",
        "cards": ["Kd", "Kc", "JK", "9h", "9s"],
        "joker_as": "Kh",
        "deck": "52 cards and a joker",
        "ace_low_straights": True,
    }


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["rank", "As Ks Qs Js 1x"], f"'1x' is not a card: {HOW_TO_WRITE}"),
        (["rank", "AsKsQsJsTx"], f"'Tx' in 'AsKsQsJsTx' is not a card: {HOW_TO_WRITE}"),
        (["rank", "As Ks Qs Js As"], "As is there twice."),
        (["rank", "As Ks Qs Js JK"], "JK is not in the deck of 52 cards; --joker adds it (HLD 2.3)."),
        (["rank", "As Ks"], "A hand is ranked from 5, 6 or 7 cards, not 2."),
        (["rank", "As Ks Qs Js Ts 9s 8s 7s"], "A hand is ranked from 5, 6 or 7 cards, not 8."),
        (["rank", ""], "A hand is ranked from 5, 6 or 7 cards, not 0."),
        (["rank", "As Ks Qs Js 5s", "--deck", "36"], "5s is not in the deck of 36 cards (HLD 2.2(e))."),
        (
            ["rank", "As Ks Qs Js Ts", "--deck", "50"],
            "There is no deck of 50 cards: HLD 2.2 allows 52, 48, 44, 40, 36 and 32.",
        ),
        (
            ["rank", "As Ks Qs Js Ts", "--deck", "abc"],
            "There is no deck of 'abc' cards: HLD 2.2 allows 52, 48, 44, 40, 36 and 32.",
        ),
        (["rank", "As Ks Qs Js Ts", "--low-ace", "wild"], "--low-ace is high or low, not 'wild'."),
        (["rank"], "Missing argument 'CARDS'."),
        (["shuffle"], "No such command 'shuffle'."),
    ],
)
def test_bad_input_gets_one_sentence(pit: Pit, arguments: list[str], sentence: str) -> None:
    assert refusal(pit(*arguments)) == sentence


def test_without_a_command_the_help_is_shown(pit: Pit) -> None:
    said = pit()
    assert said.returncode == 0
    assert "rank" in said.stdout
    assert "rules" in said.stdout


def test_the_version(pit: Pit) -> None:
    assert pit("--version").stdout == f"pitboss {__version__}\n"


@pytest.mark.parametrize("command", [["rank", "AsKsQsJsTs"], ["rules"], ["rules", "--json"]])
def test_a_full_disk_is_told_in_one_sentence(command: list[str]) -> None:
    with open("/dev/full", "w") as full:
        said = subprocess.run([*PITBOSS, *command], stdout=full, stderr=subprocess.PIPE, text=True)
    assert (said.returncode, said.stderr) == (1, "Cannot go on: No space left on device.\n")


def test_a_reader_that_leaves_early_is_no_error() -> None:
    command = f"{' '.join(PITBOSS)} rules HLD | head -n 1"
    said = subprocess.run(["sh", "-c", command], capture_output=True, text=True)
    assert (said.stdout, said.stderr) == ("HLD Poker - Hold-em\n", "")
