"""All commands, one module each, gathered here; what went wrong in any of them is told in one sentence.

Modules are imported by every start, so each imports what it works with only when it runs.
"""

import inspect
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from pitboss import __version__
from pitboss.cli import (
    INTERRUPTED,
    backup,
    conform,
    developer,
    docs,
    equity,
    export,
    par,
    play,
    prizes,
    rank,
    replay,
    rules,
    serve,
    simulate,
    tournament,
    verify,
)
from pitboss.cli.options import called_as
from pitboss.cli.playing.train import train

_IN_A_CHECKOUT = "In a checkout"


@contextmanager
def _errors_as_sentences() -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        typer.echo("Stopped.", err=True)
        raise typer.Exit(INTERRUPTED) from None


class Commands(TyperGroup):
    """The commands. Ctrl-C is told here, because typer would leave without a word."""

    def make_context(self, *args: Any, **more: Any) -> Any:
        with _errors_as_sentences():
            return super().make_context(*args, **more)

    def invoke(self, ctx: Any) -> Any:
        with _errors_as_sentences():
            return super().invoke(ctx)


app = typer.Typer(
    name="pitboss",
    cls=Commands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)


def _add(command: Callable[..., None], to: typer.Typer = app, **how: Any) -> None:
    """One more command. A paragraph of its docstring flows as one, however wide the screen is."""
    paragraphs = inspect.cleandoc(command.__doc__ or "").split("\n\n")
    to.command(help="\n\n".join(" ".join(each.split()) for each in paragraphs), **how)(command)


_command: Callable[..., None]
for _command in (conform.conform, equity.equity, par.par, play.play):
    _add(_command)
_add(prizes.prizes, cls=prizes.PrizesCommand)
for _command in (rank.rank, replay.replay, rules.rules, simulate.simulate, train):
    _add(_command)
_tournament = typer.Typer(no_args_is_help=True, add_completion=False)
for _command in (tournament.events, tournament.show, tournament.simulate, tournament.forecast):
    _add(_command, _tournament)
app.add_typer(_tournament, name="tournament", help="Play, forecast and check tournaments.")
for _command in (serve.serve, verify.verify, backup.backup, backup.restore, export.export, serve.vouch):
    _add(_command, rich_help_panel="A house")
_add(developer.bench, rich_help_panel=_IN_A_CHECKOUT, context_settings=developer.PASS_ON)
_add(docs.docs, rich_help_panel=_IN_A_CHECKOUT)
_add(developer.pictures, rich_help_panel=_IN_A_CHECKOUT)
_add(developer.test, rich_help_panel=_IN_A_CHECKOUT, context_settings=developer.PASS_ON)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"pitboss {__version__}")
        raise typer.Exit


@app.callback()
def pitboss(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Casino table games run exactly by their approved rules."""


def run() -> int:
    """Runs the command of the command line and answers with its exit status; nothing stands in a box."""
    try:
        status: int | None = app(prog_name=called_as(), standalone_mode=False)
        sys.stdout.flush()
        return status or 0
    except typer.TyperException as error:
        sentence = error.format_message().strip()
        # Without a command there is nothing to say: the help has been shown.
        if sentence:
            typer.echo(sentence if sentence.endswith((".", "?")) else f"{sentence}.", err=True)
        return 2 if sentence else 0
    except typer.Abort:
        typer.echo("Stopped.", err=True)
        return INTERRUPTED
    except OSError as error:
        # Nothing more can be written there, not even what Python still holds back.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            typer.echo(f"Cannot go on: {error.strerror}.", err=True)
        return 1
