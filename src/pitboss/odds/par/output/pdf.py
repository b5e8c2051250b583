"""The sheet as PDF on A4, set by typst from the same words, figures and pictures as the page."""

import json
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from importlib.resources import files
from typing import Any

import typst

from pitboss.odds.par import cells, figures, words
from pitboss.odds.par.games import subtitle
from pitboss.odds.par.output import marks, plots, rule_plots
from pitboss.odds.par.output.plots import PAPER
from pitboss.odds.par.sheet import Sheet
from pitboss.odds.worth import Chart

# The first that is installed is used; the last comes with typst.
FONTS = ("Roboto", "Noto Sans", "Segoe UI", "Helvetica Neue", "Liberation Sans", "DejaVu Sans", "Libertinus Serif")
THIN = Fraction(9, 100)


def pdf(sheet: Sheet) -> bytes:
    """The whole file; it bears the date of the figures and none of its making, so that the same sheet is the same
    file."""
    template = files("pitboss.odds.par.output").joinpath("sheet.typ").read_bytes()
    made = typst.compile(template, format="pdf", sys_inputs={"sheet": json.dumps(_data(sheet))}, timestamp=0)
    assert isinstance(made, bytes)
    return made


def _data(sheet: Sheet) -> dict[str, Any]:
    facts = (
        ("Approval", sheet.game.instrument.rpartition(" ")[2], ()),
        ("Method", words.method(sheet), ()),
        ("Pay table", "", sheet.game.pays),
        ("Program", words.program(sheet), ()),
        *((("Figures of", words.date_words(sheet), ()),) if sheet.made else ()),
    )
    return {
        "fonts": FONTS,
        "title": sheet.game.title,
        "instrument": sheet.game.instrument,
        "told": subtitle(sheet.rules),
        "digest": sheet.digest,
        "made": ", ".join(filter(None, (words.program(sheet), words.date_words(sheet)))),
        "mark": words.MARK,
        "facts": facts,
        "figures": words.headlines(sheet),
        "figures_note": words.headline_note(sheet),
        "findings": sheet.findings,
        **_play(sheet),
        "rules": [
            _table_data(sheet.game.wager_said(wager), cells.variations(rows), words.WORTH_NOTE)
            | {"svg": _svg(rule_plots.tornado(rows, PAPER))}
            for wager, rows in words.by_wager(sheet).items()
        ],
        "meter": _meter(sheet),
        **_runs(sheet),
        "checks": _table_data("Checked by simulation", cells.checks(sheet), words.check_note(sheet)),
        "appendix": [
            _table_data(words.fractions_title(sheet), cells.fractions(sheet), words.fractions_note(sheet)),
            *(
                _table_data(f"Every result: {sheet.game.wager_said(worth.wager)}", cells.results(worth))
                for worth in sheet.analysis.wagers.values()
            ),
            _table_data("The rules it was computed from", cells.rules(sheet)),
        ],
    }


def _play(sheet: Sheet) -> dict[str, Any]:
    """What a round brings and how it is best played."""
    analysis = sheet.analysis
    looks = marks.looks(analysis.charts)
    return {
        "round": {"svg": _svg(plots.results(sheet, PAPER)), "note": words.round_note(sheet)},
        "charts": [_chart(chart, looks) for chart in analysis.charts],
        "shares": list(_shares(sheet.decisions)),
        "how_often": sheet.game.how_often,
        "sides": [_table_data("Side wagers", cells.sides(sheet), words.sides_note(sheet))] if sheet.sides else [],
        "tables": [
            _table_data(each.title, cells.figure_table(each), each.note, clauses=each.clauses)
            for each in analysis.tables
        ],
    }


def _runs(sheet: Sheet) -> dict[str, Any]:
    return {
        "fan": {"svg": _svg(plots.fan(sheet, PAPER)), "note": words.fan_note(sheet)},
        "runs": [
            {"title": f"{run.rounds:,} rounds", "note": words.run_note(run), "svg": _svg(plots.run_plot(sheet, run))}
            for run in sheet.runs
        ],
        "volatility": _table_data("", cells.runs(sheet)),
    }


def _meter(sheet: Sheet) -> dict[str, Any] | None:
    if sheet.meter is None:
        return None
    drawn = _svg(rule_plots.meter(sheet.meter, PAPER))
    return {"svg": drawn, "note": words.meter_note(sheet.meter), "clauses": words.METER_CLAUSES}


def _table_data(title: str, table: cells.TextTable, note: str = "", *, clauses: Iterable[str] = ()) -> dict[str, Any]:
    return {
        "title": title,
        "columns": table.columns,
        "rows": table.rows,
        "numbers": table.numbers,
        "strong": table.strong or (False,) * len(table.rows),
        "clause_column": table.clause_column,
        "note": note,
        "clauses": list(clauses),
    }


def _chart(chart: Chart, looks: Mapping[str, str]) -> dict[str, Any]:
    is_square = chart.rows == chart.columns
    return {
        "title": chart.title,
        "wide": cells.is_wide(chart),
        "headings": " / ".join(filter(None, (chart.row_heading, chart.column_heading))),
        "columns": chart.columns,
        "rows": [
            {
                "name": name,
                "cells": [
                    {
                        "text": cells.chart_word(chart, row, column),
                        "look": looks.get(mark, ""),
                        "pair": is_square and row == column,
                    }
                    for column, mark in enumerate(chart.cells[row])
                ],
            }
            for row, name in enumerate(chart.rows)
        ],
        "legend": [
            {"look": looks[mark], "mark": _key(chart, mark), "words": meaning} for mark, meaning in chart.legend.items()
        ],
        "note": chart.note,
    }


def _key(chart: Chart, mark: str) -> str:
    """Nothing where it would only say its words again."""
    key = cells.legend_key(chart, mark)
    return "" if key == chart.legend[mark] else key


def _shares(decisions: Mapping[str, Fraction]) -> Iterator[dict[str, Any]]:
    looks = marks.shares(decisions)
    whole = sum(decisions.values(), Fraction(0)) or Fraction(1)
    for name, part in decisions.items():
        shown = figures.percent(part, 1) if part / whole >= THIN else ""
        told = f"{name}, {figures.percent(part, 2) if part else 'never'}"
        yield {"look": looks.get(name, ""), "part": float(part / whole), "shown": shown, "words": told}


def _svg(drawn: str) -> str:
    """A picture brings no font of its own: here it gets those of the sheet."""
    return drawn.replace("<svg ", f'<svg font-family="{", ".join(FONTS)}" ', 1)
