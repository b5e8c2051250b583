"""The sheets under docs/par are what the program computes from the approved rules today.

Everything is computed again but most of what rules are worth in Pontoon, which takes a minute: of those a few are
solved again. `./pit par --all` computes them all.
"""

import hashlib
import json
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import pytest

from pitboss.checkout import checkout
from pitboss.odds.par.changes import changes_of
from pitboss.odds.par.committed import FOLDER, KINDS, paths, written
from pitboss.odds.par.edges import edge_of
from pitboss.odds.par.sheet import Sheet, Variation, make_sheet
from pitboss.odds.rules import GAMES, digest, read_rules

SOLVED_AGAIN = 3


def committed(path: str) -> str:
    root = checkout()
    assert root is not None
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
    return make_sheet(read_rules(game), variations=variations_of(game))


@pytest.mark.parametrize("path", paths())
def test_a_committed_sheet_is_current(path: str) -> None:
    game, kind = paths()[path]
    # Not by ==, whose explanation of two long files takes minutes.
    is_current = written(computed(game), kind) == committed(path)
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
        assert edge_of(each.change.rules, each.change.wager).edge == each.edge, each.change.label


@pytest.mark.parametrize("game", GAMES)
def test_a_committed_sheet_is_of_the_approved_rules(game: str) -> None:
    assert data_of(game)["rules_digest"] == digest(read_rules(game))
    for kind in KINDS:
        assert digest(read_rules(game)) in committed(f"{FOLDER}/{game}.{kind}")


@pytest.mark.parametrize("game", GAMES)
def test_each_simulation_lies_within_three_standard_errors(game: str) -> None:
    data = data_of(game)
    assert "main" in data["simulation"]
    for name, check in data["simulation"].items():
        assert check["exact"] == float(-ratio(data["wagers"][name]["house_edge"]))
        assert abs(check["standard_errors_apart"]) < 3
        assert check["rounds"] >= 1_000_000
