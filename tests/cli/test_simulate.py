"""`./pit simulate`, as a person types it."""

import json
import signal
from typing import Any

import pytest

from pitboss.cli import simulate
from pitboss.odds.worth import Analysis
from tests.cli.terminal import Pit, pitboss, refusal, stopped
from tests.odds.simulation.cluster_work import local_cluster

ROUNDS = "a whole number from 1 to 1,000,000,000,000"


def answer(pit: Pit, *arguments: str) -> Any:
    said = pit("simulate", *arguments, "--json")
    assert (said.returncode, said.stderr) == (0, "")
    return json.loads(said.stdout)


def test_rounds_by_the_kernel_as_a_table(pit: Pit) -> None:
    said = pit("simulate", "canberra", "--rounds", "1,000,000", "--seed", "1")
    assert (said.returncode, said.stderr) == (0, "")
    lines = said.stdout.splitlines()
    assert lines[:2] == ["Canberra Poker, strategy best", "1,000,000 rounds by the kernel, seed 1"]
    assert max(map(len, lines)) <= 80
    main = next(line.split() for line in lines if line.strip().startswith("Ante and bet"))
    mean, _, half_width, sd, hits, exact = main[3:]
    assert exact == "\N{MINUS SIGN}5.1991%"
    assert abs(_percent(mean) - _percent(exact)) < 1.5 * _percent(half_width)
    assert float(sd) == pytest.approx(2.28, abs=0.05)
    assert _percent(hits) == pytest.approx(38.5, abs=0.5)
    assert any(line.split()[:1] == ["fold"] for line in lines)


def _percent(text: str) -> float:
    return float(text.removesuffix("%").replace("\N{MINUS SIGN}", "-"))


@pytest.mark.parametrize(
    ("game", "strategy", "words"),
    [
        (
            *("ultimate", "rule_of_thumb"),
            ("Ante, blind and play", "Trips, lost on a fold", "4 x ante before the flop", "fold on the river"),
        ),
        ("pontoon", "by_chance", ("Pontoon wager", "Super Bonus", "all doubles", "all doubles and all splits count")),
    ],
)
def test_wagers_and_decisions_are_told_in_the_words_of_the_sheet(
    pit: Pit, monkeypatch: pytest.MonkeyPatch, game: str, strategy: str, words: tuple[str, ...]
) -> None:
    monkeypatch.setattr(simulate, "_solve", lambda wanted: Analysis(wanted.game, {}, {}, ()))
    said = pit("simulate", game, "--strategy", strategy, "--rounds", "20_000", "--seed", "1", columns=100)
    assert (said.returncode, said.stderr) == (0, "")
    assert all(each in " ".join(said.stdout.split()) for each in words)
    assert "_" not in said.stdout.replace(strategy, "")
    assert "-" not in said.stdout.replace("Hold-em", "")


def test_rounds_in_a_process_of_their_own_and_on_a_cluster_are_the_same(pit: Pit) -> None:
    asked = ("canberra", "--strategy", "pair", "--rounds", "700000", "--seed", "5")
    alone = pitboss("simulate", *asked, "--workers", "1", "--json")
    assert (alone.returncode, alone.stderr) == (0, "")
    one = json.loads(alone.stdout)
    with local_cluster(2) as cluster:
        assert answer(pit, *asked, "--cluster", cluster.scheduler_address) == one
    main = one["wagers"]["main"]
    assert (one["game"], one["strategy"], one["by"], one["seed"], one["stake"]) == (
        *("canberra", "pair", "kernel", 5, 1000),
    )
    assert one["rounds"] == one["rounds_asked"] == main["made"] == sum(main["results"].values()) == 700_000
    assert one["complete"] is True
    assert main["interval"][0] < main["mean"] < main["interval"][1]
    assert main["exact"]["numerator"] < 0 < main["exact"]["denominator"]
    assert set(one["decisions"]) == {"bet", "fold"}
    assert len(one["rules_digest"]) == 64


