"""Shared parts of the commands: reading options, figures as JSON, and how a command ends."""

import json
import os
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from threading import current_thread, main_thread
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress, ProgressColumn, TaskID
    from rich.table import Table

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Cluster = Annotated[
    str | None, typer.Option("--cluster", metavar="ADDRESS", help="The Dask scheduler of a cluster: tcp://HOST:PORT.")
]

# Rounds and deals: more than anybody can wait for, and few enough to be counted.
MOST_ROUNDS = 10**12
MOST_WORKERS = 1024
# Before a bar appears for what is soon done as a rule.
PATIENCE_SECONDS = 1.0
# Digits of any number that is written here, so that none is too long to be read or to be told.
MOST_DIGITS = 15
_WHOLE = re.compile(r"[+-]?(?:\d{1,3}(?:,\d{3})+|\d+(?:_\d+)*)", re.ASCII)
_MOST_DIGITS_READ = 24
_MOST_QUOTED = 40


def called_as() -> str:
    """Return the name the program was called by: `./pit` in a checkout, `pitboss` where it is installed."""
    return os.environ.get("PITBOSS_CALLED_AS", "pitboss")


def stop(sentence: str) -> NoReturn:
    """Ends a command that cannot be done: one sentence, and status 2."""
    typer.echo(sentence, err=True)
    raise typer.Exit(2) from None


def hold_interrupts() -> None:
    """From here on the answer is on its way: another Ctrl-C would only cut it off, or the sending home of workers."""
    if current_thread() is main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def quote(said: str) -> str:
    """Quote typed text for a sentence, and cut it where it is long."""
    return repr(said if len(said) <= _MOST_QUOTED else f"{said[:_MOST_QUOTED]}...")


def visible(text: str) -> str:
    """Text in which every sign can be seen: what would command the terminal stands as JSON writes it."""
    return "".join(sign if sign.isprintable() else json.dumps(sign)[1:-1] for sign in text)


def is_number(text: str) -> bool:
    """Nothing but digits 0 to 9, and no more of them than a number here may have."""
    return text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS


def whole_number(option: str, text: str, least: int, most: int) -> int:
    """The number behind an option, such as 5000, 5,000 or 5_000; anything else ends the command."""
    number = _number(text)
    if number is None or not least <= number <= most:
        stop(f"{option} is a whole number from {least:,} to {most:,}, not {quote(text)}.")
    return number


def seed_from(text: str | None) -> int | None:
    """The seed of random cards, if one is given."""
    if text is None:
        return None
    number = _number(text)
    if number is None:
        stop(f"--seed is a whole number of at most {_MOST_DIGITS_READ} digits, not {quote(text)}.")
    return number


def seed_or_any(text: str | None) -> int:
    """The seed that is given, or one that is chosen now and told with the answer."""
    from secrets import randbits

    given = seed_from(text)
    return randbits(32) if given is None else given


def progress_bar() -> "Progress":
    """Return a progress bar on standard error, for a person who watches."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn

    console = Console(stderr=True)
    return Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(bar_width=12),
        TextColumn("{task.fields[told]}"),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


@contextmanager
def patient_bar(words: str, total: float, *columns: "ProgressColumn") -> "Iterator[tuple[Progress, TaskID]]":
    """A bar that appears only for a person who has waited, and leaves nothing behind."""
    from threading import Timer

    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    shown = (*columns, *Progress.get_default_columns())
    progress = Progress(*shown, console=console, transient=True, disable=not console.is_terminal)
    task = progress.add_task(words, total=total)
    waited = Timer(PATIENCE_SECONDS, progress.start)
    waited.daemon = True
    waited.start()
    try:
        yield progress, task
    finally:
        waited.cancel()
        waited.join()
        progress.stop()


def decks_from(text: str | None) -> int | None:
    """The decks of a shoe, if they are given. A number that the game does not allow is refused with its clause."""
    if text is None:
        return None
    return int(text) if is_number(text) and len(text) < 4 else whole_number("--decks", text, 3, 8)


def _number(text: str) -> int | None:
    if not _WHOLE.fullmatch(text) or sum(map(str.isdecimal, text)) > _MOST_DIGITS_READ:
        return None
    return int(text.replace(",", ""))


def fraction_data(value: Fraction) -> dict[str, int]:
    """A fraction as JSON has it, with nothing rounded."""
    return {"numerator": value.numerator, "denominator": value.denominator}


def parts_data(value: object, *names: str) -> dict[str, Any]:
    """Parts of a value by their names, as JSON has them."""
    return {name: getattr(value, name) for name in names}


def plain_console() -> "Console":
    """Prints as it stands: without markup, because "[s1]" belongs to the name of a clause."""
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False)


def figure_table(name: str, *figures: str) -> "Table":
    """A table of figures as every command prints it: a name, then columns of numbers that are never cut or wrapped."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(name, box=SIMPLE_HEAD, pad_edge=False)
    for heading in figures:
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def least_width(console: "Console", table: "Table") -> int:
    """Return the width a table needs for all of its figures; names may take several lines."""
    from rich.cells import cell_len
    from rich.table import Table

    names, *figures = ([str(each) for each in (column.header, *column.cells)] for column in table.columns)
    words = [word for name in names for word in name.split()]
    padding = console.measure(Table(*[""] * len(table.columns), box=table.box, pad_edge=False)).minimum
    return padding + sum(max(map(cell_len, column)) for column in (words, *figures))


def print_table(console: "Console", table: "Table") -> None:
    """Prints a table; where the screen is too narrow for its figures the lines run on, and nothing is cut."""
    screen = console.width
    console.width = max(screen, least_width(console, table))
    console.print(table)
    console.width = screen
