"""The rules of a sheet in plain words: no key of the data, no cents, no odds with a colon."""

import re

import pytest

from pitboss.odds.par.rule_words import rule_rows
from pitboss.odds.rules import GAMES, read_rules


@pytest.mark.parametrize("game", GAMES)
def test_no_row_is_raw_data(game: str) -> None:
    rows = dict(rule_rows(read_rules(game, sets=["jackpot.wager=5"] if game == "canberra" else [])))
    assert rows["Initial wager"] == "$10"
    for name, value in rows.items():
        assert not re.search(r"_|\d:\d|\[|True|False|None", name + value), name
        assert not re.fullmatch(r"\d{3,}", value), name


def test_money_odds_and_readings() -> None:
    ultimate = dict(rule_rows(read_rules("ultimate")))
    assert ultimate["Maximum payout"] == "$25,000"
    assert ultimate["Blind pays, flush"] == "3 to 2"
    assert ultimate["A fold loses trips"] == "yes"
    pontoon = dict(rule_rows(read_rules("pontoon")))
    assert pontoon["A dealer's Pontoon takes"] == "bust wagers and one more"
    assert pontoon["Super Bonus, threshold"] == "$25"
    assert pontoon["Decks"] == "4"
    canberra = dict(rule_rows(read_rules("canberra", sets=["jackpot.wager=5"])))
    assert canberra["Jackpot, wager"] == "$5"
    assert canberra["Jackpot, percent to the pool"] == "75"
    assert canberra["Least jackpot prize, royal flush"] == "$10,000"
