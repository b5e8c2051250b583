"""The orders of hands of the approved documents, as data: highest first, each class with its clause."""

from dataclasses import dataclass, field
from enum import IntEnum


class Category(IntEnum):
    """The classes of hands, numbered in the order of a full deck (HLD 3.3).

    Which class is higher at a table is for its Order to say: in a reduced deck a flush beats a full house.
    """

    HIGH_CARD = 0
    ONE_PAIR = 1
    TWO_PAIRS = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    FIVE_OF_A_KIND = 9
    ROYAL_FLUSH = 10


@dataclass(frozen=True, slots=True)
class Order:
    """One document's list of classes, the highest first."""

    rows: tuple[tuple[Category, str], ...]
    _places: dict[Category, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        places = {category: len(self.rows) - 1 - row for row, (category, _) in enumerate(self.rows)}
        object.__setattr__(self, "_places", places)

    def place(self, category: Category) -> int:
        """0 for the lowest class."""
        return self._places[category]

    def at(self, place: int) -> Category:
        return self.rows[len(self.rows) - 1 - place][0]

    def clause(self, category: Category) -> str:
        return self.rows[len(self.rows) - 1 - self._places[category]][1]


HOLDEM_FULL_DECK = Order(
    (
        (Category.ROYAL_FLUSH, "HLD 3.3(a)"),
        (Category.FIVE_OF_A_KIND, "HLD 3.3(b)"),
        (Category.STRAIGHT_FLUSH, "HLD 3.3(c)"),
        (Category.FOUR_OF_A_KIND, "HLD 3.3(d)"),
        (Category.FULL_HOUSE, "HLD 3.3(e)"),
        (Category.FLUSH, "HLD 3.3(f)"),
        (Category.STRAIGHT, "HLD 3.3(g)"),
        (Category.THREE_OF_A_KIND, "HLD 3.3(h)"),
        (Category.TWO_PAIRS, "HLD 3.3(i)"),
        (Category.ONE_PAIR, "HLD 3.3(j)"),
        (Category.HIGH_CARD, "HLD 3.3(k)"),
    )
)

HOLDEM_REDUCED_DECK = Order(
    (
        (Category.ROYAL_FLUSH, "HLD 3.4(a)"),
        (Category.FIVE_OF_A_KIND, "HLD 3.4(b)"),
        (Category.STRAIGHT_FLUSH, "HLD 3.4(c)"),
        (Category.FOUR_OF_A_KIND, "HLD 3.4(d)"),
        (Category.FLUSH, "HLD 3.4(e)"),
        (Category.FULL_HOUSE, "HLD 3.4(f)"),
        (Category.STRAIGHT, "HLD 3.4(g)"),
        (Category.THREE_OF_A_KIND, "HLD 3.4(h)"),
        (Category.TWO_PAIRS, "HLD 3.4(i)"),
        (Category.ONE_PAIR, "HLD 3.4(j)"),
        (Category.HIGH_CARD, "HLD 3.4(k)"),
    )
)

ULTIMATE = Order(
    (
        (Category.ROYAL_FLUSH, "UTH 3.1(a)"),
        (Category.STRAIGHT_FLUSH, "UTH 3.1(b)"),
        (Category.FOUR_OF_A_KIND, "UTH 3.1(c)"),
        (Category.FULL_HOUSE, "UTH 3.1(d)"),
        (Category.FLUSH, "UTH 3.1(e)"),
        (Category.STRAIGHT, "UTH 3.1(f)"),
        (Category.THREE_OF_A_KIND, "UTH 3.1(g)"),
        (Category.TWO_PAIRS, "UTH 3.1(h)"),
        (Category.ONE_PAIR, "UTH 3.1(i)"),
        (Category.HIGH_CARD, "UTH 3.1(j)"),
    )
)

CANBERRA = Order(
    (
        (Category.ROYAL_FLUSH, "CAN 2.6(a)"),
        (Category.STRAIGHT_FLUSH, "CAN 2.6(b)"),
        (Category.FOUR_OF_A_KIND, "CAN 2.6(c)"),
        (Category.FULL_HOUSE, "CAN 2.6(d)"),
        (Category.FLUSH, "CAN 2.6(e)"),
        (Category.STRAIGHT, "CAN 2.6(f)"),
        (Category.THREE_OF_A_KIND, "CAN 2.6(g)"),
        (Category.TWO_PAIRS, "CAN 2.6(h)"),
        (Category.ONE_PAIR, "CAN 2.6(i)"),
        (Category.HIGH_CARD, "CAN 2.6(j)"),
    )
)

# The classes made of equal ranks alone, or of none.
GROUPED = (
    Category.FOUR_OF_A_KIND,
    Category.FULL_HOUSE,
    Category.THREE_OF_A_KIND,
    Category.TWO_PAIRS,
    Category.ONE_PAIR,
    Category.HIGH_CARD,
)

# Straights and flushes do not count in a low hand. The best low hand is the one lowest in this order.
HOLDEM_LOW = Order(tuple((category, "HLD 3.6") for category in GROUPED))
