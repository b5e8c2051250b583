"""`pitboss docs`: writes the documents generated from the program, or checks that they are current."""

import ast
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from pitboss.checkout import PACKAGE, checkout
from pitboss.cli.options import AsJson, stop
from pitboss.cli.picture import terminal_picture
from pitboss.cli.premises import set_up

Check = Annotated[bool, typer.Option("--check", help="Write nothing; exit with status 1 if a document is stale.")]


def docs(check: Check = False, as_json: AsJson = False) -> None:
    """Write the generated documents of this checkout and say which changed.

    With --json: {"documents": [{"path": ..., "state": "current", "written" or "stale"}]}.
    """
    root = checkout()
    if root is None:
        stop("The generated documents belong to a checkout; this is an installed package.")
    states: dict[str, str] = {}
    for path, generate in DOCUMENTS.items():
        try:
            file, text = root / path, generate()
        except ValueError as refused:
            typer.echo(str(refused), err=True)
            raise typer.Exit(1) from None
        if file.is_file() and file.read_text(encoding="utf-8") == text:
            states[path] = "current"
        elif check:
            states[path] = "stale"
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
            states[path] = "written"
    _report(states, as_json=as_json)
    if "stale" in states.values():
        raise typer.Exit(1)


def traceability_document() -> str:
    from pitboss.rulebook.traceability import traceability

    return traceability().markdown()


def architecture_document() -> str:
    """`docs/architecture.md` with the tree of folders as the packages describe themselves, and the way of a wager."""
    root = checkout()
    assert root is not None, "only a checkout has generated documents"
    text = (root / "docs/architecture.md").read_text(encoding="utf-8")
    packages = sorted(PACKAGE.rglob("__init__.py"), key=lambda file: file.parent.relative_to(PACKAGE).parts)
    rows = [_folder(file) for file in packages[1:] if "migrations" not in file.parts]
    return _with_section(_with_section(text, "folders", "".join(rows)), "way", _way_of_a_wager(root))


def _with_section(text: str, name: str, section: str) -> str:
    start, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
    return text.partition(start)[0] + start + "```\n" + section + "```\n" + end + text.partition(end)[2]


def _way_of_a_wager(root: Path) -> str:
    """Return the functions that a wager passes, found by tracing one through a house of the tests."""
    # The first of it sets Django up, on a house of its own.
    script = (
        "import sys, tests.floor.house_scene, tests.screens.live.way_of_a_wager as way\n"
        "sys.stdout.write(way.document(way.follow_a_wager()))"
    )
    followed = subprocess.run([sys.executable, "-c", script], cwd=root, capture_output=True, text=True, check=True)
    return followed.stdout


def _folder(package: Path) -> str:
    """A line of the tree: the name of a folder, and the first line of its docstring."""
    parts = package.parent.relative_to(PACKAGE).parts
    name = "  " * (len(parts) - 1) + parts[-1] + "/"
    said = (ast.get_docstring(ast.parse(package.read_text(encoding="utf-8"))) or "").partition("\n")[0]
    return f"{name:<22} {said}".rstrip() + "\n"


def permissions_document() -> str:
    _know_the_floor()
    from pitboss.floor.kernel.permissions import document

    return document()


def shapes_of_games() -> str:
    from pitboss.journal.shapes import SHAPES, shapes_after

    return shapes_after(SHAPES)


def shapes_of_floor() -> str:
    _know_the_floor()
    from pitboss.floor.kernel.registry import SHAPES
    from pitboss.journal.shapes import shapes_after

    return shapes_after(SHAPES, ("floor",))


def returns_figures() -> str:
    from pitboss.floor.reading.returns_figures import figures_text
    from pitboss.odds.par.committed import FOLDER
    from pitboss.odds.rules import GAMES

    root = checkout()
    assert root is not None, "only a checkout has generated documents"
    return figures_text({game: json.loads((root / FOLDER / f"{game}.json").read_text("utf-8")) for game in GAMES})


def _know_the_floor() -> None:
    """The floor stands on Django, which needs to be told of a house, though none is opened here."""
    from django.conf import settings

    if not settings.configured:
        with TemporaryDirectory() as nowhere:
            set_up(Path(nowhere), "")


# Path in the checkout, and the function that writes the document.
DOCUMENTS: dict[str, Callable[[], str]] = {
    "docs/architecture.md": architecture_document,
    "docs/permissions.md": permissions_document,
    "docs/terminal.svg": terminal_picture,
    "docs/traceability.md": traceability_document,
    "src/pitboss/floor/reading/returns_figures.json": returns_figures,
    "src/pitboss/floor/shapes.json": shapes_of_floor,
    "src/pitboss/journal/shapes.json": shapes_of_games,
}


def _report(states: dict[str, str], *, as_json: bool) -> None:
    if as_json:
        documents = [{"path": path, "state": state} for path, state in states.items()]
        typer.echo(json.dumps({"documents": documents}, indent=2))
        return
    sentences = {"current": "is current", "written": "written", "stale": "is stale: run ./pit docs"}
    for path, state in states.items():
        typer.echo(f"{path} {sentences[state]}", err=state == "stale")
