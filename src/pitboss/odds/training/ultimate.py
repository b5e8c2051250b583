"""Ultimate Texas Hold-em as it is trained: hands near the line of four times the ante, after the flop, on the river."""

from random import Random
from typing import Any

from pitboss.cards.card import RANKS, rank_of, suit_of
from pitboss.games.play import State
from pitboss.games.table import Table
from pitboss.games.ultimate.layout import UltimateSettings
from pitboss.games.ultimate.round import Phase
from pitboss.odds.live import choice_values
from pitboss.odds.training.hands import EVERY_HAND, SEAT, Cell, Drill, Neighbour, Training
from pitboss.odds.ultimate.charts import BEFORE_FLOP, hand_name
from pitboss.odds.ultimate.live import money_of
from pitboss.odds.ultimate.money import CHECK, values_before_flop

# The decision that a drill is about; without one it is any of them.
_PHASES = {"line": Phase.BEFORE_FLOP, "flop": Phase.AFTER_FLOP, "river": Phase.RIVER}


def _cell(state: State[Any]) -> Cell | None:
    """The row and the column of a hand before the flop: suited above the diagonal."""
    if state.play.phase is not Phase.BEFORE_FLOP:
        return None
    first, second = state.play.boxes[0].cards
    high, low = sorted((rank_of(first), rank_of(second)), reverse=True)
    row, column = (high, low) if suit_of(first) == suit_of(second) else (low, high)
    return Cell(BEFORE_FLOP, RANKS[row], RANKS[column])


def _around(state: State[Any]) -> tuple[Neighbour, ...]:
    """UTH 8.1(c)(ii): what four times the ante gains over a check, with the next hands up and down the chart."""
    cell = _cell(state)
    if cell is None:
        return ()
    row, column = RANKS.index(cell.row), RANKS.index(cell.column)
    down, across = (1, 1) if row == column else (0, 1) if row > column else (1, 0)
    settings = state.settings
    assert isinstance(settings, UltimateSettings)
    money = money_of(state, SEAT, settings)
    found = []
    for step in (1, 0, -1):
        hand = row + step * down, column + step * across
        is_like = (row > column, row < column) == (hand[0] > hand[1], hand[0] < hand[1])
        if is_like and set(hand) <= set(range(len(RANKS))):
            values = values_before_flop(money, hand[0] * len(RANKS) + hand[1], with_trips=True)
            found.append(Neighbour(hand_name(*hand), values[4] - values[CHECK]))
    return tuple(found)


def _go_on(table: Table[Any], drill: str, random: Random) -> None:
    """UTH 8.1, UTH 8.3: to the decision that is asked, through hands that best play checks."""
    until = _PHASES.get(drill) or random.choice(list(_PHASES.values()))
    while not table.is_over and table.state.play.phase is not until:
        best = max(choice_values(table.state, SEAT), key=lambda each: each.value)
        if best.choice.do != "check":
            return
        table.act(SEAT, "check")


def _is_in(phase: Phase, closest_of: int) -> Drill:
    return Drill(lambda state: state.play.phase is phase, closest_of)


TRAINING = Training(
    drills={
        EVERY_HAND: Drill(lambda state: True),
        "line": _is_in(Phase.BEFORE_FLOP, 8),
        "flop": _is_in(Phase.AFTER_FLOP, 3),
        "river": _is_in(Phase.RIVER, 3),
    },
    cell=_cell,
    go_on=_go_on,
    around=_around,
)
