"""Questions like those of the worked tournament cases, with answers worked out by hand from rules and readings."""

from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pitboss.conformance.format.document import Case, load
from pitboss.conformance.runner import run_case

_HERE = Path(__file__).parent
_FILES = (_HERE / "siblings.json", *sorted((_HERE.parent / "cases").glob("tournament_*.json")))
CASES = [case for file in _FILES for case in load(file).cases]


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_the_answers_are_as_worked_out(case: Case) -> None:
    verdict = run_case("tournament", case)
    assert verdict.passed, (verdict.failure, verdict.differences)


def quick(case: Case) -> Case:
    """The same with few draws: what comes out does not matter here."""
    return replace(case, script=[{**step, **({"draws": 5} if "draws" in step else {})} for step in case.script])


def without(value: Any, key: str) -> Any:
    return {name: deepcopy(inner) for name, inner in value.items() if name != key}


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_what_is_not_said_never_breaks_the_program(case: Case) -> None:
    played = quick(case)
    less = [replace(played, given=without(played.given, key)) for key in played.given]
    for number, step in enumerate(played.script):
        for key in step.keys() - {"ask", "do", "ref", "draws"}:
            script = [*played.script[:number], without(step, key), *played.script[number + 1 :]]
            less.append(replace(played, script=script))
    for each in less:
        failure = run_case("tournament", each).failure or ""
        assert "broke" not in failure, failure
