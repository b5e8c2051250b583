"""Whether the package runs from a checkout, with tests and documents beside it."""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


def checkout() -> Path | None:
    """The top folder of the checkout; None for an installed package."""
    source = PACKAGE.parent
    return source.parent if source.name == "src" and (source.parent / "tests").is_dir() else None
