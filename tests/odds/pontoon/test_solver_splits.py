"""Splits are computed, not simulated: the same figures come out of all orders of a few cards."""

from dataclasses import replace
from itertools import product

import numpy as np
import numpy.typing as npt
import pytest

from pitboss.cards.card import Card, cards, suit_of
from pitboss.cards.deck import pontoon_decks
from pitboss.games.frozen import Frozen
from pitboss.games.pays import Odds
from pitboss.games.pontoon.hands import SPADES, Row
from pitboss.games.pontoon.layout import PontoonSettings
from pitboss.odds.pontoon import strategies
from pitboss.odds.pontoon.against import setup_of, solve_against
from pitboss.odds.pontoon.cells import ACE, CELLS, SEVEN, value_of
from pitboss.odds.pontoon.rules import PontoonRules
from pitboss.odds.pontoon.simulation import play_deals
from pitboss.odds.pontoon.solver import solve
from pitboss.odds.pontoon.strategies import Way
from pitboss.odds.pontoon.strategy_table import ACTION_NAMES, SPLIT
from pitboss.odds.rules import Strategy
from tests.odds.pontoon.oracle import Game, SplitRound, Table, decks_of, left_of

RULES = PontoonRules(PontoonSettings())
FOUR_DECKS = PontoonRules(PontoonSettings(decks=4))


def by_both_ways(pair_text: str, dealer_text: str, left_text: str) -> tuple[float, float]:
    """What splitting is worth by the solver, and by playing every order of the cards that are left, with those pairs
    split again of which it is best."""
    pair, (dealer,), left = cards(pair_text), cards(dealer_text), cards(left_text)
    found = solve_against(setup_of(RULES), decks_of((*pair, *left)), value_of(dealer), pair=pair)

    def played(mixed: bool, suited: bool, spades: bool) -> float:
        def resplit(hand: tuple[Card, ...]) -> bool:
            """Suits are different with sevens only."""
            first, second = map(suit_of, hand)
            return mixed if first != second or value_of(hand[0]) != SEVEN else spades if first == SPADES else suited

        table = Table(
            action=lambda hand: ACTION_NAMES[found.after_split[CELLS.number(hand)]],
            resplit=resplit,
            rescue=lambda hand, card: bool(found.rescue[CELLS.number(hand), value_of(card)]),
        )
        return float(SplitRound(Game(RULES.settings, RULES.stake, dealer), table).value(pair, left_of(left)))

    alike = [(again,) * 3 for again in (True, False)]
    choices = product((True, False), repeat=3) if value_of(pair[0]) == SEVEN else alike
    return float(found.split[CELLS.number(pair)]), max(played(*choice) for choice in choices)


@pytest.mark.parametrize(
    ("pair", "dealer", "left"),
    [
        # Up to four hands, against cards that cannot make Pontoon.
        ("8c 8c", "6d", "8c 8c 8c Kd Kd Kd Kd Kd Kd 3d 3d 3d 9h 9h 9h Kd Kd 3d 9h"),
        ("2c 2c", "7d", "2c 2c 2c 2c 9d 9d 9d 9d Kd Kd Kd Kd Kd Kd Kd Kd 9d 9d"),
        ("Kd Kd", "9h", "Kd Kd Kd Kd Kd Kd Kd As As 6d 6d 6d 6d As 6d"),
        ("6c 6c", "5d", "6c 6c 4d 4d 4d Kd Kd Kd Kd Kd 9h 9h 9h Kd Kd Kd"),
        # Pairs that are better kept than split again.
        ("Kd Kd", "6h", "Kd Kd Kd Kd Kd Kd 9h 9h 9h 5d 5d 5d As 4d 4d 4d"),
        ("5c 5c", "6d", "5c 5c 5c 5c Kd Kd Kd Kd Kd Kd 9h 9h 9h 3d 3d 3d"),
        ("Kd Kd", "Ah", "Kd Kd Kd Kd Kd Kd 9h 9h 9h 5d 5d As 8d 8d"),
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


def split_first(rules: PontoonRules) -> Way:
    """Best play, but that every pair is split at first."""
    table = solve(rules).table
    actions = np.where((CELLS.pair >= 0)[:, None], SPLIT, table.actions).astype(np.int8)
    return Way(table._replace(actions=actions), np.zeros(CELLS.total, np.bool_))


def simulated(rules: PontoonRules, start: str) -> tuple[float, npt.NDArray[np.float64]]:
    """What a split is worth by the solver, and 40,000 rounds of whole decks that begin with these cards, the same for
    any rules."""
    wanted, rest = cards(start), list(pontoon_decks(rules.settings.decks).cards)
    for card in wanted:
        rest.remove(card)
    shuffled = np.random.default_rng(7).permuted(np.tile(np.array(rest, np.uint8), (40_000, 1)), axis=1)
    decks = np.hstack([np.tile(np.array(wanted, np.uint8), (40_000, 1)), shuffled])
    nets = play_deals(rules, "split_first", decks)
    computed = solve(rules).split[CELLS.number((wanted[0], wanted[2])), value_of(wanted[1])]
    return float(computed), (nets["main"] + nets["super_bonus"]) / rules.stake


@pytest.mark.parametrize("start", ["Kc 6d Kh", "5c 6d 5h", "6c 9d 6h", "4c 6d 4h", "Kc Ad Kh", "7c 6d 7h"])
@pytest.mark.clause("PON 11.3", "PON 11.4")
def test_splits_fit_simulated_rounds(start: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole decks with these cards first: of the pairs that come after a split some are split again and some kept."""
    monkeypatch.setattr(strategies, "STRATEGIES", {"split_first": Strategy("", "", split_first)})
    computed, net = simulated(FOUR_DECKS, start)
    assert computed == pytest.approx(net.mean(), abs=4 * net.std() / 200)


@pytest.mark.clause("PON 12.8")
def test_a_double_raises_what_table_1_pays_below_even_money(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a 21 pays one to two a double that makes its box even is good for the player, by as much as in rounds of
    the same cards."""
    monkeypatch.setattr(strategies, "STRATEGIES", {"split_first": Strategy("", "", split_first)})
    table_1 = Frozen({**FOUR_DECKS.settings.table_1, Row.OTHER: Odds(1, 2, "PON 14.2")})
    half = replace(FOUR_DECKS, settings=replace(FOUR_DECKS.settings, table_1=table_1))
    by_box = replace(half, settings=replace(half.settings, double_odds_scope="box"))
    (by_hand_computed, by_hand), (computed, net) = (simulated(rules, "Kc 6d Kh") for rules in (half, by_box))
    more = net - by_hand
    assert more.mean() > 4 * more.std() / 200
    assert computed - by_hand_computed == pytest.approx(more.mean(), abs=4 * more.std() / 200)


def test_what_is_split_again_is_what_is_better_so() -> None:
    """Twenty is never split, but who did keeps the next twenty; a pair of aces never comes to this (PON 11.5)."""
    solution = solve(FOUR_DECKS)
    again = {pair: solution.table.resplit[CELLS.number(cards(pair))].tolist() for pair in ("Kc Kc", "8c 8c", "Ac Ac")}
    # Against A 2 3 4 5 6 7 8 9 and ten-value.
    assert again == {"Kc Kc": [False] * 10, "8c 8c": [False] + [True] * 9, "Ac Ac": [False] * 10}
    split = solution.table.actions == SPLIT
    assert (solution.table.resplit | (CELLS.pair == ACE)[:, None])[split].all()
