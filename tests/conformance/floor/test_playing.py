"""Every case of the house comes out as written, in memory and on PostgreSQL; and a case can fail in every part."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pitboss.conformance.floor.player import play, play_in_memory
from pitboss.conformance.floor.vocabulary import OF_THE_STEP, fields
from pitboss.conformance.format.document import Case, load
from pitboss.conformance.runner import Verdict, run_case
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.registry import COMMANDS
from tests.floor import house_scene

FILES = sorted((Path(__file__).parents[1] / "cases").glob("house*.json"))
CASES = [case for file in FILES for case in load(file, {"house": fields}).cases]
cases = pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
on_postgresql = pytest.mark.parametrize(
    "house", [pytest.param(house_scene.POSTGRESQL, marks=pytest.mark.needs("postgresql"))], indirect=True
)


def in_memory(case: Case) -> Verdict:
    return run_case("house", case, play=play_in_memory)


@cases
def test_the_case_comes_out_as_written(case: Case) -> None:
    verdict = in_memory(case)
    assert verdict.passed, (verdict.failure, verdict.differences)


@on_postgresql
@cases
def test_it_does_on_postgresql_too(house: Floor, case: Case) -> None:
    verdict = run_case("house", case, play=lambda _game, written: play(written))
    assert verdict.passed, (verdict.failure, verdict.differences)


def test_there_are_at_least_forty() -> None:
    assert len(CASES) >= 40


# A case of a few parts, and how it can fail.

ANN: dict[str, Any] = {
    "people": {"Ann": {"money": 50_000}, "Bob": {"money": 1_000}},
    "tables": {"uth-1": {"game": "ultimate"}},
}
BUYS = {"command": "buy_in", "by": "cashier", "patron": "Ann", "amount": 1000}
SITS = {"command": "play", "by": "Ann", "table": "uth-1", "do": "sit", "seat": 2}


def of(script: list[dict[str, Any]], expect: dict[str, Any] | None = None, given: dict[str, Any] | None = None) -> Case:
    return replace(CASES[0], given=ANN if given is None else given, script=script, expect=expect or {})


@pytest.mark.parametrize(
    ("script", "expect", "path"),
    [
        ([BUYS], {"balances": {"Ann": 51_000}}, None),
        ([BUYS], {"balances": {"Ann": 50_000}}, "balances.Ann"),
        ([{**BUYS, "amount": 0}], {}, "script[0]"),
        ([{**BUYS, "amount": 0, "refused": "invalid"}], {}, None),
        ([{**BUYS, "refused": "STAR 6.16"}], {}, "script[0]"),
        ([{**BUYS, "amount": 0, "refused": "STAR 6.16"}], {}, "script[0]"),
        ([{**BUYS, "ref": "bought"}], {"answers": {"bought": {"accepted": True}}}, None),
        (
            [{**BUYS, "ref": "bought"}],
            {"answers": {"bought": {"answer": {"balance": 1}}}},
            "answers.bought.answer.balance",
        ),
        ([SITS], {"seats": {"uth-1": {"2": "Ann", "1": None}}}, None),
        ([SITS], {"seats": {"uth-1": {"2": "Bob"}}}, "seats.uth-1.2"),
        ([SITS, {"at": "2026-11-20T19:30"}], {"hours": {"Ann": "1:30"}}, None),
        ([SITS, {"at": "2026-11-20T19:30"}], {"hours": {"Ann": "1:00"}}, "hours.Ann"),
        ([{"check": {"balances": {"Ann": 50_000}}}, BUYS], {}, None),
        ([BUYS, {"check": {"balances": {"Ann": 50_000}}}], {}, "script[1]"),
        ([SITS], {"seen": {"Ann": {"table:uth-1": {"your_seats": [2]}}}}, None),
        ([SITS], {"seen": {"Bob": {"table:uth-1": {"your_seats": [2]}}}}, "seen.Bob.table:uth-1.your_seats"),
        ([BUYS], {"reports": {"2026-11-20": {"closed": False}}}, None),
        ([BUYS], {"reports": {"2026-11-20": {"closed": True}}}, "reports.2026-11-20.closed"),
    ],
)
def test_what_is_expected_is_compared(script: list[dict[str, Any]], expect: dict[str, Any], path: str | None) -> None:
    verdict = in_memory(of(script, expect))
    assert verdict.failure is None
    assert [each.path for each in verdict.differences] == ([path] if path else [])


@pytest.mark.parametrize(
    ("script", "expect", "given", "said"),
    [
        ([{**BUYS, "by": "Zoe"}], {}, ANN, "script[0].by: knows no Zoe"),
        ([{**BUYS, "by": "Ann", "as": "cashier"}], {}, ANN, "script[0].by: Ann does not act as cashier here."),
        ([{"at": "2026-11-20T17:59"}], {}, ANN, "script[0].at: the clock of the house does not go back."),
        ([], {"seats": {"uth-9": {}}}, ANN, "There is no table uth-9 to look at."),
        ([], {"entrants": {"friday": {}}}, ANN, "There is no event friday to look at."),
        ([], {"hours": {"Zoe": "0:00"}}, ANN, "There is no patron Zoe to look at."),
        ([], {"seen": {"Ann": {"table:uth-9": {}}}}, ANN, "seen: There is no table:uth-9 to look at."),
        ([], {}, {"people": {"Ann": {"born": "2030-01-01"}}}, "given.people.Ann: Nobody is born in the future."),
        ([], {}, {"tables": {"uth-1": {"game": "ultimate", "settings": {"x": 1}}}}, "given.tables.uth-1: "),
    ],
)
def test_a_night_that_cannot_be_is_told_in_a_sentence(
    script: list[dict[str, Any]], expect: dict[str, Any], given: dict[str, Any], said: str
) -> None:
    verdict = in_memory(of(script, expect, given))
    assert verdict.failure is not None
    assert verdict.failure.startswith(said)


def test_a_past_that_would_go_otherwise_today_is_told_by_its_step() -> None:
    """And the night is played all the same."""
    earlier = [{**BUYS, "by": "staff:carla", "as": "cashier"}]
    verdict = in_memory(of([{"at": "2026-11-20T19:00"}], {}, {"earlier": earlier}))
    assert (verdict.failure, [each.path for each in verdict.differences]) == (None, ["given.earlier[0]"])


def test_the_words_of_a_step_are_those_of_no_command() -> None:
    """But for one, which the house gives itself."""
    taken = {name for name, kind in COMMANDS.items() if {*OF_THE_STEP} & set(kind.__dataclass_fields__)}
    assert taken == {"note_denial"}


def test_a_case_comes_out_the_same_every_time() -> None:
    """Cards and draws that are not written come from the id of the case."""
    given = {
        "people": {name: {"money": 100_000, "membership": name} for name in ("Ann", "Bob", "Cid", "Dan")},
        "events": {
            "friday": {
                "structure": "friday_freezeout",
                "start": "2026-11-20T18:00",
                "entries": ["Ann", "Bob", "Cid", "Dan"],
                "running": True,
            }
        },
    }
    case = of([], {"entrants": {"friday": {}}}, given)
    play_it: Callable[[], Any] = lambda: play_in_memory("house", case).outcome["entrants"]  # noqa: E731
    first = play_it()
    assert first == play_it()
    assert {row["status"] for row in first["friday"].values()} == {"seated"}
