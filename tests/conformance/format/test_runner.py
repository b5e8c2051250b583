"""Cases are judged by what playing them gives, and `conform` tells it; the engines themselves are stood in for."""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

from pitboss.cli import conform as command
from pitboss.conformance.format.document import Case, MalformedCase, load
from pitboss.conformance.format.matching import Difference
from pitboss.conformance.result import CaseResult, StepFailure
from pitboss.conformance.runner import Verdict, run_case
from tests.conformance.case_scene import file_of

app = typer.Typer(pretty_exceptions_enable=False)
app.command()(command.conform)

Play = Callable[[str, Case], CaseResult]

REFUSED_TWICE = StepFailure(2, "refused (UTH 4.4)", "refused", "UTH 4.6")
ACCEPTED = StepFailure(0, "refused (UTH 8.1)", "accepted", None)


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Callable[[Play], None]:
    """Puts a stand-in where the runner looks for the one who plays."""

    def put(play: Play) -> None:
        house = ModuleType("pitboss.conformance.house.player")
        house.play = play  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, house.__name__, house)

    return put


def settled(_: str, case: Case) -> CaseResult:
    """Every round ends with a net of 1000."""
    return CaseResult({"round": "settled", "net": {"P1": 1000}}, ())


def run_file(path: Path) -> Iterator[Verdict]:
    file = load(path)
    for case in file.cases:
        yield run_case(file.game, case, file=file.path)


def case_of(case_id: str, net: int = 1000, **more: object) -> dict[str, Any]:
    return {
        "id": case_id,
        "title": f"Title of {case_id}",
        "clauses": ["UTH 9.5(a)", "UTH 13.8[1]"],
        "script": [],
        "expect": {"round": "settled", "net": {"P1": net}},
        **more,
    }


