"""The pictures of what a round brings and of what runs of rounds bring, each for a desk and for a phone."""

from collections.abc import Sequence
from math import ceil, floor
from typing import Any

import altair as alt

from pitboss.odds.par import figures
from pitboss.odds.par.output.bars import Bar, result_bars
from pitboss.odds.par.output.drawing import (
    BRASS,
    INK,
    INK_3,
    LOSE,
    PUSH,
    SKY,
    WIN,
    Frame,
    beside,
    chart,
    labels,
    scale,
    svg,
)
from pitboss.odds.par.sheet import Sheet
from pitboss.odds.par.volatility import Volatility

# A desk, a sheet of paper, a phone, and a third of a desk.
WIDE, PAPER, NARROW, PANEL = 1096, 760, 358, 352


def is_wide(width: int) -> bool:
    """Room for words beside a drawing."""
    return width >= PAPER


def results(sheet: Sheet, width: int) -> str:
    """What a round brings: a bar a result, red below nothing and green above."""
    bars = result_bars(sheet.main)
    height = {WIDE: 300, PAPER: 205, NARROW: 260}[width]
    frame = Frame(width, height, left=48 if is_wide(width) else 36, right=8, top=26, bottom=56)
    first, last = bars[0].place - 0.6, bars[-1].place + 0.6
    step = frame.inner_width / (last - first)
    tick = next(size for size in (0.02, 0.05, 0.1, 0.2) if max(bar.chance for bar in bars) / size <= 7)
    top = tick * ceil(max(bar.chance for bar in bars) / tick)
    x = alt.X("place:Q", scale=scale(first, last), axis=None)
    ticks = [tick * number for number in range(round(top / tick) + 1)]
    axis = alt.Axis(title=None, values=ticks, format=".0%", labelPadding=6, minExtent=0, maxExtent=0)
    y = alt.Y("chance:Q", scale=scale(0, top), axis=axis, stack=None)
    layers = [
        chart([_bar_row(bar) for bar in bars if bar.is_whole is is_whole])
        .mark_bar(width=step * part, cornerRadiusTopLeft=2, cornerRadiusTopRight=2)
        .encode(x=x, y=y, color=alt.Color("colour:N", scale=None))
        for is_whole, part in ((True, 0.62), (False, 0.26))
    ]
    layers += _bar_labels(bars, step, x, y)
    layers += _mean_mark(sheet, x, frame, (float(-sheet.main.edge) - first) * step)
    return svg(layers, frame, f"Chance of each net result of a round, in {sheet.game.units}")


def _bar_row(bar: Bar) -> dict[str, Any]:
    colour = LOSE if bar.place < 0 else WIN if bar.place > 0 else PUSH
    return {"place": bar.place, "chance": round(bar.chance, 8), "colour": colour}


def _bar_labels(bars: Sequence[Bar], step: float, x: Any, y: Any) -> list[Any]:
    """The chance over each wide bar, and the result under it; on a narrow drawing whole percents only."""
    digits = 1 if step > 30 else 0
    over = [
        {"place": bar.place, "chance": round(bar.chance, 8), "text": f"{bar.chance * 100:.{digits}f}"}
        for bar in bars
        if bar.is_whole and bar.chance >= 0.5 * 10.0 ** (-digits - 2)
    ]
    named = [bar for bar in bars if bar.is_whole]
    if step < 30:
        # Labels that would run into each other: those of the gathered ends go, and of very narrow bars every second.
        named = [bar for bar in named if " " not in bar.label and (step >= 22 or bar.place % 2 == 0)]
    under = [{"place": bar.place, "chance": 0, "text": bar.label} for bar in named]
    return [
        labels(over, x, y, dy=-9, fontWeight="bold", fill=INK),
        labels(under, x, y, dy=15, fill=INK),
        chart([{"chance": 0}]).mark_rule(stroke=INK_3).encode(y=y),
    ]


def _mean_mark(sheet: Sheet, x: Any, frame: Frame, pixels: float) -> list[Any]:
    """The mean of a round below the results, so many pixels from the left, with its words beside it."""
    mean = float(-sheet.main.edge)
    row: dict[str, Any] = {"place": round(mean, 8), "text": f"mean {figures.plain(mean, 5)} {sheet.game.units}"}
    y = alt.value(frame.inner_height + 38)
    side = beside(pixels, row["text"], frame)
    return [
        chart([row]).mark_point(shape="triangle-up", size=64, fill=BRASS, stroke=BRASS, opacity=1).encode(x=x, y=y),
        labels([row], x, y, **side, fill=BRASS, fontWeight="bold"),
    ]


