"""Two sets of rules beside each other: what every wager is worth by each, and where best play is another."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pitboss.odds.par.figures import Number, error, percent, plain, signed_figure
from pitboss.odds.par.games import game_sheet
from pitboss.odds.worth import Chart
from pitboss.screens.common.computing.figures import Figures, WagerFigures

# Half of the last digit of a percentage: an error below it does not show.
_VISIBLE_ERROR = 0.000005
# A chart with this mark tells what hands are worth, not what to do with them.
_WORTH = "gains"


class Compared(NamedTuple):
    """A figure before and after, and by how much it is another."""

    title: str
    before: str
    after: str
    difference: str
    # For whom it is better, where that can be said.
    better_for: str = ""


class CellChanged(NamedTuple):
    """A hand that is best played in another way."""

    chart: str
    hand: str
    against: str
    before: str
    after: str


class Comparison(NamedTuple):
    """All of it. `charts` are those of the changed rules with the cells that are others."""

    wagers: tuple[Compared, ...]
    edges: tuple[Compared, ...]
    main: tuple[Compared, ...]
    decisions: tuple[Compared, ...]
    cells: tuple[CellChanged, ...]
    findings: tuple[str, ...]

    @property
    def first(self) -> Compared:
        """Return the house's overall edge: the last of several, else that of the main wager."""
        return self.edges[-1] if self.edges else self.wagers[0]


def compare(game: str, before: Figures, after: Figures) -> Comparison:
    said = game_sheet(game)
    return Comparison(
        wagers=tuple(
            _edge(said.wager_said(name), then.edge, edge_said(then), now.edge, edge_said(now))
            for name, now in after.wagers.items()
            if (then := before.wagers.get(name))
        ),
        edges=tuple(
            _edge(name, before.edges[name], percent(before.edges[name], 4), edge, percent(edge, 4))
            for name, edge in after.edges.items()
            if name in before.edges
        ),
        main=tuple(_main(before.wagers["main"], after.wagers["main"])),
        decisions=tuple(
            _shares(said.decision_said(name), float(before.decisions.get(name, 0)), float(chance))
            for name, chance in after.decisions.items()
        ),
        cells=tuple(_cells(before.charts, after.charts)),
        findings=after.findings,
    )


def edge_said(wager: WagerFigures) -> str:
    """The edge in percent, and how far it may be off where that shows."""
    text = percent(wager.edge)
    return text if wager.error is None or wager.error < _VISIBLE_ERROR else f"{text} {error(wager.error)}"


def _edge(title: str, before: Number, before_said: str, after: Number, after_said: str) -> Compared:
    apart = float(after - before)
    better = "" if not apart else "the house" if apart > 0 else "the player"
    return Compared(title, before_said, after_said, f"{signed_figure(apart * 100, 3)} pp", better)


def _main(before: WagerFigures, after: WagerFigures) -> Iterator[Compared]:
    """The main wager beside its edge."""
    yield _shares("Element of risk", before.element_of_risk, after.element_of_risk, digits=3)
    for title, then, now in (
        ("Mean stake", before.mean_stake, after.mean_stake),
        ("Standard deviation", before.sd, after.sd),
    ):
        yield Compared(title, plain(then, 3), plain(now, 3), signed_figure(now - then, 3))
    yield _shares("Rounds that win", before.wins, after.wins)


def _shares(title: str, before: float, after: float, digits: int = 2) -> Compared:
    apart = f"{signed_figure((after - before) * 100, digits)} pp"
    return Compared(title, percent(before, digits), percent(after, digits), apart)


def strategy(charts: tuple[Chart, ...]) -> tuple[Chart, ...]:
    """The charts that say what to do."""
    return tuple(chart for chart in charts if _WORTH not in chart.legend)


def _cells(before: tuple[Chart, ...], after: tuple[Chart, ...]) -> Iterator[CellChanged]:
    known = {chart.title: chart for chart in before}
    for chart in strategy(after):
        if chart.title not in known:
            continue
        then = _plays(known[chart.title])
        for (row, column), play in _plays(chart).items():
            was = then.get((row, column), "")
            if was != play:
                yield CellChanged(chart.title, row, column, was or "no such hand", play or "no such hand")


def _plays(chart: Chart) -> Mapping[tuple[str, str], str]:
    """Return the play of each hand in the words of the legend; a fraction of the hands as its figure."""
    found = {}
    for row, name in enumerate(chart.rows):
        for column, against in enumerate(chart.columns):
            mark = chart.cells[row][column]
            is_part = mark == "%" and chart.texts is not None
            found[name, against] = chart.texts[row][column] if is_part and chart.texts else chart.legend.get(mark, "")
    return found
