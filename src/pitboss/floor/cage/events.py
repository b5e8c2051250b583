"""Events of the cage: money in and out, chips to and from tables, counts, adjustments, the end of the day.

Every event carries its gaming day, as `2026-11-15`, and the person who did it. Amounts are whole cents.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from pitboss.floor.cage.day_figures import DayReport
from pitboss.games.command import Cents
from pitboss.games.frozen import Frozen


class Method(StrEnum):
    """How money comes to the house or leaves it."""

    CASH = "cash"
    EFT = "eft"
    CHEQUE = "cheque"
    VOUCHER = "voucher"
    DEBIT_CARD = "debit_card"


METHOD_WORDS: Mapping[str, str] = Frozen(
    {
        Method.CASH: "cash",
        Method.EFT: "electronic transfer",
        Method.CHEQUE: "cheque",
        Method.VOUCHER: "voucher",
        Method.DEBIT_CARD: "debit card",
    }
)


class Direction(StrEnum):
    """Bought in, or paid out."""

    IN = "in"
    OUT = "out"


class Chips(StrEnum):
    """A fill brings chips to a table, a credit takes them away."""

    FILL = "fill"
    CREDIT = "credit"


class BoughtIn(NamedTuple):
    """Money came in for a patron; with a table it is that table's drop. `second` is who agreed to it, where one has."""

    day: str
    patron: str
    amount: Cents
    method: Method
    table: str
    voucher: int | None
    by: str
    second: str = ""


class CashedOut(NamedTuple):
    """A patron's money went out; by voucher, the number is that of the new voucher. `second` is who agreed to it."""

    day: str
    patron: str
    amount: Cents
    method: Method
    voucher: int | None
    by: str
    second: str = ""


class VoucherVoided(NamedTuple):
    """A voucher is worth nothing any more; its amount is back in the patron's account."""

    day: str
    voucher: int
    patron: str
    amount: Cents
    reason: str
    by: str


class LargeCash(NamedTuple):
    """The cash of one patron in one gaming day has come to what must be reported; split amounts are added up.

    Recorded when the total first reaches the limit and again with every further transaction of the day.
    """

    day: str
    patron: str
    direction: Direction
    amount: Cents
    total: Cents
    limit: Cents
    by: str


class TillOpened(NamedTuple):
    """The till was counted before work. `left` is what should have been in it, unless it was never closed before."""

    day: str
    counted: Cents
    left: Cents | None
    by: str


class TillClosed(NamedTuple):
    """The till was counted after work, and what should have been in it. Its day is that on which it was opened."""

    day: str
    counted: Cents
    expected: Cents
    by: str


class OpeningCounted(NamedTuple):
    """A float was counted before play, and what the books said."""

    day: str
    table: str
    counted: Cents
    book: Cents
    by: str


class ClosingCounted(NamedTuple):
    """A float was counted after play, and what the books said."""

    day: str
    table: str
    counted: Cents
    book: Cents
    by: str


class ChipsRequested(NamedTuple):
    """A supervisor asked for a fill or a credit."""

    day: str
    number: int
    table: str
    chips: Chips
    amount: Cents
    by: str


class ChipsMoved(NamedTuple):
    """The cage sent the fill or received the credit that somebody else had asked for."""

    day: str
    number: int
    table: str
    chips: Chips
    amount: Cents
    requested_by: str
    by: str


class ChipsCancelled(NamedTuple):
    """A request for a fill or a credit was withdrawn."""

    day: str
    number: int
    reason: str
    by: str


class AdjustmentRequested(NamedTuple):
    """Somebody asked for a correction of the books; nothing has moved yet. A count asks for its own variance."""

    day: str
    number: int
    debit: str
    credit: str
    amount: Cents
    reason: str
    is_variance: bool
    by: str


class AdjustmentApproved(NamedTuple):
    """A second person approved a correction, and it was posted."""

    day: str
    number: int
    debit: str
    credit: str
    amount: Cents
    reason: str
    requested_by: str
    by: str


class AdjustmentRejected(NamedTuple):
    """A second person turned a correction down, or a new count has taken the place of an older one."""

    day: str
    number: int
    reason: str
    by: str


class DayClosed(NamedTuple):
    """The books of a gaming day are closed, with its figures.

    `day` is that day. An earlier version wrote the one on which that was done: the report names the right one.
    """

    day: str
    report: DayReport
    by: str


KINDS = (
    BoughtIn,
    CashedOut,
    VoucherVoided,
    LargeCash,
    TillOpened,
    TillClosed,
    OpeningCounted,
    ClosingCounted,
    ChipsRequested,
    ChipsMoved,
    ChipsCancelled,
    AdjustmentRequested,
    AdjustmentApproved,
    AdjustmentRejected,
    DayClosed,
)
