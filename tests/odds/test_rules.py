"""The rules of a computation as a person writes them, and the digest that tells which they were."""

from dataclasses import replace
from fractions import Fraction

import pytest

from pitboss.cards.order import Category
from pitboss.games.canberra.layout import JackpotSettings
from pitboss.games.frozen import Frozen
from pitboss.games.play import Limit
from pitboss.games.pontoon.hands import Pair, Row
from pitboss.odds.canberra.rules import CanberraRules
from pitboss.odds.pontoon.rules import PontoonRules
from pitboss.odds.rules import BadRules, digest, dollars_from, read_rules, rule_data
from pitboss.odds.ultimate.rules import UltimateRules


def test_nothing_written_gives_the_approved_rules() -> None:
    assert read_rules("ultimate") == UltimateRules()
    assert read_rules("canberra") == CanberraRules()
    assert read_rules("pontoon") == PontoonRules()
    assert [read_rules(name).game for name in ("ultimate", "pontoon")] == ["ultimate", "pontoon"]


def test_one_row_of_a_pay_table() -> None:
    rules = read_rules("ultimate", sets=["blind_pays.flush=2 to 1", "trips.three_of_a_kind=none"])
    assert isinstance(rules, UltimateRules)
    assert (rules.settings.blind_pays[Category.FLUSH].to, rules.settings.blind_pays[Category.FLUSH].for_each) == (2, 1)
    assert Category.THREE_OF_A_KIND not in rules.settings.trips_pays
    assert rules.settings.blind_pays[Category.STRAIGHT] == UltimateRules().settings.blind_pays[Category.STRAIGHT]


def test_a_whole_pay_table_from_the_highest_row_down() -> None:
    pontoon = read_rules("pontoon", sets=["pairs=30/10/5"])
    assert isinstance(pontoon, PontoonRules)
    assert {pair: odds.to for pair, odds in pontoon.settings.pairs_pay.items()} == {
        Pair.PERFECT: 30,
        Pair.COLOURED: 10,
        Pair.MIXED: 5,
    }
    ultimate = read_rules("ultimate", sets=["blind=500/50/10/3/3:2/1"])
    assert ultimate == UltimateRules()


def test_readings_decks_amounts_and_studies() -> None:
    rules = read_rules("pontoon", sets=["double_aces=soft", "rescue=off", "super_bonus.below=2,000"], decks=6)
    assert isinstance(rules, PontoonRules)
    assert (rules.settings.decks, rules.settings.double_aces, rules.rescue) == (6, "soft", False)
    assert rules.settings.super_bonus.below == 200_000
    table_1 = read_rules("pontoon", sets=["table_1.suited_678=5:2"]).settings.table_1  # type: ignore[attr-defined]
    assert Fraction(table_1[Row.SUITED_678].to, table_1[Row.SUITED_678].for_each) == Fraction(5, 2)
    canberra = read_rules("canberra", sets=["jackpot.pool=$123,456.78", "jackpot.to_pool_pct=60", "prizes.flush=75"])
    assert isinstance(canberra, CanberraRules)
    assert canberra.settings.jackpot is not None
    assert (canberra.settings.jackpot.pool, canberra.settings.jackpot.to_reserve_pct) == (12_345_678, 40)
    assert canberra.settings.prizes[Category.FLUSH].least == 7500


def test_a_reading_is_set_in_the_words_in_which_it_is_told() -> None:
    told, written = (
        read_rules("pontoon", sets=[each]) for each in ("double aces = all held one", "double_aces=all_held_one")
    )
    assert told == written != read_rules("pontoon")


