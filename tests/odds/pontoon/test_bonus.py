"""The Super Bonus apart from the wager: three edges, and two sevens of one suit that depend on the stake."""

from dataclasses import replace
from itertools import pairwise

import pytest

from pitboss.odds.pontoon.against import full_decks, setup_of, solve_against
from pitboss.odds.pontoon.cells import SEVEN
from pitboss.odds.pontoon.rules import PontoonRules
from pitboss.odds.pontoon.side_wagers import bonus_to_draw, bonus_value, sevens_by_stake, without_bonus
from pitboss.odds.pontoon.solver import solve
from pitboss.odds.pontoon.split.sevens import PAIRS, SPADES
from pitboss.odds.pontoon.strategy_table import DRAW, SPLIT

RULES = PontoonRules()


def at(stake: int) -> tuple[int, int]:
    """What is best with two sevens of one suit, and in spades, against a seven: solved anew."""
    rules = replace(RULES, stake=stake)
    found = solve_against(setup_of(rules), full_decks(rules.settings.decks).without(SEVEN), SEVEN)
    return int(found.action[PAIRS[0, 0]]), int(found.action[PAIRS[SPADES, SPADES]])


def test_the_ranges_cover_what_the_sign_allows() -> None:
    ranges = list(sevens_by_stake(RULES))
    limit, step = RULES.settings.limits["main"], RULES.settings.wager_step
    assert (ranges[0].least, ranges[-1].most) == limit
    assert all(later.least == earlier.most + step for earlier, later in pairwise(ranges))


@pytest.mark.clause("PON 11.10", "PON 14.3 Table 2 bonus")
def test_sevens_of_one_suit_are_solved_at_both_ends_of_every_range() -> None:
    ranges = list(sevens_by_stake(RULES))
    assert len(ranges) == 4
    for found in ranges:
        said = DRAW if found.draws else SPLIT, DRAW if found.draws_in_spades else SPLIT
        assert at(found.least) == at(found.most) == said
        assert RULES.settings.super_bonus.on(found.least) == RULES.settings.super_bonus.on(found.most) == found.paid


def test_suited_sevens_draw_for_a_large_bonus_only() -> None:
    assert at(1000) == (DRAW, DRAW)
    assert at(50_000) == (SPLIT, SPLIT)
    of_one_suit, in_spades = bonus_to_draw(RULES)
    assert 18 < in_spades < of_one_suit < 20


def test_each_table_is_best_for_what_it_was_made_for() -> None:
    """Without the bonus the one, with it the other; and the wager's share of the second is worse than of the first."""
    best, plain = solve(RULES), solve(without_bonus(RULES))
    with_it, without = bonus_value(RULES), bonus_value(RULES, plain.table)
    assert with_it > 100 * without > 0
    share = best.value - with_it
    assert share < plain.value < best.value
    assert plain.value + without < best.value
