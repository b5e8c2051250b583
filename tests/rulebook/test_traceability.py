"""Every enforced clause of a complete section has its function and a test; every citation has its clause."""

import json
from pathlib import Path

import pytest

from pitboss.checkout import checkout
from pitboss.cli.docs import DOCUMENTS
from pitboss.rulebook.book import Rulebook, read_document
from pitboss.rulebook.citations import scan_code, scan_tests
from pitboss.rulebook.traceability import Traceability, join, traceability

DOCUMENT = """
prefix = "TST"
title = "Test"
instrument = "Test instrument"
complete = ["1"]

[[section]]
id = "1"
heading = "Complete"
clauses = [
  { id = "1.1", summary = "A | B", kind = "money", handling = ["enforced", "shown"], software = "ENFORCE" },
  { id = "1.2", summary = "Show", kind = "information", handling = ["shown"], software = "SHOW" },
]

[[section]]
id = "2"
heading = "Still open"
clauses = [
  { id = "2.1 [s1]", summary = "Later", kind = "engine", handling = ["enforced"], software = "ENFORCE" },
  { id = "2.1 [s2]", summary = "Last", kind = "engine", handling = ["enforced"], software = "ENFORCE" },
]

[rulings]
R-01 = { question = "A or B?", ruling = "A | B", setting = "yes: a_or_b" }
R-02 = { question = "When?", ruling = "Later", setting = "no" }
"""