@pytest.mark.parametrize(
    ("game", "sets", "sentence"),
    [
        ("roulette", [], "There is no sheet for 'roulette'"),
        ("ultimate", ["flush"], "write name=value"),
        ("ultimate", ["=3"], "write name=value"),
        ("ultimate", ["bliind=3"], r"did you mean blind\?"),
        ("ultimate", ["limits=3"], "There is no setting 'limits'"),
        ("ultimate", ["blind.flus=3"], "has no row 'flus'"),
        ("ultimate", ["blind=3"], "has 6 rows, from royal_flush to straight, not 1"),
        ("ultimate", ["blind.flush=-3"], "'-3' is not odds"),
        ("ultimate", ["blind.flush=3:0"], r"not 3 to 0. \(UTH 10.1\)"),
        ("ultimate", ["blind.flush=999999999"], "1,000,000"),
        ("ultimate", ["max_payout.x=3"], "has no parts"),
        ("pontoon", ["decks=9"], r"3 to 8 decks, not 9. \(PON 2.1\[s1\]\)"),
        ("pontoon", ["decks=six"], "is a whole number, not 'six'"),
        ("pontoon", ["double_aces=foo"], "is first two one, all held one, all one or soft, not 'foo'"),
        ("pontoon", ["rescue=maybe"], "true or false"),
        ("pontoon", ["super_bonus=5"], "changed by its parts"),
        ("canberra", ["jackpot=5"], "write jackpot.wager=5"),
        ("canberra", ["jackpot.wager=1.505"], "The setting jackpot.wager is an amount in dollars"),
        ("canberra", ["max_payout=9999999999999999"], "cannot have 16 digits"),
        ("ultimate", ["blind.flush=٣"], "is not odds"),
        ("ultimate", ["blind.five_of_a_kind=3"], "has no row 'five_of_a_kind'"),
        ("ultimate", ["qqq=3"], "there are .*blind_pays, trips_pays, trips_lost_on_fold"),
        ("pontoon", ["decks=-1"], "3 to 8 decks, not -1"),
        ("pontoon", ["decks=9999999999999"], "cannot have 13 digits"),
        ("pontoon", ["cutting_card_depth=abc"], "is a whole number, not 'abc'"),
        ("pontoon", ["cutting_card_depth=5"], "48 to 96 cards behind it, not 5"),
        ("canberra", ["jackpot.to_pool_pct=130"], "CAN 10.6"),
        ("canberra", ["bet.high_card=none"], "must pay every row"),
    ],
)
def test_what_cannot_be_is_told_in_one_sentence(game: str, sets: list[str], sentence: str) -> None:
    with pytest.raises(BadRules, match=sentence) as told:
        read_rules(game, sets=sets)
    assert "\n" not in str(told.value)


def test_decks_are_for_pontoon_and_stakes_are_those_of_the_sign() -> None:
    with pytest.raises(BadRules, match="--decks is for pontoon"):
        read_rules("canberra", decks=4)
    with pytest.raises(BadRules, match=r"\$10.00 to \$500.00 in steps of \$0.50, not \$5.00"):
        read_rules("ultimate", stake=500)
    assert read_rules("ultimate", stake=50_000).stake == 50_000
    assert (dollars_from("12.50"), dollars_from("12.5"), dollars_from("$1,200")) == (1250, 1250, 120_000)
    with pytest.raises(BadRules, match="The stake is an amount in dollars"):
        dollars_from("ten")


def test_the_digest_changes_with_what_the_answer_depends_on_and_with_nothing_else() -> None:
    usual = digest(read_rules("pontoon"))
    same = ["boxes=5", "cutting_card_depth=50", "super_bonus.others=1", "max_payout=5", "table_1.pontoon=6:4"]
    assert {digest(read_rules("pontoon", sets=[change])) for change in same} == {usual}
    changes = ["decks=5", "pairs.mixed=7", "rescue=no", "insurance=3", "super_bonus.below=1", "perfect_pairs=off"]
    found = {digest(read_rules("pontoon", sets=[change])) for change in changes}
    assert len(found | {usual}) == len(changes) + 1
    assert digest(read_rules("pontoon", stake=2500)) != usual
    canberra = CanberraRules()
    with_jackpot = replace(canberra.settings, jackpot=JackpotSettings(), approval="2026")
    jackpot = replace(canberra, settings=with_jackpot)
    other_reserve = replace(with_jackpot, jackpot=JackpotSettings(reserve=5, approval="2027"))
    assert digest(replace(canberra, settings=other_reserve)) == digest(jackpot) != digest(canberra)
    bet_limit = Frozen({**canberra.settings.limits, "bet": Limit(1, 1500)})
    assert digest(replace(canberra, settings=replace(canberra.settings, limits=bet_limit))) != digest(canberra)
    assert rule_data(read_rules("ultimate"))["settings"]["blind_pays"]["flush"] == "3:2"
