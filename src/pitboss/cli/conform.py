"""`pitboss conform`: worked cases played through the engines, and every place where an outcome is not the expected."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.options import AsJson, patient_bar, stop, visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rich.console import Console

    from pitboss.conformance.format.document import Case, CaseFile
    from pitboss.conformance.runner import Player, Verdict

Files = Annotated[list[Path], typer.Argument(metavar="FILE", help="Files of worked cases (pitboss-case/1).")]
Only = Annotated[list[str] | None, typer.Option("--case", metavar="ID", help="Play only this case; may be repeated.")]
Verbose = Annotated[bool, typer.Option("--verbose", "-v", help="List the cases that pass as well.")]

# What a file says whose cases are nights of the whole house.
HOUSE = "house"


def conform(files: Files, case: Only = None, verbose: Verbose = False, as_json: AsJson = False) -> None:
    """Play worked cases and compare what comes out with what they expect.

    Exits with status 1 if a case failed, and with 2 if a file is malformed: then nothing is played.

    With --json: "passed" and "failed" as numbers, and "verdicts", each with "file", "case", "title", "clauses",
    "passed", "failure" (why it could not be played, or null) and "differences"; a difference has "path", "expected"
    and "got", of which the one that is not there at all is left out.
    """
    from pitboss.conformance.format.document import MalformedCase, load

    try:
        chosen = _choose_cases([load(path, {HOUSE: _fields_of_the_house}) for path in files], case or [])
        verdicts = list(_play_cases(chosen))
    except MalformedCase as error:
        stop(visible(str(error)))
    failed = sum(not verdict.passed for verdict in verdicts)
    if as_json:
        data = {"passed": len(verdicts) - failed, "failed": failed, "verdicts": [_data(each) for each in verdicts]}
        # JSON itself leaves some signs as they are that a terminal obeys.
        lines = json.dumps(data, indent=2, ensure_ascii=False, default=str).split("\n")
        typer.echo("\n".join(map(visible, lines)))
    else:
        _show(verdicts, verbose=verbose)
        typer.echo(f"{len(verdicts) - failed} passed, {failed} failed")
    if failed:
        raise typer.Exit(1)


def _fields_of_the_house() -> "Mapping[str, Any]":
    """A case of the house is played on the floor, which is got ready only where a file has one."""
    from pitboss.conformance.floor.memory import set_up

    set_up()
    from pitboss.conformance.floor.vocabulary import fields

    return fields()


def _player_of(game: str) -> "Player | None":
    """Return the player of cases of the whole house; None for any other game."""
    if game != HOUSE:
        return None
    from pitboss.conformance.floor.player import play_in_memory

    return play_in_memory


def _choose_cases(files: "Sequence[CaseFile]", ids: "Sequence[str]") -> "list[tuple[CaseFile, Case]]":
    """The cases to play, in the order of the files; an id that none of them has is a mistake of the person asking."""
    from pitboss.conformance.format.document import MalformedCase

    cases = [(file, case) for file in files for case in file.cases]
    known = {case.id for _, case in cases}
    for wanted in ids:
        if wanted not in known:
            raise MalformedCase(f"There is no case {wanted} in {', '.join(str(file.path) for file in files)}.")
    return [(file, case) for file, case in cases if not ids or case.id in ids]


def _play_cases(cases: "Sequence[tuple[CaseFile, Case]]") -> "Iterator[Verdict]":
    """The verdicts, with a bar for a person who waits."""
    from pitboss.conformance.runner import run_case

    with patient_bar("playing", len(cases)) as (progress, task):
        for file, case in cases:
            yield run_case(file.game, case, file=file.path, play=_player_of(file.game))
            progress.advance(task)


def _show(verdicts: "Sequence[Verdict]", *, verbose: bool) -> None:
    from rich.console import Console

    # Without markup, because "[1]" belongs to the name of a clause.
    console = Console(highlight=False, markup=False, emoji=False, soft_wrap=True)
    for verdict in verdicts:
        case = verdict.case
        if verdict.passed:
            if verbose:
                console.print(visible(f"{case.id} passed: {case.title}"), style="dim")
            continue
        console.print(visible(f"{case.id} failed: {case.title}"), style="bold")
        _show_failure(console, verdict)


def _show_failure(console: "Console", verdict: "Verdict") -> None:
    told = [("file", str(verdict.file))]
    if verdict.case.clauses:
        told.append(("clauses", ", ".join(verdict.case.clauses)))
    if verdict.failure:
        told.append(("failure", verdict.failure))
    for difference in verdict.differences:
        told += [
            ("at", difference.path),
            ("expected", _value(difference.expected)),
            ("got", _value(difference.got)),
        ]
    for name, value in told:
        console.print(f"  {name:<10}{visible(value)}")
    console.print()


def _value(value: object) -> str:
    """A value as a case file would have it; "nothing" stands without quotes where there is none."""
    from pitboss.conformance.format.matching import ABSENT

    return str(value) if value is ABSENT else json.dumps(value, ensure_ascii=False, default=str)


def _data(verdict: "Verdict") -> dict[str, Any]:
    from pitboss.conformance.format.matching import ABSENT

    differences = []
    for difference in verdict.differences:
        sides = {"expected": difference.expected, "got": difference.got}
        differences.append({"path": difference.path, **{k: v for k, v in sides.items() if v is not ABSENT}})
    return {
        "file": str(verdict.file),
        "case": verdict.case.id,
        "title": verdict.case.title,
        "clauses": list(verdict.case.clauses),
        "passed": verdict.passed,
        "failure": verdict.failure,
        "differences": differences,
    }
