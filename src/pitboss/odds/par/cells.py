"""What stands in the cells of a sheet's tables: the same words in text, HTML and PDF."""

from collections.abc import Iterator
from fractions import Fraction
from math import ceil, floor, log10, sqrt
from typing import NamedTuple

from pitboss.games.pays import Odds
from pitboss.games.play import dollars
from pitboss.odds.par import figures
from pitboss.odds.par.rule_words import rule_rows
from pitboss.odds.par.sheet import Sheet, Variation
from pitboss.odds.worth import Chart, FigureTable, Worth
from pitboss.rulebook.book import Ruling, rulebook

# Beyond this a fraction is no help to a reader; JSON has it in full.
LONGEST_FRACTION = 60
CLAUSE = "Clause"
# Letters of a mark that keep to one line; a longer one is broken.
LONGEST_WORD = 5
# Half of the last digit of a percentage.
VISIBLE_ERROR = 0.000005


class TextTable(NamedTuple):
    """Rows of words; `numbers` are the columns set to the right, `strong` the rows that are sums."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: tuple[bool, ...]
    strong: tuple[bool, ...] = ()

    @property
    def clause_column(self) -> int:
        """The column that holds clauses, or -1."""
        return self.columns.index(CLAUSE) if CLAUSE in self.columns else -1

    @property
    def width(self) -> int:
        """In letters, with two between columns."""
        longest = [max(len(cell) for cell in column) for column in zip(self.columns, *self.rows, strict=True)]
        return sum(longest) + 2 * len(longest)

    @property
    def is_wide(self) -> bool:
        """Whether it needs the whole width of a sheet."""
        return self.width - 2 * len(self.columns) > 60

    def shorten(self) -> "TextTable":
        """With large counts to a few digits only."""
        rows = tuple(tuple(figures.shorten(cell) for cell in row) for row in self.rows)
        return self._replace(rows=rows)


def figure_table(table: FigureTable) -> TextTable:
    """Each figure as its column says; a column that tells a return has its sign."""
    rows = tuple(
        tuple(_cell(value, kind, column) for value, kind, column in zip(row, table.kinds, table.columns, strict=True))
        for row in table.rows
    )
    strong = tuple(str(row[0]).lower() in ("all", "total", "return", "sum") for row in table.rows)
    return TextTable(table.columns, rows, tuple(kind != "text" for kind in table.kinds), strong)


def _cell(value: object, kind: str, column: str) -> str:
    if value is None or value == "":
        return ""
    if isinstance(value, Odds | str):
        return str(value)
    if kind == "percent" and isinstance(value, int | float | Fraction):
        if column.lower().startswith(("return", "difference", "gain")):
            return figures.signed_percent(value)
        return figures.percent(value, 4)
    if kind == "odds" and isinstance(value, Fraction):
        return f"{value.numerator} to {value.denominator}"
    if isinstance(value, int):
        return figures.whole(value)
    if isinstance(value, float | Fraction):
        return figures.plain(value, 4)
    return str(value)


def with_error(text: str, error: float | None) -> str:
    """A figure, and how far it may be off where that shows in its three digits."""
    return text if error is None or error < VISIBLE_ERROR else f"{text} {figures.error(error)}"


def is_wide(chart: Chart) -> bool:
    """Whether its words need more than half the width of a sheet, those of its rows among them."""
    longest = max(len(text) for row in (chart.texts or chart.cells) for text in row)
    return len(chart.columns) * min(longest, LONGEST_WORD) + max(map(len, chart.rows)) > 60


def chart_word(chart: Chart, row: int, column: int) -> str:
    """What a cell of a chart says: its words or else its mark; nothing where there is no such hand."""
    mark = chart.cells[row][column]
    text = chart.texts[row][column] if mark and chart.texts else mark
    return figures.with_minus(text) if text[:1] == "-" and text[1:2].isdecimal() else text


def clause_words(clause: str) -> str:
    """What a clause or a ruling says, in the rulebook's own short words."""
    found = rulebook().find_cited(clause)
    return "; ".join(each.ruling if isinstance(each, Ruling) else each.summary for each in found)


def legend_key(chart: Chart, mark: str) -> str:
    """What the cells of a mark say, for its legend: their one word, or the sign that all their figures share."""
    said = [
        chart_word(chart, row, column)
        for row in range(len(chart.rows))
        for column in range(len(chart.columns))
        if chart.cells[row][column] == mark
    ]
    if len({*said}) <= 1:
        return said[0] if said else mark
    shared = [part for part in ({word[-1] for word in said}, {word[0] for word in said}) if len(part) == 1]
    signs = [sign for part in shared for sign in part if not sign.isalnum()]
    return signs[0] if signs else ""


def sides(sheet: Sheet) -> TextTable:
    """Every wager beside the main one."""
    rows = tuple(
        (
            sheet.game.wager_said(worth.wager),
            with_error(figures.percent(worth.edge), worth.error),
            figures.plain(worth.sd, 2),
            figures.percent(worth.wins, 2),
        )
        for worth in sheet.sides
    )
    return TextTable(("Wager", "House edge", "Deviation", "Wins"), rows, (False, True, True, True))


