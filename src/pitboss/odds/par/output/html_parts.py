"""The parts a page is made of: tags, tables, charts of best play, and pictures for a desk and for a phone."""

import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from html import escape

from pitboss.odds.par import figures
from pitboss.odds.par.cells import LONGEST_WORD, TextTable, chart_word, clause_words, legend_key
from pitboss.odds.par.output.marks import shares as share_looks
from pitboss.odds.par.output.plots import NARROW, WIDE
from pitboss.odds.worth import Chart

# A share narrower than this has no room for its figure.
THIN = Fraction(9, 100)


def tag(clause: str) -> str:
    """A clause, and in its title what it says."""
    return f'<span class="tag" title="{escape(clause_words(clause), quote=True)}">{escape(clause)}</span>'


def tags(clauses: Iterable[str]) -> str:
    return f'<span class="tags">{"".join(map(tag, clauses))}</span>'


def section(title: str, inside: str, *, kind: str = "") -> str:
    """A part of the page that its list of contents leads to."""
    looks = f' class="{kind}"' if kind else ""
    anchor = "-".join(re.findall(r"[a-z0-9]+", title.lower()))
    return f'<section id="{anchor}"{looks}><h2>{escape(title)}</h2>{inside}</section>\n'


def contents(body: str) -> str:
    """The headings of a page in their order, each a link to its section."""
    found = re.findall(r'<section id="([^"]+)"[^>]*><h2>(.*?)</h2>', body)
    listed = "".join(f'<li><a href="#{anchor}">{title}</a></li>' for anchor, title in found)
    return f'<nav class="contents"><h2>In this sheet</h2><ol>{listed}</ol></nav>\n'


def note(text: str, clauses: Iterable[str] = ()) -> str:
    """A sentence under a table or a picture, with its clauses."""
    tagged = "".join(f" {tag(clause)}" for clause in clauses)
    return f'<p class="note">{escape(text)}{tagged}</p>' if text or tagged else ""


def picture(draw: Callable[[int], str]) -> str:
    """Drawn twice, so that the words in it are read as well on a phone; one of the two is shown."""
    return f'<div class="only-wide">{draw(WIDE)}</div><div class="only-narrow">{draw(NARROW)}</div>'


def data_table(table: TextTable) -> str:
    """A table that scrolls inside its place."""
    heads = "".join(
        f'<th{_number(is_number)} scope="col">{escape(column)}</th>'
        for column, is_number in zip(table.columns, table.numbers, strict=True)
    )
    strong = table.strong or (False,) * len(table.rows)
    body = "".join(
        f"<tr{_strong(is_strong)}>{_cells(table, row)}</tr>" for row, is_strong in zip(table.rows, strong, strict=True)
    )
    kind = "data dense" if len(table.columns) > 6 else "data"
    return (
        f'<div class="scroll"><table class="{kind}"><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>'
    )


def _cells(table: TextTable, row: tuple[str, ...]) -> str:
    shown = (tag(cell) if cell and at == table.clause_column else escape(cell) for at, cell in enumerate(row))
    return "".join(f"<td{_number(is_number)}>{cell}</td>" for cell, is_number in zip(shown, table.numbers, strict=True))


def _number(is_number: bool) -> str:
    return ' class="n"' if is_number else ""


def _strong(is_strong: bool) -> str:
    return ' class="strong"' if is_strong else ""


def chart_table(chart: Chart, looks: Mapping[str, str]) -> str:
    """A chart of best play as a grid of marks, with its legend and its note."""
    is_square = chart.rows == chart.columns
    columns = "".join(f'<th scope="col">{escape(name)}</th>' for name in chart.columns)
    corner = escape(" / ".join(filter(None, (chart.row_heading, chart.column_heading))))
    widest = max(map(len, chart.rows))
    rows = "".join(
        f'<tr><th scope="row">{escape(name)}</th>'
        + "".join(_cell(chart, looks, row, at) for at in _places(chart))
        + "</tr>"
        for row, name in enumerate(chart.rows)
    )
    longest = max(len(text) for row in (chart.texts or chart.cells) for text in row)
    kind = "chart square" if is_square else "chart"
    kind += " long" if longest > 3 else ""
    heads = min(11.0, max(1.5, 0.62 * widest + 0.6))
    # Cells keep room for their words; where there is less of it, as on a phone, the chart scrolls in its place.
    least = heads + len(chart.columns) * max(1.9, 0.75 * min(longest, LONGEST_WORD) - 0.2)
    caption = f'<p class="note">{corner}</p>' if corner else ""
    return (
        f'{caption}<div class="scroll"><table class="{kind}" style="--heads: {heads:.2f}em; '
        f'--least: {least:.2f}em"><colgroup><col class="heads"><col span="{len(chart.columns)}">'
        f"</colgroup><thead><tr><td></td>{columns}</tr></thead><tbody>{rows}</tbody></table></div>"
        f"{_legend(chart, looks)}{note(chart.note)}"
    )


def _places(chart: Chart) -> range:
    return range(len(chart.columns))


def _cell(chart: Chart, looks: Mapping[str, str], row: int, column: int) -> str:
    mark = chart.cells[row][column]
    if not mark:
        return "<td></td>"
    text = chart_word(chart, row, column)
    pair = " pair" if chart.rows == chart.columns and row == column else ""
    meaning = escape(chart.legend[mark], quote=True)
    return f'<td class="{looks[mark]}{pair}" title="{meaning}">{escape(text)}</td>'


def _legend(chart: Chart, looks: Mapping[str, str]) -> str:
    """What the marks mean, keyed by what the cells say where that is other words."""
    keys = {mark: legend_key(chart, mark) for mark in chart.legend}
    items = "".join(
        f'<li><i class="{looks[mark]}">{escape(keys[mark]) if keys[mark] != words else ""}</i>{escape(words)}</li>'
        for mark, words in chart.legend.items()
    )
    return f'<ul class="legend">{items}</ul>'


def shares(parts: Mapping[str, Fraction]) -> str:
    """Parts of a whole as one bar, and what they are."""
    looks = share_looks(parts)
    whole = sum(parts.values(), Fraction(0)) or Fraction(1)
    bar = "".join(
        f'<span class="{looks[name]}{"" if part / whole >= THIN else " thin"}" style="flex: {float(part / whole):.5f}">'
        f"{figures.percent(part, 1) if part / whole >= THIN else ''}</span>"
        for name, part in parts.items()
        if part
    )
    items = "".join(
        f'<li><i class="{looks[name]}"></i>{escape(name)}, {figures.percent(part, 2)}</li>'
        if part
        else f"<li>{escape(name)}, never</li>"
        for name, part in parts.items()
    )
    return f'<div class="shares" aria-hidden="true">{bar}</div><ul class="legend">{items}</ul>'
