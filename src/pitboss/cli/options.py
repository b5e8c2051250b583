"""What the commands share."""

import os
from typing import Annotated

import typer

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def called_as() -> str:
    """What the user typed: `./pit` in a checkout, `pitboss` where it is installed."""
    return os.environ.get("PITBOSS_CALLED_AS", "pitboss")
