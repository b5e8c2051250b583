"""Citations are found in source text, with the definition each belongs to."""

from pathlib import Path
from textwrap import dedent

import pytest

from pitboss.rulebook.book import rulebook
from pitboss.rulebook.citations import citations_in, scan_code, scan_tests


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("UTH 9.6(c)(ii): the blind pushes", ["UTH 9.6(c)(ii)"]),
        ("see UTH 9.6, UTH 9.10.", ["UTH 9.6", "UTH 9.10"]),
        ("PON 14.2 Table 1 Pontoon pays", ["PON 14.2 Table 1 Pontoon"]),
        ("UTH 10.1 blind RF", ["UTH 10.1 blind RF"]),
        ("UTH 10.1 blinds are paid", ["UTH 10.1"]),
        ("HLD D-Wild Card: the joker", ["HLD D-Wild Card"]),
        ("HLD 8.2 tail", ["HLD 8.2 tail"]),
        ("HLD 2.1[s2] and HLD 2.1 [s1]", ["HLD 2.1[s2]", "HLD 2.1[s1]"]),
        ("UTH Dictionary: round of play ends", ["UTH Dictionary: round of play"]),
        ("STAR 5 Orbit", ["STAR 5 Orbit"]),
        ("STAR 1-b [s2], STAR 4-Monday", ["STAR 1-b[s2]", "STAR 4-Monday"]),
        ("wrapped UTH\n    9.6(a)", ["UTH 9.6(a)"]),
        ("a range HLD 3.1-3.7 cites its first", ["HLD 3.1"]),
        ("whole sections PON 19 and UTH 16 or (CAN 4).", []),
        ("STAR 1 a day", []),
        ("a 2-card hand of HLD 2-card kind", []),
        ("XUTH 9.6 and uth 9.6", []),
        ("UTH 9.99 does not exist", ["UTH 9.99"]),
        ("UTH 9.6(z)", ["UTH 9.6(z)"]),
        ("UTH 9.5(the ante)", ["UTH 9.5"]),
        ("UTH 9.1[s7]", ["UTH 9.1[s7]"]),
        ("UTH D-Nonsense", ["UTH D-Nonsense"]),
        ("UTH Dictionary: Nonsense", ["UTH Dictionary: Nonsense"]),
        ("HLD 3.1, ruling R-01: high", ["HLD 3.1", "R-01"]),
        ("UTH U-A10 before (C-A4), P-31 and T-02.", ["U-A10", "C-A4", "P-31", "T-02"]),
        ("U-A99 and R-99 do not exist", ["U-A99", "R-99"]),
        ("the straights J-T-9, Q-J-T-98 and A-T-10; T-9, P-1, R-100, u-a1, r-02", []),
    ],
)
def test_citations_in_text(text: str, found: list[str]) -> None:
    assert citations_in(text) == found


def test_every_clause_name_is_read_whole() -> None:
    for document in rulebook().documents.values():
        for clause in document.clauses:
            (citation,) = citations_in(f"By {clause.name}, so.")
            assert rulebook().clauses(citation) == (clause,)


def write(root: Path, path: str, source: str) -> None:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(dedent(source), encoding="utf-8")


