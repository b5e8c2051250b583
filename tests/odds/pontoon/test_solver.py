"""The solver against plain brute force from a few cards, and the whole game against what is known of it."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest

from pitboss.cards.card import Card, cards
from pitboss.cards.deck import pontoon_decks
from pitboss.games.pontoon.hands import row_of_21, total
from pitboss.games.pontoon.layout import PontoonSettings
from pitboss.odds.pontoon.against import full_decks, setup_of, solve_against
from pitboss.odds.pontoon.cells import BUST, CELLS, ROWS, doubled_points, value_of
from pitboss.odds.pontoon.dealer import dealer_results, dealer_trees
from pitboss.odds.pontoon.rules import PontoonRules
from pitboss.odds.pontoon.side_wagers import bonus_value
from pitboss.odds.pontoon.solver import solve
from pitboss.odds.pontoon.strategy_table import ACTION_NAMES, DRAW, SPLIT, STAND, SURRENDER
from pitboss.odds.simulation import engine
from tests.odds.pontoon import oracle
from tests.odds.pontoon.oracle import Game, by_value, decks_of, left_of

EIGHT_DECKS = PontoonRules(PontoonSettings(decks=8))


def test_every_hand_of_cells_is_the_hand_of_the_engine() -> None:
    """Random hands up to their end: total, softness, row of Table 1 and doubled totals are those of the rules."""
    random, deck = Random(1), pontoon_decks(3).cards
    readings = {"first_two_one": (2, 0), "all_held_one": (0, 1), "all_one": (1, 1), "soft": (0, 0)}
    doubled = {reading: doubled_points(reading) for reading in readings}
    ends = 0
    for _ in range(3000):
        order = tuple(random.sample(deck, 22))
        hand: tuple[Card, ...] = order[:1]
        for card in order[1:]:
            if len(hand) > 1:
                for reading, (fixed, each) in readings.items():
                    points = total((*hand, card), fixed + each * len(hand)).points
                    assert doubled[reading][CELLS.number(hand), value_of(card)] == points
            hand = (*hand, card)
            cell = CELLS.number(hand)
            points, soft = total(hand)
            if points > 21:
                assert cell == BUST
                break
            assert (CELLS.points[cell], CELLS.soft[cell], CELLS.size[cell]) == (points, soft, len(hand))
            if points == 21:
                ends += 1
                assert len(hand) == 2 or ROWS[CELLS.row[cell]] is row_of_21(hand)
                break
    assert ends > 500


@pytest.mark.clause("PON 13.1(a)")
def test_the_dealer_from_a_few_cards() -> None:
    """Several first cards, twice, from fourteen random cards: the same chances as by drawing them one by one."""
    random, deck = Random(2), pontoon_decks(3).cards
    trees = dealer_trees()
    for dealer in [card for card in cards("As 6d 7d 8c 9h Kd 5s 4c") for _ in range(2)]:
        left = tuple(random.sample(deck, 14))
        ends = oracle.dealer_ends((dealer,), by_value(left_of(left)))
        [found] = dealer_results(trees[value_of(dealer)], decks_of(left).values[None])
        expected = [ends.get(end, Fraction(0)) for end in (17, 18, 19, 20, 21, oracle.BUST, oracle.PONTOON)]
        assert sum(expected) == 1
        assert found == pytest.approx([float(chance) for chance in expected], abs=1e-14)


HANDS = (
    "8c 4d",
    "7d 6d",
    "7h 7h",
    "7s 8s",
    "As 7d",
    "4h 2c As 8d",
    "9c Ad",
    "5c 5d 4h",
    "6c 7c",
    "Ks 6d",
    "2c 3d 4h 5s",
)
LEFT = "6s 7d 7h 8d 8s Ac Kd Qc 9h 2d 5c 3h Jd 6c 7c Ks"


def _same_by_brute_force(rules: PontoonRules, hand: tuple[Card, ...], dealer: Card, left: tuple[Card, ...]) -> None:
    """Stand, draw and double with rescue over all orders of the cards that are left, suits and bonus counted."""
    game, cell = Game(rules.settings, rules.stake, dealer), CELLS.number(hand)
    found = solve_against(setup_of(rules), decks_of((*hand, *left)), value_of(dealer), pair=())
    stand = game.stand(hand, left_of(left))
    assert found.stand[cell] == pytest.approx(-np.inf if stand is None else float(stand), abs=1e-12)
    assert found.draw[cell] == pytest.approx(float(game.draw(hand, left_of(left))), abs=1e-12)
    assert found.double[cell] == pytest.approx(float(game.double(hand, left_of(left))), abs=1e-12)


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("dealer", ["9d", "7s"])
@pytest.mark.clause("PON 10.1", "PON 12.1(b)", "PON 12.6", "PON 14.2", "PON 14.3 Table 2 bonus")
def test_every_choice_of_hands_worth_a_look(hand: str, dealer: str) -> None:
    _same_by_brute_force(PontoonRules(), cards(hand), cards(dealer)[0], cards(LEFT))


@pytest.mark.parametrize("reading", ["first_two_one", "all_held_one", "all_one", "soft"])
@pytest.mark.clause("PON 2.5(a)", "PON 12.1(b)", "PON 12.6")
def test_every_choice_of_random_hands(reading: str) -> None:
    """Of two to five cards, from twelve and up, with fifteen cards left and any card of the dealer above a five."""
    random, deck = Random(reading), pontoon_decks(3).cards
    rules = PontoonRules(PontoonSettings(double_aces=reading))
    tried = 0
    while tried < 8:
        order = tuple(random.sample(deck, 21))
        hand, dealer, left = order[: random.randint(2, 5)], order[5], order[6:]
        points = [total(hand[:size]).points for size in range(2, len(hand) + 1)]
        if max(points) < 21 and points[-1] >= 12 and value_of(dealer) not in range(1, 5):
            _same_by_brute_force(rules, hand, dealer, left)
            tried += 1


def test_rounds_of_the_rules_engine_bring_what_was_solved() -> None:
    """A thousand rounds at the engine's own table by the solver's decisions, within three standard errors."""
    tally = engine.simulate(EIGHT_DECKS, "best", 1000, 11)
    plain = solve(EIGHT_DECKS).value - bonus_value(EIGHT_DECKS)
    assert abs(tally.mean("main") - EIGHT_DECKS.stake * plain) < 3 * tally.standard_error("main")


def test_eight_decks_are_near_the_published_edge() -> None:
    """0.38% is published for this game; ours counts the Super Bonus of a $10 wager as well."""
    solution = solve(EIGHT_DECKS)
    assert -solution.value == pytest.approx(0.0036034332, abs=1e-9)
    assert solution.error < 2e-5
    assert sum(solution.decisions.values()) == 1


def test_first_deals_are_counted() -> None:
    """All orders of two cards and the dealer's, and Pontoons among them by hand."""
    solution = solve(EIGHT_DECKS)
    assert solution.ways == 384 * 383 * 382
    assert solution.decisions["pontoon"] == Fraction(2 * 32 * 96, 384 * 383)


