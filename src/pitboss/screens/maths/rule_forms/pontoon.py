"""The rules of Pontoon that can be changed to see what they are worth."""

from collections.abc import Mapping

from pitboss.games.pay_text import odds_written
from pitboss.games.pontoon.hands import Pair, Row
from pitboss.games.pontoon.layout import READINGS
from pitboss.odds.pontoon.rules import PontoonRules
from pitboss.screens.maths.what_if import (
    MONEY,
    ODDS,
    WORDS,
    YES_NO,
    Group,
    RuleField,
    pay_fields,
    stake_field,
    written_dollars,
)

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


def _reading(name: str, usual: str) -> RuleField:
    label, ruling, words = _READINGS[name]
    offered = tuple((word, words[word]) for word in READINGS[name][0])
    return RuleField(name, label, WORDS, usual, ruling, is_open=True, words=offered)


def groups(rules: PontoonRules) -> tuple[Group, ...]:
    """All that can be changed in the game."""
    settings, bonus = rules.settings, rules.settings.super_bonus
    decks = tuple((str(count), str(count)) for count in range(3, 9))
    table = (
        RuleField("decks", "Decks", WORDS, str(settings.decks), "PON 2.1[s1]", is_open=True, words=decks),
        stake_field(rules, "Wager", "PON 3.1"),
        *(_reading(name, getattr(settings, name)) for name in _READINGS),
    )
    super_bonus = (
        RuleField("super_bonus.below", "Below its threshold", MONEY, written_dollars(bonus.below), "PON 14.3"),
        RuleField(
            "super_bonus.from_threshold",
            "From its threshold on",
            MONEY,
            written_dollars(bonus.from_threshold),
            "PON 14.3",
        ),
        RuleField("super_bonus.threshold", "Threshold", MONEY, written_dollars(bonus.threshold), "PON 14.3"),
    )
    insurance = RuleField("insurance_pays", "Insurance", ODDS, odds_written(settings.insurance_pays), "PON 7.4")
    study = (
        RuleField("dealer_stands_on_soft_17", "The dealer stands on soft 17", WORDS, "no", "P-01", words=YES_NO),
        RuleField("rescue", "A double may be rescued", WORDS, "yes", "P-10", words=YES_NO),
    )
    rows = {row: row.value for row in Row} | {Row.OTHER: "any other hand that wins"}
    pairs = {pair: pair.value for pair in Pair}
    return (
        Group("Table 1 pays", pay_fields("table_1", settings.table_1, rows=rows)),
        Group("Table", table),
        Group("Perfect Pairs pays", pay_fields("pairs_pay", settings.pairs_pay, rows=pairs)),
        Group("Insurance and Super Bonus", (insurance, *super_bonus)),
        Group("For study", study, "No table of the approved rules may choose these."),
    )
