"""The state of the cage: vouchers, till, counts, and everything that waits for a second person."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, NamedTuple, TypeVar

from pitboss.floor.cage.day_figures import DayReport
from pitboss.floor.cage.events import (
    KINDS,
    AdjustmentApproved,
    AdjustmentRejected,
    AdjustmentRequested,
    BoughtIn,
    CashedOut,
    Chips,
    ChipsCancelled,
    ChipsMoved,
    ChipsRequested,
    ClosingCounted,
    DayClosed,
    Direction,
    LargeCash,
    Method,
    OpeningCounted,
    TillClosed,
    TillOpened,
    VoucherVoided,
)
from pitboss.floor.kernel import accounts
from pitboss.floor.kernel.contract import Command, Fact, Family, Now, Records
from pitboss.floor.kernel.premises import gaming_clock
from pitboss.floor.kernel.roles import Actor
from pitboss.games.command import Cents
from pitboss.games.frozen import Frozen
from pitboss.games.money import Move
from pitboss.journal import codec

CAGE = "cage:main"
V = TypeVar("V")


class Voucher(NamedTuple):
    """Money that a patron has taken out on paper, and who wrote it."""

    patron: str
    amount: Cents
    by: str


class Till(NamedTuple):
    """The cash of the cage. `expected` is what should be in it now, as far as it has ever been counted."""

    is_open: bool = False
    since: str = ""
    expected: Cents | None = None

    def took(self, cents: Cents) -> "Till":
        return self if self.expected is None else self._replace(expected=self.expected + cents)


class Counts(NamedTuple):
    """The counts of one float in one gaming day, and the moment of the last closing count."""

    opening: Cents | None = None
    closing: Cents | None = None
    variance: Cents = 0
    closed_at: int = 0


class Cage(NamedTuple):
    """The cage at one moment. Vouchers and requests by number; counts by day and table; cash by day, way and patron.

    `alone` is the money that each person took in or paid out with nobody beside them, by day, way and person.
    """

    vouchers: Mapping[int, Voucher] = Frozen({})
    vouchers_issued: int = 0
    cash: Mapping[str, Cents] = Frozen({})
    till: Till = Till()
    counts: Mapping[str, Counts] = Frozen({})
    chips: Mapping[int, ChipsRequested] = Frozen({})
    chips_requested: int = 0
    adjustments: Mapping[int, AdjustmentRequested] = Frozen({})
    adjustments_requested: int = 0
    latest_day: str = ""
    open_days: tuple[str, ...] = ()
    last_closed: str = ""
    last_report: DayReport | None = None
    alone: Mapping[str, Cents] = Frozen({})

    def alone_of(self, told: BoughtIn | CashedOut) -> dict[str, Cents]:
        """Return the totals that each person has moved alone, that day, in the way of this event."""
        that_day = f"{told.day} {_way_of(told)} "
        return {key.removeprefix(that_day): cents for key, cents in self.alone.items() if key.startswith(that_day)}

    def cash_of(self, day: str, direction: Direction, patron: str) -> Cents:
        """Return the total a patron has bought in or been paid in cash on a gaming day."""
        return self.cash.get(f"{day} {direction} {patron}", 0)

    def counts_of(self, day: str, table: str) -> Counts:
        return self.counts.get(f"{day} {table}", Counts())


def cage_of(house: Records) -> Cage:
    """The cage as it is now."""
    return house.record(CAGE) or Cage()


def today(now: Now) -> str:
    """The gaming day of this moment."""
    return gaming_clock(now).day(now.at).isoformat()


def at_cage(*events: object) -> tuple[Fact, ...]:
    return tuple(Fact(CAGE, event) for event in events)


def cage_stream(_actor: Actor, _command: Command) -> tuple[str, ...]:
    return (CAGE,)


def apply(record: Cage | None, event: Any, at: int) -> Cage:
    """The cage after an event."""
    after: Cage = _APPLIERS[type(event)](record or Cage(), event, at)
    days = after.open_days
    # To close the books of an earlier day is nothing that has to be closed itself.
    opens = event.day > after.last_closed and not isinstance(event, DayClosed)
    if opens and event.day not in days:
        days = tuple(sorted((*days, event.day)))
    return after._replace(open_days=days, latest_day=max(after.latest_day, event.day))


def _way_of(event: BoughtIn | CashedOut) -> str:
    return "out" if isinstance(event, CashedOut) else "table" if event.table else "in"


def _with_alone(cage: Cage, event: BoughtIn | CashedOut) -> Cage:
    if event.second:
        return cage
    return cage._replace(alone=_add(cage, cage.alone, f"{event.day} {_way_of(event)} {event.by}", event.amount))


def _bought_in(cage: Cage, event: BoughtIn, _at: int) -> Cage:
    if event.voucher is not None:
        return cage._replace(vouchers=_without(cage.vouchers, event.voucher))
    cage = _with_alone(cage, event)
    if event.method is not Method.CASH:
        return cage
    cage = _with_cash(cage, event.day, Direction.IN, event.patron, event.amount)
    # What is bought in at a table goes into the box of that table.
    return cage if event.table else cage._replace(till=cage.till.took(event.amount))


def _cashed_out(cage: Cage, event: CashedOut, _at: int) -> Cage:
    cage = _with_alone(cage, event)
    if event.voucher is not None:
        written = Voucher(event.patron, event.amount, event.by)
        return cage._replace(vouchers=_with(cage.vouchers, event.voucher, written), vouchers_issued=event.voucher)
    if event.method is not Method.CASH:
        return cage
    cage = _with_cash(cage, event.day, Direction.OUT, event.patron, event.amount)
    return cage._replace(till=cage.till.took(-event.amount))


def _with_cash(cage: Cage, day: str, direction: Direction, patron: str, amount: Cents) -> Cage:
    return cage._replace(cash=_add(cage, cage.cash, f"{day} {direction} {patron}", amount))


def _add(cage: Cage, totals: Mapping[str, Cents], name: str, amount: Cents) -> Frozen[str, Cents]:
    """Totals of a day, whose names begin with it, with an amount more in one of them."""
    if name[:10] > cage.latest_day:
        # The day before stays for a while: earlier programs may have come back to it.
        totals = {each: total for each, total in totals.items() if each.startswith(cage.latest_day)}
    return _with(totals, name, totals.get(name, 0) + amount)


def _opening_counted(cage: Cage, event: OpeningCounted, _at: int) -> Cage:
    counts = cage.counts_of(event.day, event.table)
    # The day opens once; a table that is opened again that day has to be counted again when it closes.
    opening = event.counted if counts.opening is None else counts.opening
    return _with_counts(cage, event, counts._replace(opening=opening, closing=None, closed_at=0))


def _closing_counted(cage: Cage, event: ClosingCounted, at: int) -> Cage:
    counts = cage.counts_of(event.day, event.table)
    variance = event.counted - event.book
    return _with_counts(cage, event, counts._replace(closing=event.counted, variance=variance, closed_at=at))


def _with_counts(cage: Cage, event: OpeningCounted | ClosingCounted, counts: Counts) -> Cage:
    return cage._replace(counts=_with(cage.counts, f"{event.day} {event.table}", counts))


def _chips_requested(cage: Cage, event: ChipsRequested, _at: int) -> Cage:
    return cage._replace(chips=_with(cage.chips, event.number, event), chips_requested=event.number)


def _chips_done(cage: Cage, event: ChipsMoved | ChipsCancelled, _at: int) -> Cage:
    return cage._replace(chips=_without(cage.chips, event.number))


def _adjustment_requested(cage: Cage, event: AdjustmentRequested, _at: int) -> Cage:
    waiting = _with(cage.adjustments, event.number, event)
    return cage._replace(adjustments=waiting, adjustments_requested=event.number)


def _adjustment_done(cage: Cage, event: AdjustmentApproved | AdjustmentRejected, _at: int) -> Cage:
    return cage._replace(adjustments=_without(cage.adjustments, event.number))


def _day_closed(cage: Cage, event: DayClosed, _at: int) -> Cage:
    return cage._replace(
        counts=Frozen({name: counts for name, counts in cage.counts.items() if name[:10] > event.report.day}),
        open_days=tuple(day for day in cage.open_days if day > event.report.day),
        last_closed=event.report.day,
        last_report=event.report,
    )


_APPLIERS: Mapping[type, Any] = {
    BoughtIn: _bought_in,
    CashedOut: _cashed_out,
    VoucherVoided: lambda cage, event, _at: cage._replace(vouchers=_without(cage.vouchers, event.voucher)),
    LargeCash: lambda cage, _event, _at: cage,
    TillOpened: lambda cage, event, _at: cage._replace(till=Till(True, event.day, event.counted)),
    TillClosed: lambda cage, event, _at: cage._replace(till=Till(False, event.day, event.counted)),
    OpeningCounted: _opening_counted,
    ClosingCounted: _closing_counted,
    ChipsRequested: _chips_requested,
    ChipsMoved: _chips_done,
    ChipsCancelled: _chips_done,
    AdjustmentRequested: _adjustment_requested,
    AdjustmentApproved: _adjustment_done,
    AdjustmentRejected: _adjustment_done,
    DayClosed: _day_closed,
}


def moves(_record: Cage | None, event: Any) -> Iterable[Move]:
    """The money that an event at the cage moves; most counts and requests move none."""
    match event:
        case BoughtIn():
            return (Move(accounts.world(event.method), accounts.patron(event.patron), event.amount),)
        case CashedOut():
            return (Move(accounts.patron(event.patron), accounts.world(event.method), event.amount),)
        case VoucherVoided():
            return (Move(accounts.world(Method.VOUCHER), accounts.patron(event.patron), event.amount),)
        case ChipsMoved(chips=Chips.FILL):
            return (Move(accounts.FUNDS, float_of(event.table), event.amount),)
        case ChipsMoved():
            return (Move(float_of(event.table), accounts.FUNDS, event.amount),)
        case AdjustmentApproved():
            return (Move(event.debit, event.credit, event.amount),)
    return ()


def float_of(table: str) -> str:
    """`float:uth-1`: the chips issued to a table."""
    return accounts.at(table, "bank")


def _with(mapping: Mapping[Any, V], key: Any, value: V) -> Frozen[Any, V]:
    return Frozen({**mapping, key: value})


def _without(mapping: Mapping[Any, V], key: Any) -> Frozen[Any, V]:
    return Frozen({each: value for each, value in mapping.items() if each != key})


# The cage as a snapshot keeps it.
to_text, from_text = codec.encode_record, partial(codec.decode_record, Cage)
FAMILY = Family(apply, moves, KINDS, to_text, from_text)
