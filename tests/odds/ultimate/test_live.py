"""What each choice is worth at a live table, against plain counting and against the solver."""

from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest

from pitboss.cards.card import Card, cards
from pitboss.games.play import Command, Role
from pitboss.games.table import StackedShoe, Table
from pitboss.odds.ultimate.live import Sight, choice_values, played_out
from pitboss.odds.ultimate.money import money_of, values_before_flop
from pitboss.odds.ultimate.plan import hand_class
from pitboss.odds.ultimate.player import player
from pitboss.odds.ultimate.rules import UltimateRules
from pitboss.rulebook.refusal import Refusal
from tests.odds.ultimate.oracle import (
    ANTE,
    TRIPS_ODDS,
    flop_choices,
    nets_of_boards,
    opened,
    others,
    played_by_engine_rules,
    random_deck,
)


def _seated(deck: list[Card], *, checks: int, trips: int = ANTE) -> Table[Any]:
    table = opened()
    table.shoe = StackedShoe(deck)
    table.new_round()
    wagers = {"ante": ANTE, "blind": ANTE} | ({"trips": trips} if trips else {})
    table.place(1, "P1", **wagers)
    table.deal()
    for _ in range(checks):
        table.act(1, "check", player="P1")
    return table


def _values(table: Table[Any]) -> dict[tuple[str, int | None], Fraction]:
    return {(found.choice.do, found.amount): found.value for found in choice_values(table.state, 1)}


def _stacked(board: str, hole: str, dealer: str = "") -> list[Card]:
    first = [*cards(board), *cards(hole), *cards(dealer)]
    return [*first, *others(first)]


def test_on_the_river_each_choice_is_what_the_engine_would_settle() -> None:
    random = Random(31)
    for _ in range(3):
        deck = random_deck(random, strong=False)
        values = _values(_seated(deck, checks=2))
        assert values == {
            ("fold", None): Fraction(-3 * ANTE),
            ("play", ANTE): played_by_engine_rules(deck[5:7], deck[:5], 1),
        }


@pytest.mark.parametrize("trips", [0, ANTE])
def test_after_the_flop_each_choice_is_worth_all_boards_played_out(trips: int) -> None:
    deck = random_deck(Random(32 + trips), strong=False)
    twice, waiting = flop_choices(deck[5:7], deck[:3])[bool(trips)]
    assert _values(_seated(deck, checks=1, trips=trips)) == {
        ("fold", None): Fraction(-2 * ANTE - trips),
        ("check", None): waiting * ANTE,
        ("play", 2 * ANTE): twice * ANTE,
    }


def test_before_the_flop_the_solver_answers_for_all_wagers() -> None:
    table = _seated(_stacked("2c 7d 9h Jc 3s", "Ah Kh"), checks=0)
    values = _values(table)
    solved = values_before_flop(money_of(UltimateRules()), int(hand_class(*cards("Ah Kh"))), with_trips=True)
    assert list(values) == [("fold", None), ("check", None), ("play", 3 * ANTE), ("play", 4 * ANTE)]
    assert values["play", 4 * ANTE] == solved[4]
    assert values["play", 3 * ANTE] == solved[3] < solved[4]
    assert values["fold", None] == -3 * ANTE


def test_before_the_flop_the_solver_gives_what_playing_out_every_flop_gives() -> None:
    """A suited queen and five, as near to four times the ante as hands get: 19,600 flops, each with its decision."""
    hole, money = cards("Qs 5s"), money_of(UltimateRules())
    plainly = played_out(money, Sight(hole, (-1,) * 5, ()), before_flop=True)
    assert plainly == values_before_flop(money, int(hand_class(*hole)), with_trips=True)


def test_without_trips_best_play_has_the_best_value_at_every_decision() -> None:
    decide, random = player(UltimateRules(), "best"), Random(33)
    for _ in range(25):
        table = _seated(random_deck(random, strong=False), checks=0, trips=0)
        while table.game.due(table.state):
            values, command = _values(table), decide(table)
            assert values[command.do, command.amount] == max(values.values())
            table.do(command)
            table.run()


def test_trips_on_the_board_is_folded_without_a_trips_wager_and_played_with_one() -> None:
    deck = _stacked("9c 9d 9h Kc 5s", "3h 2d")
    alone, both = (_values(_seated(deck, checks=2, trips=trips)) for trips in (0, ANTE))
    assert alone["fold", None] > alone["play", ANTE]
    assert both["fold", None] < both["play", ANTE] == alone["play", ANTE] + 3 * ANTE


