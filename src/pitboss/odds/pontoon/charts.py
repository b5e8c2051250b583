"""The best decisions of Pontoon as tables that a person can read: by total, number of cards and the dealer's card.

A table by totals puts hands together that differ in their cards. Each row stands for all of them, weighted by how
likely their cards are to come, with the decision that is best for them on average.
"""

from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import Any

import numpy as np

from pitboss.cards.compiled import compiled
from pitboss.odds.pontoon.against import full_decks
from pitboss.odds.pontoon.cells import (
    ACE,
    CELLS,
    EIGHT,
    KIND_VALUE,
    KINDS,
    MIXED,
    SEVEN,
    SIX,
    TEN,
    VALUE_COUNT,
    Bools,
    doubled_points,
)
from pitboss.odds.pontoon.payouts import Floats
from pitboss.odds.pontoon.solver import Solution
from pitboss.odds.pontoon.strategy_table import DOUBLE, DRAW, SPLIT, STAND, SURRENDER
from pitboss.odds.worth import Chart

# Columns in the order of a printed table: two to nine, ten-value, ace.
DEALERS = (*range(1, VALUE_COUNT), ACE)
DEALER_NAMES = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "A")
MARKS = {STAND: "S", DRAW: "H", DOUBLE: "D", SPLIT: "P", SURRENDER: "R"}
WORDS = {"S": "stand", "H": "draw", "D": "double", "P": "split", "R": "surrender", "X": "rescue"}
COUNTS = {3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"}
MOST_COUNTED = max(COUNTS)
SPADES = 3


@compiled
def _spread(next_cell: Any, kind_value: Any, held: Any, points: Any, decks: Any, reach: Any) -> None:
    """From every hand that could take a card to those it would become."""
    values, parts = decks
    for cell in range(points.size):
        if points[cell] == 21:
            continue
        total = 0.0
        for value in range(10):
            total += max(values[value] - held[cell, value], 0.0)
        for kind in range(kind_value.size):
            after, left = next_cell[cell, kind], values[kind_value[kind]] - held[cell, kind_value[kind]]
            if after >= 0 and left > 0.0:
                for dealer in range(10):
                    reach[after, dealer] += reach[cell, dealer] * left / total * parts[kind]


def weights(solution: Solution) -> Floats:
    """By cell and dealer's card: how likely the cards of a hand are to come if it has not stood before."""
    decks = full_decks(solution.rules.settings.decks)
    reach = solution.chances / solution.ways
    parts = decks.kinds / decks.values[KIND_VALUE]
    _spread(CELLS.next_cell, KIND_VALUE, CELLS.held, CELLS.points, (decks.values, parts), reach)
    return reach


def charts(solution: Solution) -> tuple[Chart, ...]:
    """All tables of best play."""
    weight = weights(solution)
    early = CELLS.soft & ~CELLS.late_ace
    late = CELLS.soft & CELLS.late_ace
    return (
        _by_total(solution, weight, ~CELLS.soft, "Hard totals", range(4, 21)),
        _by_total(solution, weight, early, "Soft totals with an ace in the first two cards", range(12, 21)),
        _by_total(solution, weight, late, "Soft totals with an ace drawn later", range(13, 21)),
        _pairs(solution),
        _towards_678(solution),
        _rescues(solution, weight),
    )


def _best_of(solution: Solution, weight: Floats, cells: Bools, dealer: int) -> int | None:
    """The decision that is best for all these hands on average; None if there is no such hand."""
    part = weight[cells, dealer]
    if not part.any():
        return None
    choices = {
        STAND: solution.stand,
        DRAW: solution.draw,
        DOUBLE: solution.double,
        SURRENDER: solution.surrender,
    }
    # A hand that cannot come has no worth; a choice that is refused to one hand of a group is no choice for it.
    likely = part > 0
    worth = {name: float((part[likely] * of[cells, dealer][likely]).sum()) for name, of in choices.items()}
    return max(worth, key=lambda name: worth[name])


def _mark(by_count: list[tuple[int, int]]) -> tuple[str, str]:
    """A mark and its words, from the decision by number of cards: S4 stands, but draws with four cards or more."""
    first = MARKS[by_count[0][1]]
    changes = [(count, MARKS[now]) for (_, before), (count, now) in pairwise(by_count) if now != before]
    words = WORDS[first]
    for place, (count, mark) in enumerate(changes):
        words += f", {'then' if place else 'but'} {WORDS[mark]} with {COUNTS[count]} cards or more"
    if len(changes) == 1 and changes[0][1] == "H":
        return f"{first}{changes[0][0]}", words
    return first + "".join(f" {mark}{count}" for count, mark in changes), words


def _counted(solution: Solution, weight: Floats, cells: Bools, dealer: int) -> Iterator[tuple[int, int]]:
    """The decision for two cards, three, and so on; pairs have their own table where other hands have the total."""
    for count in range(2, MOST_COUNTED + 1):
        group = cells & ((CELLS.size == count) if count < MOST_COUNTED else (CELLS.size >= count))
        if count == 2 and (group & (CELLS.pair < 0)).any():
            group &= CELLS.pair < 0
        action = _best_of(solution, weight, group, dealer)
        if action is not None:
            yield count, action


def _by_total(solution: Solution, weight: Floats, cells: Bools, title: str, totals: range) -> Chart:
    rows: list[tuple[str, tuple[str, ...]]] = []
    legend: dict[str, str] = {}
    for total in totals:
        marks = []
        for dealer in DEALERS:
            mark, words = _mark(list(_counted(solution, weight, cells & (CELLS.points == total), dealer)))
            legend[mark] = words
            marks.append(mark)
        if rows and rows[-1][1] == tuple(marks) and set(marks) == {"H"} and total <= 11:
            rows[-1] = (f"{total} or less", tuple(marks))
        else:
            rows.append((str(total), tuple(marks)))
    return Chart(
        title=title,
        rows=tuple(name for name, _ in rows),
        columns=DEALER_NAMES,
        cells=tuple(marks for _, marks in rows),
        legend=dict(sorted(legend.items(), key=lambda item: ("SHDPRX".index(item[0][0]), item[0]))),
        note=_note(legend),
        row_heading="Total",
        column_heading="Dealer's card",
    )


def _note(marks: Collection[str]) -> str:
    """What the numbers of these marks mean: S4 draws with four cards or more, H S3 stands with three or more."""
    said = []
    if any(mark[1:].isdecimal() for mark in marks):
        said.append("A number beside the first letter says from how many cards on the hand draws instead.")
    if any(" " in mark for mark in marks):
        said.append("A further letter with a number says what the hand does from so many cards on.")
    return " ".join(said)


def _of_cells(title: str, named: dict[str, int], solution: Solution, note: str) -> Chart:
    marks = tuple(tuple(MARKS[int(solution.table.actions[cell, up])] for up in DEALERS) for cell in named.values())
    found = {mark for row in marks for mark in row}
    legend = {mark: words for mark, words in WORDS.items() if mark in found}
    return Chart(title, tuple(named), DEALER_NAMES, marks, legend, note, "Hand", "Dealer's card")


def _two_cards(first: tuple[int, int], second: tuple[int, int]) -> int:
    return int(CELLS.next_cell[CELLS.one_card[KINDS.index(first)], KINDS.index(second)])


def _pairs(solution: Solution) -> Chart:
    """PON D-Split, P-14: pairs by value, with sevens by their suits."""
    suits = {MIXED: "mixed", 0: "of one suit", SPADES: "in spades"}
    named: dict[str, int] = {}
    for value in range(VALUE_COUNT):
        face = "A" if value == ACE else "10" if value == TEN else str(value + 1)
        for cell in np.nonzero(CELLS.pair == value)[0]:
            suit = int(CELLS.suit[cell])
            if value != SEVEN:
                named[f"{face}-{face}"] = int(cell)
            elif suit in suits:
                named[f"{face}-{face} {suits[suit]}"] = int(cell)
    return _of_cells("Pairs", named, solution, "Aces are split once and get one card each; others up to four hands.")


def _towards_678(solution: Solution) -> Chart:
    """PON 14.2 Table 1 6-7-8 suited: two cards of the three, where their suits can change the decision."""
    named: dict[str, int] = {}
    for first, second in ((SIX, SEVEN), (SIX, EIGHT), (SEVEN, EIGHT)):
        for suit, words in ((1, "mixed"), (0, "of one suit"), (SPADES, "in spades")):
            other = SPADES if suit == SPADES else 0
            named[f"{first + 1}-{second + 1} {words}"] = _two_cards((first, suit), (second, other))
    return _of_cells("Two cards of 6-7-8", named, solution, "Suits count only with these cards and with sevens.")


def _rescues(solution: Solution, weight: Floats) -> Chart:
    """PON 12.6: whether to give the original wager up after the card of a double."""
    points = doubled_points(solution.rules.settings.double_aces)
    left = full_decks(solution.rules.settings.decks).values
    names = {"16 or less": range(3, 17), **{str(total): range(total, total + 1) for total in range(17, 21)}}
    rows = []
    for totals in names.values():
        marks = []
        for dealer in DEALERS:
            # Only hands that are doubled come here; where none is, all hands that might be stand for them.
            doubled = solution.table.actions[:, dealer] == DOUBLE
            doubled = doubled if doubled.any() else CELLS.points < 21
            there = doubled[:, None] & np.isin(points, list(totals)) & (CELLS.size >= 2)[:, None]
            likely = (weight[:, dealer, None] * left)[there]
            gives_up = likely[solution.table.rescue[:, :, dealer][there]].sum() > likely.sum() / 2
            marks.append("X" if gives_up else "S")
        rows.append(tuple(marks))
    legend = {"S": "stand on the double", "X": "rescue: take the double back and give up the original wager"}
    note = "After the card of a double, before the dealer draws."
    return Chart("After a double", tuple(names), DEALER_NAMES, tuple(rows), legend, note, "Total", "Dealer's card")
