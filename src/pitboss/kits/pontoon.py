"""The kit of Pontoon."""

from pitboss.games.pontoon import GAME
from pitboss.kits.kit import Kit

KIT = Kit(
    game=GAME,
    is_dealt_face_up=True,
    has_maximum_payout=False,
    felt="pitboss.screens.common.felts.pontoon:FELT",
    console="pitboss.screens.dealer.consoles.pontoon:CONSOLE",
)
