"""Ordinary commands are decided and applied in one step, and it comes to the same as one after the other."""

import os
from random import Random
from typing import Any

import pytest

from holdem_by_chance import CHOSEN, next_command, table_of
from pitboss.games.holdem import GAME
from pitboss.games.holdem.at_once import AT_ONCE
from pitboss.games.holdem.state import Holdem
from pitboss.games.play import Command, Events, Role, Stage
from pitboss.rulebook.refusal import Refusal

# In CI the same hands every time; at a desk others in every run.
SEED = 2015 if os.environ.get("CI") else Random().getrandbits(32)
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


def the_long_way(state: Holdem, command: Command) -> tuple[Holdem, Events] | Refusal:
    decision = GAME.decide(state, command)
    if isinstance(decision, Refusal):
        return decision
    for event in decision:
        state = GAME.apply(state, event)
    return state, decision


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
