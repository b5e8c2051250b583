"""What each choice is worth at a live table, whatever the game."""

from random import Random

import pytest

from pitboss.cards.card import cards
from pitboss.games.bots.random_player import decide_at_random
from pitboss.games.frozen import Frozen
from pitboss.games.table import Shoe, StackedShoe, Table
from pitboss.games.ultimate.layout import UltimateSettings
from pitboss.kits import game_named, house_games, kit_of
from pitboss.odds.live import choice_values


@pytest.mark.parametrize("name", house_games())
def test_every_choice_has_its_value_and_nobody_else_has_one(name: str) -> None:
    table: Table[object] = Table(game_named(name), shoe=Shoe.seeded(3)).open().new_round()
    table.place(2, "Ann", **kit_of(name).usual_wagers)
    assert choice_values(table.state, 2) == ()
    table.deal()
    found = choice_values(table.state, 2)
    choices = [choice for choice in table.choices() if choice.seat == 2]
    assert list(dict.fromkeys(value.choice for value in found)) == choices
    assert found
    assert choice_values(table.state, 1) == ()
    decide_at_random(table, Random(1))
    assert choice_values(table.state, 2) == ()


def test_aces_are_worth_four_times_the_ante() -> None:
    table: Table[object] = Table(game_named("ultimate"), shoe=StackedShoe(cards("2c 7d 9h Jc 3s As Ad Kd Kh"))).open()
    table.new_round().place(1, "Ann", ante=1000, blind=1000)
    table.deal()
    values = {(value.choice.do, value.amount): value.value for value in choice_values(table.state, 1)}
    assert max(values, key=lambda choice: values[choice]) == ("play", 4000)
    assert values["fold", None] == -2000


def test_a_changed_pay_table_changes_the_values() -> None:
    worth = []
    for settings in (UltimateSettings(), UltimateSettings(blind_pays=Frozen())):
        shoe = StackedShoe(cards("2h 5h 9s Js 3c Ah Kh 4c 4d"))
        table: Table[object] = Table(game_named("ultimate"), settings, shoe).open().new_round()
        table.place(1, "Ann", ante=1000, blind=1000)
        table.deal()
        worth.append(max(value.value for value in choice_values(table.state, 1)))
    assert worth[0] > worth[1]
