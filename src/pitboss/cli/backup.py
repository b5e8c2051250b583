"""`pitboss backup` and `pitboss restore`: a house in one file, and out of it again."""

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.options import AsJson, stop
from pitboss.cli.premises import FILE, HOUSE, Data, errors_as_sentences, house_at, set_up, watch_progress

Target = Annotated[Path, typer.Argument(metavar="TARGET", help="The file to write, such as house.zip.")]
Source = Annotated[Path, typer.Argument(metavar="SOURCE", help="A file that backup has written.")]

_WITHOUT_KEY = (
    "Shoes in play are sealed with a key that is not here: bring the file `seal` of the old house into the folder, or"
    " set PITBOSS_SEAL_KEY; without it a round in play waits for a ruling, and then its table goes on with a new shoe."
)


def backup(target: Target, data: Data = HOUSE, as_json: AsJson = False) -> None:
    """Copy a house into one file, while it is running.

    The file holds everything but the keys of the house, also the sealed shoes and the hashes of passwords: it is made
    readable for its owner only, and whoever has it should keep it so. It can be restored on SQLite and on PostgreSQL,
    whichever it came from. The last line is the anchor of its journal.

    With --json: "file", "rows" and "anchor".
    """
    with house_at(data):
        from pitboss.floor.upkeep import backup as house

        if target.exists():
            stop(f"{target} is there already: a backup never overwrites anything.")
        if not target.parent.is_dir():
            stop(f"There is no folder {target.parent}.")
        with watch_progress("Copying") as watch:
            made = house.backup(target, watch)
    if as_json:
        typer.echo(json.dumps({"file": str(target), "rows": made.rows, "anchor": str(made.anchor)}, indent=2))
        return
    typer.echo(f"{made.rows:,} rows are in {target}, which holds secrets: keep it where nobody else can read it.")
    typer.echo(f"anchor {made.anchor}")


def restore(source: Source, data: Data = HOUSE, as_json: AsJson = False) -> None:
    """Put a backup into an empty house, and check it like verify does.

    The folder is made if it is not there. Unless everything in the backup is good, nothing of it stays. With the
    environment variable DATABASE_URL the house is put into that PostgreSQL database.

    With --json: "file", "rows" and "anchor".
    """
    if not source.is_file():
        stop(f"{source} is a folder." if source.is_dir() else f"There is no file {source}.")
    data, url = data.resolve(), os.environ.get("DATABASE_URL", "")
    if not url and data.exists() and not data.is_dir():
        stop(f"{data} is not a folder.")
    with errors_as_sentences(data), _leaving_nothing(data, is_file=not url):
        set_up(data, url)
        from pitboss.floor.upkeep import backup as house
        from pitboss.journal import guards, store
        from pitboss.server.setup import bring_up_to_date, keep_to_owner

        try:
            archive = house.Archive(source)
            keep_to_owner()
            if guards.is_there() and store.last_seq():
                stop(house.NOT_EMPTY)
            bring_up_to_date()
            with watch_progress("Restoring") as watch:
                report = house.restore(archive, watch)
        except house.CannotRestore as why:
            stop(str(why))
    if as_json:
        typer.echo(json.dumps({"file": str(source), "rows": archive.rows, "anchor": str(report.anchor)}, indent=2))
        return
    typer.echo(f"{archive.rows:,} rows are back, and the house is whole.")
    if any(each.note for each in report.checked if each.title == "shoes"):
        typer.echo(_WITHOUT_KEY)
    typer.echo(f"anchor {report.anchor}")


@contextmanager
def _leaving_nothing(data: Path, *, is_file: bool) -> Iterator[None]:
    """Remove files that were not there before, unless the block succeeds."""
    had_folder, had_house = data.exists(), (data / FILE).exists()
    try:
        yield
    except BaseException:
        from django.db import connections

        connections.close_all()
        if not had_folder:
            shutil.rmtree(data, ignore_errors=True)
        elif is_file and not had_house:
            for name in (FILE, f"{FILE}-wal", f"{FILE}-shm"):
                (data / name).unlink(missing_ok=True)
        raise
