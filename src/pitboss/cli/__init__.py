"""`pitboss`, and `./pit` in a checkout: one module a command, gathered here.

Modules are imported by every start, so each imports what it works with only when it runs.
"""

import os
import sys

import typer

from pitboss.cli import checkout, docs, rank, rules

app = typer.Typer(
    name="pitboss",
    help="Casino table games run exactly by their approved rules.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)

app.command()(rank.rank)
app.command()(rules.rules)
app.command(rich_help_panel="In a checkout", context_settings=checkout.PASS_ON)(checkout.bench)
app.command(rich_help_panel="In a checkout")(docs.docs)
app.command(rich_help_panel="In a checkout", context_settings=checkout.PASS_ON)(checkout.test)


def main() -> None:
    """Runs a command; what was typed wrongly is told in one sentence, without a box around it."""
    name = os.environ.get("PITBOSS_CALLED_AS", "pitboss")
    try:
        sys.exit(app(prog_name=name, standalone_mode=False))
    except typer.TyperException as error:
        sentence = error.format_message().strip()
        # Without a command there is nothing to say: the help has been shown.
        if sentence:
            typer.echo(sentence if sentence.endswith((".", "?")) else f"{sentence}.", err=True)
        sys.exit(2 if sentence else 0)
    except (typer.Abort, KeyboardInterrupt):
        typer.echo("Stopped.", err=True)
        sys.exit(130)
