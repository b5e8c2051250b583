"""`rules` shows the documents to whoever asks, at any width, and answers a wrong question in one sentence."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

import pitboss
from pitboss.cli.docs import docs
from pitboss.cli.rules import rules
from pitboss.rulebook.book import rulebook

app = typer.Typer(pretty_exceptions_enable=False)
app.command()(rules)
app.command()(docs)

ON_REQUEST = ("UTH 15.10", "PON 17.9", "HLD 19.9", "CAN 16.11", "STAR 6.19")


def run(*words: str, width: int = 80) -> Result:
    return CliRunner().invoke(app, ["rules", *words], env={"COLUMNS": str(width)})


@pytest.mark.parametrize("width", [80, 160])
def test_without_argument_it_lists_the_documents(width: int) -> None:
    shown = run(width=width)
    assert shown.exit_code == 0
    for document in rulebook().documents.values():
        assert document.prefix in shown.stdout
        assert document.title in shown.stdout
        assert str(len(document.clauses)) in shown.stdout


@pytest.mark.clause("UTH 15.10", "PON 17.9", "HLD 19.9", "CAN 16.11", "STAR 6.19")
@pytest.mark.parametrize("width", [80, 160])
@pytest.mark.parametrize("prefix", list(rulebook().documents))
def test_a_document_shows_every_clause_with_its_id_in_one_piece(prefix: str, width: int) -> None:
    shown = run(prefix.lower(), width=width)
    assert shown.exit_code == 0
    lines = shown.stdout.splitlines()
    assert max(map(len, lines)) <= width
    for clause in rulebook().documents[prefix].clauses:
        assert any(line.startswith(f" {clause.id} ") for line in lines), clause.name
    for section in rulebook().documents[prefix].sections:
        assert any(section.heading in line for line in lines)


@pytest.mark.parametrize("width", [80, 160])
@pytest.mark.parametrize("prefix", list(rulebook().documents))
def test_a_document_ends_with_its_rulings(prefix: str, width: int) -> None:
    shown = run(prefix, width=width).stdout
    rulings = shown[shown.index(f"\n{prefix} rulings") :]
    for ruling in rulebook().documents[prefix].rulings:
        assert f"\n {ruling.id} " in rulings, ruling.id
        told = rulings[rulings.index(f"\n {ruling.id} ") + len(ruling.id) + 2 :]
        assert words_of(told).startswith(words_of(f"{ruling.question} -> {ruling.ruling} setting: {ruling.setting}"))


def words_of(text: str) -> str:
    """The text without the white space, which depends on the width of the screen."""
    return "".join(text.split())


@pytest.mark.parametrize("words", [("UTH", "15.6"), ("UTH 15.6",), ("uth", "15.6")])
def test_a_clause_is_shown_with_its_paragraphs(words: tuple[str, ...]) -> None:
    shown = run(*words)
    assert shown.exit_code == 0
    headings = [line for line in shown.stdout.splitlines() if line.startswith("UTH")]
    assert [line.split(":")[0] for line in headings] == [
        "UTH 15.6",
        "UTH 15.6(a)",
        "UTH 15.6(b)",
        "UTH 15.6(c)",
    ]
    assert "Staff give no advantage and change no odds" in shown.stdout
    assert "ENFORCE" not in shown.stdout


@pytest.mark.parametrize("citation", ON_REQUEST)
def test_a_clause_names_the_code_and_the_tests_that_keep_it(citation: str) -> None:
    shown = run(citation)
    assert "pitboss.cli.rules.rules" in shown.stdout
    assert "src/pitboss/cli/rules.py:" in shown.stdout
    assert "tests/rulebook/test_rules_command.py" in shown.stdout


def test_sentence_marks_are_not_taken_for_formatting() -> None:
    assert "HLD 2.1 [s1]: One deck" in run("HLD", "2.1").stdout


@pytest.mark.parametrize("width", [80, 160])
def test_a_section_is_a_table_with_counts_of_code_and_tests(width: int) -> None:
    lines = [line.rstrip() for line in run("STAR", "6", width=width).stdout.splitlines()]
    assert lines[0] == "STAR 6 Conditions of entry (complete)"
    (row,) = (line for line in lines if line.startswith(" 6.19 "))
    assert int(row.split()[-2]) >= 1
    assert int(row.split()[-1]) >= 1


def test_the_documents_as_json() -> None:
    documents = json.loads(run("--json").stdout)["documents"]
    assert [(document["prefix"], document["clauses"]) for document in documents] == [
        ("UTH", 279),
        ("PON", 271),
        ("HLD", 325),
        ("CAN", 222),
        ("STAR", 224),
    ]


def test_a_document_as_json() -> None:
    document = json.loads(run("CAN", "--json").stdout)
    clauses = [clause["name"] for section in document["sections"] for clause in section["clauses"]]
    assert clauses == [clause.name for clause in rulebook().documents["CAN"].clauses]
    rulings = [ruling["id"] for ruling in document["rulings"]]
    assert rulings == [ruling.id for ruling in rulebook().documents["CAN"].rulings]


def test_a_clause_as_json() -> None:
    (clause,) = json.loads(run("UTH", "15.10", "--json").stdout)["clauses"]
    places = {function["name"]: function["place"] for function in clause.pop("functions")}
    tests = clause.pop("tests")
    assert clause == {
        "name": "UTH 15.10",
        "id": "15.10",
        "section": "15",
        "summary": "Copy of rules on request",
        "kind": "information",
        "handling": ["shown"],
        "software": "SHOW rules anywhere in the UI",
        "rulings": [],
    }
    assert places["pitboss.cli.rules.rules"].startswith("src/pitboss/cli/rules.py:")
    this_test = "tests/rulebook/test_rules_command.py::"
    assert any(test.startswith(this_test) for test in tests)


@pytest.mark.parametrize("ruling_id", ["R-01", "r-01"])
def test_a_ruling_is_shown_with_the_code_that_cites_it(ruling_id: str) -> None:
    shown = run(ruling_id)
    assert shown.exit_code == 0
    assert shown.stdout.startswith("R-01: Ace in low hands\n")
    for words in ("High: 3.1 is general", "yes: low_ace", "HLD Poker - Hold-em", "src/pitboss/cards/ranking.py:"):
        assert words in shown.stdout


def test_a_ruling_as_json() -> None:
    (ruling,) = json.loads(run("R-02", "--json").stdout)["rulings"]
    assert ruling.pop("cited_by")[0]["place"].startswith("src/pitboss/")
    assert ruling == {
        "id": "R-02",
        "document": "HLD",
        "question": "Joker duplicates",
        "ruling": "No second ace in a flush; duplicate only where 3.3(b) requires it",
        "setting": "no",
    }


def test_a_clause_tells_each_ruling_on_it_once() -> None:
    shown = run("HLD", "20.20", width=160).stdout
    assert shown.count("R-26: 20.20 against STAR 7.18 -> 20.20 by contributions") == 1
    assert shown.count("R-26: as above") == 2
    clauses = json.loads(run("HLD", "20.20", "--json").stdout)["clauses"]
    assert [[ruling["id"] for ruling in clause["rulings"]] for clause in clauses] == [["R-26", "T-01"]] * 3


def test_a_section_as_json() -> None:
    clauses = json.loads(run("STAR", "4", "--json").stdout)["clauses"]
    assert [clause["id"] for clause in clauses] == ["4-Monday", "4-Jam", "4-Friday", "4-Saturday"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("UTH", "9.99"), "There is no clause UTH 9.99 in the rulebook (UTH 9 has 9.1 to 9.10)."),
        (("XYZ",), "There is no document XYZ; the documents are UTH, PON, HLD, CAN and STAR."),
        (("XYZ", "1.1"), "There is no document XYZ; the documents are UTH, PON, HLD, CAN and STAR."),
        (("UTH", "40"), "There is no clause UTH 40 in the rulebook (UTH has the sections 1 to 16)."),
        (("R-99",), "There is no ruling R-99 in the rulebook (HLD has R-01 to R-38)."),
        (("u-a0",), "There is no ruling U-A0 in the rulebook (UTH has U-A1 to U-A34)."),
        (("9.6",), "There is no document 9.6; the documents are UTH, PON, HLD, CAN and STAR."),
    ],
)
@pytest.mark.parametrize("options", [(), ("--json",)])
def test_a_wrong_question_gets_one_sentence_and_status_2(
    words: tuple[str, ...], sentence: str, options: tuple[str, ...]
) -> None:
    shown = run(*words, *options)
    assert shown.exit_code == 2
    assert shown.stdout == ""
    assert shown.stderr == sentence + "\n"


def test_an_installed_package_without_tests_still_answers(tmp_path: Path) -> None:
    """Run from a copy of the package alone, as pip would install it."""
    source = Path(pitboss.__file__).parent
    shutil.copytree(source, tmp_path / "pitboss", ignore=shutil.ignore_patterns("__pycache__"))
    program = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import typer; "
        "from pitboss.cli.rules import rules; typer.run(rules)"
    )
    command = [sys.executable, "-I", "-c", program, "UTH", "15.10", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.stderr == ""
    (clause,) = json.loads(done.stdout)["clauses"]
    assert clause["tests"] is None
    assert clause["functions"][0]["place"].startswith(str(tmp_path.resolve()))
