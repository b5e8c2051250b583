"""The sheets under docs/par are what the program computes from the approved rules today.

Everything is computed again but most of what rules are worth in Pontoon, which takes a minute: of those a few are
solved again. `./pit par --all` computes them all.
"""

import hashlib
import json
import re
from dataclasses import replace
from datetime import date
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pitboss import __version__
from pitboss.checkout import checkout
from pitboss.odds.par import cells
from pitboss.odds.par import committed as committed_sheets
from pitboss.odds.par.changes import changes_of
from pitboss.odds.par.committed import FOLDER, KINDS, documents, figures_date, paths, sheet_text
from pitboss.odds.par.games import game_sheet
from pitboss.odds.par.sheet import Sheet, Variation, make_sheet
from pitboss.odds.rules import GAMES, Rules, digest, read_rules
from tests.known import known
from tests.odds.par import sample

SOLVED_AGAIN = 3


def committed(path: str) -> str:
    root = known(checkout())
    return (root / path).read_text(encoding="utf-8")


def data_of(game: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(committed(f"{FOLDER}/{game}.json"))
    return data


def ratio(data: dict[str, int]) -> Fraction:
    return Fraction(data["numerator"], data["denominator"])


def variations_of(game: str) -> tuple[Variation, ...]:
    """As the committed data has them, with the changes that they are of today."""
    changes = {(change.wager, change.label): change for change in changes_of(read_rules(game))}
    data = data_of(game)
    found = []
    for row in data["variations"]:
        edge = ratio(row["house_edge"])
        now = ratio(data["wagers"][row["wager"]]["house_edge"])
        change = changes.pop((row["wager"], row["change"]))
        found.append(Variation(change, edge, edge - now, row.get("error")))
    assert not changes, "a change is not on the sheet"
    return tuple(found)


@cache
def computed(game: str) -> Sheet:
    root = known(checkout())
    return make_sheet(read_rules(game), variations=variations_of(game), made=figures_date(root, game))


@pytest.mark.parametrize("path", paths())
def test_a_committed_sheet_is_current(path: str) -> None:
    game, kind = paths()[path]
    # Not by ==, whose explanation of two long files takes minutes.
    is_current = sheet_text(computed(game), kind) == committed(path)
    assert is_current, f"{path} is stale: run ./pit par --all"


@pytest.mark.parametrize("game", GAMES)
def test_what_a_rule_is_worth_is_solved_again(game: str) -> None:
    variations = variations_of(game)
    assert [each.difference for each in variations] == sorted((each.difference for each in variations), reverse=True)
    if game == "pontoon":
        # Others on every other sheet, so that in time each is solved again.
        digest = hashlib.sha256(committed(f"{FOLDER}/{game}.json").encode()).hexdigest()
        variations = tuple(Random(digest).sample(variations, SOLVED_AGAIN))
    for each in variations:
        assert game_sheet(game).edge(each.change.rules, each.change.wager).edge == each.edge, each.change.label


@pytest.mark.parametrize("game", GAMES)
def test_a_committed_sheet_is_of_the_approved_rules(game: str) -> None:
    assert data_of(game)["rules_digest"] == digest(read_rules(game))
    for kind in KINDS:
        assert digest(read_rules(game)) in committed(f"{FOLDER}/{game}.{kind}")


@pytest.mark.parametrize("game", GAMES)
def test_a_committed_sheet_says_by_what_and_of_which_day(game: str) -> None:
    data, page = data_of(game), committed(f"{FOLDER}/{game}.html")
    assert data["version"] == __version__
    day = date.fromisoformat(data["date"])
    assert f"Pitboss {__version__}" in page
    assert f"{day.day} {day:%B %Y}" in page


def test_a_sheet_keeps_its_date_until_something_else_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The date is that of the figures, so that the same figures are the same file on any day."""
    first, later = date(2026, 2, 7), date(2026, 11, 16)
    found = sample.sheet()

    def made(_: Rules, *, report: object, made: date) -> Sheet:
        return replace(found, made=made)

    monkeypatch.setattr(committed_sheets, "make_sheet", made)

    def written_on(day: date) -> set[str]:
        files = documents(tmp_path, "ultimate", day)
        for path, text in files.items():
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text(text, encoding="utf-8")
        return {
            str(figures_date(tmp_path, "ultimate")),
            *re.findall(r"Figures of</dt><dd>([^<]+)", "".join(files.values())),
        }

    assert written_on(first) == {"2026-02-07", "7 February 2026"}
    assert written_on(later) == {"2026-02-07", "7 February 2026"}
    found = replace(found, findings=("Something else.",))
    assert written_on(later) == {"2026-11-16", "16 November 2026"}


def test_no_approximation_of_pontoon_is_told_as_a_fraction() -> None:
    sheet = computed("pontoon")
    approximate = [worth for worth in sheet.analysis.wagers.values() if worth.error is not None]
    assert [worth.wager for worth in approximate] == ["main", "super_bonus"]
    said = {name: told for name, _, told in cells.fractions(sheet).rows}
    for worth in approximate:
        told = said[f"{sheet.game.wager_said(worth.wager)}: house edge"]
        assert told.endswith(" ± 1e-7")
        assert not any("/ 10,000,000,000" in cell for row in cells.results(worth).rows for cell in row)
    assert " / " in said["Perfect Pairs: house edge"]
    # A decimal that is called a fraction would have a power of two and five for its denominator.
    page = committed(f"{FOLDER}/pontoon.html")
    below = {int(digits.replace(",", "")) for digits in re.findall(r"\d / ([\d,]+)", page)}
    assert not any(10**10 % number == 0 for number in below if number > 1000)


def test_the_head_of_pontoon_tells_the_wager_and_the_bonus() -> None:
    """Best play without the bonus, with it, and both together: the share of the wager is not best play of the wager."""
    edges = data_of("pontoon")["edges"]
    assert [each["name"] for each in edges] == [
        "Without the Super Bonus",
        "With it, the wager's part",
        "With it, both together",
    ]
    without, with_it, together = (each["edge"] for each in edges)
    assert together < without < with_it
    bonus = -ratio(data_of("pontoon")["wagers"]["super_bonus"]["house_edge"])
    assert with_it - together == pytest.approx(float(bonus), abs=1e-9)


@pytest.mark.parametrize("game", GAMES)
def test_the_edge_of_the_charts_stands_beside_best_play(game: str) -> None:
    [table] = [table for table in data_of(game)["tables"] if table["title"] == "Ways to play"]
    names = [row[0] for row in table["rows"]]
    costs = {row[0]: row[table["columns"].index("Costs")]["value"] for row in table["rows"]}
    charted = "What the charts say" if game == "canberra" else "By the charts"
    assert names.index(charted) == names.index("Best play") + (2 if game == "ultimate" else 1)
    assert costs["Best play"] == 0 < costs[charted] < 0.002
    assert any("charts of this sheet, played as they are printed" in said for said in data_of(game)["findings"])


@pytest.mark.parametrize("game", GAMES)
def test_each_simulation_lies_within_three_standard_errors(game: str) -> None:
    data = data_of(game)
    assert "main" in data["simulation"]
    for name, check in data["simulation"].items():
        assert check["exact"] == float(-ratio(data["wagers"][name]["house_edge"]))
        assert abs(check["standard_errors_apart"]) < 3
        assert check["rounds"] >= 1_000_000_000
        assert check["standard_error"] < 0.0003
