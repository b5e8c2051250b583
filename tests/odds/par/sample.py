"""A made-up game of three results with everything a sheet prints, for tests that need no solver."""

import io
from dataclasses import replace
from datetime import date
from fractions import Fraction

from rich.console import Console

from pitboss.odds.par import volatility
from pitboss.odds.par.changes import RuleChange
from pitboss.odds.par.checks import SimulationCheck
from pitboss.odds.par.games import game_sheet
from pitboss.odds.par.output.text import show
from pitboss.odds.par.sheet import Sheet, Variation
from pitboss.odds.ultimate.rules import UltimateRules
from pitboss.odds.worth import Analysis, Chart, FigureTable, Worth

RANKS = "AKQJT98765432"

RESULTS = {
    Fraction(-6): Fraction(141, 1000),
    Fraction(-5): Fraction(4, 1000),
    Fraction(-4): Fraction(66, 1000),
    Fraction(-3): Fraction(97, 1000),
    Fraction(-2): Fraction(199, 1000),
    Fraction(0): Fraction(32, 1000),
    Fraction(1): Fraction(26, 1000),
    Fraction(2): Fraction(93, 1000),
    Fraction(5, 2): Fraction(10, 1000),
    Fraction(3): Fraction(92, 1000),
    Fraction(4): Fraction(61, 1000),
    Fraction(5): Fraction(131, 1000),
    Fraction(6): Fraction(37, 1000),
    Fraction(8): Fraction(10, 1000),
    Fraction(505): Fraction(1, 30_000),
    Fraction(55): Fraction(1, 1000) - Fraction(1, 30_000),
}
TRIPS = {
    Fraction(-1): Fraction(113_355_660, 133_784_560),
    Fraction(50): Fraction(4_324, 133_784_560),
    Fraction(3): Fraction(20_424_576, 133_784_560),
}


def _edge(results: dict[Fraction, Fraction]) -> Fraction:
    return -sum((net * chance for net, chance in results.items()), Fraction(0))


def _grid() -> Chart:
    """A pre-flop grid: a hand with an ace or a king is played, another one is not."""
    texts, marks = [], []
    for row, first in enumerate(RANKS):
        names = []
        for column, second in enumerate(RANKS):
            high, low = (first, second) if row <= column else (second, first)
            names.append(high + low + ("" if row == column else "s" if row < column else "o"))
        texts.append(tuple(names))
        marks.append(tuple("4" if row < 2 or column < 2 else "c" for column in range(13)))
    return Chart(
        title="Before the flop",
        rows=tuple(RANKS),
        columns=tuple(RANKS),
        cells=tuple(marks),
        legend={"4": "play 4 x ante", "c": "check"},
        note="Suited above the diagonal, unsuited below.",
        texts=tuple(texts),
    )


def _by_total() -> Chart:
    return Chart(
        title="Hard totals",
        rows=("17", "16", "11"),
        columns=("2", "3", "A"),
        cells=(("S", "S", "D"), ("S", "", "R"), ("P", "H", "H")),
        legend={"S": "stand", "H": "draw", "D": "double", "P": "split", "R": "surrender"},
        row_heading="total",
        column_heading="dealer's card",
    )


def _by_hand() -> Chart:
    """Rows with long names, as many columns as ranks, and figures in some cells."""
    figures = ("bet", "fold", "27%", "98%", "fold", "bet", "3%", "bet", "bet", "bet", "bet", "bet", "fold")
    marks = {"bet": "B", "fold": "F"}
    return Chart(
        title="Bet or fold",
        rows=("ace-king without queen and jack", "ace-king with a queen"),
        columns=tuple(rank.replace("T", "10") for rank in RANKS),
        cells=(tuple(marks.get(text, "P") for text in figures),) * 2,
        legend={"B": "bet", "F": "fold", "P": "bet with this part of the hands"},
        texts=(figures,) * 2,
    )


def _by_count() -> Chart:
    """Marks that are too long for a narrow terminal."""
    return Chart(
        title="Soft totals",
        rows=("17 or less", "18"),
        columns=tuple("23456789A"),
        cells=(("S", "H S3 H4", "H", "H", "H", "H", "H", "D5 S6", "H"), ("S",) * 9),
        legend={
            "S": "stand",
            "H": "draw",
            "H S3 H4": "draw, but stand with three cards or more, then draw with four cards or more",
            "D5 S6": "double, but draw with five cards or more, then stand with six cards or more",
        },
    )


def analysis() -> Analysis:
    trips = FigureTable(
        title="Trips, a separate wager",
        columns=("Best five of seven", "Ways", "Chance", "Pays", "Return"),
        kinds=("text", "ways", "percent", "odds", "percent"),
        rows=(
            ("Royal flush", 4_324, Fraction(4_324, 133_784_560), "50 to 1", Fraction(216_200, 133_784_560)),
            ("Less", 113_355_660, TRIPS[Fraction(-1)], "lost", -TRIPS[Fraction(-1)]),
        ),
        note="Of all best fives of seven cards.",
        clauses=("UTH 9.7", "UTH 10.1"),
    )
    return Analysis(
        game="ultimate",
        wagers={
            "main": Worth("main", _edge(RESULTS), Fraction(415, 100), RESULTS),
            "trips": Worth("trips", _edge(TRIPS), Fraction(1), TRIPS, error=0.00002),
        },
        decisions={
            "4 x ante before the flop": Fraction(377, 1000),
            "play_3x": Fraction(0),
            "fold on the river": Fraction(623, 1000),
        },
        charts=(_grid(), _by_total(), _by_hand(), _by_count()),
        findings=("Three times the ante is never the best play.", "A <fold> before the river is never best & costs."),
        tables=(trips,),
    )


def printed(sheet: Sheet, width: int = 100) -> str:
    """A sheet as a terminal of this width shows it."""
    console = Console(file=io.StringIO(), width=width, highlight=False, markup=False, emoji=False)
    show(sheet, console)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def sampled() -> Sheet:
    """The sheet as if the results of its main wager came from simulated rounds."""
    made = sheet()
    main = replace(made.main, sampled=30_000_000)
    return replace(made, analysis=replace(made.analysis, wagers={**made.analysis.wagers, "main": main}))


def sheet() -> Sheet:
    rules = UltimateRules()
    solved = analysis()
    changes = (
        ("Blind pushes with a flush, paid 3 to 2 here", "UTH 10.1 blind flush", "main", Fraction(23, 1000)),
        ("Ante of $500", "UTH 10.1 note **", "main", Fraction(9, 1000)),
        ("A kinder table", "U-A10", "main", Fraction(-4, 1000)),
        ("Trips stays in play when the hand is folded", "U-A2", "trips", Fraction(-11, 1000)),
    )
    variations = tuple(
        Variation(RuleChange(label, clause, wager, rules), solved.wagers[wager].edge + change, change)
        for label, clause, wager, change in changes
    )
    return Sheet(
        game=game_sheet("ultimate"),
        rules=rules,
        digest="9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        analysis=solved,
        variations=variations,
        checks=(SimulationCheck("main", 4_000_000, 7, 250_000, "0.1.0", -0.0213, -0.02185, 0.0024),),
        runs=volatility.runs(RESULTS),
        fan=volatility.fan(RESULTS, range(0, 1_001, 100)),
        findings=solved.findings,
        made=date(2026, 2, 7),
    )
