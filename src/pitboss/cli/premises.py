"""Shared parts of the commands that open a house: finding it, and the error where there is none."""

import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.options import progress_bar, stop

Data = Annotated[Path, typer.Option("--data", metavar="DIR", help="The folder of the house.")]
FILE = "house.sqlite3"
HOUSE = Path("house")
# Told how much is done, and of how much.
Watcher = Callable[[int, int], None]


@contextmanager
def house_at(data: Path) -> Iterator[None]:
    """Within it, this process only looks into the house that is kept there; where there is none, the command ends."""
    url = os.environ.get("DATABASE_URL", "")
    data = data.resolve()
    if not url:
        _look_for_file(data)
    with errors_as_sentences(data):
        set_up(data if data.is_dir() else Path.cwd(), url)
        from pitboss.journal import guards
        from pitboss.journal.moment import only_looking

        with only_looking():
            if not guards.is_there():
                stop("There is no house in this database." if url else f"{data / FILE} is not the file of a house.")
            yield


def set_up(data: Path, url: str) -> None:
    """Points this process at a house. Nothing is signed here, so the folder needs no secret."""
    from pitboss.server import setup

    os.environ["PITBOSS_SECRET"] = os.environ.get("PITBOSS_SECRET") or secrets.token_urlsafe()
    setup.set_up(data, url)


def _look_for_file(data: Path) -> None:
    try:
        if not data.exists():
            stop(f"There is no folder {data}.")
        if not data.is_dir():
            stop(f"{data} is not a folder.")
        if not (data / FILE).is_file():
            stop(f"There is no house in {data}.")
    except OSError as error:
        stop(f"{data} cannot be read: {error.strerror}.")


@contextmanager
def errors_as_sentences(data: Path) -> Iterator[None]:
    """Turn any fault of a house or a file into an error of one sentence."""
    from django.core.exceptions import ImproperlyConfigured
    from django.db import Error as DatabaseError

    from pitboss.server.logs import first_words
    from pitboss.server.setup import CannotBeSetUp

    try:
        yield
    except (CannotBeSetUp, ImproperlyConfigured) as why:
        stop(str(why))
    except DatabaseError as error:
        stop(f"The database of {data} cannot be used: {first_words(error) or type(error).__name__}.")
    except BrokenPipeError:
        raise
    except OSError as error:
        stop(f"{error.filename}: {error.strerror}." if error.filename else f"Cannot go on: {error.strerror or error}.")


@contextmanager
def watch_progress(what: str) -> Iterator[Watcher]:
    """A bar for a person who watches."""
    with progress_bar() as bar:
        task = bar.add_task(what, total=None, told="")

        def watch(done: int, most: int) -> None:
            bar.update(task, completed=done, total=most, told=f"{done:,} of {most:,}")

        yield watch
