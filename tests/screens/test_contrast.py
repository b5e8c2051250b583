"""The colours of the house can be read: text at 4.5 to 1 or better, the edges of controls at 3 (WCAG 2.2 AA)."""

import re
from itertools import product

import pytest

from pitboss.screens.common.static_files import FOLDER

TOKENS = (FOLDER / "tokens.css").read_text()
TEXT = ("ink", "ink-2", "ink-3", "brass", "win", "lose", "push", "void")
GROUNDS = ("ground", "panel", "raised")
FELTS = ("plain", "ultimate", "holdem", "pontoon", "canberra")


def colours(selector: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for selectors, block in re.findall(r"([^{}]+)\{([^{}]*)\}", re.sub(r"/\*.*?\*/", "", TOKENS, flags=re.DOTALL)):
        if selector in [each.strip() for each in selectors.split(",")]:
            found |= dict(re.findall(r"--([\w-]+):\s*(#[0-9A-Fa-f]{6})", block))
    return found


def luminance(colour: str) -> float:
    parts = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def ratio(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def test_the_sum_is_right() -> None:
    assert ratio("#000000", "#FFFFFF") == pytest.approx(21)
    assert ratio("#F2F4EF", "#0D1215") == pytest.approx(17.0, abs=0.1)


@pytest.mark.parametrize(("theme", "contrast"), [*product((".dark", ".light"), ("", ".contrast-high"))])
def test_a_theme_can_be_read(theme: str, contrast: str) -> None:
    shown = colours(theme) | (colours(theme + contrast) if contrast else {})
    low = {
        (token, ground): ratio(shown[token], shown[ground])
        for token, ground in product((*TEXT, "edge"), GROUNDS)
        if ratio(shown[token], shown[ground]) < (3.0 if token == "edge" else 4.5)
    }
    assert not low
    assert ratio(shown["on-brass"], shown["brass-fill"]) >= 4.5


@pytest.mark.parametrize("game", FELTS)
def test_a_felt_can_be_read(game: str) -> None:
    felt, common, dark = colours(f".felt-{game}"), colours(":root"), colours(".dark")
    for ground in ("felt", "felt-lit", "well"):
        assert ratio(common["felt-ink"], felt[ground]) >= 4.5
        assert ratio(common["felt-line"], felt[ground]) >= 4.5
    for token in ("win", "lose", "push", "void", "brass"):
        assert ratio(dark[token], felt["well"]) >= 4.5
        assert ratio(dark[token], common["badge"]) >= 4.5
    assert ratio(common["on-paper"], common["paper"]) >= 4.5
