"""The best play of Ultimate Texas Hold-em as tables a person can read."""

from fractions import Fraction
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from pitboss.cards.card import RANKS
from pitboss.odds.ultimate import pictures
from pitboss.odds.ultimate.flops import FLOP_BOARDS, flops
from pitboss.odds.ultimate.money import CHECK, FOLD, Money, values_before_flop
from pitboss.odds.ultimate.outcomes import DEALS
from pitboss.odds.ultimate.showdown import DEALER_HANDS
from pitboss.odds.ultimate.solver import Stakes, best_play
from pitboss.odds.worth import Chart, FigureTable

_FROM_THE_ACE = tuple(range(12, -1, -1))
_HEADINGS = tuple(RANKS[rank] for rank in _FROM_THE_ACE)
_CHOICES = {"4x": "play 4 x ante", "3x": "play 3 x ante", "check": "check"}
# Outs on the river up to which a hand is in one row of the table, and in one column of the chart.
_OUTS = (11, 15, 18, 19, 20, 21, 22, 45)
CHART_OUTS = (15, 18, 19, 20, 22, 31, pictures.MOST_OUTS)
# With so many the highest card of the hand decides.
CLOSE = 19
BEFORE_FLOP, AFTER_FLOP, RIVER = "Before the flop", "After the flop", "On the river"


def hand_name(row: int, column: int) -> str:
    """`AKs` above the diagonal, `AKo` below it, `AA` on it."""
    if row == column:
        return RANKS[row] * 2
    return RANKS[max(row, column)] + RANKS[min(row, column)] + ("s" if row > column else "o")


def hand_size(row: int, column: int) -> int:
    """How many hands of two cards are of a class."""
    return 6 if row == column else 4 if row > column else 12


def grid(money: Money) -> Chart:
    """UTH 8.1: every hand before the flop."""
    plan = best_play(money.stakes(with_trips=False)).plan.before_flop.reshape(13, 13)
    marks = {0: "check", 3: "3x", 4: "4x"}
    cells = tuple(tuple(marks[int(plan[row, column])] for column in _FROM_THE_ACE) for row in _FROM_THE_ACE)
    used = {mark for row in cells for mark in row}
    return Chart(
        title=BEFORE_FLOP,
        rows=_HEADINGS,
        columns=_HEADINGS,
        cells=cells,
        legend={mark: words for mark, words in _CHOICES.items() if mark in used},
        note="Suited above the diagonal, unsuited below.",
        texts=tuple(tuple(hand_name(row, column) for column in _FROM_THE_ACE) for row in _FROM_THE_ACE),
    )


def value_grid(money: Money) -> Chart:
    """What every hand is worth before the flop with best play, in antes."""
    values = [
        [max(hand_values(money, row * 13 + column).values()) for column in _FROM_THE_ACE] for row in _FROM_THE_ACE
    ]
    return Chart(
        title="What a hand is worth before the flop",
        rows=_HEADINGS,
        columns=_HEADINGS,
        cells=tuple(tuple("gains" if value > 0 else "loses" for value in row) for row in values),
        legend={"gains": "wins on average", "loses": "loses on average"},
        note="Expected net result of ante, blind and play in antes, with best play. Suited above the diagonal.",
        texts=tuple(tuple(_signed_value(value) for value in row) for row in values),
    )


def _signed_value(value: Fraction) -> str:
    return f"{float(value):+.2f}".replace("-", "\N{MINUS SIGN}")


def hand_values(money: Money, hand: int) -> dict[str, Fraction]:
    """The choices of a hand class before the flop, in antes, ante, blind and play alone."""
    values = values_before_flop(money, hand, with_trips=False)
    names = {FOLD: "fold", CHECK: "check", 3: "3x", 4: "4x"}
    return {name: values[choice] / money.ante for choice, name in names.items()}


def hands_played(money: Money) -> int:
    """Of 1,326 hands of two cards, those that are played before the flop."""
    plan = best_play(money.stakes(with_trips=False)).plan.before_flop.reshape(13, 13)
    return sum(hand_size(row, column) for row in range(13) for column in range(13) if plan[row, column])


@lru_cache(maxsize=16)
def flop_chart(stakes: Stakes) -> Chart:
    """UTH 8.3: what to do after the flop with every picture, whichever is better on average."""
    return _of_sums(
        title=AFTER_FLOP,
        rows=pictures.FLOP_PICTURES,
        columns=pictures.FLOP_SUITS,
        sums=pictures.weigh_flop_pictures(stakes, best_play(stakes).plan.before_flop),
        marks=("2x", "check"),
        legend={"2x": "play 2 x ante", "check": "check"},
        note="The first line that fits. Columns are the cards of the flop's commonest suit, and yours of it.",
        headings=("Having checked", "Cards of one suit"),
    )


