"""The sheet for a terminal: figures, charts of best play in colour and letters, bars of blocks."""

from collections.abc import Iterable, Mapping

from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table as RichTable
from rich.text import Text

from pitboss.odds.par import cells, figures
from pitboss.odds.par.bars import result_bars
from pitboss.odds.par.games import told
from pitboss.odds.par.marks import COLOURS, looks
from pitboss.odds.par.sheet import Sheet
from pitboss.odds.par.words import by_wager
from pitboss.odds.worth import Chart

WIDEST_BAR = 34
DOT = "·"
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
        Text(told(sheet.rules), style="dim"),
        Text(f"rule data {sheet.digest}", style="dim"),
    )
    if sheet.findings:
        yield Group(*(_bullet(sentence) for sentence in sheet.findings))
    yield _figures(sheet)
    yield Group(_heading(f"What a round brings, in {game.units}"), _bars(sheet))
    yield Group(_heading("How often each decision is best"), _shares(sheet))
    marks = looks(sheet.analysis.charts)
    for chart in sheet.analysis.charts:
        yield Group(_heading(chart.title), *_chart(chart, marks))
    if sheet.sides:
        yield Group(_heading("Side wagers"), _table(cells.sides(sheet)))
    for table in sheet.analysis.tables:
        found = cells.figure_table(table)
        fits = found.width <= width
        note = table.note if fits else f"{table.note} Large counts are shortened here; --json has all digits.".strip()
        rows = found if fits else found.shortened()
        yield Group(
            _heading(table.title), _table(rows), Text(f"{note} {', '.join(table.clauses)}".strip(), style="dim")
        )
    yield from _variations(sheet)
    yield Group(_heading(f"What a run of rounds brings, in {game.units}"), _table(cells.runs(sheet)))
    if sheet.checks:
        yield Group(_heading("Checked by simulation, seed " + str(sheet.checks[0].seed)), _table(cells.checks(sheet)))


def _heading(words: str) -> Text:
    return Text(words, style="bold")


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
    rows = (
        ("House edge", figures.percent(main.edge), _how_sure(sheet)),
        ("Element of risk", figures.percent(main.element_of_risk), "edge over all money staked"),
        ("Mean stake", figures.plain(main.mean_stake, 3), f"{sheet.game.units} a round"),
        ("Standard deviation", figures.plain(main.sd, 3), f"{sheet.game.units} a round"),
        (
            "Hit frequency",
            figures.percent(main.wins, 2),
            f"lose {figures.percent(main.loses, 2)}, push {figures.percent(main.pushes, 2)}",
        ),
    )
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


def _chart(chart: Chart, marks: Mapping[str, str]) -> Iterable[RenderableType]:
    """Letters on coloured ground; where cells have words of their own, those."""
    headings = " / ".join(filter(None, (chart.row_heading, chart.column_heading)))
    if headings:
        yield Text(headings, style="dim")
    grid = RichTable.grid(padding=0)
    width = max(3, max(len(_word(chart, row, place)) for row, place in _all(chart)), *map(len, chart.columns))
    grid.add_row("", *(Text(name.center(width + 1)) for name in chart.columns))
    for number, name in enumerate(chart.rows):
        row = [_mark(chart, marks, number, place, width) for place in range(len(chart.columns))]
        grid.add_row(Text(f"{name} "), *row)
    yield grid
    legend = Text()
    for mark, words in chart.legend.items():
        ground, ink = COLOURS[marks[mark]]
        legend.append(f" {_key(chart, mark)} ", style=f"{ink} on {ground}").append(f" {words}   ")
    yield legend
    if chart.note:
        yield Text(chart.note, style="dim")


def _all(chart: Chart) -> Iterable[tuple[int, int]]:
    return ((row, place) for row in range(len(chart.rows)) for place in range(len(chart.columns)))


def _mark(chart: Chart, marks: Mapping[str, str], row: int, column: int, width: int) -> Text:
    mark = chart.cells[row][column]
    if not mark:
        return Text(" " * (width + 1))
    ground, ink = COLOURS[marks[mark]]
    return Text(_word(chart, row, column).center(width), style=f"{ink} on {ground}") + Text(" ")


def _word(chart: Chart, row: int, column: int) -> str:
    """What a cell says without its colour; where it says which hand it is, the second of two marks is a dot."""
    mark = chart.cells[row][column]
    if _names_hands(chart) and mark != next(iter(chart.legend)):
        return DOT
    return cells.chart_word(chart, row, column)


def _names_hands(chart: Chart) -> bool:
    """Two marks, and words in the cells that are all different: the words alone do not tell the marks apart."""
    said = [text for row in chart.texts or () for text in row if text]
    return len(chart.legend) == 2 and len(said) > 1 and len(set(said)) == len(said)


def _key(chart: Chart, mark: str) -> str:
    if not _names_hands(chart):
        return mark
    return "hand" if mark == next(iter(chart.legend)) else DOT


def _table(table: cells.Table) -> RichTable:
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
