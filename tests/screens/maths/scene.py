"""For tests of the maths on the screens: how long they wait for the process that computes, and states of tables."""

from typing import Any, TypeVar

from pitboss.cards.card import cards
from pitboss.games.table import StackedShoe, Table
from pitboss.kits import game_named
from pitboss.screens.common.computing.worker import PendingAnswer

T = TypeVar("T")
# A machine that has never compiled the odds takes this long the first time.
PATIENCE_SECONDS = 300.0


def computed(answer: PendingAnswer[T]) -> T:
    """The answer, however long it takes."""
    found = answer.wait(PATIENCE_SECONDS)
    assert found is not None, "nothing was computed"
    return found


def ultimate_state(dealt: str = "2c 7d 9h Jc 3s As Ad Kd Kh") -> Any:
    """A box at Ultimate before the flop: the communal cards, the player's and the dealer's, in this order."""
    table: Table[Any] = Table(game_named("ultimate"), shoe=StackedShoe(cards(dealt))).open()
    table.new_round().place(1, "p1", ante=1000, blind=1000)
    table.deal()
    return table.state
