"""Bots at practice tables: who they are, and what each of them does next.

A bot has no account with the house, no password and no session: it is a name at a table and plays within the commands
of persons, with practice money. It decides from the view of its own seat.
"""

from collections.abc import Iterator
from random import Random, SystemRandom
from typing import Any

from pitboss.floor.tables import bots_strategy
from pitboss.floor.tables.practice_record import bot_called, is_bot
from pitboss.floor.tables.record import TableRecord
from pitboss.games.bots import holdem
from pitboss.games.command import Command, Role
from pitboss.games.frozen import Frozen
from pitboss.games.holdem.seats.entry import owes_time
from pitboss.games.holdem.seats.stakes import can_add
from pitboss.games.holdem.settings import settings_of
from pitboss.games.holdem.state import WAITING, Play
from pitboss.games.house.limits import stakes_of
from pitboss.games.play import Audience, Cents, Choice, Stage, State, Viewer

NAMES = tuple(
    bot_called(name) for name in ("Anna", "Bruno", "Clara", "David", "Elsa", "Felix", "Greta", "Hugo", "Ida", "Jonas")
)
# A bot sits down to hold'em with so many of the last blind, where the table allows it.
_STAKE = 100
# Where bots take their whims from.
random: Random = SystemRandom()


def bots_at(state: State[Any]) -> dict[int, str]:
    """The bots at a table, by seat."""
    return {seat: name for seat, name in sorted(state.house.seated.items()) if is_bot(name)}


def move(record: TableRecord) -> Command | None:
    """What a bot does now, if one has to or wants to: nobody waits for it."""
    if not record.is_practice or not any(is_bot(name) for name in _players(record.state)):
        return None
    if record.state.felt.stage is Stage.BETTING:
        return None if isinstance(record.state.play, Play) else _wager(record)
    return _decision(record)


def _players(state: State[Any]) -> Iterator[str]:
    yield from state.house.seated.values()
    yield from (wager.player for wager in state.felt.wagers)


def _wager(record: TableRecord) -> Command | None:
    """The least that brings cards, as soon as a person has put something down, and back when nobody has."""
    state, kinds = record.state, bots_strategy.WAGERS[record.game]
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
            return _decided(record, choices)
    return None


def _decided(record: TableRecord, choices: tuple[Choice, ...]) -> Command:
    first = choices[0]
    view = record.rules.view(record.state, Viewer(Audience.SEAT, first.seat, first.player))
    if isinstance(record.state.play, Play):
        mood = holdem.TEMPERAMENTS[NAMES.index(str(first.player)) % len(holdem.TEMPERAMENTS)]
        return holdem.decide(view, choices, mood, random)
    do, hand = bots_strategy.decide(record.game, view, choices)
    amounts = next(choice.amounts for choice in choices if choice.do == do)
    return Command(Role.PLAYER, do, first.seat, first.player, hand, max(amounts, default=None))


def before_a_hand(record: TableRecord, minute: int) -> Iterator[Command]:
    """What bots do between two hands of hold'em: whoever has too few chips buys more, and all want to be dealt in."""
    if not record.is_practice:
        return
    settings, room = settings_of(record.state), record.state.play.room
    least_chip = settings.chip_unit
    for seat, name in bots_at(record.state).items():
        chair = room.chairs[seat]
        if chair.stake < settings.min_table_stake:
            least, most = can_add(settings, chair)
            wished = stake_of(record.state) - chair.stake
            yield Command(Role.PLAYER, "top_up", seat, name, amount=min(max(wished - wished % least_chip, least), most))
        if owes_time(settings, chair, minute):
            yield Command(Role.PLAYER, "pay_time", seat, name, minute=minute)
        if chair.standing == WAITING and not chair.posts:
            yield Command(Role.PLAYER, "post_blinds", seat, name)


def stake_of(state: State[Any]) -> Cents:
    """What a bot brings to a hold'em table, in its chips."""
    settings = settings_of(state)
    blind = settings.blinds[-1] if settings.blinds else settings.chip_unit
    least = settings.min_table_stake + -settings.min_table_stake % settings.chip_unit
    stake = min(max(_STAKE * blind, least), settings.max_buy_in)
    return stake - stake % settings.chip_unit