@lru_cache(maxsize=16)
def river_chart(stakes: Stakes) -> Chart:
    """UTH 8.5: what to do on the river, by the board and by the single dealer cards that would win."""
    sums = pictures.weigh_river_pictures(stakes, best_play(stakes).plan)
    columns = river_columns()
    return _of_sums(
        title=RIVER,
        rows=pictures.RIVER_PICTURES,
        columns=tuple(columns),
        sums=np.stack([sums[:, there].sum(axis=1) for there in columns.values()], axis=1),
        marks=("1x", "fold"),
        legend={"1x": "play 1 x ante", "fold": "fold"},
        note=f"Columns are the unseen cards with any one of which the dealer beats the hand; with {CLOSE} of them the"
        " highest card in the hole decides.",
        headings=("Having checked twice", "Dealer cards that win"),
    )


def river_columns() -> dict[str, npt.NDArray[np.bool_]]:
    """The columns of the chart by name: which numbers of dealer cards that win, without a nine or better and with."""
    found = {}
    first = 0
    for last in CHART_OUTS:
        there = np.zeros((pictures.MOST_OUTS + 1, 2), np.bool_)
        there[first : last + 1] = True
        if last == CLOSE:
            found[f"{last}, 8 high or less"], found[f"{last}, 9 high or more"] = (
                there & [True, False],
                there & [False, True],
            )
        else:
            found[_outs_said(first, last)] = there
        first = last + 1
    return found


def _outs_said(first: int, last: int) -> str:
    if last == pictures.MOST_OUTS:
        return f"{first} or more"
    return str(last) if first == last else f"{first} to {last}"


def _of_sums(
    *,
    title: str,
    rows: tuple[str, ...],
    columns: tuple[str, ...],
    sums: npt.NDArray[np.int64],
    marks: tuple[str, str],
    legend: dict[str, str],
    note: str,
    headings: tuple[str, str],
) -> Chart:
    """The first mark where not playing gains nothing over playing, else the second; nothing where no hand is."""
    cells = tuple(tuple(marks[int(gain > 0)] if hands else "" for gain, hands in row) for row in sums.tolist())
    return Chart(title, rows, columns, cells, legend, note, *headings)


def flop_figures(stakes: Stakes) -> FigureTable:
    """UTH 8.3: what hands that checked make of the flop, and how often twice the ante is better than another check."""
    counts = _flop_counts(stakes)
    # A hand and a flop of its own: 1,326 hands and 19,600 flops.
    everything = int(flops().ways.sum()) * FLOP_BOARDS
    rows = [
        (picture, Fraction(waits + plays, everything), Fraction(plays, waits + plays) if plays else Fraction(0))
        for picture, (waits, plays) in zip(pictures.FLOP_PICTURES, counts.tolist(), strict=True)
        if waits + plays
    ]
    waits, plays = counts.sum(axis=0).tolist()
    rows.append(("All", Fraction(waits + plays, everything), Fraction(plays, waits + plays)))
    return FigureTable(
        title="After the flop: when 2 x is best",
        columns=("Having checked", "Chance", "Plays 2 x"),
        kinds=("text", "percent", "percent"),
        rows=tuple(rows),
        note="The first line that fits. Chances are of all rounds; the last column is of the hands in the line.",
        clauses=("UTH 8.3",),
    )


def river_figures(stakes: Stakes) -> FigureTable:
    """UTH 8.5: hands that checked twice, by the single dealer cards that would beat them."""
    counts = _river_counts(stakes)
    lines = [("Better than the board's own class", counts[1].sum(axis=0))]
    first = 0
    for last in _OUTS:
        words = f"Others, {_outs_said(first, last)} dealer cards win"
        lines.append((words, counts[0, first : last + 1].sum(axis=0)))
        first = last + 1
    lines.append(("All", counts.sum(axis=(0, 1))))
    everything = DEALS // DEALER_HANDS
    rows = [
        (words, Fraction(sum(line), everything), Fraction(line[1], sum(line)))
        for words, line in ((words, line.tolist()) for words, line in lines)
        if sum(line)
    ]
    return FigureTable(
        title="On the river: play or fold",
        columns=("Having checked twice", "Chance", "Plays 1 x"),
        kinds=("text", "percent", "percent"),
        rows=tuple(rows),
        note="Counted are the unseen cards with any one of which the dealer beats the hand.",
        clauses=("UTH 8.5",),
    )


@lru_cache(maxsize=16)
def _flop_counts(stakes: Stakes) -> npt.NDArray[np.int64]:
    return pictures.count_flops(best_play(stakes).plan)


@lru_cache(maxsize=16)
def _river_counts(stakes: Stakes) -> npt.NDArray[np.int64]:
    return pictures.count_rivers(best_play(stakes).plan)
