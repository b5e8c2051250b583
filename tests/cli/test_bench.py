"""`./pit bench`: what it does with its words, and that the bench of the floor runs through. No figure is judged."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.checkout import PACKAGE
from tests.postgres_server import PostgresServer

MAIN = PACKAGE.parent.parent / "bench" / "main.py"


def bench(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, str(MAIN), *words], capture_output=True, text=True, check=False)


def test_a_quick_bench_of_the_floor_plays_at_every_table_and_reaches_every_screen() -> None:
    ran = bench("floor", "--quick", "--json")
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    figures = told["figures"]
    assert told["wanted"].keys() <= figures.keys()
    assert figures["commands carried out"] > 20 * figures["commands refused"]
    assert figures["commands on screens"] > told["size"]["screens"]
    assert figures["events in the journal"] >= told["size"]["events"]
    assert all(figure > 0 for name, figure in figures.items() if name != "commands refused" and "to screen" not in name)


def test_a_quick_bench_of_the_screens_draws_every_decision_on_every_screen() -> None:
    ran = bench("screens", "--quick", "--json")
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    assert told["wanted"].keys() <= told["figures"].keys()
    for row, screens in (("three", 3), ("ten", 10), ("fifty", 50)):
        assert told["figures"][f"decisions told, {row} at a table"] >= screens
        assert told["figures"][f"screens or steps that failed, {row} at a table"] == 0


def test_a_quick_soak_notes_what_the_server_holds_before_meanwhile_and_afterwards() -> None:
    ran = bench("soak", "--quick", "--json", "--minutes=0.02")
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    before, *meanwhile, after = told["held"]
    assert told["wanted"].keys() == told["figures"].keys()
    assert told["figures"]["decisions lost"] == 0
    assert meanwhile[-1]["steps"] > meanwhile[0]["steps"] > before["steps"] == 0
    assert all(row["connections"] >= told["size"]["screens"] for row in meanwhile)
    assert after["connections"] < told["size"]["screens"]


def test_a_quick_bench_of_the_floods_floods_in_every_way_and_people_are_answered() -> None:
    ran = bench("floods", "--quick", "--json")
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    rows = {(row["flood"], row["from"]): row for row in told["floods"]}
    assert len(rows) == 8
    assert all(told["wanted"].keys() <= row.keys() and row["answered"] > 0 for row in rows.values())
    # Whoever comes is served, and the floods are taken for what they are.
    for row in rows.values():
        assert all(row[what].split()[0] == row[what].split()[-1] for what in ("health", "newcomers")), row
    honest = ("sign-ins", "anonymous streams", "what-if questions", "anonymous pages")
    assert not any("421" in rows[flood, "many"]["the flood was told"] for flood in honest), rows


def test_a_quick_bench_of_growth_makes_houses_that_verify_and_looks_at_everything_in_them(tmp_path: Path) -> None:
    ran = bench("growth", "--quick", "--json")
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    assert [*map(int, told["figures"])] == told["size"]["rounds"]
    assert all(told["wanted"].keys() <= figures.keys() for figures in told["figures"].values())
    made = [sys.executable, str(MAIN.with_name("growth_house.py")), str(tmp_path / "house"), "60", "1"]
    subprocess.run(made, check=True)
    command = [sys.executable, "-m", "pitboss", "verify", "--data", str(tmp_path / "house")]
    verified = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "The house is whole." in verified.stdout, verified.stdout


@pytest.mark.needs("postgresql")
def test_a_quick_bench_of_several_processes_plays_on_postgresql(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = bench("processes", "--quick")
    assert ran.returncode == 1
    assert ran.stderr == "Several processes need PostgreSQL: set DATABASE_URL to a database that may be filled.\n"
    monkeypatch.setenv("DATABASE_URL", postgres.database())
    ran = bench("processes", "--quick", "--json")
    assert ran.returncode == 0, ran.stderr
    (row,) = json.loads(ran.stdout)["processes"]
    assert row.pop("processes") == 2
    assert all(figure > 0 for figure in row.values())


def test_an_option_that_a_bench_does_not_have_is_told() -> None:
    ran = bench("floor", "--minutes=1")
    assert (ran.returncode, ran.stderr) == (2, "The bench 'floor' takes no --minutes.\n")


def test_an_unknown_bench_is_told_with_those_there_are() -> None:
    ran = bench("nothing")
    assert ran.returncode == 2
    assert "There is no bench 'nothing'; there is evaluator, floor, floods, games" in ran.stderr


def test_what_a_bench_says_stands_in_the_document_with_what_another_checkout_says(tmp_path: Path) -> None:
    """Both are copies of the commands alone, with a program that stands for `./pit`."""
    ours, former = tmp_path / "ours", tmp_path / "former"
    for folder, figure in ((ours, 7), (former, 5)):
        shutil.copytree(MAIN.parent, folder / "bench")
        (folder / "docs").mkdir()
        (folder / "pit").write_text(f'#!/bin/sh\necho "$2: {figure} a second"\n')
        (folder / "pit").chmod(0o755)
    words = [sys.executable, str(ours / "bench" / "main.py")]
    for name, *more in (("odds",), ("games", "--beside", str(former)), ("odds",)):
        assert subprocess.run([*words, name, "--write", *more], check=False).returncode == 0
    text = (ours / "docs" / "performance.md").read_text()
    assert re.findall(r"(?m)^## (.*)|^(\w+: .*)$", text) == [
        *(("games", ""), ("", "games: 7 a second"), ("", "games: 5 a second")),
        *(("odds", ""), ("", "odds: 7 a second")),
    ]
