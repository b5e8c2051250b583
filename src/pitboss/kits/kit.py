"""What a kit holds."""

from dataclasses import dataclass
from pkgutil import resolve_name
from typing import Any

from pitboss.games.play import Game
from pitboss.kits.card_room import CardRoom


@dataclass(frozen=True, slots=True, kw_only=True)
class Kit:
    """Everything that the house knows of one game beside its rules.

    `card_room` is there where players play against each other; without it they play against the house. Parts that
    belong to a layer above are values of that layer, or their addresses: see `part`.
    """

    game: Game[Any]
    card_room: CardRoom | None = None
    is_dealt_face_up: bool = False
    has_maximum_payout: bool = True
    felt: object = "pitboss.screens.common.felts.plain:FELT"
    console: object = "pitboss.screens.dealer.consoles:PLAIN"

    def part(self, name: str) -> object:
        """A part of a layer above; one that is told by its address is loaded now."""
        value = getattr(self, name)
        return resolve_name(value) if isinstance(value, str) else value
