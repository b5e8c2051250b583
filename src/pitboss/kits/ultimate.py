"""The kit of Ultimate Texas Hold-em."""

from pitboss.games.ultimate import GAME
from pitboss.kits.kit import Kit

KIT = Kit(game=GAME)
