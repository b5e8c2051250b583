"""The exact solver: published figures, plain enumeration, and the rules that change the answer."""

from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from random import Random

import numpy as np
import pytest

from pitboss.cards.card import Card, cards, rank_of, suit_of
from pitboss.cards.order import Category
from pitboss.games.canberra.layout import CanberraSettings
from pitboss.games.frozen import Frozen
from pitboss.games.play import Limit
from pitboss.odds.canberra.counts import DEALS, OTHER_FOURS, counts
from pitboss.odds.canberra.margins import best_below_ace_king, worst_pair
from pitboss.odds.canberra.places import least_in, least_pair
from pitboss.odds.canberra.progressive import ways
from pitboss.odds.canberra.rules import CanberraRules
from pitboss.odds.canberra.solver import solve
from pitboss.odds.canberra.stakes import stakes
from pitboss.odds.rules import BadRules
from tests.odds.canberra import oracle
from tests.odds.canberra.rows import bet_value, paying, row_of

APPROVED = CanberraRules()


def test_the_published_loss_of_caribbean_stud() -> None:
    solution = solve(paying(royal_flush=(100, 1)))
    assert DEALS == 19_933_230_517_200
    assert solution.worth.edge * DEALS == 1_041_372_912_372


def test_the_approved_table() -> None:
    worth = solve(APPROVED).worth
    assert worth.edge == Fraction(1_036_344_990_372, DEALS)
    assert worth.sd == pytest.approx(2.28209, abs=1e-5)
    assert float(worth.element_of_risk) == pytest.approx(0.0254295, abs=1e-7)


def test_every_deal_is_counted_once() -> None:
    outcomes, worth = solve(APPROVED).outcomes, solve(APPROVED).worth
    ends = (outcomes.folded, outcomes.not_in, outcomes.won, outcomes.tied, outcomes.lost)
    for category, hands in ways().items():
        assert sum(end[category] for end in ends) == hands * 47 * OTHER_FOURS
    assert sum(worth.results.values()) == 1
    assert sum(net * chance for net, chance in worth.results.items()) == -worth.edge
    assert worth.mean_stake == 3 - 2 * outcomes.folds


def test_counts_by_plain_enumeration() -> None:
    found = counts()
    for hand, upcard in oracle.chosen_deals(Random(1)):
        row, shown = row_of(hand, upcard)
        not_in, beaten, equal, better = oracle.ends_against(hand, upcard)
        assert OTHER_FOURS - found.takes_part[row, shown] == not_in
        counted = (
            (0, 0)
            if row < found.first
            else (found.beaten[row - found.first, shown], found.equal[row - found.first, shown])
        )
        assert counted == (beaten, equal)
        assert found.takes_part[row, shown] - sum(counted) == better


@pytest.mark.parametrize(
    "rules",
    [APPROVED, paying(one_pair=(3, 2), flush=(11, 3)), paying(20_000), paying(12_345, straight_flush=(5000, 7))],
    ids=["approved", "broken odds", "cut royal", "cut straight flush"],
)
def test_values_by_plain_enumeration(rules: CanberraRules) -> None:
    for hand, upcard in oracle.chosen_deals(Random(2))[::2]:
        assert bet_value(rules, hand, upcard) == oracle.bet_value(rules, hand, upcard)


def test_suits_do_not_matter() -> None:
    """CAN 2.9."""
    hand, upcard = cards("As Ks Th 4h 2d"), Card(8)
    values = set()
    for suits in permutations(range(4)):
        moved = [Card(13 * suits[suit_of(card)] + rank_of(card)) for card in (*hand, upcard)]
        values.add(bet_value(APPROVED, moved[:5], moved[5]))
    assert len(values) == 1


def test_best_play_bets_where_a_bet_is_worth_more() -> None:
    bets, random = solve(APPROVED).bets, Random(3)
    chosen = set()
    for _ in range(3000):
        *five, up = map(Card, random.sample(range(52), 6))
        row, shown = row_of(five, up)
        chosen.add(decision := bool(int(bets[row]) >> shown & 1))
        assert decision == (bet_value(APPROVED, five, up) > -1)
    assert chosen == {True, False}


def test_no_upcard_matters_but_to_ace_king() -> None:
    starts, how_many = counts().player.hands.starts, np.bitwise_count(solve(APPROVED).bets)
    below, pairs = starts[least_in()], starts[least_pair()]
    assert not how_many[:below].any()
    assert (how_many[pairs:] == 47).all()
    assert 0 < how_many[below:pairs].sum() < 47 * (pairs - below)


def test_margins_are_of_the_hands_they_name() -> None:
    below, pair = best_below_ace_king(APPROVED), worst_pair(APPROVED)
    assert below.bet == oracle.bet_value(APPROVED, below.hand, below.upcard) < -1
    assert pair.bet == oracle.bet_value(APPROVED, pair.hand, pair.upcard) > -1
    # No hand drawn by chance is beyond them.
    for hand, upcard in oracle.chosen_deals(Random(4)):
        value, row = bet_value(APPROVED, hand, upcard), row_of(hand, upcard)[0]
        if row < counts().first:
            assert value <= below.bet
        elif row >= counts().player.hands.starts[least_pair()]:
            assert value >= pair.bet


def test_the_maximum_payout_cuts_the_royal_flush() -> None:
    """CAN 8.2: at an ante of $200 the bet of $400 is paid $50,000 instead of $100,000."""
    cut = solve(replace(APPROVED, stake=20_000))
    royals = solve(APPROVED).outcomes.won[Category.ROYAL_FLUSH]
    assert cut.worth.edge - solve(APPROVED).worth.edge == Fraction(royals * (500 - 250), DEALS)
    assert solve(replace(APPROVED, stake=10_000)).worth.edge == solve(APPROVED).worth.edge


def test_a_sign_with_a_maximum_for_bets() -> None:
    """C-A34: the bet is live up to the sign, so that a smaller part of the round is decided by it."""
    limits = Frozen({"ante": Limit(1000, 20_000), "bet": Limit(1000, 1000)})
    limited = solve(CanberraRules(CanberraSettings(limits=limits))).worth
    assert min(limited.results) == -2
    assert max(limited.results) == 251
    assert limited.mean_stake < 2


@pytest.mark.clause("CAN 8.1")
def test_the_bet_is_paid_in_whole_cents() -> None:
    """4:3 on a bet of $20 is $26.66 and two thirds of a cent: as at the table the cent is not broken."""
    rules = paying(one_pair=(4, 3))
    assert stakes(rules).wins[Category.ONE_PAIR] == Fraction(1833, 500)
    worth = solve(rules).worth
    assert worth.results.keys() >= {Fraction(1833, 500)}
    assert all((1000 * net).denominator == 1 for net in worth.results)
    # At $30 a third of the bet comes out even.
    assert stakes(paying(3000, one_pair=(4, 3))).wins[Category.ONE_PAIR] == Fraction(11, 3)


def test_a_bet_that_pays_too_much_is_refused() -> None:
    high = replace(paying(flush=(10**12, 1)).settings, max_payout=10**15)
    with pytest.raises(BadRules, match="too much"):
        solve(CanberraRules(high, 1001))
