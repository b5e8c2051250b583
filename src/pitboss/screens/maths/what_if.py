"""What if a rule were another: the rules that can be changed, with what they are now, and the question they make.

The names are those of `./pit par --set`, and values are written as there.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from pitboss.games.canberra.layout import JackpotSettings
from pitboss.games.pay_text import UNPAID, odds_written
from pitboss.games.pays import Odds
from pitboss.games.play import Cents
from pitboss.games.pontoon.hands import Pair, Row
from pitboss.games.pontoon.layout import READINGS
from pitboss.odds.rules import (
    BadRules,
    CanberraRules,
    PontoonRules,
    Rules,
    UltimateRules,
    digest,
    dollars_from,
    read_rules,
)

STAKE = "stake"
LONGEST = 40
LONG_WORDS = 10
ODDS, MONEY, PERCENT, WORDS = "odds", "money", "percent", "words"
_YES_NO = (("yes", "yes"), ("no", "no"))
_SETTING = re.compile(r"^The (setting \S+|stake)")


class Field(NamedTuple):
    """A rule that can be changed. `is_open` where the approved document leaves it to the casino or to a ruling.

    `words` are what can be chosen, each with its meaning, where nothing else can be written.
    """

    name: str
    label: str
    kind: str
    usual: str
    clause: str
    is_open: bool = False
    words: tuple[tuple[str, str], ...] = ()

    @property
    def is_long(self) -> bool:
        """Whether what can be chosen takes a long line to say."""
        return any(len(meaning) > LONG_WORDS for _, meaning in self.words)

    def value_words(self, text: str) -> str:
        """A value as people say it."""
        if self.kind == MONEY:
            return f"${_dollars(dollars_from(text))}"
        if self.kind == ODDS:
            to, _, for_each = text.replace("to", ":").partition(":")
            return "not paid" if text == UNPAID else f"{to.strip()} to {for_each.strip() or 1}"
        return dict(self.words).get(text, f"{text}%")


class Group(NamedTuple):
    title: str
    fields: tuple[Field, ...]
    note: str = ""


class Change(NamedTuple):
    field: Field
    text: str

    @property
    def value_words(self) -> str:
        return self.field.value_words(self.text)


class Question(NamedTuple):
    """Rules of a game that differ from the approved ones in these changes, or in nothing."""

    rules: Rules
    changes: tuple[Change, ...]

    @property
    def leaves_document(self) -> bool:
        """Whether the approved document would have to be changed for it."""
        return not all(change.field.is_open for change in self.changes)


class Wrong(NamedTuple):
    """What is wrong with what was written: one sentence for each field that has something wrong."""

    sentences: Mapping[str, str]


def read_question(game: str, written: Mapping[str, str]) -> Question | Wrong:
    """The question that a form asks; fields that are not in it are as usual."""
    changes: list[Change] = []
    sentences: dict[str, str] = {}
    for field in (field for group in groups(game) for field in group.fields):
        text = written.get(field.name, field.usual).strip()
        if text == field.usual:
            continue
        rules = _rules(game, field, text)
        if isinstance(rules, str):
            sentences[field.name] = rules
        elif field.value_words(text) != field.value_words(field.usual) and digest(rules) != digest(read_rules(game)):
            changes.append(Change(field, text))
    if sentences:
        return Wrong(sentences)
    return _together(game, tuple(changes))


def _together(game: str, changes: tuple[Change, ...]) -> Question | Wrong:
    """All changes at once: what each of them allows, another may not."""
    sets = [f"{change.field.name}={change.text}" for change in changes if change.field.name != STAKE]
    stakes = [dollars_from(change.text) for change in changes if change.field.name == STAKE]
    try:
        return Question(read_rules(game, sets=sets, stake=stakes[0] if stakes else None), changes)
    except BadRules as bad:
        return Wrong({changes[-1].field.name: str(bad)})


def _rules(game: str, field: Field, text: str) -> Rules | str:
    """The rules with one change, or what is wrong with it in one sentence."""
    if not text:
        return f"Write what it is to be; now it is {field.value_words(field.usual)}."
    if len(text) > LONGEST:
        return f"Write {LONGEST} characters at most."
    if field.words and text not in dict(field.words):
        return f"Choose one of these: {', '.join(dict(field.words).values())}."
    try:
        if field.name == STAKE:
            return read_rules(game, stake=dollars_from(text))
        return read_rules(game, sets=[f"{field.name}={text}"])
    except BadRules as bad:
        return _SETTING.sub("This", str(bad))


@cache
def groups(game: str) -> tuple[Group, ...]:
    """All that can be changed in a game."""
    rules = read_rules(game)
    if isinstance(rules, UltimateRules):
        return _of_ultimate(rules)
    return _of_canberra(rules) if isinstance(rules, CanberraRules) else _of_pontoon(rules)


def _dollars(cents: Cents) -> str:
    return f"{cents // 100:,}.{cents % 100:02}"


def _pays(name: str, table: Mapping[Any, Odds], *, rows: Mapping[Any, str] | None = None) -> tuple[Field, ...]:
    """The rows of a pay table."""
    return tuple(
        Field(f"{name}.{row.name.lower()}", _row(row, rows), ODDS, odds_written(odds), odds.clause)
        for row, odds in table.items()
    )


def _row(row: Any, words: Mapping[Any, str] | None) -> str:
    told = (words or {}).get(row) or row.name.lower().replace("_", " ")
    return str(told[:1].upper() + told[1:])


def _stake(rules: Rules, label: str, clause: str) -> Field:
    return Field(STAKE, label, MONEY, _dollars(rules.stake), clause, is_open=True)


def _of_ultimate(rules: UltimateRules) -> tuple[Group, ...]:
    settings = rules.settings
    most = Field("max_payout", "Maximum payout", MONEY, _dollars(settings.max_payout), "UTH 10.1 note **", is_open=True)
    covers = Field("cap_includes_trips", "It covers trips too", WORDS, "no", "U-A10", is_open=True, words=_YES_NO)
    fold = Field("trips_lost_on_fold", "A fold loses trips", WORDS, "yes", "U-A2", words=_YES_NO)
    return (
        Group("Blind pays", _pays("blind_pays", settings.blind_pays)),
        Group("Trips pays", _pays("trips_pays", settings.trips_pays)),
        Group("Table", (_stake(rules, "Ante", "UTH 5.1"), most, covers)),
        Group("For study", (fold,), "No table of the approved rules may choose this."),
    )


def _of_canberra(rules: CanberraRules) -> tuple[Group, ...]:
    settings, jackpot = rules.settings, JackpotSettings()
    most = Field("max_payout", "Maximum payout", MONEY, _dollars(settings.max_payout), "CAN 8.2", is_open=True)
    meter = (
        Field("jackpot.pool", "On the meter", MONEY, _dollars(jackpot.pool), "CAN 10.6[s1]", is_open=True),
        Field("jackpot.wager", "Jackpot wager", MONEY, _dollars(jackpot.wager), "CAN 10.6[s2]", is_open=True),
        Field(
            "jackpot.to_pool_pct", "Part that goes to the pool", PERCENT, str(jackpot.to_pool_pct), "C-A5", is_open=True
        ),
    )
    prizes = tuple(
        Field(f"prizes.{_row_name(row)}", _row(row, None), MONEY, _dollars(prize.least), prize.clause)
        for row, prize in settings.prizes.items()
    )
    return (
        Group("Bet pays", _pays("bet_pays", settings.bet_pays)),
        Group("Table", (_stake(rules, "Ante", "CAN 3.1"), most)),
        Group("Jackpot", meter),
        Group("Jackpot prizes, at least", prizes),
    )


def _row_name(row: Any) -> str:
    return str(row.name.lower())


# Readings that change what Pontoon is worth: what they are about, their ruling, and the meaning of each word.
_READINGS: Mapping[str, tuple[str, str, Mapping[str, str]]] = {
    "double_aces": (
        "Aces in a double",
        "P-02",
        {
            "first_two_one": "count one among the first two cards",
            "all_held_one": "count one if held, not if drawn",
            "all_one": "always count one",
            "soft": "stay one or eleven",
        },
    ),
    "double_odds_scope": ("A double cuts the odds of", "P-06", {"hand": "its own hand", "box": "its whole box"}),
    "split_bonus": ("Table 1 for split hands", "P-07", {"on": "yes", "off": "no"}),
    "dealer_pontoon_collects": (
        "A dealer's Pontoon takes",
        "P-09",
        {
            "bb_plus_1": "bust wagers and one more",
            "original_only": "the original wager only",
            "all_live": "every wager still in play",
        },
    ),
}


def _reading(name: str, usual: str) -> Field:
    label, ruling, words = _READINGS[name]
    offered = tuple((word, words[word]) for word in READINGS[name][0])
    return Field(name, label, WORDS, usual, ruling, is_open=True, words=offered)


def _of_pontoon(rules: PontoonRules) -> tuple[Group, ...]:
    settings, bonus = rules.settings, rules.settings.super_bonus
    decks = tuple((str(count), str(count)) for count in range(3, 9))
    table = (
        Field("decks", "Decks", WORDS, str(settings.decks), "PON 2.1[s1]", is_open=True, words=decks),
        _stake(rules, "Wager", "PON 3.1"),
        *(_reading(name, getattr(settings, name)) for name in _READINGS),
    )
    super_bonus = (
        Field("super_bonus.below", "Below its threshold", MONEY, _dollars(bonus.below), "PON 14.3"),
        Field("super_bonus.from_threshold", "From its threshold on", MONEY, _dollars(bonus.from_threshold), "PON 14.3"),
        Field("super_bonus.threshold", "Threshold", MONEY, _dollars(bonus.threshold), "PON 14.3"),
    )
    insurance = Field("insurance_pays", "Insurance", ODDS, odds_written(settings.insurance_pays), "PON 7.4")
    study = (
        Field("dealer_stands_on_soft_17", "The dealer stands on soft 17", WORDS, "no", "P-01", words=_YES_NO),
        Field("rescue", "A double may be rescued", WORDS, "yes", "P-10", words=_YES_NO),
    )
    rows = {row: row.value for row in Row} | {Row.OTHER: "any other hand that wins"}
    pairs = {pair: pair.value for pair in Pair}
    return (
        Group("Table 1 pays", _pays("table_1", settings.table_1, rows=rows)),
        Group("Table", table),
        Group("Perfect Pairs pays", _pays("pairs_pay", settings.pairs_pay, rows=pairs)),
        Group("Insurance and Super Bonus", (insurance, *super_bonus)),
        Group("For study", study, "No table of the approved rules may choose these."),
    )
