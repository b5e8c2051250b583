"""Chips: which ones make up an amount, and a stack of them as SVG. The written amount beside a stack is the truth."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup

# Cents and the colour of the chip.
CASH = (
    (500_000, "#7A4A1E"),
    (100_000, "#E08A1E"),
    (50_000, "#6D3FA8"),
    (10_000, "#23282C"),
    (2_500, "#1F8A4C"),
    (500, "#C92A3A"),
    (250, "#D878A8"),
    (100, "#EDEBE4"),
    (50, "#9AA7AD"),
)
_HIGHEST, _MOST_COLUMNS = 7, 3
_RISE, _WIDTH = 6, 44
_DARK_EDGE = ("#EDEBE4", "#9AA7AD", "#D878A8", "#E08A1E")


class Chip(NamedTuple):
    cents: int
    colour: str


def chips_of(cents: int) -> list[Chip]:
    """The fewest chips that make up an amount, largest first; what no chip is small enough for is left out."""
    found: list[Chip] = []
    for worth, colour in CASH:
        count, cents = divmod(cents, worth)
        # No column is higher than seven: of more than that there are always enough to fill the picture.
        found += [Chip(worth, colour)] * min(count, _HIGHEST * _MOST_COLUMNS)
    return found[: _HIGHEST * _MOST_COLUMNS]


@lru_cache(10_000)
def stack(cents: int, *, key: str = "") -> Markup:
    """An amount as a stack of chips, biggest at the bottom, seven high and three columns wide at most."""
    chips = chips_of(cents)
    columns = [chips[start : start + _HIGHEST] for start in range(0, len(chips), _HIGHEST)]
    if not columns:
        return Markup()
    height = 34 + _RISE * (len(columns[0]) - 1)
    drawn = Markup().join(_column(column, place, height) for place, column in enumerate(columns))
    named = Markup(' id="{}"').format(key) if key else Markup()
    return Markup(
        '<svg class="chips" aria-hidden="true"{named} viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
        "{drawn}</svg>"
    ).format(named=named, width=_WIDTH * len(columns), height=height, drawn=drawn)


def _column(chips: list[Chip], place: int, height: int) -> Markup:
    return Markup().join(_chip(each, 22 + _WIDTH * place, height - 18 - _RISE * n) for n, each in enumerate(chips))


def _chip(chip: Chip, x: int, y: int) -> Markup:
    mark = "#23282C" if chip.colour in _DARK_EDGE else "#FFFFFF"
    marks = Markup().join(
        Markup('<path d="M{} {}v6" stroke="{}" stroke-width="5"/>').format(x + dx, y + dy, mark) for dx, dy in _MARKS
    )
    return Markup(
        '<g><path d="M{left} {y}v6a20 11 0 0 0 40 0v-6Z" fill="{colour}" stroke="#0008" stroke-width=".8"/>{marks}'
        '<ellipse cx="{x}" cy="{y}" rx="20" ry="11" fill="{colour}" stroke="#0006" stroke-width=".8"/>'
        '<ellipse cx="{x}" cy="{y}" rx="13" ry="6.6" fill="none" stroke="{mark}" stroke-width="1.6" '
        'stroke-dasharray="4 2.4" stroke-opacity=".85"/></g>'
    ).format(left=x - 20, x=x, y=y, colour=chip.colour, mark=mark, marks=marks)


_MARKS = ((-13, 8), (0, 11), (13, 8))


def denominations(least: int, most: int) -> Iterator[Chip]:
    """The chips that are of use at a table with these limits, smallest first, six at most."""
    useful = [Chip(*each) for each in reversed(CASH) if least <= each[0] <= most]
    yield from useful[:6]
