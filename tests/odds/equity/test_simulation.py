"""Simulated equities: near the exact ones, and the same from the same seed."""

import pytest

from pitboss.cards.card import CardError
from pitboss.games.holdem.settings import HoldemSettings
from pitboss.odds.equity import equities, simulate

OMAHA = HoldemSettings(hole_cards=4)


@pytest.mark.parametrize(
    ("hands", "board", "settings"),
    [
        (["AhKh", "QcQd"], "2c 3d 4h", HoldemSettings()),
        (["AA@0.2,KK", "AQs,77", "random"], "Ac 7h 2d", HoldemSettings()),
        (["AA", "AK", "A7s+"], "Kd 7h 2d", HoldemSettings()),
        (["88+", "random"], "9c 7d 6h", HoldemSettings(deck=36, joker=True)),
        (["AsAhKsKh", "QdQcJdJc, AdAcKdKc@0.5"], "9s 8s 2d", OMAHA),
    ],
)
def test_simulated_equities_are_near_the_exact_ones(hands: list[str], board: str, settings: HoldemSettings) -> None:
    exact = equities(hands, board, settings=settings)
    found = simulate(hands, board, deals=200_000, seed=11, settings=settings)
    assert (found.deals, found.exact) == (200_000, False)
    for near, true in zip(found.hands, exact.hands, strict=True):
        assert 0 < near.error < 0.0012
        assert abs(float(near.equity - true.equity)) < 3 * near.error
        assert abs(float(near.win - true.win)) < 0.004
        assert abs(float(near.tie - true.tie)) < 0.004


def test_many_random_hands_are_alike() -> None:
    for settings, players in ((HoldemSettings(), 23), (OMAHA, 11)):
        found = simulate(["random"] * players, deals=50_000, seed=3, settings=settings).hands
        assert sum(each.equity for each in found) == 1
        assert all(abs(float(each.equity) - 1 / players) < 4 * each.error for each in found)


def test_the_seed_decides_and_threads_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = ["TT+", "AK@0.5", "random"]
    found = simulate(hands, deals=150_000, seed=5)
    assert simulate(hands, deals=150_000, seed=6) != found
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    assert simulate(hands, deals=150_000, seed=5) == found


def test_hands_that_cannot_be_held_together() -> None:
    with pytest.raises(CardError, match=r"^These hands cannot be held together, or hardly ever"):
        simulate(["AA", "AA", "AA"], deals=10, seed=1)


@pytest.mark.parametrize("deals", [0, -1, 10**12 + 1])
def test_numbers_of_deals_that_cannot_be(deals: int) -> None:
    with pytest.raises(CardError, match=rf"^From one deal to 1,000,000,000,000 are simulated, not {deals:,}\.$"):
        simulate(["AA", "KK"], deals=deals, seed=1)
