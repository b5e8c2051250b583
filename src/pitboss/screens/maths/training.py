"""A hand of the trainer as its page shows it: the cards, the choices, and after the choice what each was worth."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, NamedTuple

from pitboss.floor.people.training import DAILY
from pitboss.games.play import Audience, Cents, Viewer
from pitboss.kits import kit_of
from pitboss.odds.live import ChoiceValue
from pitboss.odds.par.figures import fraction
from pitboss.odds.training.hands import EVERY_HAND, PLAYER, SEAT, Cell, TrainingHand, daily_seed
from pitboss.odds.worth import Chart
from pitboss.screens.common.computing.figures import approved_figures
from pitboss.screens.common.formatting import money
from pitboss.screens.maths.panel import option_words
from pitboss.screens.maths.worth import Option

# Thousandths of a cent.
MILLI = 1000
_KEYS = {"hit": "H", "stand": "S", "double": "D", "split": "P", "surrender": "U", "bet": "B", "check": "C", "fold": "F"}
_HINTS = {
    "check": "waits for the next cards",
    "fold": "all wagers are lost",
    "hit": "one more card",
    "stand": "no more cards",
}
# Bars beyond so many times the cost of the second-best choices are cut.
_WIDEST = 4


class ChoiceRow(NamedTuple):
    """A choice with its button, and what it is worth: `width` is its bar in hundredths, `is_cut` where it is longer."""

    do: str
    amount: Cents | None
    words: str
    hint: str
    key: str
    clause: str
    cents: int
    cost: int
    exactly: str
    is_best: bool
    is_chosen: bool
    width: int
    is_cut: bool


class ChartRow(NamedTuple):
    """A row of the chart: each cell with its mark, its words, and whether it is this hand or was missed today."""

    name: str
    is_lit: bool
    cells: tuple[tuple[str, str, bool, bool], ...]


class ShownChart(NamedTuple):
    """The chart in which a hand is found."""

    title: str
    columns: tuple[tuple[str, bool], ...]
    rows: tuple[ChartRow, ...]
    legend: tuple[tuple[str, str], ...]
    says: str


class NeighbourRow(NamedTuple):
    """A hand on the line around this one; the bar goes to the right of the middle where the larger wager gains."""

    name: str
    cents: int
    width: int
    is_own: bool


def seed_of(player: str, day: str, drill: str, number: int) -> tuple[str, str]:
    """The drill and the seed that a hand is dealt from: those of a day are the same for everybody."""
    return (EVERY_HAND, daily_seed(day, number)) if drill == DAILY else (drill, f"{player}:{drill}:{number}")


def given_away(hand: TrainingHand, do: str, amount: Cents | None) -> int | None:
    """What a choice gives away, in thousandths of a cent; None where it is no choice."""
    value = _value_of(hand, do, amount)
    return None if value is None else round((hand.values[0].value - value.value) * MILLI)


def _value_of(hand: TrainingHand, do: str, amount: Cents | None) -> ChoiceValue | None:
    return next((each for each in hand.values if (each.choice.do, each.amount) == (do, amount)), None)


def view_of(game: str, hand: TrainingHand) -> Any:
    """The table as the player sees it."""
    return kit_of(game).game.view(hand.state, Viewer(Audience.SEAT, SEAT, PLAYER))


def choice_rows(hand: TrainingHand, do: str = "", amount: Cents | None = None) -> list[ChoiceRow]:
    """The choices, best first; before the choice they are drawn in the order of the rules, see `as_asked`."""
    best, scale = hand.values[0].value, _scale(hand)
    return [_row(hand, each, best, scale, (do, amount) == (each.choice.do, each.amount)) for each in hand.values]


def as_asked(rows: Iterable[ChoiceRow]) -> list[ChoiceRow]:
    """The same in an order that says nothing of what they are worth."""
    order = [*_KEYS]
    return sorted(
        rows, key=lambda row: (row.do in order, order.index(row.do) if row.do in order else 0, -(row.amount or 0))
    )


def _scale(hand: TrainingHand) -> Fraction:
    """The worth that a whole bar stands for: that of the worst choice, or less where that is far below the second."""
    most = [abs(each.value) for each in hand.values]
    second = max(sorted(most)[:2])
    return min(max(most), second * _WIDEST) or Fraction(1)


def _row(hand: TrainingHand, each: ChoiceValue, best: Fraction, scale: Fraction, is_chosen: bool) -> ChoiceRow:
    do, amount = each.choice.do, each.amount
    option = Option(do, each.choice.hand, amount if do == "play" else None, each.value, each.choice.clause)
    words = option_words(hand.state, SEAT, option).split(" $")[0]
    part = abs(each.value) / scale
    return ChoiceRow(
        do,
        amount,
        words,
        money(amount) if amount else _HINTS.get(do, ""),
        words[-2] if do == "play" else _KEYS.get(do, ""),
        each.choice.clause,
        round(each.value),
        round(best - each.value),
        fraction(each.value),
        each.value == best,
        is_chosen,
        round(100 * min(part, Fraction(1))),
        part > 1,
    )


def chart_of(game: str, cell: Cell | None, missed: Iterable[str]) -> ShownChart | None:
    """The chart of best play that has this hand, with its cell lit and those that were missed today marked."""
    if cell is None:
        return None
    charts = approved_figures(game).charts
    chart = next(
        (each for each in charts if cell.chart in ("", each.title) and _row_in(each, cell.row) is not None), None
    )
    if chart is None or cell.column not in chart.columns:
        return None
    at, across = _row_in(chart, cell.row), chart.columns.index(cell.column)
    marked = {(_row_in(chart, row), column) for row, column in _missed_in(cell.chart, missed)}
    texts = chart.texts or chart.cells
    rows = tuple(
        ChartRow(
            name,
            number == at,
            tuple(
                (mark, text, number == at and place == across, (number, chart.columns[place]) in marked)
                for place, (mark, text) in enumerate(zip(chart.cells[number], texts[number], strict=True))
            ),
        )
        for number, name in enumerate(chart.rows)
    )
    mark = chart.cells[at or 0][across]
    columns = tuple((name, place == across) for place, name in enumerate(chart.columns))
    return ShownChart(chart.title, columns, rows, tuple(chart.legend.items()), chart.legend.get(mark, ""))


def _row_in(chart: Chart, name: str) -> int | None:
    """The row of a name; low totals share one, `9 or less`."""
    if name in chart.rows:
        return chart.rows.index(name)
    first = chart.rows[0].partition(" or less")
    return 0 if first[1] and name.isdecimal() and int(name) <= int(first[0]) else None


def _missed_in(chart: str, missed: Iterable[str]) -> list[tuple[str, str]]:
    """The rows and columns in the words in which cells are kept."""
    prefix = f"{chart}: "
    found = [each.removeprefix(prefix).partition(" against ") for each in missed if each.startswith(prefix)]
    return [(row, column) for row, _, column in found]


def neighbour_rows(hand: TrainingHand) -> list[NeighbourRow]:
    """What four times the ante gains with the hands around this one; none where there is no such line."""
    if not hand.around:
        return []
    most = max(abs(each.gain) for each in hand.around)
    own = (
        len(hand.around) // 2
        if len(hand.around) == 3
        else next((place for place, each in enumerate(hand.around) if each.gain == _own_gain(hand)), 0)
    )
    return [
        NeighbourRow(each.name, round(each.gain), round(50 * abs(each.gain) / most), place == own)
        for place, each in enumerate(hand.around)
    ]


def _own_gain(hand: TrainingHand) -> Fraction:
    by_name = {(each.choice.do, each.amount): each.value for each in hand.values}
    plays = [value for (do, _), value in by_name.items() if do == "play"]
    return max(plays, default=Fraction(0)) - by_name.get(("check", None), Fraction(0))
