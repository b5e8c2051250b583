"""`pitboss`, and `./pit` in a checkout: one module a command, gathered here.

Modules are imported by every start, so each imports what it works with only when it runs.
"""

import os
import sys
from typing import Annotated

import typer

from pitboss import __version__
from pitboss.cli import conform, developer, docs, equity, par, play, prizes, rank, replay, rules, simulate
from pitboss.cli.options import called_as

app = typer.Typer(
    name="pitboss",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)

app.command()(conform.conform)
app.command()(equity.equity)
app.command()(par.par)
app.command()(play.play)
app.command(cls=prizes.PrizesCommand)(prizes.prizes)
app.command()(rank.rank)
app.command()(replay.replay)
app.command()(rules.rules)
app.command()(simulate.simulate)
app.command(rich_help_panel="In a checkout", context_settings=developer.PASS_ON)(developer.bench)
app.command(rich_help_panel="In a checkout")(docs.docs)
app.command(rich_help_panel="In a checkout", context_settings=developer.PASS_ON)(developer.test)


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


def main() -> None:
    """Runs a command; what went wrong is told in one sentence, without a box around it."""
    try:
        status = app(prog_name=called_as(), standalone_mode=False)
        sys.stdout.flush()
    except typer.TyperException as error:
        sentence = error.format_message().strip()
        # Without a command there is nothing to say: the help has been shown.
        if sentence:
            typer.echo(sentence if sentence.endswith((".", "?")) else f"{sentence}.", err=True)
        status = 2 if sentence else 0
    except (typer.Abort, KeyboardInterrupt):
        typer.echo("Stopped.", err=True)
        status = 130
    except OSError as error:
        # Nothing more can be written there, not even what Python still holds back.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            typer.echo(f"Cannot go on: {error.strerror}.", err=True)
        status = 1
    sys.exit(status)
