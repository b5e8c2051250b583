"""The documents as data: complete, and every clause found by the ways people cite it."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.rulebook.book import Clause, Handling, UnknownClause, read_document, rulebook

CASES = sorted((Path(__file__).parents[1] / "conformance" / "cases").glob("*.json"))
CITING_KEYS = {"clauses", "refused", "clause", "ruling", "commission_clause"}

VALID = """
prefix = "TST"
title = "Test"
instrument = "None"
complete = ["1"]

[[section]]
id = "1"
heading = "Only"
clauses = [
  { id = "1.1", summary = "First", kind = "engine", handling = ["enforced"], software = "ENFORCE" },
  { id = "1.2", summary = "Second", kind = "engine", handling = ["shown"], software = "SHOW" },
]
"""


def names(citation: str) -> list[str]:
    return [clause.name for clause in rulebook().clauses(citation)]


@pytest.mark.parametrize(("prefix", "rows"), [("UTH", 279), ("PON", 271), ("HLD", 325), ("CAN", 222), ("STAR", 224)])
def test_every_row_of_the_document_is_there(prefix: str, rows: int) -> None:
    assert len(rulebook().documents[prefix].clauses) == rows


def test_every_clause_is_found_by_its_own_name() -> None:
    book = rulebook()
    for document in book.documents.values():
        for section in document.sections:
            for clause in section.clauses:
                assert book.clauses(clause.name) == (clause,)
                assert (clause.document, clause.section) == (document.prefix, section.id)


def test_handling_says_what_the_software_column_says() -> None:
    verbs = {
        "ENFORCE": Handling.ENFORCED,
        "SETTING": Handling.SETTING,
        "SUPERVISOR ACTION": Handling.ACTION,
        "RECORD": Handling.RECORDED,
        "RECORDED": Handling.RECORDED,
        "SHOW": Handling.SHOWN,
        "NONE": Handling.NONE,
    }
    pattern = re.compile(rf"\b({'|'.join(verbs)})\b")
    for document in rulebook().documents.values():
        for clause in document.clauses:
            said = dict.fromkeys(verbs[verb] for verb in pattern.findall(clause.software))
            assert clause.handling == tuple(said), clause.name


def test_a_clause_as_data() -> None:
    assert rulebook().clauses("UTH 9.6(c)(ii)") == (
        Clause(
            document="UTH",
            section="9",
            id="9.6(c)(ii)",
            summary="Blind pushes when player is higher with less than a straight",
            kind="engine",
            handling=(Handling.ENFORCED,),
            software="ENFORCE",
        ),
    )
    assert rulebook().clauses("UTH 9.6")[0].is_enforced
    assert not rulebook().clauses("UTH 15.10")[0].is_enforced


@pytest.mark.parametrize(
    ("citation", "expected"),
    [
        ("UTH 9.6", ["UTH 9.6"]),
        ("uth 9.6(C)(ii)", ["UTH 9.6(c)(ii)"]),
        ("  UTH   9.6 ", ["UTH 9.6"]),
        ("HLD 2.1[s2]", ["HLD 2.1 [s2]"]),
        ("HLD 2.1  [s2]", ["HLD 2.1 [s2]"]),
        ("HLD 2.1", ["HLD 2.1 [s1]", "HLD 2.1 [s2]"]),
        ("HLD 8.2", ["HLD 8.2 [s1]", "HLD 8.2 [s2]"]),
        ("HLD 8.2 tail", ["HLD 8.2 tail"]),
        ("UTH 13.8", ["UTH 13.8[1]", "UTH 13.8[2]"]),
        ("UTH 13.8 [1](b)", ["UTH 13.8[1](b)"]),
        ("STAR 7.15", ["STAR 7.15"]),
        ("STAR 1-c", ["STAR 1-c [s1]", "STAR 1-c [s2]", "STAR 1-c [s3]"]),
        ("STAR 6.14 tail", ["STAR 6.14 tail [s1]", "STAR 6.14 tail [s2]"]),
        ("STAR 7.2 s18", ["STAR 7.2 s18"]),
        ("UTH 10.1 blind RF", ["UTH 10.1 blind RF"]),
        ("UTH 16-heading", ["UTH 16-heading"]),
        ("PON 14.2 Table 1 Pontoon", ["PON 14.2 Table 1 Pontoon"]),
        ("PON 14.3 Table 2", ["PON 14.3 Table 2 bonus", "PON 14.3 Table 2 others"]),
        ("UTH Dictionary: Void", ["UTH D-Void"]),
        ("UTH dictionary: round of play", ["UTH D-Round of Play"]),
        ("PON Dictionary: Double", ["PON D-Double/double down"]),
        ("PON Dictionary: double down", ["PON D-Double/double down"]),
        ("PON D-Double", ["PON D-Double/double down"]),
        ("UTH Dictionary: Trips", ["UTH D-Trips [1]", "UTH D-Trips [2]"]),
        ("CAN Dictionary: Void", ["CAN D-Void [s1]", "CAN D-Void [s2]"]),
        ("STAR 5 Orbit", ["STAR D-Orbit"]),
        ("STAR 4 Friday", ["STAR 4-Friday"]),
    ],
)
def test_look_up(citation: str, expected: list[str]) -> None:
    assert names(citation) == expected


@pytest.mark.parametrize(
    ("citation", "sentence"),
    [
        ("UTH 9.99", "There is no clause UTH 9.99 in the rulebook (UTH 9 has 9.1 to 9.10)."),
        ("XYZ 1.1", "There is no document XYZ; the documents are UTH, PON, HLD, CAN and STAR."),
        ("UTH 9", "UTH 9 is a section, not a clause (it has 9.1 to 9.10)."),
        ("UTH 9.6(z)", "There is no clause UTH 9.6(z) in the rulebook (UTH 9.6 has 9.6(a) to 9.6(c)(ii))."),
        ("UTH 9.9(a)", "There is no clause UTH 9.9(a) in the rulebook (UTH 9.9 has no paragraphs)."),
        ("UTH 9.1[s7]", "There is no clause UTH 9.1[s7] in the rulebook (UTH 9.1 has 9.1 [s1] to 9.1 [s2])."),
        ("CAN 10.7(a)", "There is no clause CAN 10.7(a) in the rulebook (CAN 10.7 has 10.7[1] to 10.7[2])."),
        ("UTH 99.1", "There is no clause UTH 99.1 in the rulebook (UTH has the sections 1 to 16)."),
        ("STAR 1-z", "There is no clause STAR 1-z in the rulebook (STAR 1 has 1-a to 1-h)."),
        (
            "UTH Dictionary: Foldd",
            "There is no clause UTH Dictionary: Foldd in the rulebook (did you mean UTH D-Fold?).",
        ),
        ("UTH", "UTH is a document; name a clause of it as well."),
        ("", "A citation names a document and a clause of it, such as UTH 1.1."),
    ],
)
def test_an_unknown_clause_is_told_in_one_helpful_sentence(citation: str, sentence: str) -> None:
    with pytest.raises(UnknownClause) as raised:
        rulebook().clauses(citation)
    assert str(raised.value) == sentence


@pytest.mark.parametrize(
    ("citation", "ids"),
    [
        ("UTH 9.6", ["9.6", "9.6(a)", "9.6(b)", "9.6(c)", "9.6(c)(i)", "9.6(c)(ii)"]),
        ("UTH 9.6(c)", ["9.6(c)", "9.6(c)(i)", "9.6(c)(ii)"]),
        ("UTH 9.1", ["9.1 [s1]", "9.1 [s2]"]),
        ("HLD 8.2", ["8.2 [s1]", "8.2 [s2]", "8.2 tail"]),
        ("UTH 13.8", ["13.8[1]", "13.8[1](a)", "13.8[1](b)", "13.8[2]"]),
        ("UTH Dictionary: Session", ["D-Session", "D-Session(a)", "D-Session(b)"]),
        ("STAR 4", ["4-Monday", "4-Jam", "4-Friday", "4-Saturday"]),
    ],
)
def test_a_family_is_the_clause_and_its_paragraphs_in_order(citation: str, ids: list[str]) -> None:
    assert [clause.id for clause in rulebook().family(citation)] == ids


def test_a_bare_section_is_all_its_clauses() -> None:
    assert rulebook().family("uth dictionary") == tuple(
        clause for clause in rulebook().documents["UTH"].clauses if clause.section == "Dictionary"
    )


def test_a_valid_document_reads() -> None:
    document = read_document(VALID)
    assert [clause.name for clause in document.clauses] == ["TST 1.1", "TST 1.2"]
    assert document.is_complete("1")
    assert not document.is_complete("2")


def test_every_section_of_every_document_is_complete() -> None:
    for document in rulebook().documents.values():
        assert document.complete == tuple(section.id for section in document.sections)


@pytest.mark.parametrize(
    ("written", "fault", "sentence"),
    [
        ('"1.2"', '"1.1"', "TST has the clause 1.1 more than once."),
        ('["shown"]', '["show"]', "TST 1.2: 'show' is not a valid Handling."),
        ('["shown"]', "[]", "TST 1.2 does not say what the software does about it."),
        (
            'complete = ["1"]',
            'complete = ["7"]',
            "TST calls a section complete that it does not have: 7.",
        ),
    ],
)
def test_a_faulty_document_does_not_load(written: str, fault: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=re.escape(sentence)):
        read_document(VALID.replace(written, fault))


def cited_in(value: object) -> Iterator[str]:
    """Every string under one of the citing keys, however deep."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in CITING_KEYS:
                yield from (text for text in (inner if isinstance(inner, list) else [inner]) if isinstance(text, str))
            yield from cited_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from cited_in(inner)


