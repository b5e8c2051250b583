"""The kit of Ultimate Texas Hold-em."""

from pitboss.games.ultimate import GAME
from pitboss.kits.kit import Kit

KIT = Kit(
    game=GAME,
    felt="pitboss.screens.common.felts.ultimate:FELT",
    console="pitboss.screens.dealer.consoles.ultimate:CONSOLE",
)