def test_code_is_read_with_the_place_of_each_citation(tmp_path: Path) -> None:
    write(tmp_path, "house/__init__.py", '"""UTH 1.1"""\n')
    write(tmp_path, "house/rulebook/book.py", '"""UTH 1.1"""\n')
    write(tmp_path, "house/empty.py", "nothing = 1\n")
    write(tmp_path, "house/joker.py", 'WHY = "R-02"\n')
    write(
        tmp_path,
        "house/games/blind.py",
        '''\
        """UTH 9.5: module."""

        ODDS = {"UTH 10.1 ante": 1}
        LIMIT: str = "UTH 5.1"
        print("UTH 5.2")


        def settle(stake: int) -> str:
            """UTH 9.6: the blind."""
            # UTH 9.9 in a comment is not read.
            return f"{stake} by UTH 9.6(a) or UTH 9.6({stake})"


        class Round:
            """UTH 9.7"""

            order = "UTH 9.3"

            async def pay(self) -> None:
                def inner() -> str:
                    return "UTH 9.8"
        ''',
    )
    found = [(c.text, c.place.name, c.place.line) for c in scan_code(tmp_path / "house")]
    assert found == [
        ("UTH 1.1", "house", 1),
        ("UTH 9.5", "house.games.blind", 1),
        ("UTH 10.1 ante", "house.games.blind.ODDS", 3),
        ("UTH 5.1", "house.games.blind.LIMIT", 4),
        ("UTH 5.2", "house.games.blind", 5),
        ("UTH 9.6", "house.games.blind.settle", 9),
        ("UTH 9.6(a)", "house.games.blind.settle", 11),
        ("UTH 9.6", "house.games.blind.settle", 11),
        ("UTH 9.7", "house.games.blind.Round", 15),
        ("UTH 9.3", "house.games.blind.Round", 17),
        ("UTH 9.8", "house.games.blind.Round.pay.inner", 21),
        ("R-02", "house.joker.WHY", 1),
    ]


def test_tests_are_read_by_their_marks(tmp_path: Path) -> None:
    write(
        tmp_path,
        "tests/games/test_blind.py",
        """\
        import pytest

        pytestmark = pytest.mark.clause("UTH 1.1")


        @pytest.mark.clause("UTH 9.6(a)", "UTH 9.6(b)")
        def test_one() -> None:
            "UTH 9.9 in a docstring is no mark."


        @pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.clause("UTH 9.7")), 2])
        def test_two(x: int) -> None: ...


        @pytest.mark.clause("UTH 9.8")
        class TestPlay:
            @pytest.mark.clause("UTH 9.8(a)")
            def test_three(self) -> None: ...
        """,
    )
    found = sorted((c.text, c.place.name) for c in scan_tests(tmp_path / "tests"))
    file = "tests/games/test_blind.py"
    assert found == [
        ("UTH 1.1", file),
        ("UTH 9.6(a)", f"{file}::test_one"),
        ("UTH 9.6(b)", f"{file}::test_one"),
        ("UTH 9.7", f"{file}::test_two"),
        ("UTH 9.8", f"{file}::TestPlay"),
        ("UTH 9.8(a)", f"{file}::TestPlay::test_three"),
    ]


CASES = """\
{"format": "pitboss-case/1", "game": "GAME",
 "cases": [
  {"id": "C-1", "clauses": ["UTH 7.3(a)-(c)", "UTH Dictionary: Fold", "TDA", "TDA 15", "UTH 10.1 maximum payout note"]},
  {"id": "C-2"},
  {"id": "C-3",
   "clauses": ["UTH 9.99", "UTH 13.8[1](a)", "UTH 3"]}]}
"""


def test_played_cases_are_tests_of_their_clauses(tmp_path: Path) -> None:
    """A range is all its paragraphs; words after a clause, bare sections and TDA cite nothing."""
    write(tmp_path, "tests/conformance/cases/mine.json", CASES.replace("GAME", "ultimate"))
    file = "tests/conformance/cases/mine.json"
    assert [(c.text, c.place.name, c.place.line) for c in scan_tests(tmp_path / "tests")] == [
        ("UTH 7.3(a)", f"{file}::C-1", 3),
        ("UTH 7.3(b)", f"{file}::C-1", 3),
        ("UTH 7.3(c)", f"{file}::C-1", 3),
        ("UTH Dictionary: Fold", f"{file}::C-1", 3),
        ("UTH 10.1", f"{file}::C-1", 3),
        ("UTH 9.99", f"{file}::C-3", 5),
        ("UTH 13.8[1](a)", f"{file}::C-3", 5),
    ]
