"""The floats of the tables: fills and credits by two people, counts and their variances."""

from collections.abc import Iterator

import pytest

from pitboss.floor.cage.adjustments import ApproveAdjustment, RequestAdjustment
from pitboss.floor.cage.floats import (
    CancelChips,
    ClosingCount,
    OpeningCount,
    ReceiveCredit,
    RequestCredit,
    RequestFill,
    SendFill,
)
from pitboss.floor.cage.record import cage_of
from pitboss.floor.kernel.floor import Floor
from pitboss.floor.kernel.roles import Actor, Role
from pitboss.ledger import books
from tests.floor.cage import scene
from tests.floor.cage.scene import CASHIER, DEALER, HOUR, MANAGER, SECOND_CASHIER, SUPERVISOR, give, refuses
from tests.floor.house_scene import Clock


@pytest.fixture(autouse=True)
def _house_with_tables(house: Floor) -> Iterator[None]:
    """The books are whole whatever is done there."""
    scene.open_house(house, "p1", tables=["uth-1", "uth-2"])
    yield
    scene.check_books(house)


def chips(table: str = "uth-1") -> int:
    return books.balance(f"float:{table}")


def test_a_fill_moves_when_the_cashier_sends_it(house: Floor) -> None:
    number = give(house, SUPERVISOR, RequestFill(table="uth-1", amount=5000)).answer["number"]
    assert chips() == 0
    assert give(house, CASHIER, SendFill(number=number)).answer == {"table": "uth-1", "amount": 5000}
    assert (chips(), books.balance("house:funds")) == (5000, -5000)
    refuses(house, CASHIER, SendFill(number=number), word="not_waiting", status=404)


def test_a_credit_moves_when_the_cashier_has_received_it(house: Floor) -> None:
    scene.fill(house, "uth-1", 5000)
    number = give(house, SUPERVISOR, RequestCredit(table="uth-1", amount=5000)).answer["number"]
    assert chips() == 5000
    give(house, SECOND_CASHIER, ReceiveCredit(number=number))
    assert (chips(), books.balance("house:funds")) == (0, 0)


def test_a_credit_is_not_above_the_float(house: Floor) -> None:
    scene.fill(house, "uth-1", 5000)
    scene.fill(house, "uth-2", 9000)
    refuses(house, SUPERVISOR, RequestCredit(table="uth-1", amount=5001), word="not_enough", field="amount")


def test_who_asks_for_chips_does_not_send_them(house: Floor) -> None:
    both = Actor(SUPERVISOR.person, Role.CASHIER)
    fill = give(house, SUPERVISOR, RequestFill(table="uth-1", amount=5000)).answer["number"]
    refuses(house, both, SendFill(number=fill), word="second_person")
    give(house, CASHIER, SendFill(number=fill))
    credit = give(house, SUPERVISOR, RequestCredit(table="uth-1", amount=1)).answer["number"]
    refuses(house, both, ReceiveCredit(number=credit), word="second_person")


def test_a_fill_is_not_received_and_a_credit_not_sent(house: Floor) -> None:
    scene.fill(house, "uth-1", 5000)
    fill = give(house, SUPERVISOR, RequestFill(table="uth-1", amount=5000)).answer["number"]
    credit = give(house, SUPERVISOR, RequestCredit(table="uth-1", amount=5000)).answer["number"]
    refuses(house, CASHIER, ReceiveCredit(number=fill), word="not_waiting")
    refuses(house, CASHIER, SendFill(number=credit), word="not_waiting")


def test_a_request_that_was_cancelled_moves_nothing(house: Floor) -> None:
    number = give(house, SUPERVISOR, RequestFill(table="uth-1", amount=5000)).answer["number"]
    refuses(house, CASHIER, CancelChips(number=number, reason=""), field="reason", status=422)
    give(house, CASHIER, CancelChips(number=number, reason="too much"))
    refuses(house, CASHIER, SendFill(number=number), word="not_waiting")
    refuses(house, CASHIER, CancelChips(number=number, reason="again"), word="not_waiting")