NO_FUNCTION = "TST 1.1 (A | B) is enforced but has no function."
NO_TEST = "TST 1.1 (A | B) is enforced but has no test."
NEITHER = "TST 1.1 (A | B) is enforced but has no function and no test."


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A source tree of its own: an empty package and an empty folder of tests."""
    (tmp_path / "house").mkdir()
    (tmp_path / "tests").mkdir()
    return tmp_path


def code_cites(house: Path, *citations: str) -> None:
    lines = [f'def keeps_{number}():\n    """{text}: kept."""\n' for number, text in enumerate(citations)]
    (house / "house" / "pays.py").write_text("\n".join(lines), encoding="utf-8")


def tests_cite(house: Path, *citations: str) -> None:
    marks = "".join(f'@pytest.mark.clause("{text}")\n' for text in citations)
    source = f"import pytest\n\n{marks}def test_pays():\n    pass\n"
    (house / "tests" / "test_pays.py").write_text(source, encoding="utf-8")


def case_cites(house: Path, *citations: str) -> None:
    folder = house / "tests" / "conformance" / "cases"
    folder.mkdir(parents=True)
    cases = [{"id": "T-1", "clauses": list(citations)}]
    (folder / "pontoon.json").write_text(json.dumps({"game": "pontoon", "cases": cases}), encoding="utf-8")


def traced(house: Path, toml: str = DOCUMENT) -> Traceability:
    book = Rulebook({"TST": read_document(toml)})
    return join(book, scan_code(house / "house", book), scan_tests(house / "tests", book))


def test_a_clause_without_function_and_test_is_a_hole(house: Path) -> None:
    assert traced(house).holes() == [NEITHER]


def test_a_clause_named_in_passing_is_still_a_hole(house: Path) -> None:
    """The head of a module and a command's help keep nothing; a command's docstring does. All must be right."""
    tests_cite(house, "TST 1.1")
    module = house / "house" / "pays.py"
    module.write_text('"""TST 1.1, and TST 1.9."""\n', encoding="utf-8")
    assert traced(house).holes() == [NO_FUNCTION]
    assert len(traced(house).unknown()) == 1
    (house / "house" / "cli").mkdir()
    command = house / "house" / "cli" / "pay.py"
    command.write_text('HELP = "as TST 1.1 has it"\ndef pay():\n    print("TST 1.1")\n', encoding="utf-8")
    assert traced(house).holes() == [NO_FUNCTION]
    command.write_text('def pay():\n    """Pays (TST 1.1)."""\n', encoding="utf-8")
    assert traced(house).holes() == []


def test_a_clause_without_a_test_is_a_hole(house: Path) -> None:
    code_cites(house, "TST 1.1")
    assert traced(house).holes() == [NO_TEST]


def test_a_clause_without_a_function_is_a_hole(house: Path) -> None:
    tests_cite(house, "TST 1.1")
    assert traced(house).holes() == [NO_FUNCTION]


@pytest.mark.parametrize("handling", ["setting", "action", "recorded"])
def test_whatever_is_built_needs_both_and_what_leads_to_its_paragraphs_has_them_there(
    house: Path, handling: str
) -> None:
    row = '  { id = "1.3", summary = "%s", kind = "engine", handling = ["shown", "%s"], software = "" },\n'
    built = row % ("Chosen", handling)
    document = DOCUMENT.replace("clauses = [\n", f"clauses = [\n{built}", 1)
    lacking = f"TST 1.3 (Chosen) is {handling} but has no function and no test."
    assert traced(house, document).holes() == [lacking, NEITHER]
    paragraph = built.replace("1.3", "1.3(a)").replace(handling, "shown")
    assert traced(house, document.replace(built, built + paragraph)).holes() == [NEITHER]
    assert traced(house, document.replace(f'["shown", "{handling}"]', '["shown"]')).holes() == [NEITHER]


def test_a_clause_with_function_and_test_is_no_hole(house: Path) -> None:
    code_cites(house, "TST 1.1")
    tests_cite(house, "TST 1.1")
    assert traced(house).holes() == []


def test_a_worked_case_counts_as_a_test(house: Path) -> None:
    code_cites(house, "TST 1.1")
    case_cites(house, "TST 1.1 as the note has it", "TDA")
    joined = traced(house)
    assert joined.holes() == []
    assert joined.unknown() == []
    assert [place.name for place in joined.trace(joined.book.clauses("TST 1.1")[0]).tests or ()] == [
        "tests/conformance/cases/pontoon.json::T-1"
    ]


def test_a_wrong_clause_in_a_worked_case_is_reported(house: Path) -> None:
    case_cites(house, "TST 1.1", "TST 1.9")
    assert traced(house).unknown() == [
        "tests/conformance/cases/pontoon.json::T-1, line 1: "
        "There is no clause TST 1.9 in the rulebook (TST 1 has 1.1 to 1.2)."
    ]


def test_a_number_stands_for_its_sentences(house: Path) -> None:
    code_cites(house, "TST 2.1")
    tests_cite(house, "TST 2.1[s2]")
    joined = traced(house)
    first, second = (joined.trace(clause) for clause in joined.book.clauses("TST 2.1"))
    assert [place.name for place in first.functions] == ["house.pays.keeps_0"]
    assert [place.name for place in second.functions] == ["house.pays.keeps_0"]
    assert first.tests == ()
    assert [place.name for place in second.tests or ()] == ["tests/test_pays.py::test_pays"]


def test_a_citation_of_an_unknown_clause_is_reported_with_its_place(house: Path) -> None:
    code_cites(house, "TST 1.1", "TST 1.9")
    tests_cite(house, "TST 2.1", "TST 3.1", "TST 2")
    assert traced(house).unknown() == [
        "house.pays.keeps_1, line 5: There is no clause TST 1.9 in the rulebook (TST 1 has 1.1 to 1.2).",
        "tests/test_pays.py::test_pays, line 4: "
        "There is no clause TST 3.1 in the rulebook (TST has the sections 1 to 2).",
        "tests/test_pays.py::test_pays, line 5: TST 2 is a section, not a clause (it has 2.1).",
    ]


def test_a_citation_of_an_unknown_ruling_is_reported_with_its_place(house: Path) -> None:
    code_cites(house, "R-02", "TST 1.1, ruling R-03")
    tests_cite(house, "R-01", "U-A1")
    assert traced(house).unknown() == [
        "house.pays.keeps_1, line 5: There is no ruling R-03 in the rulebook (TST has R-01 to R-02).",
        "tests/test_pays.py::test_pays, line 4: There is no ruling U-A1 in the rulebook (TST has R-01 to R-02).",
    ]


def test_a_ruling_knows_the_code_and_the_tests_that_cite_it(house: Path) -> None:
    code_cites(house, "R-01", "TST 1.1", "R-01 and R-01")
    tests_cite(house, "R-01")
    joined = traced(house)
    assert [place.name for place in joined.cited_by(joined.book.ruling("R-01"))] == [
        "house.pays.keeps_0",
        "house.pays.keeps_2",
        "tests/test_pays.py::test_pays",
    ]
    assert joined.cited_by(joined.book.ruling("R-02")) == ()


def test_the_document_lists_the_rulings(house: Path) -> None:
    code_cites(house, "R-01")
    lines = traced(house).markdown().splitlines()
    start = lines.index("### TST rulings")
    assert lines[start + 2 :] == [
        "| id | question | ruling | setting | cited by |",
        "|---|---|---|---|---|",
        r"| R-01 | A or B? | A \| B | yes: a\_or\_b | `house.pays.keeps_0` |",
        "| R-02 | When? | Later | no |  |",
    ]


def test_the_document_lists_functions_and_tests(house: Path) -> None:
    code_cites(house, "TST 1.1", "TST 1.1")
    tests_cite(house, "TST 1.1", "TST 1.1")
    lines = traced(house).markdown().splitlines()
    assert "| TST Test | 4 | 3 | 1 | 1 | 1 |" in lines
    assert "### TST 1 Complete (complete)" in lines
    assert "### TST 2 Still open" in lines
    functions = "`house.pays.keeps_0`, `house.pays.keeps_1`"
    row = rf"| 1.1 | A \| B | enforced, shown | {functions} | `tests/test_pays.py::test_pays` |"
    assert row in lines
    assert r"| 2.1 \[s1\] | Later | enforced |  |  |" in lines


def test_without_tests_at_hand_they_are_unknown_and_not_missing(house: Path) -> None:
    book = Rulebook({"TST": read_document(DOCUMENT)})
    joined = join(book, scan_code(house / "house", book), None)
    assert joined.trace(book.clauses("TST 1.1")[0]).tests is None


@pytest.fixture(scope="module")
def pitboss() -> Traceability:
    return traceability()


def test_no_citation_in_the_program_or_its_tests_is_unknown(pitboss: Traceability) -> None:
    assert pitboss.citations
    assert pitboss.unknown() == []


def test_the_rulebook_has_no_holes(pitboss: Traceability) -> None:
    assert pitboss.holes() == []


@pytest.mark.parametrize("path", DOCUMENTS)
def test_generated_documents_are_current(path: str) -> None:
    root = checkout()
    assert root is not None
    assert (root / path).read_text(encoding="utf-8") == DOCUMENTS[path](), "run ./pit docs"
