"""Bots at practice tables: who they are, and what each of them does next.

A bot has no account with the house, no password and no session: it is a name at a table and plays within the commands
of persons, with practice money. It decides from the view of its own seat.
"""

from collections.abc import Iterator
from random import Random, SystemRandom
from typing import Any

from pitboss.floor.tables.practice_record import bot_called, is_bot
from pitboss.floor.tables.record import TableRecord
from pitboss.games.command import Command, Role
from pitboss.games.frozen import Frozen
from pitboss.games.house.limits import stakes_of
from pitboss.games.play import Audience, Choice, Stage, State, Viewer

NAMES = tuple(
    bot_called(name) for name in ("Anna", "Bruno", "Clara", "David", "Elsa", "Felix", "Greta", "Hugo", "Ida", "Jonas")
)
# Where bots take their whims from.
random: Random = SystemRandom()


def bots_at(state: State[Any]) -> dict[int, str]:
    """The bots at a table, by seat."""
    return {seat: name for seat, name in sorted(state.house.seated.items()) if is_bot(name)}


def move(record: TableRecord) -> Command | None:
    """Return a bot's next command; None where no bot has to or wants to act."""
    if not record.is_practice or not any(is_bot(name) for name in _players(record.state)):
        return None
    if record.state.felt.stage is Stage.BETTING:
        return None if record.room else _wager(record)
    return _decision(record)


def _players(state: State[Any]) -> Iterator[str]:
    yield from state.house.seated.values()
    yield from (wager.player for wager in state.felt.wagers)


def _wager(record: TableRecord) -> Command | None:
    """The least that brings cards, as soon as a person has put something down, and back when nobody has."""
    state, kinds = record.state, record.kit.needed_wagers
    plays = any(not is_bot(wager.player) for wager in state.felt.wagers)
    for seat, name in bots_at(state).items():
        stakes = stakes_of(state.felt.wagers, seat, name)
        if plays and not stakes:
            least = Frozen({kind: state.house.limits[kind].least for kind in kinds})
            return Command(Role.PLAYER, "place", seat, name, wagers=least)
        if stakes and not plays:
            return Command(Role.PLAYER, "take_back", seat, name, wagers=Frozen(stakes))
    return None


def _decision(record: TableRecord) -> Command | None:
    game, state = record.rules, record.state
    for seat in game.due(state):
        choices = tuple(choice for choice in game.choices(state) if choice.seat == seat)
        if choices and is_bot(choices[0].player):
            return _decide(record, choices)
    return None


def _decide(record: TableRecord, choices: tuple[Choice, ...]) -> Command:
    first = choices[0]
    view = record.rules.view(record.state, Viewer(Audience.SEAT, first.seat, first.player))
    return record.kit.bot(view, choices, NAMES.index(str(first.player)), random)


def before_a_hand(record: TableRecord, minute: int) -> Iterator[Command]:
    """Yield the commands of bots between two hands in the card room."""
    assert record.room is not None
    for seat, name in bots_at(record.state).items() if record.is_practice else ():
        yield from record.room.bot_before_a_hand(record.state, seat, name, minute)
