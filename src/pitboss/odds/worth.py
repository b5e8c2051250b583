"""What a wager is worth, in the form that every solver answers with and every sheet prints.

All figures are per unit of the initial wager: the ante in the poker games, the Pontoon wager, or the side wager itself.
Probabilities and results are fractions of whole numbers; where a figure is not exact its error stands beside it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt

Results = Mapping[Fraction, Fraction]


@dataclass(frozen=True, slots=True)
class Worth:
    """One wager with best play: what it loses on average, and every result it can have with its probability.

    `mean_stake` is all that is staked on it in a round on average, later wagers included. `error` is how far `edge` may
    be off where it is an approximation, and None where it is exact. `sampled` is the number of simulated rounds that
    `results` and `mean_stake` come from, and None where they are computed too.
    """

    wager: str
    edge: Fraction
    mean_stake: Fraction
    results: Results
    error: float | None = None
    sampled: int | None = None

    @property
    def sd(self) -> float:
        """The standard deviation of one round."""
        mean = sum((net * chance for net, chance in self.results.items()), Fraction(0))
        square = sum((net * net * chance for net, chance in self.results.items()), Fraction(0))
        return sqrt(square - mean * mean)

    @property
    def element_of_risk(self) -> Fraction:
        """The edge over all money staked."""
        return self.edge / self.mean_stake

    @property
    def wins(self) -> Fraction:
        """The hit frequency: how often a round brings more than it cost."""
        return sum((chance for net, chance in self.results.items() if net > 0), Fraction(0))

    @property
    def pushes(self) -> Fraction:
        return self.results.get(Fraction(0), Fraction(0))

    @property
    def loses(self) -> Fraction:
        return sum((chance for net, chance in self.results.items() if net < 0), Fraction(0))


@dataclass(frozen=True, slots=True)
class Chart:
    """A table of best play that a person can read: one mark a cell, and what the marks mean.

    `cells[row][column]` is a key of `legend`, or nothing where no such hand exists; `texts` are the words in the cells
    where they are other than the marks.
    """

    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    legend: Mapping[str, str]
    note: str = ""
    row_heading: str = ""
    column_heading: str = ""
    texts: tuple[tuple[str, ...], ...] | None = None


@dataclass(frozen=True, slots=True)
class Analysis:
    """A game by its rules: every wager, how often each decision is the best, and the charts of best play.

    `decisions` are chances per round, `findings` whole sentences worth reading first, `tables` rows of figures for the
    sheet such as the ways of a pay table. `edges` are what the house keeps of the initial wager where one figure does
    not say it all: each with its name and of which play it is.
    """

    game: str
    wagers: Mapping[str, Worth]
    decisions: Mapping[str, Fraction]
    charts: tuple[Chart, ...]
    findings: tuple[str, ...] = ()
    tables: tuple["FigureTable", ...] = field(default=())
    edges: tuple[tuple[str, Fraction, str], ...] = ()


@dataclass(frozen=True, slots=True)
class FigureTable:
    """Figures of a sheet in rows; a fraction is printed as the column says: "ways", "percent", "odds" or "text"."""

    title: str
    columns: tuple[str, ...]
    kinds: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]
    note: str = ""
    clauses: tuple[str, ...] = ()
