"""A command of any shape at all at a hold'em table: answered with a refusal or with events, never with a traceback."""

import json
import pickle
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given, settings

from pitboss.games.holdem import GAME, HoldemSettings
from pitboss.games.holdem.settings import settings_error
from pitboss.games.play import Command, Stage
from pitboss.games.table import BadSettings, NotRoutine, Shoe, Table
from pitboss.rulebook.refusal import Refusal
from tests.games.any_shape import commands_of_any_shape
from tests.games.holdem.scene import DEALER, OPERATOR, PLAYER, Scene
from tests.refusals import refused

CASH: dict[str, Any] = {}
STAR: dict[str, Any] = {"mode": "tournament", "procedures": "STAR", "big_blind_ante": 1000}


def tables() -> list[Table[Any]]:
    """Tables at every moment of a round, in a cash game and in a tournament of the Star."""
    made: list[Table[Any]] = []
    for chosen in (CASH, STAR):
        idle = Scene(**chosen)
        made.append(idle.table)
        betting = Scene(**chosen)
        betting.table.new_round()
        made.append(betting.table)
        dealing = Scene(**chosen)
        dealing.table.new_round()
        dealing.table.do(Command(DEALER, "deal", cards=dealing.table.shoe.draw(2)))
        made.append(dealing.table)
        made.append(Scene(**chosen).start().table)
        flop = Scene(**chosen).start().act("1 call", "2 call", "3 stand")
        made.append(flop.table)
        early = Scene(**chosen).start().act("1 call", "2 call", "3 stand")
        early.ruled("out_of_turn", DEALER, seat=1, ruling="bet", amount=5000)
        made.append(early.table)
        made.append(Scene(by_hand=True, **chosen).start().act("1 tap_out", "2 call", "3 fold").table)
        made.append(Scene(**chosen).start().act("1 fold", "2 fold").table)
    return made


TABLES = tables()


@settings(max_examples=2500, deadline=None)
@given(commands_of_any_shape(TABLES))
def test_whatever_the_shape_of_a_command_it_is_answered(told: tuple[Table[Any], Command]) -> None:
    table, command = told
    done = GAME.act(table.state, command)
    if isinstance(done, Refusal):
        assert done.clause.split()[0] in ("HLD", "STAR")
        assert done.reason.endswith((".", "?"))


def test_states_commands_and_events_can_be_stored() -> None:
    for table in TABLES:
        again = pickle.loads(pickle.dumps(table.state))
        assert again == table.state
        assert hash(again) == hash(table.state)
        for command in table.commands:
            assert Command(**json.loads(json.dumps(command._asdict()))).do == command.do


@pytest.mark.clause("HLD 18.2", "HLD D-Void")
def test_blinds_of_a_table_that_closes_before_the_deal_go_back() -> None:
    scene = Scene()
    scene.table.new_round()
    scene.ruled("close_table", OPERATOR, reason="the end of gaming")
    assert GAME.routine(scene.table.state) is None
    with pytest.raises(NotRoutine, match="closed"):
        scene.table.deal()
    scene.ruled("void_round", OPERATOR, reason="impractical")
    assert scene.stakes == {1: 20000, 2: 20000, 3: 20000}


@pytest.mark.clause("HLD 2.4", "HLD 2.5[s2]")
def test_no_round_is_started_with_cards_that_were_not_checked() -> None:
    table = Table(GAME, shoe=Shoe.seeded(1))
    table.do(Command(OPERATOR, "open_table"))
    refused(table.do(Command(DEALER, "start_round")), clause="HLD 2.4")
    scene = Scene()
    scene.ruled("change_cards", OPERATOR)
    assert scene.refuses(Command(DEALER, "start_round")).reason.startswith("The cards have not been checked")


@pytest.mark.parametrize("name", [each.name for each in fields(HoldemSettings)])
def test_a_setting_of_another_kind_is_refused_in_a_sentence(name: str) -> None:
    for wrong in ("x", 2.5, -1, True, None, object(), {}, [], (1,), (1, 2, 3, 4, 5), 10**30, b"1"):
        values: dict[str, Any] = {"mode": "tournament", name: wrong}
        chosen = HoldemSettings(**values)
        refusal = settings_error(chosen)
        if refusal is not None:
            assert refusal.reason.endswith(".")
            with pytest.raises(BadSettings):
                Table(GAME, chosen)
        else:
            assert type(wrong) is type(getattr(HoldemSettings(), name)) or wrong in (None, True, (1,)), (name, wrong)


@pytest.mark.clause("HLD 19.5(a)")
def test_what_is_legal_is_listed_in_one_order_whatever_the_cards() -> None:
    """HLD 19.5(a): the order of a prompt never depends on the cards."""
    seen = set()
    for seed in range(20):
        table: Table[Any] = Table(GAME, shoe=Shoe.seeded(seed)).open()
        for seat in (1, 2, 3):
            table.do(Command(PLAYER, "join", seat, f"P{seat}", amount=20000))
        table.new_round()
        table.deal()
        seen.add(tuple((choice.by, choice.do, choice.clause) for choice in GAME.legal(table.state)))
    assert len(seen) == 1
    assert [do for by, do, _ in next(iter(seen)) if by is PLAYER][:4] == ["fold", "call", "raise", "tap_out"]


def test_a_table_opened_by_its_default_settings_is_played_on_by_commands_alone() -> None:
    table: Table[Any] = Table(GAME, shoe=Shoe.seeded(5)).open()
    for seat in (2, 5, 9):
        answer = table.do(Command(PLAYER, "join", seat, f"P{seat}", amount=20000))
        assert not isinstance(answer, Refusal), answer
    for _ in range(10):
        table.new_round()
        table.deal()
        while table.state.felt.stage is not Stage.OVER:
            seat = GAME.due(table.state)[0]
            do = next(choice.do for choice in table.choices() if choice.do in ("check", "stand", "call"))
            assert not isinstance(table.act(seat, do), Refusal)
    assert table.state.house.round == 10
