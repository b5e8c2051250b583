"""The trainer's page: which cell is lit, and that nothing tells the best choice before one was made."""

import pytest

from pitboss.odds.rules import GAMES
from pitboss.odds.training.hands import EVERY_HAND, training_hand
from pitboss.screens.maths.training import as_asked, chart_of, choice_rows, given_away, seed_of


@pytest.mark.parametrize("game", GAMES)
def test_each_hand_has_one_lit_cell_in_its_chart(game: str) -> None:
    for seed in range(25):
        hand = training_hand(game, EVERY_HAND, str(seed))
        if hand.cell is None:
            assert game == "ultimate"
            continue
        chart = chart_of(game, hand.cell, [str(hand.cell)])
        assert chart is not None, hand.cell
        lit = [(text, is_missed) for row in chart.rows for _, text, is_lit, is_missed in row.cells if is_lit]
        assert len(lit) == 1
        assert lit[0][1], "a cell that was missed is marked"


def test_what_a_choice_gives_away() -> None:
    hand = training_hand("ultimate", "line", "a")
    best, *others = hand.values
    assert given_away(hand, best.choice.do, best.amount) == 0
    for each in others:
        assert given_away(hand, each.choice.do, each.amount) == round(1000 * (best.value - each.value))
    assert given_away(hand, "split", None) is None


def test_choices_are_asked_in_an_order_that_tells_nothing() -> None:
    orders = set()
    for seed in range(10):
        rows = choice_rows(training_hand("ultimate", "line", str(seed)))
        assert rows[0].is_best
        orders.add(tuple(row.words for row in as_asked(rows)))
    assert orders == {("Play 4×", "Play 3×", "Check", "Fold")}


def test_the_hands_of_a_day_are_the_same_for_everybody() -> None:
    day = "2026-11-18"
    assert seed_of("p1", day, "daily", 3) == seed_of("p2", day, "daily", 3)
    assert seed_of("p1", day, "line", 3) != seed_of("p2", day, "line", 3)
    assert seed_of("p1", day, "daily", 3) != seed_of("p1", "2026-11-19", "daily", 3)
