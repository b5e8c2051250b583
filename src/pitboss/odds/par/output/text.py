"""The sheet for a terminal: figures, charts of best play in colour and letters, bars of blocks."""

from collections.abc import Iterable

from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table as RichTable
from rich.text import Text

from pitboss.odds.par import cells, figures
from pitboss.odds.par.games import subtitle
from pitboss.odds.par.output.bars import result_bars
from pitboss.odds.par.output.marks import looks
from pitboss.odds.par.output.text_charts import chart_lines
from pitboss.odds.par.sheet import Sheet
from pitboss.odds.par.words import (
    by_wager,
    check_note,
    closing,
    from_rounds,
    headline,
    headline_note,
    runs_note,
    sides_note,
)

WIDEST_BAR = 34
_BLOCKS = " ▏▎▍▌▋▊▉█"


def show(sheet: Sheet, console: Console) -> None:
    """Prints the sheet from the findings down."""
    for part in _parts(sheet, console.width):
        console.print(part)
        console.print()


def _parts(sheet: Sheet, width: int) -> Iterable[RenderableType]:
    game = sheet.game
    yield Group(
        Text(f"{game.title}: PAR sheet", style="bold"),
        Text(game.instrument, style="dim"),
        Text(subtitle(sheet.rules), style="dim"),
        Text(f"rule data {sheet.digest}", style="dim"),
        Text(closing(sheet), style="dim"),
    )
    if sheet.findings:
        yield Group(*(_bullet(sentence) for sentence in sheet.findings))
    yield _with_note(_figures(sheet), headline_note(sheet))
    simulated = f", {from_rounds(sheet.main)}" if sheet.main.sampled is not None else ""
    yield Group(_heading(f"What a round brings, in {game.units}{simulated}"), _bars(sheet))
    yield Group(_heading(game.how_often), _shares(sheet))
    marks = looks(sheet.analysis.charts)
    for chart in sheet.analysis.charts:
        yield Group(_heading(chart.title), *chart_lines(chart, marks, width))
    if sheet.sides:
        yield Group(_heading("Side wagers"), _with_note(_table(cells.sides(sheet)), sides_note(sheet)))
    for table in sheet.analysis.tables:
        found = cells.figure_table(table)
        fits = found.width <= width
        note = table.note if fits else f"{table.note} Large counts are shortened here; --json has all digits.".strip()
        rows = found if fits else found.shorten()
        yield Group(
            _heading(table.title), _table(rows), Text(f"{note} {', '.join(table.clauses)}".strip(), style="dim")
        )
    yield from _variations(sheet)
    runs = _with_note(_table(cells.runs(sheet)), runs_note(sheet))
    yield Group(_heading(f"What a run of rounds brings, in {game.units}"), runs)
    if sheet.checks:
        checks = _with_note(_table(cells.checks(sheet)), check_note(sheet))
        yield Group(_heading("Checked by simulation"), checks)


def _heading(words: str) -> Text:
    return Text(words, style="bold")


def _with_note(shown: RenderableType, note: str) -> RenderableType:
    return Group(shown, Text(note, style="dim")) if note else shown


def _bullet(sentence: str) -> RichTable:
    """A sentence that wraps under itself."""
    grid = RichTable.grid(padding=(0, 1))
    grid.add_row("-", Text(sentence))
    return grid


def _figures(sheet: Sheet) -> RichTable:
    main = sheet.main
    grid = RichTable.grid(padding=(0, 3))
    grid.add_column(no_wrap=True)
    grid.add_column(no_wrap=True, justify="right")
    grid.add_column()
    _, *others = headline(sheet)
    edges = tuple(
        (f"House edge, {name[0].lower()}{name[1:]}", figures.percent(edge, 4), play)
        for name, edge, play in sheet.analysis.edges
    )
    rows = (*(edges or (("House edge", figures.percent(main.edge), _how_sure(sheet)),)), *others)
    for name, value, more in rows:
        grid.add_row(name, Text(value, style="bold"), Text(more, style="dim"))
    return grid


def _how_sure(sheet: Sheet) -> str:
    """The fraction where the edge is one, else how far it may be off."""
    error = sheet.main.error
    return cells.exact(sheet.main.edge) if error is None else figures.error(error)


def _bars(sheet: Sheet) -> RichTable:
    grid = RichTable.grid(padding=(0, 1))
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column(no_wrap=True)
    bars = result_bars(sheet.main)
    most = max(bar.chance for bar in bars)
    for bar in bars:
        style = "red" if bar.place < 0 else "green" if bar.place > 0 else "blue"
        grid.add_row(bar.label, figures.percent(bar.chance, 2), Text(_bar(bar.chance / most), style=style))
    return grid


def _bar(part: float) -> str:
    """Eighths of a block, so that small chances can be told apart."""
    whole, eighths = divmod(round(part * WIDEST_BAR * 8), 8)
    return "█" * whole + (_BLOCKS[eighths] if eighths else "")


def _shares(sheet: Sheet) -> RichTable:
    grid = RichTable.grid(padding=(0, 1))
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column()
    grid.add_column(no_wrap=True)
    for name, chance in sheet.decisions.items():
        grid.add_row(figures.percent(chance, 2), name, Text(_bar(min(float(chance), 1.0) * 0.6), style="dim"))
    return grid


def _table(table: cells.TextTable) -> RichTable:
    made = RichTable(box=box.SIMPLE_HEAD, pad_edge=False)
    cells_of = zip(*table.rows, strict=True)
    for column, is_number, found in zip(table.columns, table.numbers, cells_of, strict=True):
        # Headings and words may wrap; a number is kept in one piece.
        least = max(map(len, found)) if is_number else None
        made.add_column(column, justify="right" if is_number else "left", overflow="fold", min_width=least)
    strong = table.strong or (False,) * len(table.rows)
    for row, is_strong in zip(table.rows, strong, strict=True):
        made.add_row(*(Text(cell) for cell in row), style="bold" if is_strong else None)
    return made


def _variations(sheet: Sheet) -> Iterable[RenderableType]:
    for wager, rows in by_wager(sheet).items():
        heading = _heading(f"What each rule is worth: {sheet.game.wager_said(wager).lower()}")
        yield Group(heading, _table(cells.variations(rows)))