def test_a_communal_card_shown_early_is_known() -> None:
    """UTH 13.5: the turn is seen after the flop, and only rivers are left to come."""
    deck = _stacked("2c 7d 9h Jc 3s", "Jh Th")
    table = _seated(deck, checks=1)
    shown = Command(Role.SUPERVISOR, "communal_card_exposed", cards=(deck[3],))
    assert not isinstance(table.do(shown), Refusal)
    boards = np.array([(*deck[:4], river) for river in others(deck[:4], deck[5:7])], np.uint8)
    rest, duel, category = nets_of_boards(deck[5:7], boards)
    side = np.array([2 * 990 * TRIPS_ODDS.get(each, -1) for each in category.tolist()])
    deals = 2 * 990 * len(boards)
    assert _values(table)["play", 2 * ANTE] == Fraction(int((rest + 2 * duel + side).sum()), deals) * ANTE
    waiting = np.maximum(rest + duel + side, -6 * 990)
    assert _values(table)["check", None] == Fraction(int(waiting.sum()), deals) * ANTE


def test_a_dealer_card_shown_is_known() -> None:
    """UTH 13.4(b): with a play wager of another box down the round goes on, and everybody has seen the card."""
    deck = _stacked("2c 7d 9h Jc 3s", "Jh Th", "5c 6c As Kd")
    table = opened()
    table.shoe = StackedShoe(deck)
    table.new_round()
    table.place(1, "P1", ante=ANTE, blind=ANTE, trips=ANTE)
    table.place(2, "P2", ante=ANTE, blind=ANTE)
    table.deal()
    table.act(1, "check", player="P1")
    table.act(2, "play", player="P2", amount=4 * ANTE)
    table.act(1, "check", player="P1")
    ace = cards("As")
    table.do(Command(Role.SUPERVISOR, "dealer_card_exposed", cards=ace))
    dealers = [(ace[0], other) for other in others(deck[:5], deck[5:7], ace)]
    assert len(dealers) == 44
    assert _values(table)["play", ANTE] == played_by_engine_rules(deck[5:7], deck[:5], 1, dealers=dealers)


def test_before_the_flop_with_a_flop_card_seen_the_flop_is_still_decided_later() -> None:
    """Two flop cards and the last two are seen: 47 flops, each with its own decision."""
    deck = _stacked("2c 7d 9h Jc 3s", "Qh 2d")
    table = _seated(deck, checks=0)
    table.do(Command(Role.SUPERVISOR, "communal_card_exposed", cards=(deck[0], deck[1], deck[3], deck[4])))
    seen = (deck[0], deck[1], deck[3], deck[4])
    boards = np.array([(*seen, third) for third in others(seen, deck[5:7])], np.uint8)
    rest, duel, category = nets_of_boards(deck[5:7], boards)
    side = np.array([2 * 990 * TRIPS_ODDS.get(each, -1) for each in category.tolist()])
    best = np.maximum(np.maximum(rest + duel, rest + 2 * duel) + side, -6 * 990)
    deals = 2 * 990 * len(boards)
    assert _values(table)["check", None] == Fraction(int(best.sum()), deals) * ANTE
    assert _values(table)["play", 3 * ANTE] == Fraction(int((rest + 3 * duel + side).sum()), deals) * ANTE


def test_conceding_loses_everything_and_nothing_else_is_left_to_choose() -> None:
    table = _seated(_stacked("2c 7d 9h Jc 3s", "Jh Th"), checks=2)
    table.act(1, "play", player="P1", amount=ANTE)
    assert _values(table) == {("concede", None): Fraction(-4 * ANTE)}
    table.finish()
    assert choice_values(table.state, 1) == ()


def test_nobody_else_has_a_choice() -> None:
    assert choice_values(_seated(_stacked("2c 7d 9h Jc 3s", "Jh Th"), checks=0).state, 2) == ()


def test_a_study_without_forfeit_counts_trips_on_a_fold() -> None:
    deck = _stacked("9c 9d 9h Kc 5s", "3h 2d")
    table = _seated(deck, checks=2)
    study = choice_values(table.state, 1, rules=UltimateRules(trips_lost_on_fold=False))
    assert {found.choice.do: found.value for found in study}["fold"] == ANTE
