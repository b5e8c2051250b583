"""Charts of best play for a terminal: words or short marks on coloured ground, and a legend of what they say."""

from collections.abc import Iterable, Mapping
from string import ascii_lowercase

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from pitboss.odds.par import cells
from pitboss.odds.par.output.marks import COLOURS
from pitboss.odds.worth import Chart

DOT = "·"
# Letters of a cell at least, of a mark that is short enough for any terminal, and of a row's name where it is broken.
LEAST_CELL, SHORT, LEAST_NAME = 2, 2, 13
SHORTENED = "Shortened: a wider terminal shows what the cells say in full."


def chart_lines(chart: Chart, looks: Mapping[str, str], width: int) -> Iterable[RenderableType]:
    """The chart for a terminal of this width: with its words where they fit, else with short marks."""
    headings = " / ".join(filter(None, (chart.row_heading, chart.column_heading)))
    if headings:
        yield Text(headings, style="dim")
    words, keys = _words(chart), {mark: _key(chart, mark) for mark in chart.legend}
    fits = _cells_width(chart, words) + min(max(map(len, chart.rows)), LEAST_NAME) + 1 <= width
    if not fits:
        keys = _short(chart)
        words = [[keys.get(mark, "") for mark in row] for row in chart.cells]
    yield _grid(chart, looks, words, width)
    yield _legend(chart, looks, keys)
    note = f"{chart.note} {'' if fits else SHORTENED}".strip()
    if note:
        yield Text(note, style="dim")


def _words(chart: Chart) -> list[list[str]]:
    """What the cells say; where that is which hand it is, the second of two marks is a dot."""
    first = next(iter(chart.legend))
    by_dots = _names_hands(chart)
    return [
        [
            DOT if by_dots and mark != first else cells.chart_word(chart, row, column)
            for column, mark in enumerate(marks)
        ]
        for row, marks in enumerate(chart.cells)
    ]


def _names_hands(chart: Chart) -> bool:
    """Two marks, and words in the cells that are all different: the words alone do not tell the marks apart."""
    said = [text for row in chart.texts or () for text in row if text]
    return len(chart.legend) == 2 and len(said) > 1 and len(set(said)) == len(said)


def _key(chart: Chart, mark: str) -> str:
    if _names_hands(chart):
        return "hand" if mark == next(iter(chart.legend)) else DOT
    return cells.legend_key(chart, mark) or mark


def _short(chart: Chart) -> dict[str, str]:
    """A mark of one or two letters for each, its own where it is as short: H, and Ha for "H S3 H4"."""
    found = {mark: mark for mark in chart.legend if len(mark) <= SHORT}
    for mark in chart.legend:
        if mark not in found:
            tried = (mark[0], *(mark[0] + letter for letter in ascii_lowercase))
            found[mark] = next(short for short in tried if short not in found.values())
    return found


def _cell_width(chart: Chart, words: list[list[str]]) -> int:
    return max(LEAST_CELL, *map(len, chart.columns), *(len(word) for row in words for word in row))


def _cells_width(chart: Chart, words: list[list[str]]) -> int:
    """All columns, each with a space after it."""
    return len(chart.columns) * (_cell_width(chart, words) + 1)


def _grid(chart: Chart, looks: Mapping[str, str], words: list[list[str]], width: int) -> Table:
    cell = _cell_width(chart, words)
    room = width - _cells_width(chart, words) - 1
    names = min(max(map(len, chart.rows)), max(room, LEAST_NAME))
    grid = Table.grid(padding=0)
    grid.add_column(width=names + 1, overflow="fold")
    for _ in chart.columns:
        grid.add_column(width=cell + 1, no_wrap=True)
    grid.add_row("", *(Text(name.center(cell)) for name in chart.columns))
    for number, name in enumerate(chart.rows):
        row = zip(chart.cells[number], words[number], strict=True)
        grid.add_row(_name(name, names), *(_cell(looks.get(mark, ""), word.center(cell)) for mark, word in row))
    return grid


def _name(name: str, width: int) -> Text:
    """A row's name, broken between words; there is always a space before its cells."""
    lines: list[str] = []
    for word in name.split(" "):
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return Text("\n".join(lines))


def _cell(look: str, word: str) -> Text:
    if not look:
        return Text(" " * (len(word) + 1))
    ground, ink = COLOURS[look]
    return Text(word, style=f"{ink} on {ground}") + Text(" ")


def _legend(chart: Chart, looks: Mapping[str, str], keys: Mapping[str, str]) -> Table:
    """One entry a line, keyed by what the cells say."""
    legend = Table.grid(padding=(0, 1))
    legend.add_column(no_wrap=True)
    legend.add_column()
    widest = max(map(len, keys.values()))
    for mark, words in chart.legend.items():
        ground, ink = COLOURS[looks[mark]]
        legend.add_row(Text(f" {keys[mark].center(widest)} ", style=f"{ink} on {ground}"), words)
    return legend