def test_rounds_at_the_rules_engine_with_other_rules(pit: Pit) -> None:
    changed = ("--set", "jackpot.pool=25000", "--set", "bet_pays.flush=6:1", "--stake", "20")
    found = answer(pit, "canberra", "--engine", "--rounds", "700", "--seed", "2", *changed)
    assert (found["by"], found["stake"], found["rounds"]) == ("engine", 2000, 700)
    assert set(found["wagers"]) == {"main", "jackpot"}
    assert found["wagers"]["jackpot"]["unit"] == 200


def test_a_seed_is_chosen_and_told_where_none_is_given(pit: Pit) -> None:
    first = answer(pit, "canberra", "--strategy", "pair", "--rounds", "1000")
    again = answer(pit, "canberra", "--strategy", "pair", "--rounds", "1000", "--seed", str(first["seed"]))
    assert again == first


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess"], "There is no game 'chess' to simulate: the games are ultimate, canberra, pontoon."),
        (["canberra", "--strategy", "worst"], "There is no strategy 'worst' for canberra: there are best, "),
        (["canberra", "--rounds", "0"], f"--rounds is {ROUNDS}, not '0'."),
        (["canberra", "--rounds", "1e6"], f"--rounds is {ROUNDS}, not '1e6'."),
        (["canberra", "--rounds", 26 * "9"], f"--rounds is {ROUNDS}, not '{26 * '9'}'."),
        (["canberra", "--rounds", 5000 * "9"], f"--rounds is {ROUNDS}, not '{40 * '9'}...'."),
        (["canberra", "--rounds", "\u0663"], f"--rounds is {ROUNDS}, not '\u0663'."),
        (["canberra", "--seed", "x"], "--seed is a whole number of at most 24 digits, not 'x'."),
        (["canberra", "--workers", "x"], "--workers is a whole number from 1 to 1,024, not 'x'."),
        (["canberra", "--decks", "4"], "Canberra is played with one deck: --decks is for pontoon."),
        (["pontoon", "--decks", "9"], "Pontoon is played with 3 to 8 decks, not 9. (PON 2.1[s1])"),
        (["pontoon", "--decks", "-1"], "--decks is a whole number from 3 to 8, not '-1'."),
        (["pontoon", "--decks", "x"], "--decks is a whole number from 3 to 8, not 'x'."),
        (["canberra", "--set", "bets=1"], "There is no setting 'bets' in canberra"),
        (["canberra", "--stake", "much"], "The stake is an amount in dollars, such as 25 or 2.50, not 'much'."),
        (
            ["pontoon", "--engine", "--set", "dealer_stands_on_soft_17=yes"],
            "The dealer of the rules engine draws on soft 17 (P-01): only the kernel can play otherwise.",
        ),
        (
            ["canberra", "--workers", "2", "--cluster", "tcp://127.0.0.1:9"],
            "--workers is for this machine: a cluster has its own.",
        ),
        (
            ["canberra", "--cluster", "nonsense"],
            "'nonsense' is not the address of a Dask scheduler: write tcp://HOST:PORT.",
        ),
        (["canberra", "--cluster", "127.0.0.1:9"], "No Dask scheduler answers at 127.0.0.1:9."),
    ],
)
def test_bad_input_gets_one_sentence(pit: Pit, arguments: list[str], sentence: str) -> None:
    assert refusal(pit("simulate", *arguments)).startswith(sentence)


def test_nothing_can_cut_off_an_answer_that_is_on_its_way(pit: Pit) -> None:
    assert pit("simulate", "canberra", "--strategy", "pair", "--rounds", "100").returncode == 0
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN


@pytest.mark.needs("tmux")
@pytest.mark.parametrize("by", [(), ("--engine",)])
def test_ctrl_c_keeps_what_was_played_however_often_it_is_pressed(by: tuple[str, ...]) -> None:
    asked = ("simulate", "canberra", "--rounds", "1000000000000", "--seed", "1", *by)
    bar, shown = stopped(*asked, at="rounds,", times=3)
    # Rounds, rounds a second, and the return so far with its interval.
    assert "±" in bar
    assert "of 1,000,000,000,000 rounds" in shown
    assert "Stopped after " in shown
    assert "\N{MINUS SIGN}5.1991%" in shown
