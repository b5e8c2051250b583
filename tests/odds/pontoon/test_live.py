"""What choices are worth at a live table, against the solver and against counting card by card."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from pitboss.cards.card import Card, cards
from pitboss.cards.deck import pontoon_decks
from pitboss.games.frozen import Frozen
from pitboss.games.pays import Odds
from pitboss.games.play import RoutineStep
from pitboss.games.pontoon import GAME
from pitboss.games.pontoon.hands import Row
from pitboss.games.pontoon.layout import PontoonSettings
from pitboss.games.table import StackedShoe, Table
from pitboss.odds.pontoon.cells import CELLS, value_of
from pitboss.odds.pontoon.live import choice_values, passing_value
from pitboss.odds.pontoon.rules import PontoonRules
from pitboss.odds.pontoon.solver import solve
from tests.odds.pontoon.oracle import Game, by_value, dealer_ends, left_of

SETTINGS = PontoonSettings(decks=4)
NAMES = {"hit": "draw"}


def dealt(
    stack: str, boxes: int = 1, stake: int = 1000, settings: PontoonSettings = SETTINGS, **more: int
) -> Table[Any]:
    """A table after the initial deal, with drawing begun where that was to be waited for."""
    table = Table(GAME, settings, StackedShoe(cards(stack))).open().new_round()
    for seat in range(1, boxes + 1):
        table.place(seat, f"P{seat}", main=stake, **more)
    return table.deal()


def drawing(table: Table[Any]) -> Table[Any]:
    table.take(RoutineStep("begin_drawing", "PON 10.1"))
    return table


def values(table: Table[Any], seat: int = 1) -> dict[str, Fraction]:
    return {found.choice.do: found.value for found in choice_values(table.state, seat)}


def unseen(*seen: str) -> tuple[Card, ...]:
    left = list(pontoon_decks(SETTINGS.decks).cards)
    for card in cards(" ".join(seen)):
        left.remove(card)
    return tuple(left)


def chances(dealer: str, left: Sequence[Card]) -> tuple[Fraction, Fraction, Fraction]:
    """That a hand of 18 beats the dealer, loses by its total, and meets a Pontoon."""
    ends = dealer_ends(cards(dealer), by_value(left_of(tuple(left))))
    won = sum((chance for end, chance in ends.items() if end < 18), Fraction(0))
    lost = sum((chance for end, chance in ends.items() if 18 < end <= 21), Fraction(0))
    return won, lost, ends.get(100, Fraction(0))


@pytest.mark.parametrize("stack", ["Kc 6d 9h", "2c 6d 3h", "5c 6d 6h", "9c 9d 9h", "2c 5d 2h", "As 6d As", "Kc 6d Kh"])
def test_alone_at_the_table_it_is_the_solver(stack: str) -> None:
    """Nothing but the own cards and the dealer's is seen, and no suit matters with these."""
    solution = solve(PontoonRules(SETTINGS))
    first, dealer, second = cards(stack)
    cell, up = CELLS.number((first, second)), value_of(dealer)
    found = values(dealt(stack))
    assert set(found) >= {"hit", "double"}
    for do, value in found.items():
        expected = getattr(solution, NAMES.get(do, do))[cell, up]
        assert float(value) == pytest.approx(1000 * expected, abs=1e-5)


def test_cards_of_other_boxes_are_out_of_the_decks() -> None:
    """Box 1 stands on 18 against a six; the cards of boxes 2 and 3 are counted."""
    stack = "Kc 9c 8h 6d 8c 9d 8d"
    table = dealt(stack, boxes=3)
    won, lost, _ = chances("6d", unseen(stack))
    assert values(table)["stand"] == pytest.approx(float(1000 * (won - lost)), abs=1e-5)
    fewer, more, _ = chances("6d", unseen("Kc 6d 8c"))
    assert abs(1000 * (fewer - more) - values(table)["stand"]) > Fraction(1, 10)


