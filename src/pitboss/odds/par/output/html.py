"""The sheet as one HTML file that needs nothing else: style and pictures are inside, and there is no script."""

from functools import partial
from html import escape
from importlib.resources import files

from pitboss.odds.par import cells, figures, words
from pitboss.odds.par.games import subtitle
from pitboss.odds.par.output import html_parts, plots, rule_plots
from pitboss.odds.par.output.html_parts import data_table, note, picture, section, tags
from pitboss.odds.par.output.marks import looks
from pitboss.odds.par.sheet import Sheet

# Rows of charts that are about as long as what stands beside them.
ROWS_BESIDE = 13


def page(sheet: Sheet) -> str:
    """The whole file."""
    style = files("pitboss.odds.par.output").joinpath("sheet.css").read_text(encoding="utf-8")
    title = f"{sheet.game.title}: PAR sheet"
    head = _top(sheet) + _figures(sheet) + _findings(sheet)
    parts = (
        _round(sheet),
        _play_and_sides(sheet),
        _rule_worth(sheet),
        _meter(sheet),
        _volatility(sheet),
        _check(sheet),
        _appendix(sheet),
    )
    body = "".join(parts)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n"
        f"{head}{html_parts.contents(body)}{body}"
        f"</main>\n</body>\n</html>\n"
    )


def _top(sheet: Sheet) -> str:
    facts = (
        ("Approval", escape(sheet.game.instrument.rpartition(" ")[2])),
        ("Method", words.method(sheet)),
        ("Pay table", tags(sheet.game.pays)),
        ("Rule data", f"<code>{sheet.digest[:16]}</code>"),
        ("Program", escape(words.program(sheet))),
        *((("Figures of", words.date_words(sheet)),) if sheet.made else ()),
    )
    listed = "".join(f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in facts)
    return (
        f'<header class="top"><div><div class="brand">{words.MARK}<b>Pitboss</b><span>PAR sheet</span></div>'
        f"<h1>{escape(sheet.game.title)}</h1>"
        f'<p class="under">{escape(sheet.game.instrument)}</p>'
        f'<p class="under">{escape(subtitle(sheet.rules))}</p></div>'
        f'<dl class="facts">{listed}</dl></header>\n'
    )


def _figures(sheet: Sheet) -> str:
    rows = ""
    for row in words.headlines(sheet):
        listed = "".join(
            f"<div><span>{name}</span><b>{value}</b><span>{more}</span></div>" for name, value, more in row
        )
        rows += f'<div class="figures of-{len(row)}">{listed}</div>'
    return f"{rows}{note(words.headline_note(sheet))}\n"


def _findings(sheet: Sheet) -> str:
    if not sheet.findings:
        return ""
    listed = "".join(f"<li>{escape(sentence)}</li>" for sentence in sheet.findings)
    return f'<div class="findings"><h2>What stands out</h2><ul>{listed}</ul></div>\n'


def _round(sheet: Sheet) -> str:
    drawn = picture(partial(plots.results, sheet))
    return section("What a round brings", drawn + note(words.round_note(sheet)))


def _play_and_sides(sheet: Sheet) -> str:
    """A first chart that needs all the room; charts on the left, what follows from them on the right; then the rest."""
    marks = looks(sheet.analysis.charts)
    charts = [(each, section(each.title, html_parts.chart_table(each, marks))) for each in sheet.analysis.charts]
    tables = [(cells.figure_table(each), each) for each in sheet.analysis.tables]
    drawn = {
        wide: [
            section(each.title, data_table(table) + note(each.note, each.clauses))
            for table, each in tables
            if table.is_wide is wide
        ]
        for wide in (False, True)
    }
    first = [chart for each, chart in charts[:1] if cells.is_wide(each)]
    wide = [chart for each, chart in charts[len(first) :] if cells.is_wide(each)]
    narrow = [(len(each.rows), chart) for each, chart in charts if not cells.is_wide(each)]
    here = _beside([rows for rows, _ in narrow])
    return (
        "".join(first)
        + _halves(sheet, [chart for _, chart in narrow[:here]], drawn[False][:1])
        + _columns([chart for _, chart in narrow[here:]])
        + "".join([*wide, *drawn[True]])
        + _columns(drawn[False][1:])
    )


def _beside(lengths: list[int]) -> int:
    """How many charts stand on the left: as many as it takes to be about as long as the right side."""
    rows = 0
    for number, length in enumerate(lengths):
        if rows >= ROWS_BESIDE:
            return number
        rows += length
    return len(lengths)


def _halves(sheet: Sheet, charts: list[str], tables: list[str]) -> str:
    """The first charts and, beside them, how often, side wagers and one table."""
    right = [section(sheet.game.how_often, html_parts.shares(sheet.decisions))]
    if sheet.sides:
        right.append(section("Side wagers", data_table(cells.sides(sheet)) + note(words.sides_note(sheet))))
    inside = f"<div>{''.join(charts)}</div><div>{''.join([*right, *tables])}</div>"
    return f'<div class="halves">{inside}</div>\n'


def _columns(parts: list[str]) -> str:
    """In two columns where there is room."""
    return f'<div class="charts">{"".join(parts)}</div>\n' if parts else ""


def _rule_worth(sheet: Sheet) -> str:
    """One change at a time, by wager, with the picture first."""
    inside = ""
    for wager, rows in words.by_wager(sheet).items():
        drawn = picture(partial(rule_plots.tornado, rows))
        table = data_table(cells.variations(rows))
        inside += f"<h3>{escape(sheet.game.wager_said(wager))}</h3>{drawn}{table}"
    return section("What each rule is worth", note(words.WORTH_NOTE) + inside) if inside else ""


def _meter(sheet: Sheet) -> str:
    if sheet.meter is None:
        return ""
    drawn = picture(partial(rule_plots.meter, sheet.meter))
    under = note(words.meter_note(sheet.meter), words.METER_CLAUSES)
    return section("The jackpot against its meter", drawn + under)


def _volatility(sheet: Sheet) -> str:
    """Exact distributions of runs: quantiles by length, and where runs of three lengths end."""
    panels = "".join(
        f"<div><h3>{figures.whole(run.rounds)} rounds</h3>"
        f'<p class="note">{words.run_note(run)}</p>{plots.run_plot(sheet, run)}</div>'
        for run in sheet.runs
    )
    drawn = picture(partial(plots.fan, sheet)) + note(words.fan_note(sheet))
    inside = f'{drawn}<div class="thirds">{panels}</div>{data_table(cells.runs(sheet))}'
    return section("What a run of rounds brings", inside)


def _check(sheet: Sheet) -> str:
    if not sheet.checks:
        return ""
    inside = data_table(cells.checks(sheet)) + note(words.check_note(sheet))
    return section("Checked by simulation", inside)


def _appendix(sheet: Sheet) -> str:
    results = "".join(
        f"<h3>{escape(sheet.game.wager_said(worth.wager))}</h3>{data_table(cells.results(worth))}"
        for worth in sheet.analysis.wagers.values()
    )
    data = f'{data_table(cells.rules(sheet))}<p class="note">SHA-256 of the rule data: <code>{sheet.digest}</code></p>'
    under = note(words.fractions_note(sheet))
    return (
        section(words.fractions_title(sheet), data_table(cells.fractions(sheet)) + under, kind="fine")
        + section("Every result of a round", results, kind="fine")
        + section("The rules it was computed from", data, kind="fine")
        + f"<footer>Pitboss PAR sheet, {escape(sheet.game.title)}. {words.closing(sheet)}</footer>\n"
    )
