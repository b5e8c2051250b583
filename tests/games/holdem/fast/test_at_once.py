"""Ordinary commands are decided and applied in one step, and it comes to the same as one after the other."""

import os
from collections import Counter
from random import Random
from typing import Any

import pytest

from pitboss.games.holdem import GAME
from pitboss.games.holdem.fast.at_once import AT_ONCE, decide_at_once, in_motion
from pitboss.games.holdem.state import NOBODY, Holdem, with_round
from pitboss.games.play import Command, Events, Role, Stage
from pitboss.rulebook.refusal import Refusal
from tests.games.holdem.fast.by_chance import CHOSEN, next_command, table_of

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


@pytest.mark.parametrize("do", ["fold", "check"])
def test_a_single_fold_or_check_is_what_it_is_in_motion(do: str) -> None:
    random = Random(SEED)
    compared: Counter[bool] = Counter()
    for chosen in CHOSEN * 10:
        table = table_of(chosen, random)
        table.new_round()
        while table.state.felt.stage is not Stage.OVER:
            state, now = table.state, table.state.play.round
            if now.turn != NOBODY:
                seat, motion = now.seats[now.turn], in_motion(state)
                event = None if motion is None else decide_at_once(motion, do, seat, None)
                expected = None if motion is None or event is None else (with_round(state, motion.round()), (event,))
                assert AT_ONCE[do](state, Command(Role.PLAYER, do, seat)) == expected
                compared[expected is None] += 1
            table.do(next_command(table, random))
    # Otherwise nothing has been compared.
    assert min(compared[True], compared[False]) > 10


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