def is_answered(citation: str) -> bool:
    """Whether a case's citation means something in the rulebook.

    A case speaks more freely than the code. "TDA ..." is public convention, outside the documents; a ruling
    may be a command such as void_hand. Of a range, "UTH 7.3(a)-(f)", the first is checked. Free text after a
    number, as in "STAR 1 Duration", is accepted when the number names a section or a clause.
    """
    if citation.startswith("TDA ") or re.fullmatch(r"[a-z_]+", citation):
        return True
    first = citation.split(")-(")[0]
    first = first + ")" if first != citation else first
    for wording in (first, " ".join(first.split()[:2])):
        try:
            return bool(rulebook().family(wording))
        except UnknownClause:
            continue
    return False


def test_the_worked_cases_are_at_hand() -> None:
    assert {path.stem for path in CASES} >= {"ultimate", "pontoon", "holdem", "canberra", "tournament"}


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_every_clause_cited_by_a_worked_case_exists(path: Path) -> None:
    cited = set(cited_in(json.loads(path.read_text(encoding="utf-8"))))
    assert cited
    assert [citation for citation in sorted(cited) if not is_answered(citation)] == []


@pytest.mark.parametrize(
    "citation", ["UTH 9.99", "STAR 8 Duration", "UTH 7.9(a)-(f)", "UTX 9.6", "UTH Dictionary: Nothing"]
)
def test_a_wrong_citation_in_a_case_would_be_noticed(citation: str) -> None:
    assert not is_answered(citation)
