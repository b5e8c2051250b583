"""Hands to train on: the same for the same seed, of the kind that was asked for, and closer than hands that come."""

from statistics import mean

import pytest

from pitboss.games.house.boxes import box_at
from pitboss.kits import kit_of
from pitboss.odds.live import choice_values
from pitboss.odds.rules import GAMES
from pitboss.odds.training.hands import EVERY_HAND, SEAT, training_hand, training_of
from tests.screens.maths.scene import ultimate_state


@pytest.mark.parametrize("game", GAMES)
def test_every_drill_has_a_title_and_deals_its_own_hands(game: str) -> None:
    training = training_of(game)
    assert set(training.drills) == set(kit_of(game).drills)
    for name, drill in training.drills.items():
        hand = training_hand(game, name, "a")
        assert hand == training_hand(game, name, "a")
        assert hand != training_hand(game, name, "b")
        assert drill.fits(hand.state)
        assert sorted(hand.values) == sorted(choice_values(hand.state, SEAT))
        assert hand.gap >= 0
        assert len(hand.values) > 1


@pytest.mark.parametrize(("game", "drill"), [("ultimate", "line"), ("pontoon", "soft"), ("canberra", "ace-king")])
def test_hands_of_a_drill_are_closer_than_those_that_come(game: str, drill: str) -> None:
    near, any_hand = (
        mean(float(training_hand(game, name, str(seed)).gap) for seed in range(25)) for name in (drill, EVERY_HAND)
    )
    assert near < any_hand


def test_the_line_around_a_hand() -> None:
    state = ultimate_state("2c 7d 9h Jc 3s Kd 5s Kh Qh")
    assert box_at(state.play, 1) is not None
    found = training_of("ultimate").around(state)
    assert [(each.name, round(each.gain)) for each in found] == [("K6o", 82), ("K5o", 34), ("K4o", -23)]
