"""One sheet printed four ways: the same figures, nothing missing, nothing from outside."""

import json
import re
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser
from importlib.resources import files

import pytest

from pitboss import __version__
from pitboss.odds.par import cells, figures, words
from pitboss.odds.par.output import marks
from pitboss.odds.par.output.as_json import sheet_data
from pitboss.odds.par.output.html import page
from pitboss.odds.par.output.pdf import _data, pdf
from pitboss.odds.par.sheet import Sheet
from pitboss.odds.worth import Chart, FigureTable
from tests.odds.par import sample

SHEET = sample.sheet()
VOID = {"meta", "br", "col", "link", "img", "hr", "input"}


class Structure(HTMLParser):
    """Which elements are open, and every attribute that could fetch something."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.sources: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.sources += [value or "" for name, value in attrs if name in ("src", "href", "srcset", "xlink:href")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not {"style", "title"} & set(self.open):
            self.words.append(data)


@pytest.fixture(scope="module")
def html() -> str:
    return page(SHEET)


@pytest.fixture(scope="module")
def parsed(html: str) -> Structure:
    structure = Structure()
    structure.feed(html)
    return structure


def test_the_page_is_whole_and_stands_alone(html: str, parsed: Structure) -> None:
    assert parsed.open == []
    assert "script" not in parsed.tags
    assert all(source.startswith("#") for source in parsed.sources)
    assert not re.search(r"@import|url\(|https?://(?!www\.w3\.org/2000/svg)", html)


def test_links_lead_to_places_in_the_page(html: str, parsed: Structure) -> None:
    assert parsed.sources
    for source in parsed.sources:
        assert f'id="{source[1:]}"' in html


def test_the_page_tells_the_figures(parsed: Structure) -> None:
    said = " ".join(parsed.words)
    for figure in ("\N{MINUS SIGN}3.500%", "0.843%", "4.150", "5.180", "7 / 200", "+2.300 pp", SHEET.digest):
        assert figure in said
    for sentence in SHEET.findings:
        assert sentence in said


def test_findings_come_before_charts(html: str) -> None:
    assert html.index("What stands out") < html.index("What a round brings") < html.index("Before the flop")


def test_text_from_outside_is_escaped(html: str) -> None:
    assert "A &lt;fold&gt; before the river is never best &amp; costs." in html


def test_the_page_is_the_same_every_time(html: str) -> None:
    assert page(sample.sheet()) == html


def test_every_cell_of_a_chart_tells_its_meaning(html: str) -> None:
    grid = SHEET.analysis.charts[0]
    assert html.count('title="play 4 x ante"') == sum(row.count("4") for row in grid.cells)
    assert html.count('title="check"') == sum(row.count("c") for row in grid.cells)


def test_clauses_are_tagged(html: str) -> None:
    for clause in ("UTH 10.1", "UTH 9.7", "UTH 10.1 blind flush", "U-A2"):
        assert re.search(rf'<span class="tag" title="[^"]+">{re.escape(clause)}</span>', html)
    assert 'title="3 to 2, must beat dealer, up to max payout">UTH 10.1 blind flush<' in html


def test_contents_are_the_headings(html: str) -> None:
    contents = re.search(r'<nav class="contents">.*?</nav>', html)
    assert contents is not None
    links = re.findall(r'<a href="#([^"]+)">(.*?)</a>', contents[0])
    assert [title for _, title in links] == re.findall(r"<h2>(.*?)</h2>", html[contents.end() :])
    for anchor, title in links:
        assert f'<section id="{anchor}"' in html
        assert html.count(f'id="{anchor}"') == 1, title


def test_what_never_happens_has_no_colour(html: str) -> None:
    assert "<li>3 x ante before the flop, never</li>" in html
    looks = marks.shares(SHEET.decisions)
    assert looks == {"4 x ante before the flop": marks.DARK, "fold on the river": marks.PAPER}
    many = marks.shares(dict.fromkeys(("stand", "draw", "double", "split", "surrender", "check"), Fraction(1, 6)))
    assert len({*many.values()}) == 6


def test_the_pdf_is_a_pdf_without_a_date() -> None:
    made = pdf(SHEET)
    assert made.startswith(b"%PDF-")
    assert pdf(SHEET) == made


def test_json_has_what_it_promises() -> None:
    data = json.loads(json.dumps(sheet_data(SHEET)))
    main = data["wagers"]["main"]
    assert main["house_edge"] == {"numerator": 7, "denominator": 200}
    assert main["sd"] == pytest.approx(SHEET.main.sd)
    assert main["element_of_risk"] == pytest.approx(float(SHEET.main.element_of_risk))
    assert main["hit_frequency"] == pytest.approx(0.461)
    assert sum(Fraction(row["numerator"], row["denominator"]) for row in main["results"]) == 1
    assert "error" not in main
    assert data["wagers"]["trips"]["error"] == 0.00002
    assert data["decisions"]["fold on the river"]["value"] == pytest.approx(0.623)
    assert data["rules_digest"] == SHEET.digest
    assert data["rules"]["game"] == data["game"] == "ultimate"
    assert [run["rounds"] for run in data["volatility"]] == [100, 1_000, 10_000]
    assert data["simulation"]["main"]["rounds"] == 4_000_000
    assert data["variations"][0]["clause"] == "UTH 10.1 blind flush"
    assert data["strategy"][0]["legend"] == {"4": "play 4 x ante", "c": "check"}
    assert data["findings"] == list(SHEET.findings)


def printed(width: int = 100) -> str:
    return sample.printed(SHEET, width)


def test_the_terminal_tells_it_without_colour() -> None:
    said = printed()
    lines = [line.rstrip() for line in said.splitlines()]
    assert "- Three times the ante is never the best play." in lines
    assert any(line.startswith("House edge") and "3.500%" in line and "7 / 200" in line for line in lines)
    assert any(line.startswith("Rounds that win") and "46.1%" in line for line in lines)
    assert not any("Hit frequency" in line for line in lines)
    # A hand that is played has its name, one that is checked a dot.
    assert any(line.startswith("Q AQo KQo") and "QJs" not in line and "·" in line for line in lines)
    assert any(line.split() == ["17", "S", "S", "D"] for line in lines)


@pytest.mark.parametrize("width", [60, 80, 200])
def test_the_terminal_cuts_no_figure(width: int) -> None:
    said = printed(width)
    assert "…" not in said
    assert all(len(line) <= width for line in said.splitlines())


def lines_of(title: str, width: int) -> list[str]:
    """The lines under a heading, as far as the next empty line."""
    lines = [line.rstrip() for line in printed(width).splitlines()]
    first = lines.index(title) + 1
    return lines[first : lines.index("", first)]


@pytest.mark.parametrize("width", [60, 80, 100])
def test_the_name_of_a_row_is_whole_and_apart_from_its_cells(width: int) -> None:
    chart = lines_of("Bet or fold", width)
    names = " ".join(line[: chart[0].index(" A")].strip() for line in chart[1:-3])
    found = " ".join(re.sub(r"\b(?:bet|fold|\d+%|[BFP])(?= |$)", "", names).split())
    assert found == "ace-king without queen and jack ace-king with a queen"
    shown = SHEET.analysis.charts[2]
    assert shown.texts is not None
    assert chart[1].split()[-13:] == list(shown.texts[0] if width > 60 else shown.cells[0])


@pytest.mark.parametrize(
    ("width", "keys"), [(100, ["bet", "fold", "%"]), (80, ["bet", "fold", "%"]), (60, ["B", "F", "P"])]
)
def test_a_legend_has_one_entry_a_line_keyed_as_the_cells(width: int, keys: list[str]) -> None:
    chart = lines_of("Bet or fold", width)
    start = next(number for number, line in enumerate(chart) if line.split() == [keys[0], "bet"])
    entries = [line.split(maxsplit=1) for line in chart[start : start + 3]]
    assert entries == [list(pair) for pair in zip(keys, SHEET.analysis.charts[2].legend.values(), strict=True)]
    shown = {word for line in chart[1:start] for word in line.split()}
    assert all(key in shown or any(word.endswith(key) for word in shown) for key in keys)


def test_long_marks_are_short_where_there_is_no_room() -> None:
    assert "H S3 H4" in "\n".join(lines_of("Soft totals", 100))
    narrow = lines_of("Soft totals", 60)
    assert narrow[1].split()[-9:] == ["S", "Ha", "H", "H", "H", "H", "H", "D", "H"]
    assert any(line.startswith(" Ha  draw, but stand with three") for line in narrow)
    assert any("a wider terminal" in line for line in narrow)


def test_charts_that_share_a_mark_share_its_look() -> None:
    first = Chart("one", ("a",), ("b",), (("S",),), {"S": "stand", "H": "draw", "D4": "double, but draw with four"})
    second = Chart("two", ("a",), ("b",), (("P",),), {"P": "split", "H": "draw", "D": "double"})
    third = Chart("three", ("a",), ("b",), (("4",),), {"4": "play", "c": "check"})
    looks = marks.looks((first, second, third))
    assert looks["S"] == looks["c"] == marks.PAPER
    assert looks["D"] == looks["D4"] == looks["4"] == marks.DARK
    assert looks["P"] == marks.SLATE
    assert looks["H"] == marks.SKY


def test_an_error_shows_only_where_a_figure_shows_it() -> None:
    assert cells.with_error("0.283%", 1e-7) == "0.283%"
    assert cells.with_error("0.283%", 2e-5) == "0.283% ± 0.0020%"
    assert figures.error(1e-7) == "± 0.00001%"


def contrast(one: str, other: str) -> float:
    """As WCAG has it."""

    def light(colour: str) -> float:
        parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("look", marks.COLOURS)
def test_marks_can_be_read(look: str) -> None:
    assert contrast(*marks.COLOURS[look]) >= 4.5


def test_the_page_has_the_looks_of_the_marks(html: str) -> None:
    for look, (ground, ink) in marks.COLOURS.items():
        assert f".{look} {{ background: {ground}; color: {ink}; }}" in html


def test_a_column_prints_its_kind() -> None:
    table = FigureTable(
        title="kinds",
        columns=("Hand", "Ways", "Chance", "Pays", "Return"),
        kinds=("text", "ways", "percent", "odds", "percent"),
        rows=(("flush", 5_108, Fraction(1, 3), Fraction(3, 2), Fraction(1, 8)), ("all", 9, None, "", -0.25)),
    )
    told = cells.figure_table(table)
    assert told.rows == (
        ("flush", "5,108", "33.3333%", "3 to 2", "+12.500%"),
        ("all", "9", "", "", "\N{MINUS SIGN}25.000%"),
    )
    assert told.strong == (False, True)


def test_a_fraction_too_long_to_read_is_a_decimal() -> None:
    long = Fraction(10**40 + 1, 3 * 10**40)
    assert cells.exact(long) == "0.333333333333333 (fraction in the JSON)"
    assert cells.exact(Fraction(1, 3)) == "1 / 3"


def approximate(error: float = 1e-7) -> Sheet:
    """The sheet as if its main edge were computed to a bound, with three edges at its head."""
    main = replace(SHEET.main, error=error, sampled=5_000)
    edges = (("Without the bonus", Fraction(1, 100), "one play"), ("Together", Fraction(1, 200), "another"))
    wagers = {**SHEET.analysis.wagers, "main": main}
    return replace(SHEET, analysis=replace(SHEET.analysis, wagers=wagers, edges=edges))


def test_an_approximation_is_no_fraction() -> None:
    """It has the digits that are sure and its bound; a count beside it stays a fraction."""
    exact = {name: said for name, _, said in cells.fractions(SHEET).rows}
    rounded = {name: said for name, _, said in cells.fractions(approximate()).rows}
    assert exact["Ante, blind and play: house edge"] == "7 / 200"
    assert rounded["Ante, blind and play: house edge"] == "0.03500000 ± 1e-7"
    assert rounded["fold on the river"] == exact["fold on the river"] == "623 / 1,000"
    # Trips is an approximation in both: no figure of it is a fraction.
    assert not any(" / " in said for name, said in exact.items() if name.startswith("Trips") and "stake" not in name)
    assert all("±" in said for _, _, _, said in cells.results(SHEET.analysis.wagers["trips"]).rows)


def test_the_heading_promises_no_more_fractions_than_there_are() -> None:
    for said in (page(approximate()), str(_data(approximate()))):
        assert "Every figure in full" in said
        assert "approximation" in said
        assert "Every figure as a fraction" not in said
    assert "Every figure as a fraction" in page(SHEET)
    told = sheet_data(approximate())["wagers"]
    assert told["main"]["approximate"] is True
    assert "approximate" not in sheet_data(SHEET)["wagers"]["main"]


def test_several_edges_stand_at_the_head() -> None:
    [edges, others] = words.headlines(approximate())
    assert [(name, value) for name, value, _ in edges] == [
        ("Return per ante: without the bonus", "\N{MINUS SIGN}1.0000%"),
        ("Return per ante: together", "\N{MINUS SIGN}0.5000%"),
    ]
    assert len(others) == 4
    assert words.headlines(SHEET) == (words.headline(SHEET),)
    html = page(approximate())
    assert html.index("Return per ante: together") < html.index("Element of risk") < html.index("What stands out")
    assert sheet_data(approximate())["edges"][1] == {"name": "Together", "edge": 0.005, "play": "another"}


def test_every_form_says_by_what_and_of_which_day(html: str) -> None:
    for said in (html, printed(), str(_data(SHEET))):
        assert f"Pitboss {__version__}" in said
        assert "7 February 2026" in said
    data = sheet_data(SHEET)
    assert (data["version"], data["date"]) == (__version__, "2026-02-07")
    undated = replace(SHEET, made=None)
    assert sheet_data(undated)["date"] is None
    assert "Figures of" not in page(undated)


def test_printed_pages_are_numbered(html: str) -> None:
    """On paper from a browser, and in the PDF: the page and how many there are."""
    assert re.search(r'@bottom-right \{ content: counter\(page\) " of " counter\(pages\)', html)
    template = files("pitboss.odds.par.output").joinpath("sheet.typ").read_text(encoding="utf-8")
    assert 'counter(page).display("1 of 1", both: true)' in template


def test_a_check_can_be_played_again(html: str) -> None:
    for said in (html, " ".join(printed().split())):
        assert "Pitboss 0.1.0, seed 7 in batches of 250,000 rounds" in said