def fan(sheet: Sheet, width: int) -> str:
    """How far apart players drift: the middle half and the middle nine tenths of all runs, by length."""
    rows = [
        {"rounds": each.rounds, "mean": round(each.mean, 6), **{f"q{n}": q for n, q in enumerate(each.quantiles)}}
        for each in sheet.fan
    ]
    frame = Frame(
        width,
        {WIDE: 320, PAPER: 250, NARROW: 280}[width],
        left=56,
        right=150 if is_wide(width) else 16,
        top=12,
        bottom=40,
    )
    longest = sheet.fan[-1]
    low, high, step = _nice(min(row["q0"] for row in rows), max(row["q4"] for row in rows))
    ticks = [low + step * number for number in range(round((high - low) / step) + 1)]
    # The real minus sign, which the axis would otherwise leave out.
    written = "datum.value ? replace(format(datum.value, '+,'), '-', '\N{MINUS SIGN}') : '0'"
    axis = alt.Axis(title=None, values=ticks, labelExpr=written, labelPadding=6, minExtent=0, maxExtent=0)
    x = alt.X("rounds:Q", scale=scale(0, longest.rounds), axis=None)
    y_scale = scale(low, high)
    area = chart(rows).mark_area(opacity=1)
    y = alt.Y("q0:Q", scale=y_scale, axis=axis)
    layers = [
        area.encode(x=x, y=y, y2=alt.Y2("q4:Q"), color=alt.ColorValue("#DDE5EC")),
        area.encode(x=x, y=alt.Y("q1:Q", scale=y_scale, axis=axis), y2=alt.Y2("q3:Q"), color=alt.ColorValue(SKY)),
        chart(rows).mark_line(stroke=INK, strokeWidth=2).encode(x=x, y=alt.Y("q2:Q", scale=y_scale, axis=axis)),
        chart([{"q0": 0}]).mark_rule(stroke=INK_3, strokeDash=[3, 3]).encode(y=alt.Y("q0:Q", scale=y_scale, axis=axis)),
        *_fan_labels(longest, x, alt.Y("y:Q", scale=y_scale, axis=axis), low, named=is_wide(width)),
    ]
    return svg(layers, frame, f"Result after a number of rounds, in {sheet.game.units}: middle, half and nine tenths")


def _fan_labels(longest: Volatility, x: Any, y: Any, low: float, *, named: bool) -> list[Any]:
    every = longest.rounds // (10 if named else 5)
    under = [
        {"rounds": rounds, "y": low, "text": figures.plain(rounds, 0)} for rounds in range(0, longest.rounds + 1, every)
    ]
    drawn = [labels(under, x, y, dy=16, fill=INK)]
    if named:
        words = ("1 in 20 below", "1 in 4 below", "half below", "1 in 4 above", "1 in 20 above")
        ends = [
            {"rounds": longest.rounds, "y": q, "text": f"{figures.signed_figure(q, 0)}, {word}"}
            for q, word in zip(longest.quantiles, words, strict=True)
        ]
        drawn.append(labels(ends, x, y, dx=10, align="left", fill=INK))
    return drawn


def _nice(low: float, high: float) -> tuple[float, float, float]:
    """Bounds and a step for an axis of four to eight lines."""
    span = high - low or 1.0
    step = next(size * 10**power for power in range(-3, 20) for size in (1, 2, 5) if span / (size * 10.0**power) <= 7)
    return step * floor(low / step), step * ceil(high / step), step


def run_plot(sheet: Sheet, each: Volatility) -> str:
    """Where runs of one length end: the part that is ahead in green."""
    frame = Frame(PANEL, 170, left=6, right=6, top=8, bottom=28)
    top = max(one.chance for one in each.bins)
    rows = [
        {"low": one.low, "high": one.high, "chance": round(one.chance, 8), "colour": WIN if one.low >= 0 else LOSE}
        for one in each.bins
    ]
    first, last = each.bins[0].low, each.bins[-1].high
    x_scale = scale(first, last)
    x, y = alt.X("low:Q", scale=x_scale, axis=None), alt.Y("chance:Q", scale=scale(0, top), axis=None)
    _, _, step = _nice(first, last)
    # Words too near an end would stick out.
    edge = (last - first) * 0.06
    places = [step * number for number in range(ceil((first + edge) / step), floor((last - edge) / step) + 1)]
    under = [{"low": place, "chance": 0, "text": figures.signed_figure(place, 0)} for place in places]
    layers = [
        chart(rows)
        .mark_rect(stroke="white", strokeWidth=0.5)
        .encode(x=x, x2=alt.X2("high:Q"), y=y, y2=alt.Y2Datum(0), color=alt.Color("colour:N", scale=None)),
        chart([{"chance": 0}]).mark_rule(stroke=INK_3).encode(y=y),
        labels(under, x, y, dy=14, fill=INK),
    ]
    if first < 0 < last:
        layers.append(chart([{"low": 0}]).mark_rule(stroke=INK, strokeDash=[3, 3]).encode(x=x))
    return svg(layers, frame, f"Where runs of {each.rounds:,} rounds end, in {sheet.game.units}")
