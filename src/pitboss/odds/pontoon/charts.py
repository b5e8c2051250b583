"""The best decisions of Pontoon as tables that a person can read: by total, number of cards and the dealer's card.

A table by totals puts hands together that differ in their cards. Each row stands for all of them, weighted by how
likely their cards are to come, with the decision that is best for them on average. `chart_play` plays what is printed.
"""

from collections.abc import Callable, Collection, Iterator
from itertools import pairwise
from typing import Any

import numpy as np

from pitboss.cards.compiled import compile_kernel
from pitboss.games.pontoon.hands import BEST
from pitboss.odds.pontoon.against import full_decks
from pitboss.odds.pontoon.cells import (
    ACE,
    CELLS,
    EIGHT,
    KIND_VALUE,
    MIXED,
    NO_SUIT,
    SEVEN,
    SIX,
    TEN,
    VALUE_COUNT,
    Bools,
    Int8s,
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
# Two cards that have a table of their own: pairs, and those that can become 6-7-8.
OF_THEIR_OWN: Bools = (CELLS.size == 2) & ((CELLS.pair >= 0) | (CELLS.suit != NO_SUIT))

TOTALS = ("Hard totals", "Soft totals with an ace in the first two cards", "Soft totals with an ace drawn later")
PAIRS, TOWARDS_678, DOUBLED = "Pairs", "Two cards of 6-7-8", "After a double"
SPLIT_BOX = "On a split box: "
SPLIT_AGAIN, FOUR_HANDS = f"{SPLIT_BOX}pairs", f"{SPLIT_BOX}pairs, with four hands"


@compile_kernel
def _reach_hands(next_cell: Any, kind_value: Any, held: Any, points: Any, decks: Any, reach: Any) -> None:
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
    _reach_hands(CELLS.next_cell, KIND_VALUE, CELLS.held, CELLS.points, (decks.values, parts), reach)
    return reach


def charts(solution: Solution) -> tuple[Chart, ...]:
    """All tables of best play."""
    weight, actions = weights(solution), solution.table.actions
    return (
        *_totals(lambda cells, dealer: _best_of(solution, weight, cells, dealer)),
        _pairs(actions),
        _towards_678(actions),
        *_of_split_box(solution, weight),
        _rescues(solution, weight),
    )


# The decision for a group of hands against a card of the dealer; None if there is no such hand.
_Decision = Callable[[Bools, int], int | None]


def _totals(decision: _Decision, box: str = "") -> tuple[Chart, ...]:
    early = CELLS.soft & ~CELLS.late_ace
    late = CELLS.soft & CELLS.late_ace
    groups = ((~CELLS.soft, range(4, 21)), (early, range(12, 21)), (late, range(13, 21)))
    return tuple(
        _by_total(decision, cells, box + (title if not box else title.lower()), totals)
        for title, (cells, totals) in zip(TOTALS, groups, strict=True)
    )


def _best_of(solution: Solution, weight: Floats, cells: Bools, dealer: int) -> int | None:
    """What is best for all these hands on average."""
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


def _of_split_box(solution: Solution, weight: Floats) -> tuple[Chart, ...]:
    """PON 11.3, PON 11.4: the hands of a box that has been split; by totals only where that makes a difference."""
    table = solution.table
    again = np.where(table.resplit, SPLIT, table.after_split)
    note = (
        "P splits again, up to four hands."
        if solution.rules.settings.split_bonus == "off"
        else ("P splits again, up to four hands. Other hands of a split box are played as hands that were not split.")
    )
    found = (
        _pairs(again, SPLIT_AGAIN, note),
        _pairs(table.after_split, FOUR_HANDS, "When there are four hands no pair can be split any more."),
    )
    others = (CELLS.size >= 2) & (CELLS.points < BEST) & (CELLS.pair < 0)
    if np.array_equal(table.after_split[others], table.actions[others]):
        return found

    def commonest(cells: Bools, dealer: int) -> int | None:
        part = weight[cells, dealer]
        often = np.bincount(table.after_split[cells, dealer], weights=part)
        return int(often.argmax()) if part.any() else None

    return (*_totals(commonest, SPLIT_BOX), _towards_678(table.after_split, SPLIT_BOX + TOWARDS_678), *found)


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


def _by_card_count(decision: _Decision, cells: Bools, dealer: int) -> Iterator[tuple[int, int]]:
    """The decision for two cards, three, and so on; two cards with a table of their own only where no others have the
    total."""
    for count in range(2, MOST_COUNTED + 1):
        group = cells & ((CELLS.size == count) if count < MOST_COUNTED else (CELLS.size >= count))
        if (group & ~OF_THEIR_OWN).any():
            group &= ~OF_THEIR_OWN
        action = decision(group, dealer)
        if action is not None:
            yield count, action


def _by_total(decision: _Decision, cells: Bools, title: str, totals: range) -> Chart:
    rows: list[tuple[str, tuple[str, ...]]] = []
    legend: dict[str, str] = {}
    for total in totals:
        marks = []
        for dealer in DEALERS:
            mark, words = _mark(list(_by_card_count(decision, cells & (CELLS.points == total), dealer)))
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


def _of_cells(title: str, named: dict[str, int], actions: Int8s, note: str) -> Chart:
    marks = tuple(tuple(MARKS[int(actions[cell, up])] for up in DEALERS) for cell in named.values())
    found = {mark for row in marks for mark in row}
    legend = {mark: words for mark, words in WORDS.items() if mark in found}
    return Chart(title, tuple(named), DEALER_NAMES, marks, legend, note, "Hand", "Dealer's card")


ONCE = "Aces are split once and get one card each; others up to four hands."
SUITS_SAID = {MIXED: "mixed", 0: "of one suit", SPADES: "in spades"}


def pair_name(cell: int) -> str:
    """The row of a pair: by value, and sevens by their suits."""
    value, suit = int(CELLS.pair[cell]), int(CELLS.suit[cell])
    face = "A" if value == ACE else "10" if value == TEN else str(value + 1)
    return f"{face}-{face}" if suit == NO_SUIT else f"{face}-{face} {suit_said(suit)}"


def suit_said(suit: int) -> str:
    """Clubs, diamonds and hearts are worth the same."""
    return SUITS_SAID[suit if suit in SUITS_SAID else 0]


def name_towards_678(cell: int) -> str:
    """The row of two cards of 6-7-8."""
    first, second = (value for value in (SIX, SEVEN, EIGHT) if CELLS.held[cell, value])
    return f"{first + 1}-{second + 1} {suit_said(int(CELLS.suit[cell]))}"


def _pairs(actions: Int8s, title: str = PAIRS, note: str = ONCE) -> Chart:
    """PON D-Split, P-14: pairs by value, with sevens by their suits. On a split box there are none of aces."""
    first = ACE if title == PAIRS else ACE + 1
    cells = (int(cell) for value in range(first, VALUE_COUNT) for cell in np.nonzero(CELLS.pair == value)[0])
    named = {pair_name(cell): cell for cell in cells}
    return _of_cells(
        title, named, actions, note or "Aces are split once and get one card each; others up to four hands."
    )


def _towards_678(actions: Int8s, title: str = TOWARDS_678) -> Chart:
    """PON 14.2 Table 1 6-7-8 suited: two cards of the three, where their suits can change the decision."""
    cells = np.nonzero(OF_THEIR_OWN & (CELLS.pair < 0))[0]
    named = {name_towards_678(cell): cell for cell in sorted(map(int, cells), key=_order_of_678)}
    return _of_cells(title, named, actions, "Suits count only with these cards and with sevens.")


def _order_of_678(cell: int) -> tuple[int, int]:
    return int(CELLS.points[cell]), [*SUITS_SAID.values()].index(suit_said(int(CELLS.suit[cell])))


DOUBLED_TOTALS = {"16 or less": range(3, 17), **{str(total): range(total, total + 1) for total in range(17, 21)}}


def _rescues(solution: Solution, weight: Floats) -> Chart:
    """PON 12.6: whether to give the original wager up after the card of a double."""
    points = doubled_points(solution.rules.settings.double_aces)
    left = full_decks(solution.rules.settings.decks).values
    rows = []
    for totals in DOUBLED_TOTALS.values():
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
    return Chart(DOUBLED, tuple(DOUBLED_TOTALS), DEALER_NAMES, tuple(rows), legend, note, "Total", "Dealer's card")
