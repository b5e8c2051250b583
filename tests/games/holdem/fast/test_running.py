"""Commands in a run come to what each of them comes to alone, and the states that were looked at stay as they were."""

import os
import pickle
from random import Random
from typing import Any

import pytest

from pitboss.cards.card import Card
from pitboss.games.holdem import GAME, HoldemSettings
from pitboss.games.holdem.fast.mutable_round import MutableRound
from pitboss.games.holdem.fast.running import Run
from pitboss.games.holdem.settings import settings_of
from pitboss.games.holdem.state import NOBODY, Holdem, Round
from pitboss.games.play import Command, Events, Role, Stage
from pitboss.rulebook.refusal import Refusal
from tests.games.holdem.fast.by_chance import CHOSEN, next_command, table_of
from tests.refusals import refused

# In CI the same hands every time; at a desk others in every run.
SEED = 2015 if os.environ.get("CI") else Random().getrandbits(32)
DECISIONS = ("fold", "check", "stand", "call", "bet", "raise", "tap_out")


def given(run: Run, command: Command) -> Events | Refusal:
    """A command in the words that a run has for it."""
    if command.by is Role.PLAYER and command.do in DECISIONS:
        assert command.seat is not None
        return run.decide(command.do, command.seat, command.amount)
    if command.do == "deal":
        return run.deal(command.cards)
    given = run.give(command) if command.do == "settle" else None
    return run.act(command) if given is None else given


def wrong(command: Command, random: Random) -> Command:
    """The same command with something wrong about it, in most cases."""
    if command.cards:
        rest = command.cards[1:]
        others: list[tuple[Card, ...]] = [(), rest, (Card(60), *rest), (Card(True), *rest)]
        return command._replace(cards=random.choice(others))
    amount = random.choice((None, 1, True, 10**16))
    do = random.choice(DECISIONS) if command.by is Role.PLAYER else command.do
    return command._replace(do=do, seat=random.choice((command.seat, 1, 2, 99)), amount=amount)


@pytest.mark.parametrize("chosen", CHOSEN, ids=lambda chosen: ", ".join(chosen) or "usual")
@pytest.mark.parametrize("looks", [0, 0.3])
def test_a_run_comes_to_what_its_commands_come_to(chosen: dict[str, Any], looks: float) -> None:
    random = Random(SEED)
    for _ in range(25):
        table = table_of(chosen, random)
        table.new_round()
        run, seen = Run(table.state), list[tuple[Holdem, bytes]]()
        while table.state.felt.stage is not Stage.OVER:
            assert run.routine() == GAME.routine(table.state)
            if table.state.play.round.turn != NOBODY:
                assert run.choices() == table.choices()
            command = next_command(table, random)
            answer = given(run, command)
            expected = table.do(command)
            assert answer == expected
            assert not isinstance(answer, Refusal)
            assert not isinstance(expected, Refusal)
            assert [type(event) for event in answer] == [type(event) for event in expected]
            if random.random() < looks:
                assert run.state == table.state
                seen.append((run.state, pickle.dumps(run.state)))
        assert run.state == table.state
        assert hash(run.state.play.round) == hash(table.state.play.round)
        assert [pickle.loads(kept) for _, kept in seen] == [state for state, _ in seen]


def test_what_is_refused_in_a_run_is_refused_as_it_is_alone_and_changes_nothing() -> None:
    random = Random(SEED)
    refused = 0
    for _ in range(40):
        table = table_of({}, random)
        table.new_round()
        run = Run(table.state)
        while table.state.felt.stage is not Stage.OVER:
            command = next_command(table, random)
            asked = wrong(command, random)
            alone = GAME.act(table.state, asked)
            # To settle there is one way only in a run.
            if isinstance(alone, Refusal) and asked.do != "settle":
                refused += 1
                assert given(run, asked) == alone
            assert given(run, command) == table.do(command)
            assert run.now.turn == table.state.play.round.turn
        assert run.state == table.state
    # Otherwise nothing has been compared.
    assert refused > 100


def test_a_round_that_is_over_takes_no_more_commands_in_a_run_either() -> None:
    random = Random(SEED)
    for looks in (True, False) * 10:
        table = table_of({}, random)
        table.new_round()
        run, commands = Run(table.state), list[Command]()
        while table.state.felt.stage is not Stage.OVER:
            commands.append(next_command(table, random))
            assert given(run, commands[-1]) == table.do(commands[-1])
        assert run.now.settlement == table.state.play.round.settlement
        assert tuple(run.now.stacks) == table.state.play.round.stacks
        assert not looks or run.state == table.state
        for command in commands[1:]:
            alone = refused(GAME.act(table.state, command))
            assert given(run, command) == alone
        assert run.state == table.state


def test_a_state_that_is_looked_at_stays_as_it_was_while_the_run_goes_on() -> None:
    random = Random(SEED)
    table = table_of({}, random)
    table.new_round()
    run = Run(table.state)
    while table.state.felt.stage is not Stage.OVER:
        before, command = run.state, next_command(table, random)
        assert before == table.state
        given(run, command)
        assert before == table.state
        table.do(command)


def test_a_round_in_motion_is_the_round_it_was_taken_from() -> None:
    random = Random(SEED)
    table = table_of({}, random)
    table.new_round()
    while table.state.felt.stage is not Stage.OVER:
        now = table.state.play.round
        same = MutableRound(now, settings_of(table.state)).round()
        assert type(same) is Round
        assert same == now
        assert [type(value) for value in same] == [type(value) for value in now]
        table.do(next_command(table, random))


def test_every_field_of_a_round_has_its_name_in_motion() -> None:
    values: list[Any] = [(place,) for place in range(len(Round._fields))]
    now = Round(*values)
    motion = MutableRound(now, HoldemSettings())
    assert [tuple(getattr(motion, name)) for name in Round._fields] == values
    assert motion.round() == now
