"""The rulings as data: complete, found by their ids, and shown with the clauses they bear on."""

import re

import pytest

from pitboss.rulebook.book import RULING_ID, Rulebook, Ruling, UnknownClause, read_document, rulebook
from pitboss.rulebook.rulings import clauses_named_by, rulings_by_clause

DOCUMENT = """
prefix = "TST"
title = "Test"
instrument = "None"
complete = []

[[section]]
id = "1"
heading = "Only"
clauses = [
  { id = "1.1", summary = "First", kind = "engine", handling = ["enforced"], software = "ENFORCE, see R-02" },
]

[rulings]
R-01 = { question = "Which?", ruling = "This", setting = "no" }
R-02 = { question = "When?", ruling = "Now", setting = "supervisor" }
"""


@pytest.mark.parametrize(
    ("prefix", "ids"),
    [
        ("UTH", [f"U-A{number}" for number in range(1, 35)]),
        ("PON", [f"P-{number:02}" for number in range(1, 35)]),
        ("HLD", [f"R-{number:02}" for number in range(1, 39)]),
        ("CAN", [f"C-A{number}" for number in range(1, 36)]),
        ("STAR", [f"T-{number:02}" for number in range(1, 35)]),
    ],
)
def test_every_ruling_of_the_document_is_there(prefix: str, ids: list[str]) -> None:
    assert [ruling.id for ruling in rulebook().documents[prefix].rulings] == ids


def test_every_ruling_is_told_in_plain_words() -> None:
    for ruling in rulebook().rulings:
        for text in (ruling.question, ruling.ruling, ruling.setting):
            assert text == text.strip() != "", ruling.id
            assert not re.search(r"`|\*\*|\|", text), ruling.id


@pytest.mark.parametrize("ruling_id", ["U-A9", "u-a9", " U-A9 "])
def test_look_up(ruling_id: str) -> None:
    expected = Ruling(
        document="UTH",
        id="U-A9",
        question='Full houses "take rank from the three" but a board can share the three; quads likewise',
        ruling="3.2: pair (or kicker) breaks it; equal only when all five ranks match",
        setting="no",
    )
    assert rulebook().ruling(ruling_id) == expected
    assert rulebook().find_cited(ruling_id) == (expected,)


def test_what_is_cited_may_be_a_clause() -> None:
    assert rulebook().find_cited("UTH 9.6") == rulebook().clauses("UTH 9.6")


@pytest.mark.parametrize(
    ("ruling_id", "sentence"),
    [
        ("R-99", "There is no ruling R-99 in the rulebook (HLD has R-01 to R-38)."),
        ("r-2", "There is no ruling R-2 in the rulebook (HLD has R-01 to R-38)."),
        (
            "X-1",
            "There is no ruling X-1 in the rulebook (UTH has U-A1 to U-A34, PON has P-01 to P-34, "
            "HLD has R-01 to R-38, CAN has C-A1 to C-A35, STAR has T-01 to T-34).",
        ),
    ],
)
def test_an_unknown_ruling_is_told_in_one_helpful_sentence(ruling_id: str, sentence: str) -> None:
    with pytest.raises(UnknownClause) as raised:
        rulebook().ruling(ruling_id)
    assert str(raised.value) == sentence


def test_a_book_may_have_no_rulings() -> None:
    book = Rulebook({"TST": read_document(DOCUMENT.partition("[rulings]")[0])})
    with pytest.raises(UnknownClause, match=re.escape("There is no ruling R-01 in the rulebook (it has no rulings).")):
        book.ruling("R-01")


def test_an_id_is_given_once_in_all_the_documents() -> None:
    first, second = read_document(DOCUMENT), read_document(DOCUMENT.replace("TST", "TWO").replace("R-01", "R-03"))
    with pytest.raises(ValueError, match=re.escape("The rulebook has the ruling R-02 more than once.")):
        Rulebook({"TST": first, "TWO": second})


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        ("R-01", "Cannot overwrite a value"),
        ("R-2", "TST has a ruling R-2; ids look like U-A1, C-A1, P-01, R-01 and T-01."),
    ],
)
def test_a_faulty_ruling_does_not_load(fault: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=re.escape(sentence)):
        read_document(DOCUMENT.replace("R-02 =", f"{fault} ="))


def test_every_ruling_named_in_the_documents_exists() -> None:
    book = rulebook()
    texts = [f"{clause.summary} {clause.software}" for doc in book.documents.values() for clause in doc.clauses]
    texts += [f"{ruling.question} {ruling.ruling} {ruling.setting}" for ruling in book.rulings]
    named = {ruling_id for text in texts for ruling_id in RULING_ID.findall(text)}
    assert named
    assert named <= {ruling.id for ruling in book.rulings}


@pytest.mark.parametrize(
    ("ruling_id", "names"),
    [
        ("U-A5", ["UTH 13.4"]),
        ("U-A7", ["CAN 6.3"]),
        ("U-A11", ["UTH 13.8[1]"]),
        ("U-A17", ["UTH 9.6(a)"]),
        ("P-29", ["PON 15.5", "UTH 13.7(a)", "HLD 17.14"]),
        ("P-16", []),
        ("T-21", ["STAR 1-b [s1]", "STAR 1-b [s2]", "STAR 1-b [s3]", "STAR 1-b [s4]"]),
    ],
)
def test_the_clauses_a_ruling_names(ruling_id: str, names: list[str]) -> None:
    assert clauses_named_by(rulebook().ruling(ruling_id), rulebook()) == names


def test_a_clause_of_a_document_not_at_hand_is_left_out() -> None:
    book = Rulebook({"PON": rulebook().document("PON")})
    assert clauses_named_by(book.ruling("P-29"), book) == ["PON 15.5"]


@pytest.mark.parametrize(
    ("clause", "ids"),
    [
        ("UTH D-Box", ["U-A1"]),
        ("UTH 13.4", ["U-A5", "U-A21"]),
        ("UTH 9.3", ["U-A2", "P-25"]),
        ("UTH 15.10", []),
    ],
)
def test_the_rulings_on_a_clause(clause: str, ids: list[str]) -> None:
    assert [ruling.id for ruling in rulings_by_clause(rulebook())[clause]] == ids
