"""The sheet as data: whole numbers for what is exact, floats for the rest."""

from dataclasses import asdict
from fractions import Fraction
from typing import Any

from pitboss.odds.par.checks import SimulationCheck
from pitboss.odds.par.games import Meter
from pitboss.odds.par.sheet import Sheet, Variation
from pitboss.odds.par.volatility import QUANTILES, Volatility
from pitboss.odds.rules import rule_data
from pitboss.odds.worth import Chart, FigureTable, Worth

# Digits of what comes out of a Fourier transform: beyond them machines may differ.
DIGITS = 9


def sheet_data(sheet: Sheet) -> dict[str, Any]:
    """Everything on the sheet; the edge is the player's expected loss per unit of the initial wager."""
    analysis = sheet.analysis
    data = {
        "game": sheet.game.name,
        "version": sheet.version,
        "date": None if sheet.made is None else sheet.made.isoformat(),
        "wagers": {name: _worth(worth) for name, worth in analysis.wagers.items()},
        "edges": [{"name": name, "edge": float(edge), "play": play} for name, edge, play in analysis.edges],
        "decisions": {name: _chance(chance) for name, chance in analysis.decisions.items()},
        "rules_digest": sheet.digest,
        "strategy": [_chart(chart) for chart in analysis.charts],
        "tables": [_table(table) for table in analysis.tables],
        "variations": [_variation(each) for each in sheet.variations],
        "simulation": {check.wager: _check(check) for check in sheet.checks},
        "volatility": [_run_json(run) for run in sheet.runs],
        "findings": list(sheet.findings),
        "rules": rule_data(sheet.rules),
    }
    return data if sheet.meter is None else {**data, "meter": _meter(sheet.meter)}


def _ratio(value: Fraction) -> dict[str, int]:
    return {"numerator": value.numerator, "denominator": value.denominator}


def _chance(value: Fraction) -> dict[str, Any]:
    return {**_ratio(value), "value": float(value)}


def _worth(worth: Worth) -> dict[str, Any]:
    told: dict[str, Any] = {
        "house_edge": _ratio(worth.edge),
        "house_edge_percent": float(worth.edge * 100),
        "sd": worth.sd,
        "element_of_risk": float(worth.element_of_risk),
        "mean_stake": float(worth.mean_stake),
        "hit_frequency": float(worth.wins),
        "push_frequency": float(worth.pushes),
        "loss_frequency": float(worth.loses),
        "results": [{"net": float(net), **_chance(chance)} for net, chance in sorted(worth.results.items())],
    }
    if worth.sampled is not None:
        # All of these but the edge come from so many simulated rounds.
        told["sampled"] = worth.sampled
    # Where there is an error the fractions are decimals of so many digits, not counts of deals.
    return told if worth.error is None else {**told, "approximate": True, "error": _error(worth.error)}


def _error(value: float) -> float:
    """Three digits say how far off a figure may be."""
    return float(f"{value:.3g}")


def _chart(chart: Chart) -> dict[str, Any]:
    told: dict[str, Any] = {
        "title": chart.title,
        "row_heading": chart.row_heading,
        "column_heading": chart.column_heading,
        "rows": list(chart.rows),
        "columns": list(chart.columns),
        "cells": [list(row) for row in chart.cells],
        "legend": dict(chart.legend),
        "note": chart.note,
    }
    return told if chart.texts is None else {**told, "texts": [list(row) for row in chart.texts]}


def _table(table: FigureTable) -> dict[str, Any]:
    return {
        "title": table.title,
        "columns": list(table.columns),
        "rows": [[_figure(value) for value in row] for row in table.rows],
        "note": table.note,
        "clauses": list(table.clauses),
    }


def _figure(value: object) -> Any:
    if isinstance(value, Fraction):
        return _chance(value)
    return value if value is None or isinstance(value, int | float | str) else str(value)


def _variation(each: Variation) -> dict[str, Any]:
    told: dict[str, Any] = {
        "change": each.change.label,
        "clause": each.change.clause,
        "wager": each.change.wager,
        "house_edge": _ratio(each.edge),
        "difference": float(each.difference),
    }
    return told if each.error is None else {**told, "error": _error(each.error)}


def _check(check: SimulationCheck) -> dict[str, Any]:
    told = {name: value for name, value in asdict(check).items() if name != "wager"}
    return {**told, "standard_errors_apart": check.standard_errors}


def _run_json(run: Volatility) -> dict[str, Any]:
    told: dict[str, Any] = {
        "rounds": run.rounds,
        "mean": round(run.mean, DIGITS),
        "sd": round(run.sd, DIGITS),
        "quantiles": {str(q): round(value, DIGITS) for q, value in zip(QUANTILES, run.quantiles, strict=True)},
        "ahead": round(run.ahead, DIGITS),
    }
    return told if run.rounded_to is None else {**told, "rounded_to": run.rounded_to}


def _meter(meter: Meter) -> dict[str, Any]:
    return {
        "wager_cents": meter.wager,
        "points": [{"meter_cents": pool, "return": float(value)} for pool, value in meter.points],
        "break_even": [{"wager_cents": wager, "meter_cents": _ratio(even)} for wager, even in meter.break_even],
    }
