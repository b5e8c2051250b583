"""The sheets of the approved rules that are kept with the program: `docs/par`."""

import json
from dataclasses import replace
from datetime import date
from pathlib import Path

from pitboss.odds.par.output.as_json import sheet_data
from pitboss.odds.par.sheet import Report, Sheet, make_sheet, silent
from pitboss.odds.rules import GAMES, read_rules

FOLDER = "docs/par"
KINDS = ("html", "json")


def paths() -> dict[str, tuple[str, str]]:
    """Each file in the checkout, with the game and the kind of document that it is."""
    return {f"{FOLDER}/{game}.{kind}": (game, kind) for game in GAMES for kind in KINDS}


def documents(root: Path, game: str, today: date, report: Report = silent) -> dict[str, str]:
    """The files of a game as they must be. They keep their date as long as nothing else in them has changed."""
    sheet = make_sheet(read_rules(game), report=report, made=figures_date(root, game) or today)
    kept = _files(sheet)
    is_current = all((root / path).is_file() and _read(root / path) == text for path, text in kept.items())
    return kept if is_current else _files(replace(sheet, made=today))


def figures_date(root: Path, game: str) -> date | None:
    """The day of the figures that are kept."""
    file = root / FOLDER / f"{game}.json"
    told = json.loads(_read(file)).get("date") if file.is_file() else None
    return None if told is None else date.fromisoformat(told)


def _read(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def _files(sheet: Sheet) -> dict[str, str]:
    return {path: sheet_text(sheet, kind) for path, (game, kind) in paths().items() if game == sheet.game.name}


def sheet_text(sheet: Sheet, kind: str) -> str:
    """A sheet as one of the kinds of files."""
    from pitboss.odds.par.output.html import page

    return page(sheet) if kind == "html" else as_text(sheet)


def as_text(sheet: Sheet) -> str:
    """The data of a sheet as `par --json` prints it."""
    return json.dumps(sheet_data(sheet), indent=2, ensure_ascii=False) + "\n"
