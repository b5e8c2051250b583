"""Cells: every hand that a player of Pontoon can hold without being over 21, as a small number.

    cell = CELLS.one_card[KIND_OF_CARD[card]]
    cell = CELLS.next_cell[cell, KIND_OF_CARD[card]]    # BUST where the hand is over 21

A cell is the values of the cards, whatever their order, and what else of them can matter later: whether an ace came
third or later (of a doubled hand's first two cards aces count one, PON 2.5(a), P-02), and the suits while they can
still make 6-7-8 or 7-7-7 (PON 14.2). A hand of more cards has a higher number, so that going down the numbers
meets every hand after all hands that it can become. A 21 takes no card (PON 10.2(b)), and so it has no next cell but
its own.

Values are 0 for an ace, 1 to 8 for two to nine and 9 for jack, queen and king; `value + 1` is what the card counts at
least. Kinds are the values with the suits of 6, 7 and 8 told apart.
"""

from operator import mul
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.cards.card import SUITS, Card
from pitboss.cards.deck import pontoon_decks
from pitboss.games.pontoon.hands import BEST, SPADES, VALUES, Row

Ints = npt.NDArray[np.int64]
Int16s = npt.NDArray[np.int16]
Int8s = npt.NDArray[np.int8]
Bools = npt.NDArray[np.bool_]

ACE, SIX, SEVEN, EIGHT, TEN = 0, 5, 6, 7, 9
VALUE_COUNT = 10
SUITED_VALUES = (SIX, SEVEN, EIGHT)
BUST = -1
# What a cell knows of its suits: nothing that matters, one suit of all its cards (0 to 3), or more than one.
NO_SUIT, MIXED = -1, 4

# Rows of Table 1 as numbers, in the order of the table; a cell under 21 has none.
ROWS = tuple(Row)
NO_ROW = -1
PONTOON_ROW, OTHER_ROW = ROWS.index(Row.PONTOON), ROWS.index(Row.OTHER)


def _kinds() -> tuple[tuple[int, int], ...]:
    """Value and suit of each kind, NO_SUIT where suits never matter."""
    kinds: list[tuple[int, int]] = []
    for value in range(VALUE_COUNT):
        suits = range(4) if value in SUITED_VALUES else (NO_SUIT,)
        kinds += [(value, suit) for suit in suits]
    return tuple(kinds)


KINDS = _kinds()
KIND_COUNT = len(KINDS)
KIND_VALUE: Int8s = np.array([value for value, _ in KINDS], np.int8)
KIND_SUIT: Int8s = np.array([suit for _, suit in KINDS], np.int8)


def value_of(card: Card) -> int:
    """PON 2.5(a), PON 2.5(b), PON 2.5(c): the value of a card, an ace as one."""
    return VALUES[card] - 1


