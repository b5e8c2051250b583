"""The best play and its exact return, against plain counting and against itself by another way."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import numpy as np
import pytest

from pitboss.cards.order import Category
from pitboss.games.frozen import Frozen
from pitboss.games.pays import Odds
from pitboss.games.play import Limit
from pitboss.odds.ultimate.analysis import SEVENS, main_worth, trips_worth
from pitboss.odds.ultimate.money import CHECK, FOLD, NEVER_FOLDED, money_of, total, values_before_flop
from pitboss.odds.ultimate.outcomes import DEALS
from pitboss.odds.ultimate.plan import fold_on_river, play_after_flop
from pitboss.odds.ultimate.rules import UltimateRules
from pitboss.odds.ultimate.solver import Stakes, best_play
from pitboss.odds.ultimate.strategies import BEST, counts_of
from tests.odds.ultimate.oracle import ANTE, TRIPS_ODDS, flop_choices, nets_of_boards, others, played_by_engine_rules

RULES = UltimateRules()
NOTHING_PAID = Stakes(1, 1, (1, 2, 3, 4), (0,) * 11, (0,) * 11)


def _edge(rules: UltimateRules) -> Fraction:
    return main_worth(money_of(rules), counts_of(rules, BEST)).edge


def _with(rules: UltimateRules, **settings: object) -> UltimateRules:
    return replace(rules, settings=replace(rules.settings, **settings))  # type: ignore[arg-type]


def test_the_return_at_the_approved_tables() -> None:
    worth = main_worth(money_of(RULES), counts_of(RULES, BEST))
    assert worth.edge == Fraction(50_643_648_973, 2_317_817_502_000)
    assert round(100 * worth.edge, 3) == Fraction("2.185")
    assert round(worth.mean_stake, 3) == Fraction("4.152")
    assert round(worth.sd, 2) == 4.94
    assert sum(worth.results.values()) == 1


def test_trips_by_its_table_and_forfeited_by_folds() -> None:
    kept = replace(RULES, trips_lost_on_fold=False)
    assert trips_worth(money_of(kept), counts_of(kept, BEST)).edge == Fraction(4_679_700, SEVENS)
    assert trips_worth(money_of(RULES), counts_of(RULES, BEST)).edge == Fraction(2_615_103, 49_813_400)


def test_two_ways_of_adding_up_agree() -> None:
    """The values of all hands before the flop, by sums over flops, are the counts of all deals by their ends."""
    money = money_of(RULES)
    for with_trips in (False, True):
        best = best_play(money.stakes(with_trips=with_trips))
        assert sum(best.outcomes.counts.ravel().tolist()) == DEALS
        weights = [6 if hand % 14 == 0 else 4 if hand // 13 > hand % 13 else 12 for hand in range(169)]
        hands = sum(
            weight * max(values_before_flop(money, hand, with_trips=with_trips).values())
            for hand, weight in enumerate(weights)
        )
        nets = money.main() + (money.side() if with_trips else 0)
        assert hands / 1326 == Fraction(total(best.outcomes.counts, nets), DEALS)


def test_a_plan_follows_its_values_before_the_flop() -> None:
    money = money_of(RULES)
    plan = best_play(money.stakes(with_trips=False)).plan.before_flop
    for hand in range(169):
        values = values_before_flop(money, hand, with_trips=False)
        assert values[FOLD] == -2 * ANTE
        best = max((CHECK, 4, 3), key=lambda choice: values[choice])
        assert plan[hand] == (0 if best == CHECK else best)
        assert values[CHECK] >= values[2]


def test_river_decisions_by_counting_dealer_hands() -> None:
    plan = best_play(money_of(RULES).stakes(with_trips=False)).plan.arrays()
    random, folds = Random(21), 0
    for _ in range(40):
        hole = random.sample(range(52), 2)
        boards = np.array([random.sample(others(hole), 5) for _ in range(25)], np.uint8)
        rest, duel, _ = nets_of_boards(hole, boards)
        for board, playing in zip(boards, (rest + duel).tolist(), strict=True):
            folds += playing < -4 * 990
            assert fold_on_river(plan, board, *hole) == (playing < -4 * 990)
    assert 100 < folds < 900


def test_quads_on_the_board_beside_a_low_card_are_folded_or_played_for_the_odds() -> None:
    board = np.array([0, 13, 26, 39, 1], np.uint8)
    plan = best_play(money_of(RULES).stakes(with_trips=False)).plan.arrays()
    decided = set()
    for hole in ((14, 2), (15, 3), (2, 16), (4, 5), (11, 3), (12, 3)):
        rest, duel, category = nets_of_boards(hole, board[None, :])
        assert category[0] == Category.FOUR_OF_A_KIND
        better_folded = int(rest[0] + duel[0]) < -4 * 990
        decided.add(better_folded)
        assert fold_on_river(plan, board, *hole) == better_folded
    assert decided == {True, False}


@pytest.mark.parametrize("seed", range(6))
def test_flop_decisions_by_playing_out_all_boards(seed: int) -> None:
    money = money_of(RULES)
    random = Random(100 + seed)
    flop = random.sample(range(52), 3)
    paired = [card for card in others(flop) if card % 13 == flop[0] % 13]
    hole = [paired[0], random.choice(others(flop, paired))] if seed % 2 else random.sample(others(flop), 2)
    for with_trips, (twice, waiting) in flop_choices(hole, flop).items():
        plan = best_play(money.stakes(with_trips=with_trips)).plan.arrays()
        assert play_after_flop(plan, np.array(flop, np.uint8), *hole) == (twice > waiting)


def test_hands_of_these_categories_are_never_folded_whatever_they_are_paid() -> None:
    folded = best_play(NOTHING_PAID).outcomes.counts[FOLD].sum(axis=1)
    for category in Category:
        assert (folded[category] == 0) == (category in NEVER_FOLDED or category is Category.FIVE_OF_A_KIND)


def test_numbers_of_64_bits_give_what_those_of_16_give() -> None:
    small = best_play(NOTHING_PAID)
    large = best_play(Stakes(1000, 1000, (1000, 2000, 3000, 4000), (0,) * 11, (0,) * 11))
    assert np.array_equal(small.plan.after_flop, large.plan.after_flop)
    assert np.array_equal(small.plan.river, large.plan.river)
    assert tuple(1000 * gain for gain in small.gains) == large.gains


def test_a_row_of_the_blind_is_worth_its_chance() -> None:
    """A flush decides nothing, so its odds change the return by what they pay more, times the chance."""
    counts = counts_of(RULES, BEST)
    won = int(counts[1:, Category.FLUSH, :2].sum())
    pays = Frozen({**RULES.settings.blind_pays, Category.FLUSH: Odds(7, 4, "UTH 10.1 blind flush")})
    assert _edge(RULES) - _edge(_with(RULES, blind_pays=pays)) == Fraction(1, 4) * Fraction(won, DEALS)


def test_a_row_below_a_straight_changes_best_play() -> None:
    pays = Frozen({**RULES.settings.blind_pays, Category.ONE_PAIR: Odds(2, 3, "UTH 10.1 blind less")})
    rules = _with(replace(RULES, stake=1500), blind_pays=pays)
    before, after = counts_of(RULES, BEST), counts_of(rules, BEST)
    assert after[FOLD].sum() < before[FOLD].sum()
    assert _edge(rules) < _edge(RULES)


def test_the_maximum_payout_cuts_what_large_blinds_are_paid() -> None:
    large = replace(RULES, stake=50_000)
    counts = counts_of(RULES, BEST)
    royals = Fraction(int(counts[1:, Category.ROYAL_FLUSH, :2].sum()), DEALS)
    assert _edge(large) - _edge(RULES) == royals * (500 - Fraction(large.settings.max_payout, 50_000))
    assert _edge(replace(RULES, stake=5_000)) == _edge(RULES)


def test_a_sign_for_the_play_spot_limits_the_play_wager() -> None:
    """U-A23: at most one and a half antes, so that waiting costs less and nobody hurries."""
    limits = Frozen({**RULES.settings.limits, "play": Limit(500, 1500)})
    limited = _with(RULES, limits=limits)
    assert money_of(limited).plays == {1: 1000, 2: 1500, 3: 1500, 4: 1500}
    worth = main_worth(money_of(limited), counts_of(limited, BEST))
    assert worth.edge > _edge(RULES)
    assert worth.mean_stake < Fraction(7, 2)


def test_playing_on_the_river_is_worth_what_the_engine_settles() -> None:
    random = Random(8)
    for _ in range(4):
        cards = random.sample(others(), 7)
        rest, duel, category = nets_of_boards(cards[5:], np.array([cards[:5]], np.uint8))
        side = 2 * 990 * TRIPS_ODDS.get(int(category[0]), -1)
        for multiple in (1, 4):
            plainly = Fraction(int(rest[0] + multiple * duel[0]) + side, 2 * 990)
            assert played_by_engine_rules(cards[5:], cards[:5], multiple) == plainly * ANTE


def test_settings_that_pay_nothing_change_nothing() -> None:
    assert _edge(_with(RULES, boxes=3, show_when_all_fold=True)) == _edge(RULES)
