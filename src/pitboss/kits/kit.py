"""What a kit holds."""

from dataclasses import dataclass
from typing import Any

from pitboss.games.play import Game
from pitboss.kits.card_room import CardRoom


@dataclass(frozen=True, slots=True, kw_only=True)
class Kit:
    """Everything that the house knows of one game beside its rules.

    `card_room` is there where players play against each other; without it they play against the house.
    """

    game: Game[Any]
    card_room: CardRoom | None = None
