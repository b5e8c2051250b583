"""Pontoon as it is trained: soft hands, pairs, stiff totals and whatever comes."""

from random import Random
from typing import Any

from pitboss.games.play import State
from pitboss.games.table import Table
from pitboss.odds.live import choice_values
from pitboss.odds.pontoon.cells import CELLS, value_of
from pitboss.odds.pontoon.charts import (
    DEALER_NAMES,
    DEALERS,
    OF_THEIR_OWN,
    PAIRS,
    TOTALS,
    TOWARDS_678,
    name_towards_678,
    pair_name,
)
from pitboss.odds.training.hands import EVERY_HAND, SEAT, Cell, Drill, Training, main_choices

_STIFF = range(12, 18)


def _number(state: State[Any]) -> int:
    return int(CELLS.number(state.play.boxes[0].hands[0].cards))


def _cell(state: State[Any]) -> Cell:
    """The row where a person finds the hand, and the dealer's card."""
    cell, up = _number(state), DEALER_NAMES[DEALERS.index(value_of(state.play.dealer[0]))]
    if OF_THEIR_OWN[cell]:
        own = (TOWARDS_678, name_towards_678(cell)) if CELLS.pair[cell] < 0 else (PAIRS, pair_name(cell))
        return Cell(*own, up)
    title = TOTALS[0] if not CELLS.soft[cell] else TOTALS[2 if CELLS.late_ace[cell] else 1]
    return Cell(title, str(CELLS.points[cell]), up)


def _go_on(table: Table[Any], _drill: str, random: Random) -> None:
    """PON 10.1: past insurance and surrender, and now and then to a hand of three cards or more by best play."""
    _begin_drawing(table)
    while main_choices(table) and not random.randrange(3):
        best = max(choice_values(table.state, SEAT), key=lambda each: each.value)
        if best.choice.do != "hit":
            return
        table.act(SEAT, "hit")


def _begin_drawing(table: Table[Any]) -> None:
    """What need not be answered is passed."""
    step = table.game.routine(table.state)
    if step is not None and step.do == "begin_drawing":
        table.take(step)
        table.run()


TRAINING = Training(
    drills={
        EVERY_HAND: Drill(lambda state: True),
        "soft": Drill(lambda state: bool(CELLS.soft[_number(state)]), 3),
        "pairs": Drill(lambda state: bool(CELLS.pair[_number(state)] >= 0), 3),
        "stiff": Drill(lambda state: int(CELLS.points[_number(state)]) in _STIFF, 3),
    },
    cell=_cell,
    go_on=_go_on,
)
