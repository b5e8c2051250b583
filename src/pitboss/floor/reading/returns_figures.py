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
from pitboss.kits import game_named

FILE = Path(__file__).with_name("returns_figures.json")
# The wager of a sheet that each wager of a table is held against. U-A2: who folds loses trips.
_SHEETS: Mapping[str, Mapping[str, str]] = {
    "ultimate": {"main": "main", "trips": "trips_lost_on_fold"},
    "canberra": {"main": "main"},
    "pontoon": {name: name for name in ("main", "perfect_pairs", "insurance", "super_bonus")},
}
_PLAY = ("decks", "double_aces", "double_odds_scope", "split_bonus", "dealer_pontoon_collects", "rounding", "table_1")
_CAP = ("max_payout", "max_payout_scope")
# The settings that a figure depends on: a table with others has no committed figure for it.
_RESTS_ON: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("ultimate", "main"): (*_CAP, "cap_includes_trips", "blind_pays"),
    ("ultimate", "trips"): (*_CAP, "cap_includes_trips", "blind_pays", "trips_pays"),
    ("canberra", "main"): (*_CAP, "bet_pays"),
    ("pontoon", "main"): _PLAY,
    ("pontoon", "perfect_pairs"): ("decks", "pairs_pay"),
    ("pontoon", "insurance"): ("decks", "insurance_pays"),
    ("pontoon", "super_bonus"): (*_PLAY, "super_bonus_after_mixed_split"),
}


class Figure(NamedTuple):
    """One wager with best play: what the house wins of it on average, and the variance of one round.

    For the Super Bonus, which has no stake of its own, it is the chance of one and its variance.
    """

    edge: Fraction
    variance: Fraction


def figures_text(sheets: Mapping[str, Any]) -> str:
    """The file as it must be, from the data of the sheets by their games."""
    found = {game: _of_sheet(game, sheets[game]) for game in _SHEETS}
    return json.dumps(found, indent=2) + "\n"


def _of_sheet(game: str, sheet: Any) -> dict[str, Any]:
    return {
        "rules_digest": sheet["rules_digest"],
        "wagers": {
            wager: {name: str(value) for name, value in _figure(wager, sheet["wagers"][named])._asdict().items()}
            for wager, named in _SHEETS[game].items()
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
    if game not in _SHEETS:
        return frozenset()
    approved = game_named(game).default_settings

    def is_approved(name: str) -> bool:
        return _pay_ratio(getattr(settings, name)) == _pay_ratio(getattr(approved, name))

    return frozenset(wager for wager in _SHEETS[game] if all(map(is_approved, _RESTS_ON[game, wager])))


def _pay_ratio(value: object) -> object:
    """A setting as it pays: 4 to 2 is 2 to 1."""
    if isinstance(value, Odds):
        return Fraction(value.to, value.for_each)
    return {row: _pay_ratio(paid) for row, paid in value.items()} if isinstance(value, Mapping) else value
