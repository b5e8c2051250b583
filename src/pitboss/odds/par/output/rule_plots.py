"""The pictures of what rules are worth: a tornado of one-at-a-time changes, and a jackpot against its meter."""

from collections.abc import Sequence
from math import ceil, floor
from typing import Any

import altair as alt

from pitboss.games.play import dollars
from pitboss.odds.par import figures
from pitboss.odds.par.games import Meter
from pitboss.odds.par.output import drawing
from pitboss.odds.par.output.plots import WIDE, is_wide
from pitboss.odds.par.sheet import Variation


def tornado(variations: Sequence[Variation], width: int) -> str:
    """What each change does to the edge, in percentage points: red costs the player, green helps.

    At a desk the change is told left of its bar, on a phone above it.
    """
    wide = is_wide(width)
    height, left = (28, min(480, width // 2 + 20)) if wide else (46, 4)
    frame = drawing.Frame(width, height * len(variations) + 8, left=left, right=4, top=4, bottom=4)
    values = [round(float(each.difference) * 100, 8) for each in variations]
    low, high = min(0.0, *values), max(0.0, *values)
    # Room for the figure beside the longest bar on either side.
    room = ((high - low) or 1.0) * 64 / (frame.inner_width - 128)
    x_scale = drawing.scale(low - (room if low < 0 else 0.0), high + (room if high > 0 else 0.0))
    y_scale = drawing.scale(0, len(variations), reverse=True)
    x, y = (alt.X("value:Q", scale=x_scale, axis=None), alt.Y("y:Q", scale=y_scale, axis=None))
    rows = _rows(values, wide=wide)
    names = [{"y": row["name_y"], "text": each.change.label} for row, each in zip(rows, variations, strict=True)]
    line = alt.X("nothing:Q", scale=x_scale, axis=None), alt.Y("top:Q", scale=y_scale, axis=None)
    bold = {"fill": drawing.INK, "fontWeight": "bold"}
    name = {"fill": drawing.INK, "align": "left", "fontSize": 14 if width == WIDE else drawing.FINE}
    layers = [
        drawing.chart(rows)
        .mark_rule(strokeWidth=14)
        .encode(x=x, x2=alt.X2("nothing:Q"), y=y, color=alt.Color("colour:N", scale=None)),
        drawing.chart(rows).mark_rule(stroke=drawing.INK_3).encode(x=line[0], y=line[1], y2=alt.Y2("bottom:Q")),
        drawing.labels([row for row in rows if row["value"] > 0], x, y, dx=8, align="left", **bold),
        drawing.labels([row for row in rows if row["value"] <= 0], x, y, dx=-8, align="right", **bold),
        drawing.labels(names, alt.value(-left if wide else 0), y, **name),
    ]
    return drawing.svg(layers, frame, "What each change of the rules does to the edge, in percentage points")


def _rows(values: Sequence[float], *, wide: bool) -> list[dict[str, Any]]:
    """A bar each, and where its words and its piece of the zero line stand, counted in rows from the top."""
    name, bar, top, bottom = (0.5, 0.5, 0.0, 1.0) if wide else (0.26, 0.7, 0.48, 0.92)
    return [
        {
            "value": value,
            "nothing": 0,
            "y": number + bar,
            "name_y": number + name,
            "top": number + top,
            "bottom": number + bottom,
            "colour": drawing.LOSE if value > 0 else drawing.WIN,
            "text": figures.signed_figure(value, 3),
        }
        for number, value in enumerate(values)
    ]


def meter(found: Meter, width: int) -> str:
    """The return of the jackpot wager against the meter, and where it crosses nothing."""
    frame = drawing.Frame(width, 300 if is_wide(width) else 260, left=56, right=40, top=24, bottom=44)
    rows = [{"pool": pool / 100, "value": round(float(value), 8)} for pool, value in found.points]
    highest = rows[-1]["pool"]
    top, bottom = max(row["value"] for row in rows), min(row["value"] for row in rows)
    low, high = 0.2 * floor(min(bottom, 0) / 0.2), 0.2 * ceil(max(top, 0) / 0.2)
    ticks = [round(low + 0.2 * number, 1) for number in range(round((high - low) / 0.2) + 1)]
    written = "datum.value ? replace(format(datum.value, '+.0%'), '-', '\N{MINUS SIGN}') : '0%'"
    axis = alt.Axis(title=None, values=ticks, labelExpr=written, labelPadding=6, minExtent=0, maxExtent=0)
    x = alt.X("pool:Q", scale=drawing.scale(0, highest), axis=None)
    y = alt.Y("value:Q", scale=drawing.scale(low, high), axis=axis)
    marks = 8 if is_wide(width) else 4
    under = [
        {"pool": highest * number / marks, "value": low, "text": f"${highest * number / marks:,.0f}"}
        for number in range(marks + 1)
    ]
    even = dict(found.break_even)[found.wager]
    crossing: dict[str, Any] = {"pool": round(float(even / 100), 2), "value": 0}
    words = ["breaks even at", dollars(ceil(even))]
    # Above the rising line, which is on the left; on a phone in two lines.
    lines = [" ".join(words)] if is_wide(width) else words
    side = drawing.beside(crossing["pool"] / highest * frame.inner_width, lines[0], frame, left=True)
    layers = [
        drawing.chart([{"value": 0}]).mark_rule(stroke=drawing.INK_3, strokeDash=[3, 3]).encode(y=y),
        drawing.chart(rows).mark_line(stroke=drawing.SLATE, strokeWidth=3).encode(x=x, y=y),
        drawing.labels(under, x, y, dy=18, fill=drawing.INK),
        drawing.chart([crossing])
        .mark_point(shape="circle", size=80, fill=drawing.BRASS, stroke=drawing.BRASS, opacity=1)
        .encode(x=x, y=y),
        *(
            drawing.labels(
                [crossing | {"text": line}], x, y, **side, dy=-14 - 16 * above, fill=drawing.BRASS, fontWeight="bold"
            )
            for above, line in enumerate(reversed(lines))
        ),
    ]
    return drawing.svg(layers, frame, "Return of the jackpot wager against what the meter shows")
