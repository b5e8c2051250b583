"""The kit of Pontoon."""

from pitboss.games.pontoon import GAME
from pitboss.kits.kit import Kit

KIT = Kit(game=GAME)