def test_bad_amounts_tables_and_numbers_are_refused(house: Floor) -> None:
    scene.fill(house, "uth-1", 100)
    scene.add_table(house, "try-1", mode="practice")
    for amount in scene.NO_AMOUNTS:
        refuses(house, SUPERVISOR, RequestFill(table="uth-1", amount=amount), field="amount", status=422)
        refuses(house, SUPERVISOR, RequestCredit(table="uth-1", amount=amount), field="amount", status=422)
    for table in ("uth-9", "", "a\0b"):
        refuses(house, SUPERVISOR, RequestFill(table=table, amount=1), field="table", status=404)
        refuses(house, SUPERVISOR, RequestCredit(table=table, amount=1), field="table", status=404)
        refuses(house, SUPERVISOR, OpeningCount(table=table, counted=1), field="table", status=404)
        refuses(house, SUPERVISOR, ClosingCount(table=table, counted=1), field="table", status=404)
    for number in (0, 2, -1, 10**30):
        refuses(house, CASHIER, SendFill(number=number), field="number", status=404)
    for command in (RequestFill(table="try-1", amount=1), OpeningCount(table="try-1", counted=1)):
        refuses(house, SUPERVISOR, command, word="practice")
    for counted in (*scene.NO_AMOUNTS[1:], False):
        refuses(house, DEALER, OpeningCount(table="uth-1", counted=counted), field="counted", status=422)
        refuses(house, DEALER, ClosingCount(table="uth-1", counted=counted), field="counted", status=422)


def test_a_count_that_agrees_asks_for_nothing(house: Floor) -> None:
    scene.fill(house, "uth-1", 5000)
    answer = scene.count(house, "uth-1", 5000, closing=False).answer
    assert answer == {"counted": 5000, "book": 5000, "variance": 0}
    assert scene.count(house, "uth-1", 5000, closing=True).answer["variance"] == 0
    assert not cage_of(house).adjustments


def test_a_variance_moves_when_a_second_person_approves_it(house: Floor) -> None:
    scene.fill(house, "uth-1", 5000)
    assert scene.count(house, "uth-1", 4900, closing=True).answer["variance"] == -100
    assert chips() == 5000
    (asked,) = cage_of(house).adjustments.values()
    refuses(house, SUPERVISOR, ApproveAdjustment(number=asked.number), word="second_person")
    give(house, MANAGER, ApproveAdjustment(number=asked.number))
    assert (chips(), books.balance("house:funds")) == (4900, -4900)


def test_chips_that_are_too_many_come_from_the_funds(house: Floor) -> None:
    scene.fill(house, "uth-1", 5000)
    scene.count(house, "uth-1", 5030, closing=True)
    (asked,) = cage_of(house).adjustments.values()
    assert (asked.debit, asked.credit, asked.amount) == ("house:funds", "float:uth-1", 30)


def test_a_new_count_takes_the_place_of_an_older_variance(house: Floor) -> None:
    """Otherwise the same missing chips would be written off twice."""
    scene.fill(house, "uth-1", 5000)
    scene.fill(house, "uth-2", 5000)
    scene.count(house, "uth-2", 4999, closing=False)
    scene.count(house, "uth-1", 4900, closing=False)
    scene.count(house, "uth-1", 4900, closing=True)
    waiting = [(asked.debit, asked.amount) for asked in cage_of(house).adjustments.values()]
    assert waiting == [("float:uth-2", 1), ("float:uth-1", 100)]
    scene.count(house, "uth-1", 5000, closing=True)
    assert [asked.debit for asked in cage_of(house).adjustments.values()] == ["float:uth-2"]


def test_a_count_leaves_what_people_have_asked_for(house: Floor) -> None:
    scene.fill(house, "uth-1", 5000)
    asked = RequestAdjustment(debit="float:uth-1", credit="patron:p1", amount=100, reason="paid short")
    give(house, SUPERVISOR, asked)
    scene.count(house, "uth-1", 5000, closing=True)
    assert [waiting.reason for waiting in cage_of(house).adjustments.values()] == ["paid short"]


def test_a_float_is_counted_once_before_play_unless_it_was_closed(house: Floor) -> None:
    scene.count(house, "uth-1", 0, closing=False)
    refuses(house, SUPERVISOR, OpeningCount(table="uth-1", counted=0), word="counted")
    scene.count(house, "uth-1", 0, closing=True)
    scene.count(house, "uth-1", 0, closing=False)


def test_a_closing_count_may_be_made_up_for_the_day_before(house: Floor, clock: Clock) -> None:
    scene.fill(house, "uth-1", 5000)
    clock.pass_seconds(19 * HOUR)
    (fact,) = scene.count(house, "uth-1", 5000, closing=True, day="2025-11-15").facts
    assert fact.event.day == "2025-11-15"
    for day in ("2025-11-17", "2025-11-14", "0001-01-01", "yesterday", "2025-02-30", "20251115", "\0"):
        command = ClosingCount(table="uth-1", counted=5000, day=day)
        refuses(house, SUPERVISOR, command, field="day", status=422)


def test_a_device_neither_sends_a_fill_nor_receives_a_credit_alone_with_one_person(house: Floor) -> None:
    kiosk = Actor("device:kiosk", Role.CASHIER)
    number = give(house, SUPERVISOR, RequestFill(table="uth-1", amount=1000)).answer["number"]
    refuses(house, kiosk, SendFill(number=number), word="second_person", field="number")
