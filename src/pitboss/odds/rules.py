"""The rules a game is computed by: the settings of its table, what is staked, and a few variants for study only.

The same settings run the tables: a changed pay table or reading changes the answer and the game alike. `read_rules`
makes them from what a person writes, such as `blind_pays.flush=2:1`, `trips=50/40/30/9/7/4/3` or `decks=6`.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from difflib import get_close_matches
from fractions import Fraction
from typing import Any, ClassVar, Generic, TypeVar

from pitboss.games.command import cents_in
from pitboss.games.frozen import Frozen
from pitboss.games.pay_text import NotPaid, pay_from, rows_of, tells_pay
from pitboss.games.pays import Odds
from pitboss.games.play import Cents, HouseSettings
from pitboss.kits import game_named, games, kit_of

R = TypeVar("R")
P = TypeVar("P")


class BadRules(ValueError):
    """Rules that cannot be, in one sentence."""


@dataclass(frozen=True, slots=True)
class Rules:
    """A game with its settings and the stake on its first spot, in cents; each game has a class of its own.

    `spot` is where the stake lies, `short` has names for what is changed most, `parts` those parts of a setting that
    what the game is worth depends on, and `irrelevant` settings that it has and does not depend on.
    """

    settings: HouseSettings
    stake: Cents = 1000
    game: ClassVar[str]
    spot: ClassVar[str]
    short: ClassVar[Mapping[str, str]]
    parts: ClassVar[Mapping[str, tuple[str, ...]]] = Frozen()
    irrelevant: ClassVar[tuple[str, ...]] = ()


@dataclass(frozen=True, slots=True)
class Strategy(Generic[R, P]):
    """A way to play: its title, what a person would say of it, and how it plays by given rules."""

    title: str
    words: str
    play: Callable[[R], P]


GAMES = tuple(name for name in games() if kit_of(name).odds)
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
# Of the sign only what limits a wager beside the stake.
_SIGN = ("trips", "play", "bet")


def read_rules(game: str, *, sets: Iterable[str] = (), decks: int | None = None, stake: Cents | None = None) -> Rules:
    """The approved rules of a game with what is written otherwise; a stake is in cents."""
    if game not in GAMES:
        raise BadRules(f"There is no sheet for {game!r}: the games against the house are {', '.join(GAMES)}.")
    rules: Rules = kit_of(game).solve("rules:APPROVED")
    if decks is not None:
        if not hasattr(rules.settings, "decks"):
            raise BadRules(f"{game.capitalize()} is played with one deck: --decks is for pontoon.")
        sets = (*sets, f"decks={decks}")
    for written in sets:
        rules = _change_rule(rules, written)
    wrong = game_named(game).settings_error(rules.settings)
    if wrong:
        raise BadRules(str(wrong))
    if stake is not None:
        _check_stake(rules, stake)
        rules = replace(rules, stake=stake)
    return rules


def _check_stake(rules: Rules, stake: Cents) -> None:
    limit = rules.settings.limits[rules.spot]
    if not limit.least <= stake <= limit.most or stake % rules.settings.wager_step:
        step = rules.settings.wager_step
        raise BadRules(
            f"The stake is {_dollars(limit.least)} to {_dollars(limit.most)} in steps of {_dollars(step)},"
            f" not {_dollars(stake)}."
        )


def _change_rule(rules: Rules, written: str) -> Rules:
    name, equals, text = (part.strip() for part in written.partition("="))
    if not equals or not name or not text:
        raise BadRules(f"{written!r} is not a change of the rules: write name=value.")
    # As it is written in files, or as people are told it: double_aces, double aces.
    head, _, part = "_".join(name.split()).partition(".")
    head = rules.short.get(head, head)
    if not part and head != "settings" and head in {each.name for each in fields(rules)} - {"stake"}:
        return replace(rules, **{head: _flag(head, text)})  # type: ignore[arg-type]
    settings = rules.settings
    known = [each.name for each in fields(settings) if each.name not in ("limits", "hours", "approval")]
    if head not in known:
        raise BadRules(_unknown(head, rules))
    try:
        value = _value(rules, head, part, text)
    except NotPaid as wrong:
        raise BadRules(str(wrong)) from None
    return replace(rules, settings=replace(settings, **{head: value}))


def _unknown(name: str, rules: Rules) -> str:
    """Names the one that may be meant, or all that a sheet depends on."""
    study = [each.name for each in fields(rules) if each.name not in ("settings", "stake")]
    known = [each.name for each in fields(rules.settings) if each.name not in (*_IRRELEVANT, "limits")]
    near = get_close_matches(name, [*known, *study, *rules.short], n=1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join([*known, *study])}."
    return f"There is no setting {name!r} in {rules.game}: {hint}"


def _value(rules: Rules, name: str, part: str, text: str) -> Any:
    now = getattr(rules.settings, name)
    if name in game_named(rules.game).nested_settings:
        return _pool_share(name, part, text, now or game_named(rules.game).nested_settings[name]())
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


def _pool_share(of: str, part: str, text: str, now: Any) -> Any:
    """CAN 10.6[s1]: what goes to one pool of a jackpot says what goes to the other."""
    names = [each.name for each in fields(now)]
    if part not in names:
        raise BadRules(f"The {of} has no {part!r}: write {of}.wager=5, with one of {', '.join(names)}.")
    if isinstance(getattr(now, part), int):
        name = f"{of}.{part}"
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
        each.name: _plain(rules, each.name, getattr(rules.settings, each.name))
        for each in fields(rules.settings)
        if each.name not in _IRRELEVANT and each.name not in rules.irrelevant
    }
    study = {each.name: getattr(rules, each.name) for each in fields(rules) if each.name != "settings"}
    return {"game": rules.game, **study, "settings": settings}


def _plain(rules: Rules, name: str, value: Any) -> Any:
    if isinstance(value, Odds):
        ratio = Fraction(value.to, value.for_each)
        return f"{ratio.numerator}:{ratio.denominator}"
    if name == "limits":
        return {spot: list(value[spot]) for spot in _SIGN if spot in value}
    if name in rules.parts and value is not None:
        return {part: getattr(value, part) for part in rules.parts[name]}
    if isinstance(value, Mapping):
        return {row.name.lower(): _plain(rules, name, paid) for row, paid in value.items()}
    return getattr(value, "least", value)


def digest(rules: Rules) -> str:
    """SHA-256 of the rule data, so that a sheet says which rules it was computed from."""
    text = json.dumps(rule_data(rules), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
