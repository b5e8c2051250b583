"""`./pit train`, as a person uses it: the worth is told after the choice, and the same seed is the same hands."""

import json

import pytest

from pitboss.odds.rules import GAMES
from pitboss.odds.training.hands import daily_seed, training_hand
from tests.cli.terminal import pitboss, refusal


@pytest.mark.parametrize("game", GAMES)
def test_the_worth_is_told_after_the_choice(game: str) -> None:
    done = pitboss("train", game, "--seed", "3", "--hands", "2", input="1\n\n2\n\n")
    assert (done.returncode, done.stderr) == (0, "")
    question, _, answer = done.stdout.partition("Type a number")
    assert "Worth" not in question
    assert "Worth" in answer
    assert "of 2 choices best" in answer
    assert done.stdout == pitboss("train", game, "--seed", "3", "--hands", "2", input="1\n\n2\n\n").stdout


def test_a_wrong_choice_is_told_with_what_it_costs() -> None:
    hand = training_hand("ultimate", "line", "3:line:1")
    labels = sorted(hand.values, key=lambda each: (each.choice.do, each.amount or 0))
    fold = 1 + [each.choice.do for each in labels].index("fold")
    said = pitboss("train", "ultimate", "--seed", "3", "--drill", "line", "--hands", "1", input=f"{fold}\n\n").stdout
    cost = round(hand.values[0].value + 2000)
    assert f"{cost // 100}.{cost % 100:02}" in said
    assert "0 of 1 choices best" in said


def test_the_hands_of_a_day_are_those_of_the_house() -> None:
    told = pitboss("train", "canberra", "--day", "2026-11-18", "--json").stdout.splitlines()
    assert len(told) == 10
    for number, line in enumerate(told, 1):
        hand = training_hand("canberra", "all", daily_seed("2026-11-18", number))
        values = [each["value"] for each in json.loads(line)["choices"]]
        assert values == [
            {"numerator": each.value.numerator, "denominator": each.value.denominator} for each in hand.values
        ]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("holdem",), "There is no game"),
        (("ultimate", "--drill", "soft"), "--drill of ultimate is one of all, line, flop, river"),
        (("ultimate", "--day", "tomorrow"), "--day is a date such as 2026-11-18"),
        (("ultimate", "--hands", "0"), "--hands"),
    ],
)
def test_what_cannot_be_is_one_sentence(words: tuple[str, ...], sentence: str) -> None:
    assert refusal(pitboss("train", *words)).startswith(sentence)
