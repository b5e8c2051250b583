"""Figures of the committed PAR sheets, as far as actual results are compared with them.

`returns_figures.json` is made from `docs/par` by `./pit docs`, so that a running house needs neither the sheets nor
whatever computed them. All of it is per unit of the initial wager: the ante, the Pontoon wager or the side wager.
"""

import json
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from pitboss.games.pays import Odds
from pitboss.games.play import Settings
from pitboss.kits import game_named, games, kit_of

FILE = Path(__file__).with_name("returns_figures.json")


class Figure(NamedTuple):
    """One wager with best play: what the house wins of it on average, and the variance of one round.

    For the Super Bonus, which has no stake of its own, it is the chance of one and its variance.
    """

    edge: Fraction
    variance: Fraction


def figures_text(sheets: Mapping[str, Any]) -> str:
    """The file as it must be, from the data of the sheets by their games."""
    found = {game: _of_sheet(game, sheets[game]) for game in games() if kit_of(game).returns.sheets}
    return json.dumps(found, indent=2) + "\n"


def _of_sheet(game: str, sheet: Any) -> dict[str, object]:
    return {
        "rules_digest": sheet["rules_digest"],
        "wagers": {
            wager: {name: str(value) for name, value in _figure(wager, sheet["wagers"][named])._asdict().items()}
            for wager, named in kit_of(game).returns.sheets.items()
        },
    }


def _figure(wager: str, told: Any) -> Figure:
    results = [(Fraction(row["net"]), Fraction(row["numerator"], row["denominator"])) for row in told["results"]]
    if wager == "super_bonus":
        chance = sum((share for net, share in results if net), Fraction(0))
        return Figure(-chance, chance * (1 - chance))
    mean = sum((net * chance for net, chance in results), Fraction(0))
    square = sum((net * net * chance for net, chance in results), Fraction(0))
    edge = Fraction(told["house_edge"]["numerator"], told["house_edge"]["denominator"])
    return Figure(edge, square - mean * mean)


@cache
def _stored_figures() -> Any:
    return json.loads(FILE.read_text(encoding="utf-8"))


@cache
def figure_of(game: str, wager: str) -> Figure:
    """The committed figure of a wager by the approved rules."""
    told = _stored_figures()[game]["wagers"][wager]
    return Figure(Fraction(told["edge"]), Fraction(told["variance"]))


def with_figures(game: str, settings: Settings) -> frozenset[str]:
    """The wagers of a table that have a committed figure: those whose rules are the approved ones."""
    returns = kit_of(game).returns
    approved = game_named(game).default_settings

    def is_approved(name: str) -> bool:
        return _pay_ratio(getattr(settings, name)) == _pay_ratio(getattr(approved, name))

    return frozenset(wager for wager in returns.sheets if all(map(is_approved, returns.rests_on[wager])))


def _pay_ratio(value: object) -> object:
    """A setting as it pays: 4 to 2 is 2 to 1."""
    if isinstance(value, Odds):
        return Fraction(value.to, value.for_each)
    return {row: _pay_ratio(paid) for row, paid in value.items()} if isinstance(value, Mapping) else value
