"""What a sheet tries on the rules: real clauses, rules that a table or a study may have, one thing at a time."""

from dataclasses import fields

import pytest

from pitboss.games.canberra.layout import settings_error as canberra_error
from pitboss.games.pontoon.layout import settings_error as pontoon_error
from pitboss.games.ultimate.layout import settings_error as ultimate_error
from pitboss.odds.canberra.rules import CanberraRules
from pitboss.odds.par.changes import changes_of
from pitboss.odds.rules import GAMES, Rules, digest, read_rules
from pitboss.odds.ultimate.rules import UltimateRules
from pitboss.rulebook.book import ASKS_FOR_A_RULING, rulebook


def refusal(rules: Rules) -> object:
    if isinstance(rules, UltimateRules):
        return ultimate_error(rules.settings)
    return canberra_error(rules.settings) if isinstance(rules, CanberraRules) else pontoon_error(rules.settings)


def parts(rules: Rules) -> dict[str, object]:
    """Everything that could be otherwise, by name."""
    settings = {each.name: getattr(rules.settings, each.name) for each in fields(rules.settings)}
    return settings | {each.name: getattr(rules, each.name) for each in fields(rules) if each.name != "settings"}


@pytest.mark.parametrize("game", GAMES)
def test_each_change_is_one_thing_that_may_be(game: str) -> None:
    rules = read_rules(game)
    changes = changes_of(rules)
    assert len(changes) >= 10
    assert len({change.label for change in changes}) == len(changes)
    for change in changes:
        before, after = parts(rules), parts(change.rules)
        assert sum(before[name] != after[name] for name in before) == 1, change.label
        assert refusal(change.rules) is None, change.label
        assert digest(change.rules) != digest(rules), change.label


@pytest.mark.parametrize("game", GAMES)
def test_each_change_names_a_clause_or_a_ruling(game: str) -> None:
    book = rulebook()
    for change in changes_of(read_rules(game)):
        if ASKS_FOR_A_RULING.fullmatch(change.clause):
            assert book.ruling(change.clause)
        else:
            assert book.family(change.clause)


def test_what_a_game_has_already_is_left_out() -> None:
    labels = {change.label for change in changes_of(read_rules("pontoon", decks=6))}
    assert "4 decks" in labels
    assert "6 decks" not in labels
    assert "Dealer stands on soft 17" in labels
    studied = {change.label for change in changes_of(read_rules("pontoon", sets=["dealer_stands_on_soft_17=yes"]))}
    assert "Dealer draws on soft 17" in studied
    kind = {change.label for change in changes_of(read_rules("ultimate", sets=["trips=50/40/30/9/7/4/3"]))}
    assert "Trips pays 50, 40, 30, 9, 7, 4, 3" not in kind


def test_caps_are_tried_only_above_the_stake() -> None:
    labels = [change.label for change in changes_of(read_rules("ultimate", stake=30_000))]
    assert [label for label in labels if label.startswith("Ante of")] == [
        "Ante of $500, blind paid no more than $25,000"
    ]
