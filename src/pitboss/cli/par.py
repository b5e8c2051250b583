"""`pitboss par`: the PAR sheet of a game, on the screen, as JSON, as a page or as a PDF."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.checkout import checkout
from pitboss.cli.options import AsJson, decks_from, patient_bar, plain_console, stop

if TYPE_CHECKING:
    from pitboss.odds.par.sheet import Report, Sheet
    from pitboss.odds.rules import Rules

Name = Annotated[str | None, typer.Argument(metavar="[GAME]", help="ultimate, canberra or pontoon.")]
Decks = Annotated[str | None, typer.Option("--decks", metavar="N", help="Decks in the shoe of Pontoon, 3 to 8.")]
Sets = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="A changed rule: trips=50/40/30/9/7/4/3. May be repeated."),
]
Stake = Annotated[str | None, typer.Option("--stake", metavar="DOLLARS", help="The initial wager: caps depend on it.")]
HtmlFile = Annotated[str | None, typer.Option("--html", metavar="FILE", help="Write the sheet as one HTML file.")]
PdfFile = Annotated[str | None, typer.Option("--pdf", metavar="FILE", help="Write the sheet as a PDF on A4.")]
Every = Annotated[
    bool, typer.Option("--all", help="Write the sheets of the approved rules to docs/par of this checkout.")
]

Simulate = Annotated[
    bool, typer.Option("--simulate", help="With --all: first play their billion rounds a game again, for minutes.")
]


def par(
    game: Name = None,
    decks: Decks = None,
    sets: Sets = None,
    stake: Stake = None,
    as_json: AsJson = False,
    html: HtmlFile = None,
    pdf: PdfFile = None,
    every: Every = False,
    simulate: Simulate = False,
) -> None:
    """Show what a game is worth by its rules: edge, risk, results, best play, side wagers, and what each rule is worth.

    With --json: "game"; "wagers" by name, each with "house_edge" (a fraction: what the player loses on average per unit
    of the initial wager), "sd", "element_of_risk", "hit_frequency", "results" and, where it is not exact, "error";
    "edges", "decisions", "strategy", "tables", "variations", "simulation", "volatility", "findings", "rules" and
    "rules_digest"; "version" and "date" say by which program and of which day the figures are.
    """
    if every:
        if as_json or sets or any(given is not None for given in (game, decks, stake, html, pdf)):
            stop("--all writes the sheets of the approved rules and takes nothing else.")
        _write_all(simulate=simulate)
        return
    if simulate:
        stop("--simulate plays the rounds of the sheets of the approved rules: it goes with --all.")
    rules = _rules(game, decks=decks_from(decks), sets=sets or [], stake=stake)
    page, paper = _file("--html", html), _file("--pdf", pdf)
    files = [file for file in (page, paper) if file is not None]
    _check_files(files)
    with _progress() as report:
        sheet = _make_sheet(rules, report)
        written = _render_files(sheet, page, paper)
    for file, content in written.items():
        _write(file, content)
    _tell(sheet, as_json=as_json, written=files)


def _rules(game: str | None, *, decks: int | None, sets: list[str], stake: str | None) -> "Rules":
    from pitboss.odds.rules import GAMES, BadRules, dollars_from, read_rules

    if game is None:
        stop(f"Name a game: {', '.join(GAMES)}; or --all for the sheets of the approved rules.")
    try:
        cents = None if stake is None else dollars_from(stake)
        return read_rules(game, sets=sets, decks=decks, stake=cents)
    except BadRules as wrong:
        stop(str(wrong))


def _make_sheet(rules: "Rules", report: "Report") -> "Sheet":
    from datetime import date

    from pitboss.odds.par.sheet import make_sheet

    return make_sheet(rules, report=report, made=date.today())


def _render_files(sheet: "Sheet", html: Path | None, pdf: Path | None) -> dict[Path, bytes]:
    """Return the contents of each file, all rendered before any is written."""
    written: dict[Path, bytes] = {}
    if html is not None:
        from pitboss.odds.par.output.html import page

        written[html] = page(sheet).encode()
    if pdf is not None:
        from pitboss.odds.par.output.pdf import pdf as set_pdf

        written[pdf] = set_pdf(sheet)
    return written


def _tell(sheet: "Sheet", *, as_json: bool, written: list[Path]) -> None:
    """JSON where it is asked for; else what was written, or the sheet itself."""
    if as_json:
        from pitboss.odds.par.committed import as_text

        typer.echo(as_text(sheet), nl=False)
    elif written:
        for file in written:
            typer.echo(f"{file} written")
    else:
        from pitboss.odds.par.output.text import show

        show(sheet, plain_console())


def _file(option: str, name: str | None) -> Path | None:
    if name == "":
        stop(f"{option} is the name of a file, not ''.")
    return None if name is None else Path(name)


def _check_files(files: list[Path]) -> None:
    """Says what cannot be written before anything is computed."""
    if len(files) != len({os.path.realpath(file) for file in files}):
        stop(f"{files[0]} cannot be both the page and the PDF.")
    for file in files:
        folder = file.parent
        try:
            if file.is_dir():
                stop(f"{file} is a folder: name a file in it.")
            if not folder.is_dir():
                stop(f"There is no folder {folder} for {file.name}.")
            if file.exists():
                with open(file, "ab"):
                    continue
            with NamedTemporaryFile(dir=folder, prefix=".pitboss-"):
                pass
        except OSError as error:
            stop(f"{file} cannot be written: {error.strerror}.")


def _write(file: Path, content: bytes) -> None:
    """The whole file or nothing: it takes its place when it is complete."""
    try:
        if file.exists() and not file.is_file():
            file.write_bytes(content)
            return
        with NamedTemporaryFile(dir=file.parent, prefix=".pitboss-", delete=False) as beside:
            try:
                beside.write(content)
                beside.flush()
                os.chmod(beside.name, 0o644)
                os.replace(beside.name, file)
            except BaseException:
                os.unlink(beside.name)
                raise
    except OSError as error:
        stop(f"{file} cannot be written: {error.strerror}.")


def _write_all(*, simulate: bool) -> None:
    """Every sheet that is kept with the program; what is current stays as it is."""
    from datetime import date

    from pitboss.odds.par.committed import documents
    from pitboss.odds.rules import GAMES, read_rules
    from pitboss.odds.simulation import record

    root = checkout()
    if root is None:
        stop("The sheets of the approved rules belong to a checkout; this is an installed package.")
    with _progress() as report:
        for game in GAMES if simulate else ():
            played = record.play(read_rules(game), report=partial(_naming(game, report), "simulating"))
            _keep(root, {record.path(game): record.record_text(played)})
        record.forget()
        for game in GAMES:
            _keep(root, documents(root, game, date.today(), _naming(game, report)))


def _keep(root: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        file = root / path
        if file.is_file() and file.read_text(encoding="utf-8") == text:
            typer.echo(f"{path} is current")
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
            typer.echo(f"{path} written")


def _naming(game: str, report: "Report") -> "Report":
    return lambda words, part: report(f"{game}: {words}", part)


@contextmanager
def _progress() -> "Iterator[Callable[[str, float], None]]":
    """A bar for a person who waits; the spinner turns also while a solver has nothing to report."""
    from rich.progress import SpinnerColumn

    with patient_bar("solving", 1.0, SpinnerColumn()) as (progress, task):
        yield lambda words, part: progress.update(task, description=words, completed=part)
