"""Perfect Pairs and insurance are exact fractions."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest

from pitboss.cards.deck import pontoon_decks
from pitboss.games.pays import Odds
from pitboss.games.pontoon.hands import Pair, pair_of
from pitboss.games.pontoon.layout import PontoonSettings
from pitboss.odds.pontoon.rules import PontoonRules
from pitboss.odds.pontoon.side_wagers import DECKS, insurance_worth, pair_ways, perfect_pairs_worth


@pytest.mark.parametrize("decks", DECKS)
@pytest.mark.clause("PON 18.14", "PON 7.4")
def test_the_side_wagers_are_worth_what_counting_says(decks: int) -> None:
    rules = PontoonRules(PontoonSettings(decks=decks))
    assert -perfect_pairs_worth(rules).edge == Fraction(5 * decks - 25, 48 * decks - 1)
    assert -insurance_worth(rules).edge == Fraction(1 - 12 * decks, 48 * decks - 1)
    for worth in (perfect_pairs_worth(rules), insurance_worth(rules)):
        assert sum(worth.results.values()) == 1
        assert worth.error is None


def test_pairs_counted_card_by_card() -> None:
    """Every order of two of the 144 cards of three decks, looked at one by one."""
    found = Counter(pair_of(pair) for pair in permutations(pontoon_decks(3).cards, 2))
    assert pair_ways(3) == found
    assert found[Pair.PERFECT] == 48 * 3 * 2


@pytest.mark.clause("PON 18.14", "PON 7.4")
def test_side_wagers_are_paid_in_whole_cents() -> None:
    """13:3 on $10 is $43.33 and 7:3 on the $5 that insure it is $11.66, as at the table."""
    pays = {pair: Odds(13, 3, "PON 18.14") for pair in Pair}
    rules = PontoonRules(replace(PontoonSettings(), pairs_pay=pays, insurance_pays=Odds(7, 3, "PON 7.4")))
    assert set(perfect_pairs_worth(rules).results) == {-1, Fraction(4333, 1000)}
    assert set(insurance_worth(rules).results) == {-1, Fraction(1166, 500)}
    # With large chips half of $10 cannot be laid, and then insurance is told of a whole $10.
    chips = replace(rules, settings=replace(rules.settings, smallest_float_chip=2500))
    assert set(insurance_worth(chips).results) == {-1, Fraction(2333, 1000)}


def test_the_pay_table_of_the_settings_is_used() -> None:
    pays = {pair: Odds(10, 1, "PON 18.14") for pair in Pair}
    settings = replace(PontoonSettings(decks=6), pairs_pay=pays, insurance_pays=Odds(3, 1, "PON 7.4"))
    worth = perfect_pairs_worth(PontoonRules(settings))
    assert worth.wins == Fraction(23, 287)
    assert -worth.edge == 11 * Fraction(23, 287) - 1
    assert -insurance_worth(PontoonRules(settings)).edge == 4 * Fraction(72, 287) - 1
