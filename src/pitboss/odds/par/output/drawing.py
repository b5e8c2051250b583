"""How a Vega-Altair chart becomes SVG that is the same on every machine.

The renderer measures text with whatever fonts it finds, and would lay a chart out by that. So the layout is fixed here:
no automatic size, no legends, axes of set extent; text is placed by its anchor alone, and the page brings the font.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import altair as alt
import vl_convert

INK, INK_2, INK_3 = "#14191C", "#3F494E", "#5A6468"
LINE, BRASS = "#D5D0C3", "#7D5200"
WIN, LOSE, PUSH = "#2E7D57", "#B5523C", "#6E8FBA"
DARK, SLATE, SKY, SAND, PAPER = "#14191C", "#456787", "#93ADC4", "#D5CFBF", "#EFECE3"
# Only a name for the renderer: it is taken out again, and the page or the PDF says the font.
_FONT = "sans-serif"
FINE = 12
_AXIS = {
    "domain": False,
    "ticks": False,
    "gridColor": LINE,
    "labelColor": INK_2,
    "labelFontSize": FINE,
    "labelOverlap": False,
}
# Pixels that a bold letter of this size takes at most on average, and from a point to its words.
BOLD_LETTER, GAP = 7.6, 12

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Frame:
    """The size of a drawing and its margins, in pixels."""

    width: int
    height: int
    left: int = 0
    right: int = 0
    top: int = 0
    bottom: int = 0

    @property
    def inner_width(self) -> int:
        return self.width - self.left - self.right

    @property
    def inner_height(self) -> int:
        return self.height - self.top - self.bottom


def data(rows: Sequence[Row]) -> Any:
    made: Any = alt.Data
    return made(values=[dict(row) for row in rows])


def chart(rows: Sequence[Row]) -> Any:
    return alt.Chart(data(rows))


def scale(low: float, high: float, *, reverse: bool = False) -> Any:
    """Exactly from one value to the other."""
    return alt.Scale(domain=[low, high], nice=False, zero=False, reverse=reverse)


def labels(frame_rows: Sequence[Row], x: Any, y: Any, **mark: Any) -> Any:
    """Words at places: each row has `text`."""
    look = {"fontSize": FINE, "fill": INK_2, "baseline": "middle", **mark}
    return chart(frame_rows).mark_text(**look).encode(x=x, y=y, text=alt.Text("text:N"))


def beside(place: float, text: str, frame: Frame, *, left: bool = False) -> dict[str, Any]:
    """How bold words stand beside a point so many pixels from the left: on the wished side if there is room for them.

    Nothing is measured: every letter is taken to be wide.
    """
    needed = GAP + len(text) * BOLD_LETTER
    is_left = needed <= place if left else place + needed > frame.inner_width + frame.right
    return {"dx": -GAP, "align": "right"} if is_left else {"dx": GAP, "align": "left"}


def svg(layers: Sequence[Any], frame: Frame, title: str) -> str:
    """Draws the layers; the title is for those who cannot see them."""
    whole = {
        # Checked by the renderer: to check every part of it against a schema here took longer than to draw it.
        "layer": [layer.to_dict(validate=False, context={"top_level": False}) for layer in layers],
        "width": frame.inner_width,
        "height": frame.inner_height,
        "autosize": {"type": "none"},
        "padding": {"left": frame.left, "right": frame.right, "top": frame.top, "bottom": frame.bottom},
        "config": {"font": _FONT, "background": "transparent", "view": {"stroke": None}, "axis": _AXIS},
    }
    drawn = vl_convert.vegalite_to_svg(whole, show_warnings=False)
    return _for_a_page(drawn, frame, title)


def _for_a_page(drawn: str, frame: Frame, title: str) -> str:
    """Scales with its place, inherits the font, and is one picture to a screen reader."""
    inside = drawn[drawn.index(">") + 1 : drawn.rindex("</svg>")]
    inside = inside.replace(f' font-family="{_FONT}"', "")
    inside = re.sub(r' (?:aria|role)[a-z-]*="[^"]*"', "", inside)
    inside = re.sub(r' class="[^"]*"| pointer-events="none"| display="none"', "", inside)
    # What draws nothing: backgrounds and foregrounds of groups.
    inside = re.sub(r'<path d="(?:M0,0h0v0h0Z)?"/>|<rect[^>]* fill="transparent"/>', "", inside)
    # A hundredth of a pixel is all that can be seen.
    inside = re.sub(r"<[^>]*>", lambda tag: re.sub(r"-?\d+\.\d{3,}(?:e-\d+)?", _hundredths, tag[0]), inside)
    size = f"0 0 {frame.width} {frame.height}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}" role="img">'
        f"<title>{_escape(title)}</title>{inside}</svg>"
    )


def _hundredths(number: re.Match[str]) -> str:
    text = f"{float(number[0]):.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
