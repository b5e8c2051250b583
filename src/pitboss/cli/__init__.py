"""`pitboss`, and `./pit` in a checkout: one module a command, gathered here."""

import typer

app = typer.Typer(
    name="pitboss",
    help="Casino table games run exactly by their approved rules.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)


def main() -> None:
    app()
