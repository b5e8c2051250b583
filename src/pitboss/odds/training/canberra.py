"""Canberra Poker as it is trained: bet or fold, and the calls with ace-king."""

from typing import Any

from pitboss.cards.card import RANKS, rank_of
from pitboss.games.canberra.settlement import hand_of
from pitboss.games.play import State
from pitboss.odds.canberra.charts import ace_king_name, overview_name
from pitboss.odds.canberra.places import least_in, least_pair, place_of_strength
from pitboss.odds.training.hands import EVERY_HAND, Cell, Drill, Training


def _place(state: State[Any]) -> int:
    return int(place_of_strength(hand_of(state.play.boxes[0]).strength))


def _is_ace_king(state: State[Any]) -> bool:
    return least_in() <= _place(state) < least_pair()


def _cell(state: State[Any]) -> Cell:
    """The row of the hand, and the dealer's upcard."""
    up = state.play.dealer[state.play.up]
    category = hand_of(state.play.boxes[0]).category
    row = ace_king_name(_place(state)) if _is_ace_king(state) else overview_name(category)
    return Cell("", row, RANKS[rank_of(up)].replace("T", "10"))


TRAINING = Training(
    drills={
        EVERY_HAND: Drill(lambda state: True),
        "ace-king": Drill(_is_ace_king, 3),
    },
    cell=_cell,
)
