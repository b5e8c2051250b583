"""Questions about changed rules: the rules that can be changed, their present values, and the question they make.

The names are those of `./pit par --set`, and values are written as there.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from pitboss.games.pay_text import UNPAID, odds_written
from pitboss.games.pays import Odds
from pitboss.games.play import Cents
from pitboss.kits import kit_of
from pitboss.odds.rules import BadRules, Rules, digest, dollars_from, read_rules

STAKE = "stake"
LONGEST = 40
LONG_WORDS = 10
ODDS, MONEY, PERCENT, WORDS = "odds", "money", "percent", "words"
YES_NO = (("yes", "yes"), ("no", "no"))
_SETTING = re.compile(r"^The (setting \S+|stake)")


class RuleField(NamedTuple):
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
            return f"${written_dollars(dollars_from(text))}"
        if self.kind == ODDS:
            to, _, for_each = text.replace("to", ":").partition(":")
            return "not paid" if text == UNPAID else f"{to.strip()} to {for_each.strip() or 1}"
        return dict(self.words).get(text, f"{text}%")


class Group(NamedTuple):
    title: str
    fields: tuple[RuleField, ...]
    note: str = ""


class FieldChange(NamedTuple):
    field: RuleField
    text: str

    @property
    def value_words(self) -> str:
        return self.field.value_words(self.text)


class Question(NamedTuple):
    """Rules of a game that differ from the approved ones in these changes, or in nothing."""

    rules: Rules
    changes: tuple[FieldChange, ...]

    @property
    def leaves_document(self) -> bool:
        """Whether the approved document would have to be changed for it."""
        return not all(change.field.is_open for change in self.changes)


class QuestionFaults(NamedTuple):
    """Faults of a question: one sentence for each field that is wrong."""

    sentences: Mapping[str, str]


def read_question(game: str, written: Mapping[str, str]) -> Question | QuestionFaults:
    """The question that a form asks; fields that are not in it are as usual."""
    changes: list[FieldChange] = []
    sentences: dict[str, str] = {}
    for field in (field for group in groups(game) for field in group.fields):
        text = written.get(field.name, field.usual).strip()
        if text == field.usual:
            continue
        rules = _rules(game, field, text)
        if isinstance(rules, str):
            sentences[field.name] = rules
        elif field.value_words(text) != field.value_words(field.usual) and digest(rules) != digest(read_rules(game)):
            changes.append(FieldChange(field, text))
    if sentences:
        return QuestionFaults(sentences)
    return _together(game, tuple(changes))


def _together(game: str, changes: tuple[FieldChange, ...]) -> Question | QuestionFaults:
    """All changes at once: what each of them allows, another may not."""
    sets = [f"{change.field.name}={change.text}" for change in changes if change.field.name != STAKE]
    stakes = [dollars_from(change.text) for change in changes if change.field.name == STAKE]
    try:
        return Question(read_rules(game, sets=sets, stake=stakes[0] if stakes else None), changes)
    except BadRules as bad:
        return QuestionFaults({changes[-1].field.name: str(bad)})


def _rules(game: str, field: RuleField, text: str) -> Rules | str:
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
    found: tuple[Group, ...] = kit_of(game).load("what_if")(rules)
    return found


def written_dollars(cents: Cents) -> str:
    return f"{cents // 100:,}.{cents % 100:02}"


def pay_fields(name: str, table: Mapping[Any, Odds], *, rows: Mapping[Any, str] | None = None) -> tuple[RuleField, ...]:
    """The rows of a pay table."""
    return tuple(
        RuleField(f"{name}.{row.name.lower()}", row_words(row, rows), ODDS, odds_written(odds), odds.clause)
        for row, odds in table.items()
    )


def row_words(row: Any, words: Mapping[Any, str] | None) -> str:
    told = (words or {}).get(row) or row.name.lower().replace("_", " ")
    return str(told[:1].upper() + told[1:])


def stake_field(rules: Rules, label: str, clause: str) -> RuleField:
    return RuleField(STAKE, label, MONEY, written_dollars(rules.stake), clause, is_open=True)
