"""A strategy at the engine's table: what it does with offers that it may pass over, and what it never does."""

from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from pitboss.cards.card import cards
from pitboss.games.pays import Odds
from pitboss.games.play import Command, Role, RoutineStep
from pitboss.games.pontoon import GAME
from pitboss.games.table import StackedShoe, Table
from pitboss.odds.pontoon.cells import ACE, CELLS, TEN, VALUE_COUNT
from pitboss.odds.pontoon.player import player
from pitboss.odds.pontoon.rules import PontoonRules
from pitboss.odds.pontoon.side_wagers import insurance_worth
from pitboss.odds.pontoon.simulation import simulate
from pitboss.odds.pontoon.strategies import STRATEGIES, way_to_play
from pitboss.odds.pontoon.strategy_table import DOUBLE, DRAW, SPLIT, STAND, SURRENDER
from pitboss.odds.rules import BadRules

RULES = PontoonRules()


def dealt(stack: str, name: str = "P1") -> Table[Any]:
    table = Table(GAME, RULES.settings, StackedShoe(cards(stack))).open().new_round()
    table.place(1, name, main=1000)
    return table.deal()


def asked(stack: str, strategy: str) -> Command | None:
    return player(RULES, strategy)(dealt(stack))


def test_offers_are_passed_over() -> None:
    """Insurance and surrender are open against an ace, and best play takes neither."""
    table = dealt("Kc Ad 6h")
    assert {choice.do for choice in table.choices()} == {"insure", "surrender"}
    assert player(RULES, "best")(table) is None


def test_a_hand_that_must_be_decided_is_decided() -> None:
    assert asked("Kc 6d 9h", "best") == Command(Role.PLAYER, "stand", 1, "P1")
    assert asked("2c 6d 3h", "best") == Command(Role.PLAYER, "hit", 1, "P1")
    assert asked("8c 6d 8h", "best") == Command(Role.PLAYER, "split", 1, "P1", amount=1000)
    assert asked("5c 6d 6h", "best") == Command(Role.PLAYER, "double", 1, amounts={"P1": 1000})


def test_insurance_and_surrender_are_taken_where_the_strategy_says_so() -> None:
    """Play by chance is the same with the same cards, so its table tells with which cards it does what."""
    way = way_to_play(RULES, "by_chance")
    hands = {f"{one}c {other}h": CELLS.number(cards(f"{one}c {other}h")) for one, other in combinations("23456789", 2)}
    insuring = next(hand for hand, cell in hands.items() if way.insures[cell])
    giving_up = next(
        hand for hand, cell in hands.items() if not way.insures[cell] and way.table.actions[cell, ACE] == SURRENDER
    )
    assert asked(insuring.replace(" ", " Ad "), "by_chance") == Command(Role.PLAYER, "insure", 1, "P1", amount=500)
    assert asked(giving_up.replace(" ", " Ad "), "by_chance") == Command(Role.PLAYER, "surrender", 1, "P1")


def insuring_at(pays: int) -> PontoonRules:
    return replace(RULES, settings=replace(RULES.settings, insurance_pays=Odds(pays, 1, "PON 7.4")))


@pytest.mark.clause("PON 7.4")
def test_best_play_insures_where_that_gains() -> None:
    """Three to one gains only without ten-values in the hand, four to one always, and two to one never."""
    dealt_cells = (CELLS.size == 2) & (CELLS.points < 21)
    tens = CELLS.held[dealt_cells, TEN]
    insured = {pays: way_to_play(insuring_at(pays), "best").insures[dealt_cells] for pays in (2, 3, 4)}
    assert not insured[2].any()
    assert (insured[3] == (tens == 0)).all()
    assert insured[4].all()
    table = dealt("Kc Ad 6h")
    assert player(insuring_at(5), "best")(table) == Command(Role.PLAYER, "insure", 1, "P1", amount=500)


@pytest.mark.clause("PON 7.4")
def test_insurance_of_best_play_is_tallied_by_itself() -> None:
    """It is taken in every round with an ace of the dealer but a Pontoon, and the hand is played as without it."""
    rules = insuring_at(5)
    with_it, without = (simulate(each, "best", 100_000, 3) for each in (rules, RULES))
    taken = with_it.results["insurance"]
    assert set(taken) == {-500, 2500}
    assert taken.total() == with_it.decisions["insurance"]
    assert "insurance" not in without.results
    gained = (taken[2500] * 5 - taken[-500]) / taken.total()
    assert gained == pytest.approx(float(-insurance_worth(rules).edge), abs=4 * 2.6 / taken.total() ** 0.5)
    assert (way_to_play(rules, "best").table.actions == way_to_play(RULES, "best").table.actions).all()


@pytest.mark.parametrize(("last", "answer"), [("2s", Command(Role.PLAYER, "forfeit", 1, "P1")), ("8s", None)])
def test_a_double_is_rescued_by_what_it_became(last: str, answer: Command | None) -> None:
    """5-6 doubled against a king: 13 is given up and 19 is not."""
    table, decide = dealt(f"5c Kd 6h {last}"), player(RULES, "basic")
    assert decide(table) is None
    table.take(RoutineStep("begin_drawing", "PON 10.1"))
    double = decide(table)
    assert double is not None
    assert double.do == "double"
    table.do(double)
    assert decide(table.run()) == answer


def test_somebody_elses_box_is_left_alone() -> None:
    assert player(RULES, "best")(dealt("Kc 6d 9h", "Ann")) is None


def test_an_unknown_strategy_is_named_in_one_sentence() -> None:
    with pytest.raises(BadRules, match="There is no strategy 'lucky' for pontoon: there are best, charts, basic"):
        player(RULES, "lucky")


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_no_strategy_does_what_the_rules_forbid(strategy: str) -> None:
    """PON 10.2(c), PON D-Split, PON 9.1: in every cell that a decision can be asked for."""
    way = way_to_play(RULES, strategy)
    for cell in (cell for cell in range(CELLS.total) if CELLS.size[cell] >= 2 and CELLS.points[cell] < 21):
        for dealer in range(VALUE_COUNT):
            allowed = {DRAW, DOUBLE}
            if CELLS.soft[cell] or CELLS.points[cell] >= 12:
                allowed.add(STAND)
            assert way.table.after_split[cell, dealer] in allowed
            if CELLS.pair[cell] >= 0:
                allowed.add(SPLIT)
            if CELLS.size[cell] == 2 and dealer in (ACE, TEN):
                allowed.add(SURRENDER)
            assert way.table.actions[cell, dealer] in allowed
            assert CELLS.pair[cell] >= 0 or not way.table.resplit[cell, dealer]
