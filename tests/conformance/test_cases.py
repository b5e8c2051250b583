"""The worked cases, each played through the engines people play on; and each of them able to fail."""

from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import pytest

from pitboss.conformance.document import Case, load
from pitboss.conformance.runner import run_case
from pitboss.games.catalogue import HOUSE_GAMES

FOLDER = Path(__file__).parent / "cases"
CASES = [(game, case) for game in HOUSE_GAMES for case in load(FOLDER / f"{game}.json").cases]
cases = pytest.mark.parametrize(("game", "case"), CASES, ids=[case.id for _, case in CASES])


@cases
def test_the_case_comes_out_as_written(game: str, case: Case) -> None:
    verdict = run_case(game, case)
    assert verdict.passed, (verdict.failure, verdict.differences)


@cases
def test_the_case_fails_if_one_result_is_otherwise(game: str, case: Case) -> None:
    expect = deepcopy(case.expect)
    expect["wagers"][-1]["net"] += 1
    verdict = run_case(game, replace(case, expect=expect))
    assert [difference.path.rsplit(".")[-1] for difference in verdict.differences] == ["net"]


@cases
def test_the_case_fails_if_a_wager_is_missing_or_too_many(game: str, case: Case) -> None:
    wagers = case.expect["wagers"]
    fewer, more = wagers[1:], [*wagers, {**wagers[0], "wager": "tip"}]
    for rows in (fewer, more):
        assert not run_case(game, replace(case, expect={**case.expect, "wagers": rows})).passed


def test_a_step_written_as_refused_fails_where_it_is_accepted() -> None:
    game, case = CASES[0]
    script = [{**case.script[0], "refused": "UTH 8.1(c)(ii)"}, *case.script]
    (step,) = run_case(game, replace(case, script=script)).differences
    assert (step.path, step.got) == ("script[0]", "accepted")


def test_a_refusal_by_another_clause_fails() -> None:
    game, case = CASES[0]
    script = [{"seat": 1, "do": "play", "amount": 5000, "refused": "UTH 8.5"}, *case.script]
    (step,) = run_case(game, replace(case, script=script)).differences
    assert step.path == "script[0]"
    assert "UTH 8.1(c)(ii)" in str(step.got)


def test_a_script_that_stops_in_the_middle_fails() -> None:
    game, case = CASES[0]
    verdict = run_case(game, replace(case, script=[]))
    assert "box 1 has yet to decide" in str(verdict.differences[0].got)


def test_a_card_left_in_the_shoe_fails() -> None:
    game, case = CASES[0]
    verdict = run_case(game, replace(case, shoe=[*case.shoe, "2h"]))
    assert [difference.got for difference in verdict.differences] == ["1 cards are left in it"]


@pytest.mark.parametrize("game", HOUSE_GAMES)
def test_the_users_copy_has_every_case(game: str) -> None:
    assert len(load(FOLDER / f"{game}.json").cases) == {"ultimate": 32, "canberra": 36, "pontoon": 25}[game]
