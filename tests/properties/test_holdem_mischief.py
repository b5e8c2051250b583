"""Rounds of hold'em in which anything goes wrong at any moment: nothing raises, no chip is lost, every round ends."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.properties.holdem_mischief import play_rounds


@pytest.mark.clause("HLD 19.5(c)", "HLD 17.16[s1]", "HLD D-Table Stake")
@given(st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_whatever_goes_wrong_chips_stay_and_rounds_end(seed: int) -> None:
    play_rounds(Random(seed), rounds=5, mischief=0.5)


@pytest.mark.clause("HLD 17.6", "HLD 17.8[s1]", "STAR 7.35[s1]")
def test_every_irregularity_of_the_betting_comes_up_and_leaves_a_choice() -> None:
    seen: dict[str, int] = {}
    for seed in range(150):
        play_rounds(Random(seed), rounds=5, mischief=0.7, seen=seen)
    for do in ("out_of_turn", "push", "retract", "no_decision", "hand_in_discards", "communal_card_exposed"):
        assert seen.get(f"{do} accepted", 0) > 2, do