def conform(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_every_case_of_a_file_gets_its_verdict(tmp_path: Path, engine: Callable[[Play], None]) -> None:
    engine(settled)
    path = file_of(tmp_path, "ultimate", case_of("U-1"), case_of("U-2", net=-500))
    first, second = load(path).cases
    assert list(run_file(path)) == [
        Verdict(path, first, True, (), None),
        Verdict(path, second, False, (Difference("net.P1", -500, 1000),), None),
    ]


def test_a_case_is_played_as_the_file_has_it(tmp_path: Path, engine: Callable[[Play], None]) -> None:
    seen: list[tuple[str, Case]] = []

    def watching(game: str, case: Case) -> CaseResult:
        seen.append((game, case))
        return settled(game, case)

    engine(watching)
    path = file_of(tmp_path, "canberra", case_of("C-1"))
    list(run_file(path))
    assert seen == [("canberra", load(path).cases[0])]


def test_a_failed_step_fails_the_case_though_the_outcome_is_met(tmp_path: Path, engine: Callable[[Play], None]) -> None:
    engine(lambda _, case: CaseResult(case.expect, (ACCEPTED, REFUSED_TWICE)))
    (verdict,) = run_file(file_of(tmp_path, "ultimate", case_of("U-1")))
    assert not verdict.passed
    assert verdict.differences == (
        Difference("script[0]", "refused (UTH 8.1)", "accepted"),
        Difference("script[2]", "refused (UTH 4.4)", "refused (UTH 4.6)"),
    )


def test_a_fault_of_the_program_fails_that_case_alone(tmp_path: Path, engine: Callable[[Play], None]) -> None:
    def breaking(game: str, case: Case) -> CaseResult:
        if case.id == "U-1":
            raise KeyError("trips")
        return settled(game, case)

    engine(breaking)
    first, second = run_file(file_of(tmp_path, "ultimate", case_of("U-1"), case_of("U-2")))
    assert not first.passed
    assert first.failure is not None
    assert first.failure.startswith("playing it broke: KeyError: 'trips' (test_runner.py, line ")
    assert second.passed


def test_a_round_that_cannot_be_played_fails_its_case_alone(tmp_path: Path, engine: Callable[[Play], None]) -> None:
    def refusing(_: str, case: Case) -> CaseResult:
        if case.id == "U-1":
            raise MalformedCase("shoe: has too few cards.")
        return settled(_, case)

    engine(refusing)
    first, second = run_file(file_of(tmp_path, "ultimate", case_of("U-1"), case_of("U-2")))
    assert (first.passed, first.failure) == (False, "shoe: has too few cards.")
    assert second.passed


def test_conform_counts_in_its_last_line(tmp_path: Path, engine: Callable[[Play], None]) -> None:
    engine(settled)
    shown = conform(file_of(tmp_path, "ultimate", case_of("U-1"), case_of("U-2")))
    assert (shown.exit_code, shown.output) == (0, "2 passed, 0 failed\n")


def test_conform_shows_expected_against_got(tmp_path: Path, engine: Callable[[Play], None]) -> None:
    engine(lambda game, case: CaseResult(settled(game, case).outcome, (ACCEPTED,)))
    expect = {"round": "void", "net": {"P1": 1000}, "order": [1]}
    path = file_of(tmp_path, "ultimate", case_of("U-1", expect=expect))
    shown = conform(path)
    assert shown.exit_code == 1
    assert shown.output.splitlines() == [
        "U-1 failed: Title of U-1",
        f"  file      {path}",
        "  clauses   UTH 9.5(a), UTH 13.8[1]",
        "  at        script[0]",
        '  expected  "refused (UTH 8.1)"',
        '  got       "accepted"',
        "  at        round",
        '  expected  "void"',
        '  got       "settled"',
        "  at        order",
        "  expected  [1]",
        "  got       nothing",
        "",
        "0 passed, 1 failed",
    ]


def test_conform_gives_the_reason_where_a_case_is_not_played(tmp_path: Path) -> None:
    odd = {"id": "T-1", "script": [{"ask": "chip_race_count", "ref": "q", "odd_total": 25}], "expect": {}}
    shown = conform(file_of(tmp_path, "tournament", odd))
    assert shown.exit_code == 1
    assert "  failure   given.old: is missing." in shown.output.splitlines()
    assert shown.output.endswith("\n0 passed, 1 failed\n")


def test_verbose_lists_what_passes(tmp_path: Path, engine: Callable[[Play], None]) -> None:
    engine(settled)
    path = file_of(tmp_path, "ultimate", case_of("U-1"), case_of("U-2", net=5))
    lines = conform("-v", path).output.splitlines()
    assert lines[:2] == ["U-1 passed: Title of U-1", "U-2 failed: Title of U-2"]
    assert lines[-1] == "1 passed, 1 failed"
    assert "U-1" not in conform(path).output


def test_conform_plays_only_the_cases_asked_for(tmp_path: Path, engine: Callable[[Play], None]) -> None:
    engine(settled)
    one = file_of(tmp_path, "ultimate", case_of("U-1"), case_of("U-2", net=5), name="one.json")
    two = file_of(tmp_path, "canberra", case_of("C-1"), case_of("C-2", net=5), name="two.json")
    shown = conform(one, two, "--case", "C-1", "--case", "U-1", "-v")
    assert shown.exit_code == 0
    assert shown.output.splitlines() == [
        "U-1 passed: Title of U-1",
        "C-1 passed: Title of C-1",
        "2 passed, 0 failed",
    ]
    unknown = conform(one, "--case", "U-9")
    assert (unknown.exit_code, unknown.stdout) == (2, "")
    assert unknown.stderr == f"There is no case U-9 in {one}.\n"


def test_conform_in_json(tmp_path: Path, engine: Callable[[Play], None]) -> None:
    engine(settled)
    path = file_of(tmp_path, "ultimate", case_of("U-1"), case_of("U-2", expect={"net": {"P1": 5, "P2": 0}}))
    shown = conform(path, "--json")
    assert shown.exit_code == 1
    data = json.loads(shown.stdout)
    assert (data["passed"], data["failed"]) == (1, 1)
    assert data["verdicts"][0]["passed"] is True
    assert data["verdicts"][1] == {
        "file": str(path),
        "case": "U-2",
        "title": "Title of U-2",
        "clauses": ["UTH 9.5(a)", "UTH 13.8[1]"],
        "passed": False,
        "failure": None,
        "differences": [{"path": "net.P1", "expected": 5, "got": 1000}, {"path": "net.P2", "expected": 0}],
    }


@pytest.mark.parametrize("options", [[], ["--json"], ["-v"]])
def test_a_malformed_file_is_one_sentence_and_nothing_is_played(
    tmp_path: Path, engine: Callable[[Play], None], options: list[str]
) -> None:
    played: list[str] = []

    def watching(game: str, case: Case) -> CaseResult:
        played.append(case.id)
        return settled(game, case)

    engine(watching)
    good = file_of(tmp_path, "ultimate", case_of("U-1"), name="good.json")
    bad = file_of(tmp_path, "ultimate", case_of("U-2"), case_of("U-3", seats=[{"seat": 1}]), name="bad.json")
    shown = conform(good, bad, *options)
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert shown.stderr == f"{bad}, case U-3, seats[0].player: is missing.\n"
    assert played == []


def test_a_file_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    shown = conform(tmp_path / "none.json")
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert shown.stderr == f"{tmp_path}/none.json: cannot be read: No such file or directory.\n"


def test_a_file_without_a_case_has_not_passed(tmp_path: Path) -> None:
    path = file_of(tmp_path, "ultimate")
    shown = conform(path)
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert shown.stderr == f"{path}, cases: must hold at least one case.\n"


# What a terminal would obey rather than show: escape, its short form, delete, and a turn of the writing.
UNSEEN = "\x1b[2J\x9b\x7f\u202e"
SEEN = "\\u001b[2J\\u009b\\u007f\\u202e"


@pytest.mark.parametrize("options", [[], ["-v"], ["--json"]])
def test_nothing_in_a_case_commands_the_terminal(
    tmp_path: Path, engine: Callable[[Play], None], options: list[str]
) -> None:
    engine(lambda _, case: CaseResult({"net": {UNSEEN: UNSEEN}}, (StepFailure(0, UNSEEN, UNSEEN, UNSEEN),)))
    told: dict[str, Any] = {
        "title": f"{UNSEEN}\nU-2 passed",
        "clauses": [f"UTH {UNSEEN}"],
        "expect": {"net": {UNSEEN: 5}},
    }
    shown = conform(file_of(tmp_path, "ultimate", case_of(UNSEEN, **told)), *options)
    assert shown.exit_code == 1
    assert not [sign for sign in shown.output.replace("\n", "") if not sign.isprintable()]
    if options == ["--json"]:
        assert json.loads(shown.stdout)["verdicts"][0]["case"] == UNSEEN
    else:
        assert shown.output.splitlines()[0] == f"{SEEN} failed: {SEEN}\\nU-2 passed"
        assert f"  at        net.{SEEN}" in shown.output.splitlines()


def test_no_complaint_about_a_case_commands_the_terminal(tmp_path: Path) -> None:
    shown = conform(file_of(tmp_path, "ultimate", case_of(UNSEEN, **{UNSEEN: 1})))
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert f"case {SEEN}, {SEEN}: is not known here.\n" in shown.stderr
    assert conform(file_of(tmp_path, "ultimate", case_of("U-1")), "--case", UNSEEN).stderr.startswith(
        f"There is no case {SEEN} in"
    )


def test_letters_of_any_script_are_shown_as_they_are(tmp_path: Path, engine: Callable[[Play], None]) -> None:
    engine(settled)
    shown = conform(file_of(tmp_path, "ultimate", case_of("Ü-1", title="Zoë, 10♠: \\n")), "-v")
    assert shown.output.startswith("Ü-1 passed: Zoë, 10♠: \\n\n")


def test_what_is_long_is_shown_whole(tmp_path: Path, engine: Callable[[Play], None]) -> None:
    """A line broken at the edge of the screen could not be searched for."""
    engine(lambda _, case: CaseResult({"cards": ["Ah"] * 60}, ()))
    shown = conform(file_of(tmp_path, "ultimate", case_of("U-1", expect={"cards": ["As"] * 60})))
    assert f"  got       {json.dumps(['Ah'] * 60)}" in shown.output.splitlines()
