"""`pitboss export`: journal, ledger, rounds, results and reports of a house, for other programs and for paper."""

import json
import os
from collections.abc import Generator, Iterable, Iterator
from contextlib import AbstractContextManager, closing, nullcontext
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from pitboss.cli.options import quote, stop, whole_number
from pitboss.cli.premises import HOUSE, Data, Watcher, house_at, watch_progress

if TYPE_CHECKING:
    from pitboss.floor.kernel.floor import Floor

What = Annotated[str, typer.Argument(metavar="WHAT", help="journal, ledger, rounds, results, report or night.")]
TableId = Annotated[str | None, typer.Option("--table", metavar="T", help="The table whose rounds are told.")]
RoundNumber = Annotated[str | None, typer.Option("--round", metavar="N", help="One round; all that are over if not.")]
TournamentId = Annotated[str | None, typer.Option("--tournament", metavar="T", help="The tournament of the results.")]
Day = Annotated[str | None, typer.Option("--day", metavar="D", help="One gaming day, such as 2026-11-15.")]
Format = Annotated[str | None, typer.Option("--format", metavar="F", help="csv, json, case or phh.")]
Practice = Annotated[bool, typer.Option("--practice", help="The practice book, not that of money.")]
Out = Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write there, not to the screen.")]

# What can be told, each with its formats, the usual one first, and with the options that belong to it.
FORMATS = {
    "journal": ("json",),
    "ledger": ("csv", "json"),
    "rounds": ("json", "case", "phh"),
    "results": ("csv", "json"),
    "report": ("json", "csv"),
    "night": ("case",),
}
_OPTIONS = {
    "journal": {"--day"},
    "ledger": {"--day", "--practice"},
    "rounds": {"--day", "--table", "--round"},
    "results": {"--tournament"},
    "report": {"--day"},
    "night": {"--day"},
}
_NEEDED = {"rounds": "--table", "results": "--tournament", "report": "--day", "night": "--day"}
_MOST_ROUNDS = 10**12
_FIRST_YEAR, _LAST_YEAR = 1970, 2999


class _Wanted(NamedTuple):
    what: str
    form: str
    table: str
    number: int | None
    tournament: str
    day: date | None
    practice: bool


def export(
    what: What,
    data: Data = HOUSE,
    table: TableId = None,
    number: RoundNumber = None,
    tournament: TournamentId = None,
    day: Day = None,
    form: Format = None,
    practice: Practice = False,
    out: Out = None,
) -> None:
    """Write down what a house has done. No card that was not shown, and no shoe, is ever in it.

    journal: every event by kind and clause, with who gave the command, as JSON lines. ledger: every transfer, as CSV or
    JSON lines. rounds: those of a table that are over, as JSON lines with what everybody could see at each step, as a
    case document that conform can play, or in PHH. results: of a tournament, as CSV or JSON lines. report: the figures
    of a gaming day, as JSON, or its tables as CSV. night: a gaming day with all its commands, as a case document that
    conform can play. Amounts are whole cents.
    """
    if what not in FORMATS:
        stop(f"{quote(what)} cannot be exported: {', '.join(FORMATS)} can.")
    given = {"--table": table, "--round": number, "--tournament": tournament, "--day": day, "--practice": practice}
    wanted = _Wanted(
        what,
        _form(what, form),
        table or "",
        None if number is None else whole_number("--round", number, 1, _MOST_ROUNDS),
        tournament or "",
        None if day is None else _day(day),
        practice,
    )
    _check_options(what, {name for name, value in given.items() if value not in (None, False)})
    if out is not None and out.is_dir():
        stop(f"{out} is a folder.")
    if out is not None and not out.parent.is_dir():
        stop(f"There is no folder {out.parent}.")
    with house_at(data):
        from pitboss.floor.kernel.floor import Floor
        from pitboss.floor.upkeep.export import NothingThere
        from pitboss.journal.moment import one_moment

        # A bar for a person who watches, unless what is written stands on the same screen.
        bar: AbstractContextManager[Watcher | None] = nullcontext() if out is None else watch_progress("Writing")
        try:
            # What is read from the database is let go before the moment is over, also where nobody listens any more.
            with one_moment(), bar as watch, closing(_pieces(Floor(), wanted, watch)) as pieces:
                _write(pieces, out)
        except NothingThere as why:
            stop(str(why))


def _form(what: str, form: str | None) -> str:
    if form is None:
        return FORMATS[what][0]
    if form not in FORMATS[what]:
        stop(f"--format for {what} is {' or '.join(FORMATS[what])}, not {quote(form)}.")
    return form


def _day(text: str) -> date:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = date.min
    if not _FIRST_YEAR <= day.year <= _LAST_YEAR:
        stop(f"--day is a date like 2026-11-15, not {quote(text)}.")
    return day


def _check_options(what: str, given: set[str]) -> None:
    for name in sorted(given - _OPTIONS[what]):
        stop(f"{name} says nothing about {what}.")
    if what in _NEEDED and _NEEDED[what] not in given:
        stop(f"{_NEEDED[what]} must say which {what} {'is' if what in ('report', 'night') else 'are'} wanted.")


def _pieces(floor: "Floor", wanted: _Wanted, watch: Watcher | None) -> Generator[str, None, None]:
    """Yield the text to write, in pieces."""
    from pitboss.floor.upkeep import export as told

    period = told.period_of(floor, wanted.day)
    match wanted.what:
        case "journal":
            yield from told.as_json_lines(told.journal(period))
        case "ledger":
            rows: Iterable[dict[str, object]] = told.ledger(period, practice=wanted.practice)
            yield from told.as_csv(told.LEDGER, rows) if wanted.form == "csv" else told.as_json_lines(rows)
        case "results":
            rows = told.results(floor, wanted.tournament)
            yield from told.as_csv(told.RESULTS, rows) if wanted.form == "csv" else told.as_json_lines(rows)
        case "report":
            assert wanted.day is not None
            figures = told.report(floor, wanted.day)
            if wanted.form == "csv":
                yield from told.as_csv(told.TABLE_FIGURES, figures["tables"])
            else:
                yield json.dumps(figures, indent=2) + "\n"
        case "night":
            from pitboss.conformance.floor.export import as_text, night

            assert wanted.day is not None
            yield as_text(night(floor, wanted.day, watch)) + "\n"
        case _ if wanted.form == "json":
            yield from told.as_json_lines(told.rounds(wanted.table, wanted.number, period, watch))
        case _:
            document = told.case_document if wanted.form == "case" else told.phh
            leave_out = stop if wanted.number is not None else _tell
            yield document(wanted.table, wanted.number, period, leave_out, watch)


def _tell(sentence: str) -> None:
    typer.echo(sentence, err=True)


def _write(lines: Iterator[str], out: Path | None) -> None:
    """To the screen, or to a file that has its name once it is whole."""
    if out is None:
        for line in lines:
            typer.echo(line, nl=False)
        return
    part = out.with_name(f".{out.name}.{os.getpid()}")
    try:
        with part.open("x", encoding="utf-8") as file:
            file.writelines(lines)
        part.replace(out)
    finally:
        part.unlink(missing_ok=True)