def test_best_is_the_best_choice() -> None:
    solution = solve(EIGHT_DECKS)
    two = (CELLS.size == 2) & (CELLS.points < 21)
    choices = np.stack([solution.stand, solution.draw, solution.double, solution.split, solution.surrender])
    assert (solution.best[two] == choices.max(axis=0)[two]).all()
    chosen = np.take_along_axis(choices, solution.table.actions[None].astype(np.int64), axis=0)[0]
    assert (chosen[two] == solution.best[two]).all()


@pytest.mark.parametrize(
    ("hand", "dealer", "action"),
    [
        ("Ks 7d", "As", "draw"),
        ("Ks 7d", "Kc", "stand"),
        ("8c 8d", "Kc", "split"),
        ("8c 8d", "As", "draw"),
        ("7c 7c", "7d", "draw"),
        ("7c 7d", "7d", "split"),
        ("5c 5d", "8s", "double"),
        ("As Ad", "Kc", "split"),
        ("6d 8d", "5c", "draw"),
        ("6d 8c", "5c", "stand"),
    ],
)
def test_decisions_that_players_know(hand: str, dealer: str, action: str) -> None:
    """Among them the three that only suits or the Super Bonus explain."""
    up = value_of(cards(dealer)[0])
    assert ACTION_NAMES[solve(EIGHT_DECKS).table.actions[CELLS.number(cards(hand)), up]] == action


def _of(rules: PontoonRules, dealer: str, hand: str) -> float:
    up = value_of(cards(dealer)[0])
    found = solve_against(setup_of(rules), full_decks(rules.settings.decks).without(up), up)
    return float(found.best[CELLS.number(cards(hand))])


def test_readings_and_studies_change_the_value_as_they_should() -> None:
    plain = PontoonRules(PontoonSettings(decks=3))
    ten_nine, ace_seven = ("Kd", "6c 5d"), ("6d", "As 2d")
    no_rescue = PontoonRules(PontoonSettings(decks=3), rescue=False)
    assert _of(no_rescue, *ten_nine) < _of(plain, *ten_nine)
    soft = PontoonRules(PontoonSettings(decks=3, double_aces="soft"))
    assert _of(soft, *ace_seven) > _of(plain, *ace_seven)
    stands = PontoonRules(PontoonSettings(decks=3), dealer_stands_on_soft_17=True)
    assert _of(stands, "Ad", "Ks 8d") > _of(plain, "Ad", "Ks 8d")
    eights = ("Kd", "8c 8d")
    values = {
        collects: _of(PontoonRules(PontoonSettings(decks=3, dealer_pontoon_collects=collects)), *eights)
        for collects in ("original_only", "bb_plus_1", "all_live")
    }
    assert values["original_only"] > values["bb_plus_1"] > values["all_live"]
    no_bonus = PontoonRules(PontoonSettings(decks=3, split_bonus="off"))
    assert _of(no_bonus, *eights) < _of(plain, *eights)
    twenty_five = PontoonRules(PontoonSettings(decks=3), stake=2500)
    assert _of(twenty_five, "7d", "7c 7c") == pytest.approx(
        _of(plain, "7d", "7c 7c") + 100 * _suited_third_seven(3), abs=1e-12
    )


def _suited_third_seven(decks: int) -> float:
    """That the next card is a seven of the pair's suit, with the dealer's seven of any suit."""
    return (4 * decks - 3) / (48 * decks - 3) * (decks - 2) / (4 * decks - 2)


def test_no_decision_on_what_is_over() -> None:
    table = solve(EIGHT_DECKS).table
    over = CELLS.points == 21
    assert (table.actions[over] == STAND).all()
    assert not np.isin(table.after_split, (SPLIT, SURRENDER)).any()
    low = ~CELLS.soft & (CELLS.points < 12) & (CELLS.size > 1)
    possible = low & (CELLS.held <= 30).all(axis=1)
    assert (table.after_split[possible] != STAND).all()
    assert (table.actions[possible & (CELLS.size > 2)] >= DRAW).all()
