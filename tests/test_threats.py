"""The threat model names only tests that there are, and is where people look for it."""

import re

from tests.test_tree import ROOT

THREATS = (ROOT / "docs" / "threats.md").read_text(encoding="utf-8")
# A file of tests, and the tests of it that are named behind it.
_NAMED = re.compile(r"\]\(\.\./(tests/[\w/]+\.py)\)((?:\s+`test_\w+`)*)")


def test_every_test_that_is_named_is_there() -> None:
    named = _NAMED.findall(THREATS)
    assert len(named) > 40
    missing = [
        f"{file} {test}"
        for file, tests in named
        for test in re.findall(r"test_\w+", tests) or [""]
        if not (ROOT / file).is_file() or (test and f"def {test}(" not in (ROOT / file).read_text(encoding="utf-8"))
    ]
    assert not missing, "\n".join(missing)


def test_every_name_of_a_test_stands_behind_its_file() -> None:
    told = sum(len(re.findall(r"`test_\w+`", tests)) for _, tests in _NAMED.findall(THREATS))
    assert told == len(re.findall(r"`test_\w+`", THREATS))


def test_others_lead_to_it() -> None:
    for other in ("README.md", "docs/promises.md"):
        assert "threats.md" in (ROOT / other).read_text(encoding="utf-8"), other
