"""Splits are computed, not simulated: the same figures come out of all orders of a few cards."""

import pytest

from pitboss.cards.card import Card, cards, suit_of
from pitboss.games.pontoon.hands import SPADES
from pitboss.games.pontoon.layout import PontoonSettings
from pitboss.odds.pontoon.against import setup_of, solve_against
from pitboss.odds.pontoon.cells import CELLS, SEVEN, value_of
from pitboss.odds.pontoon.strategy_table import ACTION_NAMES, SPLIT
from pitboss.odds.rules import PontoonRules
from pontoon_oracle import Game, SplitRound, Table, decks_of, left_of

RULES = PontoonRules(PontoonSettings())


def by_both_ways(pair_text: str, dealer_text: str, left_text: str) -> tuple[float, float]:
    """What splitting is worth by the solver, and by playing every order of the cards that are left."""
    pair, (dealer,), left = cards(pair_text), cards(dealer_text), cards(left_text)
    value = value_of(pair[0])
    found = solve_against(setup_of(RULES), decks_of((*pair, *left)), value_of(dealer), pair=pair)

    def resplit(hand: tuple[Card, ...]) -> bool:
        """Every pair again, but sevens by what is best of them; clubs stand for every suit but spades."""
        first, second = hand
        if first == second and suit_of(first) != SPADES:
            hand = cards("7c 7c")
        return value != SEVEN or bool(found.action[CELLS.number(hand)] == SPLIT)

    table = Table(
        action=lambda hand: ACTION_NAMES[found.after_split[CELLS.number(hand)]],
        resplit=resplit,
        rescue=lambda hand, card: bool(found.rescue[CELLS.number(hand), value_of(card)]),
    )
    brute_force = SplitRound(Game(RULES.settings, RULES.stake, dealer), table).value(pair, left_of(left))
    return float(found.split[CELLS.number(pair)]), float(brute_force)


@pytest.mark.parametrize(
    ("pair", "dealer", "left"),
    [
        # Up to four hands, against cards that cannot make Pontoon.
        ("8c 8c", "6d", "8c 8c 8c Kd Kd Kd Kd Kd Kd 3d 3d 3d 9h 9h 9h Kd Kd 3d 9h"),
        ("2c 2c", "7d", "2c 2c 2c 2c 9d 9d 9d 9d Kd Kd Kd Kd Kd Kd Kd Kd 9d 9d"),
        ("Kd Kd", "9h", "Kd Kd Kd Kd Kd Kd Kd As As 6d 6d 6d 6d As 6d"),
        ("6c 6c", "5d", "6c 6c 4d 4d 4d Kd Kd Kd Kd Kd 9h 9h 9h Kd Kd Kd"),
        # Two hands at most, against cards that can: one wager is taken of both (PON 11.9).
        ("8c 8c", "Kh", "As As As Kd Kd Kd Kd Kd 3d 3d 3d 3d 9h 9h 9h 2h 2h"),
        ("9c 9c", "Ah", "As As Kd Kd Kd Kd Kd Kd 3d 3d 3d 3d 8h 8h 8h 2h 2h"),
        ("Ac Ad", "Kh", "Ad Ad Ad Kd Kd Kd Kd Kd 3d 3d 3d 3d 9h 9h 9h 2h"),
        ("As Ad", "6h", "Ad Ad Kd Kd Kd Kd 3d 3d 3d 9h 9h 2h 2h 2h"),
    ],
)
@pytest.mark.clause("PON 11.3", "PON 11.4", "PON 11.5", "PON 11.9")
def test_splits_from_a_few_cards(pair: str, dealer: str, left: str) -> None:
    computed, played = by_both_ways(pair, dealer, left)
    assert computed == pytest.approx(played, abs=1e-12)


@pytest.mark.parametrize(
    ("pair", "dealer", "left"),
    [
        ("7c 7d", "7h", "7c 7c 7s 7d Kd Kd Kd Kd Kd Kd Kd Kd 4d 4d 4d Kd"),
        ("7c 7c", "5h", "7c 7d 7s Kd Kd Kd Kd Kd Kd Kd Kd 4d 4d 4d Kd Kd"),
        ("7s 7s", "6h", "7s 7s 7d Kd Kd Kd Kd Kd Kd Kd Kd 4d 4d 4d Kd"),
    ],
)
@pytest.mark.clause("PON 11.10", "PON 14.3 Table 2 bonus")
def test_sevens_from_a_few_cards(pair: str, dealer: str, left: str) -> None:
    """Suits, sevens that are kept for the Super Bonus, and those whose split loses it."""
    computed, played = by_both_ways(pair, dealer, left)
    assert computed == pytest.approx(played, abs=1e-12)


@pytest.mark.clause("PON 11.9")
def test_a_pontoon_against_more_than_two_hands_is_nearly_exact() -> None:
    """Three and four hands that share twenty cards are tied far more than in whole decks, and still the pairwise tie is
    wrong by less than 0.0002 of a wager. Whole decks hold eight times as many cards, and ties fall with their number.
    """
    computed, played = by_both_ways("8c 8c", "Kh", "8c 8c As As Kd Kd Kd Kd 3d 3d 3d 3d 9h 9h Kd Kd 3d 9h")
    assert computed == pytest.approx(played, abs=2e-4)
