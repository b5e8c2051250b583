"""A table one can play at: repeatable from a seed, and honest about what its dealer cannot do alone."""

from random import Random

import pytest

from pitboss.cards.card import cards
from pitboss.games.play import Audience, Role, RoutineStep, Viewer
from pitboss.games.table import NotRoutine, OutOfCards, Shoe, StackedShoe, Table
from pitboss.games.ultimate import GAME, UltimateSettings
from pitboss.rulebook.refusal import Refusal
from tests.games.ultimate.scene import BOARD

WAGERS = {"ante": 1000, "blind": 1000, "trips": 500}


def played(seed: int, shoe: str = "automated", number: int = 20) -> list[object]:
    """What rounds with this seed give: every card, every result."""
    opened = Table(GAME, UltimateSettings(shoe=shoe), Shoe.seeded(seed)).open()
    random = Random(seed)
    seen: list[object] = []
    for _ in range(number):
        table = opened.new_round()
        for seat in (1, 2):
            table.place(seat, f"P{seat}", **WAGERS)
        table.deal()
        while table.choices():
            choice = random.choice(table.choices())
            table.act(choice.seat or 0, choice.do, amount=choice.amounts[0] if choice.amounts else None)
        table.finish()
        seen += [table.state.felt.dealt, table.outcomes, table.net]
    return seen


@pytest.mark.parametrize("shoe", ["automated", "card"])
def test_rounds_with_a_seed_are_repeatable(shoe: str) -> None:
    assert played(7, shoe) == played(7, shoe)
    assert played(7, shoe) != played(8, shoe)


def test_a_round_in_five_lines() -> None:
    table = Table(GAME, shoe=StackedShoe(cards(f"{BOARD} As Ad Kd 4h"))).open().new_round()
    table.place(1, "Ann", ante=1000, blind=1000)
    table.deal()
    table.act(1, "play", amount=4000)
    table.finish()
    assert table.is_over
    assert table.net == {"Ann": 4000}


def test_a_refusal_is_an_answer_and_changes_nothing() -> None:
    table = Table(GAME, shoe=StackedShoe(cards(f"{BOARD} As Ad Kd 4h"))).open().new_round()
    table.place(1, "Ann", ante=1000, blind=1000)
    table.deal()
    before = table.state, list(table.commands)
    assert isinstance(table.act(1, "play", amount=1), Refusal)
    assert (table.state, table.commands) == before


def test_a_stacked_shoe_that_ends_too_early_says_so() -> None:
    table = Table(GAME, shoe=StackedShoe(cards("As Ad"))).open().new_round()
    table.place(1, "Ann", ante=1000, blind=1000)
    with pytest.raises(OutOfCards, match="9 cards are due and the shoe holds 2"):
        table.deal()
    assert table.state.felt.stage == "betting"


def test_the_dealer_stops_where_a_person_must_rule() -> None:
    table = Table(GAME, shoe=StackedShoe(cards(f"{BOARD} As Ad As 4h"))).open().new_round()
    table.place(1, "Ann", ante=1000, blind=1000)
    table.deal()
    with pytest.raises(NotRoutine, match=r"UTH 13\.7"):
        table.act(1, "play", amount=4000)


def test_the_commands_of_a_round_lead_from_its_beginning_to_its_end() -> None:
    table = Table(GAME, shoe=Shoe.seeded(3)).open()
    for _ in range(2):
        table.new_round()
        table.place(1, "Ann", ante=1000, blind=1000)
        table.deal()
        table.act(1, "check")
        table.act(1, "play", amount=2000)
        table.finish()
    state = table.round_began_with
    assert state.house.round == 1
    for command in table.commands:
        done = GAME.act(state, command)
        assert not isinstance(done, Refusal)
        state = done[0]
    assert state == table.state


def test_the_table_shows_what_the_game_shows() -> None:
    table = Table(GAME).open()
    assert table.view(Viewer(Audience.SIGN)).as_json() == GAME.view(table.state, Viewer(Audience.SIGN)).as_json()
    assert {choice.by for choice in table.new_round().choices()} == {Role.PLAYER}


def test_a_step_that_is_refused_leaves_the_shoe_as_it_was() -> None:
    table = Table(GAME, shoe=Shoe.seeded(1)).open().new_round()
    before = list(table.shoe.cards)
    with pytest.raises(NotRoutine):
        table.take(RoutineStep("deal", "UTH 7.1", cards=9))
    assert table.shoe.cards == before


@pytest.mark.parametrize("shoe", ["automated", "card"])
def test_a_round_can_be_checked_against_what_was_promised_before_its_first_card(shoe: str) -> None:
    table = Table(GAME, UltimateSettings(shoe=shoe)).open().new_round()
    assert table.shoe.last is not None
    promised = table.shoe.last.commitment
    table.place(1, "Ann", **WAGERS)
    table.deal()
    dealt = table.state.felt.dealt
    assert table.shoe.last.accounts_for(dealt, promised)
    assert not table.shoe.last.accounts_for(dealt[::-1], promised)