def variations(rows: tuple[Variation, ...]) -> TextTable:
    """The edge that each change leads to."""
    told = tuple(
        (
            each.change.label,
            each.change.clause,
            with_error(figures.percent(each.edge), each.error),
            f"{figures.signed_figure(each.difference * 100, 3)} pp",
        )
        for each in rows
    )
    return TextTable(("Change", CLAUSE, "House edge then", "Difference"), told, (False, False, True, True))


def checks(sheet: Sheet) -> TextTable:
    """Simulated beside exact."""
    rows = tuple(
        (
            sheet.game.wager_said(check.wager),
            figures.whole(check.rounds),
            figures.signed_percent(check.mean, 4),
            figures.signed_percent(check.exact, 4),
            figures.percent(check.standard_error, 4),
            figures.signed_figure(check.standard_errors, 2),
        )
        for check in sheet.checks
    )
    columns = ("Wager", "Rounds", "Mean result", "Solved", "Standard error", "Standard errors apart")
    return TextTable(columns, rows, (False, True, True, True, True, True))


def runs(sheet: Sheet) -> TextTable:
    """Mean, deviation and quantiles of the runs."""
    rows = tuple(
        (
            figures.whole(run.rounds),
            figures.signed_figure(run.mean, 1),
            figures.plain(run.sd, 1),
            *(figures.signed_figure(run.quantiles[number], 1) for number in (0, 2, 4)),
            figures.percent(run.ahead, 2),
        )
        for run in sheet.runs
    )
    columns = ("Rounds", "Mean", "Deviation", "1 in 20 below", "Half below", "1 in 20 above", "Ahead")
    return TextTable(columns, rows, (True,) * len(columns))


def exact(value: Fraction) -> str:
    """A fraction in full, or as many digits as matter where it is too long to read."""
    text = figures.fraction(value)
    return text if len(text) <= LONGEST_FRACTION else f"{figures.plain(value, 15)} (fraction in the JSON)"


def in_full(value: Fraction, error: float | None) -> str:
    """A fraction where it is exact; else the decimals that are sure, and how far off they may be."""
    if error is None:
        return exact(value)
    digits = ceil(-log10(error)) + 1
    return f"{figures.plain(value, digits)} \N{PLUS-MINUS SIGN} {error:.0e}".replace("e-0", "e-")


def fractions(sheet: Sheet) -> TextTable:
    """Every figure of the sheet that is a fraction of whole numbers, and of others how far off they may be."""
    rows = [
        (f"{sheet.game.wager_said(worth.wager)}: {name}", _six(name, value), in_full(value, error))
        for worth in sheet.analysis.wagers.values()
        for name, value, error in _figures(worth)
    ]
    rows += [(name, figures.percent(value, 6), exact(value)) for name, value in sheet.decisions.items()]
    if sheet.meter:
        rows += [
            (f"Meter at which a jackpot wager of {dollars(wager)} breaks even", dollars(ceil(even)), exact(even / 100))
            for wager, even in sheet.meter.break_even
        ]
    last = "Fraction" if sheet.main.error is None else "In full"
    return TextTable(("Figure", "Value", last), tuple(rows), (False, True, True))


def _figures(worth: Worth) -> Iterator[tuple[str, Fraction, float | None]]:
    """Each with how far off it may be. What simulated rounds counted is no fraction of all deals."""
    yield "house edge", worth.edge, worth.error
    if worth.sampled is not None:
        return
    yield "element of risk", worth.element_of_risk, worth.error
    yield "mean stake", worth.mean_stake, None
    chance = _chance_error(worth)
    yield "wins", worth.wins, chance
    yield "pushes", worth.pushes, chance
    yield "loses", worth.loses, chance


def _chance_error(worth: Worth) -> float | None:
    """How far off the chance of a result may be: an edge that is off by so much is by one result more or less often."""
    return None if worth.error is None else worth.error / min(abs(float(net)) for net in worth.results if net)


def _six(name: str, value: Fraction) -> str:
    return figures.plain(value, 6) if name == "mean stake" else figures.percent(value, 6)


def results(worth: Worth) -> TextTable:
    """The whole distribution of one round; of simulated rounds only what they can tell."""
    if worth.sampled is not None:
        return _count_table(worth, worth.sampled)
    error = _chance_error(worth)
    rows = tuple(
        (figures.net(net), figures.percent(chance, 6), figures.one_in(chance), in_full(chance, error))
        for net, chance in sorted(worth.results.items())
    )
    last = "Fraction" if error is None else "In full"
    return TextTable(("Net result", "Chance", "How rare", last), rows, (True, True, True, True))


def _count_table(worth: Worth, rounds: int) -> TextTable:
    """The part of simulated rounds that ended so, and its standard error."""
    rows = []
    for net, chance in sorted(worth.results.items()):
        error = sqrt(chance * (1 - chance) / rounds)
        # The second digit of the error is the last that says anything.
        digits = max(3, 1 - floor(log10(error * 100))) if error else 3
        rows.append((figures.net(net), figures.percent(chance, digits), figures.percent(error, digits)))
    columns = ("Net result", f"Chance, from {figures.whole(rounds)} simulated rounds", "Standard error")
    return TextTable(columns, tuple(rows), (True, True, True))


def rules(sheet: Sheet) -> TextTable:
    """The rule data that the sheet was computed from."""
    return TextTable(("Rule", "Value"), tuple(rule_rows(sheet.rules)), (False, False))
