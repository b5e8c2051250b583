"""The rules a game is computed by: the settings of its table, what is staked, and a few variants for study only.

The same settings run the tables: a changed pay table or reading changes the answer and the game alike. `read_rules`
makes them from what a person writes, such as `blind_pays.flush=2:1`, `trips=50/40/30/9/7/4/3` or `decks=6`.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from difflib import get_close_matches
from fractions import Fraction
from typing import Any

from pitboss.games.canberra.layout import CanberraSettings, JackpotSettings, Prize
from pitboss.games.canberra.layout import settings_error as canberra_error
from pitboss.games.command import cents_in
from pitboss.games.pay_text import NotPaid, pay_from, rows_of, tells_pay
from pitboss.games.pays import Odds
from pitboss.games.play import Cents, Settings
from pitboss.games.pontoon.layout import MAIN, PontoonSettings, SuperBonus
from pitboss.games.pontoon.layout import settings_error as pontoon_error
from pitboss.games.ultimate.layout import ANTE, UltimateSettings
from pitboss.games.ultimate.layout import settings_error as ultimate_error
from pitboss.rulebook.refusal import Refusal


class BadRules(ValueError):
    """Rules that cannot be, in one sentence."""


@dataclass(frozen=True, slots=True)
class UltimateRules:
    """Ultimate Texas Hold-em. `trips_lost_on_fold` is ruling U-A2, which is no setting of a table: False is a study."""

    settings: UltimateSettings = field(default_factory=UltimateSettings)
    stake: Cents = 1000
    trips_lost_on_fold: bool = True


@dataclass(frozen=True, slots=True)
class CanberraRules:
    """Canberra Poker; `stake` is the ante."""

    settings: CanberraSettings = field(default_factory=CanberraSettings)
    stake: Cents = 1000


@dataclass(frozen=True, slots=True)
class PontoonRules:
    """Pontoon. A dealer who stands on soft 17 (P-01) and play without rescue (P-10) are for study."""

    settings: PontoonSettings = field(default_factory=PontoonSettings)
    stake: Cents = 1000
    dealer_stands_on_soft_17: bool = False
    rescue: bool = True


Rules = UltimateRules | CanberraRules | PontoonRules


@dataclass(frozen=True, slots=True)
class _Kind:
    """One game: its rules as they are approved, what refuses settings, and the spot that the stake lies on."""

    approved: Rules
    settings_error: Callable[[Settings], Refusal | None]
    spot: str
    # Short names for what is changed most.
    short: Mapping[str, str]


_KINDS: Mapping[str, _Kind] = {
    "ultimate": _Kind(UltimateRules(), ultimate_error, ANTE, {"blind": "blind_pays", "trips": "trips_pays"}),
    "canberra": _Kind(CanberraRules(), canberra_error, ANTE, {"bet": "bet_pays"}),
    "pontoon": _Kind(PontoonRules(), pontoon_error, MAIN, {"pairs": "pairs_pay", "insurance": "insurance_pays"}),
}
GAMES = tuple(_KINDS)
# Settings that are amounts of money; a person writes dollars.
_MONEY = frozenset(
    (
        *("max_payout", "wager_step", "smallest_float_chip", "prizes"),
        *("pool", "reserve", "wager", "reseed_from_reserve"),
        *("below", "from_threshold", "threshold", "others"),
    )
)
# What has nothing to do with what a game is worth: the room, the shoe, the sign, and how faults are ruled on.
_IRRELEVANT = frozenset(
    (
        *("boxes", "hours", "approval", "shoe", "entry_mode", "advice_holds_for", "decision_seconds"),
        *("absence_is_confirmed", "wager_step", "cutting_card_depth", "boxes_per_player", "wagers_per_box"),
        *("mid_shoe_minimum", "box_max_scope", "burn_on_new_shoe", "jackpot_claim", "up_card"),
        *("dealer_exposed_after_flop", "shoe_fault_after_deal", "show_when_all_fold", "marker_lifts_trips"),
        "deck_colours",
    )
)
# Of the sign only what limits a wager beside the stake; of the jackpot and the bonus what is won by the wager itself.
_SIGN = ("trips", "play", "bet")
_OF_JACKPOT = ("pool", "wager", "to_pool_pct")
_OF_SUPER_BONUS = ("below", "from_threshold", "threshold")


def game_of(rules: Rules) -> str:
    return next(name for name, kind in _KINDS.items() if type(kind.approved) is type(rules))


def read_rules(game: str, *, sets: Iterable[str] = (), decks: int | None = None, stake: Cents | None = None) -> Rules:
    """The approved rules of a game with what is written otherwise; a stake is in cents."""
    kind = _KINDS.get(game)
    if kind is None:
        raise BadRules(f"There is no sheet for {game!r}: the games against the house are {', '.join(GAMES)}.")
    rules = kind.approved
    if decks is not None:
        if not isinstance(rules, PontoonRules):
            raise BadRules(f"{game.capitalize()} is played with one deck: --decks is for pontoon.")
        sets = (*sets, f"decks={decks}")
    for written in sets:
        rules = _change_rule(rules, kind, written)
    wrong = kind.settings_error(rules.settings)
    if wrong:
        raise BadRules(str(wrong))
    if stake is not None:
        _check_stake(rules, kind, stake)
        rules = replace(rules, stake=stake)
    return rules


def _check_stake(rules: Rules, kind: _Kind, stake: Cents) -> None:
    limit = rules.settings.limits[kind.spot]
    if not limit.least <= stake <= limit.most or stake % rules.settings.wager_step:
        step = rules.settings.wager_step
        raise BadRules(
            f"The stake is {_dollars(limit.least)} to {_dollars(limit.most)} in steps of {_dollars(step)},"
            f" not {_dollars(stake)}."
        )


def _change_rule(rules: Rules, kind: _Kind, written: str) -> Rules:
    name, equals, text = (part.strip() for part in written.partition("="))
    if not equals or not name or not text:
        raise BadRules(f"{written!r} is not a change of the rules: write name=value.")
    # As it is written in files, or as people are told it: double_aces, double aces.
    head, _, part = "_".join(name.split()).partition(".")
    head = kind.short.get(head, head)
    if not part and head != "settings" and head in {each.name for each in fields(rules)} - {"stake"}:
        return replace(rules, **{head: _flag(head, text)})  # type: ignore[arg-type]
    settings = rules.settings
    known = [each.name for each in fields(settings) if each.name not in ("limits", "hours", "approval")]
    if head not in known:
        raise BadRules(_unknown(head, rules, kind))
    try:
        value = _value(head, part, text, getattr(settings, head))
    except NotPaid as wrong:
        raise BadRules(str(wrong)) from None
    return replace(rules, settings=replace(settings, **{head: value}))  # type: ignore[arg-type]


def _unknown(name: str, rules: Rules, kind: _Kind) -> str:
    """Names the one that may be meant, or all that a sheet depends on."""
    study = [each.name for each in fields(rules) if each.name not in ("settings", "stake")]
    known = [each.name for each in fields(rules.settings) if each.name not in (*_IRRELEVANT, "limits")]
    near = get_close_matches(name, [*known, *study, *kind.short], n=1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join([*known, *study])}."
    return f"There is no setting {name!r} in {game_of(rules)}: {hint}"


def _value(name: str, part: str, text: str, now: Any) -> Any:
    if name == "jackpot":
        return _jackpot(part, text, now or JackpotSettings())
    if tells_pay(name, now):
        if isinstance(now, Odds):
            return pay_from(name, now, text)
        if part:
            return pay_from(name, now, {part: _read_pay(name, part, text, now)})
        return pay_from(name, now, _whole_table(name, text, now))
    if part:
        raise BadRules(f"The setting {name} has no parts: write {name}=value.")
    if isinstance(now, bool):
        return _flag(name, text)
    if isinstance(now, int) or now is None:
        return _cents(name, text) if name in _MONEY else _whole(name, text)
    return "_".join(text.split())


def _jackpot(part: str, text: str, now: JackpotSettings) -> JackpotSettings:
    """CAN 10.6[s1]: what goes to one pool says what goes to the other."""
    names = [each.name for each in fields(now)]
    if part not in names:
        raise BadRules(f"The jackpot has no {part!r}: write jackpot.wager=5, with one of {', '.join(names)}.")
    if isinstance(getattr(now, part), int):
        name = f"jackpot.{part}"
        value: Any = _cents(name, text) if part in _MONEY else _whole(name, text)
    else:
        value = text
    other = {"to_pool_pct": "to_reserve_pct", "to_reserve_pct": "to_pool_pct"}.get(part)
    return replace(now, **{part: value, **({other: 100 - value} if other else {})})


def _read_pay(name: str, part: str, text: str, now: Any) -> object:
    """Odds as they are written, or an amount."""
    is_amount = is_dataclass(now) or not isinstance(next(iter(now.values())), Odds)
    return _cents(f"{name}.{part}", text) if is_amount else text


def _whole_table(name: str, text: str, now: Any) -> dict[str, str]:
    """A pay table from its highest row down, such as 25/12/6."""
    rows = rows_of(now)
    if is_dataclass(now) or not isinstance(next(iter(now.values())), Odds):
        raise BadRules(f"The setting {name} is changed by its parts: {', '.join(f'{name}.{row}' for row in rows)}.")
    paid = [row for row in rows if rows[row] in now]
    paid.sort(key=lambda row: now[rows[row]].to / now[rows[row]].for_each, reverse=True)
    given = [odds.strip() for odds in text.split("/")]
    if len(given) != len(paid):
        raise BadRules(f"The setting {name} has {len(paid)} rows, from {paid[0]} to {paid[-1]}, not {len(given)}.")
    return dict(zip(paid, given, strict=True))


def _flag(name: str, text: str) -> bool:
    words = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
    if text.lower() not in words:
        raise BadRules(f"The setting {name} is true or false, not {text!r}.")
    return words[text.lower()]


def _whole(name: str, text: str) -> int:
    """With its sign, so that the rules themselves say which numbers they allow."""
    digits = text.removeprefix("-")
    if not digits.isascii() or not digits.isdecimal():
        raise BadRules(f"The setting {name} is a whole number, not {text!r}.")
    if len(digits) > 12:
        raise BadRules(f"The setting {name} cannot have {len(digits)} digits.")
    return int(text)


def _cents(name: str, text: str) -> Cents:
    """Dollars with cents or without, such as $1,000 or 2.50."""
    digits = sum(map(str.isdecimal, text))
    if digits > 15:
        raise BadRules(f"The setting {name} cannot have {digits} digits.")
    cents = cents_in(text, most_digits=15)
    if cents is None:
        raise BadRules(f"The setting {name} is an amount in dollars, such as 25 or 2.50, not {text!r}.")
    return cents


def dollars_from(text: str) -> Cents:
    """A stake as a person writes it, in cents."""
    try:
        return _cents("stake", text)
    except BadRules as wrong:
        raise BadRules(str(wrong).replace("The setting stake", "The stake")) from None


def _dollars(amount: Cents) -> str:
    return f"${amount / 100:,.2f}"


def rule_data(rules: Rules) -> dict[str, Any]:
    """All that the answer depends on, as plain data: pay tables, readings, decks, stake and variants."""
    settings = {
        each.name: _plain(each.name, getattr(rules.settings, each.name))
        for each in fields(rules.settings)
        if each.name not in _IRRELEVANT
    }
    if isinstance(rules, PontoonRules):
        # Pontoon knows no maximum payout.
        del settings["max_payout"], settings["max_payout_scope"]
    study = {each.name: getattr(rules, each.name) for each in fields(rules) if each.name != "settings"}
    return {"game": game_of(rules), **study, "settings": settings}


def _plain(name: str, value: Any) -> Any:
    if isinstance(value, Odds):
        ratio = Fraction(value.to, value.for_each)
        return f"{ratio.numerator}:{ratio.denominator}"
    if name == "limits":
        return {spot: list(value[spot]) for spot in _SIGN if spot in value}
    if isinstance(value, JackpotSettings):
        return {part: getattr(value, part) for part in _OF_JACKPOT}
    if isinstance(value, SuperBonus):
        return {part: getattr(value, part) for part in _OF_SUPER_BONUS}
    if isinstance(value, Mapping):
        return {row.name.lower(): _plain(name, paid) for row, paid in value.items()}
    return value.least if isinstance(value, Prize) else value


def digest(rules: Rules) -> str:
    """SHA-256 of the rule data, so that a sheet says which rules it was computed from."""
    text = json.dumps(rule_data(rules), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
