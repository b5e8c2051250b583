"""Games are known by name in their homes and in the kits, and nowhere else."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pitboss
from pitboss.kits import games

SOURCE = Path(pitboss.__file__).parent
GAME = re.compile(r"ultimate|canberra|pontoon|hold-?'?em", re.IGNORECASE)
# The rooms of one game, whatever folder they are in, and the kits.
HOMES = re.compile(rf"(^|/)(kits|{'|'.join(games())})(/|\.py$)|(^|/)holdem_\w+\.py$")
# Where a name stands for something else than one of the games, with the reason.
ALLOWED = {
    "cards/": "decks, rankings and shoes as the documents define them, below the games",
    "cli/equity.py": "equities are of hold'em hands",
    "cli/rank.py": "ranks hands of hold'em",
    "cli/picture.py": "the one picture of the README",
    "cli/par.py": "help of an option that one game has",
    "cli/play.py": "help of options that one game has",
    "cli/simulate.py": "help of an option that one game has",
    "conformance/tournament/": "hands in tournaments are of hold'em, and structures have names",
    "floor/rulings/": "situations of hold'em tournaments that a director rules on",
    "floor/upkeep/demo.py": "the tables that the demo house has",
    "floor/upkeep/export.py": "PHH tells hold'em",
    "odds/rules.py": "a sentence about an option that one game has",
    "rulebook/citations.py": "a folder whose docstrings claim no clause",
    "histories/": "PHH and its text tell hold'em",
    "odds/equity/": "equities are of hold'em hands",
    "odds/par/rule_words.py": "the name of a reading",
    "screens/api/words.py": "examples of commands",
    "screens/common/computing/jobs.py": "equities are of hold'em hands",
    "screens/director/structures/": "games of tournaments, among them Omaha",
    "screens/maths/worth.py": "the part of a pot is that of a hand of hold'em",
    "tournaments/": "poker tournaments are of hold'em, and each document has a section on tournaments of its game",
}


def names_in(file: Path) -> Iterator[str]:
    """The words of a module that name a game: imports, and texts that are no docstring."""
    source = file.read_text(encoding="utf-8")
    tree = ast.parse(source if GAME.search(source) else "")
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            words = [node.value]
        elif isinstance(node, ast.ImportFrom):
            words = [node.module or "", *(each.name for each in node.names)]
        elif isinstance(node, ast.Import):
            words = [each.name for each in node.names]
        else:
            continue
        yield from (f"line {node.lineno}: {word}" for word in words if GAME.search(word))


def strays() -> dict[str, list[str]]:
    """The modules that name a game away from its home, with the words."""
    files = {file.relative_to(SOURCE).as_posix(): file for file in sorted(SOURCE.rglob("*.py"))}
    found = {name: list(names_in(file)) for name, file in files.items() if not HOMES.search(name)}
    return {name: words for name, words in found.items() if words}


def test_nobody_else_knows_a_game_by_name() -> None:
    found = strays()
    outside = {name: words for name, words in found.items() if not name.startswith(tuple(ALLOWED))}
    assert not outside, "\n".join(f"{name}: {'; '.join(words)}" for name, words in outside.items())
    unused = [place for place in ALLOWED if not any(name.startswith(place) for name in found)]
    assert not unused, f"nothing names a game any more in {', '.join(unused)}"


def test_modules_are_loaded_by_their_addresses_in_the_kits_only() -> None:
    loading = re.compile(r"\b(import_module|resolve_name)\(")
    files = {file.relative_to(SOURCE).as_posix(): file for file in SOURCE.rglob("*.py")}
    found = {name for name, file in files.items() if loading.search(file.read_text(encoding="utf-8"))}
    # A migration whose name is no word of Python, and a library that need not be there.
    assert found == {"kits/__init__.py", "kits/kit.py", "journal/guards.py", "odds/simulation/workers.py"}