@pytest.mark.clause("PON 7.4", "PON 9.3", "PON 9.4")
def test_insurance_and_surrender_and_passing_them() -> None:
    table = dealt("Kc Ad 8h")
    tens = Fraction(47, 189)
    found = values(table)
    passed = passing_value(table.state, 1, "P1")
    assert found["insure"] - passed == 500 * (3 * tens - 1)
    assert found["surrender"] == pytest.approx(float(-500 - 500 * tens), abs=1e-5)
    won, lost, pontoon = chances("Ad", unseen("Kc Ad 8h"))
    assert pontoon == tens
    stand = 1000 * (won - lost - pontoon)
    assert values(drawing(table))["stand"] == pytest.approx(float(stand), abs=1e-5)
    assert passed == max(values(table).values())


@pytest.mark.clause("PON 12.5", "PON 12.6")
def test_a_doubled_hand_is_kept_or_given_up() -> None:
    """Eleven doubled to eighteen against a king: keeping it against the loss of the original wager."""
    table = drawing(dealt("5c Kd 6h 7s"))
    [choice] = [choice for choice in table.choices() if choice.do == "double"]
    table.act(1, "double", amounts={"P1": choice.most})
    table.run(until=lambda now: bool(now.choices()))
    assert values(table) == {"forfeit": -1000}
    won, lost, pontoon = chances("Kd", unseen("5c Kd 6h 7s"))
    kept = 2000 * (won - lost) - 1000 * pontoon
    assert passing_value(table.state, 1, "P1") == pytest.approx(float(kept), abs=1e-5)


def test_wagers_that_are_decided_count() -> None:
    """Perfect Pairs lost before the first decision is part of the round."""
    table = dealt("Kc 6d 8h", perfect_pairs=500)
    table.run(until=lambda now: any(choice.do == "stand" for choice in now.choices()))
    assert values(table)["stand"] == values(dealt("Kc 6d 8h"))["stand"] - 500


@pytest.mark.clause("PON 11.9")
def test_two_split_hands_of_which_one_stands() -> None:
    """Eights split against a king: eighteen stands, and the other hand has eighteen too. A Pontoon takes one wager."""
    stack = "8c Kd 8h Ks Qc"
    table = drawing(dealt(stack))
    table.act(1, "split", player="P1", amount=1000)
    table.run()
    table.act(1, "stand", player="P1")
    table.run()
    won, lost, pontoon = chances("Kd", unseen(stack))
    both = 2000 * (won - lost) - 1000 * pontoon
    assert values(table)["stand"] == pytest.approx(float(both), abs=1e-5)
    game = Game(SETTINGS, 1000, cards("Kd")[0])
    assert values(table)["hit"] < values(table)["stand"]
    assert game.stand(cards("8h Qc"), left_of(unseen(stack))) == won - lost - pontoon


def test_splitting_is_worth_what_its_hands_are_worth_on_average() -> None:
    """Over every second card of the first hand; another eight is split again, and 21 with a second card cannot be."""
    before = values(dealt("8c 6d 8h"))["split"]
    left = Counter(value_of(card) for card in unseen("8c", "6d", "8h"))
    mean = Fraction(0)
    for value, count in left.items():
        table = dealt(f"8c 6d 8h {'A23456789K'[value]}s")
        table.act(1, "split", player="P1", amount=1000)
        mean += max(values(table.run()).values()) * Fraction(count, left.total())
    # After a split a live table knows the cards of the first hand when the second is played: a little more.
    assert float(mean) == pytest.approx(float(before), abs=2)


@pytest.mark.clause("PON 12.8")
def test_a_doubled_box_pays_even_money_where_table_1_pays_less() -> None:
    """Hand 1 was doubled, hand 2 is 18: only a three makes 21 of it, paid one to one instead of one to two."""

    def hit(scope: str) -> Fraction:
        table_1 = Frozen({**SETTINGS.table_1, Row.OTHER: Odds(1, 2, "PON 14.2")})
        settings = replace(SETTINGS, double_odds_scope=scope, table_1=table_1)
        table = dealt("8c 6d 8h 3s 9s Kd", settings=settings)
        table.act(1, "split", player="P1", amount=1000)
        table.run()
        table.act(1, "double", amounts={"P1": 1000})
        table.run(until=lambda now: any(choice.do == "stand" for choice in now.choices()))
        return values(table)["hit"]

    threes, left = 15, 192 - 6
    assert float(hit("box") - hit("hand")) == pytest.approx(500 * threes / left, abs=1e-5)
