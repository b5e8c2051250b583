"""A house with a cage for tests: people of every role, patrons, tables, and a look at the books after it all."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from pitboss.floor.cage import record as cage_record
from pitboss.floor.cage.adjustments import ApproveAdjustment, RequestAdjustment
from pitboss.floor.cage.counter import BuyIn, CashOut, OpenTill
from pitboss.floor.cage.events import LargeCash, Method
from pitboss.floor.cage.floats import ClosingCount, OpeningCount, ReceiveCredit, RequestCredit, RequestFill, SendFill
from pitboss.floor.cage.gaming_day import GamingClock
from pitboss.floor.cage.record import cage_of
from pitboss.floor.kernel.floor import Done, Floor
from pitboss.floor.kernel.premises import OpenHouse
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.floor.people.patrons import AddPatron, Exclude
from pitboss.floor.tables.setup import AddTable
from pitboss.ledger import books, reading
from tests.floor.answers import done as done
from tests.floor.answers import give as give
from tests.floor.answers import refuses as refuses
from tests.floor.house_scene import once
from tests.refusals import refused as refused

CASHIER = Actor("staff:carol", Role.CASHIER)
SECOND_CASHIER = Actor("staff:colin", Role.CASHIER)
SUPERVISOR = Actor("staff:sam", Role.SUPERVISOR)
DEALER = Actor("staff:dora", Role.DEALER)
MANAGER = Actor("staff:maria", Role.MANAGER)
SECOND_MANAGER = Actor("staff:miguel", Role.MANAGER)
BRISBANE = GamingClock()
# The day of the tests' clock, which begins at noon in Brisbane.
SATURDAY = date(2025, 11, 15)
HOUR = 3600
DOLLAR = 100
THOUSAND = 1000 * DOLLAR
# What is no amount of money.
NO_AMOUNTS: Sequence[Any] = (0, -1, True, 10**15, 10**30, "500", 1.5, None)


@once
def open_house(house: Floor, *patrons: str, tables: Sequence[str] = (), till: int | None = 0) -> None:
    """The house is open, with these patrons and these tables of Ultimate Texas Hold-em, and so much in its till."""
    give(house, MANAGER, OpenHouse())
    if till is not None:
        give(house, CASHIER, OpenTill(counted=till))
    for patron in patrons:
        add_patron(house, patron)
    for table in tables:
        add_table(house, table)


def add_patron(house: Floor, patron: str) -> None:
    give(house, SUPERVISOR, AddPatron(name=f"Patron {patron}", date_of_birth="1980-02-29", id=patron))


def add_table(house: Floor, table: str, game: str = "ultimate", mode: str = "house", **settings: object) -> None:
    give(house, MANAGER, AddTable(table=table, game=game, title=table, mode=mode, settings=settings))


def exclude(house: Floor, patron: str) -> None:
    give(house, SUPERVISOR, Exclude(patron=patron, reason="by direction"))


def buy_in(house: Floor, patron: str, amount: int, method: Method = Method.CASH, table: str = "") -> Done:
    return give(house, CASHIER, BuyIn(patron=patron, amount=amount, method=method, table=table))


def cash_out(house: Floor, patron: str, amount: int | None = None, method: Method = Method.CASH) -> Done:
    return give(house, CASHIER, CashOut(patron=patron, amount=amount, method=method))


def adjust(house: Floor, debit: str, credit: str, amount: int) -> None:
    """A correction by two people, which has no ceiling."""
    command = RequestAdjustment(debit=debit, credit=credit, amount=amount, reason="a correction")
    give(house, MANAGER, ApproveAdjustment(number=give(house, CASHIER, command).answer["number"]))


def voucher(house: Floor, patron: str, amount: int) -> int:
    number: int = cash_out(house, patron, amount, Method.VOUCHER).answer["voucher"]
    return number


def fill(house: Floor, table: str, amount: int) -> None:
    asked = give(house, SUPERVISOR, RequestFill(table=table, amount=amount))
    give(house, CASHIER, SendFill(number=asked.answer["number"]))


def credit(house: Floor, table: str, amount: int) -> None:
    asked = give(house, SUPERVISOR, RequestCredit(table=table, amount=amount))
    give(house, CASHIER, ReceiveCredit(number=asked.answer["number"]))


def count(house: Floor, table: str, counted: int, *, closing: bool, day: str = "") -> Done:
    if closing:
        return give(house, SUPERVISOR, ClosingCount(table=table, counted=counted, day=day))
    return give(house, SUPERVISOR, OpeningCount(table=table, counted=counted))


def flags(answer: Done) -> list[LargeCash]:
    return [fact.event for fact in answer.facts if isinstance(fact.event, LargeCash)]


def check_books(house: Floor) -> None:
    """All balances of each book come to nothing and are what the transfers say; live is replay."""
    assert not any(books.trial_balance().values())
    assert reading.disagreeing() == ()
    record = cage_of(house)
    assert cage_of(Floor(house.clock)) == record
    assert cage_record.from_text(cage_record.to_text(record)) == record
    assert books.balance("world:voucher") == sum(each.amount for each in record.vouchers.values())
