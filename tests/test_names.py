"""A name tells a reader whether anything happens, and a class name means one thing."""

import re
from collections import Counter
from functools import cache

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


# A line that begins a function or a class; to parse the whole program takes longer than most tests do.
DEFINITION = re.compile(r"^[ \t]*(?:async[ \t]+)?(def|class)[ \t]+(\w+)", re.MULTILINE)


@cache
def definitions() -> list[tuple[str, str, str]]:
    """Every function and class of the program: its file, `def` or `class`, and its name."""
    files = [(str(file.relative_to(ROOT)), file.read_text(encoding="utf-8")) for file in (ROOT / "src").rglob("*.py")]
    return [(file, kind, name) for file, source in files for kind, name in DEFINITION.findall(source)]


def is_participle(name: str) -> bool:
    word = name.strip("_")
    return PARTICIPLE.fullmatch(word) is not None and word not in NO_PARTICIPLES


def test_no_function_is_named_by_a_bare_participle() -> None:
    assert [is_participle(name) for name in ("_told", "counted", "read")] == [True, True, False]
    functions = [(file, name) for file, kind, name in definitions() if kind == "def"]
    assert len(functions) > 5_000
    assert [each for each in functions if is_participle(each[1]) and each[1] not in ALLOWED] == []


def test_a_class_name_has_one_meaning() -> None:
    homes = Counter(name for _, kind, name in definitions() if kind == "class")
    assert {name: count for name, count in homes.items() if count > MOST_HOMES and name not in SHARED} == {}
