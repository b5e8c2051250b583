"""Named ways to play: what each costs, and that a plan decides as the strategy does."""

from fractions import Fraction
from random import Random

import pytest

from pitboss.cards.card import Card, cards
from pitboss.odds.canberra.counts import counts
from pitboss.odds.canberra.plan import LOOK, plan
from pitboss.odds.canberra.rules import CanberraRules
from pitboss.odds.canberra.solver import value_of_play
from pitboss.odds.canberra.strategies import STRATEGIES, bets_from, hand_words, least_hand, solution_of, three_rules
from pitboss.odds.rules import BadRules
from tests.odds.canberra.rows import bet_value, paying, row_of

RULES = CanberraRules()


def cost(strategy: str) -> Fraction:
    return solution_of(RULES, strategy).worth.edge - solution_of(RULES, "best").worth.edge


def test_what_each_way_costs() -> None:
    costs = {name: float(cost(name)) for name in STRATEGIES}
    assert costs == pytest.approx(
        {
            "best": 0,
            "charts": 0.00000613,
            "three_rules": 0.00000225,
            "least_hand": 0.00092020,
            "pair": 0.00245315,
            "ace_king": 0.00457664,
            "always": 0.11382939,
        },
        abs=1e-8,
    )


def test_the_least_hand_to_bet_blindly() -> None:
    least = least_hand(RULES)
    assert hand_words(least) == "A-K-J-8-3"
    edge = solution_of(RULES, "least_hand").worth.edge
    for near in (least - 1, least + 1):
        assert value_of_play(RULES, bets_from(near)).worth.edge > edge


@pytest.mark.parametrize(
    ("hand", "upcard", "bets"),
    [
        ("As Kd Th 6c 3s", "6h", True),
        ("As Kd Th 6c 3s", "7h", False),
        ("As Kd Th 6c 3s", "Ah", False),
        ("As Kd Jh 6c 3s", "Kh", True),
        ("As Kd Jh 6c 3s", "5h", False),
        ("As Kd Qh 6c 3s", "5h", True),
        ("As Kd Qh 6c 3s", "7h", False),
    ],
)
def test_the_three_rules(hand: str, upcard: str, bets: bool) -> None:
    [up] = cards(upcard)
    assert three_rules(tuple(card % 13 for card in cards(hand)), up % 13) is bets
    assert plan(RULES, "three_rules").bets(cards(hand), up) is bets


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_a_plan_decides_as_its_strategy(strategy: str) -> None:
    bets, decisions, random = solution_of(RULES, strategy).bets, plan(RULES, strategy), Random(5)
    for _ in range(1000):
        *five, upcard = random.sample(range(52), 6)
        if random.random() < 0.5:
            # Mostly ace-king, the hands that are looked up.
            five[:2] = (card for card in (12 + 13 * random.randrange(4), 11 + 13 * random.randrange(4)))
        if len({*five, upcard}) < 6:
            continue
        hand = [Card(card) for card in five]
        row, shown = row_of(hand, Card(upcard))
        assert decisions.bets(hand, Card(upcard)) == bool(int(bets[row]) >> shown & 1)


def test_a_plan_knows_pairs_where_they_hang_on_the_upcard() -> None:
    """With a pair paid half, some pairs are folded; equal ranks make patterns of suits of their own."""
    rules, random, decided = paying(one_pair=(1, 2)), Random(6), set()
    decisions = plan(rules, "best")
    for _ in range(1000):
        low = random.sample([0, 13, 26, 39], 2)
        *three, upcard = random.sample([card for card in range(52) if card % 13], 4)
        hand = [Card(card) for card in (*low, *three)]
        random.shuffle(hand)
        decided.add(decision := decisions.bets(hand, Card(upcard)))
        assert decision == (bet_value(rules, hand, Card(upcard)) > -1)
    assert decided == {True, False}


def test_only_ace_king_is_looked_up() -> None:
    looked_up = (plan(RULES, "best").by_place == LOOK).nonzero()[0].tolist()
    assert {hand_words(place)[:3] for place in looked_up} == {"A-K"}
    assert len(looked_up) == 156


def test_an_unknown_strategy() -> None:
    with pytest.raises(BadRules, match="There is no strategy 'bold' for Canberra Poker: best, charts, three_rules"):
        plan(RULES, "bold")


def test_every_hand_has_a_row() -> None:
    assert len(counts().player.weights) == 134_459
    assert counts().player.weights.sum() == 2_598_960
