"""The kit of Poker Hold-em."""

from pitboss.games.holdem import GAME
from pitboss.kits.card_room import CardRoom
from pitboss.kits.kit import Kit

KIT = Kit(
    game=GAME,
    card_room=CardRoom(),
    felt="pitboss.screens.common.felts.holdem:FELT",
    console="pitboss.screens.dealer.consoles.holdem:CONSOLE",
)
