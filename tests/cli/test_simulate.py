"""`./pit simulate`, as a person types it."""

import json
import os
import subprocess
import sys
from typing import Any

import distributed
import pytest

from terminal import Terminal


def pitboss(*arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "COLUMNS": "80"}
    command = [sys.executable, "-m", "pitboss", "simulate", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=environment)


def answer(*arguments: str) -> Any:
    said = pitboss(*arguments, "--json")
    assert (said.returncode, said.stderr) == (0, "")
    return json.loads(said.stdout)


def test_rounds_by_the_kernel_as_a_table() -> None:
    said = pitboss("canberra", "--rounds", "1_000_000", "--seed", "1")
    assert (said.returncode, said.stderr) == (0, "")
    lines = said.stdout.splitlines()
    assert lines[:2] == ["Canberra Poker, strategy best", "1,000,000 rounds by the kernel, seed 1"]
    assert max(map(len, lines)) <= 80
    main = next(line.split() for line in lines if line.strip().startswith("main"))
    mean, _, half_width, sd, hits, exact = main[1:]
    assert exact == "-5.1991%"
    assert abs(_percent(mean) - _percent(exact)) < 1.5 * _percent(half_width)
    assert float(sd) == pytest.approx(2.28, abs=0.05)
    assert _percent(hits) == pytest.approx(38.5, abs=0.5)
    assert any(line.split()[:1] == ["fold"] for line in lines)


def _percent(text: str) -> float:
    return float(text.removesuffix("%"))


def test_the_same_as_data_here_and_on_a_cluster() -> None:
    asked = ("canberra", "--strategy", "pair", "--rounds", "700000", "--seed", "5")
    one = answer(*asked, "--workers", "1")
    with distributed.LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address="127.0.0.1:0"
    ) as cluster:
        assert answer(*asked, "--cluster", cluster.scheduler_address) == one
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


def test_rounds_at_the_rules_engine_with_other_rules() -> None:
    changed = ("--set", "jackpot.pool=25000", "--set", "bet_pays.flush=6:1", "--stake", "20")
    found = answer("canberra", "--engine", "--rounds", "1200", "--seed", "2", *changed)
    assert (found["by"], found["stake"], found["rounds"]) == ("engine", 2000, 1200)
    assert set(found["wagers"]) == {"main", "jackpot"}
    assert found["wagers"]["jackpot"]["unit"] == 200


def test_a_seed_is_chosen_and_told_where_none_is_given() -> None:
    first = answer("canberra", "--strategy", "pair", "--rounds", "1000")
    again = answer("canberra", "--strategy", "pair", "--rounds", "1000", "--seed", str(first["seed"]))
    assert again == first


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess"], "There is no game 'chess' to simulate: the games are ultimate, canberra, pontoon."),
        (["canberra", "--strategy", "worst"], "There is no strategy 'worst' for canberra: there are best, "),
        (["canberra", "--rounds", "0"], "Invalid value for '--rounds': Input should be greater than or equal to 1."),
        (["canberra", "--decks", "4"], "Canberra is played with one deck: --decks is for pontoon."),
        (["pontoon", "--decks", "9"], "Pontoon is played with 3 to 8 decks, not 9. (PON 2.1[s1])"),
        (["canberra", "--set", "bets=1"], "There is no setting 'bets' in canberra"),
        (["canberra", "--stake", "much"], "The setting stake is an amount in dollars, such as 25 or 2.50, not 'much'."),
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
def test_bad_input_gets_one_sentence(arguments: list[str], sentence: str) -> None:
    said = pitboss(*arguments)
    assert (said.returncode, said.stdout) == (2, "")
    assert said.stderr.startswith(sentence)
    assert said.stderr.count("\n") == 1


@pytest.mark.needs("tmux")
def test_ctrl_c_keeps_what_was_played() -> None:
    command = (sys.executable, "-m", "pitboss", "simulate", "canberra", "--rounds", "1000000000000", "--seed", "1")
    terminal = Terminal(*command)
    try:
        # The bar: rounds, rounds a second, and the return so far with its interval.
        assert "±" in terminal.screen("rounds,")
        terminal.press("C-c")
        shown = terminal.screen("exit status 130")
    finally:
        terminal.close()
    assert "of 1,000,000,000,000 rounds by the kernel, seed 1" in shown
    assert "Stopped after " in shown
    assert "-5.1991%" in shown
