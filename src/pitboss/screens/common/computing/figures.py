"""Key figures of a game: stored with the program for the approved rules, computed for others."""

import json
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from pitboss.checkout import checkout
from pitboss.odds.worth import Analysis, Chart, Worth

# Where the sheets of the approved rules are in a checkout; an installed program has them in its own folder.
IN_CHECKOUT = "docs/par"
INSTALLED = "sheets"


class WagerFigures(NamedTuple):
    """The value of a wager with best play, per unit. `error` bounds how far off the edge may be."""

    edge: Fraction
    error: float | None
    mean_stake: float
    element_of_risk: float
    sd: float
    wins: float

    @classmethod
    def of(cls, worth: Worth) -> "WagerFigures":
        staked = float(worth.mean_stake), float(worth.element_of_risk)
        return cls(worth.edge, worth.error, *staked, worth.sd, float(worth.wins))


class Figures(NamedTuple):
    """A game by its rules in short: every wager, how often each decision is best, and the charts of best play.

    `edges` are what the house keeps of the first wager, by name, where the edge of the main wager does not say it all.
    """

    wagers: Mapping[str, WagerFigures]
    decisions: Mapping[str, Fraction]
    charts: tuple[Chart, ...]
    findings: tuple[str, ...]
    edges: Mapping[str, float]

    @classmethod
    def of(cls, analysis: Analysis) -> "Figures":
        wagers = {name: WagerFigures.of(worth) for name, worth in analysis.wagers.items()}
        edges = {name: float(edge) for name, edge, _ in analysis.edges}
        return cls(wagers, dict(analysis.decisions), analysis.charts, analysis.findings, edges)


@cache
def stored_sheet(game: str, kind: str) -> str:
    """A sheet as a file: beside the program in a checkout, inside it where it has been installed."""
    root = checkout()
    folder = files("pitboss.odds.par").joinpath(INSTALLED) if root is None else Path(root, IN_CHECKOUT)
    return folder.joinpath(f"{game}.{kind}").read_text(encoding="utf-8")


@cache
def approved_figures(game: str) -> Figures:
    """The figures of the approved rules."""
    data: dict[str, Any] = json.loads(stored_sheet(game, "json"))
    return Figures(
        {name: _wager(told) for name, told in data["wagers"].items()},
        {name: _fraction(told) for name, told in data["decisions"].items()},
        tuple(_chart(told) for told in data["strategy"]),
        tuple(data["findings"]),
        {told["name"]: told["edge"] for told in data["edges"]},
    )


def _fraction(told: Mapping[str, int]) -> Fraction:
    return Fraction(told["numerator"], told["denominator"])


def _wager(told: Mapping[str, Any]) -> WagerFigures:
    exact = ("mean_stake", "element_of_risk", "sd", "hit_frequency")
    return WagerFigures(_fraction(told["house_edge"]), told.get("error"), *(told[name] for name in exact))


def _chart(told: Mapping[str, Any]) -> Chart:
    tables = {name: tuple(map(tuple, told[name])) for name in ("cells", "texts") if name in told}
    return Chart(**{**told, "rows": tuple(told["rows"]), "columns": tuple(told["columns"]), **tables})
