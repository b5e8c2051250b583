"""The worked cases of hold'em, each played through the engine people play on; and each place of them able to fail."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pitboss.conformance.format.document import Case, load
from pitboss.conformance.runner import Verdict, run_case
from tests.conformance.case_scene import Place, at, changed, leaves

CASES = load(Path(__file__).parents[1] / "cases" / "holdem.json").cases
cases = pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])


def played(case: Case, **parts: object) -> Verdict:
    return run_case("holdem", replace(case, **parts))  # type: ignore[arg-type]


def lists(value: object, path: Place = ()) -> Iterator[Place]:
    if isinstance(value, list):
        yield path
        value = dict(enumerate(value))
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from lists(inner, (*path, key))


def otherwise(value: object) -> object:
    """Something else of the same kind."""
    if isinstance(value, bool) or value is None:
        return not value
    if isinstance(value, int):
        return value + 1
    assert isinstance(value, str)
    if value.startswith("HLD "):
        return "HLD 1.1"
    return "2d" if len(value) == 2 else f"not {value}"


@cases
def test_the_case_comes_out_as_written(case: Case) -> None:
    verdict = played(case)
    assert verdict.passed, (verdict.failure, verdict.differences)


def test_the_users_copy_has_every_case() -> None:
    assert len(CASES) == 53


@cases
def test_the_case_fails_wherever_one_result_is_otherwise(case: Case) -> None:
    places = list(leaves(case.expect))
    assert places
    for place in places:
        verdict = played(case, expect=changed(case.expect, place, otherwise(at(case.expect, place))))
        assert verdict.failure is None
        assert verdict.differences, place


@cases
def test_the_case_fails_if_a_row_is_missing_or_too_many_or_a_key_is_unknown(case: Case) -> None:
    for place in lists(case.expect):
        rows = at(case.expect, place)
        more = [*rows, rows[0] if rows else 1]
        assert not played(case, expect=changed(case.expect, place, more)).passed, place
        if rows:
            assert not played(case, expect=changed(case.expect, place, rows[1:])).passed, place
    assert not played(case, expect={**case.expect, "tip": 0}).passed


@cases
def test_the_case_fails_wherever_a_check_is_otherwise(case: Case) -> None:
    for number, step in enumerate(case.script):
        for key in step.keys() - {"check"} if "check" in step else ():
            script = changed(case.script, (number, key), otherwise(step[key]))
            (difference,) = played(case, script=script).differences
            assert difference.path == f"script[{number}]"


@cases
def test_the_case_fails_if_a_refusal_is_by_another_clause_or_none(case: Case) -> None:
    for number, step in enumerate(case.script):
        if "refused" not in step:
            continue
        (other,) = played(case, script=changed(case.script, (number, "refused"), "HLD 1.1")).differences
        assert (other.path, other.expected) == (f"script[{number}]", "refused by HLD 1.1")
        taken = {key: value for key, value in step.items() if key != "refused"}
        first, *_ = played(case, script=changed(case.script, (number,), taken)).differences
        assert (first.path, first.expected) == (f"script[{number}]", "accepted")


@cases
def test_the_case_fails_if_a_decision_is_left_out_or_written_as_refused(case: Case) -> None:
    for number, step in enumerate(case.script):
        if "do" not in step or "refused" in step or "event" in step:
            continue
        without = [*case.script[:number], *case.script[number + 1 :]]
        # What a supervisor then does may come before the decision as well.
        following = case.script[number + 1] if number + 1 < len(case.script) else {}
        if following.get("event", "deal") == "deal":
            assert not played(case, script=without).passed, number
        refused = changed(case.script, (number, "refused"), "HLD 10.3")
        first, *_ = played(case, script=refused).differences
        assert (first.path, first.got) == (f"script[{number}]", "accepted")


@cases
def test_the_case_fails_if_chips_are_ruled_otherwise(case: Case) -> None:
    for number, step in enumerate(case.script):
        if step.get("do") == "push":
            (difference,) = played(case, script=changed(case.script, (number, "ruling"), "HLD 17.8")).differences
            assert (difference.expected, difference.got) == ("ruled by HLD 17.8", "ruled by HLD 17.7")


@cases
def test_the_case_fails_if_a_street_is_dealt_too_early_or_in_the_wrong_order(case: Case) -> None:
    for number, step in enumerate(case.script):
        if step.get("event") != "deal" or step["street"] in ("hole", "river"):
            continue
        wrong = played(case, script=changed(case.script, (number, "street"), "river")).differences[0]
        assert (wrong.path, wrong.expected) == (f"script[{number}]", "the next deal is river")
        twice = played(case, script=[*case.script[:number], step, *case.script[number:]]).differences[0]
        assert (twice.path, twice.expected) == (f"script[{number + 1}]", f"the next deal is {step['street']}")
        if step["street"] == "flop" and "stack" in case.seats[0]:
            early = played(case, script=[step, *case.script]).differences[0]
            assert (early.path, early.expected) == ("script[0]", "accepted")
            assert "(HLD 9.4)" in str(early.got)


@cases
def test_a_script_that_stops_in_the_middle_fails(case: Case) -> None:
    if "round" in case.expect and len(case.script) > 3:
        verdict = played(case, script=case.script[:1])
        assert any("has yet to decide" in str(difference.got) for difference in verdict.differences)
