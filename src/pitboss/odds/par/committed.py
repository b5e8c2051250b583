"""The sheets of the approved rules that are kept with the program: `docs/par`."""

import json

from pitboss.odds.par.as_json import sheet_data
from pitboss.odds.par.sheet import Report, Sheet, make_sheet, silent
from pitboss.odds.rules import GAMES, read_rules

FOLDER = "docs/par"
KINDS = ("html", "json")


def paths() -> dict[str, tuple[str, str]]:
    """Each file in the checkout, with the game and the kind of document that it is."""
    return {f"{FOLDER}/{game}.{kind}": (game, kind) for game in GAMES for kind in KINDS}


def document(game: str, kind: str, report: Report = silent) -> str:
    """One file as it must be. A game is solved once for all its files."""
    if game not in _made:
        _made[game] = make_sheet(read_rules(game), report=report)
    return written(_made[game], kind)


# Kept by hand rather than by a cache, because who watches does not make another sheet.
_made: dict[str, Sheet] = {}


def written(sheet: Sheet, kind: str) -> str:
    """A sheet as one of the kinds of files."""
    from pitboss.odds.par.html import page

    return page(sheet) if kind == "html" else as_text(sheet)


def as_text(sheet: Sheet) -> str:
    """The data of a sheet as `par --json` prints it."""
    return json.dumps(sheet_data(sheet), indent=2, ensure_ascii=False) + "\n"
