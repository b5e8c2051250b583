"""A round that was played and written down replays to the same outcome, also what happened after its end."""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pitboss.games.bots.random_player import command_of
from pitboss.games.play import Command, Role
from pitboss.games.table import Shoe, Table
from pitboss.games.writing.house_rounds import export_round
from pitboss.kits import game_named, house_games
from pitboss.rulebook.refusal import Refusal
from tests.conformance.case_scene import replayed

AnyTable = Table[Any]
WAGERS = {"ultimate": {"ante": 1000, "blind": 1000}, "canberra": {"ante": 1000}, "pontoon": {"main": 1000}}
VOID = Command(Role.OPERATOR, "void_round", reason="disturbance")


def round_of(game: str, seed: int) -> AnyTable:
    """Two boxes that decide at random, to the end."""
    table: AnyTable = Table(game_named(game), shoe=Shoe.seeded(seed)).open().new_round()
    for seat, player in ((1, "Ann"), (2, "Bob")):
        assert not isinstance(table.place(seat, player, **WAGERS[game]), Refusal)
    table.deal()
    return finished(table, Random(seed))


def finished(table: AnyTable, random: Random) -> AnyTable:
    while not table.is_over:
        if table.game.due(table.state):
            table.do(command_of(random.choice(table.choices()), random))
        else:
            step = table.game.routine(table.state)
            assert step is not None
            table.take(step)
    return table


@pytest.mark.parametrize("game", house_games())
def test_a_round_replays_to_the_same_outcome(tmp_path: Path, game: str) -> None:
    for seed in range(10):
        written = replayed(tmp_path, round_of(game, seed))
        assert written["clauses"] == sorted(set(written["clauses"]))


@pytest.mark.clause("PON 17.1")
def test_a_round_that_is_undone_after_its_end(tmp_path: Path) -> None:
    for seed in range(10):
        table = round_of("pontoon", seed)
        assert not isinstance(table.do(VOID), Refusal)
        assert replayed(tmp_path, table)["script"][-1] == {"event": "void_round", "reason": "disturbance", "over": True}


@pytest.mark.clause("PON 15.4")
def test_hands_that_are_rebuilt_after_the_round(tmp_path: Path) -> None:
    rebuilt = 0
    for seed in range(20):
        table = round_of("pontoon", seed)
        one, two = (box.hands[0].cards[0] for box in table.state.play.boxes)
        command = Command(Role.SUPERVISOR, "misplaced_card", seat=1, seats=(2,), cards=(one, two))
        before = [row._replace(why="") for row in table.outcomes]
        if not isinstance(table.do(command), Refusal):
            finished(table, Random(seed))
            replayed(tmp_path, table)
            rebuilt += before != [row._replace(why="") for row in table.outcomes]
    assert rebuilt


@pytest.mark.clause("CAN 14.5[s2]")
@pytest.mark.parametrize("before", ["", "jackpot_down", "jackpot_down jackpot_up"])
@pytest.mark.parametrize(
    "now", ["", "jackpot_up", "jackpot_down", "jackpot_down jackpot_up", "jackpot_up jackpot_down"]
)
def test_jackpot_equipment_that_fails_in_this_round_or_the_last(tmp_path: Path, before: str, now: str) -> None:
    game = game_named("canberra")
    settings = replace(game.default_settings, jackpot=game.nested_settings["jackpot"](pool=2_500_000))  # type: ignore[call-arg]
    table: AnyTable = Table(game, settings, Shoe.seeded(5)).open()
    for faults in (before, now):
        table.new_round()
        table.place(1, "Ann", ante=1000, jackpot=200)
        table.place(1, "Ann", ante=1000)
        for fault in (*faults.split(), "supervisor_continues"):
            table.do(Command(Role.SUPERVISOR, fault))
        table.deal()
        table.do(Command(Role.SUPERVISOR, "void_jackpot_wagers"))
        finished(table, Random(1))
        replayed(tmp_path, table)


def test_what_comes_after_a_round_is_no_part_of_it(tmp_path: Path) -> None:
    table = round_of("canberra", 1)
    before = export_round(table, "R-1", "A round")
    assert not isinstance(table.do(Command(Role.OPERATOR, "exclude_player", player="Ann", reason="cheating")), Refusal)
    assert not isinstance(table.do(Command(Role.OPERATOR, "change_cards")), Refusal)
    assert replayed(tmp_path, table) == before