def kind_of(card: Card) -> int:
    value = value_of(card)
    return KINDS.index((value, card // 13 if value in SUITED_VALUES else NO_SUIT))


# What a card of each value counts at least.
COUNTED = tuple(range(1, VALUE_COUNT + 1))
# By card; tens are in no deck of Pontoon (PON 2.1[s1]) and have no kind.
KIND_OF_CARD: Int8s = np.full(52, -1, np.int8)
for _card in set(pontoon_decks(3).cards):
    KIND_OF_CARD[_card] = kind_of(_card)


class Cell(NamedTuple):
    """What is known of a hand: how many cards of each value, whether an ace came third or later, and its suits."""

    held: tuple[int, ...]
    late_ace: bool
    suit: int

    @property
    def size(self) -> int:
        return sum(self.held)

    @property
    def hard(self) -> int:
        """PON D-Hard total: every ace as one."""
        return sum(map(mul, COUNTED, self.held))

    @property
    def soft(self) -> bool:
        """PON D-Soft total: an ace of it counts eleven."""
        return self.held[ACE] > 0 and self.hard + 10 <= BEST

    @property
    def points(self) -> int:
        return self.hard + 10 if self.soft else self.hard

    def __str__(self) -> str:
        names = (name for name, count in zip("A23456789T", self.held, strict=True) for _ in range(count))
        suit = ""
        if self.suit != NO_SUIT and self.size > 1:
            suit = " mixed" if self.suit == MIXED else f" all {SUITS[self.suit]}"
        return "-".join(names) + suit + (" late ace" if self.late_ace else "")


def _suit_matters(held: tuple[int, ...]) -> bool:
    """Whether suits can make this hand, or one it becomes, pay more: all of it must belong to 6-7-8 or to 7-7-7."""
    six, seven, eight = (held[value] for value in SUITED_VALUES)
    if sum(held) != six + seven + eight or sum(held) > 3:
        return False
    return max(six, seven, eight) == 1 or (seven <= 3 and six == eight == 0)


def with_card(cell: Cell, kind: int) -> Cell | None:
    """The hand with one more card, None where that is over 21."""
    value, suit = KINDS[kind]
    if cell.hard + value + 1 > BEST:
        return None
    held = (*cell.held[:value], cell.held[value] + 1, *cell.held[value + 1 :])
    size = cell.size
    tag = NO_SUIT
    if size < 3 and _suit_matters(held):
        tag = suit if size == 0 or cell.suit == suit else MIXED
    return Cell(held, cell.late_ace or (value == ACE and size >= 2), tag)


def _row(cell: Cell) -> int:
    """PON 14.2: the row of Table 1 that a 21 belongs to as an unsplit hand, as `row_of_21` names it for real cards."""
    if cell.points != BEST:
        return NO_ROW
    if cell.size == 2:
        return PONTOON_ROW
    if cell.size == 3 and cell.suit != NO_SUIT:
        sevens = cell.held[SEVEN] == 3
        mixed = Row.MIXED_777 if sevens else Row.MIXED_678
        suited = Row.SUITED_777 if sevens else Row.SUITED_678
        spades = Row.SPADES_777 if sevens else Row.SPADES_678
        return ROWS.index(mixed if cell.suit == MIXED else spades if cell.suit == SPADES else suited)
    by_size = {5: Row.FIVE_CARDS, 6: Row.SIX_CARDS}
    return ROWS.index(Row.SEVEN_OR_MORE if cell.size >= 7 else by_size.get(cell.size, Row.OTHER))


class Cells(NamedTuple):
    """All cells as arrays over their numbers.

    `next_cell[cell, kind]` is the hand with a card more, BUST if that is over 21. `one_card[kind]` starts a hand.
    `points` is the ordinary total, `soft` whether an ace counts eleven in it, `hard` the total with aces as one, `size`
    the number of cards, `held[cell, value]` the cards by value. `late_ace` says that an ace came third or later.
    `pair` is the value of two equal cards, else -1 (PON D-Split, P-14). `suit` is one suit of 6-7-8 or 7-7-7 and of
    what can become it, MIXED, or NO_SUIT. `row` is the number of the row of Table 1 in ROWS that a 21 belongs to in a
    hand that was not split; ace and ten-value of a split hand belong to OTHER_ROW (PON 11.7). `suited_sevens` are three
    sevens of one suit (PON 14.3 Table 2 bonus).
    """

    cells: tuple[Cell, ...]
    next_cell: Int16s
    one_card: Int16s
    points: Int8s
    soft: Bools
    hard: Int8s
    size: Int8s
    held: Int8s
    late_ace: Bools
    pair: Int8s
    suit: Int8s
    row: Int8s
    suited_sevens: Bools

    @property
    def total(self) -> int:
        """How many cells there are."""
        return len(self.cells)

    def number(self, cards: tuple[Card, ...]) -> int:
        """The cell of these cards in the order they came; BUST if they are over 21."""
        cell = int(self.one_card[KIND_OF_CARD[cards[0]]])
        for card in cards[1:]:
            if cell == BUST:
                return BUST
            cell = int(self.next_cell[cell, KIND_OF_CARD[card]])
        return cell


NOTHING = Cell((0,) * VALUE_COUNT, False, NO_SUIT)


def _reachable() -> tuple[list[Cell], list[list[int]]]:
    """Every hand that can come about, smaller ones first, and by hand and kind what it becomes; nothing comes last.

    A 21 takes no more cards.
    """
    cells: list[Cell] = []
    numbers: dict[Cell, int] = {}
    layer, rows = [NOTHING], []
    while layer:
        found: list[Cell] = []
        for cell in layer:
            row = []
            for kind in range(KIND_COUNT):
                after = None if cell.points == BEST else with_card(cell, kind)
                if after is not None and after not in numbers:
                    numbers[after] = len(cells) + len(found)
                    found.append(after)
                row.append(BUST if after is None else numbers[after])
            rows.append([numbers[cell]] * KIND_COUNT if cell.points == BEST else row)
        cells += found
        layer = found
    return cells, [*rows[1:], rows[0]]


def _build() -> Cells:
    cells, rows = _reachable()
    pairs = [cell.held.index(2) if cell.size == 2 and 2 in cell.held else -1 for cell in cells]
    return Cells(
        cells=tuple(cells),
        next_cell=np.array(rows[:-1], np.int16),
        one_card=np.array(rows[-1], np.int16),
        points=np.array([cell.points for cell in cells], np.int8),
        soft=np.array([cell.soft for cell in cells], np.bool_),
        hard=np.array([cell.hard for cell in cells], np.int8),
        size=np.array([cell.size for cell in cells], np.int8),
        held=np.array([cell.held for cell in cells], np.int8),
        late_ace=np.array([cell.late_ace for cell in cells], np.bool_),
        pair=np.array(pairs, np.int8),
        suit=np.array([cell.suit for cell in cells], np.int8),
        row=np.array([_row(cell) for cell in cells], np.int8),
        suited_sevens=np.array([cell.held[SEVEN] == 3 and cell.suit in range(4) for cell in cells], np.bool_),
    )


CELLS = _build()


def doubled_points(reading: str) -> Int8s:
    """`[cell, value]`: what a hand totals once it is doubled and given a card of this value; over 21 it is lost.

    PON 2.5(a), P-02: an ace of the first two cards, of all cards held, of all cards with the drawn one, or none at all
    can only be one, by the reading of the table.
    """
    by_reading = {
        "first_two_one": CELLS.late_ace,
        "all_held_one": np.zeros(CELLS.total, np.bool_),
        "all_one": np.zeros(CELLS.total, np.bool_),
        "soft": CELLS.held[:, ACE] > 0,
    }
    held_free = by_reading[reading]
    totals = CELLS.hard[:, None] + np.arange(1, VALUE_COUNT + 1, dtype=np.int8)[None, :]
    free = np.repeat(held_free[:, None], VALUE_COUNT, axis=1)
    # The drawn card is at least the third, so only the reading that fixes every ace fixes this one.
    free[:, ACE] |= reading != "all_one"
    return np.where(free & (totals <= BEST - 10), totals + 10, totals).astype(np.int8)
