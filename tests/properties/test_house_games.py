"""What must hold in every round of every house game, whatever people do: looked for in many thousands of rounds.

Each example is a table that plays several rounds from one seed, so a failure is repeated by its numbers.
"""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss.conformance.format.document import Case
from pitboss.conformance.format.matching import differences
from pitboss.conformance.house.player import play
from pitboss.games.command import dealer_step
from pitboss.games.play import Choice, Command, HouseSettings, Role, Settings, Stage, once_a_moment
from pitboss.games.table import Table
from pitboss.games.writing.house_rounds import export_round
from pitboss.kits import game_named, house_games
from pitboss.rulebook.refusal import Refusal
from tests.properties.chaos import PLAYERS, go_on, new_round, play_on, some_command
from tests.properties.tables import tables
from tests.properties.watched import WatchedTable

games = pytest.mark.parametrize("name", house_games())
SEEDS = st.integers(0, 2**32 - 1)
ROUNDS = 25


def many(examples: int) -> settings:
    """So many tables of ROUNDS rounds each."""
    return settings(max_examples=examples, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def table_of(name: str, chosen: Settings, seed: int, *, looks: bool = False) -> WatchedTable:
    table = WatchedTable(game_named(name), chosen, seed, looks=looks)
    table.open()
    return table


@games
@many(200)
@given(data=st.data(), seed=SEEDS)
def test_whatever_people_do(name: str, data: st.DataObject, seed: int) -> None:
    """After every command: all accounts sum to nothing, the felt holds the open wagers, pools are as moved.

    At three tables of five every view of everybody then holds face-up cards and one's own, never another's. At the end
    of each round every player has won what the results say, no card is missing, and the round that is written down
    replays to the same. The table itself watches. Before every step what is offered is accepted and nothing else is.
    """
    table, random = table_of(name, data.draw(tables(name)), seed, looks=seed % 5 < 3), Random(seed)
    for number in range(ROUNDS):
        new_round(table, random)
        voided = table.fork()
        a_void_leaves_every_stake_and_pool_as_before(voided, random)
        if random.random() < 0.2:
            # Play goes on at the table whose round was made void.
            voided.looks, table = table.looks, voided
            new_round(table, random)
        play_on(table, random, random.choice((0.05, 0.1, 0.15)), what_is_offered_is_accepted_and_nothing_else_is)
        assert table.is_over
        table.all_cards_are_accounted_for()
        replays_to_the_same_outcome(table, number)


def a_void_leaves_every_stake_and_pool_as_before(table: WatchedTable, random: Random) -> None:
    while table.state.felt.stage is Stage.BETTING:
        before = table.with_stakes_taken_back()
        go_on(table, random)
    for _ in range(random.randint(0, 12)):
        if not table.is_over:
            go_on(table, random)
    if table.is_over:
        return
    answer = table.do(Command(Role.OPERATOR, "void_round", reason="fraud"))
    assert not isinstance(answer, Refusal), answer
    assert table.with_stakes_taken_back() == before
    assert all(outcome.net == 0 for outcome in table.outcomes)


def replays_to_the_same_outcome(table: WatchedTable, number: int) -> None:
    written = json.loads(json.dumps(export_round(table, f"R-{number}", "A round")))
    case = Case(**{**written, "clauses": tuple(written["clauses"])})
    played = play(table.game.name, case)
    assert not played.failed_steps, (written, played.failed_steps)
    assert not differences(case.expect, played.outcome), written


def what_is_offered_is_accepted_and_nothing_else_is(table: Table[Any], random: Random) -> None:
    """Where people act themselves; what is entered afterwards has happened, and more of it is accepted."""
    game, state = table.game, table.state._replace(settings=entered_directly(table.state.settings))
    for choice in () if state.felt.stage is Stage.BETTING else game.choices(state):
        for command in written_out(choice, random):
            assert not isinstance(game.decide(state, command), Refusal), command
    step = game.routine(state)
    if step is not None and not step.shuffles:
        command = dealer_step(step.do, tuple(table.shoe.cards[: -step.cards - 1 : -1]))
        answer = game.decide(state, command)
        # U-A14: an ante and a blind that differ can only have been entered afterwards.
        is_entered = state.settings is not table.state.settings
        assert not isinstance(answer, Refusal) or (is_entered and answer.clause == "UTH D-Blind"), command
    for _ in range(3):
        command = some_command(table, random)
        # PON 19.3(a): a shoe that has failed may be refilled before its next card is due, and is offered then.
        is_refill = command.do == "plain_shoe" and state.play.cards.failed
        if not is_refill and not isinstance(game.decide(state, command), Refusal):
            assert any(covers(choice, command) for choice in game.legal(state)), command


@once_a_moment
def entered_directly(settings: Settings) -> Settings:
    assert isinstance(settings, HouseSettings)
    return settings if settings.entry_mode == "direct" else replace(settings, entry_mode="direct")


def written_out(choice: Choice, random: Random) -> list[Command]:
    """The commands a choice stands for: each of its amounts, or the least, the most and one between."""
    amounts: tuple[int | None, ...] = choice.amounts or (None,)
    if choice.least is not None and choice.most is not None:
        steps = (choice.most - choice.least) // choice.step
        between = choice.least + choice.step * random.randint(0, steps)
        amounts = (choice.least, between, choice.most)
    return [command_with(choice, amount) for amount in amounts]


def command_with(choice: Choice, amount: int | None) -> Command:
    if choice.do == "double":
        assert choice.player is not None
        assert amount is not None
        return Command(choice.by, choice.do, choice.seat, hand=choice.hand, amounts={choice.player: amount})
    return Command(choice.by, choice.do, choice.seat, choice.player, choice.hand, amount)


def covers(choice: Choice, command: Command) -> bool:
    """Whether a command is among what was offered."""
    if (choice.by, choice.do) != (command.by, command.do):
        return False
    if choice.seat is None:
        return True
    if choice.seat != command.seat or (choice.player and command.player not in (None, choice.player)):
        return False
    if choice.kinds:
        return set(command.wagers) <= set(choice.kinds)
    amounts = command.amounts.values() if choice.do == "double" else (command.amount or 0,)
    offers_amounts = bool(choice.amounts) or choice.least is not None
    return not offers_amounts or all(choice.allows(amount) for amount in amounts)


def test_the_random_people_do_reach_everything() -> None:
    """The properties above are worth what the rounds behind them are: void and settled ones, by everybody."""
    for name in house_games():
        table, random = table_of(name, game_named(name).default_settings, 1), Random(1)
        results = set()
        for _ in range(300):
            new_round(table, random)
            play_on(table, random, mischief=0.15)
            results.add(table.state.felt.result)
        assert results == {"settled", "void"}
        assert set(table.state.house.results) == set(PLAYERS)
