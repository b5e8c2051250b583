"""The kit of Canberra Poker."""

from pitboss.games.canberra import GAME
from pitboss.kits.kit import Kit

KIT = Kit(
    game=GAME,
    felt="pitboss.screens.common.felts.canberra:FELT",
    console="pitboss.screens.dealer.consoles.canberra:CONSOLE",
)
