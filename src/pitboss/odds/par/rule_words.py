"""The rule data of a sheet in plain words: dollars for cents, "3 to 2" for odds, and a name for every reading."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pitboss.games.play import dollars
from pitboss.odds.par.games import game_sheet
from pitboss.odds.rules import Rules, rule_data

# Names that say more than the key of the data; any other key is its own words.
_NAMES: Mapping[str, str] = {
    "stake": "Initial wager",
    "trips_lost_on_fold": "A fold loses trips",
    "max_payout": "Maximum payout",
    "max_payout_scope": "The maximum payout is counted",
    "cap_includes_trips": "The maximum payout includes trips",
    "limits": "Limits",
    "to_pool_pct": "percent to the pool",
    "prizes": "Least jackpot prize",
    "smallest_float_chip": "Smallest chip of the float",
    "perfect_pairs": "Perfect Pairs is offered",
    "rescue": "A double may be rescued",
    "double_aces": "Aces in a double",
    "double_odds_scope": "A double cuts the odds of",
    "split_bonus": "Table 1 for split hands",
    "super_bonus_after_mixed_split": "Super Bonus after mixed sevens are split",
    "dealer_pontoon_collects": "A dealer's Pontoon takes",
    "table_1": "Table 1",
    "super_bonus": "Super Bonus",
    "below": "below its threshold",
    "from_threshold": "from its threshold on",
    "others": "every other player",
    "mixed_678": "6-7-8 mixed",
    "suited_678": "6-7-8 of one suit",
    "spades_678": "6-7-8 in spades",
    "mixed_777": "7-7-7 mixed",
    "suited_777": "7-7-7 of one suit",
    "spades_777": "7-7-7 in spades",
}
_READINGS: Mapping[str, str] = {
    "first_two_one": "count one among the first two cards",
    "all_held_one": "count one if held, not if drawn",
    "all_one": "always count one",
    "soft": "stay one or eleven",
    "bb_plus_1": "bust wagers and one more",
    "original_only": "the original wager only",
    "all_live": "every wager still in play",
    "hand": "its own hand",
    "box": "its whole box",
    "on": "yes",
    "off": "no",
    "exact": "none, exact to the cent",
}
_MONEY = ("stake", "max_payout", "smallest_float_chip", "prizes", "limits", "pool", "wager", "super_bonus", "reserve")
_ODDS = re.compile(r"(\d+):(\d+)")


def rule_rows(rules: Rules) -> Iterator[tuple[str, str]]:
    """Every rule that the figures depend on: what it is called, and what it says."""
    data = rule_data(rules)
    yield "Game", game_sheet(rules.game).title
    yield from _rows((), {name: value for name, value in data.items() if name != "game"})


def _rows(path: tuple[str, ...], data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in data.items():
        if isinstance(value, Mapping):
            yield from _rows(path if name == "settings" else (*path, name), value)
        else:
            yield _rule_name((*path, name)), _value_words((*path, name), value)


def _rule_name(path: tuple[str, ...]) -> str:
    words = ", ".join(_NAMES.get(name, name.replace("_", " ")) for name in path)
    return words[:1].upper() + words[1:]


def _value_words(path: tuple[str, ...], value: object) -> str:
    """Dollars where the rule or the table that it is a row of is money."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return " to ".join(_value_words(path, part) for part in value)
    if isinstance(value, int):
        return dollars(value) if {*path} & {*_MONEY} and path[-1] != "to_pool_pct" else f"{value:,}"
    if value is None:
        return "none"
    odds = _ODDS.fullmatch(str(value))
    if odds:
        return f"{odds[1]} to {odds[2]}"
    return _READINGS.get(str(value), str(value).replace("_", " "))
