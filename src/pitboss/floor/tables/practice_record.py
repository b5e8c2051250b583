"""State of a practice table beside its game: commands given, tables kept before decisions, wishes.

A practice table is the only place where a decision is taken back or a hand is asked for. What that takes is recorded
like everything else: taking back is an event of its own, by which the table and the practice money are again as they
were before the decision.
"""

from typing import Any, NamedTuple

from pitboss.cards.card import Card
from pitboss.games.command import Command
from pitboss.games.money import Move
from pitboss.games.state import State

# No patron is called so: the names that the house gives have no capital letters.
_BOT = "Bot-"


class Given(NamedTuple):
    """A command that the rules have taken, by whoever gave it; its own events follow."""

    command: Command


class DecisionKept(NamedTuple):
    """A player is about to decide: the table as it is now is what taking that decision back leads to."""

    player: str


class DecisionTakenBack(NamedTuple):
    """The table and the practice money are again as before the player's last decision."""

    player: str


class HandAsked(NamedTuple):
    """A player wants these cards in the next round: in their own hand, with the dealer, on the board."""

    player: str
    hand: tuple[Card, ...] = ()
    dealer: tuple[Card, ...] = ()
    board: tuple[Card, ...] = ()

    @property
    def places(self) -> dict[str, tuple[Card, ...]]:
        """The places that cards were asked for."""
        return {name: cards for name in PLACES if (cards := getattr(self, name))}


class ShoeArranged(NamedTuple):
    """The cards that are left in the shoe lie in another order, promised anew, in which an asked hand comes."""

    number: int
    commitment: str
    cards: int
    seal: str = ""


class Kept(NamedTuple):
    """A table before a decision, and the money that has moved since, until the next decision."""

    state: State[Any]
    drawn: int
    given: int
    moved: tuple[Move, ...] = ()


PLACES = HandAsked._fields[1:]
KINDS = (Given, DecisionKept, DecisionTakenBack, HandAsked, ShoeArranged)


def is_bot(player: str | None) -> bool:
    """Whether somebody at a practice table is a bot."""
    return player is not None and player.startswith(_BOT)


def bot_called(name: str) -> str:
    return f"{_BOT}{name}"
