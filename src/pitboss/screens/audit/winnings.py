"""Theoretical against actual win, game by game and wager by wager, with the band in which it lies 95 times in 100."""

from collections.abc import Sequence

from pitboss.floor.kernel.contract import No
from pitboss.floor.kernel.field_checks import day_from, is_id, wrong
from pitboss.floor.kernel.roles import Role
from pitboss.floor.reading.returns import Point, returns
from pitboss.screens.common.formatting import round_money
from pitboss.screens.common.pages import Drawn, Visit, draw, page

READERS = (Role.AUDITOR, Role.MANAGER)
WIDTH, HEIGHT, LEFT, BOTTOM = 900, 300, 90, 30


@page(*READERS)
def winnings(visit: Visit) -> Drawn:
    asked = visit.request.GET
    days = {}
    for name in ("first", "last"):
        text = asked.get(name, "").strip()
        day = day_from(text) if text else None
        if text and day is None:
            return wrong(name, "A day is written like 2026-01-31.")
        days[name] = day
    table = asked.get("table", "").strip()
    if table and (not is_id(table) or visit.floor.record(f"table:{table}") is None):
        return No("There is no table of that name.", field="table", word="unknown", status=404)
    found = returns(visit.floor, table=table or None, first=days["first"], last=days["last"])
    return draw(
        visit,
        "audit/returns.html",
        found=found,
        plots={game: plot(points) for game, points in found.series.items()},
        tables=list(visit.floor.records("table").values()),
        asked={"table": table, "first": asked.get("first", ""), "last": asked.get("last", "")},
    )


def plot(points: Sequence[Point]) -> dict[str, object]:
    """A series as lines of an SVG: the band, what was to be expected, and what came."""
    values = [value for point in points for value in (point.actual, point.low, point.high)]
    least, most = min([0, *values]), max([0, *values])
    span, last = (most - least) or 1, points[-1].rounds or 1

    def at(rounds: int, cents: int) -> str:
        x = LEFT + (WIDTH - LEFT - 10) * rounds / last
        y = 10 + (HEIGHT - BOTTOM - 10) * (most - cents) / span
        return f"{x:.1f},{y:.1f}"

    upper = [at(point.rounds, point.high) for point in points]
    lower = [at(point.rounds, point.low) for point in reversed(points)]
    marks = sorted({least, 0, most})
    return {
        "band": " ".join([at(0, 0), *upper, *lower]),
        "theoretical": " ".join([at(0, 0), *(at(point.rounds, point.theoretical) for point in points)]),
        "actual": " ".join([at(0, 0), *(at(point.rounds, point.actual) for point in points)]),
        "marks": [(round_money(cents), float(at(0, cents).split(",")[1])) for cents in marks],
        "rounds": last,
        "end": points[-1],
    }
