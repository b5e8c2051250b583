"""The worked cases of tournaments, each played at the desk people run; and each place of them able to fail."""

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pitboss.conformance.format.document import load
from pitboss.conformance.format.matching import differences
from pitboss.conformance.result import CaseResult
from pitboss.conformance.runner import run_case
from pitboss.conformance.tournament.player import play
from tests.conformance.case_scene import at, changed, leaves, of

CASES = {case.id: case for case in load(Path(__file__).parents[1] / "cases" / "tournament.json").cases}
cases = pytest.mark.parametrize("name", CASES)


@cache
def outcome(name: str) -> CaseResult:
    return play("tournament", CASES[name])


def otherwise(value: object) -> object:
    """Something else of the same kind."""
    if isinstance(value, dict):
        matcher, argument = next(iter(value.items()))
        if matcher == "$range":
            return {"$range": [argument[1] + 10**9, argument[1] + 10**9]}
        if matcher == "$approx_list":
            return {"$approx_list": [[number + 10 for number in argument[0]], argument[1]]}
        return {"$set": [*argument, "one more"]}
    if isinstance(value, bool) or value is None:
        return not value
    return value + 1 if isinstance(value, int) else f"not {value}"


@cases
def test_the_case_comes_out_as_written(name: str) -> None:
    verdict = run_case("tournament", CASES[name])
    assert verdict.passed, (verdict.failure, verdict.differences)


def test_the_users_copy_has_every_case() -> None:
    assert len(CASES) == 45


@cases
def test_the_case_fails_wherever_one_result_is_otherwise(name: str) -> None:
    expect, got = CASES[name].expect, outcome(name).outcome
    places = [place for place in leaves(expect) if place]
    assert places
    for place in places:
        wrong = changed(expect, place, otherwise(at(expect, place)))
        assert differences(wrong, got), place
    assert differences({**expect, "tip": 0}, got)


@cases
def test_no_step_of_the_case_can_be_written_as_refused(name: str) -> None:
    case = CASES[name]
    for number, step in enumerate(case.script):
        if "do" in step and "draws" not in step:
            script = changed(case.script, (number, "refused"), "STAR 6.18")
            verdict = run_case("tournament", replace(case, script=script))
            assert f"script[{number}]" in [difference.path for difference in verdict.differences], number


def asked(ask: str, given: dict[str, Any], **step: Any) -> Any:
    """The answer to one question."""
    played = play("tournament", of(given=given, script=[{"ask": ask, "ref": "q", **step}]))
    assert not played.failed_steps
    answers: Any = played.outcome["answers"]
    return answers["q"]


STAR = {"ruleset": "STAR"}


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        ({"players_left": 10, "agree": 10}, "not_all_in_the_money"),
        ({"players_left": 4, "agree": 3}, "not_unanimous"),
        ({"players_left": 2, "agree": 2, "remaining_cents": 100, "amounts_cents": [60, 41]}, "does_not_sum"),
    ],
)
def test_a_chop_is_refused_by_its_reason(step: dict[str, Any], reason: str) -> None:
    answer = asked("chop", {**STAR, "places_paid": 9}, **step)
    assert (answer["accepted"], answer["reason"]) == (False, reason)


def test_who_acts_in_time_is_not_hurried() -> None:
    assert asked("call_clock", STAR, facing_bet=True, acts_at_s=29.9)["result"] == "action_stands"
    assert asked("call_clock", {"ruleset": "HLD"}, facing_bet=True, acts_at_s=30.1)["result"] == "action_stands"
    assert asked("call_clock", {"ruleset": "HLD"}, facing_bet=True, acts_at_s=40.1)["result"] == "folded"


def test_the_other_seats_of_the_balancing_case() -> None:
    given = CASES["TRN-26"].given
    moves = asked("balance_advice", given, tables=["X", "Z"])["moves"]
    assert [(move["from"], move["seat"], move["to"]) for move in moves] == [("X", 6, "Z")]


def test_a_raise_stands_after_a_fold_too() -> None:
    actions = [
        {"seat": 3, "do": "bet", "to": 300},
        {"seat": 4, "do": "fold"},
        {"seat": 6, "do": "raise", "to": 800, "out_of_turn": True},
        {"seat": 5, "do": "fold"},
    ]
    answer = asked("out_of_turn", {"street": "flop", "seats": [3, 4, 5, 6]}, ruleset="STAR", actions=actions)
    assert answer == {"binding": True, "stands": {"do": "raise", "to": 800}}


def test_a_check_out_of_turn_does_not_bind_after_a_bet() -> None:
    actions = [
        {"seat": 3, "do": "check"},
        {"seat": 4, "do": "check"},
        {"seat": 6, "do": "check", "out_of_turn": True},
        {"seat": 5, "do": "bet", "to": 300},
    ]
    answer = asked("out_of_turn", {"street": "flop", "seats": [3, 4, 5, 6]}, ruleset="STAR", actions=actions)
    assert answer["binding"] is False
    assert answer["options"] == {"call": 300, "fold": True, "raise": True, "min_raise_to": 600}


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        ({"facing": 400, "chips": [400], "declared": None}, ("call", 400)),
        ({"facing": 400, "chips": [500], "declared": "call"}, ("call", 400)),
        ({"facing": 400, "chips": [500, 500], "declared": None}, ("raise_to", 1000)),
        ({"facing": 0, "chips": [500, 500], "declared": None}, ("bet", 1000)),
        ({"facing": 400, "chips": [500, 100], "declared": None}, ("call", 400)),
    ],
)
def test_chips_in_are_ruled_by_what_they_amount_to(step: dict[str, Any], expected: tuple[str, int]) -> None:
    answer = asked("chips_in", {**STAR, "to_call": 400, "min_raise_to": 800}, **step)
    assert (answer["action"], answer["amount"]) == expected


def test_what_a_case_would_have_to_say_is_named() -> None:
    case = of(script=[{"ask": "chip_race_count", "ref": "q", "odd_total": 25}])
    assert run_case("tournament", case).failure == "given.old: is missing."
