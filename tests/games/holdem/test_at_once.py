"""Ordinary commands are decided and applied in one step, and it comes to the same as one after the other."""

import os
from random import Random
from typing import Any

import pytest

from pitboss.games.holdem import GAME, HoldemSettings
from pitboss.games.holdem.at_once import AT_ONCE
from pitboss.games.holdem.settings import COMPLETABLE, CUMULATIVE, FIXED, FULL_POT, MIN_BET_UNITS, STAR, TOURNAMENT
from pitboss.games.holdem.state import NOBODY, Holdem
from pitboss.games.play import Command, Events, Role, Stage
from pitboss.games.random_player import command_of
from pitboss.games.table import Shoe, Table
from pitboss.rulebook.refusal import Refusal

# In CI the same hands every time; at a desk others in every run.
SEED = 2015 if os.environ.get("CI") else Random().getrandbits(32)
USUAL: dict[str, Any] = {"mode": TOURNAMENT, "boxes": 6, "chip_unit": 1, "blinds": (1, 2), "min_bet": 2}
CHOSEN: list[dict[str, Any]] = [
    {},
    {"ante": 1, "procedures": STAR},
    {"big_blind_ante": 2, "opening_option": "A"},
    {"opening_option": "C", "blinds": (1, 2, 4), "burn": False},
    {"structure": "ante", "blinds": (), "ante": 2},
    {"limit": FULL_POT, "hole_cards": 4},
    {"limit": FIXED, "min_bet": (2, 2, 4, 4), "max_bet": (2, 2, 4, 4)},
    {"tap_out_units": MIN_BET_UNITS, "chip_unit": 2},
    {"short_all_in_reopen": CUMULATIVE, "short_open_tap_out": COMPLETABLE, "uncalled_bet": "all"},
]
ODD: list[dict[str, Any]] = [
    {"player": "somebody else"},
    {"player": 7},
    {"seat": True},
    {"seat": None},
    {"hand": True},
    {"hand": 2},
    {"amount": True},
    {"amount": 1},
    {"amount": 10**16},
    {"cards": (1,)},
    {"reason": "because"},
    {"by": Role.DEALER},
    {"by": "player"},
]


def table_of(chosen: dict[str, Any], random: Random) -> Table[Any]:
    settings = HoldemSettings(**USUAL | chosen)
    table = Table(GAME, settings, Shoe.seeded(random.getrandbits(32))).open()
    for seat in range(1, random.choice((2, 3, 6)) + 1):
        stake = random.choice((6, 40, 200, 200))
        table.do(Command(Role.OPERATOR, "seat_entrant", seat, f"P{seat}", amount=stake))
    return table


def the_long_way(state: Holdem, command: Command) -> tuple[Holdem, Events] | Refusal:
    decision = GAME.decide(state, command)
    if isinstance(decision, Refusal):
        return decision
    for event in decision:
        state = GAME.apply(state, event)
    return state, decision


def next_command(table: Table[Any], random: Random) -> Command:
    """A decision by chance, or the dealer's next step with cards from the shoe."""
    if table.state.play.round.turn != NOBODY:
        return command_of(random.choice(table.choices()), random)
    step = GAME.routine(table.state)
    assert step is not None
    return Command(Role.DEALER, step.do, cards=table.shoe.draw(step.cards))


@pytest.mark.parametrize("chosen", CHOSEN, ids=lambda chosen: ", ".join(chosen) or "usual")
def test_in_one_step_or_one_after_the_other_it_is_the_same(chosen: dict[str, Any]) -> None:
    random = Random(SEED)
    at_once = 0
    for _ in range(40):
        table = table_of(chosen, random)
        table.new_round()
        while table.state.felt.stage is not Stage.OVER:
            before, command = table.state, next_command(table, random)
            expected = the_long_way(before, command)
            assert not isinstance(expected, Refusal)
            assert GAME.act(before, command) == expected
            quick = AT_ONCE[command.do](before, command) if command.do in AT_ONCE else None
            if quick is not None:
                at_once += 1
                assert quick == expected
                assert [type(event) for event in quick[1]] == [type(event) for event in expected[1]]
            table.do(command)
    # Otherwise nothing has been compared.
    assert at_once > 100


def test_what_is_odd_about_a_command_is_answered_as_the_long_way_answers_it() -> None:
    random = Random(SEED)
    for _ in range(30):
        table = table_of({}, random)
        table.new_round()
        while table.state.felt.stage is not Stage.OVER:
            before, command = table.state, next_command(table, random)
            cards = command.cards
            odd_cards = [(card, *cards[1:]) for card in (60, -1, True, "As", *cards[-1:])] if cards else []
            for odd in (*ODD, *({"cards": each} for each in odd_cards)):
                asked = command._replace(**odd)
                assert GAME.act(before, asked) == the_long_way(before, asked)
            table.do(command)
    assert table.outcomes
