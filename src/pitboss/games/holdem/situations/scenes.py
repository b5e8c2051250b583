"""Tables of a tournament on which a question stands: seats, stacks and blinds, and what was done so far."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from pitboss.cards.card import JOKER
from pitboss.games.frozen import Frozen
from pitboss.games.holdem import GAME
from pitboss.games.holdem.settings import TOURNAMENT, HoldemSettings
from pitboss.games.holdem.situations.moves import (
    HoldemTable,
    bring_to_street,
    complete_betting,
    deal_hole_cards,
    goes_on,
    put_right,
)
from pitboss.games.holdem.state import PREFLOP, Chair, Room, with_room, with_round
from pitboss.games.play import Cents, Command, Events, Role
from pitboss.games.table import StackedShoe, Table
from pitboss.rulebook.refusal import Refusal

BEFORE_FLOP, AFTER_FLOP = "preflop", "flop"
# Deep enough for whatever a question bets.
DEEP = 100_000_000


class Level(NamedTuple):
    """The amounts of the level that is played."""

    small: Cents = 1
    big: Cents = 1
    ante: Cents = 0


# Amounts so small that every bet is allowed.
ANY_LEVEL = Level()


class Done(NamedTuple):
    """What somebody did: `to` is the total of a bet, a raise or an all-in."""

    do: str
    to: Cents | None = None


class Refused(Exception):
    """The rules have turned something down on the way to a question."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


def table_with(
    document: str,
    stacks: Mapping[int, Cents],
    level: Level = ANY_LEVEL,
    *,
    button: int | None = None,
    absent: Iterable[int] = (),
) -> HoldemTable:
    """A table of a tournament with these stacks, by the procedures of a document, its round begun."""
    default = GAME.default_settings
    assert isinstance(default, HoldemSettings)
    settings = replace(
        default,
        mode=TOURNAMENT,
        procedures=document,
        boxes=max(default.boxes, *stacks),
        blinds=(level.small, level.big),
        big_blind_ante=level.ante,
        min_bet=level.big,
        chip_unit=1,
        commission=None,
    )
    wrong = GAME.settings_error(settings)
    if wrong is not None:
        raise Refused(wrong)
    table: HoldemTable = Table(GAME, settings, StackedShoe(())).open()
    away, on_button = frozenset(absent), max(stacks) if button is None else button
    chairs = {seat: Chair(f"P{seat}", stack, absent=seat in away) for seat, stack in stacks.items()}
    room = Room(chairs=Frozen(dict(sorted(chairs.items()))), button=on_button, passed=frozenset((on_button,)))
    table.state = with_room(table.state, room)
    give(table, Command(Role.DEALER, "start_round"))
    table.shoe.cards = sorted(GAME.deck(table.state).cards, key=lambda card: card == JOKER)[::-1]
    table.shuffle_if_due()
    return table


def on_street(
    document: str,
    seats: Iterable[int],
    street: str,
    level: Level = ANY_LEVEL,
    stacks: Mapping[int, Cents] = Frozen({}),
) -> HoldemTable:
    """A table with everybody in to the first decision of a street; `stacks` are what seats have from there on."""
    table = table_with(document, dict.fromkeys(seats, DEEP), level._replace(ante=0))
    deal_hole_cards(table)
    put_right(table)
    if street != BEFORE_FLOP:
        bring_to_street(table, street)
        complete_betting(table)
        goes_on(table)
    now = table.state.play.round
    left = tuple(stacks.get(seat, behind) for seat, behind in zip(now.seats, now.stacks, strict=True))
    table.state = with_round(table.state, now._replace(stacks=left))
    return table


def facing_bet(
    document: str, facing: Cents, increment: Cents, level: Level = ANY_LEVEL, stack: Cents = DEEP
) -> HoldemTable:
    """After the flop it is the turn of a player with such a stack who faces a bet, or none, of that increment."""
    table = on_street(document, (1, 2, 3), AFTER_FLOP, level, {2 if facing else 1: stack})
    if facing:
        act(table, 1, Done("bet", facing))
        raised_by(table, increment)
    return table


def raised_by(table: HoldemTable, increment: Cents) -> None:
    """The last bet or raise was by so much, and the next one is at least that."""
    now = table.state.play.round
    table.state = with_round(table.state, now._replace(increment=increment))


def give(table: HoldemTable, command: Command) -> Events:
    answer = table.do(command)
    if isinstance(answer, Refusal):
        raise Refused(answer)
    return answer


def act(table: HoldemTable, seat: int, done: Done, *, out_of_turn: bool = False) -> Events:
    """An action of a player, in turn or not; what is free before the flop is to stand."""
    do = "stand" if done.do == "check" and table.state.play.round.street == PREFLOP else done.do
    if out_of_turn:
        return give(table, Command(Role.DEALER, "out_of_turn", seat, ruling=do, amount=done.to))
    return give(table, Command(Role.PLAYER, do, seat, amount=done.to))
