"""`pitboss test`, `bench` and `pictures`: the commands of a checkout, which run what stands beside the package."""

import os
import sys
from typing import Annotated, NoReturn

import typer

from pitboss.checkout import checkout
from pitboss.cli.options import stop

Arguments = Annotated[list[str] | None, typer.Argument(help="Passed on.")]

# Everything after the name of the command belongs to what is run.
PASS_ON = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}


def test(arguments: Arguments = None) -> None:
    """Run every check of this checkout: ruff, mypy, the layers and pytest. Arguments go to pytest."""
    _run("-m", "tests.check_all", arguments=arguments)


def bench(arguments: Arguments = None) -> None:
    """Measure speed beside other programs in one run, such as bench evaluator."""
    _run("bench/main.py", arguments=arguments)


def pictures() -> None:
    """Make the pictures of the screens in docs/pictures anew, with Chromium."""
    _run("-m", "tests.pictures")


def _run(*program: str, arguments: list[str] | None = None) -> NoReturn:
    root = checkout()
    if root is None:
        stop("This command needs a checkout of Pitboss; this is an installed package.")
    sys.stdout.flush()
    os.chdir(root)
    os.execv(sys.executable, [sys.executable, *program, *(arguments or [])])
