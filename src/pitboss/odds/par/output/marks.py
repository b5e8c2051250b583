"""How the marks of strategy charts look: one look a mark throughout a sheet, from dark to paper, never colour alone."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from pitboss.odds.worth import Chart

# From the strongest play to the weakest; each is read at 4.5 or more against its ink.
DARK, SLATE, SKY, SAND, VIOLET, PAPER = "dark", "slate", "sky", "sand", "violet", "paper"
# Doing nothing more is paper and drawing a card is sky, whatever the order of a legend.
_PASSIVE = ("fold", "check", "stand", "loses")
_DRAWS = "draw"
_ACTIVE = (DARK, SLATE, SKY, SAND, VIOLET)
# Ground and ink of each look.
COLOURS: Mapping[str, tuple[str, str]] = {
    DARK: ("#14191C", "#FFFFFF"),
    SLATE: ("#456787", "#FFFFFF"),
    VIOLET: ("#56457F", "#FFFFFF"),
    SKY: ("#A9C1D6", "#14191C"),
    SAND: ("#D5CFBF", "#14191C"),
    PAPER: ("#EFECE3", "#14191C"),
}


def looks(charts: Iterable[Chart]) -> dict[str, str]:
    """A look for every mark: charts that share a mark share their looks, every other group begins from dark again."""
    groups: list[dict[str, str]] = []
    for chart in charts:
        marks = dict(chart.legend)
        related = [group for group in groups if group.keys() & marks.keys()]
        groups = [group for group in groups if group not in related]
        groups.append({mark: words for group in (*related, marks) for mark, words in group.items()})
    return {mark: look for group in groups for mark, look in _from_dark(group)}


def _from_dark(legend: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """What is done from dark on, in the order of the legend; "double, but draw with ..." looks like "double"."""
    plays = {mark: words.partition(", but ")[0] for mark, words in legend.items()}
    draws = any(play.startswith(_DRAWS) for play in plays.values())
    active = [look for look in _ACTIVE if look != SKY or not draws]
    chosen: dict[str, str] = {}
    for mark, play in plays.items():
        if play.startswith(_PASSIVE):
            chosen[play] = PAPER
        elif play.startswith(_DRAWS):
            chosen[play] = SKY
        elif play not in chosen:
            done = sum(look not in (PAPER, SKY) or (look == SKY and not draws) for look in chosen.values())
            chosen[play] = active[min(done, len(active) - 1)]
        yield mark, chosen[play]


def shares(parts: Mapping[str, Fraction]) -> dict[str, str]:
    """A look of its own for each part of a whole, in its order; what never happens has none."""
    found: dict[str, str] = {}
    for name, look in _from_dark({name: name for name, part in parts.items() if part}):
        free = [each for each in COLOURS if each not in found.values()]
        found[name] = look if look in free or not free else free[0]
    return found
