"""Somebody who plays at random, but only what is legal: for simulations, for measuring, and to find what breaks."""

from collections.abc import Mapping
from random import Random
from typing import Any

from pitboss.games.command import decision
from pitboss.games.play import OVER, Cents, Choice, Command, Role
from pitboss.games.table import Table
from pitboss.rulebook.refusal import Refusal

_PLAYER = Role.PLAYER


def play_round(table: Table[Any], random: Random, wagers: Mapping[str, Cents]) -> Table[Any]:
    """One round of one player at box 1, from the wagers to the last card racked."""
    table.new_round()
    table.place(1, "P1", **wagers)
    return decide_at_random(table.deal(), random)


def decide_at_random(table: Table[Any], random: Random) -> Table[Any]:
    """Every decision of the round by chance, those included that nobody needs to make."""
    game = table.game
    while table.state.felt.stage is not OVER:
        choices = table.choices()
        awaited = game.due(table.state)
        # Where no decision is awaited, going on is one more choice.
        place = int(random.random() * (len(choices) if awaited else len(choices) + 1))
        if place < len(choices):
            answer = table.do(command_of(choices[place], random))
            assert not isinstance(answer, Refusal), f"offered and refused: {answer}"
        else:
            step = game.routine(table.state)
            assert step is not None, "nobody can do anything, and the round is not over"
            table.take(step)
        table.run()
    return table


def command_of(choice: Choice, random: Random) -> Command:
    """The choice with an amount chosen from those it offers."""
    by, do, _, seat, player, hand, amounts, least, most, step, _ = choice
    if least is not None:
        # Between the least and the most, which are always allowed, amounts are multiples of the step.
        first, last = -(-least // step), (least if most is None else most) // step
        amount: Cents | None = step * (first + int(random.random() * (last - first + 1))) if first <= last else least
    else:
        amount = amounts[int(random.random() * len(amounts))] if amounts else None
    if do == "double" and player is not None and amount is not None:
        return Command(by, do, seat, hand=hand, amounts={player: amount})
    return decision(do, seat, amount, player, hand) if by is _PLAYER else Command(by, do, seat, player, hand, amount)
