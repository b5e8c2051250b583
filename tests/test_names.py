"""A name tells a reader whether anything happens, and a class name means one thing."""

import ast
import re
from collections import Counter
from functools import cache

from pitboss.rulebook.citations import Definition
from tests.test_tree import ROOT

# Irregular participles that are no imperatives or nouns as well, as `read`, `cut` and `felt` are.
PARTICIPLE = re.compile(
    "beaten|begun|born|bought|bound|broken|brought|built|burnt|caught|chosen|dealt|done|drawn|driven|fallen|forgotten|found"
    "|frozen|given|gone|got|grown|heard|held|hidden|kept|known|laid|led|left|lent|lost|made|meant|met|overtaken|paid|said"
    "|sat|seen|sent|shown|shut|sold|spent|spoken|stood|swept|taken|taught|thought|thrown|told|torn|undone|unpaid|unseen"
    "|withdrawn|woken|won|written|[a-z]{2,}ed"
)
NO_PARTICIPLES = {"embed", "exceed", "feed", "need", "proceed", "seed", "speed"}
# A constructor of the public interface, and a field of a stored round as a protocol has it.
ALLOWED = {"seeded", "entitled"}
MOST_HOMES = 3
# Django's own names, and the round of each game, which its journal knows by it.
SHARED = {"Meta", "Migration", "Round"}


@cache
def definitions() -> list[tuple[str, Definition]]:
    """Every function and class of the program with its file; none is inside of an expression."""
    found = []
    for file in (ROOT / "src").rglob("*.py"):
        below: list[ast.AST] = [ast.parse(file.read_text(encoding="utf-8"))]
        for node in below:
            below += [child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.expr)]
        found += [(str(file.relative_to(ROOT)), node) for node in below if isinstance(node, Definition)]
    return found


def is_participle(name: str) -> bool:
    word = name.strip("_")
    return PARTICIPLE.fullmatch(word) is not None and word not in NO_PARTICIPLES


def test_no_function_is_named_by_a_bare_participle() -> None:
    assert [is_participle(name) for name in ("_told", "counted", "read")] == [True, True, False]
    functions = [(file, node.name) for file, node in definitions() if not isinstance(node, ast.ClassDef)]
    assert len(functions) > 5_000
    assert [each for each in functions if is_participle(each[1]) and each[1] not in ALLOWED] == []


def test_a_class_name_has_one_meaning() -> None:
    homes = Counter(node.name for _, node in definitions() if isinstance(node, ast.ClassDef))
    assert {name: count for name, count in homes.items() if count > MOST_HOMES and name not in SHARED} == {}
