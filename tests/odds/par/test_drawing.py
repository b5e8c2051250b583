"""Pictures are the same on every machine, and show the figures they are of."""

import re
from collections.abc import Callable
from fractions import Fraction

import pytest

from pitboss.odds.par.games import Meter
from pitboss.odds.par.output import drawing, plots, rule_plots
from pitboss.odds.par.output.bars import result_bars
from pitboss.odds.par.output.plots import NARROW, WIDE
from pitboss.odds.worth import Worth
from tests.odds.par import sample

SHEET = sample.sheet()
EVEN = Fraction(5_000_000)
METER = Meter(200, ((0, Fraction(-7, 10)), (5_000_000, Fraction(0)), (8_000_000, Fraction(2, 5))), ((200, EVEN),))
PICTURES: dict[str, Callable[[int], str]] = {
    "results": lambda width: plots.results(SHEET, width),
    "fan": lambda width: plots.fan(SHEET, width),
    "run": lambda _: plots.run_plot(SHEET, SHEET.runs[0]),
    "tornado": lambda width: rule_plots.tornado(SHEET.variations, width),
    "meter": lambda width: rule_plots.meter(METER, width),
}


def words(svg: str) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)</text>", svg)


@pytest.mark.parametrize("width", [WIDE, NARROW])
@pytest.mark.parametrize("name", PICTURES)
def test_no_font_moves_anything(name: str, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawn with names of very different fonts, every place is the same: text is never measured."""
    pictures = set()
    for font in ("sans-serif", "DejaVu Sans Mono"):
        monkeypatch.setattr(drawing, "_FONT", font)
        pictures.add(PICTURES[name](width))
    assert len(pictures) == 1


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_needs_nothing_else(name: str) -> None:
    svg = PICTURES[name](WIDE)
    assert svg.startswith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ')
    assert "<title>" in svg
    assert not re.search(r'(?:href|url\(|<image|<script|font-family|id=")', svg)


def test_bars_stand_over_their_results() -> None:
    assert {"\N{MINUS SIGN}6", "0", "+5", "14.1", "19.9"} <= set(words(PICTURES["results"](WIDE)))
    heights = re.findall(r'd="M[^"]*"[^>]*fill="#(?:B5523C|2E7D57|6E8FBA)"', PICTURES["results"](WIDE))
    assert len(heights) == len(result_bars(SHEET.main))


def test_rare_ends_are_gathered() -> None:
    bars = result_bars(SHEET.main)
    assert [bar.label for bar in bars][-2:] == ["+8", "+55 up"]
    assert sum(bar.chance for bar in bars) == pytest.approx(1)


def test_a_game_without_rare_ends_keeps_all_its_bars() -> None:
    coin = {Fraction(-1): Fraction(1, 2), Fraction(1): Fraction(1, 2)}
    bars = result_bars(Worth("main", Fraction(0), Fraction(1), coin))
    assert [bar.label for bar in bars] == ["\N{MINUS SIGN}1", "+1"]


def test_what_costs_is_red_and_what_helps_is_green() -> None:
    svg = PICTURES["tornado"](WIDE)
    assert len(re.findall(r'stroke="#B5523C"', svg)) == 2
    assert len(re.findall(r'stroke="#2E7D57"', svg)) == 2
    assert {"+2.300", "\N{MINUS SIGN}1.100", "Ante of $500"} <= set(words(svg))


def test_the_meter_names_its_break_even() -> None:
    assert "breaks even at $50,000" in words(PICTURES["meter"](WIDE))


def test_words_beside_a_point_stay_in_the_drawing() -> None:
    frame = drawing.Frame(NARROW, 100, left=36, right=8)
    text = "mean -0.00293 wagers"
    width = len(text) * drawing.BOLD_LETTER
    for place in range(0, frame.inner_width, 7):
        side = drawing.beside(place, text, frame)
        first = place + side["dx"] - (width if side["align"] == "right" else 0)
        assert first >= -frame.left
        assert first + width <= frame.inner_width + frame.right
    aligned = [drawing.beside(place, text, frame, left=True)["align"] for place in (0, 150, 170, 300)]
    assert aligned == ["left", "left", "right", "right"]


def test_on_a_phone_the_break_even_has_two_lines() -> None:
    said = words(PICTURES["meter"](NARROW))
    assert {"breaks even at", "$50,000"} <= {*said}


def test_numbers_in_words_are_left_alone() -> None:
    assert f"mean {chr(0x2212)}0.03500 antes" in words(PICTURES["results"](WIDE))
